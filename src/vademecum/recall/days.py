"""Days as numbers and spans of them, for what compares dates while a prompt waits. Pure; no calendar is imported."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

# A block this many days outside of a span is half as close as one inside: people tell of a day on the days after it.
_HALF_AS_CLOSE = 7
_FEBRUARY = 2
# Longer ago, people round to weeks, months and years, and to the more the longer it is.
_ROUNDED = 4


class Span(NamedTuple):
    """The days from ``first`` to ``last``, both included, as ``day_number`` counts them."""

    first: int
    last: int

    def closeness(self, day: int) -> float:
        """1 inside, and less the further outside."""
        outside = max(self.first - day, day - self.last, 0)
        return _HALF_AS_CLOSE / (_HALF_AS_CLOSE + outside)


def closeness(day: str | None, spans: Sequence[Span]) -> float:
    """How near a ``YYYY-MM-DD`` is to what was asked for: 1 inside a span, 0 for what has no date."""
    return max((span.closeness(day_number(day)) for span in spans), default=0.0) if day else 0.0


def day_number(day: str) -> int:
    """A ``YYYY-MM-DD`` as days from the first of March of the year 0."""
    year, month, number = map(int, day.split("-"))
    return _number(year, month, number)


def _number(year: int, month: int, day: int) -> int:
    # Counted from March, a leap day is the last of its year.
    year, month = (year, month - 3) if month > _FEBRUARY else (year - 1, month + 9)
    return 365 * year + year // 4 - year // 100 + year // 400 + (153 * month + 2) // 5 + day - 1


def parts_of(number: int) -> tuple[int, int, int]:
    """Year, month and day of a day's number."""
    year = number * 400 // 146_097 + 1
    while _number(year, 1, 1) > number:
        year -= 1
    month = next(month for month in range(12, 0, -1) if _number(year, month, 1) <= number)
    return year, month, number - _number(year, month, 1) + 1


def year_of(year: int) -> Span:
    """A whole year."""
    return Span(_number(year, 1, 1), _number(year, 12, 31))


def month_of(year: int, month: int) -> Span:
    """A whole month."""
    following = _number(year + month // 12, month % 12 + 1, 1)
    return Span(_number(year, month, 1), following - 1)


def week_of(number: int) -> Span:
    """The week of a day, from its Monday."""
    monday = number - _weekday(number)
    return Span(monday, monday + 6)


def day_of(now: int, weekday: int) -> int:
    """The last day before now that is this day of the week, 0 for Monday."""
    return now - ((_weekday(now) - weekday) % 7 or 7)


def _weekday(number: int) -> int:
    # The first of March of the year 0 was a Wednesday.
    return (number + 2) % 7


def around(now: int, count: int, unit: int) -> Span:
    """So many units of days ago, as loosely as people say it: a day for days, else a part of the unit round it."""
    day = now - count * unit
    return Span(day - unit // _ROUNDED, day + unit // _ROUNDED)


def span_of(year: int, month: int = 0, day: int = 0) -> Iterator[Span]:
    """A year, a month or a day; nothing for what is no date."""
    if not month:
        yield year_of(year)
    elif month <= 12:  # noqa: PLR2004 - months of a year
        whole = month_of(year, month)
        if not day:
            yield whole
        elif whole.first + day - 1 <= whole.last:
            yield Span(whole.first + day - 1, whole.first + day - 1)
