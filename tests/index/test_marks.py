"""What a text shows at a glance: who speaks, and whether it asks."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from vademecum.index.marks import ASKS, marks_of, voices_of
from vademecum.index.record import is_term
from vademecum.text import terms


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Caroline: hello", "Caroline"),
        ("- **Ann Lee** (by phone): yes", "Ann Lee"),
        ("[2023-05-08 13:56] Bob: no", "Bob"),
        ("\n\n10:32 Alice: on my way", "Alice"),
        ("王小明（下午）：好", "王小明"),
        ("Юрий: да", "Юрий"),
    ],
)
def test_a_name_before_the_first_colon_is_whose_words_they_are(text: str, name: str) -> None:
    assert marks_of(text) == voices_of(name)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "https://example.org",
        "note: lower case",
        "This is what we need now: rope",
        "谢尔（英语：Sher）是一个人",
        "At 10:30",
        ":",
    ],
)
def test_other_openings_name_nobody(text: str) -> None:
    assert marks_of(text) == []


@pytest.mark.parametrize("text", ["Why?", "Why?\n", '"Why?"', "**为什么？**", "去吗？」"])
def test_what_ends_in_a_question_asks(text: str) -> None:
    assert marks_of(text) == [ASKS]
    assert marks_of(f"{text} Because.") == []


@given(st.text(max_size=80))
def test_marks_are_terms_that_no_text_holds(text: str) -> None:
    marks = marks_of(text)
    assert all(map(is_term, marks))
    assert not set(marks) & set(terms(text))
