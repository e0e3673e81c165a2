"""Recall by meaning: the blocks whose vectors are nearest to a question's join those that its words propose.

It embeds the question and nothing else. Whatever keeps it from that becomes one notice, and the answer is by words
alone, of all mounts or of the one whose vectors can't be used. After a failure the embedder is left in peace for a
while, so that one that hangs costs a long-lived surface one time-out and not one for each question. Scores are made in
``rank.py``; here a nearness is only brought to 0..1.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vademecum.errors import VectorsFailedError
from vademecum.index.contract import Candidate, Filter, View
from vademecum.index.vectors.embedder import Embedder
from vademecum.index.vectors.search import Near, Shelf
from vademecum.library import Library
from vademecum.library.vectors import EMBEDDED_CHARS, vectors_path

if TYPE_CHECKING:
    from vademecum.index.vectors.embedder import Matrix

POOL = 60
"""How many blocks join at most, of all mounts together; docs/concepts/vectors.md says what others are worth."""
REST = 60.0
"""Seconds in which an embedder that failed is not asked again."""

# Pages that changed since their vectors were made take no part, so that more are taken than can join.
_TAKEN = 4 * POOL

# What the last block that joins has: to those who score, 0 is a block without a vector, and none that joined.
_LEAST = 0.001

_Place: TypeAlias = tuple[tuple[str, ...], int]


class Question(NamedTuple):
    """A question's vector; None, with the reason in ``notices``, where there is none."""

    vector: Matrix | None = None
    notices: tuple[str, ...] = ()


class Dense:
    """What a memory asks for meaning. ``make`` gives its embedder, None when none is configured; ``clock`` counts
    seconds from any moment."""

    def __init__(self, make: Callable[[], Embedder | None], clock: Callable[[], float] = time.monotonic) -> None:
        self._make = make
        self._clock = clock
        self._embedder: Embedder | None = None
        self._shelf = Shelf()
        self._failure = ""
        self._failed_at = 0.0
        self._last: tuple[str, Question] | None = None

    def question(self, text: str) -> Question:
        """The vector of a question; it raises nothing that an embedder does."""
        if not text.strip():
            return Question()
        if self._last is not None and self._last[0] == text:
            return self._last[1]  # as when two retrievers answer one question
        if self._failure and self._clock() - self._failed_at < REST:
            return Question(notices=(_by_words(self._failure),))
        try:
            self._embedder = self._embedder or self._make()
            if self._embedder is None:
                return Question()
            vector = self._embedder.embed([text[:EMBEDDED_CHARS]], "query")
        except VectorsFailedError as error:
            self._failure, self._failed_at = error.message, self._clock()
            return Question(notices=(_by_words(error.message),))
        self._failure = ""
        self._last = (text, Question(vector))
        return self._last[1]

    def nearest(
        self, library: Library, views: Mapping[str, View], question: Question, *, whole: bool = False
    ) -> tuple[dict[str, list[Near]], tuple[str, ...]]:
        """The blocks nearest to a question by mount, and what keeps some from being found.

        They are as many as can join, or with ``whole`` all there are, for a filter to choose from.
        """
        if question.vector is None or self._embedder is None:
            return {}, question.notices
        found: dict[str, list[Near]] = {}
        bare: list[str] = []
        failed: dict[str, list[str]] = {}
        for mount, view in views.items():
            try:
                vectors = self._shelf.vectors(vectors_path(library, mount), self._embedder.identity)
                if vectors is not None:
                    found[mount] = vectors.nearest(question.vector, None if whole else _TAKEN)
                elif view.totals(()).blocks:
                    bare.append(mount)
            except VectorsFailedError as error:
                failed.setdefault(error.message, []).append(mount)
        notices = [_by_words(reason, mounts) for reason, mounts in failed.items()]
        if bare:
            notices.append(f"no vectors yet of {', '.join(bare)}; vade sync makes them")
        return found, tuple(notices)


NO_VECTORS = Dense(lambda: None)
"""For who asks by words alone."""


def joined(
    proposed: Mapping[str, Sequence[Candidate]],
    near: Mapping[str, Sequence[Near]],
    views: Mapping[str, View],
    within: Filter,
) -> dict[str, list[Candidate]]:
    """The candidates of each mount with their nearness, and with them those that only vectors propose.

    A vector counts only while its page is as it was when it was made, and the filter lets its block through.
    """
    pool = _pool(near, views, within)
    if not pool:
        return {mount: list(blocks) for mount, blocks in proposed.items()}
    best, least = pool[0][1].similarity, pool[-1][1].similarity
    span = best - least
    close = {
        (mount, each.name, each.crumb, each.nth): max((each.similarity - least) / span, _LEAST) if span else 1.0
        for mount, each, _ in pool
    }
    found = {
        mount: [one._replace(near=close.get((mount, one.name, one.crumb, one.nth), 0.0)) for one in blocks]
        for mount, blocks in proposed.items()
    }
    there = {(mount, one.name, one.crumb, one.nth) for mount, blocks in proposed.items() for one in blocks}
    for mount, each, candidate in pool:
        key = (mount, each.name, each.crumb, each.nth)
        if key not in there:
            found.setdefault(mount, []).append(candidate._replace(near=close[key]))
    return found


def _pool(
    near: Mapping[str, Sequence[Near]], views: Mapping[str, View], within: Filter
) -> list[tuple[str, Near, Candidate]]:
    """The nearest blocks of all mounts that still are what their vectors say, nearest first."""
    ranked = sorted(
        ((mount, each) for mount, blocks in near.items() for each in blocks),
        key=lambda pair: (-pair[1].similarity, pair[0], pair[1].name, pair[1].crumb, pair[1].nth),
    )
    pages: dict[tuple[str, str], dict[_Place, Candidate]] = {}
    pool: list[tuple[str, Near, Candidate]] = []
    for mount, each in ranked:
        if len(pool) == POOL:
            break
        page = mount, each.name
        if page not in pages:
            pages[page] = dict(_blocks(views[mount], each.name, within))
        candidate = pages[page].get((each.crumb, each.nth))
        if candidate is not None and candidate.digest == each.digest:
            pool.append((mount, each, candidate))
    return pool


def _blocks(view: View, name: str, within: Filter) -> Iterator[tuple[_Place, Candidate]]:
    for one in view.candidates(name, within):
        yield (one.crumb, one.nth), one


def _by_words(reason: str, mounts: Sequence[str] = ()) -> str:
    where = f" in {', '.join(mounts)}" if mounts else ""
    return f"found by words alone{where}: {reason}"
