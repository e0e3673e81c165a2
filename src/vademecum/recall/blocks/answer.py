"""Block recall over a library: keywords to hits that reopen by their address. It reads stores and writes nothing.

The corpus is all that the mounts asked may show; a filter narrows which of its blocks are hits, and changes no score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date

from vademecum.address import Address
from vademecum.errors import VademecumError
from vademecum.index.contract import Filter
from vademecum.index.vectors.search import Near
from vademecum.library import Library, Mount
from vademecum.library.provenance import origin_of
from vademecum.page.facts import salience_of
from vademecum.recall.asking import asked_mounts, what_is_missing
from vademecum.recall.blocks.corpus import Corpus, Kept, Source, read_corpus
from vademecum.recall.blocks.keywords import Keywords, parse_keywords
from vademecum.recall.blocks.meaning import fused, near_enough
from vademecum.recall.blocks.quote import quote
from vademecum.recall.blocks.score import Countable, Ranking, Scored, choose, pool_size, rank_blocks
from vademecum.recall.dense import Dense, Question
from vademecum.recall.pipeline import TRIES, Answer, Hit, Request
from vademecum.recall.trace import EvidencePart, TermPart, Trace
from vademecum.text import Term

NO_KEYWORD = "the query holds no keyword; give up to five, what matters most first"


def recall_blocks(
    library: Library, request: Request, today: date, kept: Kept | None = None, *, only: Sequence[Mount] | None = None
) -> Answer:
    """Answer keywords from files as they are now, from those mounts ``only`` when they are given (D25 to D34).

    ``kept`` holds what earlier questions read. Raises AddressError or FilterError for a mount that is not there.
    """
    mounts = asked_mounts(library, request.mount, request.scope) if only is None else only
    keywords = parse_keywords(request.text)
    kept = Kept() if kept is None else kept
    question = kept.dense.question(request.text)
    for _ in range(TRIES):
        reports = {mount: library.refresh(mount.name) for mount in mounts}
        corpus = read_corpus(library, mounts, today, kept)
        near, notices = _near(library, mounts, request, question, kept.dense)
        ranking = rank_blocks(corpus.blocks, keywords.words, today)
        ranking = ranking._replace(scored=tuple(fused(ranking.scored, _joining(near, corpus, request), today)))
        chosen, undated = _choose(library, mounts, request, corpus, ranking)
        read = [_hit(library, scored, corpus, request, keywords) for scored in chosen]
        if None not in read and corpus.in_step:
            break
        kept = Kept(dense=kept.dense)  # a page is no longer what was kept of it, so all are read anew
    hits = tuple(hit for hit in read if hit is not None)
    lost = _lost(corpus, undated, len(read) - len(hits))
    told = (*_of_keywords(keywords, ranking), *what_is_missing(reports), *notices, *lost)
    return Answer(request, hits, told)


def _near(
    library: Library, mounts: Sequence[Mount], request: Request, question: Question, dense: Dense
) -> tuple[dict[str, list[Near]], tuple[str, ...]]:
    names = [mount.name for mount in mounts]
    with library.views(names) as views:
        by_name = dict(zip(names, views, strict=True))
        return dense.nearest(library, by_name, question, whole=not request.within.is_empty)


def _joining(near: Mapping[str, Sequence[Near]], corpus: Corpus, request: Request) -> list[Countable]:
    """The blocks that join by their vectors: as many as a pool holds, or for a filter to choose from all."""
    if not near:
        return []
    blocks = {block.place: (block, corpus.sources[block.place].digest) for block in corpus.blocks}
    found = near_enough(near, blocks)
    return found[: pool_size(request.limit)] if request.within.is_empty else found


def _choose(
    library: Library, mounts: Sequence[Mount], request: Request, corpus: Corpus, ranking: Ranking
) -> tuple[list[Scored], int]:
    """The answers that the filter lets through, and how many were left out only because they have no date."""
    lets_through = _page_filter(library, mounts, request.within)
    narrowed = [each for each in ranking.scored if lets_through(each)]
    dated = [each for each in narrowed if _in_bounds(corpus.sources[each.block.place], request.within)]
    undated = sum(corpus.sources[each.block.place].date is None for each in narrowed) if dated != narrowed else 0
    appends = {mount.name for mount in mounts if mount.config.longterm_append}
    return choose(_distinct(dated, corpus), request.limit, lambda each: each.block.place[0] in appends), undated


def _page_filter(library: Library, mounts: Sequence[Mount], within: Filter) -> Callable[[Scored], bool]:
    """Whether a filter lets a block's page through, dates aside."""
    pages = within._replace(since=None, until=None)
    if pages.is_empty:
        return lambda _scored: True
    names = [mount.name for mount in mounts]
    with library.views(names) as views:
        held = {(name, row.name) for name, view in zip(names, views, strict=True) for row in view.pages(pages)}
    return lambda scored: scored.block.place[:2] in held


