"""What words mean, looked up in ``alike.py``: the keys by which two texts are found to say the same. Pure."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from vademecum.recall.alike import HARMLESS_SIGNS, LOOSE_MEANINGS, MEANINGS, PART_OF, WEAK_ENGLISH, WEAK_SIGNS
from vademecum.text import is_sign, phrase

_WEEKS = ("每周", "每星期", "每个星期")
_DAYS_OF_WEEK = frozenset("一二三四五六日天")
_HARMLESS = tuple(sorted(HARMLESS_SIGNS.split(), key=len, reverse=True))
_WEAK = frozenset(WEAK_ENGLISH.split())


class Meaning(NamedTuple):
    """All that a word may mean, and whether it denies it."""

    keys: frozenset[str]
    denies: bool


def meaning(said: str) -> Meaning | None:
    """What Chinese signs, or English words by their stems, mean; None for what has no entry."""
    return _meanings().get(said)


def meaning_of(word: str) -> frozenset[str]:
    """The keys of all that means the same as a word of ``alike.py``."""
    return _meanings()[stems(word)].keys


def is_weak(word: str) -> bool:
    """Whether a word in lower case says too little to be missed."""
    return word in _WEAK


def is_part_of_word(said: str, before: str, after: str) -> bool:
    """Whether signs that mean something are a part of another word here, as 每周 in 每周五 or 能 in 功能."""
    if said in _WEEKS:
        return after in _DAYS_OF_WEEK
    return len(said) == 1 and any(sign in PART_OF.get(said, "") for sign in before + after)


def is_harmless(said: str) -> bool:
    """Whether signs between two words of a statement leave alone what it is about."""
    rest = said
    for word in _HARMLESS:
        rest = rest.replace(word, "")
    return all(sign in WEAK_SIGNS for sign in rest)


@lru_cache(maxsize=1)
def loose_keys() -> frozenset[str]:
    """The meanings that are often left out of a statement."""
    return frozenset().union(*map(meaning_of, LOOSE_MEANINGS))


@lru_cache(maxsize=8_192)
def stems(said: str) -> str:
    """Words by their stems; ``can't`` and ``e-mail`` stay as they are written."""
    words = said.replace("_", " ").split()
    return " ".join(phrase(word).strip() if word.isalpha() else word.lower() for word in words)


def most_words(first: str) -> int:
    """Of how many words the longest entry is that begins with this stem, at least 1."""
    return _lengths().get(first, 1)


@lru_cache(maxsize=1)
def _lengths() -> dict[str, int]:
    found: dict[str, int] = {}
    for said in _meanings():
        first, *rest = said.split()
        found[first] = max(found.get(first, 1), 1 + len(rest))
    return found


@lru_cache(maxsize=1)
def _meanings() -> dict[str, Meaning]:
    """The entries by what is said; what several of them name has the meanings of all."""
    found: dict[str, Meaning] = {}
    number = 0
    for entry in MEANINGS.split(";"):
        denies = entry.strip().startswith("-")
        number += not denies
        for word in entry.strip().lstrip("- ").split(","):
            spelled = word.strip() if is_sign(word.strip()[0]) else stems(word.strip())
            before = found.get(spelled)
            keys = frozenset({f"={number}"}) | (before.keys if before else frozenset())
            found[spelled] = Meaning(keys, before.denies if before else denies)
    return found
