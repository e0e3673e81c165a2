"""A text as its telling words with what each weighs, and how far another text says each of them. Pure.

Unlike ``match.py``, which asks whether words mean the same beyond doubt, it answers by degrees: a stem that is nearly
the same says most of a word, and signs that stand apart some of it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from typing import Literal, TypeAlias
from unicodedata import combining, normalize

from vademecum.recall.han_words import han_words
from vademecum.recall.meanings import is_relation
from vademecum.recall.reading import read_statement
from vademecum.recall.statement import Statement, Token
from vademecum.recall.telltale import DENIES, PARTS, USER
from vademecum.text import is_sign

Kind: TypeAlias = Literal["amount", "name", "relation", "thing"]

SAID = 0.6
"""From here on a word counts as said."""
_SIGN = 0.5
_APART = 0.4
_NEARLY = 0.8
_ALIKE = 0.6
_STEM = 5
_SHORT_STEM = 4
_LONG_END, _SHORT_END = 3, 2
_LATIN = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True)
class Saying:
    """A text, and beside each of its telling tokens its kind and its weight; whoever speaks is left out."""

    statement: Statement
    tokens: tuple[Token, ...]
    kinds: tuple[Kind, ...]
    weights: tuple[float, ...]
    words: frozenset[str]
    parts: tuple[tuple[str, bool], ...]

    @property
    def text(self) -> str:
        """What was read, as it was read."""
        return self.statement.text

    def said(self, token: Token) -> str:
        """A token as it is written."""
        return self.statement.said(token)


@lru_cache(maxsize=2_048)
def read_saying(text: str) -> Saying:
    """Read a text."""
    stated = read_statement(text)
    known = {at for word in _listed(stated.text) for at in range(*word)}
    tokens = tuple(token for token in stated.telling if not USER.fullmatch(stated.said(token)))
    words = frozenset(_plain(word) for word in _LATIN.findall(stated.text) if not is_sign(word[0]))
    parts = tuple(
        (_plain(part), len(DENIES.findall(part)) % 2 == 1) for part in PARTS.split(stated.text) if part.strip()
    )
    kinds = tuple(_kind(token, stated, known) for token in tokens)
    return Saying(stated, tokens, kinds, tuple(_SIGN if t.kind == "sign" else 1.0 for t in tokens), words, parts)


def _listed(text: str) -> list[tuple[int, int]]:
    return [(word.start, word.end) for word in han_words(text) if word.end - word.start > 1 and word.glosses]


def _plain(text: str) -> str:
    return "".join(char for char in normalize("NFKD", text.lower()) if not combining(char))


def _kind(token: Token, stated: Statement, known: set[int]) -> Kind:
    said = stated.said(token)
    if token.kind == "amount":
        return "amount"
    if token.han and token.kind == "sign":
        return "thing" if token.start in known else "name"
    is_listed = any(key.startswith("=") for key in token.keys)
    if not token.han and (token.kind == "name" or (said[:1].isupper() and (token.start > 0 or not is_listed))):
        return "name"
    return "relation" if is_relation(token.keys) or (token.han and token.is_verb) else "thing"


def how_far(saying: Saying, other: Saying) -> list[float]:
    """How far another text says each token of this one, from 0 to 1."""
    return [_how_far(token, saying, other) for token in saying.tokens]


def _how_far(token: Token, saying: Saying, other: Saying) -> float:
    if any(each.says(token) for each in other.statement.tokens):
        return 1.0
    if token.kind == "amount":
        return 0.0
    said = saying.said(token)
    if not token.han:
        return _spelled(_plain(said), other.words)
    if len(said) > 1:
        return 1.0 if said in other.text else _SIGN * sum(sign in other.text for sign in said) / len(said)
    pairs = saying.text[max(token.start - 1, 0) : token.end], saying.text[token.start : token.end + 1]
    if any(len(pair) > 1 and pair in other.text for pair in pairs):
        return 1.0
    return _APART if said in other.text else 0.0


def _spelled(said: str, words: frozenset[str]) -> float:
    """By the letters that a word begins with, and how much more there is of both."""
    if said in words:
        return 1.0
    if len(said) < _STEM:
        return 0.0
    return max((_likeness(said, word) for word in words), default=0.0)


def _likeness(one: str, two: str) -> float:
    shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, two, strict=False)))
    longest = max(len(one), len(two))
    if shared >= _STEM and shared >= longest - _LONG_END:
        return _NEARLY
    return _ALIKE if shared >= _SHORT_STEM and shared >= longest - _SHORT_END else 0.0


def denies(saying: Saying, others: Sequence[Saying]) -> bool:
    """Whether the part of a text that shares most with others denies it."""
    best, denied = -1.0, False
    for part, is_denied in saying.parts:
        shared = sum(_shares(token, other, part) for other in others for token in other.tokens)
        if shared > best:
            best, denied = shared, is_denied
    return denied


def _shares(token: Token, saying: Saying, part: str) -> float:
    said = _plain(saying.said(token))
    return 1.0 * (said in part) + _SIGN * (token.han and any(sign in part for sign in said))
