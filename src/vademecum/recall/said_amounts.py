"""Amounts as people say them in words: ``thirty-one``, ``two hundred and fifty``, ``half a year``, 一刻钟. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

_ONES = """
one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen
nineteen
"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_TIMES = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 1_000_000, "billion": 1_000_000_000}
NUMBERS = {word: number for number, word in enumerate(_ONES.split(), start=1)} | {
    word: number for number, word in zip(range(20, 100, 10), _TENS.split(), strict=True)
}
"""English words for numbers below a hundred."""
_WORD = re.compile(r"[a-z]+", re.IGNORECASE)
_NEXT = re.compile(r"(?:-|\s+(?:and\s+)?)([a-z]+)\b", re.IGNORECASE)
_A = re.compile(r"an?\s+(?=(?:dozen|hundred|thousand|million|billion)\b)", re.IGNORECASE)
_COUPLE = re.compile(r"a couple(?: of)?\b|俩", re.IGNORECASE)
_HALF_DOZEN = re.compile(r"half a dozen\b", re.IGNORECASE)

# What is said of a time span, as an amount and its unit.
_SPANS = (
    ("half an hour|半个?小时|半个钟头|半个?钟", 30, "minute"),
    ("a quarter of an hour|一刻钟", 15, "minute"),
    ("three quarters of an hour|三刻钟", 45, "minute"),
    ("an hour and a half|one and a half hours|一个半小时|一个半钟头?", 90, "minute"),
    ("two and a half hours|两个半小时|两个半钟头?", 150, "minute"),
    ("half a year|半年(?!级|度)", 6, "month"),
    ("a year and a half|one and a half years|一年半", 18, "month"),
    ("(?:a |one )?fortnight(?!ly)", 2, "week"),
)
_SPAN = re.compile("|".join(f"({said})" for said, _, _ in _SPANS), re.IGNORECASE)


class Span(NamedTuple):
    """How long something lasts: ``value`` of a ``unit``, said up to ``end`` of a text."""

    value: int
    unit: str
    end: int


def span_at(text: str, at: int) -> Span | None:
    """The time span that is said from this place of a text on without figures, None where none is."""
    found = _SPAN.match(text, at)
    if found is None or found.lastindex is None or _goes_on(text, found.end()):
        return None
    _, value, unit = _SPANS[found.lastindex - 1]
    return Span(value, unit, found.end())


def number_at(text: str, at: int) -> tuple[int, int] | None:
    """The number that begins at this place in words, and where it ends; None where none does."""
    for said, value in ((_COUPLE, 2), (_HALF_DOZEN, 6)):
        if (found := said.match(text, at)) is not None:
            return value, found.end()
    total, part, end = 0, 0, at
    if (article := _A.match(text, at)) is not None:
        part, at = 1, article.end()
    last = ""
    for word, after in _words(text, at):
        if word in _TIMES:
            part = (part or 1) * _TIMES[word]
            if _TIMES[word] >= _TIMES["thousand"]:
                total, part = total + part, 0
        elif word in NUMBERS and (not last or last in _TIMES or (word in _ONES.split()[:9] and last in _TENS.split())):
            part += NUMBERS[word]
        else:
            break
        last, end = word, after
    return (total + part, end) if last else None


def _words(text: str, at: int) -> list[tuple[str, int]]:
    """The words of a text from a place on as far as they may be one number, each with its end."""
    first = _WORD.match(text, at)
    if first is None:
        return []
    words = [(first[0].lower(), first.end())]
    while (found := _NEXT.match(text, words[-1][1])) is not None:
        word = found[1].lower()
        if word not in NUMBERS and word not in _TIMES:
            break
        words.append((word, found.end()))
    return words


def _goes_on(text: str, end: int) -> bool:
    """Whether a word of letters is cut short there."""
    return text[end - 1].isascii() and text[end : end + 1].isascii() and text[end : end + 1].isalpha()
