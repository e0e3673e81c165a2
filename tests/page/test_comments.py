"""What a person hid between double percent signs."""

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.address import Address
from vademecum.page.comments import cut, visible_runs
from vademecum.page.display import HIDDEN_MARK, shown
from vademecum.page.model import Span
from vademecum.page.parse import parse
from vademecum.page.scan import scan

PIECES = st.sampled_from(
    ("%%", "%", "a", " ", "\n", "\n\n", "`", "``", "```\n", "# ", "- ", "> ", "\\", "[[x]]", "<!--", "-->")
)


def hidden(text: str) -> list[str]:
    return [text[start:end] for start, end in scan(text).comments]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("seen %%unseen%% seen\n", ["%%unseen%%"]),
        ("%%\nblock\n\n# more\n%%\nseen\n", ["%%\nblock\n\n# more\n%%"]),
        ("a %%b\nc%% d\n", ["%%b\nc%%"]),
        ("a %%b\n%% d\n", ["%%b\n%%"]),
        ("%%a%% b %%c%%\n", ["%%a%%", "%%c%%"]),
        ("%%%%\n", ["%%%%"]),
        ("- %%a\n\n  b%%\n", ["%%a\n\n  b%%"]),
        ("> %%\n> a\n> %%\n", ["%%\n> a\n> %%"]),
        ("%%\n```\ncode\n```\n%%\n", ["%%\n```\ncode\n```\n%%"]),
    ],
)
def test_A16_comments_are_hidden(text: str, wanted: list[str]) -> None:
    assert hidden(text) == wanted


@pytest.mark.parametrize(
    "text",
    [
        "```mermaid\n%% a remark\n%% more\n```\n",
        "~~~\n%%\n~~~\n\n~~~\n%%\n~~~\n",
        "    %% indented %%\n",
        "Use `%%` and `%%` in text.\n",
        "``a ` %% b`` and ` %% `\n",
        "<!--\n%% x %%\n-->\n",
    ],
)
def test_A16_marks_in_code_are_no_marks(text: str) -> None:
    assert hidden(text) == []


@pytest.mark.parametrize("text", ["100%% sure.\n", "50%% a\n\n60%% b\n", "# a %% b\n\nc\n", "%% open\n", "a\n%%\n"])
def test_A16_an_unpaired_mark_hides_nothing_and_is_named(text: str) -> None:
    page = parse(Address("m", "x"), text.encode())
    assert page.comments == ()
    assert [problem.code for problem in page.problems] == ["comment-unpaired"]


def test_A16_the_place_of_the_first_unpaired_mark_is_named() -> None:
    (problem,) = parse(Address("m", "x"), b"ok\r\n\r\nup 9%% now\r\n").problems
    assert (problem.line, problem.column) == (3, 5)


def test_A16_links_and_tags_in_comments_do_not_count() -> None:
    page = parse(Address("m", "x"), b"%%[[a]] #b ^c%% [[d]] #e\n\n%%\n[[f]]\n[g]: h\n%%\n")
    assert [link.target for link in page.links] == ["d"]
    assert page.tags == ("e",)


def test_A16_a_crumb_shows_no_comment() -> None:
    page = parse(Address("m", "x"), b"# Plan %%the secret one%%\n\nTitle\nover %%two%% lines\n---\n")
    assert [block.crumb for block in page.blocks] == [("Plan",), ("Plan", "Title over  lines")]


def test_text_after_a_leading_comment_is_a_paragraph_and_a_lone_one_is_none() -> None:
    assert [heading.text for heading in scan("%%a%% b\n===\n").headings] == ["b"]
    assert scan("%%a%%\n---\n").headings == []


def test_visible_runs_are_the_block_without_its_comments() -> None:
    page = parse(Address("m", "x"), b"a %%b%% c\n# h\n%%d%%e\n")
    seen = ["".join(page.text[start:end] for start, end in visible_runs(page, block)) for block in page.blocks]
    assert seen == ["a  c\n", "# h\ne\n"]


def test_A16_a_page_and_each_of_its_blocks_are_handed_out_with_marks_for_comments() -> None:
    page = parse(Address("notes", "page"), b"a %% b %% c\r\n# h\n%% d %% e\n%% f %%\n# i\nj\n")
    parts = [shown(page, block) for block in page.blocks]
    assert parts == [f"a {HIDDEN_MARK} c\n", f"# h\n{HIDDEN_MARK} e\n{HIDDEN_MARK}\n", "# i\nj\n"]
    assert shown(page) == "".join(parts)


@settings(deadline=None)
@given(st.lists(st.integers(0, 30), max_size=12, unique=True).map(sorted), st.integers(0, 30), st.integers(0, 30))
def test_cut_leaves_exactly_what_is_not_hidden(bounds: list[int], start: int, end: int) -> None:
    spans: list[Span] = list(zip(bounds[::2], bounds[1::2], strict=False))
    left = [place for run in cut(start, end, spans) for place in range(*run)]
    assert left == [place for place in range(start, end) if not any(low <= place < high for low, high in spans)]


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=20).map("".join))
def test_comments_are_ordered_and_hold_their_marks(text: str) -> None:
    page = parse(Address("m", "x"), text.encode())
    last = 0
    for start, end in page.comments:
        assert start >= last
        assert end - start >= 4
        assert text[start : start + 2] == text[end - 2 : end] == "%%"
        assert not any(start < link.start < end for link in page.links)
        last = end
