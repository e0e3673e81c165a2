"""How well recall finds: the product and the control answer the same questions, each inside the question's group."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.control import Control
from bench.data import DataSet
from bench.metrics import Quality, is_held_out, mean, quality
from bench.product import Product

HALVES = ("all", "A", "B")


@dataclass(frozen=True, slots=True)
class Answered:
    """One question as one engine answered it; ``seconds`` are of processor time."""

    question: str
    quality: Quality
    seconds: float


@dataclass(frozen=True, slots=True)
class Compared:
    """One data set as both engines answered it."""

    name: str
    product: tuple[Answered, ...]
    control: tuple[Answered, ...]


def compare(data: DataSet) -> Compared:
    """Build both indexes for each group, and ask both each question in turn."""
    with TemporaryDirectory() as folder, ExitStack() as stack:
        products: dict[str, Product] = {}
        controls: dict[str, Control] = {}
        for number, (group, documents) in enumerate(data.groups.items()):
            base = Path(folder, str(number))
            texts = ((document.id, document.text) for document in documents)
            products[group] = stack.enter_context(closing(Product(base.with_suffix(".db"), documents)))
            controls[group] = stack.enter_context(closing(Control(base.with_suffix(".fts"), texts)))
        # The first question of all opens files; it is not what is measured here.
        for ask in (*(each.ask for each in products.values()), *(each.ask for each in controls.values())):
            ask("warm up")
        product: list[Answered] = []
        control: list[Answered] = []
        for question in data.questions:
            for ask, answers in ((products[question.group].ask, product), (controls[question.group].ask, control)):
                ranked, seconds = timed(ask, question.text)
                answers.append(Answered(question.id, quality(ranked, question.relevant), seconds))
    return Compared(data.name, tuple(product), tuple(control))


def timed(ask: Callable[[str], list[str]], text: str) -> tuple[list[str], float]:
    """An answer and the processor time it took, which other programs on the machine change least."""
    start = time.process_time_ns()
    ranked = ask(text)
    return ranked, (time.process_time_ns() - start) / 1e9


def of_half(answers: Sequence[Answered], half: str) -> Quality:
    """The mean quality over half A, half B or all."""
    chosen = (each for each in answers if half == "all" or is_held_out(each.question) == (half == "B"))
    return mean(each.quality for each in chosen)
