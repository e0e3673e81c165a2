"""Vectors of the local model for measuring: made once for each text, and the nearest documents to a question.

They are kept in a file of the cache folder, since to make them takes minutes and to read them none.
"""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from bench.data import Document, Question
from bench.product import page_rows
from vademecum.config.folders import cache_folder
from vademecum.index.vectors.embedder import BATCH, Embedder, Purpose
from vademecum.index.vectors.kept import Stored
from vademecum.index.vectors.local import LocalEmbedder
from vademecum.index.vectors.search import Near, Vectors
from vademecum.recall.dense import POOL

if TYPE_CHECKING:
    from vademecum.index.vectors.embedder import Matrix

_AT_ONCE = 500


def kept_file() -> Path:
    """Where vectors are kept when nobody says where."""
    return Path(cache_folder(os.environ), "bench", "vectors.db")


class Made:
    """The vectors that were made so far, by model, purpose and text; what is missing is made and kept."""

    def __init__(self, file: Path, embedder: Embedder | None = None) -> None:
        file.parent.mkdir(parents=True, exist_ok=True)
        self._embedder = embedder or LocalEmbedder()
        self._file = sqlite3.connect(file, isolation_level=None)
        self._file.execute("create table if not exists made (mark text primary key, vector blob not null)")

    def of(self, texts: Sequence[str], purpose: Purpose) -> Matrix:
        """One row for each text."""
        marks = [self._mark(purpose, text) for text in texts]
        wanted = dict(zip(marks, texts, strict=True))
        known = self._known(list(wanted))
        missing = [mark for mark in wanted if mark not in known]
        if missing:
            print(f"making {len(missing):,} vectors", file=sys.stderr)
        for start in range(0, len(missing), BATCH):
            batch = missing[start : start + BATCH]
            rows = self._embedder.embed([wanted[mark] for mark in batch], purpose)
            found = {mark: row.astype("<f4").tobytes() for mark, row in zip(batch, rows, strict=True)}
            self._file.executemany("insert or replace into made values (?, ?)", found.items())
            known.update(found)
        return np.stack([np.frombuffer(known[mark], dtype="<f4") for mark in marks])

    def _mark(self, purpose: Purpose, text: str) -> str:
        return sha256(f"{self._embedder.identity}\0{purpose}\0{text}".encode()).hexdigest()

    def _known(self, marks: Sequence[str]) -> dict[str, bytes]:
        known: dict[str, bytes] = {}
        for start in range(0, len(marks), _AT_ONCE):
            some = marks[start : start + _AT_ONCE]
            places = ", ".join("?" * len(some))
            # Nothing of the statement is anybody's text.
            known.update(self._file.execute(f"select mark, vector from made where mark in ({places})", some))  # noqa: S608
        return known

    def close(self) -> None:
        """Give back the file."""
        self._file.close()


def nearest(documents: Sequence[Document], questions: Sequence[Question], made: Made) -> Mapping[str, list[Near]]:
    """The documents nearest to each question, by its id, as many as may join what its words propose."""
    texts = {document.id: document.text for document in documents}
    places = [(row, block) for row in page_rows(documents) for block in row.blocks]
    rows = made.of([texts[block.crumb[0]] for _, block in places], "passage")
    stored = [
        Stored(row.name, row.digest, block.crumb, block.nth, vector.astype("<f2").tobytes())
        for (row, block), vector in zip(places, rows, strict=True)
    ]
    vectors = Vectors(rows.shape[1], stored)
    asked = made.of([question.text for question in questions], "query")
    return {each.id: vectors.nearest(row, POOL) for each, row in zip(questions, asked, strict=True)}
