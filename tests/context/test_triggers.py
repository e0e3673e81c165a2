"""Triggers: which pages a prompt names, and in what order."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, strategies as st

from vademecum.context.frame import PREFACE, framed, record
from vademecum.context.trigger_table import LONGEST_TRIGGER, Rules, Trigger, make_table, triggers_of
from vademecum.context.triggers import LONGEST_PROMPT, MOST_SAID, Table, from_bytes, said_in
from vademecum.page import MetaValue

WORDS = Rules()
SUBSTRING = Rules(is_word=False)


def table_of(rules: Rules, **triggers: str) -> Table:
    """A table in which each page has the triggers that a text lists, with bars between."""
    rows = [Trigger(text, "global", name) for name, texts in triggers.items() for text in texts.split("|")]
    made = from_bytes(make_table(rows, rules))
    assert made is not None
    return made


def named(prompt: str, rules: Rules = WORDS, **triggers: str) -> list[str]:
    return [name for _, name, *_ in said_in(table_of(rules, **triggers), prompt)]


@pytest.mark.parametrize(
    ("trigger", "prompt"),
    [
        ("kiln", "Is the KILN hot?"),
        ("Kiln log", "the kiln\n  log of March"),
        ("svc-kiln", "restart svc-kiln-2, please"),
        ("C++", "is c++17 enough"),
        ("->", "a->b"),
        ("résumé", "my resume"),
        ("ＡＰＩ", "the api"),
        ("窑", "今天开窑吗"),
        ("潮汐表", "把潮汐表给我"),
        ("git", "用git提交"),
        ("用git", "我用git提交"),
        ("🚢", "the 🚢 is late"),
        ("который час", "скажи, КОТОРЫЙ ЧАС"),
    ],
)
def test_M25_a_trigger_is_found_in_any_case_width_and_spacing(trigger: str, prompt: str) -> None:
    assert named(prompt, page=trigger) == ["page"]
    assert named(prompt, SUBSTRING, page=trigger) == ["page"]


@pytest.mark.parametrize(
    ("trigger", "prompt"), [("go", "categories"), ("api", "rapid"), ("api", "api_key"), ("kiln log", "kiln logs")]
)
def test_M25_a_word_stands_alone_unless_substrings_are_asked_for(trigger: str, prompt: str) -> None:
    assert named(prompt, page=trigger) == []
    assert named(prompt, SUBSTRING, page=trigger) == ["page"]


def test_M25_case_counts_where_it_is_asked_to() -> None:
    exact = Rules(is_case_sensitive=True)
    assert named("the kiln", exact, page="Kiln") == []
    assert named("the Ｋiln", exact, page="Kiln") == ["page"]


@pytest.mark.parametrize("text", ["", " ", "\n\t", "\ufeff"])
def test_M26_an_empty_string_names_nothing(text: str) -> None:
    assert make_table([Trigger(text, "global", "page")], SUBSTRING) == b""


@pytest.mark.parametrize(
    ("meta", "triggers"),
    [
        ({}, ["Tide gauge"]),
        ({"name": "gauge of Skerry"}, ["gauge of Skerry", "Tide gauge"]),
        ({"title": "Skerry"}, ["Skerry", "Tide gauge"]),
        ({"metadata": {"seed": "true"}}, ["Tide gauge"]),
        ({"metadata": {"triggers": ["float", "", " "]}, "name": "x"}, ["float"]),
        ({"metadata": {"triggers": "float"}}, ["float"]),
        ({"metadata": {"triggers": []}}, []),
        ({"triggers": ["top"]}, ["Tide gauge"]),
    ],
)
def test_M26_a_page_without_triggers_goes_by_its_name_and_its_files_name(
    meta: dict[str, MetaValue], triggers: list[str]
) -> None:
    assert triggers_of("harbour/Tide gauge", meta, is_word=True) == triggers


def test_M26_a_name_of_one_everyday_word_is_no_trigger_where_words_stand_alone() -> None:
    assert triggers_of("todo/fix", {}, is_word=True) == []
    assert triggers_of("todo/fix", {}, is_word=False) == ["fix"]
    assert triggers_of("todo/fix", {"metadata": {"triggers": ["fix"]}}, is_word=True) == ["fix"]


def test_M26_a_name_without_letters_is_no_trigger_where_words_stand_alone() -> None:
    assert triggers_of("diary/2026-11-30", {}, is_word=True) == []
    assert triggers_of("diary/2026-11-30", {}, is_word=False) == ["2026-11-30"]
    assert triggers_of("潮汐", {}, is_word=True) == ["潮汐"]


def test_M28_the_longest_trigger_comes_first_then_the_one_said_most_then_the_address() -> None:
    told = named("tide, tide and the tide gauge; sea, sea, sea", a="sea", b="tide", c="tide gauge", d="tide|sea")
    assert told == ["c", "d", "b", "a"]
    assert named("one two", b="one", a="two") == ["a", "b"]


def test_M28_what_is_said_of_a_page_is_its_longest_trigger_and_how_often_all_are() -> None:
    table = table_of(Rules(), **{"Tide gauge": "tide|tide gauge"})
    assert said_in(table, "tide gauge, tide") == [("global", "Tide gauge", "tide gauge", 3)]


def test_M28_of_a_pasted_list_of_thousands_of_names_those_with_the_longest_are_told() -> None:
    pages = {f"gauge {number}": f"gauge {number}" for number in range(1_000, 3_000)}
    told = said_in(
        table_of(WORDS, **pages, longest="the gauge 2999"), f"the {' '.join(reversed(pages))} the gauge 2999"
    )
    assert [name for _, name, *_ in told[:3]] == ["longest", "gauge 1000", "gauge 1001"]
    assert len(told) == MOST_SAID


def test_M29_our_own_words_in_a_prompt_name_nothing() -> None:
    ours = "\n".join([PREFACE, *framed([record({"address": "global:kiln"}, "the tide"), "sea"]), "1 of 2 shown"])
    assert named(f"the gauge\n{ours}\nand the float", a="tide", b="kiln|notes", c="sea", d="float", e="gauge") == [
        "d",
        "e",
    ]


@pytest.mark.parametrize(
    "text", ["<record-00000000> tide", "<record-1>tide</record-1>", "tide </record-", "<record-tide"]
)
def test_M29_what_only_looks_like_ours_stays_the_persons(text: str) -> None:
    assert named(text, a="tide") == ["a"]


def test_M30_a_prompt_that_names_nothing_reads_no_row() -> None:
    table = table_of(Rules(), a="tide")
    table.rows = b"no row"
    assert said_in(table, "渡轮 of the sea") == []


def test_the_same_triggers_give_the_same_bytes() -> None:
    rows = [Trigger(f"word {number}", "global", f"page {number}") for number in range(50)]
    assert make_table(rows, Rules()) == make_table(reversed(rows), Rules())


@pytest.mark.parametrize("data", [b"", b"\n", b"[]\n", b'["0 little", [3], [], false, 1]\n', b"\xff\n", b"{}\nx"])
def test_a_table_of_another_version_or_a_damaged_one_is_none(data: bytes) -> None:
    assert from_bytes(data) is None


def test_a_table_that_was_cut_off_is_none() -> None:
    data = make_table([Trigger("tide", "global", "a")], Rules())
    assert from_bytes(data[: data.index(b"\n") + 3]) is None


def test_a_text_that_was_taken_for_a_trigger_is_none() -> None:
    assert make_table([Trigger("x" * (LONGEST_TRIGGER + 1), "global", "a")], Rules()) == b""


def test_a_prompt_without_end_is_read_up_to_a_bound() -> None:
    assert named(f"{'x ' * (LONGEST_PROMPT // 2)} tide", a="tide") == []
    assert named(f"{'x ' * (LONGEST_PROMPT // 2 - 4)} tide", a="tide") == ["a"]


def test_names_with_odd_signs_come_back_as_they_are() -> None:
    odd = "a\tb\nc\u2028d\udcffe"
    assert named("tide", WORDS, **{odd: "tide"}) == [odd]


# Few signs, so that most texts share some: letters, a joiner, one outside the basic plane, Chinese and white space.
SIGNS = st.text(alphabet="ab_ -潮汐表🚢\n", max_size=12)


def times_by_looking(text: str, trigger: str, rules: Rules) -> int:
    """How often a text says a trigger, by a pattern for each."""
    text, trigger = (" ".join(each.split()) for each in (text, trigger))
    pattern = re.escape(trigger)
    if rules.is_word:
        inside = r"(?<=[a-z0-9_])(?=[a-z0-9_])"
        pattern = f"(?!{inside}){pattern}(?!{inside})"
    return len(re.findall(pattern, text)) if trigger else 0


@given(st.lists(SIGNS, max_size=8), SIGNS, st.sampled_from([WORDS, SUBSTRING]))
def test_M25_the_table_finds_what_looking_for_each_trigger_finds(
    triggers: list[str], prompt: str, rules: Rules
) -> None:
    table = from_bytes(make_table([Trigger(text, "global", str(at)) for at, text in enumerate(triggers)], rules))
    found = {name: times for _, name, _, times in said_in(table, prompt)} if table else {}
    looked = {str(at): times_by_looking(prompt, text, rules) for at, text in enumerate(triggers)}
    assert found == {name: times for name, times in looked.items() if times}
