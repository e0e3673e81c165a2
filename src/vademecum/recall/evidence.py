"""Evidence: what stands round a block and on it that makes it a likelier answer than its own words say. Pure.

It counts and compares, and knows no weights: ``rank.py`` says what each kind is worth. It looks at the candidates
alone, so it costs no index anything, and never across two mounts or two pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from vademecum.index.proposal import Candidate
from vademecum.lean import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

PageKey: TypeAlias = tuple[str, str]
"""A mount's name and a page's."""


class Beside(NamedTuple):
    """The places of the candidates that stand right before and right after one on its page."""

    before: int | None
    after: int | None


NOBODY = Beside(None, None)


def neighbours(blocks: Sequence[tuple[str, Candidate]]) -> list[Beside]:
    """For each candidate of a mount, its neighbours: blocks of a page follow each other where one ends."""
    starts: dict[tuple[PageKey, int], int] = {}
    ends: dict[tuple[PageKey, int], int] = {}
    pages: set[PageKey] = set()
    shared: set[PageKey] = set()
    keys: list[PageKey] = []
    for at, (mount, block) in enumerate(blocks):
        key = mount, block.name
        keys.append(key)
        (shared if key in pages else pages).add(key)
        if block.start < block.end:
            starts[key, block.start] = ends[key, block.end] = at
    return [
        Beside(ends.get((key, block.start)), starts.get((key, block.end))) if key in shared else NOBODY
        for key, (_, block) in zip(keys, blocks, strict=True)
    ]


def page_strengths(scores: Iterable[tuple[PageKey, float]]) -> dict[PageKey, float]:
    """How much each page is about the question: the root of the sum of the squares of its blocks' scores.

    Many weak blocks count for less than one strong one of the same sum, so that no page wins by its length.
    """
    held: dict[PageKey, list[float]] = {}
    for key, score in scores:
        held.setdefault(key, []).append(score)
    return {key: each[0] if len(each) == 1 else math.hypot(*sorted(each)) for key, each in held.items()}
