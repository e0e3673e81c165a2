"""A JSON line as a page: read as forgivingly as other programs' files need it, and changed in one place only."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address
from vademecum.errors import EditError, MatchError, NotFoundError
from vademecum.guards.changes import Addition, Content, Edit, KeyChange, RawText, Replacement
from vademecum.guards.outcome import bytes_after
from vademecum.page import Page, digest_of
from vademecum.page.record import completed, id_of, parse_record, read_record, stamped
from vademecum.visibility import rules_for, why_hidden

FULL = (
    '{"id": "8f14e45f", "scope": "user", "content": "The cafeteria serves soup", "tags": ["food", "#Lunch"],'
    ' "source": {"sessionId": "s1", "seq": 4, "origin": "agent:dsh"}, "createdAt": 1772366400000,'
    ' "updatedAt": 1772452800000, "hits":  3, "superseded": false, "extra": [1.50, "\\u00e9"]}'
)


def page_of(line: str | Mapping[str, object]) -> Page:
    raw = (line if isinstance(line, str) else json.dumps(line)).encode()
    return parse_record(Address("facts", id_of(raw, read_record(raw) or {})), raw)


def after(change: Edit, line: str | Mapping[str, object]) -> dict[str, object]:
    return read_record(bytes_after(change, page_of(line))) or {}


def test_L2_a_record_says_as_a_page_what_its_keys_say() -> None:
    page = page_of(FULL)
    assert (page.text, page.body, page.title) == ("The cafeteria serves soup",) * 3
    assert (page.tags, page.author, page.date) == (("food", "Lunch"), "agent:dsh", "2026-03-02")
    assert [(block.crumb, block.level, page.text_of(block)) for block in page.blocks] == [((), 0, page.text)]
    assert (page.meta["hits"], page.meta["superseded"], page.meta["extra"]) == ("3", "false", ("1.5", "é"))
    assert (page.raw, page.digest) == (FULL.encode(), digest_of(FULL.encode()))
    assert page.problems == ()


@pytest.mark.parametrize(
    ("line", "text", "tags"),
    [
        ({"id": "a", "content": "x", "tags": ["ok", 3, None, "", " ", ["in"], "OK"]}, "x", ("ok",)),
        ({"id": "a", "content": "x", "tags": "no list"}, "x", ()),
        ({"id": "a", "content": "x"}, "x", ()),
        ({"id": "a", "text": "x"}, "x", ()),
        ({"id": "a", "content": None, "text": "x"}, "x", ()),
        ({"id": "a"}, "", ()),
        ({"id": "a", "content": 5}, "", ()),
    ],
)
def test_L2_missing_keys_and_bad_tags_do_not_break_a_record(
    line: dict[str, object], text: str, tags: tuple[str, ...]
) -> None:
    page = page_of(line)
    assert (page.text, page.tags) == (text, tags)
    assert [problem.code for problem in page.problems] == ([] if text else ["record-no-content"])


@pytest.mark.parametrize(("hits", "shown"), [(-4, "0"), (7, "7"), ("many", "0"), (True, "0"), (None, "0")])
def test_L2_hits_that_are_no_count_are_none(hits: object, shown: str) -> None:
    assert page_of({"id": "a", "content": "x", "hits": hits}).meta["hits"] == shown


@pytest.mark.parametrize("superseded", ["true", 1, None, [], False])
def test_L2_only_true_supersedes_a_record(superseded: object) -> None:
    page = page_of({"id": "a", "content": "x", "superseded": superseded, "supersededBy": "b"})
    assert why_hidden("a", page.meta, page.tags, rules_for((), (), ())) is None


@pytest.mark.parametrize("pointer", [{"supersededBy": "b"}, {}, {"supersededBy": None}])
def test_L15_a_superseded_record_is_hidden_from_recall_and_still_opens(pointer: dict[str, object]) -> None:
    page = page_of({"id": "a", "content": "x", "superseded": True, **pointer})
    rules = rules_for((), (), ())
    assert why_hidden("a", page.meta, page.tags, rules) == "superseded"
    assert why_hidden("a", page.meta, page.tags, rules, "open") is None
    assert page.meta["superseded_by"] == (pointer.get("supersededBy") or "unknown")


@pytest.mark.parametrize(
    ("record", "name"),
    [({"id": "é"}, "é"), ({"id": "e\u0301"}, "é"), ({"id": 7}, "7"), ({"id": "a b/c"}, "a b/c")],
)
def test_a_record_is_named_by_its_id(record: dict[str, object], name: str) -> None:
    assert id_of(b"", record) == name


@pytest.mark.parametrize("found", [None, "", " ", True, 1.5, [], "\ud800", "x" * 201])
def test_a_record_without_an_id_that_can_be_said_is_named_by_its_bytes(found: object) -> None:
    first, second = (json.dumps({"id": found, "content": text}).encode() for text in "12")
    names = [id_of(raw, read_record(raw) or {}) for raw in (first, second, first)]
    assert names[0] == names[2] != names[1]
    assert names[0].startswith("noid-")
    assert [problem.code for problem in parse_record(Address("facts", names[0]), first).problems] == ["record-no-id"]


def test_A29_separators_of_other_systems_are_text_like_any_other() -> None:
    text = "pasted\u2028(from a web page\u2029)and\u0085a terminal \x0b\x0c\x1c"
    page = page_of(json.dumps({"id": 1, "text": text}, ensure_ascii=False))
    assert page.text == text
    assert bytes_after(Replacement("terminal", "shell"), page) == page.raw.replace(b"terminal", b"shell")


@given(
    st.dictionaries(
        st.text(max_size=8),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5),
            lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
            max_leaves=5,
        ),
        max_size=6,
    )
)
def test_any_object_is_a_page_that_can_be_kept(record: dict[str, object]) -> None:
    page = page_of(record)
    (
        str(page.address) + page.text + page.title + json.dumps(page.meta, ensure_ascii=False) + "".join(page.tags)
    ).encode()
    assert page.blocks[0].end == len(page.text)


@given(st.text(min_size=1), st.text())
def test_a_changed_text_is_read_back_and_nothing_else_changes(text: str, added: str) -> None:
    if not text.strip():
        return
    line = bytes_after(Content(text), page_of(FULL))
    assert page_of(line.decode()).text == text.removeprefix("\ufeff").strip()
    head, tail = FULL[: FULL.index('"The caf')], FULL[FULL.index(', "tags"') :]
    assert line.decode().startswith(head)
    assert line.decode().endswith(tail)
    if added.strip("\r\n").strip():
        longer = page_of(bytes_after(Addition(added), page_of(line.decode())).decode()).text
        assert longer.startswith(page_of(line.decode()).text)
        assert longer.endswith(added.strip("\r\n"))


@pytest.mark.parametrize(
    ("change", "old", "new"),
    [
        (Content(" soup is off \n"), '"The cafeteria serves soup"', '"soup is off"'),
        (RawText("soup is off\n"), '"The cafeteria serves soup"', '"soup is off"'),
        (Replacement("soup", "tea"), "serves soup", "serves tea"),
        (Replacement("e", "E", every=True), "The cafeteria serves soup", "ThE cafEtEria sErvEs soup"),
        (Addition("on Tuesdays\n"), "serves soup", "serves soup\\non Tuesdays"),
        (KeyChange("tags", ["a", "b"]), '["food", "#Lunch"]', '["a", "b"]'),
        (KeyChange("tags", "a, b"), '["food", "#Lunch"]', '["a", "b"]'),
        (KeyChange("source.origin", "me"), '"agent:dsh"', '"me"'),
        (KeyChange("source.seq", "5"), '"seq": 4', '"seq": 5'),
        (KeyChange("superseded", "true"), '"superseded": false', '"superseded": true'),
        (KeyChange("extra", None), ', "extra": [1.50, "\\u00e9"]', ""),
        (KeyChange("source.seq", None), ' "seq": 4,', ""),
        (KeyChange("type", "fact"), '"\\u00e9"]}', '"\\u00e9"], "type": "fact"}'),
        (KeyChange("a.b", "c"), '"\\u00e9"]}', '"\\u00e9"], "a": {"b": "c"}}'),
    ],
    ids=str,
)
def test_rule_2_a_change_touches_the_characters_that_it_is_about(change: Edit, old: str, new: str) -> None:
    assert FULL.count(old) == 1
    assert bytes_after(change, page_of(FULL)).decode() == FULL.replace(old, new)


def test_the_text_goes_back_under_the_key_that_it_was_read_from() -> None:
    assert after(Content("y"), {"id": 1, "text": "x"}) == {"id": 1, "text": "y"}
    assert after(Content("y"), {"id": 1, "content": None, "text": "x"}) == {"id": 1, "content": None, "text": "y"}
    assert after(Content("y"), {"id": 1}) == {"id": 1, "content": "y"}


def test_L15_superseding_a_record_and_taking_it_back() -> None:
    marked = after(KeyChange("superseded_by", "new-id"), FULL)
    assert (marked["superseded"], marked["supersededBy"]) == (True, "new-id")
    assert after(KeyChange("supersededBy", "x"), marked)["supersededBy"] == "x"
    live = after(KeyChange("superseded_by", None), marked)
    assert live == json.loads(FULL)


@pytest.mark.parametrize(
    ("change", "error"),
    [
        (Content(" \n"), EditError),
        (RawText(""), EditError),
        (Replacement("The cafeteria serves soup", " "), EditError),
        (Replacement("absent", "x"), MatchError),
        (Replacement("e", "E"), MatchError),
        (Addition("\n"), EditError),
        (Addition("x", ("Heading",)), NotFoundError),
        (KeyChange("id", "other"), EditError),
        (KeyChange("createdAt", "1"), EditError),
        (KeyChange("hits", None), EditError),
        (KeyChange("content", "x"), EditError),
        (KeyChange("", "x"), EditError),
        (KeyChange("superseded", "perhaps"), EditError),
        (KeyChange("superseded_by", " "), EditError),
        (KeyChange("source.seq", "many"), EditError),
        (KeyChange("source.seq", "inf"), EditError),
        (KeyChange("absent", None), EditError),
        (KeyChange("source.absent", None), EditError),
    ],
    ids=str,
)
def test_a_change_that_can_not_be_made_is_refused_with_what_to_do(change: Edit, error: type[Exception]) -> None:
    with pytest.raises(error):
        bytes_after(change, page_of(FULL))


def test_a_text_that_is_half_a_character_is_shown_and_never_written_back() -> None:
    page = page_of('{"id": "a", "content": "x\\ud800y", "tags": ["\\udc00"]}')
    assert (page.text, page.tags, page.codec.exact) == ("x\ufffdy", ("\ufffd",), False)
    for change in (Replacement("x", "z"), Addition("more"), Content("new")):
        with pytest.raises(EditError):
            bytes_after(change, page)
    assert read_record(bytes_after(KeyChange("superseded_by", "b"), page)) is not None


def test_a_new_record_has_what_is_given_and_its_store_adds_the_rest() -> None:
    meta = (("date", "2026-03-01"), ("type", "fact"), ("tags", ("a",)), ("author", "agent:dsh"))
    line = bytes_after(Content(" Soup on Tuesdays\n", "Soup on", meta), None, "records")
    whole = read_record(completed(line, "8f14e45f", "user", 1772366400000)) or {}
    assert list(whole.items()) == [
        ("id", "8f14e45f"),
        ("scope", "user"),
        ("content", "Soup on Tuesdays"),
        ("tags", ["a"]),
        ("type", "fact"),
        ("source", {"origin": "agent:dsh"}),
        ("createdAt", 1772366400000),
        ("updatedAt", 1772366400000),
        ("hits", 0),
        ("superseded", False),
    ]
    assert read_record(bytes_after(Addition("x", title="Soup"), None, "records")) == {
        "content": "x",
        "tags": [],
        "title": "Soup",
    }


def test_what_is_not_there_can_not_be_edited() -> None:
    for change in (Replacement("a", "b"), KeyChange("tags", "a"), Addition("x", ("Heading",))):
        with pytest.raises(NotFoundError):
            bytes_after(change, None, "records")
    with pytest.raises(EditError):
        bytes_after(RawText(" "), None, "records")


def test_L7_a_change_carries_its_time_and_an_unnamed_record_gets_its_name() -> None:
    assert stamped(FULL.encode(), "8f14e45f", 5).decode() == FULL.replace("1772452800000", "5")
    assert read_record(stamped(b'{"content": "x"}', "noid-1", 5)) == {"content": "x", "id": "noid-1", "updatedAt": 5}


@pytest.mark.parametrize("raw", [b"null", b"[]", b"", b"\xff", b'{"a": 1}{"b": 2}'])
def test_what_is_no_object_is_no_record(raw: bytes) -> None:
    with pytest.raises(EditError):
        parse_record(Address("facts", "a"), raw)


@pytest.mark.parametrize("value", [10**30, -(10**30), "2026-03-01", True, None, float("inf")])
def test_a_time_that_no_calendar_has_is_no_date(value: object) -> None:
    assert page_of({"id": "a", "content": "x", "createdAt": value}).date is None
