"""How well a memory answers questions whose pages are known: at which place each page comes, and means over many.

Pure: what asks the memory and what finds a page are handed in. A page that is not there is told and never counts as a
miss, since nothing could have found it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from vademecum.address import Address
from vademecum.errors import LookupFailedError, UnreadableError
from vademecum.recall.questions import Question

Ask: TypeAlias = Callable[[str], Sequence[Address]]
Find: TypeAlias = Callable[[str], Address]
CUTS = (1, 5, 10)


class Place(NamedTuple):
    """An expected page or block, and the place of its first hit, counted from 1; None when no hit is it."""

    address: Address
    at: int | None


class Missing(NamedTuple):
    """An expected page that can't be opened, as the question names it, and why."""

    page: str
    reason: str


@dataclass(frozen=True, slots=True)
class Asked:
    """One question as the memory answered it; ``found`` are all hits, best first."""

    question: Question
    places: tuple[Place, ...]
    missing: tuple[Missing, ...]
    found: tuple[Address, ...]

    @property
    def gain(self) -> float:
        """One number to compare runs by: each page that was found adds the inverse of its place."""
        return math.fsum(1 / place.at for place in self.places if place.at is not None)

    @property
    def reciprocal(self) -> float:
        """The inverse of the best place; 0 when no page was found."""
        return max((1 / place.at for place in self.places if place.at is not None), default=0.0)

    def recall(self, cut: int) -> float:
        """The share of the pages that are among the first ``cut`` hits."""
        return sum(place.at is not None and place.at <= cut for place in self.places) / len(self.places)


class Score(NamedTuple):
    """Means over questions: recall at each cut, and the mean reciprocal rank."""

    questions: int
    recall: tuple[float, ...]
    mrr: float


def evaluate(questions: Iterable[Question], ask: Ask, find: Find) -> tuple[Asked, ...]:
    """Ask every question once. Raises what ``ask`` raises."""
    return tuple(_asked(question, ask, find) for question in questions)


def score(asked: Iterable[Asked], cuts: Sequence[int] = CUTS) -> Score | None:
    """The means over the questions that have a page to be found; None when there is none."""
    scored = [each for each in asked if each.places]
    if not scored:
        return None
    recall = tuple(math.fsum(each.recall(cut) for each in scored) / len(scored) for cut in cuts)
    return Score(len(scored), recall, math.fsum(each.reciprocal for each in scored) / len(scored))


def _asked(question: Question, ask: Ask, find: Find) -> Asked:
    found = tuple(ask(question.text))
    wanted: dict[Address, None] = {}
    missing: list[Missing] = []
    for page in question.expect:
        try:
            wanted[find(page)] = None
        except (LookupFailedError, UnreadableError) as error:
            missing.append(Missing(page, error.message))
    return Asked(question, tuple(Place(each, _place(each, found)) for each in wanted), tuple(missing), found)


def _place(wanted: Address, found: Sequence[Address]) -> int | None:
    hits = found if wanted.is_block else [each.page for each in found]
    return hits.index(wanted) + 1 if wanted in hits else None
