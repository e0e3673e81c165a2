"""How well facts are chosen for correction, counted over the labelled cases of one half.

``python tests/correction/scoring.py sealed`` prints the table of a half. Sealed cases are scored once, and what came of
it is in docs/concepts/correction.md; then they are opened, for rules that were fitted to them prove nothing by them.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from typing import NamedTuple

from vademecum.recall.correct import Fact, choose_targets

DATA = Path(__file__).parent / "data"


class Score(NamedTuple):
    """Facts rightly chosen, wrongly chosen and missed, by kind of case; how many cases came out exactly, and in what
    share of those with a target one is among the first three facts that are chosen or named."""

    right: Counter[str]
    wrong: Counter[str]
    missed: Counter[str]
    exact: int
    cases: int
    named: float

    @property
    def precision(self) -> float:
        return self.right.total() / (self.right.total() + self.wrong.total())

    @property
    def recall(self) -> float:
        return self.right.total() / (self.right.total() + self.missed.total())


def score(half: str, every: int = 1) -> Score:
    """Choose for each case of a half, or for one of so many, and count."""
    right, wrong, missed = Counter[str](), Counter[str](), Counter[str]()
    files = [path.read_text(encoding="utf-8") for path in sorted(DATA.glob("*.jsonl"))]
    rows = [json.loads(line) for text in files for line in text.splitlines()]
    rows = [row for row in rows if row["half"] == half][::every]
    exact, named = 0, list[bool]()
    for row in rows:
        facts = [Fact(fact["id"], fact["text"]) for fact in row["facts"]]
        wanted = set(row["targets"])
        choice = choose_targets(facts, row["claim"], row["truth"])
        chosen = set(choice.targets) - set(row["candidates_ok"])
        if wanted:
            named.append(bool(wanted & set((*choice.targets, *choice.candidates)[:3])))
        right[row["kind"]] += len(wanted & chosen)
        wrong[row["kind"]] += len(chosen - wanted)
        missed[row["kind"]] += len(wanted - chosen)
        exact += wanted == chosen
    return Score(right, wrong, missed, exact, len(rows), sum(named) / len(named))


def table(found: Score) -> str:
    """The counts by kind, and both rates."""
    kinds = sorted({*found.right, *found.wrong, *found.missed})
    lines = [f"{'kind':16}{'right':>6}{'wrong':>6}{'missed':>7}"]
    lines += [f"{kind:16}{found.right[kind]:6}{found.wrong[kind]:6}{found.missed[kind]:7}" for kind in kinds]
    rates = f"precision {found.precision:.3f}, recall {found.recall:.3f}"
    return "\n".join(
        [*lines, f"{rates}, {found.exact} of {found.cases} cases exactly, {found.named:.3f} in the first three"]
    )


if __name__ == "__main__":
    sys.stdout.write(table(score(sys.argv[1])) + "\n")
