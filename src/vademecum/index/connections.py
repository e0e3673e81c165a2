"""Where an index gets its database connections: from the file in use, or from memory. It runs no query.

Readers are read-only and reused; a reader is given out for one view at a time. There is one writer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from threading import RLock
from typing import Protocol

import apsw

from vademecum.errors import IndexDamagedError, IndexFailedError
from vademecum.index.failure import failed
from vademecum.index.generations import Generations, Notice, inspect
from vademecum.index.schema import CREATE, OURS, READ, WRITE, connect, create

# Only recovery after a crash and the last close of a database ever make a reader wait.
_READ_WAIT = 5.0
# A database found at its name can be replaced before it is opened; twice in a row is no coincidence.
_TRIES = 3


class Connections(Protocol):
    """Gives out connections to one index."""

    def reader(self) -> apsw.Connection:
        """A connection on which nobody else reads until it is given back."""

    def give_back(self, reader: apsw.Connection) -> None:
        """End what the reader read, and keep it for the next view."""

    def writing(self) -> AbstractContextManager[apsw.Connection]:
        """The connection that writes, for one writer at a time; what was committed is read once it is given back."""

    def condemn(self) -> None:
        """Never use this database again; the next connection is to a new, empty one."""

    def close(self) -> None:
        """Close all that are not given out."""


class FileConnections:
    """Connections to the newest generation of an index file, followed when another process replaces it.

    With ``read_only`` nothing is made, repaired or waited for; ``wait`` is in seconds and for writers.
    """

    def __init__(self, path: str, notice: Notice, *, read_only: bool, wait: float) -> None:
        self._generations = Generations(path, wait=wait)
        self._notice = notice
        self._read_only = read_only
        self._read_wait = 0.0 if read_only else _READ_WAIT
        self._write_wait = wait
        self._lock = RLock()
        self._path: str | None = None
        self._identity: tuple[int, int] | None = None
        self._bad: str | None = None
        self._idle: list[apsw.Connection] = []
        self._given: set[apsw.Connection] = set()
        self._writer: apsw.Connection | None = None

    def reader(self) -> apsw.Connection:
        """A read-only connection; raises IndexFailedError, or IndexDamagedError when read-only."""
        with self._lock:
            path = self._settle()
            reader = self._idle.pop() if self._idle else self._open(path, READ, self._read_wait)
            self._given.add(reader)
            return reader

    def give_back(self, reader: apsw.Connection) -> None:
        """End what the reader read; one to a replaced file is closed."""
        with self._lock:
            if reader in self._given and _ended(reader):
                self._given.remove(reader)
                self._idle.append(reader)
            else:
                self._given.discard(reader)
                _close(reader)

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """The connection that writes; raises IndexFailedError."""
        if self._read_only:
            raise IndexFailedError("the search index is open for reading only")
        with self._lock:
            path = self._settle()
            if self._writer is None:
                self._writer = self._open(path, WRITE, self._write_wait)
            writer = self._writer
        yield writer

    def condemn(self) -> None:
        """Leave this file, which will be replaced at the next use."""
        with self._lock:
            self._bad = self._path or self._bad
            self._forget()

    def close(self) -> None:
        """Close all that are not given out; they are when they come back."""
        with self._lock:
            writer = self._writer
            self._forget()
            # Last of all, since only a connection that writes can tidy the journal away.
            if writer is not None:
                # What stands in the journal is copied while others read; the last close does so with them locked out.
                with suppress(apsw.Error):
                    writer.wal_checkpoint(mode=apsw.SQLITE_CHECKPOINT_PASSIVE)
                _close(writer)

    def _settle(self) -> str:
        """The path of the database in use: the one of last time if it is still there."""
        if self._path is not None and _identity(self._path) == self._identity:
            return self._path
        self._forget()
        try:
            self._path = self._sound() or self._renewed()
        except (apsw.Error, OSError) as error:
            raise failed(error) from error
        self._identity = _identity(self._path)
        return self._path

    def _sound(self) -> str | None:
        """The newest database if it is one of ours. Another process may take it away between two looks at it."""
        for tried in range(1, _TRIES + 1):
            path = self._generations.newest()
            if path is None or path == self._bad:
                return None
            try:
                return path if inspect(path, wait=self._read_wait) is OURS else None
            except apsw.CantOpenError:
                if tried == _TRIES:
                    raise
        return None

    def _renewed(self) -> str:
        if not self._read_only:
            return self._generations.replace(self._bad, self._notice)
        hint = "sync the store, which makes it"
        if self._generations.newest() is None:
            raise IndexFailedError("there is no search index yet", hint=hint)
        raise IndexDamagedError("the search index can't be read", hint=hint)

    def _open(self, path: str, flags: int, wait: float) -> apsw.Connection:
        for _ in range(_TRIES):
            try:
                return connect(path, flags, wait=wait)
            except apsw.CantOpenError as error:
                if os.path.exists(path):
                    raise failed(error) from error
                path = self._settle()
        raise IndexFailedError("the search index is being replaced again and again")

    def _forget(self) -> None:
        """Let go of the file. A writer may be at work in another thread, so it is only dropped."""
        while self._idle:
            _close(self._idle.pop())
        self._given.clear()
        self._writer = self._path = None


class MemoryConnections:
    """Connections to an index in memory. A reader has a copy of its own, made once after each change.

    A copy is made of all that the writing connection sees, its open transaction included, so none is made while that
    is given out.
    """

    def __init__(self) -> None:
        self._lock = RLock()
        self.condemn()

    def reader(self) -> apsw.Connection:
        """A connection to a copy of what was last committed."""
        with self._lock:
            if self._idle:
                return self._idle.pop()
            reader = apsw.Connection(":memory:")
            reader.deserialize("main", self._image)
            self._given[reader] = self._version
            return reader

    def give_back(self, reader: apsw.Connection) -> None:
        """End what the reader read; one to an older copy is closed."""
        with self._lock:
            if self._given.get(reader) == self._version and _ended(reader):
                self._idle.append(reader)
            else:
                self._given.pop(reader, None)
                _close(reader)

    @contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """The connection to the index itself, whose state is kept for readers when it comes back."""
        try:
            yield self._writer
        finally:
            with self._lock:
                # One whose rollback failed shows what never was.
                if not self._writer.in_transaction:
                    self._take_image()

    def condemn(self) -> None:
        """Start anew, empty."""
        with self._lock:
            self._writer = connect(":memory:", CREATE, wait=0)
            create(self._writer)
            self._version = -1
            self._idle: list[apsw.Connection] = []
            self._given: dict[apsw.Connection, int] = {}
            self._take_image()

    def close(self) -> None:
        """Close the copies; the index itself goes with this object."""
        with self._lock:
            while self._idle:
                _close(self._idle.pop())

    def _take_image(self) -> None:
        version = self._writer.total_changes()
        if version != self._version:
            self._version, self._image = version, self._writer.serialize("main")
            self.close()


def _identity(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except FileNotFoundError:
        return None
    return found.st_dev, found.st_ino


def _ended(reader: apsw.Connection) -> bool:
    """Whether the reader's transaction could be ended, so that it can be used again."""
    try:
        if reader.in_transaction:
            reader.execute("rollback")
    except apsw.Error:
        return False
    return True


def _close(connection: apsw.Connection) -> None:
    # What can't be closed in order, such as a damaged database, is let go of all the same.
    with suppress(apsw.Error):
        connection.close(True)
