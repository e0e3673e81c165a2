"""What the statements of a query name, and how their rows are read: filters as SQL, blocks as proposed. Pure.

It is apart from ``rows.py`` because a hook waits for its import, and neither writes rows nor reads whole pages.
"""

# ruff: noqa: S608 - statements are put together from constants of this folder; every value is bound

from __future__ import annotations

from collections.abc import Iterable

from vademecum.index.proposal import Candidate, Filter, Lengths
from vademecum.lean import NamedTuple, loads
from vademecum.text.fold import caseless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Value: TypeAlias = "str | int | float | bytes | None"
BlockColumns: TypeAlias = tuple[str | None, str, int, int, int, int, int, int, int, int, int]


BLOCK_COLUMNS = "b.date, t.crumb, t.nth, t.line, t.start, t.stop, t.title, t.headings, t.tags, t.summary, t.body"
TOTAL_COLUMNS = "fingerprint, digest, blocks, title, headings, tags, summary, body"


class Clause(NamedTuple):
    """A condition in SQL with its values; always true when nothing is asked."""

    sql: str
    values: tuple[Value, ...]


def read_crumb(text: str) -> tuple[str, ...]:
    """Undo ``crumb_text``. Raises ValueError."""
    return tuple(loads(text) if text.startswith("[") else text.split("\n")[1:])


def read_candidate(name: str, digest: str, record: bytes, block: BlockColumns) -> Candidate:
    """A block as proposed; ``block`` are the columns of BLOCK_COLUMNS. Raises ValueError."""
    date, crumb, nth, line, start, stop = block[:6]
    return Candidate(name, read_crumb(crumb), nth, line, start, stop, date, digest, Lengths(*block[6:]), record)


def page_clause(within: Filter) -> Clause:
    """Which rows ``p`` of the page table the filter lets through, dates aside."""
    parts: list[str] = []
    values: list[Value] = []
    if within.types:
        parts.append(f"p.kind in ({_marks(within.types)})")
        values += sorted(map(caseless, within.types))
    if within.tags:
        parts.append(f"exists (select 1 from tag g where g.page = p.id and g.tag in ({_marks(within.tags)}))")
        values += sorted(map(caseless, within.tags))
    if within.salience:
        parts.append(f"p.salience in ({_marks(within.salience)})")
        values += sorted(within.salience)
    if within.path:
        parts.append("p.name >= ? and substr(p.name, 1, ?) = ?")
        values += (within.path, len(within.path), within.path)
    return Clause(" and ".join(parts) or "true", tuple(values))


def date_clause(within: Filter, column: str) -> Clause:
    """Whether a date lies within the filter's bounds; a missing one lies within none."""
    bounds = [(f"{column} {sign} ?", bound) for sign, bound in ((">=", within.since), ("<=", within.until)) if bound]
    return Clause(" and ".join(sql for sql, _ in bounds) or "true", tuple(bound for _, bound in bounds))


def block_clause(within: Filter) -> Clause:
    """Which rows ``b`` of the block table the filter lets through."""
    pages, dates = page_clause(within), date_clause(within, "b.date")
    if not pages.values:
        return dates
    sql = f"b.page in (select p.id from page p where {pages.sql}) and {dates.sql}"
    return Clause(sql, pages.values + dates.values)


def _marks(values: Iterable[object]) -> str:
    return ", ".join("?" for _ in values)
