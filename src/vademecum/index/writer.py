"""Changing the embedded index: pages go out and come in whole, and all statistics follow, in one transaction.

It trusts no number that it can't take back exactly: what a page added is read from its records when it is removed.
"""

# ruff: noqa: S608 - statements are put together from constants of this folder; every value is bound

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import apsw

from vademecum.errors import IndexFailedError
from vademecum.index.columns import TOTAL_COLUMNS
from vademecum.index.contract import FIELDS, BlockRow, Changes, Fields, PageRow
from vademecum.index.failure import Guard
from vademecum.index.outline import outline_values
from vademecum.index.record import Counted, Tally, encode, named, tally, unpack
from vademecum.index.rows import (
    DIGEST_SPACE,
    block_values,
    called,
    engine_text,
    page_mark,
    page_values,
    posting_values,
    recorded_text,
    shared_text,
    tags_of,
)
from vademecum.index.schema import CAPITAL_TERMS, COUNT_TERMS, fts_text, has_capitals, plain_term
from vademecum.store.contract import Stamp

_COMMON = tuple(FIELDS.index(name) for name in ("title", "tags", "summary"))

# FTS5 writes its buffer out whenever a row's number is below the last one's, so a batch is removed before it is added.
_BATCH = 512
# Statistics of terms are written when so many terms wait: most are common and would be written again and again.
_WAITING = 100_000

_FTS_ADD = "insert into fts(rowid, terms) values (?, ?)"
_FTS_REMOVE = "insert into fts(fts, rowid, terms) values ('delete', ?, ?)"
_DF_MORE = "insert into df values (?, ?) on conflict (term) do update set n = n + excluded.n"
_DF_FEWER = "update df set n = n + ?2 where term = ?1 returning term, n"


class _Cut(NamedTuple):
    """A block with its terms counted and packed, and the text that the engine is given."""

    row: BlockRow
    counted: Counted
    record: bytes
    text: str


class _Prepared(NamedTuple):
    """A page ready to be written; hidden pages have no blocks."""

    row: PageRow
    settled: bool
    blocks: tuple[_Cut, ...]


def apply_changes(
    connection: apsw.Connection, changes: Changes, fingerprint: str, guard: Guard, *, only_on: str | None = None
) -> bool:
    """Make all changes, or none when anything raises; ``changes.pages`` is read as it is written.

    Makes none and returns False when the rows there are not of the fingerprint ``only_on``. Raises ValueError for a
    term that can't be one, and what ``changes.pages`` itself raises.
    """
    if connection.in_transaction:
        raise IndexFailedError("the search index is being written by the reader of its pages")
    with guard:
        connection.execute("begin immediate")
    try:
        with guard:
            update = _Update(connection)
            if only_on not in (None, update.fingerprint):
                _roll_back(connection)
                return False
            if changes.whole:
                _empty(connection)
                update = _Update(connection)
            update.remove(changes.removed)
        for batch in _batches(_prepared(changes)):
            with guard:
                update.put(batch)
        with guard:
            update.restamp(changes.restamped, changes.unsettled)
            update.finish(fingerprint)
            connection.execute("commit")
    except BaseException:
        _roll_back(connection)
        raise
    return True


def clear(connection: apsw.Connection, guard: Guard) -> None:
    """Forget everything in one transaction, so that other processes see it before or after."""
    with guard:
        connection.execute("begin immediate")
        try:
            _empty(connection)
            connection.execute("commit")
        except BaseException:
            _roll_back(connection)
            raise


def _empty(connection: apsw.Connection) -> None:
    for table in ("df", "page", "outline", "tag", "called", "block", "posting"):
        connection.execute(f"delete from {table}")
    connection.execute("insert into fts(fts) values ('delete-all')")
    connection.execute("replace into total values (1, '', ?, 0, 0, 0, 0, 0, 0)", (f"{0:064x}",))


def _roll_back(connection: apsw.Connection) -> None:
    if connection.in_transaction:
        connection.execute("rollback")


