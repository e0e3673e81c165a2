"""What a text shows at a glance: who speaks, whether it asks, and whether it is all that its page says."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address
from vademecum.config.model import MountConfig
from vademecum.index.marks import ALONE, ASKS, marks_of, voices_of
from vademecum.index.record import is_term
from vademecum.library.rows import RowMaker
from vademecum.page import parse
from vademecum.store.contract import Stamp
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


def test_a_talk_of_several_is_nobodys_own_words() -> None:
    assert marks_of("Ann: the pump is mended\nBob: at last") == []
    assert marks_of("状态：完成\n负责人：王小明") == []
    assert marks_of("Ann: the pump is mended\nand paid for\nAnn: the boat too") == voices_of("Ann")


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


@pytest.mark.parametrize(
    ("text", "marked"),
    [("One thing.\n", True), ("# A\n\nOne thing.\n", True), ("# A\n\nOne.\n\n## B\n\nTwo.\n", False), ("", True)],
)
def test_a_block_that_is_all_its_page_says_is_marked_so(text: str, *, marked: bool) -> None:
    maker = RowMaker.of(MountConfig("m", Path("/m")))
    row = maker.row(parse(Address("m", "page"), text.encode()), Stamp(1, 2, 3, 4))
    assert [ALONE in block.terms.body for block in row.blocks] == [marked] * len(row.blocks)
