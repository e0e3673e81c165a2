"""Times of day beside clock times: ``six in the morning`` may be six, a ``nightly`` job is not any job. Pure."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from vademecum.recall.little_words import TIMES_OF_DAY
from vademecum.recall.meanings import meaning_of
from vademecum.recall.statement import Token


def as_times(tokens: list[Token]) -> list[Token]:
    """The tokens of a text, of which a time of day may be left out only beside the clock time that it belongs to."""
    times = frozenset[str]().union(*map(meaning_of, TIMES_OF_DAY))
    telling = [token for token in tokens if not token.weak]
    beside = {each for left, right in pairwise(telling) for each in _clock_pair(left, right)}
    return [replace(each, loose=False) if each.keys & times and each not in beside else each for each in tokens]


def _clock_pair(left: Token, right: Token) -> tuple[Token, ...]:
    """The one of two tokens that stands beside a clock time: before it in Chinese, behind it in English."""
    if left.kind == "amount":
        return (right,)
    return (left,) if _is_clock(right) and right.start == left.end else ()


def _is_clock(token: Token) -> bool:
    """Whether a token is a time of day, or a number that may be one."""
    return token.kind == "amount" and any(key[-1] in "ap" for key in token.keys)
