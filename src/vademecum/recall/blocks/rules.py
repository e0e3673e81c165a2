"""Every number of block recall, each with the behaviour of the seed that it comes from. Pure data."""

from __future__ import annotations

from typing import NamedTuple


class BlockRules(NamedTuple):
    """The constants of the ``blocks`` retriever. They are the seed's, so that its answers can be told to the digit."""

    # D25: the first keywords are what is looked for, the next ones what it is about.
    primary_words: int = 3
    primary_weight: float = 3.0
    secondary_words: int = 2
    secondary_weight: float = 1.0
    # D26: marks of Markdown and quotes, which a person may type or leave out. Dashes, dots and underscores stay.
    marks: str = "`'\"“”‘’*~"
    # D30: a block answers for at least this share of all that the keywords could weigh.
    least_coverage: float = 0.3
    # D31: below this a score is noise; an old page counts less from day to day, but never less than the last of these.
    least_score: float = 0.5
    half_life_days: float = 30.0
    least_recency: float = 0.4
    # D32: what the added seat is chosen from.
    pool_times: int = 3
    pool_most: int = 30
    # D40: a vector joins from this cosine on, and lists are fused by rank with this offset, those of two retrievers
    # too: the first of one list and the second of another are near equals.
    least_cosine: float = 0.45
    rank_offset: int = 60
    # D35: a block is shown whole, or a window of it.
    whole_chars: int = 1000
    window_chars: int = 200
    score_places: int = 4


RULES = BlockRules()
