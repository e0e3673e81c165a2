"""Putting two changes of one text together, as git does it. It touches nothing but temporary files of its own."""

from __future__ import annotations

import tempfile
from pathlib import Path

from vademecum.store.git import QUIETLY, quiet, run

# Git says how many places conflict; a higher code says that it could not compare the texts.
_CONFLICTS_MAX = 127


def merged(base: bytes, ours: bytes, theirs: bytes) -> bytes | None:
    """What both sides made of ``base``, None where they changed the same lines. Raises HistoryError."""
    with tempfile.TemporaryDirectory(prefix="vade-") as folder:
        names = ("ours", "base", "theirs")
        for name, data in zip(names, (ours, base, theirs), strict=True):
            Path(folder, name).write_bytes(data)
        command = ["git", *QUIETLY, "merge-file", "--stdout", "--quiet", *names]
        done = run(command, b"", env=quiet(), cwd=folder, fine=range(_CONFLICTS_MAX + 1))
        return done.stdout if done.returncode == 0 else None
