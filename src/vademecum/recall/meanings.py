"""What words mean, looked up in ``alike.py``: the keys by which two texts are found to say the same. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from vademecum.recall.alike import MEANINGS
from vademecum.recall.little_words import HARMLESS_SIGNS, LOOSE_MEANINGS, PART_OF, WEAK_ENGLISH, WEAK_SIGNS
from vademecum.recall.relations import RELATIONS
from vademecum.recall.things import THINGS
from vademecum.text import is_sign, phrase

_WEEKS = ("每周", "每星期", "每个星期")
_COUNTS = frozenset("两二三四五六七八九十")
_DAYS_OF_WEEK = frozenset("一二三四五六日天")
_HARMLESS = tuple(sorted(HARMLESS_SIGNS.split(), key=len, reverse=True))
_WEAK = frozenset(WEAK_ENGLISH.split())
# A longer gloss is an explanation, whose words mean other things than what it explains.
_SHORT_GLOSS = 2
_PREPOSITIONS = frozenset({"on", "in", "at", "by", "for", "from", "of", "with", "to", "into", "is"})


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


@lru_cache(maxsize=16)
def meanings_of(words: str) -> frozenset[str]:
    """The keys of all that means the same as any of these words, between commas."""
    return frozenset[str]().union(*(meaning_of(word.strip()) for word in words.split(",")))


def is_relation(keys: frozenset[str]) -> bool:
    """Whether any of these keys is what one thing has to do with another."""
    return bool(keys & _relations())


def is_weak(word: str) -> bool:
    """Whether a word in lower case says too little to be missed."""
    return word in _WEAK


def is_part_of_word(said: str, before: str, after: str) -> bool:
    """Whether signs that mean something are a part of another word here, as 每周 in 每周五 or 能 in 功能."""
    if said in _WEEKS:
        return after in _DAYS_OF_WEEK
    if said == "周" and before in _COUNTS:
        return False  # three weeks, and no Wednesday
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
def of_words_alone() -> frozenset[str]:
    """Single signs that mean something only where they are words by themselves, since many words have them in them."""
    first = {word.strip(" -") for entry in MEANINGS.split(";") for word in entry.split(",")}
    more = {word.strip(" -") for entry in (RELATIONS + ";" + THINGS).split(";") for word in entry.split(",")}
    return frozenset(word.strip() for word in more - first if len(word.strip()) == 1 and is_sign(word.strip()))


def related_keys(gloss: str) -> frozenset[str]:
    """The keys of English words that relate one thing to another; words for things are too near each other: a 公测 is a
    beta as a 内测 is, and yet another."""
    return listed_keys(gloss) & _relations()


def listed_keys(gloss: str) -> frozenset[str]:
    """The keys of English words as a whole, if they are listed."""
    meant = meaning(stems(gloss))
    return frozenset() if meant is None or meant.denies else meant.keys


def whole_gloss_keys(gloss: str) -> frozenset[str]:
    """The keys of English words that explain a Chinese one."""
    return listed_keys(gloss) | {stems(gloss)}


@lru_cache(maxsize=8_192)
def gloss_keys(gloss: str) -> frozenset[str]:
    """The same, and the keys of each word of a short gloss."""
    words = [word for word in gloss.replace("-", " ").split() if not is_weak(word)]
    parts = words if 1 < len(words) <= _SHORT_GLOSS else []
    return whole_gloss_keys(gloss).union(*(listed_keys(word) or {stems(word)} for word in parts))


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
    for number, denies, words in _entries():
        for word in words:
            spelled = word if is_sign(word[0]) else stems(word)
            before = found.get(spelled)
            keys = frozenset({f"={number}"}) | (before.keys if before else frozenset())
            found[spelled] = Meaning(keys, before.denies if before else denies)
    return found | {said: Meaning(meant.keys | _of_verb(said, found), meant.denies) for said, meant in found.items()}


def _of_verb(said: str, found: Mapping[str, Meaning]) -> frozenset[str]:
    """What the verb of ``run on`` or ``start at`` means by itself: only little words come after it."""
    first, *rest = said.split()
    is_verb = rest and first in found and all(word in _PREPOSITIONS for word in rest)
    return found[first].keys if is_verb else frozenset()


@lru_cache(maxsize=1)
def _relations() -> frozenset[str]:
    """The keys of the entries that relate one thing to another; they are the first."""
    return frozenset(f"={number}" for number in range(1 + RELATIONS.count(";") + 1))


def _entries() -> Iterator[tuple[int, bool, list[str]]]:
    """The entries of all lists: their number, whether they deny, and what they name."""
    number = 0
    for entry in f"{RELATIONS};{MEANINGS};{THINGS}".split(";"):
        denies = entry.strip().startswith("-")
        number += not denies
        yield number, denies, [word.strip() for word in entry.strip().lstrip("- ").split(",")]