def _in_bounds(source: Source, within: Filter) -> bool:
    if not (within.since or within.until):
        return True
    return source.date is not None and (within.since or "") <= source.date <= (within.until or "9999-12-31")


def _distinct(scored: Sequence[Scored], corpus: Corpus) -> list[Scored]:
    """All but copies: of the same block of the same bytes and day in two mounts the first; pages of one mount stay."""
    first: dict[tuple[str, int, str | None], str] = {}
    kept = []
    for each in scored:
        source, mount = corpus.sources[each.block.place], each.block.place[0]
        if first.setdefault((source.digest, source.block.start, source.date), mount) == mount:
            kept.append(each)
    return kept


def _hit(library: Library, scored: Scored, corpus: Corpus, request: Request, keywords: Keywords) -> Hit | None:
    """The hit with what its file says now; None when the file has changed since its blocks were counted."""
    mount_name, name, crumb, nth = scored.block.place
    mount, source = library.mount(mount_name), corpus.sources[scored.block.place]
    try:
        page = library.store(mount_name).read(name)
    except VademecumError:
        return None
    if page.digest != source.digest:
        return None
    origin = origin_of(page, mount)
    return Hit(
        address=Address(mount_name, name, crumb, nth),
        title=page.title,
        date=source.date,
        author=origin.author,
        scope=mount.config.scope,
        version=page.version,
        score=scored.score,
        snippet=quote(page, source.block, [word.text for word in keywords.words], request.snippet_chars),
        block_chars=source.block.end - source.block.start,
        trace=_trace(scored),
        standing=origin.standing,
        retriever="blocks",
        salience=salience_of(page.meta),
    )


def _trace(scored: Scored) -> Trace:
    """The score taken apart by keyword, as that of any other retriever."""
    parts = [
        TermPart(Term(k.text, "whole", 1), part.value, part.frequency, part.idf, k.weight * part.times, ("block",))
        for part in scored.parts
        for k in [part.keyword]
    ]
    meaning = (EvidencePart("meaning", scored.meaning),) if scored.meaning else ()
    return Trace(tuple(sorted(parts, key=lambda part: (-part.value, part.term.text))), meaning)


def _of_keywords(keywords: Keywords, ranking: Ranking) -> Iterator[str]:
    if keywords.notice:
        yield keywords.notice
    if not keywords.words:
        yield NO_KEYWORD
    yield from ranking.notices


def _lost(corpus: Corpus, undated: int, changing: int) -> Iterator[str]:
    if undated:
        yield f"blocks left out because they have no date: {undated:,}"
    if corpus.beyond:
        yield f"diary pages left out, the oldest, because there are too many to read: {corpus.beyond:,}"
    if not corpus.in_step:
        yield "another program is making the index anew, so pages may be missing here; ask again"
    elif changing:
        yield f"blocks left out because their pages were changing as they were read: {changing:,}"
