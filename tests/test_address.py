"""Addresses: what is written can be read back to the character, and what can't be meant is refused."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given, settings, strategies as st

from vademecum.address import MOUNT_MAX, Address, check_mount, parse
from vademecum.errors import AddressError

ODD = (
    ".md",
    "#",
    ":",
    "~",
    "~2",
    " > ",
    ">",
    "^",
    "%",
    "%20",
    "%-",
    " ",
    "\u3000",
    "\n",
    "\x85",
    "\u2028",
    "/",
    "🚀",
    "é",
)
texts = st.lists(st.one_of(st.sampled_from(ODD), st.text(max_size=4)), max_size=5).map("".join)
names = texts.map(lambda text: unicodedata.normalize("NFC", text)).filter(bool)
mounts = st.text(st.characters(categories=["L", "Nd"], include_characters="-_"), min_size=1, max_size=MOUNT_MAX)
addresses = st.builds(
    Address, mounts, names, st.lists(texts, max_size=3).map(tuple), st.integers(min_value=1, max_value=99)
)


@settings(max_examples=120, deadline=None)
@given(addresses)
@example(Address("m", " x .md "))
@example(Address("m", "x", ("",)))
@example(Address("m", "x", ("^not an id", "")))
@example(Address("m", "x", ("a > b", " c~2 "), 2))
def test_parse_undoes_str_for_any_name_and_heading(address: Address) -> None:
    assert parse(str(address)) == address


@settings(max_examples=50, deadline=None)
@given(addresses)
def test_an_address_is_one_line_without_spaces_at_its_ends(address: Address) -> None:
    text = str(address)
    assert text.splitlines() == [text.strip()]


@settings(max_examples=50, deadline=None)
@given(addresses, addresses)
def test_different_addresses_are_written_differently(one: Address, two: Address) -> None:
    assert (str(one) == str(two)) == (one == two)


@settings(max_examples=50, deadline=None)
@given(st.text(max_size=20))
def test_any_text_is_an_address_or_an_address_error(text: str) -> None:
    try:
        address = parse(text, "notes")
    except AddressError:
        return
    assert parse(str(address)) == address


def test_a_hand_written_address_is_read_with_its_md_and_spaces() -> None:
    expected = Address("notes", "trips/rome", ("Day 1", "Food"), 2)
    assert parse("notes: trips/rome.md #Day 1 > Food~2") == expected
    assert parse("trips/rome#Day 1 > Food~2", "notes") == expected


def test_a_percent_that_starts_no_escape_stands_for_itself() -> None:
    assert parse("notes:100% wool").name == "100% wool"
    assert str(parse("notes:100% wool")) == "notes:100%25 wool"


def test_a_decomposed_name_is_read_as_the_composed_one() -> None:
    assert parse("notes:Re\u0301sume\u0301").name == "Résumé"


def test_a_block_id_is_kept_apart_from_a_heading_that_looks_like_one() -> None:
    by_id = Address("notes", "rome", block_id="b1")
    assert parse("notes:rome#^b1") == by_id
    assert str(Address("notes", "rome", ("^b1",))) == "notes:rome#%5Eb1"
    assert by_id.is_block
    assert by_id.page == Address("notes", "rome")


def test_the_second_untitled_block_and_the_page_are_told_apart() -> None:
    page = Address("notes", "rome")
    assert not page.is_block
    assert page.block((), 2).is_block
    assert page.block(("Food",)) == Address("notes", "rome", ("Food",))
    assert parse(str(page.block((), 2))) == page.block((), 2)


def test_addresses_sort_by_mount_name_and_place_with_and_without_ids() -> None:
    ordered = [
        Address("a", "x"),
        Address("a", "x", block_id="b1"),
        Address("a", "x", ("Food",)),
        Address("a", "x", ("Food",), 2),
        Address("a", "y"),
        Address("b", "x"),
    ]
    shuffled = [*ordered[3:], *ordered[:3]]
    assert sorted(shuffled) == ordered
    assert ordered[0] <= ordered[1]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("rome", "names no mount"),
        ("", "names no mount"),
        ("notes:", "names no page"),
        ("notes:  .md", "names no page"),
        ("no tes:rome", "has ' '"),
        (":rome", "1 to 32 characters"),
        ("notes:%FF", "broken percent escape"),
        ("notes:rome#a > %FF", "broken percent escape"),
        ("notes:rome#Food~x", "counts blocks with 'x'"),
        ("notes:rome#Food~0", "counts blocks with '0'"),
        ("notes:rome#Food~٣", "counts blocks"),
        ("notes:rome#~" + "9" * 5000, "counts blocks"),
        ("notes:rome#^ ", "names no block after ^"),
        ("notes:rome#^b1\n- forged", "names no block after ^"),
    ],
)
def test_what_is_no_address_is_refused_with_the_reason(text: str, said: str) -> None:
    with pytest.raises(AddressError) as raised:
        parse(text)
    assert said in raised.value.message


@pytest.mark.parametrize("name", ["user", "Haus-2", "项目", "a_b", "x" * MOUNT_MAX])
def test_a_mount_name_of_letters_digits_and_dashes_is_kept(name: str) -> None:
    assert check_mount(name) == name


@pytest.mark.parametrize("name", ["", "a b", "a:b", "a/b", "a#b", "a.b", "x" * (MOUNT_MAX + 1)])
def test_a_mount_name_that_would_break_an_address_is_refused(name: str) -> None:
    with pytest.raises(AddressError):
        check_mount(name)
