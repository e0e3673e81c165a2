"""Where a mount's vectors are kept: one SQLite file in the cache folder, keyed by content, apart from the index.

A vector belongs to the SHA-256 of its model's identity and its text, so the same text is never embedded twice, wherever
it stands and however often the index is rebuilt. Each model has a space of its own; a new one is filled beside the old,
which goes when the new is whole. The file is derived: damaged or of another version, it starts anew, empty.

Only who holds the mount's vector lock writes. The journal is SQLite's plain one, so that one file is all there is.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

import apsw

from vademecum.errors import VectorsFailedError
from vademecum.index.failure import is_damage

if TYPE_CHECKING:
    from vademecum.index.vectors.embedder import Matrix

VERSION = 1
APPLICATION_ID = 0x76616476  # "vadv"
_WAIT_MS = 2_000
_CHUNK = 500

_TABLES = f"""
create table space (
    id integer primary key, identity text not null unique, rules text not null, dimensions integer not null,
    failure text not null);
create table vector (space integer not null, key blob not null, value blob not null, primary key (space, key));
create table page (
    space integer not null, name text not null, digest text not null, primary key (space, name)) without rowid;
create table block (
    space integer not null, page text not null, crumb text not null, nth integer not null, key blob not null,
    primary key (space, page, crumb, nth)) without rowid;
