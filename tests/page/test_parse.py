"""A whole page from its bytes."""

from unicodedata import normalize

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.address import Address
from vademecum.page import parse
from vademecum.page.model import Page, digest_of

PIECES = (
    "---\n", "---", "\n", "\r\n", "\r", "# ", "## h\n", "a", "[[b]]", "![[c#d|e]]", "`", "```\n", "%%", "\u2028",
    "\x85", "\0", "> ", "- ", "    ", "\t", "<!--", "-->", "<div>", "[x](y)", "[x]: y\n", "^id\n", "#tag",
    "title: x\n", "tags: [a]\n", "===\n", "\\", "é", "\ufeff", "\x0b", "\x0c", "1. ", " ", "|", ": ", "*x\n",
)  # fmt: skip


def page_of(text: str, name: str = "canal/lock gate") -> Page:
    return parse(Address("m", name), text.encode())


def codes(page: Page) -> list[str]:
    return [problem.code for problem in page.problems]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_blocks_cover_the_body_in_order_without_overlap(text: str) -> None:
    page = page_of(text)
    reached = page.body_start
    for block in page.blocks:
        assert block.start == reached or not page.text[reached : block.start].strip()
        assert block.start < block.end
        assert page.text_of(block) == page.text[block.start : block.end]
        reached = block.end
    assert not page.text[reached:].strip()
    places = [(block.crumb, block.nth) for block in page.blocks]
    assert len(set(places)) == len(places)


@settings(max_examples=120, deadline=None)
@given(st.binary(max_size=80) | st.text(max_size=60).map(str.encode))
def test_any_bytes_make_a_page_and_stay_as_they_are(raw: bytes) -> None:
    page = parse(Address("m", "x"), raw)
    assert page.raw == raw
    assert page.digest == digest_of(raw)
    assert page.body == page.text[page.body_start :]


@settings(max_examples=120, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join).filter(lambda text: "\r" not in text))
def test_line_ends_change_no_block(text: str) -> None:
    def outline(page: Page) -> list[object]:
        return [(block.crumb, block.nth, block.level, block.line, block.ids) for block in page.blocks]

    page, pair = page_of(text), page_of(text.replace("\n", "\r\n"))
    assert outline(page) == outline(pair)
    assert [(link.target, link.line) for link in page.links] == [(link.target, link.line) for link in pair.links]
    assert (page.tags, page.title, codes(page)) == (pair.tags, pair.title, codes(pair))


def test_blocks_have_paths_counts_lines_and_ids() -> None:
    page = page_of("---\ntitle: T\n---\nlead\n\n# A\n\n## B\nx ^one\n## B\ny ^two\n### C\n# A\n## B\n")
    assert [(block.crumb, block.nth, block.level, block.line, block.ids) for block in page.blocks] == [
        ((), 1, 0, 4, ()),
        (("A",), 1, 1, 6, ()),
        (("A", "B"), 1, 2, 8, ("one",)),
        (("A", "B"), 2, 2, 10, ("two",)),
        (("A", "B", "C"), 1, 3, 12, ()),
        (("A",), 2, 1, 13, ()),
        (("A", "B"), 3, 2, 14, ()),
    ]
    assert page.text_of(page.blocks[2]) == "## B\nx ^one\n"


def test_a_blank_lead_is_no_block_and_an_empty_heading_adds_no_crumb() -> None:
    page = page_of("\n \n# A\n##\ntext\n#\n")
    assert [(block.crumb, block.nth) for block in page.blocks] == [(("A",), 1), (("A",), 2), ((), 1)]
    assert page_of(" \n\n").blocks == ()


def test_a_block_has_the_date_of_its_nearest_dated_heading() -> None:
    page = page_of("# Log 2026-01-02\n## [2026-03-04] fact | x\n### deep\n## 2026-02-30\n# plan-1\n")
    assert [block.date for block in page.blocks] == ["2026-01-02", "2026-03-04", "2026-03-04", "2026-01-02", None]


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("---\ntitle: From title\nname: n\n---\n# H\n", "From title"),
        ("---\nname: from-name\n---\n# H\n", "from-name"),
        ("---\ntitle:\n---\n## Two\n\n# From *heading*\n", "From *heading*"),
        ("## Two only\n", "lock gate"),
        ("", "lock gate"),
    ],
)
def test_the_title_is_of_the_header_the_first_heading_or_the_file(text: str, title: str) -> None:
    assert page_of(text).title == title


def test_header_words_have_two_names_each() -> None:
    first = page_of("---\nsummary: s\ntype: fact\nauthor: Ada\n---\n")
    second = page_of("---\ndescription: d\nby: [Ada, Bo]\n---\n")
    assert (first.summary, first.type, first.author) == ("s", "fact", "Ada")
    assert (second.summary, second.type, second.author) == ("d", None, "Ada, Bo")


@pytest.mark.parametrize(
    ("header", "name", "date"),
    [
        ("date: 2026-04-05\nupdated: 2027-01-01", "x", "2026-04-05"),
        ("date: soon\nmodified: 2026-04-05T09:30:00+08:00\ncreated: 2020-01-01", "x", "2026-04-05"),
        ("date: 2026-13-01\ncreated: 2020-01-01", "x", "2020-01-01"),
        ("date: '[[2026-04-05]]'", "x", "2026-04-05"),
        ("title: x", "2026-11-01/stand-up", "2026-11-01"),
        ("title: x", "2026-11-01 stand-up", "2026-11-01"),
        ("title: x", "2026-02-30", None),
        ("title: x", "project-1", None),
        ("title: x", "12026-11-012", None),
    ],
)
def test_only_a_real_date_is_a_date(header: str, name: str, date: str | None) -> None:
    assert page_of(f"---\n{header}\n---\n", name).date == date


