"""Which retriever answers: the one that a request names, else each mount's own, their lists merged by rank.

Raw scores of two retrievers say nothing about each other (rule 10), so lists are merged by reciprocal rank, and each
hit keeps the score and the name of the retriever that found it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from vademecum.address import Address
from vademecum.config import Retriever
from vademecum.library import Library, Mount
from vademecum.recall.asking import asked_mounts
from vademecum.recall.blocks.answer import recall_blocks
from vademecum.recall.blocks.corpus import Kept
from vademecum.recall.blocks.days import is_longterm
from vademecum.recall.blocks.rules import RULES
from vademecum.recall.pipeline import Answer, Hit, Request, recall


def answer(library: Library, request: Request, today: date, kept: Kept | None = None) -> Answer:
    """Answer a request by the retriever that it names, or by those of the mounts that it asks.

    ``today`` is the local day; ``kept`` holds what earlier questions read. Raises AddressError or FilterError for a
    mount that is not there.
    """
    kept = kept or Kept()
    mounts = asked_mounts(library, request.mount, request.scope)
    by: dict[Retriever, list[Mount]] = {}
    for mount in mounts:
        by.setdefault(request.retriever or mount.config.retriever, []).append(mount)
    words = recall(library, replace(request, today=today), only=by["bm25"], dense=kept.dense) if "bm25" in by else None
    blocks = recall_blocks(library, request, today, kept, only=by["blocks"]) if "blocks" in by else None
    if words is None or blocks is None:
        return words or blocks or Answer(request, (), ())
    return replace(
        words, hits=merged(words.hits, blocks.hits, request.limit), notices=_all(words.notices, blocks.notices)
    )


def merged(words: Sequence[Hit], blocks: Sequence[Hit], limit: int) -> tuple[Hit, ...]:
    """Two lists as one of so many hits, by rank; a seat that was added to the second is added again when it must be."""
    regular, seat = blocks[:limit], blocks[limit:]
    ranks: dict[Address, float] = {}
    first: dict[Address, Hit] = {}
    for hits in (words, regular):
        for rank, hit in enumerate(hits, start=1):
            first.setdefault(hit.address, hit)
            ranks[hit.address] = ranks.get(hit.address, 0.0) + 1 / (RULES.rank_offset + rank)
    chosen = [first[address] for address in sorted(ranks, key=lambda each: (-ranks[each], each))][:limit]
    if not any(hit.retriever == "blocks" and is_longterm(hit.address.name) for hit in chosen):
        chosen += seat
    return tuple(chosen)


def _all(*notices: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(notice for each in notices for notice in each))
