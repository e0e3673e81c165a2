"""Days that are clear only on the day they are written: told to the agent that writes them, and never rewritten."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from vademecum.address import Address
from vademecum.guards.changes import PERSON, Actor, Addition, Change, Content, Proposal, RawText, Removal, Replacement
from vademecum.guards.passing_days import unclear_days
from vademecum.memory import Memory, Setting
from vademecum.sessions import SessionKey

AGENT, TODAY = Actor("agent", "test-host"), date(2026, 11, 30)
PAGE = Address("global", "topics/crane")


def told(change: Change, *, actor: Actor = AGENT, page: Address = PAGE) -> str | None:
    return unclear_days(Proposal(page, change, actor), TODAY)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("The gate was mended yesterday.", "yesterday"),
        ("Demo is tomorrow at three", "tomorrow"),
        ("The user moved last week.", "last week"),
        ("next Friday the ferry stops", "next Friday"),
        ("changed three days ago", "three days ago"),
        ("a couple of weeks ago it broke", "a couple of weeks ago"),
        ("the day before yesterday it rained", "the day before yesterday"),
        ("昨天修好了闸门。", "昨天"),
        ("船下周三到港", "下周三"),
        ("他们三天前决定改用新库", "三天前"),
        ("上个月换了电池", "上个月"),
    ],
)
def test_a_day_that_is_told_from_today_is_unclear(text: str, word: str) -> None:
    said = told(Content(text))
    assert said is not None
    assert f'"{word}"' in said
    assert "today is 2026-11-30" in said


@pytest.mark.parametrize(
    "text",
    [
        "The gate was mended on 2026-11-29.",
        "The gate was mended yesterday, 2026-11-29.",
        "昨天（2026年11月29日）修好了闸门。",
        "Call `date.yesterday()` or `now`.",
        "```python\nlimit = yesterday\n```\nDone.",
        "~~~\nyesterday\n",
        "The last week of May is quiet; the last one too.",
        "He lives in todayville and reads USA-today.",
        "后天性的差异不重要",
        "The band plays every Friday.",
        "",
    ],
)
def test_what_is_dated_or_is_no_such_word_is_clear(text: str) -> None:
    assert told(Content(text)) is None


def test_only_what_is_new_in_a_write_counts() -> None:
    assert told(Replacement("yesterday", "on Monday")) is None
    assert told(Replacement("on Monday", "yesterday")) is not None
    assert told(Addition("seen today")) is not None
    assert told(RawText("---\ntitle: x\n---\ntomorrow\n")) is not None
    assert told(Removal()) is None


def test_a_person_may_mean_what_they_say_and_a_diary_has_its_day_in_its_name() -> None:
    assert told(Content("yesterday"), actor=PERSON) is None
    assert told(Content("yesterday"), actor=Actor("import", "mem0")) is None
    assert told(Content("yesterday"), page=Address("global", "2026-11-30/project")) is None


def test_no_more_than_three_are_named_and_each_once() -> None:
    said = told(Content("today, today, tomorrow, yesterday, last week"))
    assert said is not None
    assert said.count('"') == 6


@pytest.fixture
def agent(setting: Setting) -> Iterator[Memory]:
    key = SessionKey("test-host", "one")
    opened = Memory(replace(setting, actor=AGENT, session=key, clock=lambda: datetime(2026, 11, 30, 12, tzinfo=UTC)))
    yield opened
    opened.close()


def test_the_words_stand_as_they_were_written_and_the_writer_is_told_beside_the_result(agent: Memory) -> None:
    receipt = agent.write(PAGE, Content("It was mended yesterday."))
    assert agent.open_page(str(PAGE)).page.body.strip() == "It was mended yesterday."
    (line,) = receipt.warnings
    assert line == (
        'it says "yesterday", which is another day for whoever reads it later; '
        "better write the date (today is 2026-11-30)"
    )
