"""Days that a Chinese question asks for: 2023年5月7日, 去年五月, 上周, 三天前. Pure; today is passed in."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import normalize

from vademecum.recall.days import Span, around, month_of, parts_of, span_of, week_of, year_of

_FIGURES = {sign: at for at, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_TEN = "十"
_YEARS = {"今年": 0, "去年": 1, "前年": 2}
_DAYS = {"大前天": 3, "前天": 2, "昨天": 1, "昨日": 1, "昨晚": 1, "今天": 0, "今日": 0, "明天": -1}
_WEEK = ("周", "週", "星期", "礼拜", "禮拜")
_LAST_WEEK = tuple(f"{last}{week}" for week in _WEEK for last in ("上", "上个", "上個"))
_THIS_WEEK = tuple(f"{this}{week}" for week in _WEEK for this in ("本", "这", "這", "这个", "這個"))
_LAST_MONTH, _THIS_MONTH = ("上个月", "上個月", "上月"), ("这个月", "這個月", "本月")
_UNITS = {"天": 1, "日": 1, "周": 7, "週": 7, "星期": 7, "礼拜": 7, "月": 30, "年": 365}
_YEARS_BACK = 8
_FOUR_SIGNS = 4


def han_spans(text: str, now: int) -> Iterator[Span]:
    """The spans of days that a text in Chinese signs names; ``now`` is today's number."""
    text = normalize("NFKC", text)
    yield from _relative(text, now)
    at = 0
    while at < len(text):
        spans, end = _absolute(text, at, now)
        yield from spans
        at = max(end, at + 1)


def _relative(text: str, now: int) -> Iterator[Span]:
    rest = text
    for word, back in _DAYS.items():
        if word in rest:
            rest = rest.replace(word, " ")
            yield Span(now - back, now - back)
    if any(word in text for word in _LAST_WEEK):
        yield week_of(now - 7)
    if any(word in text for word in _THIS_WEEK):
        yield week_of(now)
    this_month = month_of(*parts_of(now)[:2])
    if any(word in text for word in _LAST_MONTH):
        yield month_of(*parts_of(this_month.first - 1)[:2])
    if any(word in text for word in _THIS_MONTH):
        yield this_month


def _absolute(text: str, at: int, now: int) -> tuple[list[Span], int]:
    """What begins at this place, and where it ends; nothing, and the same place, where nothing does."""
    year, end = _year(text, at, now)
    number, after = _number(text, end)
    if number and text[after : after + 1] == "月":
        day, last = _number(text, after + 1)
        has_day = bool(day) and text[last : last + 1] in {"日", "号", "號"}
        years = [year] if year else range(parts_of(now)[0] - _YEARS_BACK, parts_of(now)[0] + 1)
        found = [span for each in years for span in span_of(each, number, day if has_day else 0)]
        return found, last + 1 if has_day else after + 1
    if year:
        return [year_of(year)], end
    if number and (unit := _unit_ago(text, after)):
        return [around(now, number, unit)], after
    return [], at


def _year(text: str, at: int, now: int) -> tuple[int, int]:
    """A year that begins here and where it ends; 0 and the same place when none does."""
    word = text[at : at + 2]
    if word in _YEARS:
        return parts_of(now)[0] - _YEARS[word], at + 2
    signs = text[at : at + _FOUR_SIGNS]
    figures = "".join(str(_FIGURES.get(sign, sign)) for sign in signs)
    if text[at + _FOUR_SIGNS : at + _FOUR_SIGNS + 1] == "年" and figures.isdecimal() and figures[:2] in {"19", "20"}:
        return int(figures), at + _FOUR_SIGNS + 1
    return 0, at


def _number(text: str, at: int) -> tuple[int, int]:
    """A number below a hundred that begins here, in figures or signs, and where it ends; 0 when none does."""
    end = at
    while (
        end < len(text) and end < at + 3 and (text[end] in "0123456789" or text[end] in _FIGURES or text[end] == _TEN)
    ):
        end += 1
    signs = text[at:end]
    if not signs:
        return 0, at
    if _TEN in signs:
        tens, _, ones = signs.partition(_TEN)
        return 10 * _value(tens, 1) + _value(ones, 0), end
    return _value(signs, 0), end


def _value(signs: str, empty: int) -> int:
    figures = "".join(str(_FIGURES.get(sign, sign)) for sign in signs)
    return int(figures) if figures.isascii() and figures.isdigit() else empty


def _unit_ago(text: str, at: int) -> int:
    """The days of a unit that stands here with 前 behind it, as in 三个月前; 0 when none does."""
    rest = text[at:].removeprefix("个").removeprefix("個")
    return next(
        (days for unit, days in _UNITS.items() if rest.startswith((f"{unit}前", f"{unit}之前", f"{unit}以前"))), 0
    )
