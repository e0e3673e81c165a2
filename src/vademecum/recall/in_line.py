"""A fact word by word beside another text: what both say in the same order, and what each says where the other says
something else. Pure.

A fact that states the claim is often the truth but for one place, in which it says what the claim says. One that is the
truth but for a word which neither says is about something else. What stands in line is the longest common subsequence
(Wagner and Fischer, "The string-to-string correction problem", 1974).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from vademecum.recall.sayings import Saying
from vademecum.recall.statement import Token

# Words that stand together here and there are more likely the same ones.
_TOGETHER = 0.1
_MOST = 4.0
_TELLING = frozenset({"amount", "name"})
_NOUNS = frozenset({"name", "thing"})


class Gap(NamedTuple):
    """The words between two that both texts say: where those of one text stand in it, and those of the other."""

    own: range
    others: range


class InLine(NamedTuple):
    """Two texts in one line: the words that both say, by their places, and the gaps between them that hold any."""

    pairs: tuple[tuple[int, int], ...]
    gaps: tuple[Gap, ...]


def in_line(one: Saying, two: Saying) -> InLine:
    """Put two texts in one line so that as many words as can be stand beside the same ones."""
    same = [[_are_same(own, one, other, two) for other in two.tokens] for own in one.tokens]
    best = _best(same, len(two.tokens))
    pairs = []
    at, there = 0, 0
    while at < len(one.tokens) and there < len(two.tokens):
        here = best[at][there]
        if same[at][there] and here > best[at + 1][there] and here > best[at][there + 1]:
            pairs.append((at, there))
            at, there = at + 1, there + 1
        elif best[at + 1][there] >= best[at][there + 1]:
            at += 1
        else:
            there += 1
    return InLine(tuple(pairs), tuple(_gaps(pairs, len(one.tokens), len(two.tokens))))


def _are_same(own: Token, one: Saying, other: Token, two: Saying) -> bool:
    return own.says(other) or one.said(own).lower() == two.said(other).lower()


def _best(same: Sequence[Sequence[bool]], width: int) -> list[list[float]]:
    """How much can stand in line from each place of one text and each of the other on."""
    best = [[0.0] * (width + 1) for _ in range(len(same) + 1)]
    for at in range(len(same) - 1, -1, -1):
        for there in range(width - 1, -1, -1):
            found = max(best[at + 1][there], best[at][there + 1])
            if same[at][there]:
                goes_on = at + 1 < len(same) and there + 1 < width and same[at + 1][there + 1]
                found = max(found, best[at + 1][there + 1] + 1 + _TOGETHER * goes_on)
            best[at][there] = found
    return best


def _gaps(pairs: Sequence[tuple[int, int]], own: int, others: int) -> list[Gap]:
    ends = [(-1, -1), *pairs, (own, others)]
    gaps = (
        Gap(range(before + 1, after), range(there + 1, beyond)) for (before, there), (after, beyond) in pairwise(ends)
    )
    return [gap for gap in gaps if gap.own or gap.others]


def beside(name: str, fact: Saying, text: Saying, third: Sequence[bool], known: Sequence[bool]) -> dict[str, float]:
    """What a fact in line with the claim or the truth tells, by names that end with ``name``.

    ``third`` says which of the fact's words the third text says, ``known`` which of the other text's words.
    """
    line = in_line(fact, text)
    swaps = [gap for gap in line.gaps if gap.own and gap.others]
    own = [at for gap in swaps for at in gap.own]
    others = [at for gap in swaps for at in gap.others]
    added = [at for gap in line.gaps if not gap.others for at in gap.own]
    missing = [at for gap in line.gaps if not gap.own for at in gap.others]
    given, taken = _weight(fact, own), _weight(text, others)
    found = {
        "in line with": _weight(fact, [at for at, _ in line.pairs]) / (sum(fact.weights) or 1.0),
        "lined up of": _weight(text, [at for _, at in line.pairs]) / (sum(text.weights) or 1.0),
        "changes to": min(float(len(swaps)), _MOST),
        "in place of": min(given, _MOST),
        "replaced of": min(taken, _MOST),
        "added to": min(_weight(fact, added), _MOST),
        "left out of": min(_weight(text, missing), _MOST),
        "old in place of": _weight(fact, [at for at in own if third[at]]) / given if given else -1.0,
        "new replaced of": _weight(text, [at for at in others if not known[at]]) / taken if taken else -1.0,
        "of one kind with": min(float(sum(_is_of_one_kind(gap, fact, text) for gap in swaps)), _MOST),
        "nouns added to": min(float(sum(fact.kinds[at] in _NOUNS for at in added)), _MOST),
        "unknown in place of": min(_weight(fact, [at for at in own if not third[at]]), _MOST),
        "begins as": float(line.pairs[:1] == ((0, 0),)),
        "one change to": float(len(swaps) == 1 and not added),
    }
    return {f"{signal} {name}": value for signal, value in found.items()}


def _weight(saying: Saying, places: Sequence[int]) -> float:
    return sum(saying.weights[at] for at in places)


def _is_of_one_kind(gap: Gap, one: Saying, two: Saying) -> bool:
    kinds = {one.kinds[at] for at in gap.own} & {two.kinds[at] for at in gap.others}
    return not kinds.isdisjoint(_TELLING)
