"""Recalls that were recorded: kept in the state folder, found by their id, never in the way of an answer."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from vademecum.errors import NotFoundError
from vademecum.library import Library, Mount
from vademecum.recall.replay import Recorded, from_json, to_json
from vademecum.store.append import append_lines

FOLDER = "recalls"
LAST = "last"
_SUFFIX = ".jsonl"


def keep(state: Path, recorded: Recorded, *, most: int) -> str:
    """Keep a recall in a file that only its owner may read, the newest ``most`` of them; returns its id.

    Raises OSError.
    """
    path = state / FOLDER / f"{recorded.id}{_SUFFIX}"
    if path.exists():
        os.utime(path)  # asked again, so it is the newest
    else:
        append_lines(str(path), f"{to_json(recorded)}\n".encode(), keep=most)
    return recorded.id


def recorded_recall(state: Path, name: str) -> Recorded:
    """The recall of that id, or of one that begins so; ``last`` is the newest.

    Raises NotFoundError or UnreadableError.
    """
    files = _files(state)
    found = files[-1:] if name == LAST else [each for each in files if each.stem.startswith(name.strip().lower())]
    if len(found) != 1 or not name.strip():
        said = "several recalls begin with" if len(found) > 1 else "there is no recorded recall"
        hint = "vade recall --explain tells the id of each recall; the newest are kept"
        raise NotFoundError(f"{said} {name!r}", hint=hint)
    return from_json(found[0].read_text(encoding="utf-8"))


def index_marks(library: Library, mounts: Sequence[Mount] | None = None) -> dict[str, tuple[str, str]]:
    """For each of these mounts, or for all, the mark of its rows' rules and the digest of its pages, as indexed."""
    names = [mount.name for mount in (library.mounts if mounts is None else mounts)]
    with library.views(names) as views:
        return {name: (view.fingerprint, view.digest) for name, view in zip(names, views, strict=True)}


def _files(state: Path) -> list[Path]:
    """The kept recalls, oldest first."""
    try:
        with os.scandir(state / FOLDER) as entries:
            files = [(entry.stat().st_mtime_ns, entry.path) for entry in entries if entry.name.endswith(_SUFFIX)]
    except OSError:
        return []
    return [Path(path) for _, path in sorted(files)]