create index block_key on block (space, key);
pragma application_id = {APPLICATION_ID};
pragma user_version = {VERSION};
"""


class Placed(NamedTuple):
    """A block, and the key of the vector that its text has."""

    crumb: tuple[str, ...]
    nth: int
    key: bytes


class Stored(NamedTuple):
    """A block of a page at a digest, with its vector as bytes of 16-bit floats."""

    name: str
    digest: str
    crumb: tuple[str, ...]
    nth: int
    value: bytes


class Count(NamedTuple):
    """How much there is of one model: ``failure`` is what ended the last pass early, empty when nothing did."""

    pages: int
    blocks: int
    failure: str


class VectorFile:
    """The vectors of one mount by one model; to be closed. ``rules`` mark how a page is cut into texts."""

    def __init__(self, connection: apsw.Connection, space: int) -> None:
        self._connection = connection
        self._space = space

    @classmethod
    def to_write(cls, path: str, identity: str, rules: str) -> tuple[VectorFile, bool]:
        """Open the file, and make it when it is missing or can't be used; the second value says that it was damaged.

        Raises VectorsFailedError.
        """
        with _told():
            os.makedirs(os.path.dirname(path), exist_ok=True)
            connection, damaged = _opened(path)
            with connection:
                connection.execute("insert or ignore into space values (null, ?, '', 0, '')", (identity,))
                space, old = connection.execute("select id, rules from space where identity = ?", (identity,)).get
                file = cls(connection, space)
                if old != rules:
                    file._forget_pages()
                    connection.execute("update space set rules = ? where id = ?", (rules, space))
            return file, damaged

    @classmethod
    def to_read(cls, path: str, identity: str) -> VectorFile | None:
        """Open the file; None when it holds nothing of this model. Raises VectorsFailedError."""
        if not os.path.exists(path):
            return None
        with _told():
            # Opened to write, so that what a killed program left half written can be rolled back; nothing is changed.
            connection = _connect(path, apsw.SQLITE_OPEN_READWRITE)
            space = _space_in(connection, identity) if _is_ours(connection) else None
            if space is None:
                connection.close()
                return None
            return cls(connection, space)

    def close(self) -> None:
        """Give back the file."""
        self._connection.close()

    def pages(self) -> dict[str, str]:
        """The digests of the pages whose blocks all have vectors, by name."""
        with _told():
            return dict(self._rows("select name, digest from page where space = ?"))

    def missing(self, keys: Sequence[bytes]) -> set[bytes]:
        """Those of the keys that have no vector yet."""
        found: set[bytes] = set()
        with _told():
            for start in range(0, len(keys), _CHUNK):
                some = keys[start : start + _CHUNK]
                marks = ", ".join("?" for _ in some)
                sql = f"select key from vector where space = ? and key in ({marks})"  # noqa: S608 - marks alone
                found.update(key for (key,) in self._rows(sql, *some))
        return set(keys) - found

    def keep(self, keys: Sequence[bytes], vectors: Matrix) -> None:
        """Keep one batch, whole. Raises VectorsFailedError when its vectors are of another length than those kept."""
        length = vectors.shape[1]
        with _told(), self._connection:
            [[known]] = self._rows("select dimensions from space where id = ?")
            if known not in {0, length}:
                told = f"the embedder gives vectors of {length:,} numbers, and those kept of its model have {known:,}"
                raise VectorsFailedError(told, hint="vade sync --rebuild makes them all anew")
            self._do("update space set dimensions = ?2 where id = ?1", length)
            rows = [(self._space, key, row.astype("<f2").tobytes()) for key, row in zip(keys, vectors, strict=True)]
            self._connection.executemany("insert or replace into vector values (?, ?, ?)", rows)

    def place(self, pages: Mapping[str, tuple[str, Sequence[Placed]]]) -> None:
        """Note which blocks the pages have at which digest; every key has its vector already."""
        with _told(), self._connection:
            self._drop(pages)
            for name, (digest, blocks) in pages.items():
                self._do("insert into page values (?, ?, ?)", name, digest)
                rows = [(self._space, name, json.dumps(each.crumb), each.nth, each.key) for each in blocks]
                self._connection.executemany("insert or replace into block values (?, ?, ?, ?, ?)", rows)

    def drop(self, names: Iterable[str]) -> None:
        """Forget pages that are gone, or that may not be kept any more; their vectors go with the next ``finish``."""
        with _told(), self._connection:
            self._drop(names)

    def finish(self, *, prune: bool = True) -> None:
        """After a pass that nothing ended early. ``prune`` lets go of what no block needs, and of all other models."""
        with _told(), self._connection:
            self._do("update space set failure = '' where id = ?")
            if not prune:
                return
            self._do(
                "delete from vector where space = ?1 and not exists "
                "(select 1 from block b where b.space = ?1 and b.key = vector.key)"
            )
            for table in ("vector", "block", "page"):
                self._do(f"delete from {table} where space != ?")  # noqa: S608 - one of three names
            self._do("delete from space where id != ?")

    def fail(self, reason: str) -> None:
        """Note why a pass ended early."""
        with _told(), self._connection:
            self._do("update space set failure = ?2 where id = ?1", reason)

    def forget(self) -> None:
        """Forget every vector of this model, so that the next pass makes them all."""
        with _told(), self._connection:
            self._forget_pages()
            self._do("delete from vector where space = ?")
            self._do("update space set dimensions = 0 where id = ?")

    def count(self) -> Count:
        """How much is kept."""
        with _told():
            [[failure]] = self._rows("select failure from space where id = ?")
            [[pages]] = self._rows("select count(*) from page where space = ?")
            [[blocks]] = self._rows("select count(*) from block where space = ?")
            return Count(pages, blocks, failure)

    def stored(self) -> tuple[int, list[Stored]]:
        """How many numbers a vector has, and all blocks in order of name, crumb and number."""
        sql = (
            "select b.page, p.digest, b.crumb, b.nth, v.value from block b "
            "join page p on p.space = b.space and p.name = b.page "
            "join vector v on v.space = b.space and v.key = b.key where b.space = ? order by b.page, b.crumb, b.nth"
        )
        with _told():
            [[dimensions]] = self._rows("select dimensions from space where id = ?")
            rows = [
                Stored(name, digest, tuple(json.loads(crumb)), nth, value)
                for name, digest, crumb, nth, value in self._rows(sql)
            ]
            if any(len(row.value) != 2 * dimensions for row in rows):
                raise ValueError("a vector of another length than its model's")
            return dimensions, rows

    def _drop(self, names: Iterable[str]) -> None:
        rows = [(self._space, name) for name in names]
        self._connection.executemany("delete from block where space = ? and page = ?", rows)
        self._connection.executemany("delete from page where space = ? and name = ?", rows)

    def _forget_pages(self) -> None:
        self._do("delete from block where space = ?")
        self._do("delete from page where space = ?")

    def _do(self, sql: str, *values: apsw.SQLiteValue) -> None:
        self._connection.execute(sql, (self._space, *values))

    def _rows(self, sql: str, *values: apsw.SQLiteValue) -> apsw.Cursor:
        return self._connection.execute(sql, (self._space, *values))


def _opened(path: str) -> tuple[apsw.Connection, bool]:
    """A connection to a file of ours, new if need be, and whether one had to go for that."""
    there = os.path.exists(path) and os.path.getsize(path) > 0
    if there:
        try:
            connection = _connect(path, apsw.SQLITE_OPEN_READWRITE)
            if _is_ours(connection) and connection.pragma("quick_check") == "ok":
                return connection, False
            connection.close()
        except apsw.Error as error:
            if not is_damage(error):
                raise
    for tail in ("", "-journal"):
        if os.path.exists(path + tail):
            os.unlink(path + tail)
    connection = _connect(path, apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE)
    connection.execute(f"begin immediate; {_TABLES} commit")
    return connection, there


def _connect(path: str, flags: int) -> apsw.Connection:
    connection = apsw.Connection(path, flags=flags)
    connection.set_busy_timeout(_WAIT_MS)
    return connection


def _is_ours(connection: apsw.Connection) -> bool:
    return (connection.pragma("application_id"), connection.pragma("user_version")) == (APPLICATION_ID, VERSION)


def _space_in(connection: apsw.Connection, identity: str) -> int | None:
    found = connection.execute("select id from space where identity = ?", (identity,)).get
    return None if found is None else int(found)


@contextmanager
def _told() -> Iterator[None]:
    """Let only errors of the library out; what is damaged is told, and made anew by who writes next."""
    try:
        yield
    except (apsw.Error, ValueError) as error:
        if is_damage(error):
            raise VectorsFailedError("the file of vectors is damaged", hint="vade sync makes it anew") from error
        raise VectorsFailedError(f"the file of vectors can't be used: {error}") from error
    except OSError as error:
        raise VectorsFailedError(f"the file of vectors can't be used: {error.strerror}") from error
