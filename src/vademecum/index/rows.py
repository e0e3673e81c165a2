"""Rows of the index as values and back. Pure: it runs no statement."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import blake2b, sha256
from itertools import chain
from operator import mul

from vademecum.address import format_place
from vademecum.index.columns import BlockColumns, Value, read_crumb
from vademecum.index.contract import BlockRow, Fields, Lengths, PageRow
from vademecum.index.record import MAX_COUNT, Tally
from vademecum.lean import dumps
from vademecum.page import Digest, Link, Problem
from vademecum.page.facts import nested, salience_of
from vademecum.store.contract import Stamp
from vademecum.text.fold import caseless

REPEATS = Lengths(title=3, headings=2, tags=1, summary=1, body=1)
"""How often the words of a field are given to the engine, so that one column proposes as five weighted ones would."""

PAGE_COLUMNS = "id, name, digest, stamp, settled, hidden, kind, salience, date, detail"
DIGEST_SPACE = 1 << 256
# A header may come as any mapping, of which json writes plain ones alone.
_JSON = json.JSONEncoder(default=dict)


def page_values(number: int, row: PageRow, *, settled: bool) -> tuple[Value, ...]:
    """A page in the order of PAGE_COLUMNS."""
    kind = None if row.type is None else caseless(row.type)
    stamp = row.stamp.text
    about = row.hidden, kind, salience_of(row.meta), row.date
    return number, row.name, row.digest, stamp, int(settled), *about, _detail(row)


# Where the characters stand among the values of ``_detail``, for SQLite to add them up: to read whole rows for that
# would take a hundred times as long.
CHARS = "json_extract(detail, '$[6]')"
# Whether there is anything in the list of problems there.
ODD = "json_array_length(detail, '$[8]') > 0"


def _detail(row: PageRow) -> str:
    links = [(k.kind, k.target, k.anchor, k.label, k.line, k.start, k.end) for k in row.links]
    problems = [(p.code, p.line, p.column, p.message) for p in row.problems]
    known = (row.title, row.summary, row.type, row.author, row.tags, row.aliases, row.chars)
    values = (*known, links, problems, row.meta, row.threat)
    try:
        return dumps(values)  # the same in half the time
    except TypeError:
        return _JSON.encode(values)


def read_page(values: Sequence[object], blocks: Iterable[BlockRow] = ()) -> PageRow:
    """A page from the columns of PAGE_COLUMNS. Raises ValueError for what ``page_values`` never made."""
    _, name, digest, stamp, _, hidden, _, _, date, detail = values
    title, summary, kind, author, tags, aliases, chars, links, problems, meta, threat = json.loads(str(detail))
    return PageRow(
        name=str(name),
        digest=Digest(str(digest)),
        stamp=Stamp.read(str(stamp)),
        title=title,
        summary=summary,
        type=kind,
        date=_text(date),
        author=author,
        tags=tuple(tags),
        aliases=tuple(aliases),
        meta=meta,
        links=tuple(Link(*link) for link in links),
        problems=tuple(Problem(*problem) for problem in problems),
        hidden=_text(hidden),
        chars=chars,
        threat=threat,
        blocks=tuple(blocks),
    )


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def tags_of(row: PageRow) -> set[str]:
    """A page's tags as filters compare them, with those that they are nested in."""
    return nested(row.tags)


def plain(text: str) -> str:
    """A name or title as people mean it: spaces round it and case make no difference."""
    return caseless(text).strip()


def called(row: PageRow) -> set[str]:
    """What a page may be asked for by: its title, its aliases and the last part of its name."""
    return {plain(row.name).rpartition("/")[2], *map(plain, (row.title, *row.aliases))}


def block_values(number: int, page: int, row: BlockRow, place: tuple[str, int]) -> tuple[Value, ...]:
    """A block as the ``block`` table keeps it; ``place`` is its page's name and its record's size."""
    name, size = place
    return number, page, row.date, sum(map(mul, REPEATS, row.lengths)), tie_of(name, row), size


def posting_values(number: int, row: BlockRow, record: bytes) -> tuple[Value, ...]:
    """A block as the ``posting`` table keeps it."""
    return number, crumb_text(row.crumb), row.nth, row.line, row.start, row.end, *row.lengths, record


def crumb_text(crumb: tuple[str, ...]) -> str:
    """A heading path as one text. Hundreds are read for each query, so JSON is kept for line ends within a heading."""
    joined = "".join(f"\n{part}" for part in crumb)
    return joined if joined.count("\n") == len(crumb) else json.dumps(crumb)


def tie_of(name: str, row: BlockRow) -> int:
    """What settles a tie between blocks: a hash of the address, so that it is the same in every index."""
    place = f"{name}\0{format_place(row.crumb, row.nth)}"
    return int.from_bytes(blake2b(place.encode(), digest_size=8).digest(), "big", signed=True)


def read_block(values: BlockColumns) -> BlockRow:
    """A block without its terms from the columns of BLOCK_COLUMNS. Raises ValueError."""
    date, crumb, nth, line, start, stop, *lengths = values
    return BlockRow(read_crumb(crumb), nth, line, start, stop, date, Fields(), Lengths(*lengths))


def shared_text(terms: Fields) -> str:
    """What the engine is given of the fields that all blocks of a page have in common."""
    return " ".join([*[*terms.title] * REPEATS.title, *[*terms.tags] * REPEATS.tags, *terms.summary])


def engine_text(terms: Fields, shared: str) -> str | None:
    """The terms of a block as often as the engine is given them; None where one stands there so often that its record
    says less, from which the block is taken out of the engine again."""
    if sum(map(len, terms)) > MAX_COUNT and max(Counter(chain.from_iterable(terms)).values()) > MAX_COUNT:
        return None
    return " ".join([shared, *[*terms.headings] * REPEATS.headings, *terms.body])


def recorded_text(counted: Tally) -> str:
    """The same from a block's record; the order says nothing."""
    repeated = (f"{term} " * sum(map(mul, REPEATS, counts)) for term, counts in counted.often.items())
    return " ".join([*counted.once, *repeated])


def page_mark(name: str, digest: str) -> int:
    """A page's share in the digest of an index, which is the sum of all shares."""
    return int.from_bytes(sha256(f"{name}\0{digest}".encode()).digest(), "big")
