"""From a question to an answer: which mounts, which candidates, which order, and what is shown of each.

Engines only propose; ``rank.py`` scores with statistics pooled over all mounts asked (rule 10). Bodies come from the
files themselves: when a page turns out newer than its index row, the mounts are brought in step and asked again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from typing import NamedTuple

from vademecum.address import Address, Scope
from vademecum.config import Retriever
from vademecum.errors import FilterError, LookupFailedError, StorageError
from vademecum.index.contract import Filter
from vademecum.library import Library, Mount
from vademecum.library.provenance import Standing, origin_of
from vademecum.page import Block
from vademecum.page.facts import salience_of
from vademecum.recall.asking import asked_mounts, what_is_missing
from vademecum.recall.dates import spans_of
from vademecum.recall.days import Span
from vademecum.recall.dense import NO_VECTORS, Dense, Question, joined
from vademecum.recall.floor import answers, is_question
from vademecum.recall.glossary_pages import Widened, widened
from vademecum.recall.query import asked_terms
from vademecum.recall.rank import (
    WEIGHTS,
    Around,
    Scored,
    Weights,
    choose,
    drivers,
    named,
    pool,
    rank,
    wanted,
    without_copies,
)
from vademecum.recall.snippet import Snippet, snippet
from vademecum.recall.spread import spread
from vademecum.recall.trace import Trace
from vademecum.text import Term

# A page that is rewritten between every sync and read would otherwise keep an answer waiting for ever.
TRIES = 3
# Candidates asked of all indexes together, and the least asked of each, as measured for pooled ranking.
PROPOSED = 300
PROPOSED_AT_LEAST = 60
# In larger stores more blocks are alike: one more for so many blocks, up to so many more.
_BLOCKS_FOR_ONE_MORE = 500
_MOST_MORE = 2_000
TOO_WEAK = "blocks left out because none answers enough of the question; ask with all to see them, or with fewer words"


@dataclass(frozen=True, slots=True)
class Request:
    """What is asked: any text, and which pages count. ``snippet_chars`` bounds each snippet in code points.

    Without a ``retriever`` each mount is asked by its own, as ``retrievers.py`` does; this module has only ``bm25``.
    The days that the text names are told from ``today``, the local day; without it they count for nothing. ``as_of``
    asks what git kept at the end of an earlier day; the facade finds it, this module asks the library that it is given.
    With ``floor`` an answer whose best hit fits too badly is empty and says so; without it all hits are given.
    Raises FilterError for a bound below nothing.
    """

    text: str
    limit: int = 5
    scope: Scope | None = None
    mount: str | None = None
    within: Filter = field(default_factory=Filter)
    snippet_chars: int = 1000
    retriever: Retriever | None = None
    today: date | None = None
    floor: bool = True
    as_of: date | None = None

    def __post_init__(self) -> None:
        for name, number in (("limit", self.limit), ("snippet_chars", self.snippet_chars)):
            if number < 0:
                raise FilterError(f"{name} is {number}", hint="give 0 or more")


@dataclass(frozen=True, slots=True)
class Hit:
    """A ranked block of ``block_chars`` code points.

    ``author`` is who wrote the page, as far as it is known; ``standing`` is a word of warning, empty for a page that
    may speak unasked; ``salience`` is from 1 (hot) to 3 (cold), where the page says it.
    """

    address: Address
    title: str
    date: str | None
    author: str
    scope: Scope
    version: str
    score: float
    snippet: Snippet
    block_chars: int
    trace: Trace
    standing: Standing = ""
    retriever: Retriever = "bm25"
    salience: int | None = None

    @property
    def path(self) -> tuple[str, ...]:
        """The page's title and the headings down to the block; a first heading that repeats the title is told once."""
        crumb = self.address.crumb
        return crumb if crumb[:1] == (self.title,) else (self.title, *crumb)


@dataclass(frozen=True, slots=True)
class Answer:
    """The hits, best first, and notices: what was left out, and which words are known to no page. ``id`` names the
    answer where it was recorded."""

    request: Request
    hits: tuple[Hit, ...]
    notices: tuple[str, ...]
    id: str = ""


@dataclass(frozen=True, slots=True)
class _Found:
    """What one moment of the indexes answers: blocks in order, and how many were left out for having no date.

    It is not ``in_step`` when an index was emptied since the sync, or filled by the rules of another mount.
    """

    scored: tuple[Scored, ...]
    terms: tuple[Term, ...]
    undated: int
    in_step: bool
    notices: tuple[str, ...]


class _Asked(NamedTuple):
    """What is looked for: words, said or added, the meaning of the question, and the days that it names."""

    said: Widened
    dense: Dense
    question: Question
    when: Sequence[Span]


