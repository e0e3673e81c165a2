"""Chinese words in a text, with what CC-CEDICT says of them: their English glosses, and how they are read aloud. Pure.

The dictionary comes with the package ``lindera-python-cc-cedict``, an extra; without it no text has such words, and
a claim finds facts in the other language by the lists of this folder alone. Nothing here is on the path of a hook.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple, Protocol

# Where in its details a word's reading and glosses begin.
_READING, _GLOSSES = 4, 7
# Of a single sign the first glosses are what it mostly means, later ones seldom hold.
_MOST_OF_SIGN = 4
# A word of more signs is said in its halves too: 花粉过敏 of 花粉.
_LONG = 3
_ASIDE = re.compile(r"\([^)]*\)|\[[^]]*\]")
_NO_GLOSS = re.compile(
    r"^(?:cl:|variant of|old variant|surname|abbr\. for|see |also |classifier|used in)", re.IGNORECASE
)
_LEAD = re.compile(r"^(?:to be|to|a|an|the|sb|sth)\s+")
_TONE = re.compile(r"[\d:]")


class HanWord(NamedTuple):
    """One word from one place in a text to another: its glosses in lower case, the reading of each sign, and whether it
    is explained as a verb first."""

    start: int
    end: int
    glosses: tuple[str, ...]
    sounds: tuple[str, ...]
    is_verb: bool = False


class _Token(Protocol):
    surface: str
    details: list[str]


@lru_cache(maxsize=2_048)
def han_words(text: str) -> tuple[HanWord, ...]:
    """All words of a text that the dictionary knows, in order; none without the dictionary."""
    cut = _dictionary()
    return () if cut is None else _words(text, cut)


def _words(text: str, cut: Callable[[str], list[_Token]]) -> tuple[HanWord, ...]:
    found = list(_cut(text, 0, cut))
    long = [word for word in found if word.glosses and word.end - word.start > _LONG]
    halves = [(word.start, word.start + 2) for word in long] + [(word.start + 2, word.end) for word in long]
    return (*found, *(part for start, end in halves for part in _cut(text[start:end], start, cut)))


def _cut(text: str, offset: int, cut: Callable[[str], list[_Token]]) -> Iterator[HanWord]:
    at = 0
    for token in cut(text):
        start = text.find(token.surface, at)
        at = start + len(token.surface)
        if len(token.details) > _GLOSSES:
            told = ",".join(token.details[_GLOSSES:])
            glosses = _glosses(told, alone=len(token.surface) == 1)
            yield HanWord(offset + start, offset + at, glosses, _sounds(token), told.startswith("to "))


def _glosses(told: str, *, alone: bool) -> tuple[str, ...]:
    plain = (_ASIDE.sub(" ", part) for gloss in told.split("/") for part in re.split(r"[;,]", gloss))
    said = (" ".join(part.split()) for part in plain)
    kept = [_LEAD.sub("", part.lower()) for part in said if part.isascii() and not _NO_GLOSS.match(part)]
    kept = [gloss for gloss in kept if gloss[:1].isalnum()]
    return tuple(kept[:_MOST_OF_SIGN] if alone else kept)


def _sounds(token: _Token) -> tuple[str, ...]:
    sounds = tuple(_TONE.sub("", sound).lower() for sound in token.details[_READING].split())
    return sounds if len(sounds) == len(token.surface) and "*" not in sounds else ()


@lru_cache(maxsize=1)
def _dictionary() -> Callable[[str], list[_Token]] | None:
    try:
        import lindera  # type: ignore[import-untyped]  # noqa: PLC0415 - an extra without types, 15 MB
    except ImportError:
        return None
    cut: Callable[[str], list[_Token]] = lindera.Tokenizer(
        lindera.load_dictionary("embedded://cc-cedict"), mode="normal"
    ).tokenize
    return cut
