from __future__ import annotations

from typing import Any
from unicodedata import normalize

import pytest

from vademecum.errors import FilterError
from vademecum.index.contract import Filter
from vademecum.recall.query import asked_terms, is_day, make_filter
from vademecum.text import query_terms


def test_a_filter_holds_its_values_as_an_index_compares_them() -> None:
    made = make_filter(types=["Note"], tags=["#Boats", " harbour "], since="2026-02-01", path="/logs/")
    assert made == Filter(frozenset({"note"}), frozenset({"boats", "harbour"}), "2026-02-01", None, "logs/")


def test_a_filter_holds_one_spelling_of_what_people_compose_in_two() -> None:
    made = make_filter(types=[normalize("NFD", "Idée")], tags=[normalize("NFD", "#été/à")])
    assert made == make_filter(types=["idée"], tags=["ÉTÉ/À/"]) == Filter(frozenset({"idée"}), frozenset({"été/à"}))


def test_blank_values_narrow_nothing() -> None:
    assert make_filter(types=[" "], tags=["#", ""], since="", until=" ", path=" ").is_empty


@pytest.mark.parametrize("day", ["2024-02-29", "0001-01-01", "9999-12-31"])
def test_a_real_day_is_one(day: str) -> None:
    assert is_day(day)


@pytest.mark.parametrize(
    "text",
    ["2026-02-30", "2025-02-29", "20260131", "2026-1-31", "2026-W05-6", "2026-01-31T10", "２０２６-01-31", "notes 2"],
)
def test_H6_only_a_real_day_bounds_a_recall(text: str) -> None:
    assert not is_day(text)
    with pytest.raises(FilterError, match="is no date") as caught:
        make_filter(until=text)
    assert caught.value.hint == "write a real day as YYYY-MM-DD"


def test_bounds_that_leave_no_day_are_refused() -> None:
    with pytest.raises(FilterError, match="since 2026-02-02 is after until 2026-02-01"):
        make_filter(since="2026-02-02", until="2026-02-01")
    assert make_filter(since="2026-02-01", until="2026-02-01").since == "2026-02-01"


@pytest.mark.parametrize("values", [{"path": "a\udc80"}, {"tags": ["\ud800"]}, {"types": ["\ud800"]}])
def test_a_value_that_is_no_text_is_refused(values: dict[str, Any]) -> None:
    with pytest.raises(FilterError, match="half a surrogate pair"):
        make_filter(**values)


def test_of_several_lines_the_last_counts_twice_and_one_line_is_as_it_is() -> None:
    times = {term.text: term.times for term in asked_terms("a lantern\nby the harbour \n the rope of the harbour\n\n")}
    assert times == {"lantern": 1, "harbour": 3, "rope": 2}
    assert asked_terms(" rope of the harbour\n") == query_terms("rope of the harbour")
    assert asked_terms("") == asked_terms(" \n ") == ()
