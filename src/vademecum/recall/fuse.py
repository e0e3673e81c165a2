"""Fusion: two or more ranked lists of different retrievers as one. Pure; it knows no blocks and no retriever.

Raw scores never cross lists (rule 10): they are set against the best and the worst of their own list first, or only
their places count. What stands in one list alone got nothing from the other, so it counts there as its worst.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from vademecum.address import Address

# What lists name their entries by; equal scores stand in order of it.
K = TypeVar("K", str, Address)

RRF_OFFSET = 60
"""The customary constant: the first of one list and the second of another are near equals."""


def convex(lexical: Sequence[tuple[K, float]], dense: Sequence[tuple[K, float]], share: float) -> list[tuple[K, float]]:
    """Both lists with their scores normalised within each, ``share`` of the sum from the second; best first.

    A list whose scores are all equal says of each of its entries that it is as good as any, so each counts as best.
    """
    if not 0 <= share <= 1:
        raise ValueError(f"the share of a list must be between 0 and 1: {share}")
    words, meanings = _normalised(lexical), _normalised(dense)
    return _ordered(
        {key: (1 - share) * words.get(key, 0.0) + share * meanings.get(key, 0.0) for key in words | meanings}
    )


def rrf(lists: Iterable[Sequence[K]], k: int = RRF_OFFSET) -> list[tuple[K, float]]:
    """Lists of entries, best first, as one by reciprocal rank: each gives ``1 / (k + place)`` to what it holds."""
    scores: dict[K, list[float]] = {}
    for ranked in lists:
        for place, key in enumerate(dict.fromkeys(ranked), start=1):
            scores.setdefault(key, []).append(1 / (k + place))
    # Sorted before they are added, so that the order of the lists changes no sum of floats.
    return _ordered({key: sum(sorted(each)) for key, each in scores.items()})


def _normalised(scored: Sequence[tuple[K, float]]) -> dict[K, float]:
    best: dict[K, float] = {}
    for key, score in scored:
        best[key] = max(score, best.get(key, score))
    if not best:
        return {}
    low, high = min(best.values()), max(best.values())
    return {key: (score - low) / (high - low) if high > low else 1.0 for key, score in best.items()}


def _ordered(scores: dict[K, float]) -> list[tuple[K, float]]:
    return sorted(scores.items(), key=lambda each: (-each[1], each[0]))
