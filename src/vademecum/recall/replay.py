"""A recall written down, and what has changed when it is asked again. Pure; keeping it is for ``memory/recorded.py``.

The same store, query and day give the same answer (rule 10), so what is kept is the question, the rules that ranked it,
a digest of each index that was asked and of the words that glossaries added, and of each hit no more than its address,
version and score: no text of any page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from vademecum.errors import UnreadableError
from vademecum.index.contract import Filter
from vademecum.recall.pipeline import Answer, Hit, Request
from vademecum.recall.rank import WEIGHTS, Weights

FORMAT = 1
ID_LENGTH = 12


class Place(NamedTuple):
    """One hit: its address, the version of its page, its score and the retriever that found it."""

    address: str
    version: str
    score: float
    retriever: str


class Recorded(NamedTuple):
    """A recall: its request, the marks of all rules that ranked it, what each mount's index said, and the hits.

    ``indexes`` gives for each mount the mark of the rules that made its rows and the digest of its pages; ``added`` the
    mark of the words that a mount's glossary added, whether the mount was asked or not. A recall that was recorded
    before those were kept has None.
    """

    request: Request
    rules: str
    indexes: Mapping[str, tuple[str, str]]
    hits: tuple[Place, ...]
    added: Mapping[str, str] | None = None

    @property
    def id(self) -> str:
        """Names the recall: an equal answer to an equal question of equal stores has an equal id."""
        return sha256(to_json(self).encode("utf-8", "surrogatepass")).hexdigest()[:ID_LENGTH]


def record(
    answer: Answer, indexes: Mapping[str, tuple[str, str]], rules: str, added: Mapping[str, str] | None = None
) -> Recorded:
    """What is kept of an answer."""
    words = None if added is None else dict(sorted(added.items()))
    return Recorded(answer.request, rules, dict(sorted(indexes.items())), tuple(map(_place, answer.hits)), words)


def rules_mark(settings: object, weights: Weights = WEIGHTS) -> str:
    """A mark of what ranks: the weights, and the ``settings`` that choose what else finds."""
    return sha256(repr((weights, settings)).encode()).hexdigest()[:16]


def to_json(recorded: Recorded) -> str:
    """One line that ``from_json`` reads; floats keep every digit."""
    request = recorded.request
    within = {key: sorted(value) if isinstance(value, frozenset) else value for key, value in _fields(request.within)}
    asked = asdict(request) | {"within": within, "today": _day(request.today), "as_of": _day(request.as_of)}
    known = [FORMAT, asked, recorded.rules, recorded.indexes, recorded.hits]
    return json.dumps(known if recorded.added is None else [*known, recorded.added])


def from_json(line: str) -> Recorded:
    """The recall in a line. Raises UnreadableError for what is none, or was written by another version."""
    try:
        made_as, asked, rules, indexes, hits, *added = json.loads(line)
        # Recalls that were recorded before pages could be filtered by salience are asked again as well.
        within = {"salience": (), **{FORMAT: asked["within"]}[made_as]}
        asked |= {
            "within": Filter(**within | {key: frozenset(within[key]) for key in ("types", "tags", "salience")}),
            "today": _read_day(asked["today"]),
            "as_of": _read_day(asked["as_of"]),
        }
        marks = {name: (fingerprint, digest) for name, (fingerprint, digest) in indexes.items()}
        words = dict(*added) if added else None
        return Recorded(Request(**asked), rules, marks, tuple(Place(*hit) for hit in hits), words)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadableError("the recorded recall can't be read", hint="ask its question anew") from error


def differences(then: Recorded, now: Recorded) -> tuple[str, ...]:
    """What is not as it was, causes first; empty when the answer is the same to the digit."""
    return (*_causes(then, now), *_moves(then.hits, now.hits))


def _causes(then: Recorded, now: Recorded) -> Iterator[str]:
    if then.rules != now.rules:
        yield "the rules of ranking are other ones now"
    for mount in sorted({*then.indexes, *now.indexes}):
        was, is_ = then.indexes.get(mount), now.indexes.get(mount)
        if was is None or is_ is None:
            yield f"{mount} was not asked then" if was is None else f"{mount} is not asked any more"
        elif was[0] != is_[0]:
            yield f"{mount} is indexed by other rules now"
        elif was[1] != is_[1]:
            yield f"pages of {mount} have changed"
    if then.added is not None and now.added is not None:
        yield from _other_words(then.added, now.added)


def _other_words(then: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """Every glossary widens every question, so its mount need not be one that was asked."""
    for mount in sorted({*then, *now}):
        if then.get(mount) != now.get(mount):
            what = "words" if mount not in then else "other words" if mount in now else "no words"
            yield f"the glossary of {mount} adds {what} to the question now"


def _moves(then: Sequence[Place], now: Sequence[Place]) -> Iterator[str]:
    was = {hit.address: (rank, hit) for rank, hit in enumerate(then, start=1)}
    is_ = {hit.address: (rank, hit) for rank, hit in enumerate(now, start=1)}
    for address, (rank, old) in was.items():
        if address not in is_:
            yield f"{address} is no hit any more; it was number {rank}"
            continue
        new_rank, new = is_[address]
        if new_rank != rank:
            yield f"{address} is number {new_rank} now; it was {rank}"
        if new.version != old.version:
            yield f"the page of {address} has changed since version {old.version}"
        elif new.score != old.score:
            yield f"{address} scores {new.score:.6g} now; it was {old.score:.6g}"
    for address, (rank, _) in is_.items():
        if address not in was:
            yield f"{address} is new at number {rank}"


def _place(hit: Hit) -> Place:
    return Place(str(hit.address), hit.version, hit.score, hit.retriever)


def _fields(within: Filter) -> list[tuple[str, frozenset[str] | frozenset[int] | str | None]]:
    return list(within._asdict().items())


def _day(day: date | None) -> str | None:
    return None if day is None else day.isoformat()


def _read_day(text: str | None) -> date | None:
    return None if text is None else date.fromisoformat(text)
