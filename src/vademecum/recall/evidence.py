"""Evidence: what stands round a block and on it that makes it a likelier answer than its own words say. Pure.

It counts and compares, and knows no weights: ``rank.py`` says what each kind is worth. Evidence passes between the
candidates of one page alone, never across two pages or two mounts.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from vademecum.lean import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from vademecum.index.proposal import Candidate

PageKey: TypeAlias = "tuple[str, str]"
"""A mount's name and a page's."""


class Beside(NamedTuple):
    """The places of the blocks that stand right before and right after one on its page."""

    before: int | None
    after: int | None


class Lined(NamedTuple):
    """The places of a page's blocks by where they start and by where they end."""

    starts: dict[int, int]
    ends: dict[int, int]

    def beside(self, block: Candidate) -> Beside:
        """What stands beside a block: blocks of a page follow each other where one ends."""
        return Beside(self.ends.get(block.start), self.starts.get(block.end))


def groups(pages: Iterable[PageKey]) -> list[list[int]]:
    """The places of the blocks that share a page, for each page of two or more; a block alone has no evidence of it."""
    found: dict[PageKey, list[int]] = {}
    for at, page in enumerate(pages):
        found.setdefault(page, []).append(at)
    return [places for places in found.values() if len(places) > 1]


def line_up(placed: Iterable[tuple[int, Candidate]]) -> Lined:
    """The blocks of one page, with their places, as their neighbours look for them; an empty one stands beside none."""
    filled = [(at, block) for at, block in placed if block.start < block.end]
    return Lined({block.start: at for at, block in filled}, {block.end: at for at, block in filled})


def strength(scores: Iterable[float]) -> float:
    """How much a page is about the question: the root of the sum of the squares of its strong blocks' scores.

    Many weak blocks count for less than one strong one of the same sum, so that no page wins by its length.
    """
    # In order, so that the order of candidates changes no sum of floats; hypot rounds a single score too.
    some = sorted(scores)
    return some[0] if len(some) == 1 else math.hypot(*some)
