"""One value of a JSON object changes and no other character; whatever JSON allows between the values stays."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, strategies as st

from vademecum.page.json_object import object_at, read_object, remove_member, set_member

BLANKS = st.text(alphabet=" \t", max_size=2)
TEXTS = st.text(st.characters(exclude_categories=()), max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


@st.composite
def written(draw: st.DrawFn) -> tuple[dict[str, object], list[str], str]:
    """An object, the text of each of its members, and its text, spaced and escaped in some way."""
    values: dict[str, object] = {**draw(st.dictionaries(TEXTS, VALUES, min_size=1, max_size=5))}
    escaped = draw(st.booleans())
    members = [
        json.dumps(key, ensure_ascii=escaped) + draw(BLANKS) + ":" + draw(BLANKS) + json.dumps(value)
        for key, value in values.items()
    ]
    text = draw(BLANKS) + "{" + draw(BLANKS) + ("," + draw(BLANKS)).join(members) + draw(BLANKS) + "}" + draw(BLANKS)
    return values, members, text


@given(written(), VALUES, st.data())
def test_setting_a_key_changes_its_value_and_no_other_character(
    made: tuple[dict[str, object], list[str], str], value: object, data: st.DataObject
) -> None:
    values, members, text = made
    key = data.draw(st.sampled_from(list(values)))
    changed = set_member(text, [key], value)
    assert read_object(changed) == {**values, key: value}
    nth = list(values).index(key)
    before, _, after = text.partition(members[nth]) if text.count(members[nth]) == 1 else ("", "", "")
    assert changed.startswith(before)
    assert changed.endswith(after)


@given(written(), TEXTS, VALUES)
def test_a_new_key_goes_to_the_end_and_comes_away_without_a_trace(
    made: tuple[dict[str, object], list[str], str], key: str, value: object
) -> None:
    values, _, text = made
    if key in values:
        return
    changed = set_member(text, [key], value)
    assert list(read_object(changed) or {}) == [*values, key]
    assert remove_member(changed, [key]) == text


@given(written(), st.data())
def test_a_key_is_taken_away_and_all_others_keep_their_characters(
    made: tuple[dict[str, object], list[str], str], data: st.DataObject
) -> None:
    values, members, text = made
    key = data.draw(st.sampled_from(list(values)))
    changed = remove_member(text, [key])
    assert read_object(changed) == {name: value for name, value in values.items() if name != key}
    assert all(member in changed for name, member in zip(values, members, strict=True) if name != key)


@pytest.mark.parametrize(
    ("text", "path", "value", "after"),
    [
        ('{"a":1,"b":2}', ["c"], 3, '{"a":1,"b":2,"c":3}'),
        ('{"a": 1}', ["b"], "é\n", '{"a": 1, "b": "é\\n"}'),
        ("{}", ["a"], 1, '{"a": 1}'),
        ('{"s": {"n": 1.50, "u": "\\u00e9"}}', ["s", "n"], 2, '{"s": {"n": 2, "u": "\\u00e9"}}'),
        ('{"s": 1}', ["s", "n"], 2, '{"s": {"n": 2}}'),
        ('{"a": 1, "a": 2}', ["a"], 3, '{"a": 1, "a": 3}'),
        ('{"a": 1}', ["a"], "\ud800", '{"a": "\\ud800"}'),
    ],
)
def test_a_value_is_set_where_readers_look_for_it(text: str, path: list[str], value: object, after: str) -> None:
    assert set_member(text, path, value) == after


@pytest.mark.parametrize(
    ("text", "path", "after"),
    [
        ('{"a": 1, "b": 2}', ["a"], '{"b": 2}'),
        ('{"a": 1, "b": 2}', ["b"], '{"a": 1}'),
        ('{ "a": 1 }', ["a"], "{  }"),
        ('{"a": 1, "b": 2, "a": 3}', ["a"], '{"b": 2}'),
        ('{"s": {"n": 1, "m": 2}}', ["s", "n"], '{"s": {"m": 2}}'),
    ],
)
def test_a_key_is_taken_away_with_its_comma(text: str, path: list[str], after: str) -> None:
    assert remove_member(text, path) == after


@pytest.mark.parametrize(
    "text",
    ["", "null", "[]", '"text"', "1", "{", '{"a": 1', '{"a": 1} x', '{"a": 1}{"b": 2}', '{"n": ' + "9" * 5000 + "}"],
)
def test_what_is_no_object_is_none(text: str) -> None:
    assert read_object(text) is None


def test_brackets_too_deep_for_any_reader_are_no_object() -> None:
    assert read_object('{"a": ' + "[" * 100_000 + "]" * 100_000 + "}") is None


def test_objects_that_follow_each_other_are_told_apart() -> None:
    text = ' {"a": 1}{"b": "}{"} rest'
    first = object_at(text, 0)
    assert first == ({"a": 1}, 9)
    assert object_at(text, 9) == ({"b": "}{"}, 20)
    assert object_at(text, 20) is None
