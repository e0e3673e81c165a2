"""Vectors for measuring are made once, and lead a question to what no word of it finds."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import numpy as np

from bench.data import Document, Question
from bench.meaning import answers
from bench.vectors import Made, nearest
from vademecum.index.vectors.embedder import Purpose

TEXTS = {"boat": "The skiff leaks.", "bread": "Dough rests overnight.", "tea": "The kettle sings."}
DOCUMENTS = [Document(name, text, "all", None, None) for name, text in TEXTS.items()]
ASKED = Question("q", "a loaf of rye", "all", frozenset({"bread"}))


class Tables:
    """An embedder for which bread and loaf mean the same; it counts the texts that it was given."""

    identity = "test:tables"

    def __init__(self) -> None:
        self.given = 0

    def embed(self, texts: Sequence[str], _purpose: Purpose) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
        self.given += len(texts)
        axes = [1 if "Dough" in text or "loaf" in text else 2 if "kettle" in text else 0 for text in texts]
        return np.eye(3, dtype=np.float32)[axes]


def test_a_text_is_embedded_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    first, second = Tables(), Tables()
    with closing(Made(tmp_path / "new" / "vectors.db", first)) as made:
        assert made.of(["one", "two", "one"], "passage").shape == (3, 3)
    with closing(Made(tmp_path / "new" / "vectors.db", second)) as made:
        made.of(["two", "one"], "passage")
        made.of(["two"], "query")
    assert (first.given, second.given) == (2, 1)


def test_the_measured_pipeline_finds_by_meaning_what_no_word_finds(tmp_path: Path) -> None:
    with closing(Made(tmp_path / "vectors.db", Tables())) as made:
        assert nearest(DOCUMENTS, [ASKED], made)["q"][0].crumb == ("bread",)
        ranked = {share: found for _, share, found in answers(DOCUMENTS, [ASKED], made, (0.0, 0.14))}
    assert ranked[0.0] == []
    assert ranked[0.14][0] == "bread"


def test_a_weight_of_nothing_measures_words_alone(tmp_path: Path) -> None:
    asked = Question("q", "skiff", "all", frozenset({"boat"}))
    with closing(Made(tmp_path / "vectors.db", Tables())) as made:
        [(_, share, found)] = answers(DOCUMENTS, [asked], made, (0.0,))
    assert (share, found) == (0.0, ["boat"])
