from __future__ import annotations

import itertools
import re
import tomllib
from collections.abc import Iterator

from hypothesis import assume, given, settings, strategies as st

from vademecum.config.locate import KeyPath, locate

BARE = st.from_regex(r"[A-Za-z0-9_-]{1,3}", fullmatch=True)
QUOTED = st.sampled_from(['"a.b"', "'c # d'", '"= ["', '"\\u00e9\\n\\""', "''", '"]] {"', '"日本"'])
KEY = st.lists(BARE | QUOTED, min_size=1, max_size=3).flatmap(
    lambda names: st.sampled_from([".".join(names), " . ".join(names)])
)
# Each @ becomes a number of its own, so that a value tells whether its line is the right one.
SCALAR = st.sampled_from([
    "@",
    "@.25",
    "true",
    "1979-05-27 07:32:00.5Z",
    '"m@ # [x] = {"',
    "'m@ \\'",
    '"m@ \\" \\\\"',
    '"""m@\n[fake]\nx = 1 \\""" "" y"""""',
    "'''m@\n[[fake]] # no\n'' ]'''''",
    '""',
    '""""""',
])  # fmt: skip


def array(items: list[str]) -> str:
    return "[ # ] c\n  " + " ,\n  ".join(items) + ("," if items else "") + "\n]"


def inline_table(pairs: list[tuple[str, str]]) -> str:
    return "{ " + ", ".join(f"{key} = {value}" for key, value in pairs) + " }"


VALUE = st.recursive(
    SCALAR,
    lambda inner: (
        st.lists(inner, max_size=3).map(array) | st.lists(st.tuples(KEY, inner), max_size=2).map(inline_table)
    ),
    max_leaves=4,
)
TABLE = KEY | st.sampled_from(["m", "m.n", '"m"."n".o'])
STATEMENT = st.one_of(
    st.tuples(KEY, VALUE).map(lambda pair: f"{pair[0]} = {pair[1]} # = ["),
    TABLE.map(lambda key: f"[{key}] # [x]"),
    TABLE.map(lambda key: f"  [[ {key} ]]"),
    st.just("\n# x = 1\n"),
)


@st.composite
def toml_texts(draw: st.DrawFn) -> str:
    text = "\n".join(draw(st.lists(STATEMENT, max_size=7)))
    numbers = itertools.count(100_001)
    return re.sub("@", lambda _: str(next(numbers)), text)


def places(value: object, path: KeyPath = ()) -> Iterator[tuple[KeyPath, object]]:
    if path:
        yield path, value
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for name, each in inner:
        yield from places(each, (*path, name))


@settings(max_examples=150, deadline=None)
@given(text=toml_texts(), line_end=st.sampled_from(["\n", "\r\n"]))
def test_every_place_that_tomllib_finds_has_its_line_and_no_other_has(text: str, line_end: str) -> None:
    text = text.replace("\n", line_end)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        assume(False)
    lines = locate(text)
    found = dict(places(values))
    assert set(lines) == set(found)
    numbered = {
        path: re.search(r"100\d{3}", str(value)) for path, value in found.items() if not isinstance(value, dict | list)
    }
    source = text.split("\n")
    assert all(number[0] in source[lines[path] - 1] for path, number in numbered.items() if number)


def test_a_table_is_where_it_is_first_named() -> None:
    assert locate("[a.b]\nx = 1\n[a]\ny.z = 2\n") == {
        ("a",): 1,
        ("a", "b"): 1,
        ("a", "b", "x"): 2,
        ("a", "y"): 4,
        ("a", "y", "z"): 4,
    }


def test_items_have_the_line_they_begin_in() -> None:
    lines = locate('a = [\n  "x", # [\n  { b = """\n[c]\n""" },\n]\nd = 1\n')
    assert lines == {("a",): 1, ("a", 0): 2, ("a", 1): 3, ("a", 1, "b"): 3, ("d",): 7}


def test_tables_of_an_array_are_counted() -> None:
    assert locate("[[a]]\n[[a]]\n[a.b]\nx = 1\n") == {
        ("a",): 1,
        ("a", 0): 1,
        ("a", 1): 2,
        ("a", 1, "b"): 3,
        ("a", 1, "b", "x"): 4,
    }


def test_an_empty_text_has_no_places() -> None:
    assert locate("") == locate("\n# only = 1\n") == {}
