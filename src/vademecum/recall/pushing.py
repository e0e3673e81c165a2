"""What is told of a memory to somebody who did not ask: the blocks that a prompt speaks of, read and checked.

It is the short way of ``pipeline.py`` for a hook, which a person waits for: the same proposals, ranking and quoting
over the mounts of a cached plan, without bringing anything in step first. A body goes out only when its file still has
the very bytes that were indexed; what changed since is left out and told to the caller (decision 10). It never writes,
and nothing passes here that is hidden, quarantined or in a mount that no person trusts.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack

from vademecum.errors import IndexBusyError, IndexFailedError
from vademecum.index.peek import peek
from vademecum.index.proposal import Candidate, Filter
from vademecum.index.proposing import Facts, Proposer
from vademecum.lean import NamedTuple, sha256
from vademecum.library.plan_cache import GLOSSARY, PlannedMount
from vademecum.library.quarantine import (
    Quarantine,
    author_of,
    held_back,
    is_unnamable,
    not_allowed,
    page_key,
    peek as peek_quarantine,
)
from vademecum.library.raw import raw_pages
from vademecum.recall.excerpt import excerpt
from vademecum.recall.floor import is_telling, subject_of, worth_telling
from vademecum.recall.rank import WEIGHTS, Scored, Weights, choose, distinct, drivers, pool, rank, wanted
from vademecum.spelling import format_place, spell
from vademecum.text import Term, query_terms

# What is told is the best of a few; a recall that was asked for looks further down.
PROPOSED = 60
LOOKED_AT = 5
# Seconds that a prompt waits, once, for a program that keeps an index to itself. One that ends its writing does so for
# some milliseconds, and a session's first prompt often comes just then: the start has left a sync behind.
PATIENCE = 0.3
# The most that is quoted of one block: enough to tell what it says, and two fit with a prompt.
QUOTE_CHARS = 900


class Told(NamedTuple):
    """A block to hand over: ``page`` and ``place`` are its address in two parts, ``of`` the characters that it has."""

    page: str
    place: str
    title: str
    crumb: tuple[str, ...]
    date: str | None
    author: str
    digest: str
    text: str
    of: int
    score: float

    @property
    def address(self) -> str:
        """The block's address."""
        return f"{self.page}#{self.place}" if self.place else self.page


class Pushed(NamedTuple):
    """The blocks worth telling, best first; how many of them changed since they were indexed or can't be read, and so
    were left out; how many mounts were asked; which could not be, with the reason; how many blocks worth telling a
    person muted; how many of those that could not be asked were only busy; and of how many blocks not even the page's
    name may be told."""

    told: tuple[Told, ...] = ()
    changed: int = 0
    asked: int = 0
    unasked: tuple[tuple[str, str], ...] = ()
    muted: int = 0
    busy: int = 0
    misnamed: int = 0


class _Asked(NamedTuple):
    """What is looked for: telling terms, said or added, and the mounts whose glossaries have words for the prompt."""

    terms: Sequence[Term]
    glossaries: frozenset[str] = frozenset()


def push(
    mounts: Sequence[PlannedMount],
    prompt: str,
    state: str,
    *,
    is_shown: Callable[[str, str, str], bool],
    weights: Weights = WEIGHTS,
) -> Pushed:
    """The blocks that a prompt speaks of and that its session can't see yet.

    ``is_shown`` is asked with page, place and digest; ``state`` is the folder of what is quarantined. Nothing is raised
    for an index that can't be used: its mount is told as not asked.
    """
    said = [term for term in query_terms(prompt) if is_telling(term)]
    if not said:
        return Pushed()
    asked = _asked(mounts, prompt, said)
    with ExitStack() as stack:
        views, unasked, busy = _views(stack, mounts)
        by_name = {mount.name: mount for mount in mounts}
        worth, query = _found(views, asked, weights, by_name)
        found = [hit for hit in worth if not _is_muted(hit, by_name)]
        unseen = [hit for hit in found if not is_shown(*_place(hit), hit.candidate.digest)]
        held = {name: peek_quarantine(state, by_name[name].root) for name in {hit.mount for hit in unseen}}
        told, changed, misnamed = [], 0, 0
        for hit in unseen:
            name, mount = hit.candidate.name, by_name[hit.mount]
            facts: Facts | None = views[hit.mount].facts([name]).get(name)
            if facts is not None and is_unnamable(_broken(hit, mount, facts)):
                misnamed += 1
                continue
            one = _told(hit, mount, facts, query, held[hit.mount])
            if one is not None:
                told.append(one)
            else:
                changed += 1
    return Pushed(tuple(told), changed, len(views), unasked, len(worth) - len(found), busy, misnamed)


def _asked(mounts: Sequence[PlannedMount], prompt: str, said: list[Term]) -> _Asked:
    """What a prompt says, and what the mounts' glossaries add to that as for a recall; but nothing for everyday words,
    and none of those."""
    if not any(mount.glossary for mount in mounts):
        return _Asked(said)
    from vademecum.text.glossary import MOST_ADDED, expand, from_plain  # noqa: PLC0415 - who has none waits for none

    added: dict[str, Term] = {}
    used = set()
    for mount in mounts:
        for term in expand(prompt, from_plain(mount.glossary)) if mount.glossary else ():
            used.add(mount.name)
            # Of what it stands for, single signs say nothing here.
            terms = query_terms(term.source)
            telling = sum(map(is_telling, terms))
            if telling and is_telling(term):
                added.setdefault(term.text, term._replace(share=term.share * telling / len(terms)))
    return _Asked([*said, *list(added.values())[:MOST_ADDED]], frozenset(used))


