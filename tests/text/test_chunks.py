"""A text is cut into the same chunks whichever of the quick ways it goes."""

from __future__ import annotations

from itertools import chain

import pytest
from hypothesis import given, strategies as st

from vademecum.text import index_terms
from vademecum.text.chunks import SIGNS, UNSPACED, chunks, is_sign

# Letters, joiners, blanks, quotes, accents, signs of all kinds, and what the marks of runs are written with.
PARTS = st.sampled_from([
    "a", "B", "7", ".", "..", "-", "//", "/", "'", "#", "+", "\\", " ", "\n", "\t", "\x01", "\x02", "\x03", "\x05", "é",
    "e\u0301", "’", "“", "—", "…", "\u00ad", "\u2028", "漢", "汉", "予", "字", "カ", "ｶﾞ", "한", "ㅏ", "。", "，", "ไ",
    "ท", "မ", "ﬁ", "㍿", "Ⅳ", "𝔘", "😀", "अ", "ि", "\ud800",
])  # fmt: skip
TEXTS = st.lists(PARTS, max_size=40).map("".join)


@given(TEXTS)
def test_a_text_has_the_terms_and_the_length_of_its_chunks(text: str) -> None:
    said = [index_terms(chunk.lstrip(SIGNS + UNSPACED)) for chunk in chunks(text)]
    found, words = index_terms(text)
    assert (found, words) == (list(chain.from_iterable(terms for terms, _ in said)), sum(count for _, count in said))


@pytest.mark.parametrize("code", range(0x80))
def test_an_ascii_character_means_the_same_in_a_text_of_ascii_and_in_any_other(code: int) -> None:
    text = f"a{chr(code)}b"
    assert chunks(f"{text} 字") == [*chunks(text), f"{SIGNS}字"]
    assert chunks(f"{text} {'漢字' * 40}")[:-1] == chunks(text)


def test_a_few_quotes_and_dashes_in_a_long_text_are_what_they_are_in_a_short_one() -> None:
    short = "it’s “so” — naïve "
    assert chunks(short * 40) == chunks(short) * 40 == ["it's", "so", "naive"] * 40


def test_a_sign_is_told_from_a_letter() -> None:
    assert [is_sign(character) for character in "字カ한ไa’é"] == [True, True, True, True, False, False, False]