def _prepared(changes: Changes) -> Iterator[_Prepared]:
    for row in changes.pages:
        blocks = () if row.hidden is not None else tuple(_cuts(row.blocks))
        yield _Prepared(row, row.name not in changes.unsettled, blocks)


def _cuts(rows: Iterable[BlockRow]) -> Iterator[_Cut]:
    """The blocks of a page, of which what they have in common is counted once."""
    last: Fields | None = None
    common: dict[str, int] = {}
    shared = ""
    for row in rows:
        terms = row.terms
        if last is None or any(terms[place] is not last[place] for place in _COMMON):
            last, common, shared = terms, named(terms), shared_text(terms)
        counted = tally(terms, common)
        record = encode(counted)
        text = engine_text(terms, shared)
        distinct = len(counted.once) + len(counted.often)
        yield _Cut(row, counted, record, _removal(unpack(record)) if text is None else fts_text(text, distinct))


def _removal(recorded: Tally) -> str:
    """The text by which the engine takes a block out; it is taken in by one with the same terms, each as often."""
    return fts_text(recorded_text(recorded), len(recorded.once) + len(recorded.often))


def _batches(pages: Iterable[_Prepared]) -> Iterator[list[_Prepared]]:
    """Pages in groups in which no name stands twice."""
    batch: dict[str, _Prepared] = {}
    size = 0
    for page in pages:
        if page.row.name in batch or size >= _BATCH:
            yield list(batch.values())
            batch, size = {}, 0
        batch[page.row.name] = page
        size += 1 + len(page.blocks)
    yield list(batch.values())


