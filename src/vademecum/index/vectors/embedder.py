"""What makes vectors must answer, and what is believed of its answers. It opens no connection and loads no model.

Every answer is judged here, whoever gave it: as many vectors as texts, all of one length, of finite numbers, none of
them zero. Only then are they brought to length one, so that a dot product is their cosine.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from vademecum.errors import VectorsFailedError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Matrix: TypeAlias = NDArray[np.float32]

# Some models are told which of the two a text is, and place a question near its answers rather than near its likes.
Purpose = Literal["query", "passage"]

BATCH = 32
"""Texts in one request (D39): a failure loses so much work at most."""
MOST_DIMENSIONS = 16_384
"""Far above any model known; a longer vector is a mistake, and would fill the disk."""

INSTALL = "pip install 'vademecum[vectors]'"
# C takes a zero for the end of a text, and no encoding has a sign for half of a surrogate pair.
_UNFIT = {0: " "} | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")


class Embedder(Protocol):
    """Makes vectors of texts with one model."""

    @property
    def identity(self) -> str:
        """Which model it is, and all that changes the vectors it gives: those of other identities can't be compared."""

    def embed(self, texts: Sequence[str], purpose: Purpose) -> Matrix:
        """One row of length one for each text, in their order. Raises VectorsFailedError; never gives half an answer.

        Who calls it gives ``BATCH`` texts at most.
        """


def fit(text: str) -> str:
    """The text without what not every embedder can take; it keeps its length."""
    return text.translate(_UNFIT)


def numpy_is_there() -> bool:
    """Whether the library is installed that vectors are computed with."""
    from importlib.util import find_spec  # noqa: PLC0415 - only a memory with vectors asks

    return find_spec("numpy") is not None


def need_numpy() -> None:
    """Raise VectorsFailedError, which says what to install, where vectors can't be computed."""
    if not numpy_is_there():
        raise VectorsFailedError("vectors need numpy, which is not installed", hint=INSTALL)


def vectors_of(answer: object, count: int, who: str) -> Matrix:
    """The vectors of an answer as JSON has them: a list of lists of numbers. Raises VectorsFailedError."""
    if not isinstance(answer, list) or not all(isinstance(row, list) for row in answer):
        raise VectorsFailedError(f"{who} gave no list of vectors")
    if len(answer) != count:
        raise VectorsFailedError(f"{who} gave {len(answer):,} vectors for {count:,} texts")
    if not all(type(number) in {int, float} for row in answer for number in row):
        raise VectorsFailedError(f"{who} gave a vector that holds something else than numbers")
    lengths = {len(row) for row in answer}
    if len(lengths) > 1:
        raise VectorsFailedError(f"{who} gave vectors of different lengths")
    length = max(lengths, default=1)
    if not 0 < length <= MOST_DIMENSIONS:
        raise VectorsFailedError(f"{who} gave vectors of {length:,} numbers")
    import numpy as np  # noqa: PLC0415 - it takes longer to import than recall takes to answer by words

    try:
        rows = np.asarray(answer, dtype=np.float64).reshape(count, length)
    except OverflowError as error:
        raise VectorsFailedError(f"{who} gave a number that is too large") from error
    return normalised(rows, who)


def normalised(rows: NDArray[np.floating], who: str) -> Matrix:
    """Vectors brought to length one. Raises VectorsFailedError for NaN and infinity, and for a length of zero."""
    import numpy as np  # noqa: PLC0415 - as above

    if not np.isfinite(rows).all():
        raise VectorsFailedError(f"{who} gave a vector that is no direction: NaN or infinite")
    with np.errstate(over="ignore"):  # a length beyond all numbers is refused in the next line, in our own words
        lengths = np.linalg.norm(rows.astype(np.float64), axis=1, keepdims=True)
    if not (np.isfinite(lengths) & (lengths > 0)).all():
        raise VectorsFailedError(f"{who} gave a vector that is no direction: its length is zero or too large")
    return np.asarray(rows / lengths, dtype=np.float32)
