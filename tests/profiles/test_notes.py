"""D: a library that is searched and never listed; one sentence on timing is all that comes unasked, under ``notes``."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vademecum.context.giving import REMINDER_TEXT

if TYPE_CHECKING:
    from tests.profiles.conftest import Person

DIARY = "# 2026-03-01\n\n## Tides\n\nLow at six.\n"


@pytest.fixture
def profile() -> str:
    return "notes"


def test_d43_a_session_is_given_one_sentence_on_timing_and_nothing_else(person: Person) -> None:
    person.write_all({"topics/tides.md": "# Tides\n\nLow at six.\n", "diary/2026-03-01.md": DIARY})
    assert person.text() == REMINDER_TEXT
    assert REMINDER_TEXT.count(".") == 1
    assert "\n" not in REMINDER_TEXT


def test_d43_the_sentence_names_no_mode_and_no_tool(person: Person) -> None:
    person.write("topics/tides.md", "# Tides\n\nLow at six.\n")
    words = set(person.text().lower().replace(",", "").split())
    assert words & {"mode", "recall", "read", "search", "edit", "tool", "topic", "diary"} == set()


def test_d43_an_empty_library_and_a_reminder_that_is_off_say_nothing(person: Person) -> None:
    assert person.text() == ""
    person.write("topics/tides.md", "# Tides\n\nLow at six.\n")
    person.configure(channels="[channels.reminder]\non = false")
    assert person.text() == ""


def test_d12_no_topic_is_ever_listed_and_no_path_told(person: Person) -> None:
    person.configure(channels="[channels.index]\non = true\n[channels.seeds]\non = true")
    person.write_all({"topics/secret tides.md": "# Secret tides\n\nLow at six.\n"})
    text = person.text()
    assert "ecret" not in text
    assert str(person.store) not in text
