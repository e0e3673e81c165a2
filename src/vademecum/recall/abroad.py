"""What Chinese tokens may mean in English, and how names are read, by the dictionary of ``han_words.py``. Pure.

Between the two languages every gloss of a word counts, within Chinese only what relates things and is listed: a gloss
names the kind of a thing as often as the thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from vademecum.recall.han_words import HanWord
from vademecum.recall.meanings import gloss_keys, related_keys, whole_gloss_keys
from vademecum.recall.statement import Token
from vademecum.text import is_sign

_KeysAt: TypeAlias = Mapping[int, frozenset[str]]
_NONE: frozenset[str] = frozenset()

_LONGEST_NAME = 3
# What else a Chinese word may mean, by later glosses, would make it say too much in its own language.
_FIRST_GLOSSES = 3


def with_words(tokens: Sequence[Token], text: str, words: Sequence[HanWord]) -> tuple[Token, ...]:
    """The tokens of a text with what the Chinese words in which they stand mean in English, and how they are read."""
    words = [word for word in words if is_sign(text[word.start])]
    abroad, known = _meant(words), _related(words)
    return tuple(
        _with_keys(token, words, abroad, known) if is_sign(text[token.start : token.start + 1] or " ") else token
        for token in tokens
    )


def _meant(words: Sequence[HanWord]) -> _KeysAt:
    found: dict[int, frozenset[str]] = {}
    for word in words:
        explain = gloss_keys if word.end - word.start > 1 else whole_gloss_keys
        meant = _NONE.union(*map(explain, word.glosses))
        found |= {at: found.get(at, _NONE) | meant for at in range(word.start, word.end)}
    for start, end, sounds in _readings(words):
        found |= {at: found.get(at, _NONE) | {f"@{sounds}"} for at in range(start, end)}
    return found


def _related(words: Sequence[HanWord]) -> _KeysAt:
    found: dict[int, frozenset[str]] = {}
    for word in words:
        if word.end - word.start > 1:
            keys = _NONE.union(*map(related_keys, word.glosses[:_FIRST_GLOSSES]))
            found |= dict.fromkeys(range(word.start, word.end), keys)
    return found


def _with_keys(token: Token, words: Sequence[HanWord], abroad: _KeysAt, known: _KeysAt) -> Token:
    if token.kind == "amount":
        return token
    word = next((each for each in words if each.start <= token.start and token.end <= each.end), None)
    if word is None:
        return replace(token, han=True)
    keys = token.keys | (known.get(token.start, _NONE) if token.kind == "sign" else _NONE)
    return replace(token, han=True, abroad=abroad.get(token.start, _NONE), keys=keys, is_verb=word.is_verb)


def _readings(words: Sequence[HanWord]) -> Iterator[tuple[int, int, str]]:
    """How up to three signs in a row are read aloud, as names are written in English: ``Xiaoyu`` for 小雨."""
    sounds = {word.start + at: sound for word in words for at, sound in enumerate(word.sounds)}
    for start in sounds:
        for end in range(start + 1, start + _LONGEST_NAME + 1):
            if all(at in sounds for at in range(start, end)):
                yield start, end, "".join(sounds[at] for at in range(start, end))
