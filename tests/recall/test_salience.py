"""Narrowing a recall to pages that are hot, warm or cold (P4, P42), over folders and files of records alike."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import get_args

import pytest

from vademecum.address import Address
from vademecum.config import MountConfig, Retriever
from vademecum.errors import FilterError, InputError
from vademecum.index.contract import Filter
from vademecum.library import Library, Mount
from vademecum.page import parse
from vademecum.page.facts import salience_of
from vademecum.recall.pipeline import Answer, Request
from vademecum.recall.query import make_filter, narrowed
from vademecum.recall.replay import from_json, record, to_json
from vademecum.recall.retrievers import answer
from vademecum.surfaces.tool import read_call
from vademecum.surfaces.tool_schema import SCHEMA

PAGES = {
    "hot": "---\nsalience: 1\n---\nkettle on the stove\n",
    "warm": "---\nmetadata:\n  salience: warm\n---\nkettle on the shelf\n",
    "cold": '---\nsalience: "3"\n---\nkettle in the loft\n',
    "none": "kettle in the yard\n",
    "odd": "---\nsalience: 4\n---\nkettle in the boat\n",
}
# Block recall passes over words that stand in most of all blocks.
PAGES |= {f"gull {n}": f"gull {n} over the harbour\n" for n in range(20)}
RECORDS = (
    {"id": "hot", "content": "kettle on the stove", "salience": 1},
    {"id": "warm", "content": "kettle on the shelf", "metadata": {"salience": "Warm"}},
    {"id": "cold", "content": "kettle in the loft", "salience": "cold"},
    {"id": "none", "content": "kettle in the yard"},
    {"id": "odd", "content": "kettle in the boat", "salience": "high"},
    *({"id": f"gull {n}", "content": f"gull {n} over the harbour"} for n in range(20)),
)


def folder_of_pages(tmp_path: Path) -> MountConfig:
    (tmp_path / "notes").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "notes" / f"{name}.md").write_text(text, encoding="utf-8")
    return MountConfig(name="notes", path=tmp_path / "notes")


def file_of_records(tmp_path: Path) -> MountConfig:
    (tmp_path / "notes").mkdir()
    lines = "".join(f"{json.dumps(each)}\n" for each in RECORDS)
    (tmp_path / "notes" / "all.jsonl").write_text(lines, encoding="utf-8")
    return MountConfig(name="notes", path=tmp_path / "notes" / "all.jsonl", format="records")


@pytest.fixture(params=[folder_of_pages, file_of_records])
def library(request: pytest.FixtureRequest, tmp_path: Path) -> Library:
    return Library([Mount(request.param(tmp_path))], tmp_path / "cache")


def ask(library: Library, within: Filter, retriever: Retriever | None = None) -> Answer:
    return answer(library, Request("kettle", within=within, retriever=retriever), date(2026, 5, 1))


@pytest.mark.parametrize("retriever", get_args(Retriever))
@pytest.mark.parametrize(
    ("asked", "expected"),
    [
        (["hot"], {"hot": 1}),
        (["2"], {"warm": 2}),
        ([" COLD "], {"cold": 3}),
        (["1", "cold"], {"hot": 1, "cold": 3}),
        ([], {"hot": 1, "warm": 2, "cold": 3, "none": None, "odd": None}),
    ],
)
def test_p42_only_pages_of_the_salience_that_is_asked_for_are_found(
    library: Library, retriever: Retriever, asked: list[str], expected: dict[str, int | None]
) -> None:
    hits = ask(library, make_filter(salience=asked), retriever).hits
    assert {hit.address.name: hit.salience for hit in hits} == expected


def test_p42_salience_goes_with_every_other_filter(library: Library) -> None:
    assert [hit.address.name for hit in ask(library, make_filter(salience=["hot", "cold"], path="h")).hits] == ["hot"]
    assert ask(library, make_filter(salience=["hot"], tags=["sea"])).hits == ()


def test_a_filter_by_salience_changes_no_score(library: Library) -> None:
    scores = {hit.address: hit.score for hit in ask(library, Filter()).hits}
    [hit] = ask(library, make_filter(salience=["warm"])).hits
    assert scores[hit.address] == hit.score


def test_a_changed_salience_counts_from_the_next_recall_on(tmp_path: Path) -> None:
    library = Library([Mount(folder_of_pages(tmp_path))], tmp_path / "cache")
    assert len(ask(library, make_filter(salience=["hot"])).hits) == 1
    (tmp_path / "notes" / "none.md").write_text("---\nsalience: hot\n---\nkettle\n", encoding="utf-8")
    assert {hit.address.name for hit in ask(library, make_filter(salience=["hot"])).hits} == {"hot", "none"}


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        ("salience: 1", 1),
        ("salience: Hot", 1),
        ("salience: ' 2 '", 2),
        ("metadata: {salience: 3}", 3),
        ("salience: 1\nmetadata: {salience: 3}", 1),
        ("salience: 0", None),
        ("salience: 1.0", None),
        ("salience: [1, 2]", None),
        ("salience:", None),
        ("title: x", None),
    ],
)
def test_p4_a_header_says_how_much_its_page_matters(header: str, expected: int | None) -> None:
    assert salience_of(parse(Address("m", "x"), f"---\n{header}\n---\n".encode()).meta) == expected


@pytest.mark.parametrize("wrong", ["0", "4", "lukewarm", "hot,cold", "１"])
def test_what_is_no_salience_is_refused_with_those_there_are(wrong: str) -> None:
    with pytest.raises(FilterError, match="there is no salience") as caught:
        make_filter(salience=[wrong])
    assert caught.value.hint == "use hot or 1, warm or 2, cold or 3"


def test_a_filter_is_told_by_the_options_that_were_given() -> None:
    made = make_filter(salience=["3", "hot"], tags=["#Sea"], since="2026-01-01")
    assert narrowed(made) == {"tag": ["sea"], "salience": ["hot", "cold"], "since": ["2026-01-01"]}
    assert narrowed(Filter()) == {}


def test_a_recall_that_was_recorded_without_salience_is_still_read() -> None:
    line = to_json(record(Answer(Request("kettle", within=make_filter(salience=["hot"])), (), ()), {}, ""))
    made_as, asked, *rest = json.loads(line)
    assert asked["within"].pop("salience") == [1]
    assert from_json(line).request.within.salience == frozenset({1})
    assert from_json(json.dumps([made_as, asked, *rest])).request.within.is_empty


@pytest.mark.parametrize("sent", ["hot", "1", 1])
def test_a34_the_tool_takes_salience_as_a_word_or_a_figure(sent: object) -> None:
    call = read_call({"mode": "recall", "keywords": "kettle", "salience": sent})
    assert make_filter(salience=[call.salience or ""]).salience == {1}
    assert SCHEMA["properties"]["salience"]["enum"] == ["hot", "warm", "cold"]


@pytest.mark.parametrize("sent", [True, 1.0, ["hot"], {}])
def test_a34_salience_of_another_kind_is_refused_by_name(sent: object) -> None:
    with pytest.raises(InputError, match="salience must be text, got"):
        read_call({"mode": "recall", "keywords": "kettle", "salience": sent})
