"""How fast the index is built and asked as it grows, beside plain full-text search of the same texts in the same run.

A corpus of any size is drawn from real texts: each block is one to three pieces of them put together, so that its
words keep their real frequencies and no two blocks are alike. The same size gives the same corpus.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.control import Control
from bench.data import ALL, Document
from bench.product import Product
from bench.recall import timed

SIZES = (1_000, 10_000, 100_000)
QUESTIONS = 200
_PIECE = 200
_BLOCKS_A_PAGE = 8


@dataclass(frozen=True, slots=True)
class Speed:
    """Processor seconds at one size: to build, and for each question."""

    blocks: int
    product_build: float
    control_build: float
    product: tuple[float, ...]
    control: tuple[float, ...]


def measure(documents: Sequence[Document], questions: Sequence[str], blocks: int) -> Speed:
    """Build both engines over the same corpus and ask both the same questions, each once to warm and once to time."""
    corpus = list(resampled(documents, blocks))
    asked = random.Random(blocks).sample(questions, min(QUESTIONS, len(questions)))  # noqa: S311 - a sample, no secret
    with TemporaryDirectory() as folder:
        start = time.process_time()
        product = Product(Path(folder, "product.db"), corpus)
        middle = time.process_time()
        control = Control(Path(folder, "control.db"), ((each.id, each.text) for each in corpus))
        end = time.process_time()
        times: tuple[list[float], list[float]] = [], []
        with closing(product), closing(control):
            for text in asked:
                for ask, spent in zip((product.ask, control.ask), times, strict=True):
                    ask(text)
                    spent.append(timed(ask, text)[1])
    return Speed(blocks, middle - start, end - middle, tuple(times[0]), tuple(times[1]))


def resampled(documents: Sequence[Document], blocks: int) -> Iterator[Document]:
    """Blocks made of pieces of real texts, in pages of eight; always the same for the same texts and number."""
    draw = random.Random(f"{len(documents)} {blocks}")  # noqa: S311 - a sample, no secret
    for number in range(blocks):
        pieces = (_piece(draw, draw.choice(documents).text) for _ in range(draw.randint(1, 3)))
        page = f"page/{number // _BLOCKS_A_PAGE}"
        yield replace(_EMPTY, id=f"{page}/{number}", text="\n".join(pieces), session=page)


def _piece(draw: random.Random, text: str) -> str:
    start = draw.randrange(max(len(text) - _PIECE, 0) + 1)
    return text[start : start + _PIECE]


_EMPTY = Document(id="", text="", group=ALL, session=None, day=None)