def recall(
    library: Library,
    request: Request,
    weights: Weights = WEIGHTS,
    *,
    only: Sequence[Mount] | None = None,
    dense: Dense = NO_VECTORS,
) -> Answer:
    """Answer a request from files as they are now, from those mounts ``only`` when they are given.

    ``dense`` finds by meaning what no word of the question finds.
    Raises AddressError or FilterError for a mount that is not there.
    """
    mounts = asked_mounts(library, request.mount, request.scope) if only is None else only
    said = widened(library, request.text, asked_terms(request.text))
    when = spans_of(request.text, request.today.isoformat()) if request.today else ()
    asked = _Asked(said, dense, dense.question(request.text), when)
    for _ in range(TRIES):
        reports = {mount: library.refresh(mount.name) for mount in mounts}
        found = _find(library, mounts, request, asked, weights)
        read = [_hit(library, scored, request, found.terms) for scored in found.scored]
        if (found.in_step and None not in read) or any(report.late for report in reports.values()):
            break
    hits = tuple(hit for hit in read if hit is not None)
    told = (*what_is_missing(reports), *_notices(said, found), *found.notices, *_lost(found, len(read) - len(hits)))
    return Answer(request, hits, told)


def _lost(found: _Found, blocks: int) -> Iterator[str]:
    if not found.in_step:
        yield "another program is making the index anew, so pages may be missing here; ask again"
    elif blocks:
        yield f"blocks left out because their pages were changing as they were read: {blocks:,}"


def _find(library: Library, mounts: Sequence[Mount], request: Request, wish: _Asked, weights: Weights) -> _Found:
    said = wish.said
    names = [mount.name for mount in mounts]
    with library.views(names) as views:
        totals = pool(view.totals(wanted(said.terms)) for view in views)
        more = min(totals.blocks // _BLOCKS_FOR_ONE_MORE, _MOST_MORE)
        limit = max((PROPOSED + more) // len(names), PROPOSED_AT_LEAST)
        chosen = choose(said.terms, totals, weights)
        asked = drivers(chosen)
        proposed = {
            name: view.propose(asked, limit=limit, within=request.within, bearing=named(chosen)) if asked else []
            for name, view in zip(names, views, strict=True)
        }
        by_name = dict(zip(names, views, strict=True))
        near, notices = wish.dense.nearest(library, by_name, wish.question, whole=not request.within.is_empty)
        proposed = joined(proposed, near, by_name, request.within)
        # A glossary holds all sides of what was asked, and answers nothing.
        told = {
            name: [one for one in blocks if (name, one.name) not in said.pages] for name, blocks in proposed.items()
        }
        beside = {name: partial(view.beside, within=request.within) for name, view in by_name.items()}
        best = without_copies(rank(told, chosen, totals, weights, Around(wish.when, beside)))
        undated = sum(view.count_undated(request.within, asked) for view in views)
        rules = [library.rows(name).fingerprint for name in names]
        in_step = rules == [view.fingerprint for view in views]
    judged = request.floor and best and is_question(request.text, said.terms, weights)
    if judged and not answers(best[0], said.terms, weights):
        notices = (*notices, f"{TOO_WEAK}: {len(best):,}")
        best = []
    return _Found(tuple(spread(best, request.limit)), chosen, undated, in_step, notices)


def _hit(library: Library, scored: Scored, request: Request, terms: Sequence[Term]) -> Hit | None:
    """The hit with what its file says now; None when the file is no longer what was indexed, or not for this mount.

    An index is shared by all who mount the folder, and another one's rules may have made the row.
    """
    block = scored.candidate
    mount = library.mount(scored.mount)
    try:
        page = library.store(mount.name).read(block.name)
    except (LookupFailedError, StorageError):
        return None
    if page.digest != block.digest or library.rows(mount.name).why_hidden(page) is not None:
        return None
    origin = origin_of(page, mount)
    shown = Block(block.crumb, block.nth, len(block.crumb), block.line, block.start, block.end)
    return Hit(
        address=Address(mount.name, block.name, block.crumb, block.nth),
        title=page.title,
        date=block.date,
        author=origin.author,
        scope=mount.config.scope,
        version=page.version,
        score=scored.score,
        snippet=snippet(page, shown, terms, request.snippet_chars),
        block_chars=block.end - block.start,
        trace=scored.trace,
        standing=origin.standing,
        salience=salience_of(page.meta),
    )


def _notices(said: Widened, found: _Found) -> list[str]:
    notices = list(said.notices)
    if not said.terms:
        notices.append("the query holds no word to look for; give a word or two of what you remember")
    if found.undated:
        notices.append(f"blocks left out because they have no date: {found.undated:,}")
    return notices
