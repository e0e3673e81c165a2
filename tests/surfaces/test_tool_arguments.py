"""Arguments as clients really send them: the value that was meant, or an error that names argument and type (A34)."""

from __future__ import annotations

import pytest

from vademecum.errors import InputError
from vademecum.surfaces.arguments import flag, text, text_or_list
from vademecum.surfaces.tool import read_call
from vademecum.surfaces.tool_schema import SCHEMA


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        (["tide", "table"], "tide table"),
        ('["tide", "table"]', "tide table"),
        (' ["潮汐"] ', "潮汐"),
        ("tide", "tide"),
        ("tide, table", "tide, table"),
        ("[[Deploy]] page", "[[Deploy]] page"),
        ("[42]", "[42]"),
        ("[not json", "[not json"),
        ("[" * 5000, "[" * 5000),
        ([], ""),
        (None, None),
    ],
)
def test_A34_keywords_come_as_text_list_or_list_in_text(sent: object, meant: str | None) -> None:
    assert text_or_list({"keywords": sent}, "keywords") == meant


@pytest.mark.parametrize(
    ("sent", "got"),
    [
        ([42], "a list with a number"),
        (["a", None], "a list with null"),
        ([["a"]], "a list with a list"),
        ({"a": 1}, "an object"),
        (7, "a number"),
        (True, "true or false"),
    ],
)
def test_A34_keywords_of_another_kind_are_refused_with_what_is_wanted(sent: object, got: str) -> None:
    with pytest.raises(InputError) as caught:
        text_or_list({"keywords": sent}, "keywords")
    assert caught.value.message == f"keywords must be text or a list of texts, got {got}"
    assert caught.value.hint == "send keywords as text or a list of texts"


@pytest.mark.parametrize("sent", [True, "true", " True ", "TRUE"])
def test_A34_a_yes_may_be_a_word(sent: object) -> None:
    assert flag({"replace_all": sent}, "replace_all") is True


@pytest.mark.parametrize("sent", [False, "false", "False", "", None])
def test_A34_a_no_may_be_a_word_or_nothing(sent: object) -> None:
    assert flag({"replace_all": sent}, "replace_all") is False


@pytest.mark.parametrize("sent", ["yes please", 1, [], {}])
def test_A34_what_is_neither_yes_nor_no_is_refused(sent: object) -> None:
    with pytest.raises(InputError, match="replace_all must be true or false"):
        flag({"replace_all": sent}, "replace_all")


@pytest.mark.parametrize("sent", [7, ["a"], {"a": 1}, False])
def test_A34_a_text_of_another_kind_is_refused_by_name(sent: object) -> None:
    with pytest.raises(InputError, match="topic must be text, got"):
        text({"topic": sent}, "topic")


def test_A34_an_unknown_argument_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="takes no argument 'limit'") as caught:
        read_call({"mode": "recall", "limit": "5"})
    assert caught.value.hint == f"it takes {', '.join(SCHEMA['properties'])}"


def test_the_schema_keeps_to_what_every_host_accepts() -> None:
    assert SCHEMA["type"] == "object"
    assert all(isinstance(each["type"], str) for each in SCHEMA["properties"].values())
    assert not {"oneOf", "anyOf", "allOf", "$ref"} & {key for each in SCHEMA["properties"].values() for key in each}
