"""Real dates in text: ``YYYY-MM-DD`` that a calendar has. Pure; it knows no clock."""

from __future__ import annotations

import re

_DATE = re.compile(r"(?<![0-9])([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])")
_DAYS = (31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_FEBRUARY = 2


def find_date(text: str) -> str | None:
    """The first real date in a text; ``2026-02-30`` and ``project-1`` are none."""
    if "-" not in text:
        return None
    for found in _DATE.finditer(text):
        if _is_real(*map(int, found.groups())):
            return found[0]
    return None


def is_impossible(text: str) -> bool:
    """Whether a text begins like a date that no calendar has (A06)."""
    found = _DATE.match(text)
    return found is not None and not _is_real(*map(int, found.groups()))


def _is_real(year: int, month: int, day: int) -> bool:
    if not (year and 1 <= month <= len(_DAYS)):
        return False
    return 1 <= day <= _DAYS[month - 1] + (month == _FEBRUARY and _is_leap(year))


def _is_leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
