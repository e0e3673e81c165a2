"""Appending whole lines to files of Vademecum's own: ledgers, receipts, logs. It never touches a store.

Hooks wait for this module, so paths are plain text here and no package for locks is loaded where the system has one.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

if sys.platform != "win32":
    import fcntl

# Seconds between tries, and tries; together five seconds, and a holder needs less than one thousandth.
_POLL = 0.01
_TRIES = 500


def append_lines(file: str, lines: bytes, *, keep: int) -> None:
    """Append whole lines in one write under a lock, to a file that only its owner may read. Raises OSError.

    A new file makes room first: of the ``.jsonl`` files in its folder the newest ``keep`` stay, itself included.
    """
    if not os.path.exists(file):
        folder = os.path.dirname(file)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        drop_oldest(folder, keep=keep - 1)
    with _locked(file):
        _append(file, lines)


def _append(file: str, lines: bytes) -> None:
    """One write call; a line torn by a crash before it is closed first, so that only that one is lost."""
    descriptor = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
        os.write(descriptor, b"\n" + lines if torn else lines)
    finally:
        os.close(descriptor)


@contextmanager
def _locked(file: str) -> Iterator[None]:
    """Hold a lock beside the file; its holder writes one line, so only one that was stopped in it is waited for."""
    if sys.platform == "win32":
        # The import costs more than all the rest, and only this system needs it.
        from filelock import FileLock  # noqa: PLC0415

        with FileLock(f"{file}.lock"):
            yield
    else:
        descriptor = os.open(os.path.dirname(file), os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
        try:
            _wait_for(descriptor)
            yield
        finally:
            os.close(descriptor)


def _wait_for(descriptor: int) -> None:
    """Take the lock, or go on without it: on a disk that locks nothing, or when its holder was stopped in the middle,
    an append in one write is still the best there is."""
    for _ in range(_TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            time.sleep(_POLL)
        except OSError:
            return
        else:
            return


def drop_oldest(folder: str, *, keep: int) -> None:
    """Keep the newest so many of the ``.jsonl`` files in a folder."""
    with os.scandir(folder) as entries:
        files = sorted((_last_written(entry), entry.path) for entry in entries if entry.name.endswith(".jsonl"))
    for _, old in files[: max(len(files) - keep, 0)]:
        with suppress(FileNotFoundError):
            os.unlink(old)


def _last_written(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat().st_mtime_ns
    except FileNotFoundError:  # another session has just dropped it
        return 0