def _views(
    stack: ExitStack, mounts: Sequence[PlannedMount]
) -> tuple[dict[str, Proposer], tuple[tuple[str, str], ...], int]:
    views: dict[str, Proposer] = {}
    unasked, busy = [], 0
    for mount in mounts:
        if not os.path.isdir(mount.root):
            continue  # a store comes into being with its first page
        try:
            view = stack.enter_context(peek(mount.index_path, wait=0.0 if busy else PATIENCE))
        except IndexFailedError as error:
            unasked.append((mount.name, error.message))
            busy += isinstance(error, IndexBusyError)
            continue
        if view.fingerprint == mount.fingerprint:
            views[mount.name] = view
        else:
            unasked.append((mount.name, "its index was made by other rules of exposure"))
    return views, tuple(unasked), busy


def _found(
    views: Mapping[str, Proposer], wish: _Asked, weights: Weights, mounts: Mapping[str, PlannedMount]
) -> tuple[list[Scored], tuple[Term, ...]]:
    """The first few blocks that are worth telling, best first, with the muted ones before them, which take no place of
    theirs; and the terms that scored them."""
    totals = pool(view.totals(wanted(wish.terms)) for view in views.values())
    chosen = choose(wish.terms, totals, weights)
    asked = drivers(chosen)
    if not asked:
        return [], chosen
    within = Filter()
    proposed = {name: view.propose(asked, limit=PROPOSED, within=within) for name, view in views.items()}
    for name in proposed.keys() & wish.glossaries:  # which hold all sides of what was asked, and tell nothing
        proposed[name] = [one for one in proposed[name] if one.name != GLOSSARY]
    ranked = distinct(rank(proposed, chosen, totals, weights))
    best = _first(ranked, mounts)
    if len({(hit.mount, hit.candidate.name) for hit in best}) < len(best):
        from vademecum.recall.spread import spread  # noqa: PLC0415 - only where a page would take several places

        best = _first(spread(ranked, len(ranked)), mounts)
    subject = subject_of(wish.terms, totals)
    return [hit for hit in best if worth_telling(hit, subject, weights)], chosen


def _first(ranked: Sequence[Scored], mounts: Mapping[str, PlannedMount]) -> Sequence[Scored]:
    """The best few, with the muted ones before them."""
    speaking = [at for at, hit in enumerate(ranked, start=1) if not _is_muted(hit, mounts)][:LOOKED_AT]
    return ranked[: speaking[-1] if speaking else LOOKED_AT]


def _is_muted(hit: Scored, mounts: Mapping[str, PlannedMount]) -> bool:
    muted = mounts[hit.mount].muted
    return bool(muted) and page_key(hit.candidate.name) in muted


def _place(hit: Scored) -> tuple[str, str]:
    block = hit.candidate
    return spell(hit.mount, block.name), format_place(block.crumb, block.nth)


def _told(
    hit: Scored, mount: PlannedMount, facts: Facts | None, query: Sequence[Term], quarantine: Quarantine
) -> Told | None:
    """The block as its file says it, None when the file is no longer what was indexed or may not speak.

    Of a page that reads like an order to an agent nothing is told but where it is, and by which rule.
    """
    block = hit.candidate
    raw = _bytes_of(mount, block)
    if raw is None or facts is None or quarantine.holds(block.name, block.digest, raw):
        return None
    broken = _broken(hit, mount, facts)
    if broken:
        return _held_back(hit, broken)
    text, runs = _visible(raw, block)
    shown = excerpt(text, runs, query, QUOTE_CHARS)
    page, place = _place(hit)
    return Told(
        page=page,
        place=place,
        title=facts.title,
        crumb=block.crumb[1:] if block.crumb[:1] == (facts.title,) else block.crumb,
        date=block.date or facts.date,
        author=author_of(facts.author, came_in=quarantine.came_by_pull(block.name)),
        digest=block.digest,
        text=shown.text,
        of=shown.of,
        score=hit.score,
    )


def _broken(hit: Scored, mount: PlannedMount, facts: Facts) -> str:
    return not_allowed(mount.allowed, hit.candidate.name, hit.candidate.digest, facts.threat)


def _held_back(hit: Scored, rules: str) -> Told:
    page, _ = _place(hit)
    text = held_back(page, rules)
    return Told(page, "", "", (), None, "", hit.candidate.digest, text, len(text), hit.score)


def _bytes_of(mount: PlannedMount, block: Candidate) -> bytes | None:
    """The page's bytes if they are the ones that were indexed.

    Where a link may lead is no matter: what has this digest has been read from inside the store already.
    """
    files = (raw for _, raw in raw_pages(mount, block.name))
    return next((raw for raw in files if sha256(raw).hexdigest() == block.digest), None)


def _visible(raw: bytes, block: Candidate) -> tuple[str, Sequence[tuple[int, int]]]:
    """The page's text, and the stretches of the block that may be shown."""
    try:
        text = raw.removeprefix(b"\xef\xbb\xbf").decode()
    except UnicodeDecodeError:
        return _parsed(raw, block)
    # Only a text with this mark can hide anything, and few have it.
    return _parsed(raw, block) if "%%" in text else (text, ((block.start, block.end),))


def _parsed(raw: bytes, block: Candidate) -> tuple[str, Sequence[tuple[int, int]]]:
    """The same by the parser, which takes longer to import than all the rest takes to run."""
    from vademecum.address import Address  # noqa: PLC0415 - see above
    from vademecum.page.comments import cut  # noqa: PLC0415 - the same
    from vademecum.page.parse import parse  # noqa: PLC0415 - the same

    page = parse(Address("page", block.name), raw)
    return page.text, cut(block.start, block.end, page.comments) or ((block.start, block.start),)
