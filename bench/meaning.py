"""``python -m bench.meaning DATA [SET ...]``: what vectors add to words, by the weight they are given.

The index, the nearest blocks, the ranking and the fusion are the product's; the vectors are those of the local model
(extra ``local``). They are made once and kept in a folder of your choice, since that takes minutes. Weights are chosen
on half A of the questions.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from bench.data import DataSet, Document, Question, load
from bench.metrics import Quality, is_held_out, mean, quality
from bench.product import page_rows
from vademecum.index.contract import Changes, Filter
from vademecum.index.sqlite import open_index
from vademecum.index.vectors.embedder import BATCH, Embedder, Purpose
from vademecum.index.vectors.kept import Stored
from vademecum.index.vectors.local import LocalEmbedder
from vademecum.index.vectors.search import Vectors
from vademecum.recall.dense import POOL, joined
from vademecum.recall.pipeline import PROPOSED
from vademecum.recall.rank import WEIGHTS, choose, drivers, rank, wanted
from vademecum.text import query_terms

if TYPE_CHECKING:
    from vademecum.index.vectors.embedder import Matrix

SHARES = (0.0, 0.08, 0.1, 0.12, 0.14, 0.16, 0.2)
MOUNT = "bench"


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a table for each set."""
    parser = argparse.ArgumentParser(prog="python -m bench.meaning", description=__doc__)
    parser.add_argument("data", type=Path, help="folder with one folder a data set")
    parser.add_argument("sets", nargs="+", metavar="SET", help="names of data sets")
    parser.add_argument("--kept", type=Path, default=Path("build/vectors"), help="where vectors are kept")
    options = parser.parse_args(arguments)
    options.kept.mkdir(parents=True, exist_ok=True)
    for name in options.sets:
        print("\n".join(_table(load(options.data / name), options.kept)))
    return 0


def _table(data: DataSet, kept: Path) -> Iterator[str]:
    yield f"| {data.name} | nDCG@10 A | R@5 A | nDCG@10 B | R@5 B | nDCG@10 | R@5 |\n|---|---|---|---|---|---|---|"
    found: dict[float, list[tuple[str, Quality]]] = {share: [] for share in SHARES}
    for group, documents in data.groups.items():
        questions = [question for question in data.questions if question.group == group]
        for question, share, ranked in answers(documents, questions, kept):
            found[share].append((question.id, quality(ranked, question.relevant)))
    for share, rows in found.items():
        halves = [mean(each for name, each in rows if is_held_out(name) is half) for half in (False, True)]
        cells = [value for each in (*halves, mean(each for _, each in rows)) for value in (each.ndcg_10, each.recall_5)]
        yield f"| {share:g} | {' | '.join(f'{cell:.3f}' for cell in cells)} |"


def answers(
    documents: Sequence[Document], questions: Sequence[Question], kept: Path
) -> Iterator[tuple[Question, float, list[str]]]:
    """Each question with each weight, and the ids of its documents, best first."""
    rows = list(page_rows(documents))
    texts = {document.id: document.text for document in documents}
    places = [(row, block) for row in rows for block in row.blocks]
    matrix = embedded([texts[block.crumb[0]] for _, block in places], "passage", kept)
    asked = embedded([question.text for question in questions], "query", kept)
    stored = [
        Stored(row.name, row.digest, block.crumb, block.nth, vector.astype("<f2").tobytes())
        for (row, block), vector in zip(places, matrix, strict=True)
    ]
    vectors = Vectors(matrix.shape[1], stored)
    with TemporaryDirectory() as folder:
        index = open_index(Path(folder, "index.db"))
        index.apply(Changes(pages=rows), fingerprint="bench")
        with index.view() as view:
            for question, vector in zip(questions, asked, strict=True):
                terms = query_terms(question.text)
                totals = view.totals(wanted(terms))
                chosen = choose(terms, totals)
                proposed = {MOUNT: view.propose(drivers(chosen), limit=PROPOSED, within=Filter()) if chosen else []}
                near = {MOUNT: vectors.nearest(vector, POOL)}
                both = joined(proposed, near, {MOUNT: view}, Filter())
                for share in SHARES:
                    candidates = both if share else proposed
                    ranked = rank(candidates, chosen, totals, WEIGHTS._replace(meaning=share))
                    yield question, share, [hit.candidate.crumb[0] for hit in ranked]
        index.close()


def embedded(texts: Sequence[str], purpose: Purpose, kept: Path, embedder: Embedder | None = None) -> Matrix:
    """The vectors of these texts, made when they are not kept yet."""
    embedder = embedder or LocalEmbedder()
    mark = sha256("\0".join([embedder.identity, purpose, *texts]).encode()).hexdigest()[:16]
    file = kept / f"{mark}.npy"
    if not file.exists():
        print(f"embedding {len(texts):,} texts", file=sys.stderr)
        batches = [embedder.embed(texts[start : start + BATCH], purpose) for start in range(0, len(texts), BATCH)]
        np.save(file, np.concatenate(batches))
    rows: Matrix = np.load(file)
    return rows


if __name__ == "__main__":
    sys.exit(main())
