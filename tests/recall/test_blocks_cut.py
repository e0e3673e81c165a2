"""The texts that block recall counts in (D27), and what is shown of them (D35)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address
from vademecum.page import Page, parse
from vademecum.recall.blocks.cut import cut
from vademecum.recall.blocks.quote import quote

NESTED = "lead\n\n# Tools\n\nabout\n\n## pnpm\n\nbody\n\n### Cache\n\ndeep\n\n## node\n\nother\n"


def page_of(text: str) -> Page:
    return parse(Address("notes", "topics/page"), text.encode())


def texts(text: str) -> dict[tuple[str, ...], str]:
    return {each.block.crumb: each.text for each in cut(page_of(text))}


def test_a_block_begins_with_the_headings_that_it_stands_under_d27() -> None:
    assert texts(NESTED) == {
        (): "lead\n",
        ("Tools",): "# Tools\n\nabout\n",
        ("Tools", "pnpm"): "# Tools\n## pnpm\n\nbody\n",
        ("Tools", "pnpm", "Cache"): "# Tools\n## pnpm\n### Cache\n\ndeep\n",
        ("Tools", "node"): "# Tools\n## node\n\nother\n",
    }


def test_every_level_begins_a_block_d27() -> None:
    text = "\n".join(f"{'#' * level} h{level}\n\nt{level}\n" for level in range(1, 7))
    assert [len(each.block.crumb) for each in cut(page_of(text))] == [1, 2, 3, 4, 5, 6]


def test_blocks_that_say_no_more_than_their_heading_are_skipped_d27() -> None:
    text = "# A\n\n## B\n\n \t\n## C\nsaid\n\n## D"
    assert list(texts(text)) == [("A", "C")]


@pytest.mark.parametrize("fence", ["```", "~~~~"])
def test_a_heading_in_a_code_fence_splits_nothing_h5(fence: str) -> None:
    text = f"# A\n\n{fence}sh\n# not a heading\n{fence}\n\nafter\n"
    assert texts(text) == {("A",): text}


def test_equal_headings_are_two_blocks_with_two_places_d36() -> None:
    found = [(each.block.crumb, each.block.nth) for each in cut(page_of("# A\n\none\n\n# A\n\ntwo\n"))]
    assert found == [(("A",), 1), (("A",), 2)]


def test_the_header_of_a_page_is_in_no_block() -> None:
    assert texts("---\ntitle: secretword\n---\n\n\nlead\n") == {(): "lead\n"}


def test_line_ends_of_any_kind_count_once_d27() -> None:
    assert texts(NESTED.replace("\n", "\r\n")) == texts(NESTED) == texts(NESTED.replace("\n", "\r"))


def test_a_heading_by_an_underline_stands_above_its_blocks_d27() -> None:
    assert texts("Tools\n=====\n\n## pnpm\n\nbody\n") == {("Tools", "pnpm"): "# Tools\n## pnpm\n\nbody\n"}
    assert texts("Two\nlines\n---\n\nbody\n") == {("Two lines",): "Two\nlines\n---\n\nbody\n"}


def test_A16_what_is_hidden_is_in_no_text_and_divides_a_word() -> None:
    assert texts("# A %%x%%\n\nfoo%%secret%%bar\n\n## B\n\nsaid\n\n## C\n\n%%all hidden%%\n") == {
        ("A",): "# A  \n\nfoo bar\n",
        ("A", "B"): "# A\n## B\n\nsaid\n",
    }


# -- what is shown


def shown(text: str, words: str, crumb: tuple[str, ...] | None = None, most: int = 1000) -> tuple[str, bool]:
    page = page_of(text)
    block = next(block for block in page.blocks if crumb is None or block.crumb == crumb)
    found = quote(page, block, words.split(), most)
    assert page.text[found.start : found.end].replace("\r\n", "\n").replace("\r", "\n") == found.text
    assert found.line == page.text.count("\n", 0, found.start) + 1
    return found.text, found.cut


@pytest.mark.parametrize("length", [900, 1000])
def test_a_block_of_up_to_a_thousand_characters_is_shown_whole_d35(length: int) -> None:
    text = "# A\n\n" + "x" * (length - 5)
    assert shown(f"{text}\n", "x") == (text, False)


def test_of_a_longer_block_two_hundred_characters_round_the_keyword_are_shown_d35() -> None:
    text = f"# A\n\n{'x' * 500} Needle {'y' * 489}"
    assert len(text) > 1000
    found, is_cut = shown(text, "needle")
    assert is_cut
    assert len(found) == 200
    assert 90 <= found.index("Needle") <= 100


def test_the_window_is_round_the_first_keyword_that_the_block_holds_d35() -> None:
    text = f"# A\n\nsecond{' x' * 600} first{' y' * 300}"
    assert "first" in shown(text, "ghost first second")[0]
    assert shown(text, "ghost second first")[0].startswith("# A\n\nsecond")


def test_a_keyword_with_marks_in_the_text_is_found_where_it_stands_d35() -> None:
    text = f"# A\n\n{'x ' * 400}`foo`**bar** {'y ' * 300}"
    assert "`foo`**bar**" in shown(text, "foobar")[0]


def test_without_a_keyword_in_the_block_itself_its_beginning_is_shown_d35() -> None:
    text = f"# Needle\n\n## B\n\n{'x ' * 600}"
    assert shown(text, "needle", ("Needle", "B"))[0].startswith("## B\n\nx x")


def test_no_visible_character_is_cut_d35() -> None:
    family = "👨\u200d👩\u200d👧"
    found, is_cut = shown(f"# A\n\n{family * 150} needle {family * 150}", "needle")
    assert is_cut
    assert set(found.replace(" needle ", "").split(family)) == {""}


def test_what_is_shown_keeps_to_a_smaller_bound_of_the_person() -> None:
    found, is_cut = shown("# A\n\n" + "x " * 100, "x", most=60)
    assert is_cut
    assert len(found) == 60


def test_A16_what_is_shown_stands_on_the_side_of_a_comment_that_holds_the_keyword() -> None:
    assert shown("# A\n\nbefore %%secret%% needle after\n", "needle") == (" needle after", True)


@given(st.text("ab 日`*\n\r😀e\u0301", max_size=2400), st.sampled_from(["a", "日", "ab", "zz"]))
def test_what_is_shown_is_one_slice_of_the_page_and_within_its_bound_d35(text: str, word: str) -> None:
    page = page_of(text)
    for each in cut(page):
        found = quote(page, each.block, [word], 1000)
        assert page.text[found.start : found.end].replace("\r\n", "\n").replace("\r", "\n") == found.text
        assert found.text.strip()
        assert len(found.text) <= (200 if found.cut else 1000)
