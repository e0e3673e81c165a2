"""``python -m bench.correction``: learn anew what ``recall/signal_weights.py`` holds, and how well it carries over.

The labelled corrections of ``tests/correction/data`` are the teacher. How well what is learned carries over is told by
leaving one file of them out, since its cases were written by people who saw neither the rules nor the other files;
cases of one file are too like each other for that. ``--write`` writes the module. The same cases and the same numpy
give the same numbers.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from vademecum.recall.chances import nearest
from vademecum.recall.correct import bound
from vademecum.recall.lead_in import without_lead_in
from vademecum.recall.strict import Strict, strictly

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "correction" / "data"
MODULE = ROOT / "src" / "vademecum" / "recall" / "signal_weights.py"
# What was written with earlier rules in mind teaches too, but the bound is read from the others alone.
REHEARSED = "corrections"
PRECISION = 0.98

# A fact that is wrongly taken for what is meant costs as much as so many that are missed.
_COST = 5.0
_STRENGTH = 0.05
_ROUNDS = 25
# Stores of two facts and of many are made of the same cases, at half the weight; else the weights hold for stores of
# just so many facts as a case has.
_FEW, _MORE, _MADE = 2, 40, 0.5
_SEED = 3
_DIGITS = 4


class Row(NamedTuple):
    """One fact beside one claim: its signals, whether it is meant, where it is from, and how it reads strictly."""

    signals: Mapping[str, float]
    meant: bool
    source: str
    weight: float
    at: int
    strict: Strict


class Told(NamedTuple):
    """The chance that a fact got from what was learned elsewhere."""

    chance: float
    row: Row

    def is_chosen(self, usual: float) -> bool:
        """Whether it is, where it usually takes so much."""
        return self.chance >= bound(self.row.at, self.row.strict, usual)


class Learned(NamedTuple):
    """The weights by name, and what is added to them."""

    weights: dict[str, float]
    bias: float


def main(arguments: Sequence[str]) -> int:
    """Learn, print how well it carries over, and write the module if asked to."""
    rows = list(_rows())
    told = _left_out(rows)
    fresh = [each for source, facts in told.items() if source != REHEARSED for each in facts]
    least = _least(fresh)
    for source, facts in told.items():
        print(f"{source:12} left out: {_rates(facts, least)}")
    for at in (least, *(number / 20 for number in range(8, 20))):
        print(f"fresh files left out, from {at:.2f} on: {_rates(fresh, at)}")
    if "--write" in arguments:
        MODULE.write_text(_module(_learn(rows), least), encoding="utf-8")
    return 0


def _rows() -> Iterator[Row]:
    chosen = random.Random(_SEED)  # noqa: S311 - a choice that anybody can make again
    cases = [(path.stem, case) for path in sorted(DATA.glob("*.jsonl")) for case in _cases(path)]
    everything = [fact["text"] for _, case in cases for fact in case["facts"]]
    for number, (source, case) in enumerate(cases):
        yield from _told(case, case["facts"], source, 1.0)
        few = chosen.sample(case["facts"], len(case["facts"]))[:_FEW]
        yield from _told(case, few, source, _MADE)
        if number % 2:
            others = [{"id": f"x{at}", "text": text} for at, text in enumerate(chosen.sample(everything, _MORE))]
            yield from _told(case, [*case["facts"], *others], source, _MADE)


def _cases(path: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["half"] == "open"]


def _told(case: Mapping[str, Any], facts: Sequence[Mapping[str, str]], source: str, weight: float) -> Iterator[Row]:
    claim, truth = without_lead_in(case["claim"]), without_lead_in(case["truth"])
    near, found = nearest(claim, truth, [fact["text"] for fact in facts])
    strict = strictly([fact["text"] for fact in facts], claim, truth)
    for at, each in zip(near, found, strict=True):
        if facts[at]["id"] not in case["candidates_ok"]:
            yield Row(each, facts[at]["id"] in case["targets"], source, weight, at, strict)


def _learn(rows: Sequence[Row]) -> Learned:
    """Logistic regression with a quadratic penalty on standardised signals, by Newton's method."""
    names = sorted(rows[0].signals)
    table = np.array([[float(row.signals[name]) for name in names] for row in rows])
    mean, spread = table.mean(axis=0), table.std(axis=0)
    spread[spread == 0] = 1.0
    signals = np.column_stack([(table - mean) / spread, np.ones(len(rows))])
    meant = np.array([float(row.meant) for row in rows])
    cost = np.array([row.weight * (1.0 if row.meant else _COST) for row in rows])
    penalty = np.array([1 / _STRENGTH] * len(names) + [0.0])
    weights = np.zeros(len(names) + 1)
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-signals @ weights))
        slope = signals.T @ (cost * (chance - meant)) + penalty * weights
        curve = (signals.T * (cost * chance * (1 - chance))) @ signals + np.diag(penalty + 1e-9)
        weights -= np.linalg.solve(curve, slope)
    plain = weights[:-1] / spread
    bias = float(weights[-1] - (plain * mean).sum())
    return Learned({name: _rounded(float(each)) for name, each in zip(names, plain, strict=True)}, _rounded(bias))


def _rounded(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")


def _left_out(rows: Sequence[Row]) -> dict[str, list[Told]]:
    """Of each file, the chances that what was learned from the others gives its facts, and which are meant."""
    told = {}
    for source in dict.fromkeys(row.source for row in rows):
        learned = _learn([row for row in rows if row.source != source])
        asked = [row for row in rows if row.source == source and row.weight == 1.0]
        told[source] = [Told(_chance(row.signals, learned), row) for row in asked]
    return told


def _chance(signals: Mapping[str, float], learned: Learned) -> float:
    total = learned.bias + sum(weight * signals[name] for name, weight in learned.weights.items())
    return float(1 / (1 + np.exp(-total)))


def _least(facts: Sequence[Told]) -> float:
    """The lowest chance in hundredths from which on enough of what is chosen is meant."""
    hundredths = (number / 100 for number in range(50, 100))
    return next((least for least in hundredths if _precision(facts, least) >= PRECISION), 1.0)


def _precision(facts: Sequence[Told], usual: float) -> float:
    chosen = [each.row.meant for each in facts if each.is_chosen(usual)]
    return sum(chosen) / len(chosen) if chosen else 1.0


def _rates(facts: Sequence[Told], usual: float) -> str:
    chosen = [each.row.meant for each in facts if each.is_chosen(usual)]
    right, wrong = sum(chosen), len(chosen) - sum(chosen)
    missed = sum(each.row.meant for each in facts) - right
    rates = f"precision {_precision(facts, usual):.3f}, recall {right / (right + missed):.3f}"
    return f"{right} right, {wrong} wrong, {missed} missed, {rates}"


def _module(learned: Learned, least: float) -> str:
    lines = [f'    "{name}": {weight!r},' for name, weight in learned.weights.items() if weight]
    return "\n".join(
        [
            '"""What each signal of ``signals.py`` weighs, as ``bench/correction.py`` learned it. Pure data."""',
            "",
            "from __future__ import annotations",
            "",
            "# The chance from which on a fact is chosen.",
            f"BOUND = {least!r}",
            f"BIAS = {learned.bias!r}",
            "WEIGHTS: dict[str, float] = {",
            *lines,
            "}",
            "",
        ]
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
