from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.address import Address
from vademecum.page import Page, parse
from vademecum.recall.snippet import Snippet, snippet
from vademecum.text import query_terms
from vademecum.text.graphemes import can_cut

LOREM = " ".join(f"Sentence {n} speaks of nothing." for n in range(80))


def page_of(text: str) -> Page:
    return parse(Address("notes", "a"), text.encode())


def cut_out(text: str, query: str, limit: int = 120) -> Snippet:
    page = page_of(text)
    return snippet(page, page.blocks[-1], query_terms(query), limit)


def test_a_block_that_fits_is_shown_whole() -> None:
    found = cut_out("# Tide\n\nHigh at noon.\n\n", "tide")
    assert (found.text, found.cut, found.of, found.line) == ("# Tide\n\nHigh at noon.", False, 21, 1)


def test_D35_a_block_of_exactly_the_limit_is_whole_and_one_more_is_cut() -> None:
    assert cut_out("x" * 1000, "x", 1000).text == "x" * 1000
    assert cut_out("x" * 1001, "x", 1000).cut


@pytest.mark.parametrize("limit", [0, -1, -5])
def test_below_one_character_nothing_is_shown(limit: int) -> None:
    for text in ("# Tide\n\nHigh at noon.\n", LOREM):
        found = cut_out(text, "tide", limit)
        assert (found.text, found.cut) == ("", True)


def test_a_long_block_is_shown_round_its_matches_in_whole_sentences() -> None:
    found = cut_out(f"{LOREM} The anchor is rusty. {LOREM}", "rusty anchor")
    assert "The anchor is rusty." in found.text
    assert found.text.startswith("Sentence ")
    assert found.text.endswith("nothing.")


def test_the_place_with_most_of_the_query_wins_over_the_first() -> None:
    found = cut_out(f"An anchor.\n\n{LOREM}\n\nThe anchor chain is rusty.", "rusty anchor chain", 40)
    assert found.text == "The anchor chain is rusty."


def test_a_long_block_without_a_match_is_shown_from_its_beginning() -> None:
    assert cut_out(LOREM, "kite").text.startswith("Sentence 0 speaks")


def test_A21_the_line_points_into_the_file_header_and_all() -> None:
    filler = "\n".join(["nothing here"] * 40)
    found = cut_out(f"---\ntitle: t\n---\n{filler}\nthe ＡＮＣＨＯＲ\n{filler}\n", "anchor", 12)
    assert (found.text, found.line) == ("the ＡＮＣＨＯＲ", 44)


def test_a_snippet_is_found_again_in_the_page_at_its_offsets() -> None:
    page = page_of(f"\ufeff# T\r\n\r\n{LOREM}\r\nthe anchor\r\n{LOREM}")
    found = snippet(page, page.blocks[-1], query_terms("anchor"), 200)
    assert "anchor" in found.text
    assert page.text[found.start : found.end].replace("\r\n", "\n") == found.text


def test_carriage_returns_and_a_byte_order_mark_are_not_shown() -> None:
    found = cut_out("\ufeffone\r\ntwo\rthree", "two")
    assert (found.text, found.cut) == ("one\ntwo\nthree", False)


def test_A16_what_a_comment_hides_is_in_no_snippet() -> None:
    found = cut_out("Before the note. %%secret anchor anchor%% The anchor after it.", "secret anchor")
    assert found.text.strip() == "The anchor after it."
    assert found.cut


def test_A16_a_block_that_is_all_comment_shows_nothing() -> None:
    found = cut_out("%%secret%%", "secret")
    assert (found.text, found.of, found.cut) == ("", 0, False)


def test_A20_a_run_of_signs_is_cut_at_sentences_and_never_inside_a_character() -> None:
    text = "这里没有别的事。" * 40 + "灯塔在岛上。" + "𠮷野家e\u0301👩‍👩‍👧🇯🇵" * 40
    found = cut_out(text, "灯塔", 30)
    assert "灯塔在岛上。" in found.text
    assert len(found.text) <= 30


def test_a_visible_character_longer_than_the_limit_is_left_out_rather_than_cut() -> None:
    assert cut_out("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "x", 3).text == ""


pieces = st.sampled_from(
    [
        "anchor",
        "e\u0301",
        "👩‍👩‍👧",
        "🇯🇵",
        "灯台",
        "。",
        ". ",
        "\r\n",
        "\n",
        "\r",
        " ",
        "%%",
        "word ",
        "\ufeff",
        "한",
        "ก้",
        "# h\n",
    ]
)


@settings(max_examples=150, deadline=None)
@given(st.lists(pieces, max_size=60).map("".join), st.integers(0, 40))
def test_any_snippet_is_a_bounded_verbatim_slice_that_cuts_no_character(text: str, limit: int) -> None:
    page = page_of(text)
    for block in page.blocks:
        found = snippet(page, block, query_terms("anchor 灯台"), limit)
        assert len(found.text) <= limit
        assert found.text == page.text[found.start : found.end].replace("\r\n", "\n").replace("\r", "\n")
        assert block.start <= found.start <= found.end <= block.end
        assert all(found.end <= start or end <= found.start for start, end in page.comments)
        assert found.cut == (len(found.text) < found.of)
        edges = {start for start, _ in page.comments} | {end for _, end in page.comments} | {block.start, block.end}
        assert found.text == "" or all(can_cut(page.text, at) or at in edges for at in (found.start, found.end))
