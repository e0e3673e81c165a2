"""The words of a claim, and what each of them weighs for facts that reword it. Pure.

Signs that the dictionary knows as one word weigh as one, and so does a name such as 小灰.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from vademecum.recall.han_words import han_words
from vademecum.recall.little_words import FILLERS, HARMLESS_ENGLISH, LIGHT, UNITS
from vademecum.recall.match import Match
from vademecum.recall.meanings import is_harmless, is_relation, meaning_of, meanings_of
from vademecum.recall.statement import Statement, Token

Kind = Literal["exact", "name", "thing", "user", "relation", "light"]

_ATTRIBUTES = frozenset(HARMLESS_ENGLISH.split())
_LIGHT = frozenset(LIGHT.split()) | frozenset(FILLERS.split())
_NUMERALS = frozenset("零一二三四五六七八九十百千万两")
BEFORE_NAMES = frozenset("小老阿")
_HELPERS = frozenset(("is", "are", "was", "were", "has", "have", "will", "can", "must", "should", "may"))
_ARTICLES = frozenset(("the", "a", "an", "its", "our", "my", "your", "their", "his", "her"))
_AFTER_VERBS = _ARTICLES | {"out", "up", "down", "off", "on", "in", "at", "to", "for", "with"}
# Where the truth leaves out more of the claim than this, it is said in other words, and not all of that is the value.
_MOST_VALUES = 2


@dataclass(frozen=True, slots=True)
class Weights:
    """What each kind of word weighs. A thing is the measure; two signs make a thing; a relation is what people reword
    most, and weighs something only so that a fact that says it comes before one that doesn't."""

    thing: float = 1.0
    sign: float = 0.5
    user: float = 0.5
    relation: float = 0.35
    light: float = 0.1


WEIGHTS = Weights()


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a claim. A ``strict`` one has to be in a fact; ``old`` when the truth puts something in its place."""

    tokens: tuple[Token, ...]
    kind: Kind
    weight: float
    strict: bool
    old: bool

    @property
    def soft(self) -> bool:
        """Whether it may be said otherwise or left out."""
        return self.kind in {"relation", "light"}


def words_of(match: Match) -> tuple[Word, ...]:
    """The words of the claim of a match."""
    asked = match.asked
    words: list[Word] = []
    is_first = True
    for group in _groups(asked):
        word = _word(group, asked, is_first=is_first, is_old=any(token in match.old for token in group))
        is_first = is_first and word.kind in {"light", "user"}
        words.append(word)
    return _with_value(words, match)


def _with_value(words: list[Word], match: Match) -> tuple[Word, ...]:
    """The words of which the value that is wrong is strict: relations too where it is nothing else, and not all of it
    where the truth says most in other words."""
    olds = [word for word in words if word.old]
    turns = sum(match.asked.denials) % 2 != sum(match.fresh.denials) % 2
    if olds and all(word.soft for word in olds) and not turns:
        return tuple(replace(word, strict=word.strict or word.old) for word in words)
    if len(olds) <= _MOST_VALUES:
        return tuple(words)
    last = next((word for word in reversed(olds) if not word.soft), None)
    kept = {id(words[0]), id(last)}
    return tuple(
        replace(word, strict=word.strict and (not word.old or word.kind in {"exact", "name"} or id(word) in kept))
        for word in words
    )


def _groups(asked: Statement) -> list[list[Token]]:
    """The tokens of a claim by the words in which they stand."""
    words = {at: word for word in han_words(asked.text) for at in range(word.start, word.end)}
    groups: list[list[Token]] = []
    for token in asked.telling:
        last = groups[-1][-1] if groups else None
        word = words.get(token.start)
        is_in_word = last is not None and word is not None and words.get(last.start) is word
        is_in_name = last is not None and asked.said(last) in BEFORE_NAMES and token.start == last.end
        if token.han and (is_in_word or is_in_name):
            groups[-1].append(token)
        else:
            groups.append([token])
    return groups


def _word(group: Sequence[Token], asked: Statement, *, is_first: bool, is_old: bool) -> Word:
    said = asked.text[group[0].start : group[-1].end]
    kind = _kind(group, said, asked, is_first=is_first)
    weight = {"user": WEIGHTS.user, "light": WEIGHTS.light, "relation": WEIGHTS.relation}.get(kind, WEIGHTS.thing)
    if kind == "thing" and group[0].han and len(said) == 1:
        weight = WEIGHTS.sign
    strict = kind in {"exact", "name"} or (kind == "thing" and (is_first or is_old))
    return Word(tuple(group), kind, weight, strict, is_old)


def _kind(group: Sequence[Token], said: str, asked: Statement, *, is_first: bool) -> Kind:
    lower = said.lower()
    if lower in _LIGHT and not any(token.kind in {"amount", "name"} for token in group):
        return "light"
    if any(token.keys & meaning_of("user") for token in group):
        return "user"
    if said[:1] in BEFORE_NAMES and len(group) > 1:
        return "name"
    if _is_unit(group, asked):
        return "light"
    if _is_exact(group, said):
        return "exact"
    if said[:1].isupper() and not is_first:
        return "name"
    if lower in _ATTRIBUTES or (group[0].han and len(said) > 1 and is_harmless(said)):
        return "light"
    return "relation" if not is_first and _relates(group, asked) else "thing"


def _is_unit(group: Sequence[Token], asked: Statement) -> bool:
    """Whether it may be left out, or an amount before it is counted in it."""
    if all(token.loose for token in group):
        return True
    counted = any(each.kind == "amount" and 0 <= group[0].start - each.end <= 1 for each in asked.telling)
    is_sign = group[0].han and group[-1].end - group[0].start == 1
    return (counted or not is_sign) and any(token.keys & meanings_of(UNITS) for token in group)


def _is_exact(group: Sequence[Token], said: str) -> bool:
    """Whether it is an amount, an identifier, or signs with a numeral, as 大三."""
    if any(token.kind in {"amount", "name"} and not token.loose for token in group):
        return True
    return bool(set(said) & _NUMERALS) and all(token.kind == "sign" for token in group)


def _relates(group: Sequence[Token], asked: Statement) -> bool:
    is_listed = all(is_relation(token.keys) or token.is_verb for token in group)
    if group[0].han:
        return is_listed
    return (is_listed or _may_be_verb(group[0], asked)) and not _is_noun(group[0], asked)


def _is_noun(token: Token, asked: Statement) -> bool:
    """Whether an English word that may relate things names one: ``the report``, ``builds are``, ``write timeout``."""
    before, after = _beside(token, asked)
    if " " in asked.said(token):
        return False
    following = next((each for each in asked.telling if each.start == token.end + 1), None)
    if following is not None and not asked.said(token).endswith(("s", "ed", "ing")) and before not in _HELPERS:
        return True
    return before in _ARTICLES or (after in _HELPERS and before not in _HELPERS)


def _may_be_verb(token: Token, asked: Statement) -> bool:
    """As far as an ending and the next word can tell of a word that is not listed: ``lays out the newsletter``."""
    said = asked.said(token)
    is_ending = said.isascii() and said.islower() and said.endswith(("s", "ed")) and not said.endswith("ss")
    return is_ending and _beside(token, asked)[1] in _AFTER_VERBS


def _beside(token: Token, asked: Statement) -> tuple[str, str]:
    before = asked.text[: token.start].rstrip().rpartition(" ")[2].lower()
    return before, asked.text[token.end :].lstrip().partition(" ")[0].lower()
