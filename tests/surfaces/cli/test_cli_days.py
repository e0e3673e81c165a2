"""Days as people say them mean the same in a filter, in a question and in the diary: by the local day (A46)."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from vademecum.recall.dates import spans_of
from vademecum.recall.days import day_number
from vademecum.surfaces.days import local_day, spoken_day

Vade = Callable[..., Any]
TODAY = date(2026, 5, 3)  # a Sunday


@pytest.fixture
def at_kiritimati(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A zone that is a day ahead of most others."""
    monkeypatch.setenv("TZ", "Pacific/Kiritimati")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("today", "2026-05-03", "2026-05-03"),
        ("yesterday", "2026-05-02", "2026-05-02"),
        ("Yesterday ", "2026-05-02", "2026-05-02"),
        ("昨天", "2026-05-02", "2026-05-02"),
        ("前天", "2026-05-01", "2026-05-01"),
        ("3 days ago", "2026-04-30", "2026-04-30"),
        ("last week", "2026-04-20", "2026-04-26"),
        ("April 2026", "2026-04-01", "2026-04-30"),
        ("May of last year", "2025-05-01", "2025-05-31"),
        ("the day after tomorrow", "2026-05-05", "2026-05-05"),
        ("Friday last week", "2026-04-24", "2026-04-24"),
        ("上上个月", "2026-03-01", "2026-03-31"),
        ("大前年", "2023-01-01", "2023-12-31"),
        ("去年 5 月", "2025-05-01", "2025-05-31"),
        ("上周五", "2026-04-24", "2026-04-24"),
    ],
)
def test_a46_a_day_is_what_a_question_takes_it_for(said: str, first: str, last: str) -> None:
    assert (spoken_day(said, TODAY), spoken_day(said, TODAY, last=True)) == (first, last)
    (span,) = spans_of(said, TODAY.isoformat())
    assert (span.first, span.last) == (day_number(first), day_number(last))


@pytest.mark.parametrize(
    "said",
    [
        "second half of 2023",
        "2 days before yesterday",
        "early May 2023",
        "the week before last week",
        "5月",
        "May 7",
        "去年底",
    ],
)
def test_a46_what_is_understood_in_part_or_may_be_several_days_is_refused(vade: Vade, said: str) -> None:
    assert spoken_day(said, TODAY) == said
    result = vade("list", "--since", said)
    assert result.code == 2
    assert said in result.err


@pytest.mark.parametrize("said", [None, "", "2026-05-02", "2026-02-30", "20260502", "2026", "2026-W05", "someday"])
def test_what_is_a_date_or_none_stays_as_it_was_given(said: str | None) -> None:
    assert spoken_day(said, TODAY) == said


def test_a46_yesterday_is_the_day_before_the_local_one() -> None:
    now = datetime(2026, 5, 2, 17, tzinfo=UTC).astimezone(ZoneInfo("Asia/Shanghai"))
    assert spoken_day("yesterday", now.date()) == "2026-05-02"


@pytest.mark.usefixtures("at_kiritimati")
def test_a46_filters_go_by_the_same_day_as_what_is_written(vade: Vade, tmp_path: Path) -> None:
    assert local_day() == datetime.now(ZoneInfo("Pacific/Kiritimati")).date()
    assert vade("add", "The tide turns at six.").code == 0
    old = (local_day() - timedelta(days=1)).isoformat()
    (tmp_path / "memory" / "topics" / "Moon.md").write_text(
        f"---\ndate: {old}\n---\nThe moon is full.\n", encoding="utf-8"
    )
    assert [line.split("\t")[1] for line in vade("list", "--since", "today").out.splitlines()] == [
        "The tide turns at six."
    ]
    only = vade("list", "--since", "yesterday", "--until", "昨天").out
    assert [line.split("\t")[1] for line in only.splitlines()] == ["Moon"]
    assert vade("recall", "moon", "--since", "yesterday", "--until", "yesterday", "--json").json["narrowed"] == {
        "since": [old],
        "until": [old],
    }
    assert vade("recall", "moon", "--since", "today").code == 1
