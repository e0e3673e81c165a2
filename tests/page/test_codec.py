"""Bytes to text and back."""

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.errors import EditError
from vademecum.page.codec import decode, encode
from vademecum.page.model import Codec


@settings(deadline=None)
@given(st.binary(max_size=60) | st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_what_was_read_exactly_is_written_back_byte_for_byte(raw: bytes) -> None:
    text, codec, _ = decode(raw)
    if codec.exact:
        assert encode(text, codec) == raw
    else:
        assert "\ufffd" in text


@settings(deadline=None)
@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40), st.sampled_from(["utf-16-le", "utf-16-be"]))
def test_A42_utf16_with_a_mark_is_read_exactly_and_named(text: str, encoding: str) -> None:
    raw = ("\ufeff" + text).encode(encoding)
    found, codec, problems = decode(raw)
    assert (found, codec.encoding, codec.exact) == (text, encoding, True)
    assert encode(found, codec) == raw
    assert problems[0].code == "utf-16"


def test_A05_a_byte_order_mark_leaves_the_text_and_comes_back() -> None:
    raw = b"\xef\xbb\xbf---\r\ntitle: x\r\n---\r\n"
    text, codec, problems = decode(raw)
    assert text.startswith("---\r\n")
    assert codec == Codec("utf-8", b"\xef\xbb\xbf", "\r\n")
    assert encode(text, codec) == raw
    assert problems == ()


def test_A42_a_legacy_byte_is_replaced_and_named_by_line_and_column() -> None:
    text, codec, (problem,) = decode(b"ok\rna\xefve godwit\n")
    assert text == "ok\rna\ufffdve godwit\n"
    assert not codec.exact
    assert (problem.code, problem.line, problem.column) == ("undecodable", 2, 3)


def test_A42_surrogate_bytes_are_not_utf8() -> None:
    text, codec, problems = decode(b"\xed\xa0\xbd\xed\xb8\x80 knot")
    assert text.endswith(" knot")
    assert not codec.exact
    assert [problem.code for problem in problems] == ["undecodable"]


def test_A42_a_nul_character_stays_and_is_reported() -> None:
    text, codec, (problem,) = decode(b"one\nbefore\0after")
    assert text == "one\nbefore\0after"
    assert codec.exact
    assert (problem.code, problem.line, problem.column) == ("nul", 2, 7)


def test_A42_an_inexact_page_is_never_encoded() -> None:
    text, codec, _ = decode(b"\xff")
    with pytest.raises(EditError, match="not valid utf-8"):
        encode(text, codec)


def test_half_a_surrogate_pair_is_refused_with_its_place() -> None:
    with pytest.raises(EditError, match="line 2, column 1"):
        encode("a\n\ud800", Codec())


def test_the_majority_names_the_line_end() -> None:
    assert decode(b"a\r\nb\r\nc\n")[1].newline == "\r\n"
    assert decode(b"a\rb\rc\n")[1].newline == "\r"
    assert decode(b"a\nb\nc\r")[1].newline == "\n"
    assert decode(b"")[1].newline == "\n"
