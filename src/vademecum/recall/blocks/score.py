"""Scores of block recall, to the digit of the seed's (D29 to D34). Pure: blocks, keywords and today give an order.

A block is worth what its keywords weigh, each by how often it occurs and how few blocks hold it, against its length
and its age. Two floors decide what is an answer at all: a block has to hold a fair share of what was asked, and to
weigh more than noise. So a query of words that stand everywhere has no answer.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import NamedTuple, TypeAlias

from vademecum.recall.blocks.days import age_of, recency
from vademecum.recall.blocks.keywords import Keyword, counter, normalise
from vademecum.recall.blocks.rules import RULES, BlockRules

Place: TypeAlias = tuple[str, str, tuple[str, ...], int]
"""Mount, page, heading path and count: the parts of an address, by which equal scores are ordered."""


class Countable(NamedTuple):
    """A block as it is scored: its normalised text, the length of the text as written, its page's day, its place."""

    text: str
    length: int
    day: str | None
    place: Place


class Part(NamedTuple):
    """What one keyword adds to a score; ``frequency`` is how many blocks hold it."""

    keyword: Keyword
    times: int
    frequency: int
    idf: float
    value: float


class Scored(NamedTuple):
    """A block over both floors; ``meaning`` is what vectors add to its score, which the parts do not hold."""

    block: Countable
    score: float
    parts: tuple[Part, ...]
    meaning: float = 0.0


class Ranking(NamedTuple):
    """The blocks over the floors, best first; the keywords that no block holds, and those that every block holds."""

    scored: tuple[Scored, ...]
    absent: tuple[str, ...]
    everywhere: tuple[str, ...]

    @property
    def notices(self) -> tuple[str, ...]:
        """What is told of keywords that can't rank anything (D33)."""
        absent = (f'no block holds "{word}"' for word in self.absent)
        everywhere = (f'"{word}" is in every block, so it tells none from another' for word in self.everywhere)
        return (*absent, *everywhere)


def countable(text: str, day: str | None, place: Place) -> Countable:
    """A block's text made ready; lengths are code points (rule 14)."""
    return Countable(normalise(text), len(text), day, place)


def rarity(frequency: int, blocks: int) -> float:
    """What a keyword in so many of all blocks weighs: 1 in a single one, next to nothing in all of many (D29)."""
    if frequency <= 0 or blocks <= 0:
        return 0.0
    if frequency == 1:
        return 1.0  # as the formula says, but for what floating point makes of it at three blocks
    return math.log(1 + (blocks - frequency + 0.5) / (frequency + 0.5)) / math.log((blocks + 1) / 1.5)


def rank_blocks(
    blocks: Sequence[Countable], keywords: Sequence[Keyword], today: date, rules: BlockRules = RULES
) -> Ranking:
    """The answer to keywords among all blocks there are; ``today`` is the local day."""
    columns = [list(map(counter(keyword.text), (block.text for block in blocks))) for keyword in keywords]
    frequencies = [len(column) - column.count(0) for column in columns]
    idfs = [rarity(frequency, len(blocks)) for frequency in frequencies]
    most = sum(keyword.weight * idf for keyword, idf in zip(keywords, idfs, strict=True))
    average = max(1.0, sum(block.length for block in blocks) / max(1, len(blocks)))
    scored = []
    for block, *counts in zip(blocks, *columns, strict=True):
        if not any(counts):
            continue
        weights = [k.weight * count * idf for k, count, idf in zip(keywords, counts, idfs, strict=True)]
        weighted = sum(weights)
        if weighted / most < rules.least_coverage:
            continue
        damping = 1 + block.length / average
        fresh = recency(None if block.day is None else age_of(block.day, today), rules)
        score = weighted / damping * fresh
        if score >= rules.least_score:
            values = (weight / damping * fresh for weight in weights)
            parts = map(Part, keywords, counts, frequencies, idfs, values)
            scored.append(Scored(block, score, tuple(part for part in parts if part.times)))
    return Ranking(
        scored=tuple(in_order(scored)),
        absent=tuple(k.text for k, n in zip(keywords, frequencies, strict=True) if not n),
        everywhere=tuple(k.text for k, n in zip(keywords, frequencies, strict=True) if n == len(blocks) > 1),
    )


def choose(
    scored: Iterable[Scored], limit: int, may_sit: Callable[[Scored], bool], rules: BlockRules = RULES
) -> list[Scored]:
    """The first of the scored blocks, and where none of them is long-term one more that is (D32, D34).

    The seat is added and never taken from another; only one from the pool that ``may_sit`` gets it.
    """
    pool = list(scored)[: pool_size(limit, rules)]
    chosen = pool[:limit]
    if chosen and all(each.block.day is not None for each in chosen):
        chosen += [each for each in pool[limit:] if each.block.day is None and may_sit(each)][:1]
    return chosen


def pool_size(limit: int, rules: BlockRules = RULES) -> int:
    """How many blocks an answer of so many is chosen from (D32)."""
    return min(rules.pool_times * limit, rules.pool_most)


def in_order(scored: Iterable[Scored]) -> list[Scored]:
    """Best first, equal scores by day and address."""
    return sorted(scored, key=_order)


def _order(scored: Scored) -> tuple[float, float, Place]:
    """Best first; of equals the newest, before all a page that never ages; then by address."""
    day = scored.block.day
    return -scored.score, -math.inf if day is None else -date.fromisoformat(day).toordinal(), scored.block.place