class _Update:
    """The open write transaction, with the statistics that are still to be written."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._connection = connection
        self._df: Counter[str] = Counter()
        [total] = connection.execute(f"select {TOTAL_COLUMNS} from total")
        self.fingerprint, digest, self._blocks, *self._lengths = total
        self._digest = int(digest, 16)
        # What an empty index may have to give up is only what was put into it meanwhile.
        self._put: set[str] | None = set() if connection.execute("select not exists (select 1 from page)").get else None
        # To count the terms of a whole store here takes longer than all else that is written of them; FTS5 has done it.
        self._counts_at_end = not self._blocks
        self._has_capitals = False

    def put(self, batch: Sequence[_Prepared]) -> None:
        """Replace pages by name."""
        names = [page.row.name for page in batch]
        if self._put is None:
            self.remove(names)
        else:
            self.remove(self._put.intersection(names))
            self._put.update(names)
        number = self._next("page")
        pages = list(enumerate(batch, number))
        self._connection.executemany(
            "insert into page values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (page_values(number, page.row, settled=page.settled) for number, page in pages),
        )
        self._connection.executemany(
            "insert into outline values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (outline_values(number, page.row) for number, page in pages if page.row.hidden is None),
        )
        self._connection.executemany(
            "insert into tag values (?, ?)", ((number, tag) for number, page in pages for tag in tags_of(page.row))
        )
        self._connection.executemany(
            "insert into called values (?, ?)", ((number, word) for number, page in pages for word in called(page.row))
        )
        for page in batch:
            self._digest += page_mark(page.row.name, page.row.digest)
        self._add_blocks([(number, page.row.name, cut) for number, page in pages for cut in page.blocks])

    def _add_blocks(self, blocks: Sequence[tuple[int, str, _Cut]]) -> None:
        numbered = list(enumerate(blocks, self._next("block")))
        self._connection.executemany(
            "insert into block values (?, ?, ?, ?, ?, ?)",
            (block_values(number, page, cut.row, (name, len(cut.record))) for number, (page, name, cut) in numbered),
        )
        self._connection.executemany(
            "insert into posting values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (posting_values(number, cut.row, cut.record) for number, (_, _, cut) in numbered),
        )
        self._connection.executemany(_FTS_ADD, ((number, cut.text) for number, (_, _, cut) in numbered))
        self._count(1, [cut.row.lengths for _, _, cut in blocks])
        if self._counts_at_end:
            self._has_capitals = self._has_capitals or any(has_capitals(cut.text) for _, _, cut in blocks)
        else:
            for _, _, cut in blocks:
                self._df.update(cut.counted.terms)
            self._write_df(_WAITING)

    def remove(self, names: Iterable[str]) -> None:
        """Take pages out; names that are not there are passed over."""
        pages = [
            row
            for name in dict.fromkeys(names)
            for row in self._connection.execute("select id, name, digest from page where name = ?", (name,))
        ]
        if not pages:
            return
        for _, name, digest in pages:
            self._digest -= page_mark(name, digest)
        numbers = [(number,) for number, _, _ in pages]
        self._remove_blocks(numbers)
        self._connection.executemany("delete from outline where page = ?", numbers)
        self._connection.executemany("delete from tag where page = ?", numbers)
        self._connection.executemany("delete from called where page = ?", numbers)
        self._connection.executemany("delete from page where id = ?", numbers)

    def _remove_blocks(self, pages: Sequence[tuple[int]]) -> None:
        blocks = sorted(
            self._connection.executemany(
                """select t.id, t.record, t.title, t.headings, t.tags, t.summary, t.body
            from block b join posting t on t.id = b.id where b.page = ?""",
                pages,
            )
        )
        recorded = [(number, unpack(record)) for number, record, *_ in blocks]
        self._connection.executemany(_FTS_REMOVE, ((number, _removal(each)) for number, each in recorded))
        if not self._counts_at_end:
            for _, each in recorded:
                self._df.subtract(each.terms)
        self._count(-1, [lengths for _, _, *lengths in blocks])
        numbers = [(number,) for number, *_ in blocks]
        self._connection.executemany("delete from block where id = ?", numbers)
        self._connection.executemany("delete from posting where id = ?", numbers)

    def restamp(self, stamps: Mapping[str, Stamp], unsettled: frozenset[str]) -> None:
        """Note new stamps of pages whose bytes are as they were."""
        self._connection.executemany(
            "update page set stamp = ?, settled = ? where name = ?",
            ((stamp.text, int(name not in unsettled), name) for name, stamp in stamps.items()),
        )

    def finish(self, fingerprint: str) -> None:
        """Write the statistics."""
        if self._counts_at_end:
            self._connection.execute(COUNT_TERMS)
        if self._has_capitals:
            capitals = [(plain_term(term), count) for term, count in self._connection.execute(CAPITAL_TERMS)]
            self._connection.executemany("insert into df values (?, ?)", capitals)
        self._write_df(0)
        digest = f"{self._digest % DIGEST_SPACE:064x}"
        self._connection.execute(
            "replace into total values (1, ?, ?, ?, ?, ?, ?, ?, ?)",
            (fingerprint, digest, self._blocks, *self._lengths),
        )

    def _write_df(self, waiting: int) -> None:
        if len(self._df) <= waiting:
            return
        # In order of term the writes go to neighbouring pages of the table.
        changed = sorted((term, n) for term, n in self._df.items() if n)
        self._connection.executemany(_DF_MORE, (each for each in changed if each[1] > 0))
        fewer = [each for each in changed if each[1] < 0]
        left = list(self._connection.executemany(_DF_FEWER, fewer))
        if len(left) < len(fewer):
            raise ValueError("a term has lost its count")
        gone = ((term,) for term, n in left if n == 0)
        self._connection.executemany("delete from df where term = ?", gone)
        self._df.clear()

    def _count(self, sign: int, blocks: Sequence[Sequence[int]]) -> None:
        """Add the lengths of blocks, or take them off."""
        self._blocks += sign * len(blocks)
        if blocks:
            sums = map(sum, zip(*blocks, strict=True))
            self._lengths = [total + sign * more for total, more in zip(self._lengths, sums, strict=True)]

    def _next(self, table: str) -> int:
        return int(self._connection.execute(f"select coalesce(max(id), 0) + 1 from {table}").get)
