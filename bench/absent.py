"""What is answered when nothing fits: each question asked where its answer is, and where it is not.

Run it as ``python -m bench.absent DATA SET [SET ...]``, with ``--meaning`` for vectors of the local model as
well, which takes minutes. A conversation set is asked of another conversation, and of all
the others together; any other set is cut in eight, in two and not at all, and asked of the next part, or of all but its
answers. **Kept**: good answers (one in the first five) that the floor leaves. **Wrong**: questions without an answer
that get one all the same. **At 90%**: the same at the floor that keeps nine in ten good answers of this set and half.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from functools import partial
from hashlib import sha256
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, TypeAlias

from bench.data import ALL, DataSet, Document, Question, load
from bench.metrics import is_held_out
from bench.product import Product
from vademecum.index.vectors.search import Near
from vademecum.recall.floor import fit, is_question
from vademecum.recall.query import asked_terms
from vademecum.recall.rank import WEIGHTS, Scored

BEST = 5
KEPT = 0.9
PARTS = (8, 2)


class Asked(NamedTuple):
    """A question, the store that answers it, one that doesn't, and which documents are passed over there."""

    question: Question
    own: str
    other: str
    hides: Callable[[str], bool]


class Way(NamedTuple):
    """A way to part a set into stores, and what is asked of them."""

    name: str
    stores: Mapping[str, Sequence[Document]]
    asked: Sequence[Asked]


# What vectors bring up in a store, by the id of the question.
Nearest: TypeAlias = Callable[[Sequence[Document], Sequence[Question]], Mapping[str, Sequence[Near]]]


class Fits(NamedTuple):
    """How well the best hit fits each question of one half: where it answers, and where nothing does."""

    good: Sequence[float]
    elsewhere: Sequence[float]

    def kept(self, floor: float) -> float:
        """The share of good answers that are left."""
        return _share(self.good, floor)

    def wrong(self, floor: float) -> float:
        """The share of questions without an answer that get one."""
        return _share(self.elsewhere, floor)

    def at(self, kept: float) -> float:
        """The share of wrong answers at the floor that keeps this share of good ones."""
        return self.wrong(sorted(self.good)[len(self.good) - math.ceil(len(self.good) * kept)]) if self.good else 0.0


def ways(data: DataSet) -> Iterator[Way]:
    """Each way to part a set into stores."""
    whole = {ALL: [document for group in data.groups.values() for document in group]}
    if len(data.groups) > 1:
        names = list(data.groups)
        after = dict(zip(names, names[1:] + names[:1], strict=True))
        of = {document.id: group for group, documents in data.groups.items() for document in documents}
        apart = [Asked(each, each.group, after[each.group], lambda _id: False) for each in data.questions]
        together = [Asked(each, ALL, ALL, partial(_is_in, of, each.group)) for each in data.questions]
        yield Way("the next conversation", data.groups, apart)
        yield Way("all other conversations", whole, together)
        return
    for parts in PARTS:
        yield _in_parts(whole[ALL], data.questions, parts)
    yield Way("whole", whole, [Asked(each, ALL, ALL, each.relevant.__contains__) for each in data.questions])


def _is_in(group_of: Mapping[str, str], group: str, name: str) -> bool:
    return group_of[name] == group


def _in_parts(documents: Sequence[Document], questions: Sequence[Question], parts: int) -> Way:
    cut: dict[str, list[Document]] = {str(part): [] for part in range(parts)}
    for document in documents:
        cut[_part(document.id, parts)].append(document)
    asked = []
    for each in questions:
        answering = {_part(name, parts) for name in each.relevant}
        others = [part for part in cut if part not in answering]
        if others:
            own = min(answering)
            asked.append(Asked(each, own, others[int(own) % len(others)], each.relevant.__contains__))
    return Way(f"in {parts} parts", cut, asked)


def _part(name: str, parts: int) -> str:
    return str(sha256(name.encode()).digest()[1] % parts)


def by_words(_documents: Sequence[Document], _questions: Sequence[Question]) -> Mapping[str, Sequence[Near]]:
    """No vectors: nothing is near to any question."""
    return {}


def measure(way: Way, nearest: Nearest = by_words) -> Mapping[str, Fits]:
    """How well the best hits fit, by half; ``nearest`` says what vectors bring up."""
    questions = [each.question for each in way.asked]
    near = {name: nearest(documents, questions) for name, documents in way.stores.items()}

    def asked(store: str, question: Question) -> Sequence[Scored]:
        return products[store].scored(question.text, near=near[store].get(question.id, ()))

    halves: dict[str, tuple[list[float], list[float]]] = {half: ([], []) for half in "AB"}
    with TemporaryDirectory() as folder, ExitStack() as stack:
        products = {
            name: stack.enter_context(closing(Product(Path(folder, f"{number}.db"), documents)))
            for number, (name, documents) in enumerate(way.stores.items())
        }
        for each in way.asked:
            good, elsewhere = halves["B" if is_held_out(each.question.id) else "A"]
            hits = asked(each.own, each.question)
            if any(hit.candidate.crumb[0] in each.question.relevant for hit in hits[:BEST]):
                good.append(_fit(hits[0], each.question.text))
            others = hits if each.other == each.own else asked(each.other, each.question)
            best = next((hit for hit in others if not each.hides(hit.candidate.crumb[0])), None)
            elsewhere.append(-math.inf if best is None else _fit(best, each.question.text))
    return {half: Fits(*values) for half, values in halves.items()}


def _fit(hit: Scored, text: str) -> float:
    terms = asked_terms(text)
    return fit(hit, terms) if is_question(text, terms) else math.inf


def _share(values: Sequence[float], floor: float) -> float:
    return sum(value >= floor for value in values) / max(len(values), 1)


def measure_all(
    sets: Iterable[DataSet], floor: float = WEIGHTS.least_answer, nearest: Nearest = by_words
) -> dict[str, Any]:
    """The shares of each set, way to part it and half, as numbers that can be kept as JSON."""
    return {"floor": floor, "rows": [row for data in sets for row in _rows(data, floor, nearest)]}


def _rows(data: DataSet, floor: float, nearest: Nearest) -> Iterator[dict[str, Any]]:
    for way in ways(data):
        halves = measure(way, nearest)
        yield {
            "set": data.name,
            "way": way.name,
            "blocks": median(len(documents) for documents in way.stores.values()),
            "halves": {
                half: {
                    "questions": len(fits.elsewhere),
                    "kept": fits.kept(floor),
                    "wrong": fits.wrong(floor),
                    "at_90": fits.at(KEPT),
                }
                for half, fits in halves.items()
            },
        }


def main(arguments: Sequence[str]) -> int:
    """Print the shares of each set."""
    from bench.tables import tables  # noqa: PLC0415 - who measures all parts at once has its own way to print

    is_meant = "--meaning" in arguments
    given = [each for each in arguments if each != "--meaning"]
    if len(given) < 2:
        print("say which folder holds the data, and which sets", file=sys.stderr)
        return 2
    folder, *names = given
    sets = [load(Path(folder, name)) for name in names]
    print(tables("absent", _by_meaning(sets) if is_meant else measure_all(sets))["absent"])
    return 0


def _by_meaning(sets: Iterable[DataSet]) -> dict[str, Any]:
    from bench.vectors import Made, kept_file, nearest  # noqa: PLC0415 - words alone need no numpy

    with closing(Made(kept_file())) as made:
        return measure_all(sets, WEIGHTS.least_meant, partial(nearest, made=made))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
