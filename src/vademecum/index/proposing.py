"""Proposing: one moment of the embedded index, asked for the blocks that may answer. It never scores and never writes.

Which blocks are proposed depends on the rows alone: a tie at the cut is settled by length and then by the address's
hash, never by a row's number, so an index that was changed a thousand times proposes what a fresh one does (rule 1).
A hook waits for this module, so it imports no more than it needs; ``view.py`` adds what reads whole rows.
"""

# ruff: noqa: S608 - statements are put together from constants of this folder; every value is bound

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

import apsw

from vademecum.errors import IndexFailedError
from vademecum.index.columns import BLOCK_COLUMNS, TOTAL_COLUMNS, Clause, Value, block_clause, read_candidate
from vademecum.index.failure import Guard
from vademecum.index.marks import voice
from vademecum.index.proposal import Candidate, Filter, Lengths, Totals
from vademecum.index.record import is_term
from vademecum.index.schema import fts_query
from vademecum.lean import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

# Of long questions only the rarest terms count: on real question sets more changed nDCG by .003 at most.
_MAX_TERMS = 48
# Terms are matched, rarest first, while they promise no more rows than a share of all. A fixed bound loses answers as
# an index grows. Of the exact ten of a million blocks a fifth kept 96 to 98% by words, a third 98 to all.
_MATCHED_SHARE = 3
_MATCHED_LEAST = 5000
# Long paragraphs cost most to score: after so many bytes of records, or so many for each that is asked for, no more are
# given, but never fewer than the least.
_MAX_BYTES = 200_000
_MAX_BYTES_EACH = 700
_LEAST = 50
# So many times the limit is asked for: it settles most ties without a second query, and more costs more than it saves.
_MARGIN = 2
# The engine knows no lengths. What is taken of its list is chosen as the ranking would, which holds a block of twice
# the average length back by a fifth.
_LONG = 0.27
# So many blocks that bear a mark are proposed beside the others.
_BEARING = 120
_ALL = block_clause(Filter())

_Place: TypeAlias = tuple[str, tuple[str, ...], int]
"""A block by its address."""
_Ranked: TypeAlias = tuple[float, int, int, int, int]
"""Score, words, tie, number and record size of a block; tuples in order are blocks in the engine's order."""


class Facts(NamedTuple):
    """What is told of a page beside its words, and why it is hidden, empty for one that is not."""

    digest: str
    title: str
    date: str | None
    author: str | None
    threat: str = ""
    hidden: str = ""


