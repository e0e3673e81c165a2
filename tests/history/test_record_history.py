"""The past of one record in a file that it shares with others: versions, differences, blame, and bringing one back."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import MountConfig
from vademecum.errors import HiddenError, NotFoundError
from vademecum.guards.changes import Actor, Content, KeyChange, Removal
from vademecum.memory import Memory, Setting
from vademecum.memory.history import PageHistory
from vademecum.memory.remains import remains_of
from vademecum.page.record import read_record

AGENT = Actor("agent", "test-host")


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *arguments], capture_output=True, text=True, check=True)
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A person's own repository."""
    made = tmp_path / "mine"
    made.mkdir()
    git(made, "init", "-q", "-b", "main")
    return made


@pytest.fixture
def facts(setting: Setting, folder: Path) -> Iterator[Memory]:
    """An agent's memory with a file of records there, in which ``kettle`` was written, changed, taken away and made
    again, while others were written in between."""
    mount = MountConfig(name="facts", path=folder / "facts.jsonl", format="records", writable=True, commit="always")
    memory = Memory(replace(setting, actor=AGENT, config=replace(setting.config, mounts=(mount,))))
    put(memory, "kettle", "On the shelf.")
    put(memory, "tea", "Green.")
    put(memory, "kettle", "On the table.")
    put(memory, "cup", "Blue.")
    yield memory
    memory.close()


def put(memory: Memory, name: str, text: str) -> None:
    address = Address("facts", name)
    opened = memory.look_up(address)
    memory.write(address, Content(text), version=opened.page.digest if opened else None)


def texts(history: PageHistory) -> list[object]:
    return [None if each.line is None else (read_record(each.line) or {})["content"] for each in history.versions]


def test_a_record_has_the_versions_that_git_kept_and_none_of_other_records(facts: Memory, folder: Path) -> None:
    history = facts.history.of("facts:kettle")
    assert texts(history) == ["On the table.", "On the shelf."]
    assert [each.kept.message for each in history.versions] == ["Replace facts:kettle", "Add facts:kettle"]
    assert {each.kept.who for each in history.versions} == {"agent:test-host"}
    assert len(git(folder, "log", "--format=%H").split()) == 4
    assert history.versions[0].digest == facts.open_page("facts:kettle").page.digest
    assert texts(facts.history.of("facts:tea")) == ["Green."]


def test_a_record_that_was_taken_away_keeps_its_past_and_can_come_back(facts: Memory) -> None:
    opened = facts.open_page("facts:kettle").page
    facts.write(opened.address, Removal(), version=opened.digest)
    history = facts.history.of("facts:kettle")
    assert texts(history) == [None, "On the table.", "On the shelf."]
    with pytest.raises(NotFoundError, match="was taken away"):
        facts.history.bytes_of(history, history.versions[0])
    facts.history.restore(history, history.versions[2])
    assert facts.open_page("facts:kettle").page.text == "On the shelf."
    assert facts.open_page("facts:tea").page.text == "Green."
    with pytest.raises(NotFoundError):
        facts.history.of("facts:teapot")


def test_a_version_of_a_record_is_brought_back_beside_what_others_are_now(facts: Memory) -> None:
    history = facts.history.of("facts:kettle")
    first = facts.history.version(history, history.versions[-1].name)
    facts.history.restore(history, first)
    assert facts.open_page("facts:kettle").page.text == "On the shelf."
    assert facts.open_page("facts:cup").page.text == "Blue."
    assert texts(facts.history.of("facts:kettle")) == ["On the shelf.", "On the table.", "On the shelf."]


def test_what_changed_in_a_record_and_by_which_commit_is_told_by_key(facts: Memory) -> None:
    difference = facts.history.difference("facts:kettle")
    assert (difference.kind, difference.before) == ("records", facts.history.of("facts:kettle").versions[1].line)
    lines = {each.text.split(":")[0].strip(): each.kept for each in facts.history.blame("facts:kettle")}
    assert lines['"content"'] is not None
    assert lines['"content"'].message == "Replace facts:kettle"
    assert lines['"id"'] is not None
    assert lines['"id"'].message == "Add facts:kettle"


def test_records_that_were_changed_by_hand_are_listed_and_private_ones_are_not(facts: Memory, folder: Path) -> None:
    assert facts.history.not_kept("facts") == []
    file = folder / "facts.jsonl"
    text = file.read_text(encoding="utf-8").replace("Green.", "Black.")
    hidden = json.dumps({"id": "safe", "content": "0000", "private": True})
    file.write_text(f"{text}{json.dumps({'id': 'pot', 'content': 'New.'})}\n{hidden}\n", encoding="utf-8")
    found = facts.history.not_kept("facts")
    assert [(str(each.address), each.before is None) for each in found] == [("facts:pot", True), ("facts:tea", False)]
    assert [each.kept for each in facts.history.blame("facts:pot")] == [None] * len(facts.history.blame("facts:pot"))


def test_a_record_that_is_private_today_shows_no_old_version(facts: Memory) -> None:
    opened = facts.open_page("facts:kettle").page
    facts.write(opened.address, KeyChange("private", "true"), version=opened.digest)
    with pytest.raises(HiddenError):
        facts.history.of("facts:kettle")


def test_each_commit_that_holds_a_record_is_known(facts: Memory) -> None:
    opened = facts.open_page("facts:tea").page
    facts.write(opened.address, Removal(), version=opened.digest)
    assert len(remains_of(facts.history.of("facts:tea", hidden_too=True)).commits) == 3
    assert len(remains_of(facts.history.of("facts:kettle")).commits) == 5


def test_a_record_is_known_by_the_commits_under_a_former_name_of_its_file(setting: Setting, folder: Path) -> None:
    for name, text in (("old.jsonl", "Green."), ("new.jsonl", "Black.")):
        mount = MountConfig(name="facts", path=folder / name, format="records", writable=True, commit="always")
        memory = Memory(replace(setting, actor=AGENT, config=replace(setting.config, mounts=(mount,))))
        put(memory, "tea", text)
        found = remains_of(memory.history.of("facts:tea", hidden_too=True))
        memory.close()
        if name == "old.jsonl":
            git(folder, "mv", "old.jsonl", "new.jsonl")
            git(folder, "-c", "user.name=t", "-c", "user.email=t@example.invalid", "commit", "-q", "-m", "move")
    assert (found.paths, len(found.commits)) == (("new.jsonl", "old.jsonl"), 3)
