"""When pages were used last: opened by anyone, or named to an agent. Kept in the state folder, never in a page.

One SQLite file, ``access.db``, with a row for each page that was ever used: the local day of its last reading, how
many readings there were, and the same for the times that it was but named. A page is known by its store's real path,
so that of two projects' pages with one address only the one meant counts. It holds no word of any page. A file that is
damaged is put aside, and counting begins anew; what can't be noted is no reason to fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import NamedTuple

import apsw

from vademecum.errors import StorageError
from vademecum.library.quarantine import page_key

FILE = "access.db"
FORMAT = 1
# Milliseconds that one who notes a reading waits for another, who needs less than one.
_WAIT = 5_000
_DAMAGED = (apsw.NotADBError, apsw.CorruptError, apsw.FormatError)
_TABLES = """
    create table if not exists used (
        store text not null, page text not null,
        last_read text not null default '', reads integer not null default 0,
        last_listed text not null default '', listings integer not null default 0,
        last_written text not null default '',
        primary key (store, page)) without rowid;
    create table if not exists since (day text not null);
"""
# A traveller's day may go back, and no day of use is ever taken back.
_READ = """
    insert into used (store, page, last_read, reads) values (?1, ?2, ?3, 1)
    on conflict do update set last_read = max(last_read, ?3), reads = reads + 1
"""
_LISTED = """
    insert into used (store, page, last_listed, listings) values (?1, ?2, ?3, 1)
    on conflict do update set last_listed = max(last_listed, ?3), listings = listings + 1
"""
_WRITTEN = """
    insert into used (store, page, last_written) values (?1, ?2, ?3)
    on conflict do update set last_written = max(last_written, ?3)
"""
_MOVED = """
    insert into used select store, ?3, last_read, reads, last_listed, listings, last_written
        from used where store = ?1 and page = ?2
    on conflict do update set last_read = max(last_read, excluded.last_read), reads = reads + excluded.reads,
        last_listed = max(last_listed, excluded.last_listed), listings = listings + excluded.listings,
        last_written = max(last_written, excluded.last_written)
"""


class PlacedPage(NamedTuple):
    """A page by its store's real path and its name there."""

    store: str
    name: str


class Use(NamedTuple):
    """How a page was used: the local days, None for never, and how often; ``last_written`` is the day of its last
    change through Vademecum."""

    last_read: date | None = None
    reads: int = 0
    last_listed: date | None = None
    listings: int = 0
    last_written: date | None = None


UNUSED = Use()


def note_read(state: Path, pages: Iterable[PlacedPage], today: date) -> None:
    """Note that pages were opened on a day. Raises StorageError."""
    _note(state, _READ, pages, today)


def note_listed(state: Path, pages: Iterable[PlacedPage], today: date) -> None:
    """Note that pages were named to an agent on a day. Raises StorageError."""
    _note(state, _LISTED, pages, today)


def note_written(state: Path, pages: Iterable[PlacedPage], today: date) -> None:
    """Note that pages were changed on a day; so one that has just become cold is not put away at once."""
    _note(state, _WRITTEN, pages, today)


def note_moved(state: Path, before: PlacedPage, name: str) -> None:
    """Let what is known of a page go on under its new name in the same store. Raises StorageError."""
    with _opened(state) as connection, connection:
        store, old = _plain(before.store), _plain(page_key(before.name))
        connection.execute(_MOVED, (store, old, _plain(page_key(name))))
        connection.execute("delete from used where store = ? and page = ?", (store, old))


def uses_in(state: Path, store: str) -> Mapping[str, Use]:
    """The use of every page of a store that was ever used, by ``page_key``; none when that can't be read."""
    with suppress(StorageError), _opened(state, make=False) as connection:
        sql = "select page, last_read, reads, last_listed, listings, last_written from used where store = ?"
        return {page: _use(row) for page, *row in connection.execute(sql, (_plain(store),))}
    return {}


def counted_since(state: Path) -> date | None:
    """The first day on which any use was noted, None when none ever was."""
    with suppress(StorageError), _opened(state, make=False) as connection:
        return _day(connection.execute("select coalesce(min(day), '') from since").get)
    return None


def _note(state: Path, sql: str, pages: Iterable[PlacedPage], today: date) -> None:
    rows = sorted({(_plain(store), _plain(page_key(name)), today.isoformat()) for store, name in pages})
    if not rows:
        return
    with _opened(state) as connection, connection:
        connection.executemany(sql, rows)
        connection.execute("insert into since select ? where not exists (select * from since)", (today.isoformat(),))
        # The clock may have been ahead at first: the earliest day counts.
        connection.execute("update since set day = ?1 where day > ?1", (today.isoformat(),))


@contextmanager
def _opened(state: Path, *, make: bool = True) -> Iterator[apsw.Connection]:
    """The file, made when it is not there and wanted. Raises StorageError, also from inside the block."""
    file = state / FILE
    try:
        if make:
            state.mkdir(parents=True, exist_ok=True, mode=0o700)
        elif not file.exists():
            raise StorageError(f"{file} is not there")
        with closing(_connected(file)) as connection:
            yield connection
    except _DAMAGED as cause:  # behind its first page, so that it shows only in use
        with suppress(OSError):
            _put_aside(file)
        raise StorageError(f"{file} was damaged and has been put aside: {cause}") from cause
    except (apsw.Error, OSError) as cause:
        raise StorageError(f"{file} could not be used: {cause}") from cause


def _connected(file: Path) -> apsw.Connection:
    try:
        return _prepared(file)
    except (*_DAMAGED, apsw.SQLError):  # tables of another kind
        _put_aside(file)
        return _prepared(file)


def _put_aside(file: Path) -> None:
    for suffix in ("", "-wal", "-shm"):
        damaged = file.with_name(file.name + suffix)
        with suppress(FileNotFoundError):
            damaged.replace(damaged.with_name(f"{damaged.name}.broken"))


def _prepared(file: Path) -> apsw.Connection:
    if not file.exists():
        with suppress(FileExistsError):
            file.touch(mode=0o600, exist_ok=False)
    connection = apsw.Connection(str(file))
    try:
        connection.set_busy_timeout(_WAIT)
        if connection.pragma("journal_mode") != "wal":
            with suppress(apsw.BusyError):  # nobody waits for this change; who makes the file just now makes it too
                connection.pragma("journal_mode", "wal")
        connection.pragma("synchronous", "normal")
        if connection.pragma("user_version") != FORMAT:
            # One who reads first and then writes is not waited for, when another wrote in between.
            connection.execute(f"begin immediate; {_TABLES} pragma user_version = {FORMAT}; commit")
    except BaseException:
        connection.close()
        raise
    return connection


def _plain(text: str) -> str:
    """A path or a name as SQLite takes it: a folder's name may hold bytes that are no UTF-8."""
    return text.encode("utf-8", "backslashreplace").decode()


def _use(row: list[apsw.SQLiteValue]) -> Use:
    last_read, reads, last_listed, listings, last_written = row
    return Use(_day(last_read), _count(reads), _day(last_listed), _count(listings), _day(last_written))


def _day(value: object) -> date | None:
    try:
        return date.fromisoformat(value) if isinstance(value, str) and value else None
    except ValueError:
        return None


def _count(value: object) -> int:
    return value if isinstance(value, int) else 0
