"""Edits of JSON that are seen in one place only, on texts laid out as people, editors and programs lay them out."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from vademecum.hosts.json_text import NotJsonError, find, put, remove

TABS = '{\n\t"b": 1,\n\t"a": {\n\t\t"x": [1,2]\n\t}\n}'
ODD = '{ "b" :1 ,\r\n      "a":{"x":[ ] } ,"c":\r\n"\\u00e9 }" }\r\n\r\n'
ONE_LINE = '{"b":1,"a":{"x":[1]}}'

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)
objects = st.dictionaries(st.text(max_size=3), values, min_size=1, max_size=4)
layouts = st.sampled_from([None, 1, 2, "\t"])


def test_a_new_member_follows_the_last_in_its_indentation() -> None:
    added = put(TABS, ["a", "y"], {"z": []})
    assert added == TABS.replace("[1,2]", '[1,2],\n\t\t"y": {\n\t\t\t"z": []\n\t\t}')


def test_a_text_on_one_line_stays_on_one_line() -> None:
    assert put(ONE_LINE, ["a", "x", 1], {"k": [2]}) == '{"b":1,"a":{"x":[1, {"k": [2]}]}}'
    assert put(ONE_LINE, ["c", "d"], 1) == '{"b":1,"a":{"x":[1]}, "c": {"d": 1}}'


def test_line_ends_and_odd_spacing_outside_the_edit_stay() -> None:
    added = put(ODD, ["d"], [1])
    assert added == ODD.replace('}" }', '}", "d": [1] }')
    assert remove(added, ["d"]) == ODD
    crlf = TABS.replace("\n", "\r\n")
    assert put(crlf, ["a", "y"], {}) == put(TABS, ["a", "y"], {}).replace("\n", "\r\n")
    assert put(ODD, ["b"], 2) == ODD.replace(":1", ":2")


def test_an_empty_object_is_filled_over_lines() -> None:
    assert put("{}\n", ["a", "b"], [1]) == '{\n  "a": {\n    "b": [\n      1\n    ]\n  }\n}\n'
    assert put('{\n    "a": {}\n}', ["a", "b"], 1) == '{\n    "a": {\n        "b": 1\n    }\n}'


@pytest.mark.parametrize(("path", "left"), [(["b"], '{"a":{"x":[1]}}'), (["a", "x", 0], '{"b":1,"a":{"x":[]}}')])
def test_what_is_removed_takes_one_comma_with_it(path: list[str | int], left: str) -> None:
    assert remove(ONE_LINE, path) == left


@given(objects, values, layouts)
def test_an_addition_is_read_back_and_taken_out_again_to_the_byte(
    held: dict[str, object], value: object, layout: int | str | None
) -> None:
    text = json.dumps(held, indent=layout, ensure_ascii=False)
    added = put(text, ["a new key"], value)
    assert json.loads(added) == held | {"a new key": value}
    assert remove(added, ["a new key"]) == text


@given(objects, values, layouts)
def test_each_member_can_be_replaced_and_removed_alone(
    held: dict[str, object], value: object, layout: int | str | None
) -> None:
    text = json.dumps(held, indent=layout)
    for key in held:
        assert json.loads(put(text, [key], value)) == held | {key: value}
        assert json.loads(remove(text, [key])) == {other: held[other] for other in held if other != key}


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ('{\n  "a": 1\n  "b": 2\n}', 3, 3),
        ('{"a": 1} // no', 1, 10),
        ('{"a": "NaN",\n "b": -Infinity}', 2, 7),
        ('{"a": 1,\n "a": 2}', 2, 2),
        ("[" * 100_000, 1, 1),
    ],
)
def test_what_is_no_json_of_one_meaning_is_refused_with_its_place(text: str, line: int, column: int) -> None:
    with pytest.raises(NotJsonError) as caught:
        find(text, ["a"])
    assert (caught.value.line, caught.value.column) == (line, column)


def test_what_is_not_there_is_not_found() -> None:
    assert find(TABS, ["a", "x", 2]) is None
    assert find(TABS, ["b", "c"]) is None
    assert find(TABS, ["a", "x", "y"]) is None
