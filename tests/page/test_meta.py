"""The values of a header, whatever state it is in."""

from string import ascii_lowercase

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.page.full_yaml import MalformedError, read_fully
from vademecum.page.meta import read_metadata
from vademecum.page.model import MetaValue
from vademecum.page.plain_yaml import read_leniently, read_strictly

PIECES = (
    " ", "  ", "- ", "-", ": ", ":", "key: ", "\n", "\n  ", "\n- ", "\n  - ", '"', "'", "[a, b]", "[a,b", "#", " # c",
    "x", "no", "0123", "12:30", "2026-01-02", "~", "1.10", "|", ">", "&a", "*a", "!t", "{", "}", "%", "@", "`", "?",
    "é", "日本", '"q"', "'it''s'", "[]", '[ a , "b" ]', "k: v", "a.b: c", "=", "<<: x", "http://x.y", "a:b", "C#",
    "a #b", ",", "x y: z",
)  # fmt: skip
STARTS = ("k: ", "key: ", "- ", "  - ", "  a: ", "a:\n", "", "m:\n  ", "tags: ", " ")
LINES = st.builds(
    lambda start, rest: start + "".join(rest), st.sampled_from(STARTS), st.lists(st.sampled_from(PIECES), max_size=4)
)
HEADERS = st.lists(LINES, min_size=1, max_size=5).map("\n".join)


def values(yaml: str) -> dict[str, MetaValue]:
    return dict(read_metadata(f"---\n{yaml}---\nBody\n").values)


@settings(max_examples=300, deadline=None)
@given(HEADERS)
def test_the_strict_reader_agrees_with_yaml_wherever_it_answers(yaml: str) -> None:
    strict = read_strictly(yaml)
    if strict is not None:
        full = read_fully(yaml)
        assert full is not None
        assert full.values == strict.values
        assert full.repeated == strict.repeated


WORDS = st.text(ascii_lowercase + "éж日0123456789", min_size=1, max_size=8)


@settings(deadline=None)
@given(st.dictionaries(WORDS, WORDS | st.lists(WORDS, min_size=1, max_size=4), min_size=1, max_size=6), st.booleans())
def test_ordinary_headers_need_no_yaml_library(wanted: dict[str, str | list[str]], flow: bool) -> None:  # noqa: FBT001  # drawn
    def written(value: str | list[str]) -> str:
        if isinstance(value, str):
            return f" {value}"
        return f" [{', '.join(value)}]" if flow else "".join(f"\n  - {item}" for item in value)

    yaml = "".join(f"{key}:{written(value)}\n" for key, value in wanted.items())
    strict = read_strictly(yaml)
    assert strict is not None
    assert strict.values == wanted


@settings(deadline=None)
@given(st.text(max_size=80))
def test_the_lenient_reader_reads_anything(yaml: str) -> None:
    reading = read_leniently(yaml)
    assert all(isinstance(key, str) for key in reading.values)


def test_nested_maps_are_read_without_a_yaml_library() -> None:
    strict = read_strictly("name: x\nmetadata:\n  seed: true\n  triggers: [a, 'b c']\n  more:\n  - one\ndone: yes\n")
    assert strict is not None
    assert strict.values == {
        "name": "x",
        "metadata": {"seed": "true", "triggers": ["a", "b c"], "more": ["one"]},
        "done": "yes",
    }


def test_comments_and_quotes_in_plain_headers_are_understood() -> None:
    found = values("a: x # c\nb: ['x]y', \"z\"] # c\nc: 'it''s' # c\nd: # c\ne: a#b\n# c\nf: C# d\n")
    assert found == {"a": "x", "b": ["x]y", "z"], "c": "it's", "d": "", "e": "a#b", "f": "C# d"}


def test_tabs_as_indent_lose_no_value() -> None:
    assert values("tags:\n\t- a\n\t- b\nmetadata:\n\tseed: true\n") == {
        "tags": ["a", "b"],
        "metadata": {"seed": "true"},
    }


@pytest.mark.parametrize("space", [" ", "\t", " :", "a ", ": "])
def test_a_long_line_that_is_no_key_is_read_in_one_pass(space: str) -> None:
    long = space * 200_000
    assert values(f"k: v\n- {long}x\n{long}x\na{long}x\na: [{long}x\n")["k"] == "v"


def test_A01_a_colon_in_a_value_loses_nothing() -> None:
    metadata = read_metadata("---\nname: lock-gate\ntitle: Low water: mind the sill\ntags: [canal]\n---\nBody\n")
    assert metadata.values == {"name": "lock-gate", "title": "Low water: mind the sill", "tags": ["canal"]}
    (problem,) = metadata.problems
    assert (problem.code, problem.line) == ("header-broken", 3)
    assert problem.column > len("title: Low")


def test_A02_a_windows_path_and_an_asterisk_are_read_as_they_stand() -> None:
    metadata = read_metadata("---\nkind: log\npath: `D:\\punts\\new`\ntitle: *Rough*\n---\nBody\n")
    assert metadata.values == {"kind": "log", "path": "`D:\\punts\\new`", "title": "*Rough*"}
    assert [(problem.code, problem.line, problem.column) for problem in metadata.problems] == [("header-broken", 3, 7)]


def test_A03_an_unclosed_list_keeps_the_other_lines() -> None:
    found = values("title: Plan C: wait\ndescription: stays\ntags: [x\n")
    assert (found["title"], found["description"]) == ("Plan C: wait", "stays")


