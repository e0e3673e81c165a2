"""What stands in for slow standard modules does what they do."""

from __future__ import annotations

import copy
import hashlib
import json
import math
import typing
from collections.abc import Callable

import pytest
from hypothesis import given, strategies as st

from vademecum.lean import NamedTuple, dumps, loads, sha256

CONSTANTS = (None, True, False)
VALUES = st.recursive(
    st.sampled_from(CONSTANTS) | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


class Lean(NamedTuple):
    """A place."""

    name: str
    line: int = 1

    @property
    def told(self) -> str:
        """As it is told."""
        return f"{self.name}:{self.line}"


class Standard(typing.NamedTuple):
    """A place."""

    name: str
    line: int = 1


@given(VALUES)
def test_json_is_written_as_the_standard_module_writes_it(value: object) -> None:
    assert dumps([value]) == json.dumps([value])
    assert dumps([value], ensure_ascii=False) == json.dumps([value], ensure_ascii=False)


@given(VALUES, st.sampled_from([None, 1, "\t"]))
def test_json_is_read_as_the_standard_module_reads_it(value: object, indent: int | str | None) -> None:
    text = f" {json.dumps(value, indent=indent)}\r\n"
    assert repr(loads(text)) == repr(json.loads(text))


def said_by(read: Callable[[str], object], text: str) -> object:
    """What a reader makes of a text, or how it refuses it."""
    try:
        return repr(read(text))
    except json.JSONDecodeError as refused:
        return str(refused)


@given(st.text(st.sampled_from('[]{}":,1.eE-+tfn \\u"\n\x00')))
def test_what_is_no_json_is_refused_in_the_same_words(text: str) -> None:
    assert said_by(loads, text) == said_by(json.loads, text)


def test_constants_that_only_python_writes_are_read() -> None:
    assert loads("[Infinity, -Infinity]") == [math.inf, -math.inf]
    assert math.isnan(typing.cast("list[float]", loads("[NaN]"))[0])


def test_what_has_no_json_is_a_type_error() -> None:
    with pytest.raises(TypeError):
        dumps([object()])


def test_a_named_tuple_is_made_as_the_standard_one() -> None:
    one, other = Lean("a"), Standard("a")
    assert (*one,) == (*other,) == ("a", 1)
    assert (one._fields, one._field_defaults, one._asdict()) == (other._fields, other._field_defaults, other._asdict())
    assert one._replace(line=2) == Lean("a", line=2)
    assert repr(one) == "Lean(name='a', line=1)"
    assert (Lean.__doc__, Lean.__module__, Lean.__qualname__) == ("A place.", __name__, "Lean")
    assert Lean.__annotations__ == {"name": "str", "line": "int"}


def test_a_named_tuple_keeps_its_own_properties_and_can_be_copied() -> None:
    assert Lean("a", 3).told == "a:3"
    assert copy.deepcopy(Lean("a", 3)) == Lean("a", 3)
    assert Lean("a", 3).__reduce_ex__(2)[1] == (Lean, "a", 3)


@given(st.binary())
def test_digests_are_those_of_hashlib(data: bytes) -> None:
    assert sha256(data).hexdigest() == hashlib.sha256(data).hexdigest()
