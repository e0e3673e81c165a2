"""``vade export`` and ``vade import`` as a person and a script call them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

GRAPH = '{"type":"entity","name":"Ann","entityType":"person","observations":["likes tea"]}\n'


def test_an_export_goes_to_standard_output_and_all_else_to_standard_error(vade: Callable[..., Any]) -> None:
    vade("add", "Rye needs more", "--tag", "baking")
    bundle = json.loads(vade("export", "--format", "json-v1").out)
    assert bundle["records"] == [{"scope": "global", "content": "Rye needs more", "tags": ["baking"]}]
    done = vade("export")
    assert json.loads(done.out)["version"] == 2
    assert "1 page of" in done.err


@pytest.mark.parametrize(
    ("name", "begins"), [("a.json", b"{"), ("a.md", b"# Memory"), ("a.tar.gz", b"\x1f\x8b"), ("a.TGZ", b"\x1f\x8b")]
)
def test_the_format_is_told_by_the_name(name: str, begins: bytes, tmp_path: Path, vade: Callable[..., Any]) -> None:
    vade("add", "Rye")
    done = vade("export", tmp_path / name, "--json")
    assert done.code == 0
    assert done.json["pages"] == 1
    assert (tmp_path / name).read_bytes().startswith(begins)


def test_a_file_is_written_over_only_when_that_is_said(tmp_path: Path, vade: Callable[..., Any]) -> None:
    vade("add", "Rye")
    file = tmp_path / "a.json"
    assert vade("export", file).code == 0
    refused = vade("export", file)
    assert (refused.code, "--force" in refused.err) == (5, True)
    assert vade("export", file, "--force").code == 0


def test_private_pages_are_named_and_need_to_be_meant(tmp_path: Path, vade: Callable[..., Any]) -> None:
    vade("add", "--title", "mine", stdin=b"---\nprivate: true\n---\nsecret")
    refused = vade("export")
    assert (refused.code, refused.out) == (2, "")
    assert "1 private page would" in refused.err
    done = vade("export", "--all")
    assert "secret" in done.out
    assert "1 private page in it" in done.err
    done = vade("export", "--format", "markdown")
    assert "secret" not in done.out
    assert "1 hidden page left out" in done.err


def test_an_archive_is_not_poured_over_a_terminal(vade: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert vade("export", "--format", "tar").code == 2


def test_an_import_counts_outcomes_and_a_second_one_finds_them_there(tmp_path: Path, vade: Callable[..., Any]) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text(GRAPH)
    assert "knowledge-graph: would be 1 imported" in vade("import", file, "--dry-run").err
    assert "knowledge-graph: 1 imported" in vade("import", file).err
    done = vade("import", file, "--json")
    assert (done.code, done.json["counts"]["duplicate"]) == (0, 1)
    assert "likes tea" in vade("show", "Ann").out


def test_what_did_not_get_in_is_named_and_ends_in_its_own_exit_code(tmp_path: Path, vade: Callable[..., Any]) -> None:
    file = tmp_path / "memory.jsonl"
    file.write_text(GRAPH + "[]\n")
    done = vade("import", file)
    assert done.code == 5
    assert done.out.split("\t")[:2] == ["memory.jsonl:2", "invalid"]
    assert "1 imported, 1 invalid" in done.err


def test_standard_input_is_imported_too(vade: Callable[..., Any]) -> None:
    done = vade("import", "-", "--from", "chatgpt", stdin=b"- Answer in French\n")
    assert (done.code, "1 imported" in done.err) == (0, True)


def test_a_store_that_is_not_empty_is_shown_the_plan_first(tmp_path: Path, vade: Callable[..., Any]) -> None:
    vade("add", "Rye")
    file = tmp_path / "a.tar.gz"
    vade("export", file)
    vade("edit", "Rye", "--content", "-", stdin=b"Spelt\n")
    asked = vade("import", file)
    assert asked.code == 2
    assert "would be 1 imported" in asked.err
    assert "--yes does it without asking" in asked.err
    assert vade("show", "Rye 2").code == 4
    assert vade("import", file, "--yes").code == 0
    assert "Rye" in vade("show", "Rye 2").out


def test_a_replaced_store_can_be_brought_back_page_by_page(tmp_path: Path, vade: Callable[..., Any]) -> None:
    vade("add", "Rye")
    file = tmp_path / "a.tar.gz"
    vade("export", file)
    vade("add", "Spelt")
    done = vade("import", file, "--replace", "--yes", "--json")
    assert done.json["counts"] | {"removed": 1, "duplicate": 1} == done.json["counts"]
    assert [each["name"] for each in vade("forget", "--list", "--json").json] == ["topics/Spelt"]


def test_a_file_that_tells_no_kind_names_the_kinds(tmp_path: Path, vade: Callable[..., Any]) -> None:
    file = tmp_path / "x.txt"
    file.write_text("Dear diary\n")
    done = vade("import", file)
    assert (done.code, "knowledge-graph" in done.err) == (2, True)


def test_an_archive_on_standard_input_is_refused_in_words(tmp_path: Path, vade: Callable[..., Any]) -> None:
    vade("add", "Rye")
    vade("export", tmp_path / "a.tar.gz")
    done = vade("import", "-", stdin=(tmp_path / "a.tar.gz").read_bytes())
    assert (done.code, "name the archive's own file" in done.err) == (2, True)


def test_an_import_is_one_commit_that_names_its_kind(tmp_path: Path, vade: Callable[..., Any]) -> None:
    vade("init")
    file = tmp_path / "memory.jsonl"
    file.write_text(GRAPH + GRAPH.replace("Ann", "Bo"))
    vade("import", file)
    git = ["git", "-C", str(tmp_path / "memory"), "log", "--format=%s%n%(trailers)", "--name-only", "-1"]
    told = subprocess.run(git, capture_output=True, encoding="utf-8", check=True).stdout
    assert told.startswith("Import knowledge-graph\n")
    assert "Vade-Actor: import:knowledge-graph" in told
    assert {"topics/Ann.md", "topics/Bo.md"} <= set(told.split("\n"))
