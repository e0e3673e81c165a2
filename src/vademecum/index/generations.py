"""Which file holds an index, and how a bad one is replaced while other processes may have it open.

The rule: a database's name is never used twice. ``notes.db`` is followed by ``notes.1.db``, ``notes.2.db`` and so on;
the highest number is the index, whether its database or only a ``-wal`` of it is left. A new one gets a number above
all that the folder shows, so no process can ever join a fresh database to the journal of a dead one, and removing the
old files is harmless: who still has them open keeps an unnamed copy, sees at its next use that the name is gone, and
follows. A lock serialises those who replace; those who only open a sound index never touch it. Only a person who
deletes all files starts the numbers again; SQLite sees then that its database has moved and leaves the new files alone.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import apsw

from vademecum.errors import IndexBusyError
from vademecum.index.failure import failed, is_damage
from vademecum.index.schema import CREATE, DAMAGED, FOREIGN, OURS, READ, State, connect, create, state_of

_TAILS = ("", "-wal", "-shm")

Notice = Callable[[str], None]


class Generations:
    """All files of one index; ``path`` is the name of the first."""

    def __init__(self, path: str, *, wait: float) -> None:
        self._folder, self._name = os.path.split(os.path.abspath(path))
        self._stem, self._suffix = os.path.splitext(self._name)
        self._wait = wait

    def newest(self) -> str | None:
        """The database in use; None when there is none or only leftovers of one."""
        numbers = self._numbers() if os.path.isdir(self._folder) else ()
        path = self._path(max(numbers)) if numbers else None
        return path if path is not None and os.path.exists(path) else None

    def replace(self, bad: str | None, notice: Notice) -> str:
        """Make a new index unless another process has just done it, and return its path.

        ``bad`` is a database known to be damaged. Raises IndexFailedError when the folder can't be written.
        """
        try:
            os.makedirs(self._folder, exist_ok=True)
            with self._locked():
                return self._replace(bad, notice)
        except (apsw.Error, OSError) as error:
            raise failed(error) from error

    def _replace(self, bad: str | None, notice: Notice) -> str:
        path = self.newest()
        if path is not None:
            state = DAMAGED if path == bad else inspect(path, wait=self._wait)
            if state is OURS:
                return path
            if state is FOREIGN:
                _set_aside(path)
            notice(f"search index {os.path.basename(path)} {state.value}; it is made anew from the pages")
        old = self._numbers()
        new = self._path(max(old, default=-1) + 1)
        self._make(new)
        for number in old:
            _remove(self._path(number))
        return new

    def _make(self, path: str) -> None:
        """Put a whole empty index at a new name; before that, no other process can see it."""
        draft = os.path.join(self._folder, f"{self._name}.new")
        _remove(draft)
        connection = connect(draft, CREATE, wait=self._wait)
        try:
            create(connection)
        finally:
            connection.close()
        os.rename(draft, path)

    def _numbers(self) -> set[int]:
        """The numbers of which any file is left."""
        names = {name.removesuffix("-wal").removesuffix("-shm") for name in os.listdir(self._folder)}
        start, end = f"{self._stem}.", self._suffix
        middles = [n[len(start) : len(n) - len(end)] for n in names if n.startswith(start) and n.endswith(end)]
        later = {int(text) for text in middles if text.isascii() and text.isdigit()}
        return later | {0} if self._name in names else later

    def _path(self, number: int) -> str:
        middle = f".{number}" if number else ""
        return os.path.join(self._folder, f"{self._stem}{middle}{self._suffix}")

    @contextmanager
    def _locked(self) -> Iterator[None]:
        # Replacing is rare, and a hook that opens a sound index shall not pay for this import.
        from filelock import FileLock, Timeout  # noqa: PLC0415 - see above

        try:
            with FileLock(os.path.join(self._folder, f"{self._name}.lock"), timeout=self._wait):
                yield
        except Timeout as error:
            hint = "try again when it has ended"
            raise IndexBusyError("another program is making the search index", hint=hint) from error


def inspect(path: str, *, wait: float) -> State:
    """What kind of file is at a path. Raises apsw's errors for one that can't be opened."""
    try:
        connection = connect(path, READ, wait=wait)
        try:
            return state_of(connection)
        finally:
            connection.close()
    except (apsw.Error, ValueError) as error:
        if is_damage(error):
            return DAMAGED
        raise


def _set_aside(path: str) -> None:
    """Give another program's file a name out of our way, with the journal that belongs to it."""
    count, aside = 0, f"{path}.foreign"
    while os.path.exists(aside):
        count += 1
        aside = f"{path}.foreign-{count}"
    for tail in ("", "-wal"):
        with suppress(FileNotFoundError):
            os.rename(path + tail, aside + tail)


def _remove(path: str) -> None:
    """Take a database away, itself first: its journal alone opens nothing. What is in use elsewhere may stay."""
    for tail in _TAILS:
        with suppress(FileNotFoundError, PermissionError):
            os.unlink(path + tail)
