"""The arithmetic of retrieval: how good one ranked list is, and means over many. Pure."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

DEPTH = 10


class Quality(NamedTuple):
    """How good a ranked list is; every value is between 0 and 1."""

    recall_1: float
    recall_5: float
    recall_10: float
    ndcg_10: float
    mrr: float


def quality(ranked: Sequence[str], relevant: Collection[str]) -> Quality:
    """Judge the first ten of a list without repetitions; ``relevant`` must not be empty."""
    hits = [each in relevant for each in ranked[:DEPTH]]
    ideal = _gain([True] * min(DEPTH, len(relevant)))
    first = next((1 / place for place, hit in enumerate(hits, start=1) if hit), 0.0)
    at_1, at_5, at_10 = (sum(hits[:depth]) / len(relevant) for depth in (1, 5, DEPTH))
    return Quality(at_1, at_5, at_10, _gain(hits) / ideal, first)


def _gain(hits: Sequence[bool]) -> float:
    return sum(hit / math.log2(place + 1) for place, hit in enumerate(hits, start=1))


def mean(values: Iterable[Quality]) -> Quality:
    """The mean of each measure; all zero for no value."""
    rows = list(values)
    return (
        Quality(*(math.fsum(column) / len(rows) for column in zip(*rows, strict=True))) if rows else Quality(*[0.0] * 5)
    )


def is_held_out(question: str) -> bool:
    """Whether a question, by its id, is in half B, which no weight is chosen on. The same in every run."""
    return hashlib.sha256(question.encode()).digest()[0] % 2 == 1


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of the values lies: the nearest rank, so always one that was measured."""
    ordered = sorted(values)
    return ordered[max(math.ceil(share * len(ordered)) - 1, 0)]
