"""``python -m bench.meaning DATA SET [SET ...]``: what vectors add to words, by the weight they are given.

All is the product's: the index, the nearest blocks, the neighbours, the evidence, the fusion. The vectors are those of
the local model (extra ``local``); ``--kept`` names the file that keeps them. Weights are chosen on half A of the
questions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.data import DataSet, Document, Question, load
from bench.metrics import Quality, is_held_out, mean, quality
from bench.product import Product
from bench.vectors import Made, kept_file, nearest
from vademecum.recall.rank import WEIGHTS

SHARES = (0.0, 0.08, 0.11, 0.14, 0.17, 0.2, 0.25, 0.3)
HEAD = "nDCG@10 A | R@5 A | R@10 A | nDCG@10 B | R@5 B | R@10 B | nDCG@10 | R@5 | R@10 |"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(prog="python -m bench.meaning", description=__doc__)
    parser.add_argument("data", type=Path, help="folder with one folder a data set")
    parser.add_argument("sets", nargs="+", metavar="SET", help="names of data sets")
    parser.add_argument("--kept", type=Path, default=kept_file(), help="the file that keeps vectors")
    options = parser.parse_args(arguments)
    with closing(Made(options.kept)) as made:
        for name in options.sets:
            print("\n".join(_table(load(options.data / name), made)), flush=True)
    return 0


def _table(data: DataSet, made: Made) -> Iterator[str]:
    yield f"| {data.name} | {HEAD}\n|---{'|---' * HEAD.count('|')}|"
    for share, rows in judged(data, made, SHARES).items():
        halves = [mean(each for name, each in rows if is_held_out(name) is half) for half in (False, True)]
        means = (*halves, mean(each for _, each in rows))
        cells = [value for each in means for value in (each.ndcg_10, each.recall_5, each.recall_10)]
        yield f"| {share:g} | {' | '.join(f'{cell:.3f}' for cell in cells)} |"


def judged(data: DataSet, made: Made, shares: Sequence[float]) -> dict[float, list[tuple[str, Quality]]]:
    """How good the answers are at each weight of vectors, with the questions' ids."""
    found: dict[float, list[tuple[str, Quality]]] = {share: [] for share in shares}
    for group, documents in data.groups.items():
        questions = [question for question in data.questions if question.group == group]
        for question, share, ranked in answers(documents, questions, made, shares):
            found[share].append((question.id, quality(ranked, question.relevant)))
    return found


def answers(
    documents: Sequence[Document], questions: Sequence[Question], made: Made, shares: Sequence[float]
) -> Iterator[tuple[Question, float, list[str]]]:
    """Each question with each weight, and the ids of its documents, best first."""
    near = nearest(documents, questions, made)
    with TemporaryDirectory() as folder, closing(Product(Path(folder, "index.db"), documents)) as product:
        for question in questions:
            for share in shares:
                weights = WEIGHTS._replace(meaning=share)
                yield question, share, product.ask(question.text, 10, weights, near[question.id] if share else ())


if __name__ == "__main__":
    sys.exit(main())
