"""The lock that all writers of one store share, in all processes and threads, and the hidden folder it lives in.

What ``filelock`` does was read before it was trusted. On POSIX it flocks an open file: the kernel gives the lock back
when its holder dies, however it dies, no age ever takes it from a live one, and the file stays after release. Three
things are settled here beyond that. Its marker files for disks without flock are off: they are taken over by age.
A lock file that was deleted or swapped while somebody waited is noticed, since two files lock nothing. And since the
file can also be deleted while somebody holds it, the store's own folder is flocked with it where the system can.
"""

from __future__ import annotations

import os
import stat
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from vademecum.errors import StorageError, StoreBusyError
from vademecum.store.files import opened, publish, staged, storage_errors, sweep

if TYPE_CHECKING:
    from filelock import BaseFileLock

if sys.platform != "win32":
    import fcntl

HIDDEN = ".vade"
LOCK_FILE = "lock"
WAIT = 15.0  # seconds: longer than any write of ours, shorter than a person's patience
_POLL = 0.01
_IGNORE_ALL = b"# made by Vademecum; nothing here belongs into a repository\n*\n"


class _Contended(Exception):  # noqa: N818  # it never leaves this module
    """Somebody else holds the store, or the lock file is no longer the one on disk."""


class _Depth(threading.local):
    """How often this thread holds the lock, and the flocked folder; ``pid`` tells a forked child whose hold it is."""

    count = 0
    pid = 0
    folder: int | None = None


class StoreLock:
    """One store's lock: re-entrant in a thread, exclusive between threads and between processes.

    ``label`` is what errors call the store, its path when there is none; ``wait`` is in seconds.
    """

    def __init__(self, root: str, *, label: str | None = None, wait: float = WAIT) -> None:
        self._root = root
        self._label = label or root
        self._path = os.path.join(root, HIDDEN, LOCK_FILE)
        self._wait = wait
        self._depth = _Depth()

    @property
    def held(self) -> bool:
        """Whether this thread of this process holds the lock."""
        return self._depth.count > 0 and self._depth.pid == os.getpid()

    def require(self) -> None:
        """Raise StorageError unless this thread holds the lock of the folder that is there now.

        It guards the mutating methods of a store: another folder in the old one's place has writers of its own.
        """
        if not self.held:
            raise StorageError("a store is only written while its lock is held", hint="write through the gateway")
        folder = self._depth.folder
        with storage_errors(f"{self._label} could not be looked at"):
            if folder is not None and not os.path.samestat(os.fstat(folder), os.stat(self._root)):
                raise StorageError(f"{self._label} was replaced while it was being written", hint="try again")

    @contextmanager
    def hold(self) -> Iterator[None]:
        """Wait for the lock and hold it; raises StoreBusyError when the wait was too short.

        The first call makes the hidden folder.
        """
        if self.held:
            self._depth.count += 1
            try:
                yield
            finally:
                self._depth.count -= 1
            return
        with self._taken() as folder:
            self._depth.count, self._depth.pid, self._depth.folder = 1, os.getpid(), folder
            try:
                yield
            finally:
                self._depth.count, self._depth.folder = 0, None

    @contextmanager
    def _taken(self) -> Iterator[int | None]:
        file, folder = self._take()
        try:
            with storage_errors(f"{self._label} could not be locked"):
                _furnish(self._root)
            yield folder
        finally:
            _unlock_folder(folder)
            file.release()

    def _take(self) -> tuple[BaseFileLock, int | None]:
        end = time.monotonic() + self._wait
        while True:
            with storage_errors(f"{self._label} could not be locked"):
                _make_hidden(self._root)
                with suppress(_Contended):
                    return self._try(max(0.0, end - time.monotonic()))
            if time.monotonic() >= end:
                raise self._busy()
            time.sleep(_POLL)

    def _try(self, wait: float) -> tuple[BaseFileLock, int | None]:
        # Imported here because reads need no lock and the hook path reads: the import costs 100 ms.
        from filelock import FileLock, Timeout  # noqa: PLC0415

        lock = FileLock(
            self._path,
            timeout=wait,
            poll_interval=_POLL,
            fallback_to_soft=False,
            preserve_lock_file=True,
            on_acquired=self._check_in_place,
        )
        try:
            lock.acquire()
        except Timeout:
            raise self._busy() from None
        try:
            return lock, _lock_folder(self._root)
        except _Contended:
            lock.release()
            raise

    def _check_in_place(self, fd: int) -> None:
        try:
            there = os.lstat(self._path)
        except FileNotFoundError:
            raise _Contended from None
        if not os.path.samestat(there, os.fstat(fd)):
            raise _Contended

    def _busy(self) -> StoreBusyError:
        return StoreBusyError(
            f"{self._label} is being written by another program, and {self._wait:g} s were too short to wait for it",
            hint="try again; the lock frees itself when that program ends",
        )


def _make_hidden(root: str) -> None:
    with opened(root, (HIDDEN,), create=True):
        pass


def _furnish(root: str) -> None:
    """Let git ignore the hidden folder; done under the lock, so that what dead writers left in it can be cleared."""
    with opened(root, (HIDDEN,)) as folder:
        sweep(folder)
        if folder.lstat(".gitignore") is None:
            with staged(folder, _IGNORE_ALL) as name:
                publish(folder, name, ".gitignore")


def hidden_exists(root: str) -> bool:
    """Whether the store has its hidden folder, a real one."""
    try:
        return stat.S_ISDIR(os.lstat(os.path.join(root, HIDDEN)).st_mode)
    except OSError:
        return False


def _lock_folder(root: str) -> int | None:
    if sys.platform == "win32":
        return None
    fd = os.open(root, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(fd)
        raise _Contended from None
    except OSError:
        # Network disks lock no folders; the lock file alone then has to do.
        os.close(fd)
        return None
    return fd


def _unlock_folder(fd: int | None) -> None:
    if sys.platform != "win32" and fd is not None:
        fcntl.flock(fd, fcntl.LOCK_UN)
        os.close(fd)
