"""``python -m bench.correction``: learn anew what corrections are chosen by, and how well it carries over.

``recall/signal_weights.py`` holds a weight for each signal, ``recall/signal_trees.jsonl`` trees over all of them.

The labelled corrections of ``tests/correction/data`` are the teacher. How well what is learned carries over is told by
leaving one file of them out, since its cases were written by people who saw neither the rules nor the other files;
cases of one file are too like each other for that. ``--write`` writes both. The same cases give the same numbers.
"""

from __future__ import annotations

import json
import math
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from vademecum.recall.chances import nearest
from vademecum.recall.correct import bound
from vademecum.recall.lead_in import without_lead_in
from vademecum.recall.strict import Strict, strictly
from vademecum.recall.trees import Tree, voted

Numbers: TypeAlias = "np.ndarray[Any, Any]"

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "correction" / "data"
WEIGHTS = ROOT / "src" / "vademecum" / "recall" / "signal_weights.py"
TREES = WEIGHTS.with_name("signal_trees.jsonl")
# What was written with earlier rules in mind teaches too, but the bound is read from the others alone.
REHEARSED = "corrections"
PRECISION = 0.98

# A fact that is wrongly taken for what is meant costs as much as so many that are missed.
_COST = 5.0
_STRENGTH = 0.05
_ROUNDS = 25
# Stores of one or two facts and of many are made of the same cases, at half the weight; else what is learned holds for
# stores of just so many facts as a case has.
_FEW, _MORE, _MADE = 2, 40, 0.5
_SEED = 3
_DIGITS = 4
# Fewer trees, or such as ask more, choose less of what is meant in files that were left out.
_TREES = 400
_ENDS = 6
_FEWEST_AT_AN_END = 40
_RATE = 0.05
_PENALTY = 5.0


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
    """The weights by name, what is added to them, and the trees."""

    weights: dict[str, float]
    bias: float
    trees: tuple[Tree, ...]

    def chance(self, signals: Mapping[str, float]) -> float:
        """How likely a fact is meant, as ``recall/chances.py`` has it of what ships."""
        weighed = self.bias + sum(weight * signals[name] for name, weight in self.weights.items())
        return float(1 / (1 + np.exp(-(weighed + voted(signals, self.trees)) / 2)))


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
        learned = _learn(rows)
        WEIGHTS.write_text(_module(learned, least), encoding="utf-8")
        TREES.write_text("".join(json.dumps(tree) + "\n" for tree in learned.trees), encoding="utf-8")
    return 0


def _rows() -> Iterator[Row]:
    chosen = random.Random(_SEED)  # noqa: S311 - a choice that anybody can make again
    cases = [(path.stem, case) for path in sorted(DATA.glob("*.jsonl")) for case in _cases(path)]
    everything = [fact["text"] for _, case in cases for fact in case["facts"]]
    for number, (source, case) in enumerate(cases):
        yield from _told(case, case["facts"], source, 1.0)
        # What somebody corrects mostly is there, in a store of few facts too.
        few = sorted(
            chosen.sample(case["facts"], len(case["facts"])), key=lambda fact: fact["id"] not in case["targets"]
        )
        yield from _told(case, few[: 1 + number % _FEW], source, _MADE)
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
    names = sorted(rows[0].signals)
    table = np.array([[float(row.signals[name]) for name in names] for row in rows])
    meant = np.array([float(row.meant) for row in rows])
    cost = np.array([row.weight * (1.0 if row.meant else _COST) for row in rows])
    weights, bias = _weighed(table, meant, cost)
    by_name = {name: _rounded(float(each)) for name, each in zip(names, weights, strict=True)}
    return Learned(by_name, _rounded(bias), tuple(_grown(table, meant, cost, names)))


def _weighed(table: Numbers, meant: Numbers, cost: Numbers) -> tuple[Numbers, float]:
    """Logistic regression with a quadratic penalty on standardised signals, by Newton's method."""
    mean, spread = table.mean(axis=0), table.std(axis=0)
    spread[spread == 0] = 1.0
    signals = np.column_stack([(table - mean) / spread, np.ones(len(table))])
    penalty = np.array([1 / _STRENGTH] * table.shape[1] + [0.0])
    weights = np.zeros(len(penalty))
    for _ in range(_ROUNDS):
        chance = 1 / (1 + np.exp(-signals @ weights))
        slope = signals.T @ (cost * (chance - meant)) + penalty * weights
        curve = (signals.T * (cost * chance * (1 - chance))) @ signals + np.diag(penalty + 1e-9)
        weights -= np.linalg.solve(curve, slope)
    plain = weights[:-1] / spread
    return plain, float(weights[-1] - (plain * mean).sum())


def _grown(table: Numbers, meant: Numbers, cost: Numbers, names: Sequence[str]) -> Iterator[Tree]:
    """Boosted trees: what they start from, and each in turn."""
    grower = import_module("sklearn.ensemble").HistGradientBoostingClassifier(
        max_iter=_TREES,
        learning_rate=_RATE,
        max_leaf_nodes=_ENDS,
        min_samples_leaf=_FEWEST_AT_AN_END,
        l2_regularization=_PENALTY,
        early_stopping=False,
        random_state=_SEED,
    )
    grower.fit(table, meant, sample_weight=cost)
    share = float((cost * meant).sum() / cost.sum())
    yield _rounded(math.log(share / (1 - share)))
    for [grown] in grower._predictors:  # noqa: SLF001 - scikit-learn shows its trees in no other way
        yield _tree(grown.nodes, 0, names)


def _tree(nodes: Numbers, at: int, names: Sequence[str]) -> Tree:
    node = nodes[at]
    if node["is_leaf"]:
        return _rounded(float(node["value"]))
    less, more = (_tree(nodes, int(node[side]), names) for side in ("left", "right"))
    return names[node["feature_idx"]], _rounded(float(node["num_threshold"])), less, more


def _rounded(number: float) -> float:
    return float(f"{number:.{_DIGITS}g}")


def _left_out(rows: Sequence[Row]) -> dict[str, list[Told]]:
    """Of each file, the chances that what was learned from the others gives its facts, and which are meant."""
    told = {}
    for source in dict.fromkeys(row.source for row in rows):
        learned = _learn([row for row in rows if row.source != source])
        asked = [row for row in rows if row.source == source and row.weight == 1.0]
        told[source] = [Told(learned.chance(row.signals), row) for row in asked]
    return told


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
