"""What writes that become one commit have touched so far, noted write by write: whoever comes after a process that died
among them finds what it had written and no commit has. It owns one folder in the state folder; stores are only named.

While the process lives it holds a lock beside its note, which the system gives back with its death.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from uuid import uuid4

from vademecum.page import Digest
from vademecum.store.append import append_lines
from vademecum.store.commits import Note, Touched

if TYPE_CHECKING:
    from filelock import BaseFileLock

FOLDER = "history/gathered"
_KEPT = 256


class Begun(NamedTuple):
    """What a dead process had written towards one commit: each file, and whether its repository must be our own."""

    note: Note
    touched: tuple[tuple[Touched, bool], ...]


class Gathering:
    """One process's note, made with the first write of several. What can't be noted is written and committed all the
    same: only a death before the commit would leave it to the page's next write."""

    def __init__(self, state: Path, note: Note) -> None:
        self._file = state / FOLDER / f"{uuid4().hex}.jsonl"
        self._note = note
        self._lock: BaseFileLock | None = None

    def add(self, touched: Touched, *, only_own: bool) -> None:
        """Note a file that was just written."""
        with suppress(OSError):
            if self._lock is None:
                self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
                self._lock = _lock_of(self._file)
                self._lock.acquire(blocking=False)
                self._append([self._note.at.isoformat(), self._note.subject, dict(self._note.trailers)])
            self._append([os.fsdecode(touched.file), touched.after, touched.any_after, only_own])

    def end(self) -> None:
        """Take the note off: what it tells of is committed, or waits for its commit."""
        if self._lock is not None:
            _forget(self._file, self._lock)

    def _append(self, row: list[object]) -> None:
        append_lines(str(self._file), f"{json.dumps(row)}\n".encode(), keep=_KEPT)


@contextmanager
def left_behind(state: Path) -> Iterator[Mapping[Path, Begun]]:
    """What dead processes had begun, by the file that notes it; nobody else is given the same meanwhile."""
    held: dict[Path, BaseFileLock] = {}
    try:
        for file in sorted((state / FOLDER).glob("*.jsonl")):
            lock = _lock_of(file)
            with suppress(OSError):  # its process is at work, or another one looks into it
                lock.acquire(blocking=False)
                held[file] = lock
        yield {file: begun for file in held if (begun := _read(file)) is not None}
    finally:
        for lock in held.values():
            lock.release()


def forget(file: Path) -> None:
    """Take a dead process's note off, within ``left_behind``."""
    with suppress(OSError):
        file.unlink()
        _lock_file(file).unlink()


def _forget(file: Path, lock: BaseFileLock) -> None:
    with suppress(OSError):
        file.unlink(missing_ok=True)
    lock.release()
    with suppress(OSError):
        _lock_file(file).unlink()


def _lock_file(file: Path) -> Path:
    return file.with_suffix(".lock")


def _lock_of(file: Path) -> BaseFileLock:
    from filelock import FileLock  # noqa: PLC0415 - few writes are made with others, and few notes are left behind

    return FileLock(_lock_file(file), timeout=0)


def _read(file: Path) -> Begun | None:
    """A note; a line that its writer did not finish is passed over, and so is a note without its head."""
    rows = list[object]()
    with suppress(OSError):
        for line in file.read_bytes().splitlines():
            with suppress(ValueError):
                rows.append(json.loads(line))
    match rows:
        case [[str(at), str(subject), dict(trailers)], *files]:
            note = Note(
                datetime.fromisoformat(at), subject, {str(name): str(value) for name, value in trailers.items()}
            )
            return Begun(note, tuple(found for row in files if (found := _file(row)) is not None))
        case _:
            return None


def _file(row: object) -> tuple[Touched, bool] | None:
    match row:
        case [str(file), str() | None as after, bool(any_after), bool(only_own)]:
            # What was there before git has already, or nobody kept.
            return Touched(Path(file), None, None if after is None else Digest(after), any_after), only_own
        case _:
            return None