@pytest.mark.parametrize(
    ("header", "tags", "aliases"),
    [
        ("tags: oar, rudder\naliases: Long Boat", ("oar", "rudder"), ("Long Boat",)),
        ("tag: one\nalias: Old Name\naliases:", ("one",), ("Old Name",)),
        ("tags: 'oar rudder #keel'", ("oar", "rudder", "keel"), ()),
        ("tags: ['#Oar', oar, 2024]\naliases: [A, a, B]", ("Oar", "2024"), ("A", "B")),
        ("tags:\n- a/b\n- c\naliases: One, Two", ("a/b", "c"), ("One", "Two")),
        ("tags: []\naliases: ''", (), ()),
        ("tags: {a: b}\naliases: {c: d}", (), ()),
    ],
)
def test_A10_tags_and_aliases_are_read_however_they_are_written(
    header: str, tags: tuple[str, ...], aliases: tuple[str, ...]
) -> None:
    page = page_of(f"---\n{header}\n---\nBody\n")
    assert (page.tags, page.aliases) == (tags, aliases)


def test_tags_of_the_header_come_first() -> None:
    assert page_of("---\ntags: [b]\n---\n#a #B #c\n").tags == ("b", "a", "c")


def test_a_tag_has_one_form_however_it_was_composed() -> None:
    text = "---\ntags: [Été/à]\n---\n#été/À #ete\n"
    assert page_of(normalize("NFD", text)).tags == page_of(text).tags == ("Été/à", "ete")


def test_A01_a_broken_header_still_gives_title_and_tags() -> None:
    page = page_of("---\nname: lock\ntitle: Low water: mind the sill\ntags: [canal]\n---\nBody\n")
    assert (page.title, page.tags, page.body) == ("Low water: mind the sill", ("canal",), "Body\n")
    assert codes(page) == ["header-broken"]


def test_A03_a_second_header_is_no_body() -> None:
    page = page_of("---\nlink: x\n---\n\n---\nname: n\ndescription: what it says\n---\n\n# Body\n")
    assert (page.title, page.summary) == ("n", "what it says")
    assert page.body == "\n# Body\n"
    assert codes(page) == ["header-doubled"]


def test_A04_text_after_a_rule_is_body() -> None:
    page = page_of("---\n\nProse.\n\n---\n\nwalrus\n")
    assert (page.body_start, dict(page.meta), codes(page)) == (0, {}, [])
    unclosed = page_of("---\ntitle: Open\n\nbittern\n")
    assert (unclosed.body_start, codes(unclosed)) == (0, ["header-unclosed"])
    assert "bittern" in unclosed.text_of(unclosed.blocks[0])


def test_A04_a_key_in_the_body_is_prose() -> None:
    page = page_of("---\ntitle: Rules\n---\n\nheron\n\n---\n\nkey: prose\n\n---\n\negret\n")
    assert dict(page.meta) == {"title": "Rules"}
    assert all(word in page.body for word in ("heron", "key: prose", "egret"))


def test_A05_a_windows_page_reads_like_any_other() -> None:
    page = parse(
        Address("m", "x"), b"\xef\xbb\xbf---\r\ntitle: Saved\r\ntags: [win]\r\n---\r\n\r\n# Head\r\n\r\nosprey\r\n"
    )
    assert (page.title, page.tags, page.problems) == ("Saved", ("win",), ())
    assert page.blocks[0].crumb == ("Head",)
    assert page.text_of(page.blocks[0]) == "# Head\r\n\r\nosprey\r\n"


def test_A05_old_mac_line_ends_are_lines() -> None:
    page = parse(Address("m", "x"), b"---\rtitle: Old\r---\r# A\rkite\r## B\r")
    assert page.title == "Old"
    assert [(block.crumb, block.line) for block in page.blocks] == [(("A",), 4), (("A", "B"), 6)]


def test_A06_a_bad_day_hides_no_page() -> None:
    page = page_of("---\ntitle: Bad day\ndue: 2026-13-45\n---\njacana\n")
    assert (page.meta["due"], page.body, codes(page)) == ("2026-13-45", "jacana\n", ["impossible-date"])


def test_A42_every_encoding_gives_a_page() -> None:
    latin = parse(Address("m", "x"), b"---\ntitle: caf\xe9\n---\ngodwit\n")
    wide = parse(Address("m", "x"), "\ufeff---\ntitle: wide\n---\nturnstone\n".encode("utf-16-le"))
    nul = parse(Address("m", "x"), b"---\ntitle: nul\n---\nbefore\0after dunlin\n")
    assert [page.codec.exact for page in (latin, wide, nul)] == [False, True, True]
    assert [codes(page) for page in (latin, wide, nul)] == [["undecodable"], ["utf-16"], ["nul"]]
    assert (wide.title, nul.title) == ("wide", "nul")
    assert "godwit" in latin.body


def test_the_address_of_a_block_gives_the_page() -> None:
    address = Address("m", "x", ("A",), 2)
    assert parse(address, b"# A\n").address == Address("m", "x")
