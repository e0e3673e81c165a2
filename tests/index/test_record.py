from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, strategies as st

from vademecum.index.contract import Fields
from vademecum.index.record import _FEW, MAX_COUNT, ONCE, Counts, frequencies, named, pack, tally, unpack
from vademecum.index.rows import engine_text, recorded_text, shared_text

# Terms that begin, end or hold one another, and characters that mean something in a record's neighbourhood.
CLOSE = ["a", "aa", "aaa", "ab", "ba", "aba", "0", "1", "0a", "c++", "c", "+", '"', "a\u00a0b", "é", "中", "中国", "国"]
WORDS = st.one_of(
    st.sampled_from(CLOSE), st.text(st.characters(min_codepoint=33, exclude_categories=["Cs"]), min_size=1, max_size=6)
)
FIELDS = st.builds(Fields, *(st.lists(WORDS, max_size=12) for _ in range(5)))


def naive(fields: Fields, term: str) -> Counts:
    title, headings, tags, summary, body = (list(field).count(term) for field in fields)
    return title, headings, tags, summary, body


def naive_found(fields: Fields, terms: Sequence[str]) -> list[tuple[int, Counts]]:
    counted = [(place, naive(fields, term)) for place, term in enumerate(terms)]
    return [each for each in counted if any(each[1])]


@given(FIELDS)
def test_unpacking_gives_back_what_was_packed(fields: Fields) -> None:
    terms = {term for field in fields for term in field}

    once, often = unpack(pack(fields))
    assert dict.fromkeys(once, ONCE) | dict(often) == {term: naive(fields, term) for term in terms}
    assert not set(once) & set(often)


@given(FIELDS, st.lists(WORDS, unique=True, max_size=10))
def test_a_few_terms_are_found_as_often_as_they_occur(fields: Fields, terms: list[str]) -> None:
    assert frequencies(pack(fields), terms) == naive_found(fields, terms)


@given(FIELDS, st.lists(WORDS, unique=True, max_size=5))
def test_many_terms_are_found_as_often_as_they_occur(fields: Fields, more: list[str]) -> None:
    terms = list(dict.fromkeys([*CLOSE, *more, *(f"absent{number}" for number in range(_FEW))]))

    assert frequencies(pack(fields), terms) == naive_found(fields, terms)


@given(FIELDS, st.lists(WORDS, max_size=12), st.lists(WORDS, max_size=12))
def test_what_a_page_has_in_common_is_counted_once_for_all_its_blocks(
    fields: Fields, headings: list[str], body: list[str]
) -> None:
    common = named(fields)
    other = fields._replace(headings=headings, body=body)

    assert [tally(fields, common), tally(other, common)] == [tally(fields), tally(other)]


def test_counts_stop_at_the_bound() -> None:
    record = pack(Fields(title=["many"] * (MAX_COUNT + 1), body=["many"] * MAX_COUNT))

    assert frequencies(record, ["many"]) == [(0, (MAX_COUNT, 0, 0, 0, MAX_COUNT))]


@pytest.mark.parametrize("term", ["", "two words", "tab\there", "line\nend", "\x1e", "\x1f", "half \ud800"])
def test_what_is_no_term_is_refused_when_packed_and_never_found(term: str) -> None:
    with pytest.raises(ValueError):
        pack(Fields(body=["sound", term]))

    assert frequencies(pack(Fields(body=["two", "words", "sound"])), [term, "sound"]) == [(1, (0, 0, 0, 0, 1))]


def test_a_block_without_terms_has_a_record() -> None:
    assert unpack(pack(Fields())).terms == []
    assert frequencies(pack(Fields()), ["a", " "]) == []


@given(FIELDS.filter(any))
def test_the_engine_is_given_what_the_record_says_whatever_the_order(fields: Fields) -> None:
    given_now = engine_text(fields, shared_text(fields))
    assert given_now is not None
    assert sorted(filter(None, given_now.split(" "))) == sorted(
        filter(None, recorded_text(unpack(pack(fields))).split(" "))
    )


def test_the_engine_is_given_no_more_of_a_term_than_its_record_says() -> None:
    fields = Fields(title=["many"], body=["many"] * (MAX_COUNT + 1))
    assert engine_text(fields, shared_text(fields)) is None
    assert recorded_text(unpack(pack(fields))).split() == ["many"] * (3 + MAX_COUNT)


@pytest.mark.parametrize("term", ["", "two words", "\x1e", "\x1f", "half \ud800", "\udc80"])
def test_what_is_no_term_is_refused_in_a_heading_too(term: str) -> None:
    with pytest.raises(ValueError):
        pack(Fields(headings=["sound", term], body=["a"] * 90))
