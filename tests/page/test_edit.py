"""Edits of a page's text: literal, in the page's own bytes, and refused rather than half done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import assume, given, settings, strategies as st

from vademecum.address import Address
from vademecum.errors import AmbiguousError, EditError, MatchError, NotFoundError
from vademecum.page.edit import append_text, new_page, replace_body, replace_text
from vademecum.page.model import Page
from vademecum.page.parse import parse

DUPLICATES = "# Root\n\n## Log\nfirst log\n\n## Other\ntext\n\n## Log\nsecond log\n"
HIDDEN = "Seen here.\n\n%% hidden words %%\n\nSeen there.\n"

# Few letters, so that repeats and overlaps are common.
few_letters = st.text("ab\n", max_size=12)


def page(text: str | bytes) -> Page:
    return parse(Address("notes", "page"), text if isinstance(text, bytes) else text.encode())


def replaced(text: str, old: str, new: str, *, every: bool = False) -> str:
    return replace_text(page(text), old, new, every=every).decode()


def appended(text: str, added: str, *crumb: str, nth: int | None = None) -> str:
    return append_text(page(text), added, crumb or None, nth).decode()


def test_a_text_is_replaced_literally() -> None:
    assert replaced("price: a.b\n", "a.b", r"$& \1 \g<0>") == "price: $& \\1 \\g<0>\n"
    assert replaced("x\n", "x\n", "") == ""


def test_A05_line_ends_are_matched_and_written_as_the_page_has_them() -> None:
    raw = b"\xef\xbb\xbfone\r\ntwo\r\nthree  \r\n"
    assert replace_text(page(raw), "one\ntwo\n", "1\n2\n") == b"\xef\xbb\xbf1\r\n2\r\nthree  \r\n"
    assert replaced("one\rtwo\r", "one\r\ntwo", "1\n2") == "1\r2\r"


def test_a_line_end_is_never_split() -> None:
    with pytest.raises(MatchError):
        replaced("a\r\nb\r\n", "a\n\nb", "x")
    assert replaced("a\r\nb\r\n", "\nb", "b") == "ab\r\n"


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("", "x", "is empty"),
        ("cat", "cat", "are the same"),
        ("dog\n", "dog\r\n", "are the same"),
        ("bird", "x", "is not in notes:page"),
        ("cat", "x", "is 3 times in notes:page, on lines 1, 2, 2"),
        ("mm", "x", "is 2 times"),
    ],
)
def test_a_text_that_is_missing_repeated_or_unchanged_is_refused(old: str, new: str, said: str) -> None:
    with pytest.raises(MatchError) as raised:
        replaced("cat dog\ncat cat mmm\n", old, new)
    assert said in raised.value.message
    assert raised.value.hint


def test_every_occurrence_is_replaced_once_when_asked() -> None:
    assert replaced("aaa a\naa\n", "aa", "b", every=True) == "ba a\nb\n"


def test_A16_hidden_text_is_never_matched_nor_bridged() -> None:
    for old in ("hidden", "here.\n\n%% hidden words %%", "here.\n\n\n\nSeen", "%%", "here.\n\n%%…%%\n\nSeen"):
        with pytest.raises(MatchError):
            replaced(HIDDEN, old, "x")
    assert replaced(HIDDEN, "Seen", "Read", every=True) == HIDDEN.replace("Seen", "Read")


@settings(deadline=None)
@given(few_letters, st.data())
def test_a_replacement_is_that_of_plain_text_whatever_ends_the_lines(letters: str, data: st.DataObject) -> None:
    text = f"{letters}b\n"
    start = data.draw(st.integers(0, len(text) - 1))
    old = text[start : data.draw(st.integers(start + 1, len(text)))]
    new = data.draw(st.text("ab\n", max_size=4).filter(lambda new: new != old))
    end = data.draw(st.sampled_from(["\n", "\r\n", "\r"]))
    changed = replace_text(page(text.replace("\n", end)), old, new, every=True).decode()
    assert changed == text.replace(old, new).replace("\n", end)


def test_D17_new_content_keeps_the_header_and_the_line_ends() -> None:
    raw = b"\xef\xbb\xbf---\r\na:  1 # x\r\n---\r\n\r\nOld.\r\n"
    assert replace_body(page(raw), "New\ntext") == b"\xef\xbb\xbf---\r\na:  1 # x\r\n---\r\n\r\nNew\r\ntext\r\n"
    assert replace_body(page("Old."), "New") == b"New\n"
    assert replace_body(page("---\na: 1\n---\nOld\n"), "") == b"---\na: 1\n---\n"
    assert replace_body(page("---\na: 1\n---"), "New") == b"---\na: 1\n---\nNew\n"


def test_content_with_a_header_replaces_all() -> None:
    content = "---\nb: 2\n---\nNew\n"
    assert replace_body(page("---\na: 1\n---\nOld\n"), content) == content.encode()


def test_A03_content_with_half_a_header_is_refused() -> None:
    with pytest.raises(EditError, match="no closing ---"):
        replace_body(page("---\na: 1\n---\nOld\n"), "---\nb: 2\n\nNew\n")


def test_A16_a_page_with_hidden_comments_is_not_replaced() -> None:
    with pytest.raises(EditError, match="hidden comments on line 3") as raised:
        replace_body(page(HIDDEN), "New")
    assert "hidden words" not in str(raised.value)


def test_A28_an_append_never_makes_the_last_line_longer() -> None:
    daily = "# 2026-03-02\n\n- 09:10 last entry with no line end"
    assert appended(daily, "- 09:30 next") == f"{daily}\n- 09:30 next\n"
    assert appended("a\r\nb", "c\nd\n\n") == "a\r\nb\r\nc\r\nd\r\n"
    assert appended("", "first") == "first\n"
    assert appended("---\na: 1\n---", "first") == "---\na: 1\n---\nfirst\n"


def test_A48_an_append_stands_on_its_own_line_before_the_next_heading() -> None:
    assert appended("# oars\nash\n# sails\nflax\n", "pine", "oars") == "# oars\nash\npine\n# sails\nflax\n"
    assert appended("# oars\n# sails\n", "pine", "oars") == "# oars\npine\n# sails\n"
    assert appended("# oars\n\n\n# sails", "pine", "sails") == "# oars\n\n\n# sails\npine\n"


def test_A48_blank_lines_before_the_next_heading_stay() -> None:
    assert appended(DUPLICATES, "more", "Other") == DUPLICATES.replace("text\n", "text\nmore\n")


def test_A48_a_subsection_is_no_part_of_the_block() -> None:
    assert appended("# a\none\n\n## b\ntwo\n", "x", "a") == "# a\none\nx\n\n## b\ntwo\n"


def test_A48_equal_headings_are_ambiguous_until_one_is_chosen() -> None:
    with pytest.raises(AmbiguousError, match="on lines 3 and 9") as raised:
        appended(DUPLICATES, "x", "Log")
    assert raised.value.candidates == ("notes:page#Root > Log", "notes:page#Root > Log~2")
    assert appended(DUPLICATES, "x", "Log", nth=1) == DUPLICATES.replace("first log\n", "first log\nx\n")
    assert appended(DUPLICATES, "x", "Root", "Log", nth=2) == f"{DUPLICATES}x\n"


def test_A48_the_whole_path_goes_before_its_last_part() -> None:
    text = "# a\n\n## b\none\n\n# b\ntwo\n"
    assert appended(text, "x", "b") == f"{text}x\n"
    assert appended(text, "x", "A", "B") == text.replace("one\n", "one\nx\n")


@pytest.mark.parametrize("nth", [None, 3])
def test_A48_a_missing_heading_is_refused_and_the_others_are_named(nth: int | None) -> None:
    wanted = "nope" if nth is None else "Log"
    with pytest.raises(NotFoundError, match=f"no heading '{wanted}'") as raised:
        appended(DUPLICATES, "x", wanted, nth=nth)
    assert raised.value.hint == "its headings are: Root; Root > Log; Root > Other; Root > Log"


def test_A48_a_heading_is_found_by_its_exact_text() -> None:
    text = '## 🪁 | <em class="w">Wind:</em>\n\nold\n'
    assert appended(text, "new", '🪁 | <em class="w">Wind:</em>') == f"{text}new\n"


def test_A48_a_heading_in_code_is_no_target() -> None:
    with pytest.raises(NotFoundError):
        appended("# a\n\n```\n# b\n```\n", "x", "b")


def test_an_append_becomes_no_part_of_an_underlined_heading() -> None:
    text = "# a\none\n\nNext\n====\n"
    assert appended("# a\none\nNext\n====\n", "x", "a") == "# a\nx\n\none\nNext\n====\n"
    assert appended(text, "x", "a") == text.replace("one\n", "one\nx\n")
    assert appended("one\n", "---") == "one\n\n---\n"


def test_A16_an_append_stands_after_a_hidden_comment_not_in_it() -> None:
    text = "# a\n%%\none\n# b\ntwo\n%%\n"
    assert appended(text, "x", "a") == f"{text}x\n"


def test_blank_text_is_not_appended() -> None:
    with pytest.raises(EditError, match="no text"):
        appended("a\n", " \n")


EDITS: list[Callable[[Page], bytes]] = [
    lambda odd: replace_text(odd, "a", "b"),
    lambda odd: replace_body(odd, "b"),
    lambda odd: append_text(odd, "b"),
]


@pytest.mark.parametrize("edit", EDITS)
def test_A42_a_page_that_is_not_all_text_is_refused(edit: Callable[[Page], bytes]) -> None:
    with pytest.raises(EditError, match="not valid utf-8"):
        edit(page("caf\xe9 a\n".encode("latin-1")))


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=30), st.text("ab -=#\n", min_size=1, max_size=8))
def test_an_append_only_adds(text: str, added: str) -> None:
    assume(added.strip())
    before = text.encode()
    after = append_text(page(before), added)
    assert after.startswith(before)
    assert after.endswith((b"\n", b"\r"))


def test_a_new_page_has_a_header_a_body_and_a_line_end() -> None:
    made = new_page("Re: which day", "We ship.", {"date": "2026-06-29", "tags": ["a", "[[B]]"]})
    expected = '---\ntitle: "Re: which day"\ndate: 2026-06-29\ntags: [a, "[[B]]"]\n---\n\nWe ship.\n'
    assert made == expected.encode()
    assert parse(Address("notes", "x"), made).title == "Re: which day"
    assert new_page("t", "", {}) == b"---\ntitle: t\n---\n"


def test_a_blank_title_is_not_written() -> None:
    assert new_page(" ", "Body", {}) == b"Body\n"
    assert new_page("", "Body", {"type": "fact"}) == b"---\ntype: fact\n---\n\nBody\n"


def test_a_header_in_a_new_body_is_only_filled_up() -> None:
    body = "---\r\nname: mine # kept\r\ntags: [x]\r\n---\r\nWe ship."
    made = new_page("Other", body, {"tags": ["y"], "date": "2026-06-29"}).decode()
    assert made == "---\nname: mine # kept\ntags: [x]\ndate: 2026-06-29\n---\nWe ship.\n"


def test_A03_texts_of_a_page_with_a_broken_header_are_edited_and_the_header_stays() -> None:
    text = "---\ntitle: Plan B: two\ntags: [x\n---\nOld words.\n"
    assert replace_text(page(text), "Old", "New").decode() == text.replace("Old", "New")
    assert append_text(page(text), "More.").decode() == text + "More.\n"
    assert replace_body(page(text), "All new.").decode() == text.replace("Old words", "All new")


def test_A03_a_malformed_header_in_a_new_body_is_refused() -> None:
    for body in ("---\na: [x\n---\nBody\n", "---\na: 1\n\nBody\n"):
        with pytest.raises(EditError):
            new_page("t", body, {})


@settings(max_examples=50, deadline=None)
@given(st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), min_size=1, max_size=20))
def test_a_title_reads_back_from_a_new_page(title: str) -> None:
    assume(title.strip() == title)
    assert parse(Address("notes", "x"), new_page(title, "Body", {})).meta["title"] == title
