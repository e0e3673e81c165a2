"""Days that a question asks for: ``May 2023``, ``7 May``, ``last week``, 去年五月, 三天前. Pure; today is passed in.

What is found in a question only lets blocks of those days count for more, so what it does not understand costs nothing,
and what might be meant otherwise is left alone: ``may`` is a month only where something beside it says so. A filter
leaves out what is not of its days, so there nothing of the text may be left over that was not understood. A text is
read once from its beginning, the longest first. It uses no regular expressions and no calendar module, since a hook
whose prompt holds a word for a day waits for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.recall.days import Span, around, day_number, day_of, month_of, parts_of, span_of, week_of, year_of
from vademecum.recall.han_dates import han_spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    # What was read, and how many words it took; none where nothing was.
    _Read: TypeAlias = tuple[Sequence[Span], int]

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
_BEFORE_MONTHS = (_BEFORE_YEARS - {"year"}) | {"last", "this", "next"}
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_UP_TO_TWELVE = (
    *("one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
_NUMBERS = {word: at for at, word in enumerate(_UP_TO_TWELVE, 1)}
_NUMBERS |= {"a": 1, "an": 1, "couple": 2, "few": 3, "several": 4}
_UNITS = {"day": 1, "days": 1, "week": 7, "weeks": 7, "month": 30, "months": 30, "year": 365, "years": 365}
_STEPS = {"before": "yesterday", "after": "tomorrow"}
_DAYS = {"yesterday": -1, "today": 0, "tonight": 0, "tomorrow": 1}
_LAST = frozenset({"last", "past", "previous"})
_THIS_OR_LAST = _LAST | {"this"}
_DAY_PARTS = frozenset({"morning", "afternoon", "evening", "night"})
_AT_DAYS = frozenset({"in", "on", "of"})
# What may stand beside a day and says nothing of it.
_LITTLE = _AT_DAYS | {"a", "at", "the", "during", "year"}
_HAN_LITTLE = frozenset("在的")
_HALF_A_YEAR = 182
_ENDINGS = ("st", "nd", "rd", "th")
# A month or a day without a year may be of any of these years back: notes are seldom older.
_YEARS_BACK = 8
_MOST_DAYS = 31
_DAY_FIGURES, _COUNT_FIGURES, _YEAR_FIGURES = 2, 3, 4

_NOTHING: _Read = ((), 0)


def spans_of(text: str, today: str) -> list[Span]:
    """The spans of days that a question names; ``today`` is a ``YYYY-MM-DD``."""
    return _read(text, today)[0]


def only_days(text: str, today: str) -> list[Span]:
    """The same of a text that says nothing else; none when it does, as in ``the second half of 2023``."""
    spans, is_all = _read(text, today)
    return spans if is_all else []


def _read(text: str, today: str) -> tuple[list[Span], bool]:
    """The spans of days that a text names, and whether it says nothing else."""
    now = day_number(today)
    found: list[Span] = []
    is_all = True
    if not text.isascii():
        found, text = han_spans(text, now)
        is_all = not any(sign.isalnum() and not sign.isascii() and sign not in _HAN_LITTLE for sign in text)
    words = _tokens(text.lower())
    at = 0
    while at < len(words):
        spans, taken = _english(words, at, now)
        found += spans
        is_all = is_all and (taken > 0 or words[at] in _LITTLE)
        at += taken or 1
    return found, is_all


def _tokens(text: str) -> list[str]:
    """Words and numbers; a date in figures stays one token."""
    text = text.replace("\u2019", "'").replace("year's", "year of").replace("'s", "")
    kept = (char if char.isascii() and (char.isalnum() or char in "-/") else " " for char in text)
    return "".join(kept).split()


def _english(words: Sequence[str], at: int, now: int) -> _Read:
    """What begins with this word."""
    if words[at] in _BEGIN or words[at][0].isdigit():
        for reader in _READERS:
            read = reader(words, at, now)
            if read[1]:
                return read
    return _NOTHING


def _word(words: Sequence[str], at: int) -> str:
    return words[at] if 0 <= at < len(words) else ""


def _day_by_name(words: Sequence[str], at: int, now: int) -> _Read:
    """``yesterday``, ``tomorrow morning``, ``the day before yesterday``."""
    word, after = words[at], _word(words, at + 1)
    if word in _DAYS:
        return [Span(now + _DAYS[word], now + _DAYS[word])], 1 + (after in _DAY_PARTS)
    if word == "day" and after in _STEPS and _word(words, at + 2) == _STEPS[after]:
        day = now - 2 if after == "before" else now + 2
        return [Span(day, day)], 3
    return _NOTHING


def _figures(words: Sequence[str], at: int, _now: int) -> _Read:
    """``2023-05-07``, ``2023/5/7``, ``2023-05``, ``2023 May 7``; ``2023`` where a word before it makes it a year."""
    parts = words[at].partition("t")[0].replace("/", "-").split("-")
    if not all(part.isdecimal() and len(part) <= _YEAR_FIGURES for part in parts) or not _is_year(parts[0]):
        return _NOTHING
    if len(parts) > 1:
        return list(span_of(*map(int, parts[:3]))), 1
    is_said = _word(words, at - 1) in _BEFORE_YEARS
    spans, taken = _in_year(words, at + 1, int(parts[0]))
    return (spans, taken + 1) if is_said or taken else _NOTHING


def _in_year(words: Sequence[str], at: int, year: int) -> _Read:
    """A month of a year that stands before it, as in ``2023 May 7``, or all of the year."""
    place = at + (_word(words, at) in _AT_DAYS)
    month, day = _word(words, place), _day(_word(words, place + 1))
    if month not in _MONTH_OF or (month in _UNSURE and not day and place == at):
        return [year_of(year)], 0
    return _of_month(_MONTH_OF[month], day, [year]), place + 1 + bool(day) - at


def _day_and_month(words: Sequence[str], at: int, now: int) -> _Read:
    """``7 May``, ``the 3rd of June 2021``."""
    place = at + 1 + (_word(words, at + 1) == "of")
    day, month = _day(words[at]), _MONTH_OF.get(_word(words, place), 0)
    if not (day and month):
        return _NOTHING
    year, end = _year(words, place + 1, now)
    return _of_month(month, day, [year] if year else _years(now)), end - at


def _month(words: Sequence[str], at: int, now: int) -> _Read:
    """``May 2023``, ``May of last year``, ``May 7th``, ``in May``, and after a word that tells which, ``last May``."""
    before, word, place = _word(words, at - 1), words[at], at + 1
    if word not in _MONTH_OF:
        return _NOTHING
    day = 0 if _is_year(_word(words, place)) else _day(_word(words, place))
    year, end = _year(words, place + bool(day), now)
    if word in _UNSURE and not (day or year or before in _BEFORE_MONTHS):
        return _NOTHING
    return _of_month(_MONTH_OF[word], day, [year] if year else _years(now)), end - at


def _of_month(month: int, day: int, years: Sequence[int]) -> list[Span]:
    return [span for year in years for span in span_of(year, month, day)]


def _years(now: int) -> range:
    this_year = parts_of(now)[0]
    return range(this_year - _YEARS_BACK, this_year + 1)


def _year(words: Sequence[str], at: int, now: int) -> tuple[int, int]:
    """The year that is told here, as ``2023``, ``of 2023`` or ``last year``, and where it ends; 0 when none is."""
    place = at + (_word(words, at) in {"of", "in"})
    word = _word(words, place)
    if _is_year(word):
        return int(word), place + 1
    if word in _THIS_OR_LAST and _word(words, place + 1) == "year":
        return parts_of(now)[0] - (word != "this"), place + 2
    return 0, at


def _day(word: str) -> int:
    figures = word[:-2] if word.endswith(_ENDINGS) else word
    return (
        int(figures) if figures.isdecimal() and len(figures) <= _DAY_FIGURES and 0 < int(figures) <= _MOST_DAYS else 0
    )


def _is_year(word: str) -> bool:
    return len(word) == _YEAR_FIGURES and word.isdecimal() and word[:2] in {"19", "20"}


def _weekday(words: Sequence[str], at: int, now: int) -> _Read:
    """``Friday last week``; a day of the week alone may be of any."""
    if words[at] not in _WEEKDAYS:
        return _NOTHING
    place = at + 1 + (_word(words, at + 1) == "of")
    if _word(words, place) not in _THIS_OR_LAST or _word(words, place + 1) != "week":
        return _NOTHING
    return [_in_week(words[place], words[at], now)], place + 2 - at


def _in_week(which: str, weekday: str, now: int) -> Span:
    day = week_of(now - 7 * (which != "this")).first + _WEEKDAYS.index(weekday)
    return Span(day, day)


def _ago(words: Sequence[str], at: int, now: int) -> _Read:
    """``three weeks ago``, ``a couple of days ago``, ``half a year ago``; it is asked last, of any word."""
    if words[at] == "half":
        place = at + 1 + (_word(words, at + 1) == "a")
        is_said = words[place : place + 2] == ["year", "ago"]
        return ([around(now, 1, _HALF_A_YEAR)], place + 2 - at) if is_said else _NOTHING
    place = at + 1 + (_word(words, at + 1) == "of")
    count, unit = _count(words[at]), _word(words, place)
    if not count or unit not in _UNITS or _word(words, place + 1) != "ago":
        return _NOTHING
    return [around(now, count, _UNITS[unit])], place + 2 - at


def _count(word: str) -> int:
    return _NUMBERS.get(word) or (int(word) if word.isdecimal() and len(word) <= _COUNT_FIGURES else 0)


def _last(words: Sequence[str], at: int, now: int) -> _Read:
    """``last week``, ``this month``, ``the past three days``, ``last Friday``, ``last night``, ``last May``."""
    if words[at] not in _THIS_OR_LAST:
        return _NOTHING
    back = words[at] != "this"
    unit, after = _word(words, at + 1), _word(words, at + 2)
    if unit == "week":
        return _last_week(words, at, now)
    if unit == "year":
        spans, taken = _in_year(words, at + 2, parts_of(now)[0] - back)
        return spans, taken + 2
    if unit in _MONTH_OF:
        return _month_of_late(words, at, now)
    if back and after in _UNITS and (count := _count(unit)):
        return [Span(now - count * _UNITS[after], now)], 3
    spans = _last_unit(unit, now, back=back)
    return spans, 2 if spans else 0


def _last_unit(unit: str, now: int, *, back: bool) -> list[Span]:
    if unit == "weekend":
        monday = week_of(now - 7 * back).first
        return [Span(monday + 4, monday + 6)]
    if unit == "month":
        first = month_of(*parts_of(now)[:2])
        return [month_of(*parts_of(first.first - 1)[:2]) if back else first]
    if unit in _DAY_PARTS and (unit == "night") == back:
        return [Span(now - back, now - back)]
    if unit in _WEEKDAYS and back:
        day = day_of(now, _WEEKDAYS.index(unit))
        return [Span(day, day)]
    return []


def _last_week(words: Sequence[str], at: int, now: int) -> _Read:
    """``last week``, ``last week on Friday``."""
    weekday = at + 2 + (_word(words, at + 2) in _AT_DAYS)
    if _word(words, weekday) in _WEEKDAYS:
        return [_in_week(words[at], words[weekday], now)], weekday + 1 - at
    return [week_of(now - 7 * (words[at] != "this"))], 2


def _month_of_late(words: Sequence[str], at: int, now: int) -> _Read:
    """``last May``, ``this March``; one with a year behind it is of that year."""
    month, this_year = _MONTH_OF[words[at + 1]], parts_of(now)[0]
    day = 0 if _is_year(_word(words, at + 2)) else _day(_word(words, at + 2))
    year, end = _year(words, at + 2 + bool(day), now)
    of_late = this_year - (words[at] != "this" and month_of(this_year, month).last >= now)
    return _of_month(month, day, [year or of_late]), end - at


_READERS = (_day_by_name, _month, _weekday, _day_and_month, _figures, _last, _ago)
_BEGIN = frozenset({"day", "half", *_DAYS, *_MONTH_OF, *_WEEKDAYS, *_THIS_OR_LAST, *_NUMBERS})
