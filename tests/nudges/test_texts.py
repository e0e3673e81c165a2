"""What a nudge says."""

from __future__ import annotations

import pytest

from vademecum.context.budget import length
from vademecum.context.frame import NUDGE, PREFACE, is_framed
from vademecum.nudges.texts import MOST_CHARS, WORDS, Drift, digest_text, recollection_text


@pytest.mark.parametrize("language", sorted(WORDS))
def test_P32_a_digest_tells_the_minutes_the_log_and_the_drift_in_every_language(language: str) -> None:
    text = digest_text(language, 1234, log="wiki:log", drifts=[Drift("wiki:index", gone=2, missing=31, behind=77)])
    assert text.startswith(f"{NUDGE}\n")
    assert [each in text for each in ("1,234", "wiki:log", "wiki:index", "2", "31", "77")] == [True] * 6
    assert "{" not in text


@pytest.mark.parametrize("language", sorted(WORDS))
def test_P34_a_recollection_frames_the_entries_as_records(language: str) -> None:
    text = recollection_text(language, [("wiki:log", "[2026-05-04] ingest | The new float")])
    assert PREFACE in text
    assert "from: wiki:log" in text
    assert is_framed(text)


def test_no_name_stands_in_the_sentences_themselves() -> None:
    assert "Ada" in digest_text("en", 1, person="Ada")
    assert "the person" in digest_text("en", 1)
    assert "the person" not in digest_text("en", 1, person="Ada")


def test_a_language_that_is_not_known_is_answered_in_english() -> None:
    assert digest_text("tlh", 1) == digest_text("en", 1)


def test_signs_that_nobody_sees_are_written_out() -> None:
    assert "\u202e" not in digest_text("en", 1, log="wiki:l\u202eog", person="A\u202eda")


@pytest.mark.parametrize("language", sorted(WORDS))
def test_no_nudge_is_longer_than_what_a_prompt_leaves_for_it(language: str) -> None:
    long = "wiki:" + "x" * 300
    drifts = [Drift(long, gone=2, missing=31, behind=77)] * 9
    asked = digest_text(language, 525_600, person="x" * 300, log=long, drifts=drifts)
    back = recollection_text(language, [(long, "x" * 300)] * 3, person="x" * 300)
    assert [length(each) <= MOST_CHARS for each in (asked, back)] == [True, True]
    assert "31" in digest_text(language, 9, drifts=drifts[:1])
