"""Days that a question asks for: ``May 2023``, ``7 May``, ``last week``, 去年五月, 三天前. Pure; today is passed in.

What is found only lets blocks of those days count for more, so what it does not understand costs nothing, and what
might be meant otherwise is left alone: ``may`` is a month only where something beside it says so. It uses no regular
expressions and no calendar module, since a hook whose prompt holds a word for a day waits for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vademecum.recall.days import Span, around, day_number, day_of, month_of, parts_of, span_of, week_of, year_of
from vademecum.recall.han_dates import han_spans

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_MONTH_OF = {name: at for at, name in enumerate(_MONTHS, 1)} | {name[:3]: at for at, name in enumerate(_MONTHS, 1)}
_MONTH_OF["sept"] = 9
# Words of their own too, so they need a neighbour that makes a month of them.
_UNSURE = frozenset({"may", "march", "mar", "jan", "dec", "sep"})
_BEFORE_YEARS = frozenset({
    *("in", "of", "during", "since", "until", "till", "before", "after", "early", "mid", "late", "by", "for"),
    *("year", "spring", "summer", "autumn", "winter"),
})  # fmt: skip
_BEFORE_MONTHS = _BEFORE_YEARS | {"last", "this", "next"}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_UP_TO_TWELVE = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_NUMBERS = {word: at for at, word in enumerate(_UP_TO_TWELVE, 1)}
_NUMBERS |= {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4}
_UNITS = {"day": 1, "days": 1, "week": 7, "weeks": 7, "month": 30, "months": 30, "year": 365, "years": 365}
_DAYS = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}
_LAST = frozenset({"last", "past", "previous"})
_ENDINGS = ("st", "nd", "rd", "th")
# A month or a day without a year may be of any of these years back: notes are seldom older.
_YEARS_BACK = 8
_MOST_DAYS = 31
_DAY_FIGURES, _COUNT_FIGURES, _YEAR_FIGURES = 2, 3, 4


def spans_of(text: str, today: str) -> list[Span]:
    """The spans of days that a question names, in order of appearance; ``today`` is a ``YYYY-MM-DD``."""
    now = day_number(today)
    return [*_english(_tokens(text.lower()), now), *(han_spans(text, now) if not text.isascii() else ())]


def _tokens(text: str) -> list[str]:
    """Words and numbers; a date in figures stays one token."""
    kept = (char if char.isascii() and (char.isalnum() or char in "-/") else " " for char in text.replace("'s", ""))
    return "".join(kept).split()


def _english(words: Sequence[str], now: int) -> Iterator[Span]:
    for at, word in enumerate(words):
        before = words[at - 1] if at else ""
        after = words[at + 1 : at + 4]
        if word[:1].isdigit():
            yield from _figures(word, before)
        elif word in _MONTH_OF:
            yield from _month(word, words[max(at - 2, 0) : at], after, now)
        elif word in _DAYS:
            back = _DAYS[word] - (words[max(at - 2, 0) : at] == ["day", "before"])
            yield Span(now + back, now + back)
        elif word == "ago":
            yield from _ago(words[max(at - 4, 0) : at], now)
        elif word in _LAST or word == "this":
            yield from _last(word, after, now)


def _figures(word: str, before: str) -> Iterator[Span]:
    """``2023-05-07``, ``2023/5/7``, ``2023-05``, and ``2023`` where a word before it makes it a year."""
    parts = word.replace("/", "-").split("-")
    if not all(part.isdecimal() and len(part) <= _YEAR_FIGURES for part in parts) or not _is_year(parts[0]):
        return
    if len(parts) > 1 or before in _BEFORE_YEARS or before in _MONTH_OF:
        numbers = [int(part) for part in parts]
        # A year after a month belongs to it and has been read with it.
        if len(parts) > 1 or before not in _MONTH_OF:
            yield from span_of(*numbers[:3])


def _month(word: str, before: Sequence[str], after: Sequence[str], now: int) -> Iterator[Span]:
    day, year = _day(before[-1] if before else ""), 0
    if before[-1:] == ["of"]:
        day = _day(before[0])
    elif not day and after and not _is_year(after[0]):
        day = _day(after[0])
        after = after[1:] if day else after
    if after and _is_year(after[0]):
        year = int(after[0])
    if word in _UNSURE and not (day or year or not _BEFORE_MONTHS.isdisjoint(before[-1:])):
        return
    month = _MONTH_OF[word]
    if year:
        yield from span_of(year, month, day) if day else span_of(year, month)
        return
    this_year = parts_of(now)[0]
    years: Sequence[int] = range(this_year - _YEARS_BACK, this_year + 1)
    if before[-1:] and before[-1] in _LAST:
        years = [this_year - (month_of(this_year, month).last >= now)]
    for each in years:
        yield from span_of(each, month, day) if day else span_of(each, month)


def _day(word: str) -> int:
    figures = word[:-2] if word.endswith(_ENDINGS) else word
    return (
        int(figures) if figures.isdecimal() and len(figures) <= _DAY_FIGURES and 0 < int(figures) <= _MOST_DAYS else 0
    )


def _is_year(word: str) -> bool:
    return len(word) == _YEAR_FIGURES and word.isdecimal() and word[:2] in {"19", "20"}


def _ago(before: Sequence[str], now: int) -> Iterator[Span]:
    """``three weeks ago``, ``a couple of days ago``."""
    words = [word for word in before if word != "of"]
    if len(words) > 1 and words[-1] in _UNITS and (count := _count(words[-2])):
        yield around(now, count, _UNITS[words[-1]])


def _count(word: str) -> int:
    return _NUMBERS.get(word) or (int(word) if word.isdecimal() and len(word) <= _COUNT_FIGURES else 0)


def _last(word: str, after: Sequence[str], now: int) -> Iterator[Span]:
    """``last week``, ``this month``, ``the past three days``, ``last Friday``; a month is told by ``_month``."""
    back = word != "this"
    unit = after[0] if after else ""
    if unit == "week":
        yield week_of(now - 7 * back)
    elif unit == "weekend":
        monday = week_of(now - 7 * back).first
        yield Span(monday + 4, monday + 6)
    elif unit == "month":
        first = month_of(*parts_of(now)[:2])
        yield month_of(*parts_of(first.first - 1)[:2]) if back else first
    elif unit == "year":
        yield year_of(parts_of(now)[0] - back)
    elif unit in _WEEKDAYS and back:
        day = day_of(now, _WEEKDAYS.index(unit))
        yield Span(day, day)
    elif back and len(after) > 1 and after[1] in _UNITS and (count := _count(unit)):
        yield Span(now - count * _UNITS[after[1]], now)
