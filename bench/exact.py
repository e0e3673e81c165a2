"""Recall without its bounds: every block that holds a word of the question is proposed and scored, as in a full scan.

The bounds are constants of the product and no settings, since nobody should have to choose them; so they are taken
away here from outside. A constant that has another name by now is an error, never a comparison with itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from unittest import mock

from vademecum.index import proposing
from vademecum.index.proposal import Candidate
from vademecum.recall import pipeline

_NO_BOUND = 1 << 50
# SQLite takes 32,766 values in one statement.
_AT_ONCE = 30_000


@contextmanager
def without_bounds(blocks: int) -> Iterator[None]:
    """Take the bounds away from what this process asks meanwhile."""
    original = proposing.Proposer._candidates  # noqa: SLF001 - a full scan is no use to anybody else

    def in_batches(self: proposing.Proposer, numbers: Sequence[int]) -> list[Candidate]:
        return [each for some in _batches(numbers) for each in original(self, some)]

    constants = {
        (proposing, "_MATCHED_LEAST"): _NO_BOUND,
        (proposing, "_MAX_TERMS"): _NO_BOUND,
        (proposing, "_MAX_BYTES"): _NO_BOUND,
        (pipeline, "PROPOSED"): blocks + 1,
    }
    with ExitStack() as stack:
        for (module, name), value in constants.items():
            stack.enter_context(mock.patch.object(module, name, value))
        stack.enter_context(mock.patch.object(proposing.Proposer, "_candidates", in_batches))
        yield


def _batches(numbers: Sequence[int]) -> Iterator[Sequence[int]]:
    return (numbers[start : start + _AT_ONCE] for start in range(0, len(numbers), _AT_ONCE))
