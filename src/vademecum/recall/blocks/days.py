"""Days of pages: which page is a diary, how old it is, and whether a window still holds it (D6, D31, D38). Pure.

A page is a diary when its folder or its own name is a real ``YYYY-MM-DD`` and nothing else; ``2026-02-30`` and
``project-1`` are none. All other pages are long-term: they never age, whatever date their header tells. Days are the
local ones that the caller counts in (rule 13).
"""

from __future__ import annotations

from datetime import date

from vademecum.recall.blocks.rules import RULES, BlockRules
from vademecum.recall.query import is_day


def day_of(name: str) -> str | None:
    """The day of a diary page by its name, folders included; None for a long-term page."""
    return next((part for part in name.split("/") if is_day(part)), None)


def age_of(day: str, today: date) -> int:
    """How many days ago a day was; none when it is still to come."""
    return max(0, (today - date.fromisoformat(day)).days)


def in_window(day: str | None, today: date, window_days: int) -> bool:
    """Whether a page of that day is searched; a window of 0 holds every day (D38)."""
    return day is None or window_days <= 0 or age_of(day, today) <= window_days


def recency(age_days: float | None, rules: BlockRules = RULES) -> float:
    """What age leaves of a score: half a half-life later, never less than the floor; all of it without a day (D31)."""
    if age_days is None:
        return 1.0
    return max(rules.least_recency, float(0.5 ** (max(0.0, age_days) / rules.half_life_days)))


def is_longterm(name: str) -> bool:
    """Whether a page is no diary (D6)."""
    return day_of(name) is None
