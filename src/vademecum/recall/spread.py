"""Spreading: an answer's few places go to what is new in each. Pure; nothing is left out, only put later.

What a page says of itself, in title, tags and summary, stands in the index with each of its blocks. Where that is what
fits, one page would take all places with blocks that tell nothing more, so it counts for the best block alone.
"""

from __future__ import annotations

import math
from collections.abc import Iterable

from vademecum.recall.rank import Scored


def spread(ranked: Iterable[Scored], limit: int) -> list[Scored]:
    """The first hits of a ranked list, best first, after each page's own words were counted once.

    A score only falls, so the list is read no further than to a hit that could not be among the first any more.
    """
    if limit < 1:
        return []
    pages: set[tuple[str, str]] = set()
    best: list[float] = []
    chosen: list[Scored] = []
    for hit in ranked:
        if len(best) == limit and best[-1] >= hit.score:
            break
        page = hit.mount, hit.candidate.name
        kept = _again(hit) if page in pages else hit
        pages.add(page)
        chosen.append(kept)
        best.append(kept.score)
        if len(best) >= limit:  # of few scores; a heap would have to be imported, for which a hook waits
            best.sort(reverse=True)
            del best[limit:]
    # Equal scores keep the order that they came in, which is that of their addresses.
    return sorted(chosen, key=lambda hit: -hit.score)[:limit]


def _again(hit: Scored) -> Scored:
    """A further hit of a page, without what its page says of itself."""
    fields = hit.asked.weights.fields
    held = dict(hit.asked.read(hit.candidate.record))
    values = hit.values
    told = []
    for (at, count), value in zip(hit.counts, values, strict=True):
        title, _, tags, summary, _ = held.get(at, (0, 0, 0, 0, 0))
        told.append(value * (fields[0] * title + fields[2] * tags + fields[3] * summary) / count if count else 0.0)
    # Evidence was added as shares of such words too.
    words = math.fsum(values)
    lost = hit.score * math.fsum(told) / words if words else 0.0
    if not lost:
        return hit
    evidence = (*hit.evidence, -lost)
    return hit._replace(score=math.fsum([*values, *evidence]), evidence=evidence)
