"""Which workspace a folder belongs to, told from git's own files without running git. It never writes.

All worktrees of a repository are one workspace, because they share git's common folder; outside a repository the
real path of the folder is the workspace. A workspace's memory folder is named after its root's last component and
eight hex digits of its identity, so that names that differ only in odd characters stay apart (A47).
"""

from __future__ import annotations

import os
import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from vademecum.errors import StorageError
from vademecum.store.checkout import checkout_of

SLUG_MAX = 40


@dataclass(frozen=True, slots=True)
class Workspace:
    """A project: its ``root`` folder, and the ``identity`` path that all its worktrees share."""

    root: Path
    identity: Path

    @property
    def slug(self) -> str:
        """The name of its memory folder: readable part, then eight hex digits of the identity."""
        name = unicodedata.normalize("NFC", _named_after(self.identity))
        kept = "".join(c if c.isalnum() or c in "-_." else "-" for c in name).strip("-.")[:SLUG_MAX]
        digest = sha256(str(self.identity).encode("utf-8", "surrogateescape")).hexdigest()
        return f"{kept or 'workspace'}-{digest[:8]}"


def find_workspace(folder: Path | None = None) -> Workspace:
    """The workspace that holds a folder, the current one by default; the folder itself when no repository does.

    Raises StorageError when the current folder is gone.
    """
    start = Path(os.path.realpath(folder or _current()))
    found = checkout_of(start)
    return Workspace(start, start) if found is None else Workspace(found.root, found.common)


def _current() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise StorageError("the current folder is gone", hint="change to a folder that is there") from error


def _named_after(identity: Path) -> str:
    return identity.parent.name if identity.name == ".git" else identity.name.removesuffix(".git")
