"""Each byte of a file of records is kept, whatever stands in it; records are found wherever they stand whole."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from vademecum.store.record_lines import Lines

BOM = b"\xef\xbb\xbf"
JUNK = st.sampled_from(
    [b"", b" ", b"null", b"[]", b'"text"', b"{", b'{"id": "a", "con', b"\xff\xfe", b"\0\0", b"# notes", b"caf\xc3"]
)
RECORD = st.builds(
    lambda name, text: json.dumps({"id": name, "content": text}, ensure_ascii=False).encode("utf-8", "replace"),
    st.sampled_from("abcdef"),
    st.text(st.characters(codec="utf-8"), max_size=8),
)
FILE = st.builds(
    lambda mark, lines, tail: mark + b"".join(b"".join(line) + end for line, end in lines) + tail,
    st.sampled_from([b"", BOM]),
    st.lists(st.tuples(st.lists(RECORD | JUNK, min_size=1, max_size=2), st.sampled_from([b"\n", b"\r\n"])), max_size=6),
    RECORD | JUNK,
)


def served(data: bytes) -> dict[str, str]:
    lines = Lines.of(data)
    raws = {name: lines.raw(name) for name in lines.places}
    return {name: json.loads(raw)["content"] for name, raw in raws.items() if raw is not None}


def line(name: str, content: str = "x") -> bytes:
    return json.dumps({"id": name, "content": content}).encode()


@given(FILE)
def test_the_lines_of_a_file_hold_each_of_its_bytes(data: bytes) -> None:
    lines = Lines.of(data)
    joined = lines.bom + b"".join(b"".join(p.raw for p in each.pieces) + each.end for each in lines.lines)
    assert joined == lines.data == data


@given(FILE, st.text(max_size=5))
def test_A27_an_added_record_is_served_and_every_byte_before_it_stays(data: bytes, text: str) -> None:
    after = Lines.of(data).added(line("new", text))
    assert after.startswith(data)
    assert served(after) == {**served(data), "new": text}
    assert after.endswith(b"\n")


@given(FILE, st.data())
def test_A27_a_replaced_record_leaves_every_byte_round_it(data: bytes, chosen: st.DataObject) -> None:
    lines = Lines.of(data)
    if not lines.places:
        return
    name = chosen.draw(st.sampled_from(list(lines.places)))
    old, new = lines.raw(name) or b"", line(name, "changed")
    after = lines.replaced(name, new)
    at = after.index(new)
    assert data == after[:at] + old + after[at + len(new) :]
    assert served(after) == {**served(data), name: "changed"}


@given(FILE, st.data())
def test_A27_a_deleted_record_takes_nothing_else_with_it(data: bytes, chosen: st.DataObject) -> None:
    lines = Lines.of(data)
    if not lines.places:
        return
    name = chosen.draw(st.sampled_from(list(lines.places)))
    after = lines.without(name)
    assert served(after) == {each: text for each, text in served(data).items() if each != name}
    others = [p.raw for each in lines.lines for p in each.pieces if p.id != name and p.raw.strip()]
    assert [p.raw for each in Lines.of(after).lines for p in each.pieces if p.raw.strip()] == others


@given(FILE, FILE)
def test_lines_read_with_what_an_earlier_version_left_are_the_same(before: bytes, after: bytes) -> None:
    cached, anew = Lines.of(after, Lines.of(before).cache), Lines.of(after)
    assert (cached.lines, cached.places, cached.repeated) == (anew.lines, anew.places, anew.repeated)


def test_A28_a_last_line_without_an_end_is_ended_before_the_next_record() -> None:
    data = line("1") + b"\n" + line("2")
    after = Lines.of(data).added(line("3"))
    assert after == data + b"\n" + line("3") + b"\n"
    assert [json.loads(each)["id"] for each in after.split(b"\n") if each] == ["1", "2", "3"]


def test_A28_a_file_of_windows_gets_windows_line_ends() -> None:
    data = b'{"id":"1"}\r\n{"id":"2"}'
    assert Lines.of(data).added(b'{"id":"3"}') == data + b'\r\n{"id":"3"}\r\n'


def test_A27_glued_records_are_all_served_and_the_line_is_told() -> None:
    lines = Lines.of(b'{"id": 1, "text": "1"}{"id": 2, "text": "2"}\n{"id": 3, "text": "3"}\n')
    assert list(lines.places) == ["1", "2", "3"]
    assert [(problem.code, problem.place) for problem in lines.problems()] == [("glued-line", "line 1")]
    assert lines.faulty() == [1]
    assert lines.without("1") == b'{"id": 2, "text": "2"}\n{"id": 3, "text": "3"}\n'


@pytest.mark.parametrize(
    "data",
    [
        b'{"id": 1, "text": "1"}\n{"id": 2, "tex\n{"id": 3, "text": "3"}\n',
        b'{"id": 1, "text": "1"}\n{"id": 3, "text": "3"}\n{"id": 4, "text": "caf\xc3',
        BOM + b'{"id": 1, "text": "1"}\r\n\r\n[]\n"text"\nnull\n{"id": 3, "text": "3"}\n    \n',
        b'{"id": 1, "text": "1"} and more\n{"id": 3, "text": "3"}\n',
    ],
    ids=["torn", "torn tail", "mixed", "more than a record"],
)
def test_A27_what_is_no_record_is_told_by_number_and_hides_no_other(data: bytes) -> None:
    lines = Lines.of(data)
    assert list(lines.places) == ["1", "3"]
    told = [
        int(problem.place.removeprefix("line ")) for problem in lines.problems() if problem.code == "malformed-line"
    ]
    assert told == lines.faulty()
    assert told


def test_A29_only_a_newline_ends_a_line() -> None:
    text = "pasted\u2028(from a web page\u2029)and\u0085a terminal \\u000b\\f\\u001c"
    data = f'{{"id": 1, "text": "{text}"}}\n{{"id": 2, "text": "2"}}\n'.encode()
    lines = Lines.of(data)
    assert (list(lines.places), len(lines.lines), list(lines.problems())) == (["1", "2"], 2, [])


def test_the_first_of_equal_ids_is_served_and_the_others_are_told() -> None:
    data = line("a", "first") + b"\n" + line("b") + b"\n" + line("a", "second") + b"\n"
    lines = Lines.of(data)
    assert served(data)["a"] == "first"
    assert [(problem.code, problem.place) for problem in lines.problems()] == [("duplicate-id", "line 3")]
    assert lines.all_raw("a") == (line("a", "first"), line("a", "second"))
    assert lines.without("a") == line("b") + b"\n"
