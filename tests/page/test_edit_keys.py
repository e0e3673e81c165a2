"""Edits of header keys: one line changes, all other bytes and values stay, and what is not certain is refused."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings, strategies as st

from vademecum.address import Address
from vademecum.errors import EditError
from vademecum.page.edit import remove_key, set_key
from vademecum.page.model import Page
from vademecum.page.parse import parse

TIDY = """---
# hand-made, keep
status:   draft      # by hand
tags: [b/two, a/one]
quoted: 'single'
date: 2026-06-29
long: {long}
---

Body stays.{hard_break}
Two spaces above.
""".format(hard_break="  ", long="a line far longer than eighty columns that no dumper may fold " * 2)

line_text = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=12)
syntax = st.sampled_from(
    [": ", " #", "#", "*x", "&", "!", "%", "@", "`", "[[X]]", "{", "- ", "? ", "'", '"', "\\", "yes", "~", ""]
)
values = st.lists(st.one_of(line_text, syntax), max_size=4).map("".join)


def page(text: str | bytes) -> Page:
    raw = text if isinstance(text, bytes) else text.encode()
    return parse(Address("notes", "page"), raw)


def set_text(text: str, key: str, value: str | list[str]) -> str:
    return set_key(page(text), key, value).decode()


def header(values: str) -> str:
    return f"---\n{values}\n---\nBody.\n"


def test_A08_one_word_changes_and_every_other_byte_stays() -> None:
    assert set_text(TIDY, "status", "done") == TIDY.replace("draft", "done")


def test_A08_the_old_quotes_stay_where_the_new_value_allows() -> None:
    assert set_text(TIDY, "quoted", "it's: two") == TIDY.replace("'single'", "'it''s: two'")
    assert set_text(header('a: "x"'), "a", 'say "hi"') == header(r'a: "say \"hi\""')


def test_A08_a_list_keeps_its_layout_and_the_spelling_of_what_stays() -> None:
    assert set_text(TIDY, "tags", ["a/one", "c"]) == TIDY.replace("[b/two, a/one]", "[a/one, c]")
    block = header("tags: # mine\n  - 'a'\n  - b\nz: 1")
    assert set_text(block, "tags", ["b", "c: d", "a"]) == header("tags: # mine\n  - b\n  - \"c: d\"\n  - 'a'\nz: 1")
    spread = header('tags: [a,\n  "b"] # two\nz: 1')
    assert set_text(spread, "tags", ["b", "c"]) == header('tags: ["b", c] # two\nz: 1')


def test_a_block_value_is_replaced_whole() -> None:
    assert set_text(header("d: |\n  one\n\n  two\nz: 1"), "d", "new") == header("d: new\nz: 1")
    assert set_text(header("d: >-\n  one\nz: 1"), "d", ["a", "b"]) == header("d: [a, b]\nz: 1")
    assert set_text(header("d: # why\n- a\n- b\nz: 1"), "d", "new") == header("d: new # why\nz: 1")
    assert set_text(header("d: one\n  two\nz: 1"), "d", "new") == header("d: new\nz: 1")


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_A05_line_ends_and_byte_order_mark_stay(end: str, mark: bytes) -> None:
    raw = mark + "---\na: 1\nb: 2\n---\nBody \n".replace("\n", end).encode()
    assert set_key(page(raw), "a", "3") == raw.replace(b"a: 1", b"a: 3")
    assert set_key(page(raw), "c", "4") == raw.replace(b"b: 2", f"b: 2{end}c: 4".encode())
    assert remove_key(page(raw), "a") == raw.replace(f"a: 1{end}".encode(), b"")


def test_an_utf16_page_stays_utf16() -> None:
    raw = "\ufeff---\na: ä\n---\n".encode("utf-16-le")
    assert set_key(page(raw), "a", "ö") == "\ufeff---\na: ö\n---\n".encode("utf-16-le")


@pytest.mark.parametrize(
    ("body", "end"), [("Body.\n", "\n"), ("", "\n"), ("Body.\r\n", "\r\n"), ("---\n\nA rule first.\n", "\n")]
)
def test_a_page_without_a_header_gets_one_on_top(body: str, end: str) -> None:
    assert set_text(body, "a", "1") == f"---{end}a: 1{end}---{end}{body}"


def test_the_new_header_stands_after_the_byte_order_mark() -> None:
    assert set_key(page(b"\xef\xbb\xbfBody\n"), "a", "1") == b"\xef\xbb\xbf---\na: 1\n---\nBody\n"


def test_an_empty_value_is_filled_before_its_comment() -> None:
    assert set_text(header("aliases:\nb: 1"), "aliases", ["x"]) == header("aliases: [x]\nb: 1")
    assert set_text(header("a:   # none yet"), "a", "x") == header("a: x   # none yet")


def test_M4_a_key_of_a_nested_map_is_set_in_its_own_layout() -> None:
    nested = header("metadata:\n    seed: false # yet\n    other: x\nz: 1")
    assert set_text(nested, "metadata.seed", "true") == nested.replace("false", "true")
    assert set_text(nested, "metadata.new", "y") == nested.replace("other: x", "other: x\n    new: y")
    flow = header("metadata: {seed: false }")
    assert set_text(flow, "metadata.seed", "a, b") == header('metadata: {seed: "a, b" }')
    assert set_text(flow, "metadata.new", "y") == header("metadata: {seed: false, new: y }")


def test_M4_a_nested_map_that_is_not_there_is_made() -> None:
    assert set_text(header("a: 1"), "metadata.seed", "true") == header("a: 1\nmetadata:\n  seed: true")
    assert set_text(header("metadata:\nz: 1"), "metadata.seed", "true") == header("metadata:\n  seed: true\nz: 1")


def test_a_key_with_a_dot_of_its_own_is_no_path() -> None:
    assert set_text(header("a.b: 1\na:\n  b: 2"), "a.b", "3") == header("a.b: 3\na:\n  b: 2")


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("Release train: Thursday slot", '"Release train: Thursday slot"'),
        ("issue #4", '"issue #4"'),
        ("a#b", "a#b"),
        ("*star", '"*star"'),
        ("[[Page]]", '"[[Page]]"'),
        ("see [[Page]]", "see [[Page]]"),
        ("no", "no"),
        ("true", "true"),
        ("2026-06-29", "2026-06-29"),
        ("007", "007"),
        ("", '""'),
        (" spaces ", '" spaces "'),
        ("-", '"-"'),
        ("-5", "-5"),
        ("http://x.org:80/", "http://x.org:80/"),
        ("ends:", '"ends:"'),
        ('C:\\x "y"', 'C:\\x "y"'),
        ('say: "hi"', "'say: \"hi\"'"),
        ("two\nlines", '"two\\nlines"'),
        ("\u2028", '"\\u2028"'),
        ("潮汐 🚀", "潮汐 🚀"),
    ],
)
def test_A01_a_value_is_quoted_when_yaml_needs_it(value: str, written: str) -> None:
    assert set_text(header("a: 1"), "k", value) == header(f"a: 1\nk: {written}")


def test_A09_wikilinks_in_lists_are_quoted_and_never_nested() -> None:
    links = ["[[X]]", "see [[Y]]", "plain"]
    assert set_text(header("a: 1"), "k", links) == header('a: 1\nk: ["[[X]]", "see [[Y]]", plain]')
    assert set_text(header("k:\n  - a"), "k", links) == header('k:\n  - "[[X]]"\n  - "see [[Y]]"\n  - plain')
    assert set_text(header("parent: [[Gamma]]"), "parent", "[[X]]") == header('parent: "[[X]]"')


@settings(max_examples=80, deadline=None)
@given(values, st.sampled_from(["status", "quoted", "tags", "new", "meta.k"]))
def test_A01_any_value_reads_back_and_no_other_changes(value: str, key: str) -> None:
    changed = page(set_key(page(TIDY), key, value))
    before, after = read(TIDY), read(changed.text)
    parent, dot, child = key.partition(".")
    assert after == before | {parent: {child: value} if dot else value}
    assert changed.body == page(TIDY).body
    assert changed.meta == after


@settings(max_examples=60, deadline=None)
@given(st.lists(values, max_size=4), st.sampled_from(["tags: [x]", "tags:\n  - x", "tags: x", "tags:", "z: 1"]))
def test_A01_any_list_reads_back_in_every_layout(items: list[str], old: str) -> None:
    changed = set_text(header(f"{old}\nlast: 1"), "tags", items)
    assert read(changed)["tags"] == items
    assert read(changed)["last"] == "1"


def read(text: str) -> dict[str, object]:
    """The header as an all-strings YAML reader of someone else sees it."""
    values = yaml.load(text.split("---\n")[1], Loader=yaml.BaseLoader)  # noqa: S506  # it makes strings only
    assert isinstance(values, dict)
    return values


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("---\ntitle: Plan B: the other one\ntags: [x\n---\n# Body\n", "line 2 is not valid YAML"),
        ("---\ntitle: Never closed\n\nBody.\n", "no closing ---"),
        (header("k: 1\nk: 2"), "on lines 2, 3"),
        (header("a: &x 1\nk: *x"), "aliases"),
        (header("k: [a, # one\n  b]"), "comments inside"),
        (header("k:\n  - a # one\n  - b"), "comments inside"),
        (header("k:\n  - a # one"), "comments inside"),
        (header("k: | # why\n  a"), "comments inside"),
        (header("k:\n  x: 1"), "is a map"),
        (header("{k: 1, m: 2}").replace("\nBody", "\n\nBody"), "within braces"),
        ("---\na: 1\n---\n\n---\nk: 1\n---\n", "two headers"),
    ],
)
def test_A03_what_has_no_certain_extent_is_refused(text: str, said: str) -> None:
    with pytest.raises(EditError) as raised:
        set_text(text, "k", "new")
    assert said in raised.value.message
    assert raised.value.hint


@pytest.mark.parametrize("text", ["---\n\n</a>a: b\n\n---\n", "x\n\ny\n---\n"])
def test_a_change_after_which_the_header_is_none_is_refused(text: str) -> None:
    with pytest.raises(EditError, match="without touching more"):
        set_text(text, "+", ["x", ""])


def test_a_key_is_not_removed_when_the_rest_would_be_no_header() -> None:
    with pytest.raises(EditError, match="without touching more"):
        remove_key(page("---\n?\na: b\n\n---\nx\n"), "a")


def test_a_key_below_a_plain_value_is_refused() -> None:
    with pytest.raises(EditError, match="'a' in the header is no map"):
        set_text(header("a: 1"), "a.b", "x")


@pytest.mark.parametrize("key", ["", " ", "a\nb: 1"])
def test_what_is_no_key_is_refused(key: str) -> None:
    with pytest.raises(EditError, match=r"can't be a header key\nhint: "):
        set_text(header("a: 1"), key, "x")


def test_A42_a_page_that_is_not_all_text_is_refused() -> None:
    odd = page("---\na: caf\xe9\n---\n".encode("latin-1"))
    with pytest.raises(EditError, match="not valid utf-8"):
        set_key(odd, "a", "x")
    with pytest.raises(EditError, match="not valid utf-8"):
        remove_key(odd, "a")


def test_half_a_surrogate_pair_is_refused_as_a_value() -> None:
    with pytest.raises(EditError):
        set_text(header("a: 1"), "a", "\ud800")


@pytest.mark.parametrize(
    ("before", "key", "after"),
    [
        ("# top\na: 1 # one\nb: 2", "a", "# top\nb: 2"),
        ("a:\n  - x\n  - y\n\nb: 2", "a", "\nb: 2"),
        ("a: |\n  x\n  y\nb: 2", "a", "b: 2"),
        ("m:\n  a: 1\n  b: 2\nz: 3", "m.a", "m:\n  b: 2\nz: 3"),
        ("m:\n  a: 1\nz: 3", "m.a", "z: 3"),
        ("m:\n  a: 1\nz: 3", "m", "z: 3"),
    ],
)
def test_a_removed_key_takes_its_own_lines_only(before: str, key: str, after: str) -> None:
    assert remove_key(page(header(before)), key).decode() == header(after)


@pytest.mark.parametrize(
    ("text", "key", "said"),
    [
        (header("a: 1\nc: 2"), "b", "no key 'b'\nhint: its keys are: a, c"),
        (header("m: {a: 1, b: 2}"), "m.a", "shares its line"),
        ("Body.\n", "a", "no header"),
    ],
)
def test_a_key_that_is_not_there_or_not_alone_is_not_removed(text: str, key: str, said: str) -> None:
    with pytest.raises(EditError, match=said):
        remove_key(page(text), key)
