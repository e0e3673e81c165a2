"""Amounts in words (H9): what is said without figures is the same amount as with them."""

from __future__ import annotations

import pytest

from vademecum.recall.amounts import amount_at
from vademecum.recall.reading import read_statement
from vademecum.recall.said_amounts import number_at, span_at


@pytest.mark.parametrize(
    ("said", "value", "rest"),
    [
        ("thirty-one countries", 31, " countries"),
        ("Seventeen", 17, ""),
        ("forty five minutes", 45, " minutes"),
        ("two hundred and fifty seats", 250, " seats"),
        ("twelve hundred", 1200, ""),
        ("a hundred and one", 101, ""),
        ("three thousand four hundred", 3400, ""),
        ("one million two hundred thousand", 1_200_000, ""),
        ("a dozen eggs", 12, " eggs"),
        ("half a dozen eggs", 6, " eggs"),
        ("a couple of cars", 2, " cars"),
        ("five six", 5, " six"),
        ("nineteen eighty", 19, " eighty"),
        ("俩孩子", 2, "孩子"),
    ],
)
def test_h9_a_number_in_words_is_read_as_far_as_it_is_one(said: str, value: int, rest: str) -> None:
    found = number_at(said, 0)
    assert found is not None
    assert (found[0], said[found[1] :]) == (value, rest)


@pytest.mark.parametrize("said", ["tenant", "oneself", "a hat", "and five", "once", "half of it", "两"])
def test_h9_what_only_begins_like_a_number_is_none(said: str) -> None:
    assert number_at(said, 0) is None


@pytest.mark.parametrize(
    ("said", "value", "unit"),
    [
        ("half a year", 6, "month"),
        ("半年", 6, "month"),
        ("a fortnight", 2, "week"),
        ("an hour and a half", 90, "minute"),
        ("一个半小时", 90, "minute"),
        ("一刻钟", 15, "minute"),
    ],
)
def test_h9_a_span_of_time_is_an_amount_of_its_unit(said: str, value: int, unit: str) -> None:
    found = span_at(said, 0)
    assert found is not None
    assert (found.value, found.unit, found.end) == (value, unit, len(said))


@pytest.mark.parametrize("said", ["fortnightly", "half a yearbook", "半年级"])
def test_h9_what_goes_on_is_no_span(said: str) -> None:
    assert span_at(said, 0) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("half past seven", "7:30"),
        ("half seven", "19:30"),
        ("quarter past nine", "9:15"),
        ("a quarter to one", "12:45"),
        ("ten past 6", "6:10"),
        ("7.30 pm", "19:30"),
        ("三小时四十二分", "3:42"),
        ("3 hours 42 minutes", "3:42"),
    ],
)
def test_h9_a_time_is_the_same_however_it_is_told(one: str, other: str) -> None:
    found, same = amount_at(one, 0), amount_at(other, 0)
    assert found is not None
    assert same is not None
    assert found.end == len(one)
    assert found.keys & same.keys


def test_h9_a_figure_with_a_point_is_no_time_by_itself() -> None:
    found = amount_at("7.30 euros", 0)
    assert found is not None
    assert found.keys == {"7.3"}


@pytest.mark.parametrize(
    ("claim", "fact"),
    [
        ("records go after half a year", "records go after six months"),
        ("试用期半年", "试用期六个月"),
        ("she has twenty-two hens", "she has 22 hens"),
    ],
)
def test_h9_words_and_figures_say_the_same_amount(claim: str, fact: str) -> None:
    told = read_statement(claim).telling
    known = read_statement(fact).telling
    assert all(any(each.says(token) for each in known) for token in told)


@pytest.mark.parametrize(
    ("text", "denials"),
    [
        ("The curfew isn't until 1 am", 0),
        ("The shop doesn't open till nine", 0),
        ("The shop isn't on Mill Lane", 1),
        ("The shop isn't blue, and it is shut until May", 1),
    ],
)
def test_h9_what_does_not_begin_until_then_begins_then(text: str, denials: int) -> None:
    assert sum(read_statement(text).denials) == denials
