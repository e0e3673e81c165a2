"""Records on the command line: a JSONL file is mounted, and its records are used as pages are."""

from __future__ import annotations

import json
import os
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]
DAMAGED = b'{"id": 1, "text": "llamas spit"}{"id": 2, "text": "two"}\n{"id": 3, "te\n{"id": 4, "text": "no end"}'


@pytest.fixture
def file(tmp_path: Path, vade: Vade) -> Path:
    """A file of records, to be made, mounted under the name ``facts``."""
    path = tmp_path / "facts.jsonl"
    assert vade("mount", path).code == 0
    return path


def records(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_bytes().split(b"\n") if line]


def test_mount_takes_a_file_of_records_that_is_there_or_not(vade: Vade, tmp_path: Path, file: Path) -> None:
    (tmp_path / "old.jsonl").write_bytes(b'{"id": 1, "text": "one"}\n{"id": 2, "text": "two"}')
    told = vade("mount", tmp_path / "old.jsonl", "--read-only", "--json").json
    assert (told["name"], told["format"], told["writable"], told["pages"]) == ("old", "records", False, 2)
    config = Path(os.environ["XDG_CONFIG_HOME"]) / "vademecum/config.toml"
    assert tomllib.loads(config.read_text(encoding="utf-8"))["mounts"] == {
        "facts": {"path": str(file), "format": "records", "writable": True},
        "old": {"path": str(tmp_path / "old.jsonl"), "format": "records"},
    }
    assert not file.exists()
    assert vade("doctor").code == 0


def test_mount_refuses_records_in_a_folder_that_is_not_there(vade: Vade, tmp_path: Path) -> None:
    done = vade("mount", tmp_path / "absent/facts.jsonl")
    assert (done.code, "is not there" in done.err) == (2, True)


def test_a_record_is_added_found_shown_edited_forgotten_and_restored(vade: Vade, file: Path) -> None:
    added = vade("add", "--mount", "facts", "--tag", "food", "The cafeteria serves soup", "--json").json
    address = added["address"]
    assert vade("recall", "cafeteria", "--json").json["hits"][0]["address"] == address
    assert vade("show", address).out == "The cafeteria serves soup\n"
    assert vade("list", "--mount", "facts").out.startswith(f"{address}\tThe cafeteria serves soup\t")
    assert vade("edit", address, "--old", "soup", "--new", "tea").code == 0
    assert vade("edit", address, "--set", "tags=food, lunch").code == 0
    assert [(record["content"], record["tags"]) for record in records(file)] == [
        ("The cafeteria serves tea", ["food", "lunch"])
    ]
    trash_id = vade("forget", address, "--yes", "--json").json["trash_id"]
    assert (records(file), vade("recall", "cafeteria").code) == ([], 1)
    assert vade("forget", "--restore", trash_id).code == 0
    assert vade("show", address).out == "The cafeteria serves tea\n"


def test_A27_status_tells_damaged_lines_by_number_and_adding_keeps_them(vade: Vade, file: Path) -> None:
    file.write_bytes(DAMAGED)
    told = vade("status").err
    assert f"{file}: line 1: holds 2 records; all are served" in told
    assert f"{file}: line 2: is no JSON object; it is kept as it is" in told
    assert vade("add", "--mount", "facts", "more").code == 0
    assert file.read_bytes().startswith(DAMAGED + b"\n")


def test_L4_a_strict_mount_refuses_with_a_copy_and_says_where(vade: Vade, file: Path) -> None:
    file.write_bytes(DAMAGED)
    vade("config", "mounts.facts.malformed", "refuse")
    done = vade("add", "--mount", "facts", "more")
    (copy,) = file.parent.glob("facts.jsonl.bak.*")
    assert (done.code, str(copy) in done.err) == (5, True)
    assert copy.read_bytes() == file.read_bytes() == DAMAGED


def test_a_store_whose_folder_is_away_is_told(vade: Vade, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    vade("mount", tmp_path / "disk/facts.jsonl")
    (tmp_path / "disk").rename(tmp_path / "unplugged")
    assert "the folder of mount facts is not there" in vade("doctor").out
    assert "the folder of facts is not there" in vade("recall", "anything").err


def test_the_past_of_one_record_is_told_and_brought_back(vade: Vade, tmp_path: Path, file: Path) -> None:
    subprocess.run(["git", "init", "-q", "-b", "main", str(tmp_path)], check=True)
    assert vade("config", "mounts.facts.commit", "always").code == 0
    address = vade("add", "--mount", "facts", "The cafeteria serves soup", "--json").json["address"]
    assert vade("add", "--mount", "facts", "The library is quiet").code == 0
    assert vade("edit", address, "--old", "soup", "--new", "tea").code == 0
    rows = [line.split("\t") for line in vade("log", address).out.splitlines()]
    assert [row[4] for row in rows] == [f"Edit {address}", f"Add {address}"]
    changed = [line for line in vade("diff", address).out.splitlines() if "content" in line]
    assert changed == ['-  "content": "The cafeteria serves soup",', '+  "content": "The cafeteria serves tea",']
    (line,) = [line for line in vade("blame", address).out.splitlines() if '"content"' in line]
    assert line.startswith(rows[0][1])
    assert vade("restore", address, "--version", rows[1][0]).code == 0
    assert [record["content"] for record in records(file)] == ["The cafeteria serves soup", "The library is quiet"]
    done = vade("forget", address, "--purge", "--yes")
    assert "4 commits" in done.err or "3 commits" in done.err
    assert "filter-repo --force --replace-text EXPRESSIONS" in done.err
    assert "--invert-paths" not in done.err
    assert [record["content"] for record in records(file)] == ["The library is quiet"]
    file.write_text(file.read_text(encoding="utf-8").replace("quiet", "loud"), encoding="utf-8")
    assert '+  "content": "The library is loud",' in vade("diff").out
