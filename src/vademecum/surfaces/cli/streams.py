"""The standard streams of the command line: what stands in for a closed one, and what is told where one fails.

It prints nothing. A stream that fails once is pointed elsewhere, so that Python's own flush at exit stays quiet too.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import IO, TextIO

from vademecum.errors import StorageError

_DONE_ANYWAY = "the work itself may be done: look before you do it again"


def open_streams() -> None:
    """Give every stream a file, and let text go as UTF-8 unless a terminal says otherwise; what it can't show is
    escaped, never fatal (A31)."""
    _stand_in()
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    stdin = getattr(sys.stdin, "reconfigure", None)
    if stdin is not None and not sys.stdin.isatty():
        stdin(encoding="utf-8", errors="strict")


def _stand_in() -> None:
    """What was closed before the program began is None in Python: nothing can be read from it, an answer fails as on
    any broken output, and messages go nowhere."""
    if sys.stdin is None:
        sys.stdin = _nowhere(os.O_RDONLY, "r")
    if sys.stdout is None:
        sys.stdout = _nowhere(os.O_RDONLY, "w")  # opened to be read: a write fails, as it would on what is closed
    if sys.stderr is None:
        sys.stderr = _nowhere(os.O_WRONLY, "w")


def _nowhere(flags: int, mode: str) -> TextIO:
    stream: IO[str] = open(os.open(os.devnull, flags), mode, encoding="utf-8")  # noqa: PTH123, SIM115 - a stream for all of the program's life
    return stream  # type: ignore[return-value]  # typeshed knows the mode only as a literal


def trouble(error: OSError) -> StorageError:
    """What the system refused, in our words: something at a place, or without one the answer itself."""
    why = error.strerror or str(error)
    if error.filename is not None:
        return StorageError(f"{os.fsdecode(error.filename)}: {why}")
    if _is_broken(sys.stdout):
        quiet(sys.stdout)
    why = "it is closed" if error.errno == errno.EBADF else why
    return StorageError(f"the answer can't be written to standard output: {why}", hint=_DONE_ANYWAY)


def settle() -> None:
    """Write out what the streams still hold. Raises OSError when the answer can't be; lost messages are no failure."""
    if _is_broken(sys.stderr):
        quiet(sys.stderr)
    sys.stdout.flush()


def quiet(stream: TextIO) -> None:
    """Let what a stream still holds go nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def _is_broken(stream: TextIO) -> bool:
    try:
        stream.flush()
    except OSError:
        return True
    return False
