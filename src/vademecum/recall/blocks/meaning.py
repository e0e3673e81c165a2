"""Vectors in block recall, as the seed joins them: two lists fused by rank, each rank worth less as a block ages (D40).

Pure. Where no vector joins, the order and the scores by keywords stay as they are, to the digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from vademecum.index.vectors.search import Near
from vademecum.recall.blocks.days import age_of, recency
from vademecum.recall.blocks.rules import RULES, BlockRules
from vademecum.recall.blocks.score import Countable, Place, Scored, in_order


def fused(scored: Sequence[Scored], near: Sequence[Countable], today: date, rules: BlockRules = RULES) -> list[Scored]:
    """Both lists as one, best first; ``near`` are the blocks nearest in meaning, nearest first.

    What keywords add to a score is scaled to what their rank is worth, so that the parts still add up to it.
    """
    if not near:
        return list(scored)
    found: dict[Place, Scored] = {}
    for rank, each in enumerate(scored, start=1):
        worth = _worth(rank, each.block, today, rules)
        parts = tuple(part._replace(value=part.value * worth / each.score) for part in each.parts)
        found[each.block.place] = Scored(each.block, worth, parts)
    for rank, block in enumerate(near, start=1):
        worth = _worth(rank, block, today, rules)
        words = found.get(block.place, Scored(block, 0.0, ()))
        found[block.place] = words._replace(score=words.score + worth, meaning=worth)
    return in_order(found.values())


def near_enough(
    near: Mapping[str, Iterable[Near]], blocks: Mapping[Place, tuple[Countable, str]], rules: BlockRules = RULES
) -> list[Countable]:
    """The blocks whose vectors are near enough to join, nearest first; ``blocks`` are all there are, by place and with
    the digest of their page. A vector of a page that has changed since it was made is none of its block."""
    close = sorted(
        (-each.similarity, (mount, each.name, each.crumb, each.nth), each.digest)
        for mount, found in near.items()
        for each in found
        if each.similarity >= rules.least_cosine
    )
    return [blocks[place][0] for _, place, digest in close if place in blocks and blocks[place][1] == digest]


def _worth(rank: int, block: Countable, today: date, rules: BlockRules) -> float:
    return recency(None if block.day is None else age_of(block.day, today), rules) / (rules.rank_offset + rank)
