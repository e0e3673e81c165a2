"""Headings to blocks: what belongs to which heading, and what it is called. Pure."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence

from vademecum.page.dates import find_date
from vademecum.page.lines import lines_of
from vademecum.page.model import Block
from vademecum.page.outline import Heading

_Crumb = tuple[str, ...]


def blocks_of(
    unified: str, body_start: int, headings: Sequence[Heading], ids: Sequence[tuple[int, str]]
) -> tuple[Block, ...]:
    """The blocks of a body, in order and without gaps; a lead of white space alone is no block.

    A heading without text adds nothing to the path, so that its address reads back.
    """
    first = headings[0].start if headings else len(unified)
    lead = [Heading(0, body_start, "")] if unified[body_start:first].strip() else []
    parts = [*lead, *headings]
    starts = [part.start for part in parts]
    ends = [*starts[1:], len(unified)] if starts else []
    owned = _by_start(starts, ids)
    seen: dict[_Crumb, int] = {}
    blocks: list[Block] = []
    crumbs = _crumbs(parts)
    is_dated = any("-" in heading.text for heading in headings)
    for part, crumb, line, end in zip(parts, crumbs, lines_of(unified, starts), ends, strict=True):
        seen[crumb] = nth = seen.get(crumb, 0) + 1
        date = next(filter(None, map(find_date, reversed(crumb))), None) if is_dated else None
        blocks.append(Block(crumb, nth, part.level, line, part.start, end, date, tuple(owned.get(part.start, ()))))
    return tuple(blocks)


def _crumbs(parts: Iterable[Heading]) -> list[_Crumb]:
    crumbs: list[_Crumb] = []
    open_: list[Heading] = []
    for part in parts:
        while open_ and open_[-1].level >= part.level:
            open_.pop()
        if part.level:
            open_.append(part)
        crumbs.append(tuple(heading.text for heading in open_ if heading.text))
    return crumbs


def _by_start(starts: Sequence[int], ids: Iterable[tuple[int, str]]) -> dict[int, list[str]]:
    owned: dict[int, list[str]] = {}
    for offset, name in ids:
        if place := bisect_right(starts, offset):
            owned.setdefault(starts[place - 1], []).append(name)
    return owned
