"""Answers of block recall as an agent reads them: a row for each hit, and a closing hint (D35 to D37). Pure.

A row's address, with the heading path behind it as ``block``, opens that very block again; it is no path of a file, so
nothing here tells where a store is (D11). The block's own characters follow as they are: the seed indents them, but an
edit has to quote them letter for letter.
"""

from __future__ import annotations

from collections.abc import Iterable

from vademecum.recall.blocks.days import is_longterm
from vademecum.recall.blocks.rules import RULES
from vademecum.recall.pipeline import Hit

READ_ON = (
    "To read on: mode recall, a row's address as topic, and what follows it as block. To edit: mode remember, and its "
    "version too."
)
LONGTERM = (
    "Pages above that are no diary of a day are long-term and have authority: where one is out of date, correct it in "
    "place, and merge those that overlap."
)
DIARIES = (
    "These are diaries. If a fact in them proved lasting, remember it in a topic: the one that fits, or else a new one."
)


def head(hit: Hit) -> str:
    """The first line of a row: address, heading path, score (D35)."""
    place = hit.address.place
    return f"- [{hit.address.page}]{f' {place}' if place else ''} (score {score(hit.score)})"


def score(value: float) -> str:
    """A score with at most four decimals."""
    return f"{value:.{RULES.score_places}f}".rstrip("0").rstrip(".")


def length_note(hit: Hit) -> str | None:
    """How much of the block a row shows, when that is not all."""
    return f"{len(hit.snippet.text)} of {hit.snippet.of} characters" if hit.snippet.cut else None


def closing(hits: Iterable[Hit]) -> str:
    """What to do with these hits: one of the long-term pages decides (D37)."""
    return LONGTERM if any(is_longterm(hit.address.name) for hit in hits) else DIARIES
