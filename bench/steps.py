"""What each part of the ranking is worth: the same questions with one constant changed at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.data import DataSet
from bench.metrics import Quality, is_held_out, mean, quality
from bench.product import Product
from vademecum.recall.rank import WEIGHTS, Weights

STEPS: dict[str, Weights] = {
    "as shipped": WEIGHTS,
    "textbook k1 = 1.2, b = .75": WEIGHTS._replace(b=0.75, b_alone=0.75),
    "k1 = .9, b = .3": WEIGHTS._replace(k1=0.9, b=0.3, b_alone=0.3),
    "one b = .5 for blocks and whole pages": WEIGHTS._replace(b=0.5, b_alone=0.5),
    "repetitions in the question don't count": WEIGHTS._replace(repeat=0.0),
    "stems alone, no exact forms": WEIGHTS._replace(exact=0.0),
    "pairs of signs alone, no single signs": WEIGHTS._replace(unigram=0.0),
    "wholes of compounds alone, no parts": WEIGHTS._replace(part=0.0),
    "no words of the blocks beside": WEIGHTS._replace(before=0.0, after=0.0, answer=0.0),
    "an answer is no more than what follows": WEIGHTS._replace(answer=WEIGHTS.before),
    "what asks counts as what answers": WEIGHTS._replace(asking=0.0),
    "no strength of the page": WEIGHTS._replace(page=0.0),
    "whoever speaks": WEIGHTS._replace(voice=0.0),
    "whatever the day": WEIGHTS._replace(day=0.0),
    "none of these": WEIGHTS._replace(before=0.0, after=0.0, answer=0.0, asking=0.0, page=0.0, voice=0.0, day=0.0),
    "half as many terms of a long question": WEIGHTS._replace(most_terms=WEIGHTS.most_terms // 2),
}


def worth(data: DataSet) -> Iterator[tuple[str, Quality, Quality]]:
    """Each step's name, its quality on half A and on half B."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        products = {
            group: stack.enter_context(closing(Product(Path(folder, f"{number}.db"), documents)))
            for number, (group, documents) in enumerate(data.groups.items())
        }
        for name, weights in STEPS.items():
            halves: tuple[list[Quality], list[Quality]] = [], []
            for question in data.questions:
                ranked = products[question.group].ask(question.text, weights=weights)
                halves[is_held_out(question.id)].append(quality(ranked, question.relevant))
            yield name, mean(halves[0]), mean(halves[1])
