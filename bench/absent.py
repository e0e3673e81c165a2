"""What is answered when nothing fits: each question asked of its own conversation, and of one that can't answer it.

Run it as ``python -m bench.absent DATA SET [SET ...]`` with conversation sets. **Kept**: good answers (one in the first
five) that the floor leaves. **Wrong**: questions asked elsewhere that get an answer all the same. Other floors than the
shipped one say what it costs to ask for more or less.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.data import DataSet, load
from bench.metrics import is_held_out
from bench.product import Product
from vademecum.recall.floor import answers
from vademecum.recall.rank import WEIGHTS
from vademecum.text import query_terms

FLOORS = (0.1, 0.15, 0.18, 0.2, 0.25, 0.3)
BEST = 5


def shares(data: DataSet, *, held_out: bool) -> Iterator[tuple[float, float, float]]:
    """Floor, share of good answers kept, share of questions answered where nothing fits, on one half."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        products = {
            group: stack.enter_context(closing(Product(Path(folder, f"{number}.db"), documents)))
            for number, (group, documents) in enumerate(data.groups.items())
        }
        groups = list(products)
        good, elsewhere = [], []
        for question in data.questions:
            if is_held_out(question.id) != held_out:
                continue
            terms = query_terms(question.text)
            hits = products[question.group].scored(question.text)
            if any(hit.candidate.crumb[0] in question.relevant for hit in hits[:BEST]):
                good.append((hits[0], terms))
            other = groups[(groups.index(question.group) + 1) % len(groups)]
            elsewhere.append((next(iter(products[other].scored(question.text)), None), terms))
        for floor in FLOORS:
            weights = WEIGHTS._replace(least_answer=floor)
            kept = sum(answers(hit, terms, weights) for hit, terms in good)
            wrong = sum(hit is not None and answers(hit, terms, weights) for hit, terms in elsewhere)
            yield floor, kept / max(len(good), 1), wrong / max(len(elsewhere), 1)


def main(arguments: Sequence[str]) -> int:
    """Print the shares of each set by half; 2 when a set has one conversation, of which nothing else can be asked."""
    if len(arguments) < 2:
        print("say which folder holds the data, and which sets", file=sys.stderr)
        return 2
    print(f"shipped: {WEIGHTS.least_answer:g}\n\n| set | half | floor | kept | wrong |\n|---|---|---|---|---|")
    for name in arguments[1:]:
        data = load(Path(arguments[0]) / name)
        if len(data.groups) == 1:
            print(f"{name} is one collection, so no question of it can be asked elsewhere", file=sys.stderr)
            return 2
        for half in "AB":
            for floor, kept, wrong in shares(data, held_out=half == "B"):
                print(f"| {name} | {half} | {floor:g} | {kept:.3f} | {wrong:.3f} |")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
