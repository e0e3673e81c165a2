"""The embedded index: one SQLite file a mount, in the cache folder, read and written by any number of processes.

It heals itself: a file that is damaged, of another version or of another program is replaced by an empty index, and
the caller's next sync fills it. It never reads a store. Views see one moment each; readers and writers don't wait for
each other (WAL).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from vademecum.index.connections import Connections, FileConnections, MemoryConnections
from vademecum.index.contract import Changes
from vademecum.index.failure import Guard
from vademecum.index.view import SqliteView
from vademecum.index.writer import apply_changes, clear

_WAIT = 30.0
"""Seconds that a writer waits for another one; a first sync of a large store takes as long."""


class SqliteIndex:
    """An ``Index`` (index/contract.py). It may be shared by threads; one apply runs at a time.

    Its methods raise IndexFailedError when the disk, a lock or a right is the cause, and IndexDamagedError when the
    file is: then the next view or apply works on a new, empty index, and the caller syncs again.
    """

    def __init__(self, connections: Connections) -> None:
        self._connections = connections
        self._guard = Guard(connections.condemn)
        self._writing = RLock()

    @contextmanager
    def view(self) -> Iterator[SqliteView]:
        """Read one moment of the index."""
        reader = self._connections.reader()
        try:
            view = SqliteView(reader, self._guard)
            try:
                yield view
            finally:
                view.end()
        finally:
            self._connections.give_back(reader)

    def apply(self, changes: Changes, *, fingerprint: str, partial: bool = False) -> bool:
        """Apply one sync whole or not at all; ``changes.pages`` is read once, as it is written."""
        with self._writing, self._connections.writing() as writer:
            only_on = fingerprint if partial else None
            return apply_changes(writer, changes, fingerprint, self._guard, only_on=only_on)

    def clear(self) -> None:
        """Forget everything, the fingerprint too."""
        with self._writing, self._connections.writing() as writer:
            clear(writer, self._guard)

    def close(self) -> None:
        """Give back file handles; safe to call twice."""
        self._connections.close()


def open_index(
    path: Path, *, read_only: bool = False, on_notice: Callable[[str], None] | None = None, wait: float = _WAIT
) -> SqliteIndex:
    """Open the index at a path, and make it when there is none; a file that can't be one is replaced, with one notice.

    ``wait`` is how many seconds to wait for another writer. With ``read_only`` nothing is made, repaired or waited
    for: IndexFailedError says that there is no index, IndexDamagedError that it can't be used. Otherwise
    IndexFailedError means that the folder can't be written; ``memory_index`` serves for the time being.
    """
    connections = FileConnections(str(path), on_notice or _unheard, read_only=read_only, wait=wait)
    connections.give_back(connections.reader())
    return SqliteIndex(connections)


def memory_index() -> SqliteIndex:
    """An index that lasts as long as this object, for when the cache folder can't be used."""
    return SqliteIndex(MemoryConnections())


def _unheard(notice: str) -> None:
    """Take a notice that nobody asked for: the repair it tells of loses nothing."""
