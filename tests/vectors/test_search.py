"""The nearest blocks: exactly those, in an order that is always the same."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, strategies as st

from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.embedder import vectors_of
from vademecum.index.vectors.kept import Stored
from vademecum.index.vectors.search import Vectors

NUMBERS = st.floats(-1, 1).filter(lambda number: abs(number) > 0.01)
VECTOR = st.lists(NUMBERS, min_size=3, max_size=3)


def loaded(rows: list[list[float]]) -> Vectors:
    matrix = vectors_of(rows, len(rows), "the test") if rows else np.empty((0, 3), dtype=np.float32)
    stored = [Stored(f"p{at:03}", "digest", ("H",), 1, row.astype("<f2").tobytes()) for at, row in enumerate(matrix)]
    return Vectors(3, stored)


@given(st.lists(VECTOR, max_size=12), VECTOR, st.integers(0, 14), st.floats(-1, 1))
def test_the_nearest_are_those_of_a_plain_sort(
    rows: list[list[float]], question: list[float], limit: int, floor: float
) -> None:
    vectors, asked = loaded(rows), vectors_of([question], 1, "the test")
    found = vectors.nearest(asked)
    assert sorted(found, key=lambda each: (-each.similarity, each.name)) == found
    assert {each.name for each in found} == {f"p{at:03}" for at in range(len(rows))}
    for each in found:
        row = np.array(rows[int(each.name[1:])])
        exact = row @ question / np.linalg.norm(row) / np.linalg.norm(question)
        assert each.similarity == pytest.approx(float(exact), abs=2e-3)
    assert vectors.nearest(asked, limit) == found[:limit]
    assert vectors.nearest(asked, floor=floor) == [each for each in found if each.similarity >= floor]


def test_a_question_of_another_length_is_told() -> None:
    with pytest.raises(VectorsFailedError, match="a question 2 numbers, and the vectors of its model have 3"):
        loaded([[1.0, 0.0, 0.0]]).nearest(vectors_of([[1.0, 0.0]], 1, "the test"))
