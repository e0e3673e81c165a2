"""Keywords: what a query of block recall asks for, and how often a text holds each (D25, D26, D28). Pure.

A keyword is literal. One of letters alone counts where it stands as a word of its own; one with digits, dots or signs
counts wherever it stands, as ``0.2.2`` does in ``v0.2.2`` and 日志 in a run of signs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import NamedTuple

from vademecum.recall.blocks.rules import RULES, BlockRules

_WORD = re.compile(r"[a-z][a-z_-]*")
_BESIDE = "[A-Za-z0-9_-]"


class Keyword(NamedTuple):
    """A normalised keyword and what each time it occurs is worth, before its rarity."""

    text: str
    weight: float


class Keywords(NamedTuple):
    """The keywords of a query in their order, and those over the bound as they were typed."""

    words: tuple[Keyword, ...]
    dropped: tuple[str, ...] = ()

    @property
    def notice(self) -> str:
        """What is told of the dropped ones; empty when there are none."""
        told = ", ".join(self.dropped)
        return f"keywords capped to {len(self.words)} (dropped: {told})" if told else ""


def normalise(text: str, rules: BlockRules = RULES) -> str:
    """The form in which keywords and blocks are compared: lower case, without marks, single spaces (D26)."""
    lowered = text.lower()
    for mark in rules.marks:  # five times as fast as one translation, and this reads every page there is
        lowered = lowered.replace(mark, "")
    return " ".join(lowered.split())


def parse_keywords(text: str, rules: BlockRules = RULES) -> Keywords:
    """The keywords of a text by position: a repeated one counts where it stands first (D25)."""
    typed: dict[str, str] = {}
    for each in text.split():
        if word := normalise(each, rules):
            typed.setdefault(word, each)
    weights = [rules.primary_weight] * rules.primary_words + [rules.secondary_weight] * rules.secondary_words
    words = tuple(map(Keyword, typed, weights))
    return Keywords(words, tuple(typed.values())[len(words) :])


def counter(word: str) -> Callable[[str], int]:
    """How often a normalised text holds a keyword; occurrences never overlap (D28)."""
    if not _WORD.fullmatch(word):
        return lambda text: text.count(word)
    pattern = _pattern(word)
    # Most blocks hold no keyword, and looking for one as a mere text is ten times faster than matching.
    return lambda text: len(pattern.findall(text)) if word in text else 0


def find_first(text: str, words: Iterable[str], rules: BlockRules = RULES) -> tuple[int, int] | None:
    """Where a text as it was written first holds the first of these keywords that it holds at all."""
    plain, offsets = _with_offsets(text, rules)
    for word in words:
        found = _pattern(word).search(plain) if _WORD.fullmatch(word) else re.search(re.escape(word), plain)
        if found is not None:
            return offsets[found.start()], offsets[found.end() - 1] + 1
    return None


@lru_cache(maxsize=64)
def _pattern(word: str) -> re.Pattern[str]:
    return re.compile(f"(?<!{_BESIDE}){re.escape(word)}(?!{_BESIDE})")


def _with_offsets(text: str, rules: BlockRules) -> tuple[str, list[int]]:
    """A text normalised but for its white space, and for each character of that the place in the text it came from."""
    lowered = text.lower()
    # Lowering makes two characters of a few, wherever they stand; so lengths tell what came from where.
    came_from = [at for at, char in enumerate(text) for _ in char.lower()]
    kept = [at for at, char in enumerate(lowered) if char not in rules.marks]
    return "".join(lowered[at] for at in kept), [came_from[at] for at in kept]
