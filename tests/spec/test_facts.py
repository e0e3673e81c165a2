"""Facts in three scopes: their files, that asking writes nothing, and that no model is asked (L1 to L12)."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
from click.testing import CliRunner

from vademecum.address import Scope
from vademecum.config import MountConfig
from vademecum.guards.changes import Actor
from vademecum.memory import Memory, Setting
from vademecum.surfaces.cli.app import vade
from vademecum.surfaces.fact_tools import call_fact_tool
from vademecum.text import query_terms, terms

SCOPES: tuple[Scope, ...] = get_args(Scope)


@pytest.fixture
def facts(setting: Setting, tmp_path: Path) -> Iterator[Memory]:
    """An agent's memory of three files of records, the project's in the project."""
    places = {"user": tmp_path / "facts", "global": tmp_path / "facts", "workspace": setting.workspace.root / ".notes"}
    mounts = []
    for scope, folder in places.items():
        folder.mkdir(exist_ok=True)
        file = folder / f"{scope}.jsonl"
        mounts.append(MountConfig(scope, file, scope=scope, format="records", writable=True))  # type: ignore[arg-type]  # a scope by its name
    opened = Memory(
        replace(setting, config=replace(setting.config, mounts=tuple(mounts)), actor=Actor("agent", "test"))
    )
    yield opened
    opened.close()


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.rglob("*.jsonl") if "state" not in file.parts}


def test_each_scope_is_one_file_of_records_of_its_own_l1(facts: Memory, tmp_path: Path) -> None:
    for scope in SCOPES:
        call_fact_tool(facts, "memory_write", {"content": f"A heron of {scope}.", "scope": scope})
    written = files(tmp_path)
    assert sorted(written) == ["global.jsonl", "user.jsonl", "workspace.jsonl"]
    for scope in SCOPES:
        [line] = written[f"{scope}.jsonl"].splitlines()
        record = json.loads(line)
        assert (record["scope"], record["content"]) == (scope, f"A heron of {scope}.")
    assert (facts.setting.workspace.root / ".notes" / "workspace.jsonl").exists()


def test_asking_counts_no_hit_in_the_file_and_changes_no_byte_l8(facts: Memory, tmp_path: Path) -> None:
    for scope in SCOPES:
        call_fact_tool(facts, "memory_write", {"content": f"A heron of {scope}.", "scope": scope})
    before = files(tmp_path)
    told = json.loads(call_fact_tool(facts, "memory_recall", {"query": "heron"}))
    for each in told["results"]:
        call_fact_tool(facts, "memory_get", {"id": each["id"]})
    call_fact_tool(facts, "memory_list", {})
    call_fact_tool(facts, "memory_export", {})
    call_fact_tool(facts, "memory_diagnose", {})
    assert len(told["results"]) == 3
    assert files(tmp_path) == before


def test_pairs_of_signs_are_true_neighbours_wherever_they_stand_l9(facts: Memory) -> None:
    said = set(terms("用户偏好"))
    assert {"用户", "户偏", "偏好"} <= said
    assert "用户偏" not in said
    call_fact_tool(facts, "memory_write", {"content": "用户偏好深色主题。", "scope": "user"})
    call_fact_tool(facts, "memory_write", {"content": "他好久没来。", "scope": "user"})
    found = json.loads(call_fact_tool(facts, "memory_recall", {"query": "偏好"}))["results"]
    assert found[0]["content"] == "用户偏好深色主题。"


@pytest.mark.parametrize(
    ("stored", "asked"),
    [("the flag snake_case is on", "snake_case"), ("since v0.2.2", "v0.2.2"), ("le café noir", "cafe")],
)
def test_a_word_with_signs_or_accents_in_it_is_one_word_and_not_its_splinters_l10(stored: str, asked: str) -> None:
    said = set(terms(stored))
    assert {term.text for term in query_terms(asked)} & said
    assert not {"caf", "0"} & said


def test_scores_of_a_corpus_follow_rarity_and_a_superseded_fact_has_none_l11(facts: Memory) -> None:
    contents = ["The heron eats eels.", "The heron sleeps.", "The heron nests in oaks."]
    ids = [
        json.loads(call_fact_tool(facts, "memory_write", {"content": each, "scope": "user"}))["id"] for each in contents
    ]
    found = json.loads(call_fact_tool(facts, "memory_recall", {"query": "heron eels"}))["results"]
    assert found[0]["id"] == ids[0]
    assert all(each["score"] > 0 for each in found)
    call_fact_tool(facts, "memory_correct", {"claim": contents[0], "truth": "The heron eats frogs.", "scope": "user"})
    told = json.loads(call_fact_tool(facts, "memory_recall", {"query": "eels"}))["results"]
    assert ids[0] not in [each["id"] for each in told]


def test_commands_list_search_open_forget_and_export_without_a_model_l12(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a command went to the network")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "home"))
    (tmp_path / "project").mkdir()
    monkeypatch.chdir(tmp_path / "project")

    def ran(*words: str) -> str:
        done = CliRunner().invoke(vade, words)
        assert done.exit_code == 0, done.output
        return done.stdout

    ran("add", "The heron eats eels.", "--title", "Heron")
    assert "Heron" in ran("list", "--mount", "global")
    assert "eels" in ran("recall", "what", "heron", "eats")
    assert "eels" in ran("show", "Heron")
    assert "eels" in ran("export", "--format", "markdown")
    assert '"version"' in ran("export", "--format", "json-v1")
    ran("forget", "Heron", "--yes")
    assert "Heron" not in ran("list")
