from __future__ import annotations

import pytest

from vademecum.errors import FilterError
from vademecum.index.contract import Filter
from vademecum.recall.query import check_mount, check_scope, is_day, make_filter


def test_a_filter_holds_its_values_as_an_index_compares_them() -> None:
    made = make_filter(types=["Note"], tags=["#Boats", " harbour "], since="2026-02-01", path="/logs/")
    assert made == Filter(frozenset({"note"}), frozenset({"boats", "harbour"}), "2026-02-01", None, "logs/")


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


def test_a_scope_is_known_in_any_case_and_a_wrong_one_is_answered_with_the_nearest() -> None:
    assert check_scope(" Workspace ") == "workspace"
    with pytest.raises(FilterError) as caught:
        check_scope("workspaces")
    assert caught.value.hint == "did you mean workspace?"


def test_a_scope_like_no_other_is_answered_with_all_of_them() -> None:
    with pytest.raises(FilterError) as caught:
        check_scope("everything")
    assert caught.value.hint == "the scopes are user, global, workspace"


def test_mounts_that_differ_in_case_only_are_told_apart_by_their_exact_name() -> None:
    assert check_mount("Notes", ["notes", "Notes"]) == "Notes"
    assert check_mount("VAULT", ["vault"]) == "vault"
    with pytest.raises(FilterError, match="there is no mount 'NOTES'"):
        check_mount("NOTES", ["notes", "Notes"])
