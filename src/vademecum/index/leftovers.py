"""Index files that nobody uses any more: of other versions of the schema, and of stores that are gone or never asked.

What is removed can be made again: an index from its pages at the next sync, vectors by their model. So a wrong guess
costs time, and no guess is made of a file that was written or read lately, by a program of any version. Nothing else in
the cache folder is touched.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from filelock import FileLock, Timeout

from vademecum.index.schema import SCHEMA_VERSION

MARK = ".swept"
DAY = 86_400.0
# Another version that runs beside this one, or that a person goes back to, is used within weeks.
OTHER_SCHEMA_DAYS = 30
# A project that nobody opens for half a year may wait for its index.
OWN_SCHEMA_DAYS = 180
# What a model made may have cost money.
VECTORS_DAYS = 365
_STEM = re.compile(r"[0-9a-f]{16}(?:-v(\d+))?")
# What lies aside under another ending may be another program's.
_OURS = re.compile(r"(?:\.\d+)?\.db(?:-wal|-shm|\.new)?|(?:\.db)?\.lock")


class _Group(NamedTuple):
    """All files of one database: databases first, their locks last."""

    stem: str
    files: tuple[Path, ...]

    @property
    def used(self) -> float:
        """When one of them was last written or read, as far as the disk keeps that."""
        return max((_used(file) for file in self.files), default=0.0)


def sweep(cache: Path, in_use: Collection[Path], now: float) -> tuple[Path, ...]:
    """Remove what was not used for long, at most once a day; returns the databases that went.

    ``in_use`` are the indexes of this session's mounts, which stay however long ago that was.
    """
    mark, kept = cache / "index" / MARK, {path.name.partition(".")[0] for path in in_use}
    for path in in_use:
        _note_use(path, now)
    try:
        if 0 <= now - mark.stat().st_mtime < DAY:
            return ()
    except FileNotFoundError:
        pass
    with suppress(OSError):  # a cache folder that may not be written holds what it holds
        mark.touch()
        os.utime(mark, (now, now))
        own_places = {stem.partition("-")[0] for stem in kept}
        old = [group for group in _groups(cache / "index", kept) if _is_over(group, now)]
        old += [group for group in _groups(cache / "vectors", own_places) if _is_over(group, now)]
        return tuple(file for group in old for file in _removed(group, now))
    return ()


def _groups(folder: Path, kept: Collection[str]) -> Iterator[_Group]:
    names: dict[str, list[str]] = {}
    if folder.is_dir():
        for name in sorted(os.listdir(folder)):
            found = _STEM.match(name)
            if found and _OURS.fullmatch(name[found.end() :]):
                names.setdefault(found.group(), []).append(name)
    for stem, own in names.items():
        if stem not in kept:
            ordered = sorted(own, key=lambda name: (name.endswith(".lock"), name))
            yield _Group(stem, tuple(folder / name for name in ordered))


def _is_over(group: _Group, now: float) -> bool:
    schema = group.stem.partition("-v")[2]
    days = VECTORS_DAYS if not schema else OWN_SCHEMA_DAYS if int(schema) == SCHEMA_VERSION else OTHER_SCHEMA_DAYS
    return now - group.used > days * DAY


def _removed(group: _Group, now: float) -> Sequence[Path]:
    """The databases of a group that could be removed: none while another program brings one in step or makes one.

    Who has one open keeps a copy without a name, and follows at its next use, as ``generations.py`` tells.
    """
    folder = group.files[0].parent
    gone: list[Path] = []
    if not _is_over(group, now):  # somebody has used it since
        return gone
    try:
        with (
            FileLock(folder / f"{group.stem}.lock", timeout=0),
            FileLock(folder / f"{group.stem}.db.lock", timeout=0),
        ):
            for file in group.files:
                with suppress(FileNotFoundError, PermissionError):
                    file.unlink()
                    gone += [file] if file.suffix == ".db" else []
    except Timeout:
        return gone
    for lock in (f"{group.stem}.lock", f"{group.stem}.db.lock"):
        with suppress(OSError):
            (folder / lock).unlink()
    return gone


def _note_use(path: Path, now: float) -> None:
    """Say on the file itself, once a day, that it is in use: not every disk notes who reads."""
    with suppress(OSError):
        found = path.stat()
        if now - found.st_atime > DAY:
            os.utime(path, (now, found.st_mtime))


def _used(file: Path) -> float:
    try:
        found = file.stat()
    except FileNotFoundError:
        return 0.0
    return max(found.st_mtime, found.st_atime)
