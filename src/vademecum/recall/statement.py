"""A text as a statement: its tokens by what they mean, what is denied in it, and what it says of the past. Pure.

A token's keys are all that it may mean, so that two tokens say the same when they share one. Words of ``alike.py`` are
known by their meaning, amounts by their value, names and identifiers as they are written, other words by their stem,
and Chinese signs one by one, since nothing here cuts a run of them into words.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from unicodedata import normalize

from vademecum.recall.alike import GIVEN_UP, LOOSE, NO_DENIALS, PAST, UNSETTLED, WEAK_SIGNS
from vademecum.recall.amounts import amount_at, month_at
from vademecum.recall.meanings import (
    Meaning,
    is_part_of_word,
    is_weak,
    loose_keys,
    meaning,
    meaning_of,
    most_words,
    stems,
)
from vademecum.text import is_sign
from vademecum.text.fold import Table
from vademecum.text.han import one_form

Kind = Literal["amount", "name", "word", "sign"]

_LONGEST_SIGNS = 7
# What is longer is no single fact, and would only cost time.
LONGEST = 4_000

_LATIN = re.compile(r"\w+(?:[-./:@+#'&_]\w+)*[+#]*")
_BREAKS = frozenset(",;.!?，。；！？…\n()（）[]「」|")
_ABBREVIATIONS = frozenset({"dr", "mr", "mrs", "ms", "st", "no", "vs", "prof", "ca", "approx"})
_BREAK_WORDS = frozenset({"and", "but", "while", "though"})
_DENIALS = frozenset({"not", "no", "never", "none", "nobody", "nothing", "neither", "nor", "cannot", "hardly"})
_HAN_DENIALS = ("没有", "并非", "不", "没", "无", "未", "非", "别", "勿")
_NO_DENIALS = tuple(NO_DENIALS.split())


def _any_of(words: str) -> re.Pattern[str]:
    """Any of these words, but not as in ``a user that was deleted`` or ``was born``."""
    english = "|".join(word for word in words.split() if word.isascii())
    han = "|".join(word for word in words.split() if not word.isascii())
    pattern = rf"\b(?:{english})\b(?<!that was)(?<!that were)(?<!which was)(?<!who was)(?! born)|{han}"
    return re.compile(pattern, re.IGNORECASE)


_ONE_FORM = Table(one_form)
_PAST, _UNSETTLED = _any_of(PAST), _any_of(UNSETTLED)
_GIVEN_UP = re.compile(GIVEN_UP, re.IGNORECASE)
_BUS_LINE = re.compile(r"(?=\d+\s*路)|[Ll]ine (?=\d+\b)")
_CLITIC = re.compile(r"'(?:s|d|ll|re|ve|m)?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """One word, amount, name or sign, from ``start`` to ``end`` of the text as ``clause`` number so and so.

    ``weak`` says too little to be missed, ``loose`` may be missed where enough else fits; ``owns`` is what has an
    ``'s`` or a 的 after it.
    """

    keys: frozenset[str]
    kind: Kind
    start: int
    end: int
    clause: int
    weak: bool = False
    loose: bool = False
    owns: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """A text as it was read. ``denials`` counts what denies in each clause, ``past`` and ``unsettled`` name those that
    tell of it, and those that weigh what they name."""

    text: str
    tokens: tuple[Token, ...]
    denials: tuple[int, ...]
    past: frozenset[int]
    given_up: bool
    unsettled: frozenset[int]

    @property
    def telling(self) -> tuple[Token, ...]:
        """The tokens that say something."""
        return tuple(token for token in self.tokens if not token.weak)

    def said(self, token: Token) -> str:
        """A token as it is written."""
        return self.text[token.start : token.end]


@lru_cache(maxsize=2_048)
def read_statement(text: str) -> Statement:
    """Read a text, its first ``LONGEST`` characters."""
    plain = normalize("NFKC", text[:LONGEST]).replace("\u2019", "'").translate(_ONE_FORM)
    return _Reading(plain).whole()


class _Reading:
    """One pass over a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens: list[Token] = []
        self._denials = [0]
        self._at = 0
        self._has_han = any(is_sign(char) for char in text)

    def whole(self) -> Statement:
        text = self._text
        while self._at < len(text):
            self._step()
        past, unsettled = self._clauses_with(_PAST), self._clauses_with(_UNSETTLED)
        given_up = bool(_GIVEN_UP.search(text))
        return Statement(text, tuple(self._tokens), tuple(self._denials), past, given_up, unsettled)

    def _clauses_with(self, pattern: re.Pattern[str]) -> frozenset[int]:
        return frozenset(self._clause_at(found.start()) for found in pattern.finditer(self._text))

    def _clause_at(self, place: int) -> int:
        return next((token.clause for token in self._tokens if token.end > place), len(self._denials) - 1)

    def _step(self) -> None:
        char = self._text[self._at]
        if char in _BREAKS and not self._is_inside_number() and not self._is_abbreviation():
            self._denials.append(0)
            self._at += 1
        elif char in _MARKS:
            self._take(self._at + 1, "word", meaning_of(_MARKS[char]))
        elif not char.isalnum():
            self._at += 1
        elif (month := month_at(self._text, self._at)) is not None:
            self._take(month[1], "word", frozenset({"=may"}) if month[0] == "may" else meaning_of(month[0]))
        elif is_sign(char):
            self._signs()
        else:
            self._latin()

    def _is_inside_number(self) -> bool:
        return self._text[self._at] in ".," and self._text[self._at + 1 : self._at + 2].isdigit()

    def _is_abbreviation(self) -> bool:
        before = self._text[: self._at].rpartition(" ")[2]
        return self._text[self._at] == "." and before.lower() in _ABBREVIATIONS

    def _take(self, end: int, kind: Kind, keys: frozenset[str], *, weak: bool = False, loose: bool = False) -> None:
        owner = self._text[end : end + 2] == "'s" or (
            self._text[end : end + 1] == "的" and not self._text.startswith("的时候", end)
        )
        self._tokens.append(Token(keys, kind, self._at, end, len(self._denials) - 1, weak, loose, owner))
        self._at = end

    def _amount(self) -> bool:
        amount = amount_at(self._text, self._at)
        if amount is None:
            return False
        if amount.percent:
            self._tokens.append(Token(meaning_of("percent"), "word", self._at, self._at, len(self._denials) - 1))
        self._take(amount.end, "amount", frozenset(f"#{key}" for key in amount.keys))
        return True

    def _signs(self) -> None:
        text, at = self._text, self._at
        for word in _NO_DENIALS:
            if text.startswith(word, at):
                for _ in word:
                    self._sign()
                return
        for length in range(_LONGEST_SIGNS, 0, -1):
            said = text[at : at + length]
            meant = meaning(said) if len(said) == length else None
            beside = text[max(at - 1, 0) : at], text[at + length : at + length + 1]
            if meant is not None and not is_part_of_word(said, *beside):
                self._mean(meant, at + length)
                return
        if self._amount():
            return
        for denial in _HAN_DENIALS:
            if text.startswith(denial, at):
                self._denials[-1] += 1
                self._at += len(denial)
                return
        self._sign()

    def _sign(self) -> None:
        sign = self._text[self._at]
        self._take(self._at + 1, "sign", frozenset({sign}), weak=sign in WEAK_SIGNS)

    def _mean(self, meant: Meaning, end: int) -> None:
        if meant.denies:
            self._denials[-1] += 1
        self._take(end, "word", meant.keys, loose=bool(meant.keys & loose_keys()))

    def _latin(self) -> None:
        if self._bus_line() or self._phrase():
            return
        found = _LATIN.match(self._text, self._at)
        if found is None:
            self._at += 1
            return
        said = self._until_signs(found[0])
        if self._is_figure(said) and self._amount():
            return
        self._word(said)

    def _bus_line(self) -> bool:
        """``12 路`` is a bus besides the number that it has."""
        found = _BUS_LINE.match(self._text, self._at)
        if found is None or (self._tokens and self._tokens[-1].start == self._at):
            return False
        self._take(found.end(), "word", meaning_of("bus"))
        return True

    def _until_signs(self, said: str) -> str:
        return said[: next((at for at, char in enumerate(said) if is_sign(char)), len(said))]

    def _is_figure(self, said: str) -> bool:
        if not said[0].isdigit():
            return said.isascii() and said.isalpha()
        amount = amount_at(self._text, self._at)
        reach = 0 if amount is None else amount.end - self._at
        rest = said[reach:]
        return reach >= len(said) or (rest.isalpha() and rest.isascii())

    def _phrase(self) -> bool:
        """The longest run of words that has a meaning as a whole."""
        words: list[re.Match[str]] = []
        at, most = self._at, 1
        while len(words) < most and (word := _SPOKEN.match(self._text, at)) is not None:
            most = most if words else most_words(stems(_CLITIC.sub("", word[0])))
            words.append(word)
            at = word.end() + 1 if self._text[word.end() : word.end() + 1] == " " else len(self._text)
        for count in range(len(words), 0, -1):
            said = self._text[self._at : words[count - 1].end()]
            meant = meaning(stems(_CLITIC.sub("", said)))
            if meant is not None and not (count == 1 and is_weak(said.lower())):
                end = words[count - 1].end()
                self._mean(meant, end - len(said) + len(_CLITIC.sub("", said)))
                self._at = end
                return True
        return False

    def _word(self, said: str) -> None:
        end = self._at + len(said)
        core = _CLITIC.sub("", said)
        lower = core.lower()
        if lower in _DENIALS or lower.endswith("n't"):
            self._denials[-1] += 1
            self._take(end, "word", frozenset({lower}), weak=True)
            return
        if lower in _BREAK_WORDS:
            self._denials.append(0)
        if "-" in core and core.islower() and not any(map(str.isdigit, core)):
            self._parts(core, end)
            return
        if (
            lower in _UNITS
            and self._tokens
            and self._tokens[-1].kind == "amount"
            and self._at - self._tokens[-1].end <= 1
        ):
            self._take(end, "word", meaning_of(_UNITS[lower]))
            return
        end = self._at + len(core)
        weak = is_weak(lower) and not self._stands_for_something(core)
        kind: Kind = "name" if any(map(str.isdigit, core)) or core.isupper() or not core.isalnum() else "word"
        self._take(end, kind, frozenset({stems(core) or lower}), weak=weak, loose=lower in _LOOSE)
        self._at += len(said) - len(core)

    def _parts(self, core: str, end: int) -> None:
        for part in core.split("-"):
            lower = part.lower()
            meant = meaning(stems(part))
            keys = meant.keys if meant else frozenset({stems(part) or lower})
            self._take(self._at + len(part), "word", keys, weak=is_weak(lower))
            self._at += 1
        self._at = end

    def _stands_for_something(self, core: str) -> bool:
        """``IT`` and, among signs, ``A`` are names."""
        if core.isupper() and len(core) > 1:
            return not self._text.isupper()
        return core == "A" and self._has_han


_MARKS = {"%": "percent", "€": "euro", "$": "dollar", "¥": "yuan"}
# Units as they are written right after a figure.
_UNITS = {"s": "second", "h": "hour", "hrs": "hour", "d": "day", "m": "minute"}
_SPOKEN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*(?:'[a-z]+)?")
_LOOSE = frozenset(LOOSE)
