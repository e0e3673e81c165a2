"""How likely it is that a fact is what a claim means: its signals, weighed, and what speaks most against it. Pure.

Signals are weighed twice: each by itself, which carries over to what is like nothing known, and by trees, which tell
what some say together. Either alone chooses less of what is meant, or more of what is not. Then the sums of all facts
are looked at beside each other (``second_look.py``), and further trees tell the logarithm of the odds. Weights and
trees were learned from labelled corrections by ``bench/correction.py``; nothing is learned while it runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from vademecum.recall.sayings import read_saying
from vademecum.recall.second_look import Sum, chance, second_look
from vademecum.recall.signal_weights import BIAS, WEIGHTS
from vademecum.recall.signals import Asked, Side, signals
from vademecum.recall.strict import Strict
from vademecum.recall.trees import FIRST, SECOND, learned_trees, voted

NEAREST = 12
"""So many facts are held against each other; what says less of claim and truth than these is not meant."""

# What can be told of a signal that speaks against a fact.
_DOUBTS = {
    "what fits best tells of the past": ("past", "changed", "changes", "was done"),
    "what fits best says the truth already": ("new said", "new share", "stated by truth", "all by truth"),
    "what fits best says the opposite": ("limits unlike claim", "denied claim", "limits more"),
    "what fits best speaks of something else": ("kin extra", "apart", "owned", "before", "beside", "swapped"),
    "another fact says what the one that fits best leaves out": ("claim elsewhere", "shared elsewhere"),
}
_UNSURE = "no fact states all of the claim"


class Chance(NamedTuple):
    """How likely a fact is meant, from 0 to 1, and what speaks most against it."""

    value: float
    doubt: str


def nearest(claim: str, truth: str, facts: Sequence[str]) -> tuple[list[int], list[dict[str, float]]]:
    """The facts that say most of a claim and its truth, by their number, and their signals."""
    asked = Asked(read_saying(claim), read_saying(truth))
    sides = [Side(asked, read_saying(fact)) for fact in facts]
    near = sorted(sorted(range(len(facts)), key=lambda at: -sides[at].nearness)[:NEAREST])
    return near, signals([sides[at] for at in near])


def chances(claim: str, truth: str, facts: Sequence[str], strict: Strict) -> dict[int, Chance]:
    """How likely each of the nearest facts is meant, by its number; ``strict`` is how they read strictly."""
    near, found = nearest(claim, truth, facts)
    parts = [{name: weight * each[name] for name, weight in WEIGHTS.items()} for each in found]
    trees = learned_trees(FIRST)
    sums = [
        Sum(facts[at], BIAS + sum(part.values()), voted(each, trees), at in strict.stating, at in strict.doubtful)
        for at, part, each in zip(near, parts, found, strict=True)
    ]
    looked = second_look(sums)
    return {
        at: Chance(chance(voted(each, learned_trees(SECOND))), _doubt(part))
        for at, part, each in zip(near, parts, looked, strict=True)
    }


def _doubt(parts: Mapping[str, float]) -> str:
    against = {doubt: sum(parts.get(name, 0.0) for name in names) for doubt, names in _DOUBTS.items()}
    doubt = min(against, key=lambda each: against[each])
    return doubt if against[doubt] < 0 else _UNSURE
