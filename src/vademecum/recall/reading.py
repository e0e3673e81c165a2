"""Reading a text as a statement: one pass that takes it apart into tokens, clauses and denials. Pure.

Listed words are known by their meaning, amounts by their value, names and identifiers as they are written, other words
by their stem, and Chinese signs one by one: where the dictionary of words is there, they know which word they stand in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import normalize

from vademecum.recall.abroad import with_words
from vademecum.recall.amounts import amount_at, is_ordinal, month_at
from vademecum.recall.clock_times import as_times
from vademecum.recall.han_words import HanWord, han_words
from vademecum.recall.little_words import (
    DENIALS,
    GRAMMAR,
    HAN_DENIALS,
    LOOSE,
    MEASURES,
    NO_DENIALS,
    OF_PLACE,
    OURS,
    POINTING,
    QUALITIES,
    WEAK_SIGNS,
)
from vademecum.recall.meanings import (
    Meaning,
    is_part_of_word,
    is_weak,
    loose_keys,
    meaning,
    meaning_of,
    most_words,
    of_words_alone,
    stems,
)
from vademecum.recall.said_amounts import span_at
from vademecum.recall.statement import Kind, Statement, Token
from vademecum.recall.tense import if_at, is_given_up, past_at, tells_of_event, unsettled_at
from vademecum.text import is_sign
from vademecum.text.fold import Table
from vademecum.text.han import one_form

_LONGEST_SIGNS = 7
# What is longer is no single fact, and would only cost time.
LONGEST = 4_000

_LATIN = re.compile(r"\w+(?:[-./:@+#'&_]\w+)*[+#]*")
_BREAKS = frozenset(",;.!?，。；！？…\n()（）[]「」|")
_ABBREVIATIONS = frozenset({"dr", "mr", "mrs", "ms", "st", "no", "vs", "prof", "ca", "approx"})
_BREAK_WORDS = frozenset({"and", "but", "while", "though"})
_DENIALS = frozenset(DENIALS.split())
_HAN_DENIALS = tuple(HAN_DENIALS.split())
_OURS = tuple(OURS.split())
_NO_DENIALS = tuple(NO_DENIALS.split())
_ONE_FORM = Table(one_form)
_BUS_LINE = re.compile(r"(?=\d+\s*路)|[Ll]ine (?=\d+\b)")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s|[。！？\n]")
_FRONTED = re.compile(
    r"(?:after|before|on|in|at|for|from|since|until|during|with|by|every|each|as of)\b", re.IGNORECASE
)
_FRONTED_ENDS = ("前", "后", "时", "时候", "的话", "里", "中")
_ADDRESS = re.compile(r"[\w-]+(?:[.@/:_]+\w[\w-]*)+")
# What doesn't open until nine opens at nine.
_UNTIL = re.compile(r"[^.,;!?]*\b(?:until|till)\b", re.IGNORECASE)
_SOMEBODY = re.compile(r"ones?\b(?= (?:who|that|which|of|to|we|from|in charge)\b|[.,;]|$)", re.IGNORECASE)
_CLITIC = re.compile(r"'(?:s|d|ll|re|ve|m)?$", re.IGNORECASE)
_BELOW_ZERO = re.compile(r"(?:minus |零下\s?|负)(?=[\d零一二三四五六七八九十])|(?<![\w.])-(?=\d)", re.IGNORECASE)
_MARKS = {"%": "percent", "€": "euro", "$": "dollar", "¥": "yuan", "£": "pound", "°": "degree"}
# Units as they are written right after a figure.
_UNITS = {"s": "second", "h": "hour", "hrs": "hour", "d": "day", "m": "minute"}
_SPOKEN = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*(?:'[a-z]+)?")
_LOOSE = frozenset(LOOSE)


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
        self._words = han_words(text) if self._has_han else ()

    def whole(self) -> Statement:
        text = self._text
        while self._at < len(text):
            self._step()
        return Statement(
            text,
            with_words(as_times(self._tokens), text, self._words),
            tuple(self._denials),
            past=self._clauses_of(past_at(text)),
            given_up=is_given_up(text),
            unsettled=self._clauses_of(unsettled_at(text)) | {1 + clause for clause in self._clauses_of(if_at(text))},
            happened=tells_of_event(text),
        )

    def _clauses_of(self, places: Iterable[int]) -> frozenset[int]:
        return frozenset(map(self._clause_at, places))

    def _clause_at(self, place: int) -> int:
        return next((token.clause for token in self._tokens if token.end > place), len(self._denials) - 1)

    def _step(self) -> None:
        char = self._text[self._at]
        if char in _BREAKS and not self._is_inside_number() and not self._is_abbreviation():
            if not (char in ",，" and self._is_fronted()):
                self._denials.append(0)
            self._at += 1
        elif (below := _BELOW_ZERO.match(self._text, self._at)) is not None:
            self._below_zero(below.end())
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

    def _below_zero(self, end: int) -> None:
        amount = amount_at(self._text, end)
        keys = frozenset() if amount is None else amount.keys
        self._take(end if amount is None else amount.end, "amount", frozenset(f"#-{key}" for key in keys))

    def _is_fronted(self) -> bool:
        """Whether what stands before a comma only says when or where the rest holds: ``After 17:00, nobody comes``."""
        before = _SENTENCE_END.split(self._text[: self._at])[-1].strip()
        is_first = not any(sign in before for sign in ",，;；")
        return is_first and (_FRONTED.match(before) is not None or before.endswith(_FRONTED_ENDS))

    def _is_inside_number(self) -> bool:
        return self._text[self._at] in ".," and self._text[self._at + 1 : self._at + 2].isdigit()

    def _is_abbreviation(self) -> bool:
        before = self._text[: self._at].rpartition(" ")[2]
        return self._text[self._at] == "." and before.lower() in _ABBREVIATIONS

    def _take(self, end: int, kind: Kind, keys: frozenset[str], *, weak: bool = False, loose: bool = False) -> None:
        owner = self._text[end : end + 2] == "'s" or (
            self._text[end : end + 1] == "的" and not self._text.startswith(("的时候", "的话"), end)
        )
        self._tokens.append(Token(keys, kind, self._at, end, len(self._denials) - 1, weak, loose, owner))
        self._at = end

    def _amount(self) -> bool:
        amount = amount_at(self._text, self._at)
        if amount is None:
            return False
        if amount.percent:
            self._tokens.append(Token(meaning_of("percent"), "word", self._at, self._at, len(self._denials) - 1))
        counts_nothing = self._text[self._at] == "一" and self._text[amount.end : amount.end + 1] in MEASURES
        self._take(amount.end, "amount", frozenset(f"#{key}" for key in amount.keys), loose=counts_nothing)
        return True

    def _span(self) -> bool:
        """``half a year`` is six months."""
        span = span_at(self._text, self._at)
        if span is None:
            return False
        self._tokens.append(Token(meaning_of(span.unit), "word", self._at, self._at, len(self._denials) - 1))
        self._take(span.end, "amount", frozenset({f"#{span.value}"}))
        return True

    def _ours(self) -> bool:
        ours = next((word for word in _OURS if self._text.startswith(word, self._at)), None)
        if ours is None:
            return False
        self._take(self._at + len(ours), "word", frozenset({ours}), weak=True)
        return True

    def _signs(self) -> None:
        if self._ours() or self._span():
            return
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
            if meant is not None and not is_part_of_word(said, *beside) and self._is_word(said):
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

    def _is_word(self, said: str) -> bool:
        """Whether signs cut through no other word that is listed, as 开发 does in 开发票; a single sign that means
        something only as a word must be one."""
        start, end = self._at, self._at + len(said)
        if self._tokens and self._tokens[-1].kind == "amount" and self._tokens[-1].end == start:
            return True  # what is counted
        if any(start < word.start < end < word.end and self._is_listed(word) for word in self._words):
            return False
        return said not in of_words_alone() | QUALITIES or any(
            (word.start, word.end) == (start, end) for word in self._words
        )

    def _is_listed(self, word: HanWord) -> bool:
        return meaning(self._text[word.start : word.end]) is not None

    def _sign(self) -> None:
        sign = self._text[self._at]
        counts = sign in MEASURES and self._text[self._at - 1 : self._at] in POINTING
        weak = counts or (sign in WEAK_SIGNS and not self._is_part_of_name() and not self._begins_name(sign))
        self._take(self._at + 1, "sign", frozenset({sign}), weak=weak)

    def _begins_name(self, sign: str) -> bool:
        """Whether a sign of place begins a word, as the 内 of 内测 does where no other sign is before it."""
        before, after = self._text[max(self._at - 1, 0) : self._at], self._text[self._at + 1 : self._at + 2]
        return sign in OF_PLACE and not _is_han(before) and _is_han(after) and after not in WEAK_SIGNS

    def _is_part_of_name(self) -> bool:
        """Whether a sign is within a word of which others say something, as 内 within 内测."""
        word = next((each for each in self._words if each.start <= self._at < each.end and each.glosses), None)
        if word is None or self._text[self._at] in GRAMMAR:
            return False
        return any(sign not in WEAK_SIGNS for sign in self._text[word.start : word.end])

    def _mean(self, meant: Meaning, end: int) -> None:
        if meant.denies:
            self._denials[-1] += 1
        self._take(end, "word", meant.keys, loose=bool(meant.keys & loose_keys()))

    def _latin(self) -> None:
        if self._bus_line() or (is_ordinal(self._text, self._at) and self._amount()) or self._span() or self._phrase():
            return
        found = _LATIN.match(self._text, self._at)
        if found is None:
            self._at += 1
            return
        said = self._until_signs(found[0])
        if self._is_figure(said) and not self._is_somebody() and self._amount():
            return
        self._word(said)

    def _is_somebody(self) -> bool:
        """``the one who`` counts nothing."""
        return _SOMEBODY.match(self._text, self._at) is not None

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
            return said.isascii() and said.replace("-", "").isalpha()
        amount = amount_at(self._text, self._at)
        reach = 0 if amount is None else amount.end - self._at
        rest = said[reach:]
        return reach >= len(said) or (rest.isalpha() and rest.isascii())

    def _phrase(self) -> bool:
        """The longest run of words that has a meaning as a whole."""
        words: list[re.Match[str]] = []
        at, most = self._at, 1
        if self._is_address():
            return False
        while len(words) < most and (word := _SPOKEN.match(self._text, at)) is not None:
            most = most if words else most_words(stems(_CLITIC.sub("", word[0])))
            words.append(word)
            at = word.end() + 1 if self._text[word.end() : word.end() + 1] == " " else len(self._text)
        for count in range(len(words), 0, -1):
            said = self._text[self._at : words[count - 1].end()]
            meant = meaning(stems(_CLITIC.sub("", said))) or meaning(stems(_CLITIC.sub("", said.replace("-", " "))))
            if meant is not None and not (count == 1 and is_weak(said.lower())):
                end = words[count - 1].end()
                self._mean(meant, end - len(said) + len(_CLITIC.sub("", said)))
                self._at = end
                return True
        return False

    def _is_address(self) -> bool:
        """``wiki.example.org`` is no wiki."""
        return _ADDRESS.match(self._text, self._at) is not None

    def _word(self, said: str) -> None:
        end = self._at + len(said)
        core = _CLITIC.sub("", said)
        lower = core.lower()
        if lower in _DENIALS or lower.endswith("n't"):
            self._denials[-1] += _UNTIL.match(self._text, end) is None
            self._take(end, "word", frozenset({lower}), weak=True)
            return
        if lower in _BREAK_WORDS:
            self._denials.append(0)
        if "-" in core and core.islower() and core.replace("-", "").isalpha():
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
        keys = {stems(core) or lower}
        if core[0].isupper():
            keys.add(f"@{lower}")  # as Chinese names are read
        self._take(end, kind, frozenset(keys), weak=weak, loose=lower in _LOOSE)
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


def _is_han(char: str) -> bool:
    return bool(char) and is_sign(char)
