"""What SQLite's errors mean for an index: damage, which a new index cures, or a fault that it doesn't."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

import apsw

from vademecum.errors import IndexBusyError, IndexDamagedError, IndexFailedError

# A missing table is a SQLError and a statistic below zero a ConstraintError: neither is possible in a sound index.
# A ValueError is raised by reading back what was never written so.
_DAMAGE = (apsw.CorruptError, apsw.NotADBError, apsw.FormatError, apsw.ConstraintError, apsw.SQLError, ValueError)
_IO_DAMAGE = {apsw.SQLITE_IOERR_SHORT_READ, apsw.SQLITE_IOERR_CORRUPTFS, apsw.SQLITE_IOERR_DATA}


def is_damage(error: BaseException) -> bool:
    """Whether the file itself is wrong, rather than the disk, a lock or a right."""
    if isinstance(error, apsw.IOError):
        return getattr(error, "extendedresult", None) in _IO_DAMAGE
    # What can't be encoded was given by the caller, not read.
    return isinstance(error, _DAMAGE) and not isinstance(error, UnicodeEncodeError)


def failed(error: apsw.Error | OSError) -> IndexFailedError:
    """The error to report for a fault that is no damage."""
    if isinstance(error, apsw.BusyError):
        return IndexBusyError("another program is writing the search index", hint="try again when it has ended")
    if isinstance(error, apsw.FullError):
        return IndexFailedError("no room on the disk for the search index", hint="make room; the pages are untouched")
    hint = "look at the rights and the room of the cache folder"
    return IndexFailedError(f"the search index can't be used: {error}", hint=hint)


class Guard:
    """Around statements: lets only errors of the library out, and tells of damage before it raises it."""

    def __init__(self, on_damage: Callable[[], None]) -> None:
        self._on_damage = on_damage

    def __enter__(self) -> None:
        """Begin a guarded stretch; stretches may follow one another, and lie in each other."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        if error is None or isinstance(error, IndexFailedError):
            return
        if is_damage(error):
            self._on_damage()
            raise IndexDamagedError(f"the search index is damaged: {error}", hint="sync the store again") from error
        if isinstance(error, apsw.Error):
            raise failed(error) from error
