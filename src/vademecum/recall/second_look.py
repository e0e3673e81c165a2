"""What speaks for a fact once all have been weighed: how far before the others it is, and which says the same. Pure.

The best of a store is meant oftener than another that is as likely by itself, and what says nearly the same as the
likeliest one oftener than what says something else. So the sums of a first weighing are looked at beside each other,
as in stacking (Wolpert, "Stacked generalization", 1992).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

# What stands for another fact where there is none, or no second one.
_NONE = -8.0
_LIKELY, _POSSIBLE = 0.0, -2.0


class Sum(NamedTuple):
    """What a first weighing says of a fact: the logarithms of the odds by weights and by trees; and how the fact reads
    strictly, as what states the claim, or as what may state it of something else."""

    text: str
    weights: float
    trees: float
    is_stating: bool
    is_doubtful: bool

    @property
    def mean(self) -> float:
        """By weights and trees alike."""
        return (self.weights + self.trees) / 2


def second_look(sums: Sequence[Sum]) -> list[dict[str, float]]:
    """The signals of each of several facts that were weighed, by their names."""
    pieces = [_pieces(each.text) for each in sums]
    return [_beside(at, sums, pieces) for at in range(len(sums))]


def _beside(at: int, sums: Sequence[Sum], pieces: Sequence[frozenset[str]]) -> dict[str, float]:
    own = sums[at]
    others = sorted((number for number in range(len(sums)) if number != at), key=lambda number: -sums[number].mean)
    means = [sums[number].mean for number in others]
    best, second = [*means, _NONE, _NONE][:2]
    return {
        "sum": own.mean,
        "sum of weights": own.weights,
        "sum of trees": own.trees,
        "stating": float(own.is_stating),
        "doubtful": float(own.is_doubtful),
        "best other": best,
        "lead": own.mean - best,
        "next other": second,
        "likely others": float(sum(mean > _LIKELY for mean in means)),
        "possible others": float(sum(mean > _POSSIBLE for mean in means)),
        "chances of others": sum(map(chance, means)),
        "like the best other": _likeness(pieces[at], pieces[others[0]]) if others else 0.0,
        "facts": float(len(sums)),
    }


def chance(logit: float) -> float:
    """A chance from the logarithm of its odds."""
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, logit))))


def _pieces(text: str) -> frozenset[str]:
    """The words of a text, or its pairs of signs."""
    lower = text.lower()
    return frozenset(lower.split() if text.isascii() else map("".join, pairwise(lower)))


def _likeness(one: frozenset[str], two: frozenset[str]) -> float:
    """The share of all pieces that both have (Jaccard)."""
    return len(one & two) / max(1, len(one | two))
