"""Amounts and times of day as keys that are the same however they are written: ``5 p.m.`` or 下午五点. Pure.

A time has several keys, since people leave out which half of the day they mean: ``17:00`` and 五点 can be one time,
``5 a.m.`` and ``5 p.m.`` can't.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from vademecum.recall.said_amounts import NUMBERS, number_at

_FIGURES = {sign: at for at, sign in enumerate("零一二三四五六七八九")} | {"〇": 0, "两": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10_000, "亿": 100_000_000}
_NUMERAL = "[零〇一二两三四五六七八九十百千万亿]+"
# A numeral alone is a number where something is counted, and part of a word elsewhere: 三天, but 统一 and 十分.
_COUNTED = (
    "点时日号月年天个位条层楼折分元块人公里次台份页张行秒间岁件只本路级段轮步名周倍米升吨斤"
    "度匹辆把颗支瓶杯碗座栋套封篇首场班趟毫厘千平克亩顿桌排列批类种门课节组队站箱盒包袋桶部架艘头棵朵册卷号刻"
)
_HALF_OF_DAY = {"凌晨": "a", "早上": "a", "早晨": "a", "上午": "a", "中午": "p", "下午": "p", "傍晚": "p", "晚上": "p"}
_HOURS_OF_HALF = 12
_LATE_MORNING = (10, 11)

_CLOCK = re.compile(r"(?<![\d:])(\d{1,2})[:\uff1a](\d{2})(?!\d)(?:\s*([ap])\.?\s?m\b\.?)?", re.IGNORECASE)
_POINTED_CLOCK = re.compile(r"(?<![\d.])(\d{1,2})\.([0-5]\d)\s?([ap])\.?\s?m\b\.?", re.IGNORECASE)
# As runners and cooks write 3:42.
_HOURS_AND_MINUTES = re.compile(
    rf"(\d{{1,2}}|{_NUMERAL})\s?(?:个?小时|hours?|hrs?|h)\s?(?:and )?"
    rf"(\d{{1,2}}|{_NUMERAL})\s?(?:分钟?|min(?:ute)?s?\b)",
    re.IGNORECASE,
)
_ENGLISH_HOUR = re.compile(r"(?<![\d.])(\d{1,2})\s?([ap])\.?\s?m\b\.?", re.IGNORECASE)
_HAN_HOUR = re.compile(
    rf"({'|'.join(_HALF_OF_DAY)})?\s*(\d{{1,2}}|{_NUMERAL})\s?[点时](?!间)(钟|半|整|\d{{1,2}}分?|{_NUMERAL}分?)?"
)
_AT_HOUR = re.compile(r"(?<=\bat )(\d{1,2})(?![\d.,:]*\d)(?=[.,;]|$| (?:on|every|each|in|sharp|during)\b)")
_MINUTES = {"half": 30, "a quarter": 15, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
# People say ``half seven``, but no ``ten seven``; and what is open ``ten to six`` is open long.
_PAST_HOUR = re.compile(
    r"(?:(half)(?: past)?|(a quarter|quarter|five|ten|twenty-five|twenty) past) (\d{1,2}|[a-z]+)\b",
    re.IGNORECASE,
)
_TO_HOUR = re.compile(r"(?:a )?quarter to (\d{1,2}|[a-z]+)\b", re.IGNORECASE)
_NOON = {"noon": "12p", "midday": "12p", "midnight": "12a", "正午": "12p", "午夜": "12a"}
_HAN_MONTH = re.compile(rf"(\d{{1,2}}|{_NUMERAL})\s?月(?!份?后)")
_MONTH_NAMES = """
january february march april may june july august september october november december
"""
_MONTHS = _MONTH_NAMES.split()
_HAN_PERCENT = re.compile(rf"百分之({_NUMERAL}|\d+(?:\.\d+)?)")
_HAN_NUMBER = re.compile(_NUMERAL)
_FIGURE = re.compile(r"\d+(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_ORDINAL_END = re.compile(r"(?:st|nd|rd|th)\b")
_ORDINAL_WORDS = """
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
"""
_ORDINALS = {word: number for number, word in enumerate(_ORDINAL_WORDS.split(), start=1)}
# Counted off they are numbers, as of a month or a floor; the second door is a name.
_COUNTED_OFF = "of each|of every|of the|of a|day of|floor|storey|level|basement|grade|form|week|quarter"
_ORDINAL = re.compile(rf"({'|'.join(_ORDINALS)})\b(?=\s*(?:(?:{_COUNTED_OFF})\b|[.,;]|$))", re.IGNORECASE)


class Amount(NamedTuple):
    """What stands for an amount from one place in a text to another; ``percent`` where it is a share of a hundred."""

    keys: frozenset[str]
    end: int
    percent: bool = False


def amount_at(text: str, at: int) -> Amount | None:
    """The amount or time that begins at this place of a text, None where none does."""
    if (time := _time_at(text, at)) is not None:
        return time
    if (share := _HAN_PERCENT.match(text, at)) is not None and (value := _value(share[1])) is not None:
        return Amount(frozenset({value}), share.end(), percent=True)
    if text[at].isdigit() and (figure := _FIGURE.match(text, at)) is not None:
        end = figure.end()
        ordinal = _ORDINAL_END.match(text, end)
        return Amount(frozenset({_plain(figure[0])}), ordinal.end() if ordinal else end)
    if (nth := _ORDINAL.match(text, at)) is not None:
        return Amount(frozenset({str(_ORDINALS[nth[1].lower()])}), nth.end(1))
    if (number := number_at(text, at)) is not None:
        return Amount(frozenset({str(number[0])}), number[1])
    return _han_number_at(text, at)


def is_ordinal(text: str, at: int) -> bool:
    """Whether an English ordinal begins here that counts something off, as ``second`` of ``second floor``."""
    return _ORDINAL.match(text, at) is not None


def month_at(text: str, at: int) -> tuple[str, int] | None:
    """The English name of the month that begins here, as 五月 or ``May``, and where it ends; None for no month."""
    if text.startswith("May", at) and not text[at + 3 : at + 4].isalpha() and _is_date(text, at):
        return "may", at + len("May")
    found = _HAN_MONTH.match(text, at)
    value = None if found is None else _value(found[1])
    if found is None or value is None or not 1 <= int(value) <= len(_MONTHS):
        return None
    return _MONTHS[int(value) - 1], found.end()


def _is_date(text: str, at: int) -> bool:
    """Whether a ``May`` at this place is the month: within a sentence, or before a figure."""
    return at > 0 or text[at + 3 : at + 5].strip()[:1].isdigit()


def _time_at(text: str, at: int) -> Amount | None:
    if (clock := _CLOCK.match(text, at) or _POINTED_CLOCK.match(text, at)) is not None:
        return Amount(_hour(int(clock[1]), clock[2], (clock[3] or "").lower()), clock.end())
    if (lasting := _HOURS_AND_MINUTES.match(text, at)) is not None:
        hours, minutes = _value(lasting[1]), _value(lasting[2])
        return Amount(frozenset({f"{hours}:{(minutes or '0').zfill(2)}"}), lasting.end())
    if (spoken := _ENGLISH_HOUR.match(text, at)) is not None:
        return Amount(_hour(int(spoken[1]), "00", spoken[2].lower()), spoken.end())
    if (sharp := _AT_HOUR.match(text, at)) is not None and int(sharp[1]) <= 2 * _HOURS_OF_HALF:
        return Amount(_hour(int(sharp[1]), "00", ""), sharp.end())
    if (told := _told_time_at(text, at)) is not None:
        return told
    for word, key in _NOON.items():
        if text[at : at + len(word)].lower() == word:
            return Amount(frozenset({key}), at + len(word))
    if (han := _HAN_HOUR.match(text, at)) is None or (value := _value(han[2])) is None or not value.isdigit():
        return None
    is_before_noon = han[1] == "中午" and int(value) in _LATE_MORNING
    half = "a" if is_before_noon else _HALF_OF_DAY.get(han[1] or "", "")
    keys = _hour(int(value), _minutes(han[3] or ""), half)
    return Amount(frozenset(key for key in keys if key[-1] in "ap"), han.end())  # 九点 is no 9 of anything else


def _told_time_at(text: str, at: int) -> Amount | None:
    """``half past seven``, ``quarter to nine``."""
    if (past := _PAST_HOUR.match(text, at)) is not None and (hour := _spoken_hour(past[3])) is not None:
        minutes = _MINUTES[(past[1] or past[2]).lower()]
        return Amount(_hour(hour, f"{minutes:02}", ""), past.end())
    if (before := _TO_HOUR.match(text, at)) is not None and (hour := _spoken_hour(before[1])) is not None:
        return Amount(_hour((hour - 2) % _HOURS_OF_HALF + 1, "45", ""), before.end())
    return None


def _spoken_hour(said: str) -> int | None:
    hour = int(said) if said.isdigit() else NUMBERS.get(said.lower(), 0)
    return hour if 1 <= hour <= _HOURS_OF_HALF else None


def _minutes(said: str) -> str:
    if said == "半":
        return "30"
    value = _value(said.rstrip("分钟整")) if said.rstrip("分钟整") else "0"
    return (value or "0").zfill(2)


def _hour(hour: int, minutes: str, half: str) -> frozenset[str]:
    """``17`` says p.m. by itself; ``5`` may be either, and is the number 5 besides, as in ``opens at 5``."""
    tail = "" if minutes == "00" else f":{minutes}"
    base = hour % _HOURS_OF_HALF or _HOURS_OF_HALF
    if hour > _HOURS_OF_HALF:
        return frozenset({f"{base}{tail}p", f"{hour}{tail}"})
    if half:
        return frozenset({f"{base}{tail}{half}"})
    return frozenset({f"{base}{tail}", f"{base}{tail}a", f"{base}{tail}p"})


def _han_number_at(text: str, at: int) -> Amount | None:
    found = _HAN_NUMBER.match(text, at)
    if found is None:
        return None
    counted = text[found.end() : found.end() + 1]
    alone = len(found[0]) == 1
    if alone and not (counted and counted in _COUNTED):
        return None
    value = _value(found[0])
    return None if value is None else Amount(frozenset({value}), found.end())


def _value(said: str) -> str | None:
    """The number that figures or Chinese numerals say, as plain figures."""
    if said and said[0].isdigit():
        return _plain(said)
    if all(sign in _FIGURES for sign in said):
        return "".join(str(_FIGURES[sign]) for sign in said)
    total = section = figure = last = 0
    for sign in said:
        if sign in _FIGURES:
            figure, last = _FIGURES[sign], last if _FIGURES[sign] else 0
        elif sign in _TENS:
            section, figure, last = section + (figure or 1) * _TENS[sign], 0, _TENS[sign]
        elif sign in _MYRIADS:
            total, section, figure, last = total + (section + figure or 1) * _MYRIADS[sign], 0, 0, _MYRIADS[sign]
        else:
            return None
    if last > _TENS["十"]:
        figure *= last // 10  # 两千四 is 2400, 两千零四 isn't
    return str(total + section + figure)


def _plain(figures: str) -> str:
    whole, dot, rest = figures.replace(",", "").partition(".")
    rest = rest.rstrip("0")
    return (whole.lstrip("0") or "0") + (dot + rest if rest else "")
