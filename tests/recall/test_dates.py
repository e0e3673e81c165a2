"""Days that questions name."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, strategies as st

from vademecum.recall.dates import only_days, spans_of
from vademecum.recall.days import Span, closeness, day_number, parts_of, week_of

TODAY = "2026-11-30"  # a Monday


def read(text: str, today: str = TODAY) -> list[tuple[str, str]]:
    return [(iso(span.first), iso(span.last)) for span in spans_of(text, today)]


def iso(number: int) -> str:
    return "{:04d}-{:02d}-{:02d}".format(*parts_of(number))


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what did Ann plan in May 2023?", "2023-05-01", "2023-05-31"),
        ("what happened on 2023-05-07?", "2023-05-07", "2023-05-07"),
        ("the log of 2023/5/7", "2023-05-07", "2023-05-07"),
        ("notes from 2024-02", "2024-02-01", "2024-02-29"),
        ("who came on May 7th, 2022?", "2022-05-07", "2022-05-07"),
        ("the 3rd of June 2021", "2021-06-03", "2021-06-03"),
        ("what broke in 2022?", "2022-01-01", "2022-12-31"),
        ("where were we last May?", "2026-05-01", "2026-05-31"),
        ("where were we last December?", "2025-12-01", "2025-12-31"),
        ("what did I do yesterday?", "2026-11-29", "2026-11-29"),
        ("and the day before yesterday?", "2026-11-28", "2026-11-28"),
        ("what was decided last week?", "2026-11-23", "2026-11-29"),
        ("what is on this week?", "2026-11-30", "2026-12-06"),
        ("the trip last weekend", "2026-11-27", "2026-11-29"),
        ("costs last month", "2026-10-01", "2026-10-31"),
        ("costs last year", "2025-01-01", "2025-12-31"),
        ("the call last Friday", "2026-11-27", "2026-11-27"),
        ("the call three weeks ago", "2026-11-08", "2026-11-10"),
        ("a couple of days ago", "2026-11-28", "2026-11-28"),
        ("over the past 10 days", "2026-11-20", "2026-11-30"),
        ("2023年5月7日我们去了哪里？", "2023-05-07", "2023-05-07"),
        ("2023年5月做了什么", "2023-05-01", "2023-05-31"),
        ("二零二三年十二月的会议", "2023-12-01", "2023-12-31"),
        ("去年五月", "2025-05-01", "2025-05-31"),
        ("去年買了什麼", "2025-01-01", "2025-12-31"),
        ("上个月的账单", "2026-10-01", "2026-10-31"),
        ("上周谁来过", "2026-11-23", "2026-11-29"),
        ("昨天吃了什么", "2026-11-29", "2026-11-29"),
        ("前天呢", "2026-11-28", "2026-11-28"),
        ("三天前的电话", "2026-11-27", "2026-11-27"),
        ("两个星期前", "2026-11-15", "2026-11-17"),
        ("the day after tomorrow", "2026-12-02", "2026-12-02"),
        ("what broke last night?", "2026-11-29", "2026-11-29"),
        ("the log of 2023-05-07T10:00", "2023-05-07", "2023-05-07"),
        ("2023 May 7", "2023-05-07", "2023-05-07"),
        ("May of 2023", "2023-05-01", "2023-05-31"),
        ("in May in 2023", "2023-05-01", "2023-05-31"),
        ("what did we plan in May this year?", "2026-05-01", "2026-05-31"),
        ("in May of last year", "2025-05-01", "2025-05-31"),
        ("last year in May", "2025-05-01", "2025-05-31"),
        ("last year’s May", "2025-05-01", "2025-05-31"),
        ("7 May last year", "2025-05-07", "2025-05-07"),
        ("where were we this March?", "2026-03-01", "2026-03-31"),
        ("the call on Friday last week", "2026-11-27", "2026-11-27"),
        ("last week on Tuesday", "2026-11-24", "2026-11-24"),
        ("Tuesday this week", "2026-12-01", "2026-12-01"),
        ("half a year ago", "2026-04-17", "2026-07-16"),
        ("what he may have said last year", "2025-01-01", "2025-12-31"),
        ("上上周", "2026-11-16", "2026-11-22"),
        ("上上个月", "2026-09-01", "2026-09-30"),
        ("大前年", "2023-01-01", "2023-12-31"),
        ("上周五的会", "2026-11-27", "2026-11-27"),
        ("上個星期日去了哪裡", "2026-11-29", "2026-11-29"),
        ("上周末", "2026-11-27", "2026-11-29"),
        ("上个月5号", "2026-10-05", "2026-10-05"),
        ("2023 年 5 月 7 日", "2023-05-07", "2023-05-07"),
        ("去年 5 月", "2025-05-01", "2025-05-31"),
        ("去年的五月", "2025-05-01", "2025-05-31"),
        ("3 天前", "2026-11-27", "2026-11-27"),
        ("兩個禮拜前", "2026-11-15", "2026-11-17"),
        ("半年前", "2026-04-17", "2026-07-16"),
        ("后天", "2026-12-02", "2026-12-02"),
        ("去年五月份的账", "2025-05-01", "2025-05-31"),
        # Once, and not what other words around it would make of its signs.
        ("三天前天气怎么样", "2026-11-27", "2026-11-27"),
        ("上海上周的会", "2026-11-23", "2026-11-29"),
        ("上周天气", "2026-11-23", "2026-11-29"),
        ("上周日本队赢了", "2026-11-23", "2026-11-29"),
        ("上周一起吃饭的人", "2026-11-23", "2026-11-29"),
        ("上周五个人", "2026-11-23", "2026-11-29"),
    ],
)
def test_a_day_or_days_that_a_question_names_are_read(text: str, first: str, last: str) -> None:
    assert read(text) == [(first, last)]


@pytest.mark.parametrize(
    "text",
    [
        "may I ask?",
        "march on",
        "port 2023",
        "version 20.04",
        "2023-13-45",
        "31 February 2023",
        "the third",
        "一个人",
        "日本周边酒店",
        "日本月票",
        "早上周会",
        "网上周刊",
        "马上周年",
        "上周围",
        "海上月光",
        "版本周报",
        "过去年份",
        "如今年轻",
        "目前天气",
        "三天后天气",
        "以后天冷",
        "清明天气",
        "一年半前",
        "三四天前",
        "一百二十天前",
        "Friday",
        "",
    ],
)
def test_what_is_no_day_is_left_alone(text: str) -> None:
    assert read(text) == []


def test_a_month_without_a_year_may_be_of_any_year_of_late() -> None:
    months = read("what did we paint in May?")
    assert months[-1] == ("2026-05-01", "2026-05-31")
    assert ("2020-05-01", "2020-05-31") in months
    assert read("五月画了什么") == months


def test_a_day_without_a_year_may_have_blanks_beside_its_figures() -> None:
    assert read("5 月 7 日") == read("5月7日") == read("7 May")


@pytest.mark.parametrize(
    "text",
    [
        "last week",
        "The 7th of May, 2023",
        "during May of last year",
        "在去年 5 月",
        "上周五",
        "昨天晚上",
        "2023年5月份",
    ],
)
def test_a_text_that_says_nothing_but_days_has_them_all(text: str) -> None:
    assert only_days(text, TODAY) == spans_of(text, TODAY) != []


@pytest.mark.parametrize(
    "text",
    ["the second half of 2023", "2 days before yesterday", "end of last month", "去年底", "上周开会", "early May 2023"],
)
def test_a_text_that_says_more_than_days_has_none_alone(text: str) -> None:
    assert only_days(text, TODAY) == []
    assert len(spans_of(text, TODAY)) == 1


@given(st.dates(min_value=date(1, 1, 1)))
def test_days_are_counted_as_a_calendar_counts_them(day: date) -> None:
    number = day_number(day.isoformat())
    assert parts_of(number) == (day.year, day.month, day.day)
    assert number - day_number("0001-01-01") == (day - date.min).days
    assert week_of(number).first == number - day.weekday()


@given(st.dates(min_value=date(1900, 1, 1), max_value=date(2099, 12, 31)), st.dates(min_value=date(1900, 1, 1)))
def test_a_day_written_out_is_that_day_whatever_today_is(day: date, today: date) -> None:
    month = day.strftime("%B")
    forms = (
        day.isoformat(),
        f"on {day.day} {month} {day.year}",
        f"on {month} {day.day}, {day.year}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.year} 年 {day.month} 月 {day.day} 日",
        f"{day.year} {month} {day.day}",
    )
    for text in forms:
        assert read(text, today.isoformat()) == [(day.isoformat(), day.isoformat())], text


@given(st.text(max_size=60), st.dates(min_value=date(1900, 1, 1)))
def test_any_text_is_read_and_every_span_has_a_first_day_before_its_last(text: str, today: date) -> None:
    assert all(span.first <= span.last for span in spans_of(text, today.isoformat()))


@given(st.integers(min_value=1, max_value=400), st.dates(min_value=date(1950, 1, 1), max_value=date(2100, 1, 1)))
def test_so_many_days_ago_is_that_day(count: int, today: date) -> None:
    day = (today - timedelta(days=count)).isoformat()
    assert read(f"what was {count} days ago?", today.isoformat()) == [(day, day)]


def test_closeness_is_whole_inside_and_less_the_further_outside() -> None:
    may = [Span(day_number("2023-05-01"), day_number("2023-05-31"))]
    near = [closeness(day, may) for day in ("2023-05-20", "2023-06-02", "2023-06-20", "2024-06-20")]
    assert near[0] == 1
    assert near == sorted(near, reverse=True)
    assert near[-1] < 0.05
    assert closeness(None, may) == closeness("2023-05-20", []) == 0