class Proposer:
    """A read transaction on an open connection, which stays its opener's."""

    def __init__(self, connection: apsw.Connection, guard: Guard) -> None:
        self._connection: apsw.Connection | None = connection
        self._guard = guard
        with guard:
            # A transaction sees a moment from its first read on, so that is made at once.
            connection.execute("begin")
            [total] = connection.execute(f"select {TOTAL_COLUMNS} from total")
        self.fingerprint, self.digest, self._blocks, *lengths = total
        self._lengths = Lengths(*lengths)
        self._known: dict[str, int] = {}
        self._given: dict[_Place, tuple[int, int]] = {}

    def end(self) -> None:
        """Answer no more; the connection may belong to another view from now on."""
        self._connection = None
        self._known.clear()
        self._given.clear()

    def _rows(self, sql: str, values: Sequence[Value] = ()) -> apsw.Cursor:
        """The rows of a statement, all of which must be read: an open statement would hold the moment for ever."""
        if self._connection is None:
            raise IndexFailedError("this view of the search index has ended")
        return self._connection.execute(sql, values)

    def totals(self, terms: Sequence[str]) -> Totals:
        """Statistics for these terms; what can't be a term occurs nowhere."""
        with self._guard:
            return Totals(self._blocks, self._lengths, self._frequency(terms))

    def _frequency(self, terms: Sequence[str]) -> dict[str, int]:
        """In how many blocks each term occurs; what one moment answered before is not asked again."""
        known = self._known
        asked = [term for term in dict.fromkeys(terms) if term not in known and is_term(term)]
        if asked:
            marks = ", ".join("?" * len(asked))
            known.update(dict.fromkeys(asked, 0))
            known.update(self._rows(f"select term, n from df where term in ({marks})", asked))
        return {term: known[term] for term in terms if known.get(term)}

    def propose(
        self, terms: Sequence[str], *, limit: int, within: Filter, bearing: Collection[str] = ()
    ) -> list[Candidate]:
        """The engine's best blocks among those that hold one of the rarer terms, in an order of the rows alone.

        Common terms of a long question are not matched, but count in every score made from a record; fewer than
        ``limit`` blocks are given when their records are long. After them come the best that bear one of some marks
        and hold any term, names aside: what a mark adds may outweigh a rare word.
        """
        with self._guard:
            frequency = self._frequency([*terms, *bearing])
            marks = {mark: frequency.pop(mark) for mark in bearing if mark in frequency}
            matched = _rarest(frequency, self._blocks)
            if not matched or limit < 1:
                return []
            only = block_clause(within)
            numbers = _affordable(self._ranked(fts_query(matched), limit, only), limit)
            others = [term for term in _few(frequency) if voice(term) not in marks] if marks else []
            if others and sum(marks.values()) <= _most_matched(self._blocks):
                query = f"({fts_query(marks)}) AND ({fts_query(others)})"
                bearers = min(limit, _BEARING)
                more = _affordable(self._ranked(query, bearers, only), bearers)
                numbers = list(dict.fromkeys([*numbers, *more]))
            return self._candidates(numbers)

    def _matched(self, terms: Sequence[str]) -> list[str]:
        """The terms that blocks are proposed by: the rarer ones of a long question."""
        return _rarest(self._frequency(terms), self._blocks)

    def _in_order(self, rows: Iterable[_Ranked]) -> list[_Ranked]:
        """Rows as if the engine had held long blocks back, as the ranking does."""
        average = sum(self._lengths) / max(self._blocks, 1) or 1.0
        return sorted(
            (score / (1 + _LONG * (words / average - 1)), words, tie, number, size)
            for score, words, tie, number, size in rows
        )

    def _ranked(self, query: str, limit: int, only: Clause) -> list[_Ranked]:
        join = "cross join block b on b.id = fts.rowid" if only.values else ""
        best = f"""select fts.rowid as id, bm25(fts) as score from fts {join}
            where fts match ? and {only.sql} order by score limit ?"""
        asked = limit * _MARGIN
        rows: list[_Ranked] = list(
            self._rows(
                f"select c.score, b.words, b.tie, c.id, b.size from ({best}) c left join block b on b.id = c.id",
                (query, *only.values, asked),
            )
        )
        if any(row[-1] is None for row in rows):
            raise ValueError("a proposed block is not there")
        if len(rows) < asked:
            return self._in_order(rows)[:limit]
        return self._cut(rows, limit, query, only)

    def _cut(self, rows: list[_Ranked], limit: int, query: str, only: Clause) -> list[_Ranked]:
        """The first ``limit`` of rows of which the worst score's may not all be there."""
        worst = max(score for score, *_ in rows)
        better = self._in_order(row for row in rows if row[0] < worst)
        if len(better) >= limit:
            return better[:limit]
        tied = self._rows(
            f"""select bm25(fts), b.words, b.tie, b.id, b.size from fts cross join block b on b.id = fts.rowid
            where fts match ? and bm25(fts) = ? and {only.sql} order by b.words, b.tie limit ?""",
            (query, worst, *only.values, limit - len(better)),
        )
        return [*better, *tied]

    def beside(self, blocks: Iterable[Candidate], within: Filter) -> list[Candidate]:
        """The blocks right before and right after these on their pages that the filter lets through.

        Only what this view has proposed has neighbours here, and what it has proposed is not given again.
        """
        with self._guard:
            beside = {each for block in blocks for each in _next_to(self._given.get(_place(block)))}
            beside.difference_update(self._given.values())
            if not beside:
                return []
            rows = self._block_rows({number for number, _ in beside}, block_clause(within))
            return [block for number, page, block in rows if (number, page) in beside]

    def _candidates(self, numbers: Sequence[int]) -> list[Candidate]:
        found = {}
        for number, page, block in self._block_rows(numbers):
            found[number] = block
            self._given[_place(block)] = number, page
        if len(found) < len(numbers):
            raise ValueError("a proposed block has no record or no page")
        return [found[number] for number in numbers]

    def _block_rows(self, numbers: Collection[int], only: Clause = _ALL) -> Iterator[tuple[int, int, Candidate]]:
        """Blocks with their numbers and those of their pages, in no order."""
        rows = self._rows(
            f"""select b.id, b.page, p.name, p.digest, t.record, {BLOCK_COLUMNS}
            from block b join posting t on t.id = b.id join page p on p.id = b.page
            where b.id in ({", ".join("?" * len(numbers))}) and {only.sql}""",
            # In order they are found in the order in which they lie.
            (*sorted(numbers), *only.values),
        )
        for number, page, name, digest, record, *block in rows:
            yield number, page, read_candidate(name, digest, record, tuple(block))

    def facts(self, names: Sequence[str]) -> dict[str, Facts]:
        """What is known of these pages, by name, without reading whole rows; unknown ones are left out."""
        with self._guard:
            rows = self._rows(
                f"""select name, digest, date, json_extract(detail, '$[0]'), json_extract(detail, '$[3]'),
                json_extract(detail, '$[10]'), hidden
                from page where name in ({", ".join("?" * len(names))})""",
                names,
            )
            return {
                name: Facts(digest, title, date, author, threat or "", hidden or "")
                for name, digest, date, title, author, threat, hidden in rows
            }


def _place(block: Candidate) -> _Place:
    return block.name, block.crumb, block.nth


def _next_to(place: tuple[int, int] | None) -> Iterable[tuple[int, int]]:
    """The numbers beside a block's, with its page: blocks of a page are numbered one after the other."""
    if place is None:
        return ()
    number, page = place
    return (number - 1, page), (number + 1, page)


def _rarest(frequency: Mapping[str, int], blocks: int) -> list[str]:
    """The terms to match: the rarest, as many as their postings' number allows, and one in any case."""
    bound = _most_matched(blocks)
    chosen: list[str] = []
    postings = 0
    for term in _few(frequency):
        postings += frequency[term]
        if chosen and postings > bound:
            break
        chosen.append(term)
    return chosen


def _few(frequency: Mapping[str, int]) -> list[str]:
    """The terms, rarest first; of many the rarest."""
    return sorted(frequency, key=lambda term: (frequency[term], term))[:_MAX_TERMS]


def _most_matched(blocks: int) -> int:
    return max(_MATCHED_LEAST, blocks // _MATCHED_SHARE)


def _affordable(ranked: Iterable[_Ranked], limit: int) -> list[int]:
    """The numbers of the first blocks of so many, up to the bound on the bytes of their records."""
    most = max(_MAX_BYTES, limit * _MAX_BYTES_EACH)
    numbers: list[int] = []
    size = 0
    for *_, number, record in ranked:
        size += record
        if size > most and len(numbers) >= _LEAST:
            break
        numbers.append(number)
    return numbers