def test_A03_keys_of_a_second_header_fill_missing_ones() -> None:
    metadata = read_metadata("---\nlink: a/b\ntype: note\n---\n\n---\ntype: fact\nsummary: found\n---\nBody\n")
    assert metadata.values == {"link": "a/b", "type": "note", "summary": "found"}
    assert [(problem.code, problem.line) for problem in metadata.problems] == [("header-doubled", 6)]


def test_A04_an_empty_header_is_no_problem() -> None:
    metadata = read_metadata("---\n---\nBody\n")
    assert (dict(metadata.values), metadata.body_start, metadata.problems) == ({}, 8, ())


def test_A05_line_ends_leave_no_trace_in_values() -> None:
    for end in ("\r\n", "\r"):
        text = f"---\ntitle: x\nsummary: |\n  one\n  two\nb: 'c'\n---\nBody\n".replace("\n", end)  # noqa: F541  # as typed
        assert read_metadata(text).values == {"title": "x", "summary": "one\ntwo\n", "b": "c"}


def test_A06_dates_and_times_stay_as_typed() -> None:
    found = values("created: 2026-04-05\nupdated: 2026-04-05T09:30:00+08:00\nat: 12:30\nversion: 1.10\nnone: null\n")
    assert list(found.values()) == ["2026-04-05", "2026-04-05T09:30:00+08:00", "12:30", "1.10", "null"]


def test_A06_an_impossible_date_is_named_and_kept() -> None:
    metadata = read_metadata("---\ntitle: x\ndue: 2026-13-45\nnote: 2026-02-30\nok: 2024-02-29\n---\n")
    assert metadata.values["due"] == "2026-13-45"
    assert [(problem.line, problem.column, problem.message[:10]) for problem in metadata.problems] == [
        (3, 6, "2026-13-45"),
        (4, 7, "2026-02-30"),
    ]


def test_A07_words_of_other_types_stay_text() -> None:
    found = values("country: no\ntags: [no, on, 2024, null, y]\ncode: 0123\nyes: kept\nempty:\ntilde: ~\n")
    assert found["country"] == "no"
    assert found["tags"] == ["no", "on", "2024", "null", "y"]
    assert (found["code"], found["yes"], found["empty"], found["tilde"]) == ("0123", "kept", "", "~")


def test_A07_the_yaml_library_sees_the_same_text() -> None:
    full = read_fully("country: no\ncode: 0123\nlist: [no, 2026-13-45, 12:30]\nmap: {on: off}\n")
    assert full is not None
    assert full.values == {
        "country": "no",
        "code": "0123",
        "list": ["no", "2026-13-45", "12:30"],
        "map": {"on": "off"},
    }


def test_A09_wikilinks_are_text_on_every_way_of_reading() -> None:
    plain = values("related: [[Ash]], [[Elm]]\nparent: [[Oak]]\nlist:\n  - [[Fir]] tree\n")
    assert plain == {"related": "[[Ash]], [[Elm]]", "parent": "[[Oak]]", "list": ["[[Fir]] tree"]}
    by_yaml = values('parent: [[Oak]]\nsources: [[[Ash]], "[[Elm]]"]\ntext: |\n  two\n')
    assert by_yaml == {"parent": "[[Oak]]", "sources": ["[[Ash]]", "[[Elm]]"], "text": "two\n"}
    by_line = values("parent: [[Oak]]\nbad: *x\nboth: [[Ash]], [[Elm]]\n")
    assert by_line == {"parent": "[[Oak]]", "bad": "*x", "both": "[[Ash]], [[Elm]]"}


def test_a_repeated_key_takes_its_last_value_and_is_named() -> None:
    for extra in ("", "text: |\n  by yaml\n", "odd: *x\n"):
        metadata = read_metadata(f"---\na: 1\nb: 2\na: 3\n{extra}---\n")
        assert metadata.values["a"] == "3"
        assert ("header-duplicate-key", 4) in [(problem.code, problem.line) for problem in metadata.problems]


def test_aliases_of_yaml_are_refused_not_expanded() -> None:
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)}, *{chr(97 + i)}]\n" for i in range(20)
    )
    metadata = read_metadata(f"---\ntitle: still here\n{bomb}---\nBody\n")
    assert metadata.values["title"] == "still here"
    assert [problem.code for problem in metadata.problems] == ["header-broken"]
    assert "aliases" in metadata.problems[0].message


def test_deep_nesting_is_refused() -> None:
    metadata = read_metadata("---\ntitle: x\nd: " + "[" * 5000 + "\n---\nBody\n")
    assert metadata.values["title"] == "x"
    assert [problem.code for problem in metadata.problems] == ["header-broken"]


def test_a_huge_header_is_read_line_by_line() -> None:
    metadata = read_metadata("---\ntitle: x\nbad: *y\n" + "k: v: w\n" * 20_000 + "last: z\n---\nBody\n")
    assert (metadata.values["title"], metadata.values["last"]) == ("x", "z")
    assert metadata.problems[0].code == "header-broken"


def test_braces_are_read_by_yaml() -> None:
    assert values("{title: x, tags: [a, b]}\n") == {"title": "x", "tags": ["a", "b"]}


def test_a_key_that_is_a_list_is_malformed() -> None:
    with pytest.raises(MalformedError, match="no plain text") as caught:
        read_fully("? [a]\n: b\n")
    assert (caught.value.line, caught.value.column) == (0, 2)


def test_yaml_that_is_no_mapping_has_no_values() -> None:
    assert read_fully("- a\n- b\n") is None
    empty = read_fully("# only a comment\n")
    assert empty is not None
    assert empty.values == {}
