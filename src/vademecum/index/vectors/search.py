"""Which blocks are nearest to a question: exact, by one product of all vectors with the question's. It keeps no file.

Exact search is quick enough for a person's memory (measured in docs/reference/benchmarks.md), gives the same answer
each time, and has no second copy of the vectors that could fall out of step.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from vademecum.errors import VectorsFailedError
from vademecum.index.vectors.kept import VectorFile

if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.index.vectors.embedder import Matrix
    from vademecum.index.vectors.kept import Stored

# Similarities are compared after rounding, since the last bits of a product depend on how many rows it has.
_DIGITS = 5


class Near(NamedTuple):
    """A block of a page at a digest, with the cosine of the angle to the question."""

    name: str
    digest: str
    crumb: tuple[str, ...]
    nth: int
    similarity: float


class Vectors:
    """The vectors of one mount in memory."""

    def __init__(self, dimensions: int, stored: Sequence[Stored]) -> None:
        import numpy as np  # noqa: PLC0415 - it takes longer to import than recall takes to answer by words

        self._blocks = [row._replace(value=b"") for row in stored]
        flat = np.frombuffer(b"".join(row.value for row in stored), dtype="<f2")
        self._matrix = flat.astype(np.float32).reshape(len(stored), dimensions)

    def __len__(self) -> int:
        return len(self._blocks)

    def nearest(self, question: Matrix, limit: int | None = None, floor: float | None = None) -> list[Near]:
        """The blocks, all or the first ``limit``, nearest first and those of equal nearness in order of address.

        None is less near than ``floor``. Raises VectorsFailedError for a question of another length.
        """
        import numpy as np  # noqa: PLC0415 - as above

        if not self._blocks:
            return []
        length, known = question.shape[-1], self._matrix.shape[1]
        if length != known:
            told = f"the embedder gave a question {length:,} numbers, and the vectors of its model have {known:,}"
            raise VectorsFailedError(told, hint="vade sync --rebuild makes them all anew")
        cosines = np.round(self._matrix @ question.reshape(-1), _DIGITS)
        best = np.argsort(-cosines, kind="stable")[:limit]
        return [
            Near(block.name, block.digest, block.crumb, block.nth, float(cosines[at]))
            for at, block in ((at, self._blocks[at]) for at in best.tolist())
            if floor is None or cosines[at] >= floor
        ]


class Shelf:
    """Vectors that were loaded, each for as long as its file stays as it is; a long-lived surface reads them once."""

    def __init__(self) -> None:
        self._loaded: dict[tuple[str, str], tuple[tuple[int, ...], Vectors]] = {}

    def vectors(self, path: str, identity: str) -> Vectors | None:
        """The vectors of a file by one model; None when there are none yet. Raises VectorsFailedError."""
        stamp = _stamp(path)
        known = self._loaded.get((path, identity))
        if known is not None and known[0] == stamp:
            return known[1]
        file = VectorFile.to_read(path, identity)
        if file is None:
            return None
        try:
            vectors = Vectors(*file.stored())
        finally:
            file.close()
        self._loaded[path, identity] = (stamp, vectors)
        return vectors


def _stamp(path: str) -> tuple[int, ...]:
    """What a commit to the file changes, taken before it is read."""
    try:
        found = os.stat(path)
    except OSError:
        return ()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns
