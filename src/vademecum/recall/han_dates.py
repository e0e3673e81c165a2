"""Days that a Chinese question asks for: 2023年5月7日, 去年五月, 上周五, 三天前. Pure; today is passed in.

A text is read once from its beginning, the longest first, and what was read is read by nothing else: 三天前天气 holds
三天前 and no 前天. Signs that are part of other words too, as 本周 of 日本周边, count only where no such word is.
"""

from __future__ import annotations

from unicodedata import normalize

from vademecum.recall.days import Span, around, month_of, parts_of, span_of, week_of, year_of

_FIGURES = {sign: at for at, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2, "兩": 2}
_TEN = "十"
_NUMERAL = frozenset(_FIGURES) | frozenset("0123456789十百千万萬")
_WEEK = ("周", "週", "星期", "礼拜", "禮拜")
_BETWEEN = ("", "个", "個")
_BACK = {"上上": 2, "上": 1, "本": 0, "这": 0, "這": 0}
_DAYS = dict.fromkeys(("今天", "今日", "今晚", "今早"), 0) | dict.fromkeys(("昨天", "昨日", "昨晚", "昨夜"), 1)
_DAYS |= {"前天": 2, "大前天": 3} | dict.fromkeys(("明天", "明日", "明晚"), -1)
_DAYS |= dict.fromkeys(("后天", "後天"), -2) | dict.fromkeys(("大后天", "大後天"), -3)
_DAY_PARTS = frozenset({"早上", "上午", "中午", "下午", "晚上", "夜里", "夜裡"})
_YEARS = {"今年": 0, "去年": 1, "前年": 2, "大前年": 3}
_WEEKS = {f"{last}{each}{week}": back for last, back in _BACK.items() for each in _BETWEEN for week in _WEEK}
_MONTHS = {f"{last}{each}月": back for last, back in _BACK.items() for each in _BETWEEN}
_LONGEST, _SHORTEST = 5, 2
_BEGIN = frozenset(word[0] for word in (*_DAYS, *_YEARS, *_WEEKS, *_MONTHS))
# What a first sign belongs to where one of these stands before it, and a last sign where one stands behind it.
_NOT_AFTER = {
    "上": "早晚晨网網海马馬基线線世史以",
    "本": "日基样樣标標文原脚腳剧劇成资資书書课課根版副译譯读讀抄账賬范範",
    "前": "以之从從目先提眼生",
    "后": "以之然最今此日随隨往先天年月周週期小时分秒",
    "後": "以之然最今此日随隨往先天年月周週期小時分秒",
    "去": "过過",
    "今": "如",
    "明": "清文光声聲证證说說透聪聰发發英黎",
}
_NOT_BEFORE = {
    "周": "边邊围圍刊年长長期票岁歲朝易",
    "週": "邊圍刊年長期票歲",
    "月": "光票球饼餅亮台臺",
    "年": "轻輕龄齡纪紀级級",
}
_WEEKDAYS = {sign: at for at, sign in enumerate("一二三四五六日")} | {"天": 6}
_WEEKEND = "末"
# What a sign for a day of the week begins or counts where one of these stands behind it.
_COUNTED = (
    "起直些共个個次样樣定般旦边邊家位场場天年月周週十百千万萬点點手本人件条條篇封款名份台臺部段只隻张張项項节節小分"
)
_NO_WEEKDAY = {"日": "本期程子常志记記报報元语語军軍益均", "天": "气氣文才空使"}
_UNITS = {"天": 1, "日": 1, "周": 7, "週": 7, "星期": 7, "礼拜": 7, "禮拜": 7, "月": 30, "年": 365}
_BEHIND = ("前", "之前", "以前")
_OF_A_HALF = "个個年月天上下"
_HALVES = {"月": 15, "年": 182}
_BLANKLESS = frozenset("年月日号號天周週星礼禮个個")
_YEARS_BACK = 8
_FOUR_SIGNS = 4


def han_spans(text: str, now: int) -> tuple[list[Span], str]:
    """The spans of days that a text in Chinese signs names, and the text with a blank for each; ``now`` is today."""
    text = _joined(normalize("NFKC", text))
    found: list[Span] = []
    rest: list[str] = []
    at = behind = 0
    while at < len(text):
        spans, end = _relative(text, at, now, after_a_day=at == behind > 0)
        if end == at:
            spans, end = _absolute(text, at, now)
        if end > at:
            found += spans
            rest.append(" ")
            behind = end
        else:
            end = _end_of_numeral(text, at) or at + 1
            rest.append(text[at:end])
        at = end
    return found, "".join(rest)


def _joined(text: str) -> str:
    """The text without blanks between figures and what they count, as in 5 月 7 日."""
    if " " not in text:
        return text
    kept: list[str] = []
    for at, sign in enumerate(text):
        if sign == " ":
            before, after = kept[-1] if kept else "", text[at + 1 :].lstrip(" ")[:1]
            if (before in _NUMERAL and after in _BLANKLESS) or (before in _BLANKLESS and after in _NUMERAL):
                continue
        kept.append(sign)
    return "".join(kept)


