"""What may go cold: proposals from days alone."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from vademecum.address import Address
from vademecum.config.model import UpkeepConfig
from vademecum.upkeep.lifecycle import Action, Standing, archived_name, propose

TODAY = date(2026, 11, 30)
RULES = UpkeepConfig()


def standing(name: str = "concepts/tea", salience: int | None = None, *idle: int, kept: bool = False) -> Standing:
    """A page that was last used so many days ago."""
    return Standing(Address("wiki", name), salience, tuple(TODAY - timedelta(each) for each in idle), kept)


def actions(page: Standing, rules: UpkeepConfig = RULES, since: date | None = None) -> list[tuple[Action, str]]:
    return [(each.action, each.to) for each in propose([page], TODAY, rules, since)]


@pytest.mark.parametrize(
    ("salience", "idle", "proposed"),
    [
        (None, 90, []),
        (None, 91, [("report", "")]),
        (2, 90, []),
        (2, 91, [("report", "")]),
        (2, 180, [("report", "")]),
        (2, 181, [("demote", "3")]),
        (3, 90, []),
        (3, 91, [("archive", "archive/concepts/tea")]),
        (1, 9999, []),
    ],
)
def test_P45_a_page_cools_down_the_day_after_its_time_is_over(
    salience: int | None, idle: int, proposed: list[tuple[Action, str]]
) -> None:
    assert actions(standing("concepts/tea", salience, idle)) == proposed


def test_the_last_of_the_known_days_counts_and_one_that_is_to_come_is_a_slip() -> None:
    assert actions(standing("a", None, 400, 3)) == []
    assert actions(standing("a", None, 400, -3)) == [("report", "")]


def test_a_page_without_any_day_is_as_old_as_the_counting() -> None:
    assert actions(standing("a")) == []
    assert actions(standing("a"), since=TODAY - timedelta(90)) == []
    assert actions(standing("a"), since=TODAY - timedelta(91)) == [("report", "")]


@pytest.mark.parametrize(
    "page",
    [
        standing("topics/tea", 3, 999),
        standing("raw/tea", 3, 999),
        standing("archive/tea", 3, 999),
        standing("projects/archive/tea", 3, 999),
        standing("tea", 3, 999, kept=True),
    ],
)
def test_H4_what_must_stay_is_never_touched(page: Standing) -> None:
    assert actions(page) == []


def test_a_rule_of_0_days_is_off() -> None:
    off = UpkeepConfig(stale_days=0, warm_days=0, cold_days=0)
    assert [actions(standing("a", each, 999), off) for each in (None, 2, 3)] == [[], [], []]


def test_a_wikis_project_that_is_over_goes_where_its_projects_go() -> None:
    assert archived_name("projects/active/tide") == "projects/archive/tide"
    assert archived_name("skills/tide") == "archive/skills/tide"


def test_the_longest_idle_page_comes_first() -> None:
    pages = [standing("b", None, 100), standing("a", None, 100), standing("c", None, 200)]
    assert [each.address.name for each in propose(pages, TODAY, RULES, None)] == ["c", "a", "b"]
