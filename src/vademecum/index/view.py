"""One moment of the embedded index, read whole: it proposes blocks as ``proposing.py`` does, and gives rows back."""

# ruff: noqa: S608 - statements are put together from constants of this folder; every value is bound

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import itemgetter

from vademecum.index.columns import BLOCK_COLUMNS, Clause, block_clause, date_clause, page_clause, read_candidate
from vademecum.index.contract import Candidate, Filter, Held, Known, Outline, PageRow
from vademecum.index.outline import OUTLINE_COLUMNS
from vademecum.index.proposing import Proposer
from vademecum.index.rows import CHARS, ODD, PAGE_COLUMNS, read_block, read_page
from vademecum.index.schema import fts_query
from vademecum.store.contract import Stamp

_CHUNK = 500


class SqliteView(Proposer):
    """A read transaction; to be used within the ``with`` of ``SqliteIndex.view`` only."""

    def candidates(self, name: str, within: Filter) -> list[Candidate]:
        """All blocks of a page that the filter lets through, as if they had been proposed, in order."""
        only = block_clause(within)
        with self._guard:
            rows = self._rows(
                f"""select p.digest, t.record, {BLOCK_COLUMNS}
                from page p join block b on b.page = p.id join posting t on t.id = b.id
                where p.name = ? and {only.sql} order by b.id""",
                (name, *only.values),
            )
            return [read_candidate(name, digest, record, tuple(block)) for digest, record, *block in rows]

    def page(self, name: str) -> PageRow | None:
        """One page's row with its blocks, whose ``terms`` are left empty."""
        with self._guard:
            rows = list(self._rows(f"select {PAGE_COLUMNS} from page p where p.name = ?", (name,)))
            if not rows:
                return None
            blocks = f"select {BLOCK_COLUMNS} from block b join posting t on t.id = b.id where b.page = ? order by b.id"
            return read_page(rows[0], map(read_block, self._rows(blocks, (rows[0][0],))))

    def pages(self, within: Filter) -> Iterator[PageRow]:
        """Page rows in order of name, hidden ones included, without blocks.

        A date bound lets a page through by its own date or by that of any of its blocks.
        """
        only, after = _dated_page_clause(within), ""
        sql = f"select {PAGE_COLUMNS} from page p where p.name > ? and {only.sql} order by p.name limit {_CHUNK}"
        while True:
            with self._guard:
                rows = [read_page(row) for row in self._rows(sql, (after, *only.values))]
            yield from rows
            if len(rows) < _CHUNK:
                return
            after = rows[-1].name

    def odd(self) -> list[PageRow]:
        """The rows of pages in which something is odd, in order of name, hidden ones included, without blocks."""
        with self._guard:
            return [read_page(row) for row in self._rows(f"select {PAGE_COLUMNS} from page where {ODD} order by name")]

    def held(self) -> dict[str | None, Held]:
        """How many pages there are, and of how many characters, by why they are hidden; None for those that are not."""
        with self._guard:
            rows = self._rows(f"select hidden, count(*), sum({CHARS}) from page group by hidden")
            return {hidden: Held(pages, chars) for hidden, pages, chars in rows}

    def outlines(self) -> list[Outline]:
        """What a start must know of every page that is not hidden, in order of name."""
        with self._guard:
            # Most were written in order of name, so that to sort them is to look at them once.
            rows = map(Outline._make, self._rows(f"select {OUTLINE_COLUMNS} from outline"))
            return sorted(rows, key=itemgetter(0))

    def called(self, words: Iterable[str]) -> list[PageRow]:
        """Pages whose title, alias or last part of the name is one of these, in order of name, without blocks.

        Words are compared as ``rows.plain`` writes them.
        """
        asked = sorted(set(words))
        sql = f"""select {PAGE_COLUMNS} from page p where p.id in
            (select page from called where word in ({", ".join("?" * len(asked))})) order by p.name"""
        with self._guard:
            return [read_page(row) for row in self._rows(sql, asked)]

    def names(self) -> list[str]:
        """The names of all pages that are not hidden, in order."""
        with self._guard:
            return [name for (name,) in self._rows("select name from page where hidden is null order by name")]

    def chars(self) -> int:
        """The characters of all pages together, hidden ones included, as their rows count them."""
        with self._guard:
            [[count]] = self._rows(f"select coalesce(sum({CHARS}), 0) from page")
        return int(count)

    def stamps(self) -> dict[str, str]:
        """The stamp of each page as a text, by name; empty for a page that is not settled."""
        with self._guard:
            # A dict made of rows makes no other value of them; all else of ten thousand pages would cost as much again.
            return dict(self._rows("select name, iif(settled, stamp, '') from page"))

    def known(self, names: Iterable[str] | None = None) -> dict[str, Known]:
        """What sync compares with the disk, of these pages or of all, by name; unknown ones are left out."""
        sql = "select name, stamp, digest, settled from page"
        with self._guard:
            if names is None:
                rows = list(self._rows(f"{sql} order by name"))
            else:
                rows = [row for name in names for row in self._rows(f"{sql} where name = ?", (name,))]
            return {name: Known(Stamp.read(stamp), digest, settled == 1) for name, stamp, digest, settled in rows}

    def count_undated(self, within: Filter, terms: Sequence[str]) -> int:
        """How many blocks that the terms meet only a date bound of the filter leaves out, for having no date."""
        if not (within.since or within.until):
            return 0
        only = block_clause(within._replace(since=None, until=None))
        with self._guard:
            matched = self._matched(terms)
            if not matched:
                return 0
            sql = f"""select count(*) from fts cross join block b on b.id = fts.rowid
                where fts match ? and b.date is null and {only.sql}"""
            [[count]] = self._rows(sql, (fts_query(matched), *only.values))
        return int(count)


def _dated_page_clause(within: Filter) -> Clause:
    pages, own, blocks = page_clause(within), date_clause(within, "p.date"), date_clause(within, "b.date")
    if not own.values:
        return pages
    sql = f"{pages.sql} and ({own.sql} or exists (select 1 from block b where b.page = p.id and {blocks.sql}))"
    return Clause(sql, pages.values + own.values + blocks.values)
