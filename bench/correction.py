"""``python -m bench.correction``: learn anew what corrections are chosen by, and how well it carries over.

``recall/signal_weights.py`` holds a weight for each signal, ``recall/signal_trees.jsonl`` trees over all of them, and
``recall/second_trees.jsonl`` trees over what both tell of a fact and of the others beside it.

The labelled corrections of ``tests/correction/data`` are the teacher. Cases of one file were written by one person, who
saw neither the rules nor the other files, and are too like each other to test what was learned from them. So the files
are parted into folds, and what is learned without a fold chooses for it; the second trees learn from such choices, and
are themselves tested on folds that they were learned without. ``--write`` writes all three. The same cases give the
same numbers.
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
from vademecum.recall.lead_in import without_lead_in
from vademecum.recall.second_look import Sum, chance, second_look
from vademecum.recall.strict import Strict, strictly
from vademecum.recall.trees import FIRST, SECOND, Tree, voted

Numbers: TypeAlias = "np.ndarray[Any, Any]"

ROOT = Path(__file__).parents[1]
DATA = ROOT / "tests" / "correction" / "data"
WEIGHTS = ROOT / "src" / "vademecum" / "recall" / "signal_weights.py"
# What was written with earlier rules in mind, or is told by tests, teaches too; but the bound is read from the others.
REHEARSED = frozenset({"corrections", "known"})
PRECISION = 0.98
# What is learned from all files together chooses a little more than what was learned without some, so it asks for more.
_MARGIN = 0.03

# A fact that is wrongly taken for what is meant costs as much as so many that are missed.
_COST = 5.0
_STRENGTH = 0.05
_ROUNDS = 25
# Stores of one or two facts and of many are made of the same cases, at half the weight; else what is learned holds for
# stores of just so many facts as a case has.
_FEW, _MORE, _MADE = 2, 40, 0.5
_SEED = 3
_DIGITS = 4
_FOLDS = 6


class Growth(NamedTuple):
    """How trees are grown: how many, how far each is followed, how many numbers they end with, how few facts may stand
    at an end, what share of the signals is tried at each fork, and what a wrong choice costs."""

    trees: int
    rate: float
    ends: int
    fewest: int
    share: float
    cost: float


# Fewer trees, or such as try all signals at each fork, choose less of what is meant in files that were left out.
_FIRST = Growth(trees=800, rate=0.03, ends=6, fewest=40, share=0.15, cost=_COST)
_SECOND = Growth(trees=300, rate=0.05, ends=8, fewest=40, share=0.5, cost=2.0)
_PENALTY = 5.0


class Row(NamedTuple):
    """One fact beside one claim: what it says, its signals, whether it is meant, where it is from, in which store it
    stands, and how it reads strictly. ``counts`` where it is plain whether it is meant."""

    text: str
    signals: Mapping[str, float]
    meant: bool
    counts: bool
    source: str
    store: int
    weight: float
    at: int
    strict: Strict


class Learned(NamedTuple):
    """The weights by name, what is added to them, and the trees."""

    weights: dict[str, float]
    bias: float
    trees: tuple[Tree, ...]

    def sum(self, row: Row) -> Sum:
        """What it says of a fact, as ``recall/chances.py`` has it of what ships."""
        weighed = self.bias + sum(weight * row.signals[name] for name, weight in self.weights.items())
        is_stating, is_doubtful = row.at in row.strict.stating, row.at in row.strict.doubtful
        return Sum(row.text, weighed, voted(row.signals, self.trees), is_stating, is_doubtful)


class Told(NamedTuple):
    """The chance that a fact got from what was learned elsewhere."""

    chance: float
    row: Row


def main(arguments: Sequence[str]) -> int:
    """Learn, print how well it carries over, and write what was learned if asked to."""
    rows = list(_rows())
    folds = _folds(rows)
    looked = _looked(rows, [sums for _, sums in sorted(_left_out(rows, folds))])
    told = _told_again(rows, looked, folds)
    fresh = [each for each in told if each.row.source not in REHEARSED]
    least = round(_least(fresh) + _MARGIN, 2)
    for source in dict.fromkeys(each.row.source for each in told):
        print(f"{source:12} left out: {_rates([each for each in told if each.row.source == source], least)}")
    for at in (least, *(number / 20 for number in range(8, 20))):
        print(f"fresh files left out, from {at:.2f} on: {_rates(fresh, at)}")
    if "--write" in arguments:
        learned = _learn(rows)
        WEIGHTS.write_text(_module(learned, least), encoding="utf-8")
        for file, trees in ((FIRST, learned.trees), (SECOND, _learn_second(rows, looked))):
            WEIGHTS.with_name(file).write_text("".join(json.dumps(tree) + "\n" for tree in trees), encoding="utf-8")
    return 0


def _rows() -> Iterator[Row]:
    chosen = random.Random(_SEED)  # noqa: S311 - a choice that anybody can make again
    cases = [(path.stem, case) for path in sorted(DATA.glob("*.jsonl")) for case in _cases(path)]
    everything = [fact["text"] for _, case in cases for fact in case["facts"]]
    for number, (source, case) in enumerate(cases):
        whole = list(_read(case, case["facts"], source, 3 * number, 1.0))
        yield from whole
        # In a store of few facts there is what somebody corrects, or else what is most like it.
        shares = {row.text: (row.meant, row.signals["claim"]) for row in whole}
        few = sorted(case["facts"], key=lambda fact: shares[fact["text"]], reverse=True)
        yield from _read(case, few[: 1 + number % _FEW], source, 3 * number + 1, _MADE)
        if number % 2:
            others = [{"id": f"x{at}", "text": text} for at, text in enumerate(chosen.sample(everything, _MORE))]
            yield from _read(case, [*case["facts"], *others], source, 3 * number + 2, _MADE)


def _cases(path: Path) -> list[dict[str, Any]]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [row for row in rows if row["half"] == "open"]


def _read(
    case: Mapping[str, Any], facts: Sequence[Mapping[str, str]], source: str, store: int, weight: float
) -> Iterator[Row]:
    claim, truth = without_lead_in(case["claim"]), without_lead_in(case["truth"])
    texts = [fact["text"] for fact in facts]
    near, found = nearest(claim, truth, texts)
    strict = strictly(texts, claim, truth)
    for at, each in zip(near, found, strict=True):
        name = facts[at]["id"]
        counts = name not in case["candidates_ok"]
        yield Row(texts[at], each, name in case["targets"], counts, source, store, weight, at, strict)


def _folds(rows: Sequence[Row]) -> list[frozenset[str]]:
    """The files in so many parts."""
    sources = list(dict.fromkeys(row.source for row in rows))
    return [frozenset(sources[first::_FOLDS]) for first in range(_FOLDS)]


def _left_out(rows: Sequence[Row], folds: Sequence[frozenset[str]]) -> Iterator[tuple[int, Sum]]:
    """Of each fact, by its number, what was learned without its fold says."""
    for fold in folds:
        learned = _learn([row for row in rows if row.source not in fold])
        yield from ((at, learned.sum(row)) for at, row in enumerate(rows) if row.source in fold)


def _looked(rows: Sequence[Row], sums: Sequence[Sum]) -> list[dict[str, float]]:
    """The signals of a second look at each fact beside the others of its store."""
    stores: dict[int, list[Sum]] = {}
    for row, each in zip(rows, sums, strict=True):
        stores.setdefault(row.store, []).append(each)
    return [signals for store in stores.values() for signals in second_look(store)]


def _told_again(
    rows: Sequence[Row], looked: Sequence[Mapping[str, float]], folds: Sequence[frozenset[str]]
) -> list[Told]:
    """The chances of the facts of all cases as they are, from second trees that were grown without their fold."""
    told = []
    for fold in folds:
        others = [at for at, row in enumerate(rows) if row.source not in fold]
        trees = _learn_second([rows[at] for at in others], [looked[at] for at in others])
        told += [
            Told(chance(voted(signals, trees)), row)
            for row, signals in zip(rows, looked, strict=True)
            if row.source in fold and row.weight == 1.0 and row.counts
        ]
    return told


def _learn(rows: Sequence[Row]) -> Learned:
    plain = [row for row in rows if row.counts]
    names, table, meant, weight = _table(plain, [row.signals for row in plain])
    weights, bias = _weighed(table, meant, weight * np.where(meant > 0, 1.0, _COST))
    by_name = {name: _rounded(float(each)) for name, each in zip(names, weights, strict=True)}
    return Learned(by_name, _rounded(bias), tuple(_grown(table, meant, weight, names, _FIRST)))


def _learn_second(rows: Sequence[Row], looked: Sequence[Mapping[str, float]]) -> tuple[Tree, ...]:
    plain = [(row, signals) for row, signals in zip(rows, looked, strict=True) if row.counts]
    names, table, meant, weight = _table([row for row, _ in plain], [signals for _, signals in plain])
    return tuple(_grown(table, meant, weight, names, _SECOND))


def _table(rows: Sequence[Row], signals: Sequence[Mapping[str, float]]) -> tuple[list[str], Numbers, Numbers, Numbers]:
    """The names of the signals, their values, which facts are meant, and how much each fact counts."""
    names = sorted(signals[0])
    table = np.array([[float(each[name]) for name in names] for each in signals])
    return names, table, np.array([float(row.meant) for row in rows]), np.array([row.weight for row in rows])


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


def _grown(table: Numbers, meant: Numbers, weight: Numbers, names: Sequence[str], growth: Growth) -> Iterator[Tree]:
    """Boosted trees: what they start from, and each in turn."""
    cost = weight * np.where(meant > 0, 1.0, growth.cost)
    grower = import_module("sklearn.ensemble").HistGradientBoostingClassifier(
        max_iter=growth.trees,
        learning_rate=growth.rate,
        max_leaf_nodes=growth.ends,
        min_samples_leaf=growth.fewest,
        max_features=growth.share,
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


def _least(facts: Sequence[Told]) -> float:
    """The lowest chance in hundredths from which on enough of what is chosen is meant."""
    hundredths = (number / 100 for number in range(50, 100))
    return next((least for least in hundredths if _precision(facts, least) >= PRECISION), 1.0)


def _precision(facts: Sequence[Told], usual: float) -> float:
    chosen = [each.row.meant for each in facts if each.chance >= usual]
    return sum(chosen) / len(chosen) if chosen else 1.0


def _rates(facts: Sequence[Told], usual: float) -> str:
    chosen = [each.row.meant for each in facts if each.chance >= usual]
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