def _relative(text: str, at: int, now: int, *, after_a_day: bool) -> tuple[list[Span], int]:
    """What is told from today on and begins at this place, and where it ends; the same place where nothing does."""
    if text[at] not in _BEGIN:
        return _half_ago(text, at, now) if text[at] == "半" else ([], at)
    for size in range(_LONGEST, _SHORTEST - 1, -1):
        word, end = text[at : at + size], at + size
        if len(word) < size or not (after_a_day or _is_free(text, at)):
            continue
        if text[end : end + 1] in _NOT_BEFORE.get(word[-1], "") and end < len(text) and word not in _DAYS:
            continue
        if word in _DAYS:
            return [Span(now - _DAYS[word], now - _DAYS[word])], end + 2 * (text[end : end + 2] in _DAY_PARTS)
        if word in _WEEKS:
            return _in_week(text, end, week_of(now - 7 * _WEEKS[word]))
        if word in _MONTHS:
            return _in_month(text, end, _month_back(now, _MONTHS[word]))
    return [], at


def _is_free(text: str, at: int) -> bool:
    """Whether the sign before this place leaves what begins here a word of its own."""
    before = text[at - 1 : at]
    return not before or before not in _NOT_AFTER.get(text[at], "") or text[max(at - 2, 0) : at] == "上海"


def _in_week(text: str, at: int, week: Span) -> tuple[list[Span], int]:
    """A week, or its day that is told behind it."""
    sign, after = text[at : at + 1], text[at + 1 : at + 2]
    if sign == _WEEKEND:
        return [Span(week.first + 4, week.last)], at + 1
    if sign not in _WEEKDAYS or (after and after in _NO_WEEKDAY.get(sign, _COUNTED)):
        return [week], at
    day = week.first + _WEEKDAYS[sign]
    return [Span(day, day)], at + 1


def _in_month(text: str, at: int, month: tuple[int, int]) -> tuple[list[Span], int]:
    """A month, or its day that is told behind it."""
    day, end = _day(text, at)
    return list(span_of(*month, day)), end


def _month_back(now: int, back: int) -> tuple[int, int]:
    year, month, _ = parts_of(now)
    for _ in range(back):
        year, month, _ = parts_of(month_of(year, month).first - 1)
    return year, month


def _half_ago(text: str, at: int, now: int) -> tuple[list[Span], int]:
    """半年前 and 半个月前; not 一年半前, whose half is of something else."""
    before = text[at - 1 : at]
    if not before or (before not in _OF_A_HALF and before not in _NUMERAL):
        for unit, days in _HALVES.items():
            if end := _end_ago(text, at + 1, unit):
                return [around(now, 1, days)], end
    return [], at


def _absolute(text: str, at: int, now: int) -> tuple[list[Span], int]:
    """What begins at this place, and where it ends; nothing, and the same place, where nothing does."""
    year, end = _year(text, at, now)
    begin = end + 1 if year and text[end : end + 1] == "的" else end
    number, after = _number(text, begin)
    if number and text[after : after + 1] == "月":
        day, last = _day(text, after + 1)
        years = [year] if year else range(parts_of(now)[0] - _YEARS_BACK, parts_of(now)[0] + 1)
        return [span for each in years for span in span_of(each, number, day)], last
    if year:
        return [year_of(year)], end
    if number:
        for unit, days in _UNITS.items():
            if last := _end_ago(text, after, unit):
                return [around(now, number, days)], last
    return [], at


def _day(text: str, at: int) -> tuple[int, int]:
    """The day that is told behind a month, and where it ends; 0 and the end of the month when none is."""
    day, end = _number(text, at)
    if day and text[end : end + 1] in {"日", "号", "號"}:
        return day, end + 1
    return 0, at + (text[at : at + 1] == "份")


def _year(text: str, at: int, now: int) -> tuple[int, int]:
    """A year that begins here and where it ends; 0 and the same place when none does."""
    for word in (text[at : at + 3], text[at : at + 2]):
        end = at + len(word)
        if word in _YEARS and _is_free(text, at) and (text[end : end + 1] or " ") not in _NOT_BEFORE["年"]:
            return parts_of(now)[0] - _YEARS[word], end
    signs = text[at : at + _FOUR_SIGNS]
    figures = "".join(str(_FIGURES.get(sign, sign)) for sign in signs)
    if text[at + _FOUR_SIGNS : at + _FOUR_SIGNS + 1] == "年" and figures.isdecimal() and figures[:2] in {"19", "20"}:
        return int(figures), at + _FOUR_SIGNS + 1
    return 0, at


def _number(text: str, at: int) -> tuple[int, int]:
    """A number of up to three signs that begins here, in figures or signs, and where it ends; 0 when none does."""
    end = _end_of_numeral(text, at)
    signs = text[at:end]
    if not 0 < len(signs) <= 3:  # noqa: PLR2004 - 二十三, 365; more is no count of days that people say
        return 0, at
    if _TEN in signs:
        tens, _, ones = signs.partition(_TEN)
        return 10 * _value(tens, 1) + _value(ones, 0), end
    # 三四天前 is three or four days ago, and no number.
    return (_value(signs, 0), end) if len(signs) == 1 or signs.isascii() else (0, at)


def _end_of_numeral(text: str, at: int) -> int:
    """Where the figures and signs for numbers end that begin here; 0 when none do."""
    end = at
    while end < len(text) and text[end] in _NUMERAL:
        end += 1
    return end if end > at else 0


def _value(signs: str, empty: int) -> int:
    figures = "".join(str(_FIGURES.get(sign, sign)) for sign in signs)
    return int(figures) if figures.isascii() and figures.isdigit() else empty


def _end_ago(text: str, at: int, unit: str) -> int:
    """Where a unit with 前 behind it ends that stands here, as in 三个月前; 0 when none does."""
    begin = at + (text[at : at + 1] in {"个", "個"}) + len(unit)
    if text[begin - len(unit) : begin] != unit:
        return 0
    return next((begin + len(ago) for ago in _BEHIND if text.startswith(ago, begin)), 0)
