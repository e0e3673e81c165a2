"""What a text tells of the past, of what was given up, of one event, and of what is only weighed. Pure.

Each is found by words that mark it, listed in ``alike.py``; where they stand tells which clause of a text they mark.
"""

from __future__ import annotations

import re

from vademecum.recall.little_words import GIVEN_UP, PAST, UNSETTLED

_OLD = r"(?<!years )(?<!year )(?<!months )\bold\b"
_USED_TO = r"(?<!is )(?<!are )(?<!was )(?<!were )(?<!be )(?<!get )\bused to\b"
# What was done and holds since.
_LASTING = "born|published|released|founded|written|built|made|designed|named|created|signed|bought|introduced|set up"


def _any_of(words: str) -> str:
    """Any of these words, but not as in ``a user that was deleted`` or ``was born``."""
    english = "|".join(word for word in words.split() if word.isascii())
    han = "|".join(word for word in words.split() if not word.isascii())
    return rf"\b(?:{english})\b(?<!that was)(?<!that were)(?<!which was)(?<!who was)(?! (?:{_LASTING})\b)|{han}"


_PAST = re.compile(rf"{_any_of(PAST)}|{_OLD}|{_USED_TO}", re.IGNORECASE)
_UNSETTLED = re.compile(_any_of(UNSETTLED), re.IGNORECASE)
_IF = re.compile(r"\b(?:if|unless)\b|如果|假如|要是", re.IGNORECASE)
_GIVEN_UP = re.compile(GIVEN_UP, re.IGNORECASE)
_IS = r"(?!\b(?:is|are|be|been|has|have|was|were)\b)"
_DID = (
    "wrote|built|made|won|sold|left|took|got|went|came|gave|began|brought|bought|lost|met|found|paid|sent|spent|taught"
)
_HAPPENED = re.compile(rf"(?:{_IS}.)*?\b(?:\w\w+ed|{_DID})\b")


def past_at(text: str) -> list[int]:
    """Where a text tells of what was."""
    return [found.start() for found in _PAST.finditer(text)]


def unsettled_at(text: str) -> list[int]:
    """Where it weighs, asks, or tells one thing from another."""
    return [found.start() for found in _UNSETTLED.finditer(text)]


def if_at(text: str) -> list[int]:
    """Where it sets a condition, on which what follows depends too."""
    return [found.start() for found in _IF.finditer(text)]


def is_given_up(text: str) -> bool:
    """Whether it tells of something that was given up."""
    return _GIVEN_UP.search(text) is not None


def tells_of_event(text: str) -> bool:
    """Whether it tells of one thing that was done, and of nothing that is or was for a while."""
    return _HAPPENED.match(text) is not None
