"""Evidence: what stands round a block and on it that makes it a likelier answer than its own words say. Pure.

It counts and compares, and knows no weights: ``rank.py`` says what each kind is worth. Only blocks of some score of
their own **lend** evidence to others, so that it makes no difference whether the weak ones were looked at: a few
hundred candidates are judged as in a scan of everything. It looks at the candidates alone, so it costs no index
anything, and never across two mounts or two pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from vademecum.lean import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from vademecum.index.proposal import Candidate

PageKey: TypeAlias = "tuple[str, str]"
"""A mount's name and a page's."""


class Beside(NamedTuple):
    """The places of the lenders that stand right before and right after a block on its page."""

    before: int | None
    after: int | None


NOBODY = Beside(None, None)


def lenders(pages: Sequence[PageKey], scores: Sequence[float], share: float) -> dict[PageKey, list[int]]:
    """By page, the places of the blocks whose score is at least this share of the best."""
    least = share * max(scores, default=0.0)
    found: dict[PageKey, list[int]] = {}
    for at, score in enumerate(scores):
        if score >= least:
            found.setdefault(pages[at], []).append(at)
    return found


def neighbours(block: Candidate, lending: Iterable[int], blocks: Sequence[Candidate]) -> Beside:
    """A block's neighbours among the lenders of its page: blocks of a page follow each other where one ends."""
    before = after = None
    for at in lending:
        other = blocks[at]
        if other.start < other.end:
            if other.end == block.start:
                before = at
            elif other.start == block.end:
                after = at
    return NOBODY if before is None and after is None else Beside(before, after)


def page_strengths(lending: Mapping[PageKey, Sequence[int]], scores: Sequence[float]) -> dict[PageKey, float]:
    """How much each page is about the question: the root of the sum of the squares of its lenders' scores.

    Many weak blocks count for less than one strong one of the same sum, so that no page wins by its length.
    """
    return {
        page: scores[places[0]] if len(places) == 1 else math.hypot(*sorted([scores[at] for at in places]))
        for page, places in lending.items()
    }
