"""``vade trace``: what the hooks really gave, as a person and a script see it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.address import Address
from vademecum.config.places import state_folder
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.hooks.refresh import refresh

Vade: TypeAlias = Callable[..., Any]
GAUGE = "# Tide gauge\n\nThe Skerry gauge reads 12 cm high since its float was replaced.\n"
ASK = "is the Skerry gauge still wrong?"
ADDRESS = "global:Tide gauge"


def hook(event: str, session: str, **more: object) -> bytes:
    """Run the real hook, as a host does."""
    given = {"session_id": session, "cwd": os.getcwd(), "hook_event_name": event, **more}
    command = [sys.executable, "-m", "vademecum", "hook", "claude-code", event]
    return subprocess.run(command, input=json.dumps(given).encode(), check=True, capture_output=True).stdout


@pytest.fixture
def given(tmp_path: Path, vade: Vade) -> Vade:
    """A person with one page, which the prompt of session ``abc-1`` brought up."""
    page = tmp_path / "memory" / "Tide gauge.md"
    page.parent.mkdir()
    page.write_text(GAUGE)
    assert refresh(os.getcwd())  # as a start does; without it the first prompt takes the slow way
    assert b"12 cm high" in hook("UserPromptSubmit", "abc-1", prompt=ASK)
    return vade


def test_before_any_hook_ran_there_is_nothing_to_tell(vade: Vade) -> None:
    for asked in ((), ("last",), ("abc",)):
        done = vade("trace", *asked)
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert vade("trace", "--json").json == []
    assert vade("trace", "last", "--json").json is None


def test_sessions_are_listed_with_their_sizes(given: Vade, tmp_path: Path) -> None:
    (listed,) = given("trace", "--json").json
    assert list(listed) == ["host", "session", "folder", "last", "events", "pages", "chars", "wrote", "held"]
    facts = (listed["host"], listed["session"], listed["folder"], listed["events"], listed["pages"])
    assert facts == ("claude-code", "abc-1", str(tmp_path / "project"), 1, 1)
    done = given("trace")
    assert done.out.startswith("abc-1\tclaude-code\t")
    assert done.err == "1 session\n"


@pytest.mark.parametrize("asked", ["abc-1", "ab", "last"])
def test_a_session_is_named_by_its_id_its_beginning_or_last(given: Vade, asked: str) -> None:
    done = given("trace", asked)
    assert done.code == 0
    assert f"{ADDRESS}#" in done.out.replace("%20", " ")
    assert " · version " in done.out
    assert "checked: hits and folders" in done.out


def test_the_json_of_a_session_holds_rule_size_and_what_was_verified(given: Vade) -> None:
    (event,) = given("trace", "last", "--json").json["given"]
    assert list(event) == ["at", "event", "channel", "chars", "verified", "left_out", "listed", "used", "pages"]
    (page,) = event["pages"]
    assert list(page) == ["address", "rule", "version", "chars", "of", "score", "afterwards"]
    assert (event["event"], page["rule"], page["afterwards"]) == ("UserPromptSubmit", "prompt", [])
    assert 0 < page["chars"] < event["chars"]


def test_what_the_agent_opened_afterwards_is_shown(given: Vade, tmp_path: Path) -> None:
    read = {"file_path": str(tmp_path / "memory" / "Tide gauge.md")}
    hook("PostToolUse", "abc-1", tool_name="Read", tool_input=read, tool_response={"type": "text"})
    told = given("trace", "last").out
    assert "then opened" in told
    assert "1 page used afterwards" in told
    assert given("trace", "last", "--json").json["given"][0]["used"] == 1


def test_a_page_opened_before_a_compaction_is_not_told_as_opened_after_it(given: Vade, tmp_path: Path) -> None:
    read = {"file_path": str(tmp_path / "memory" / "Tide gauge.md")}
    hook("PostToolUse", "abc-1", tool_name="Read", tool_input=read, tool_response={"type": "text"})
    hook("PreCompact", "abc-1")
    assert b"12 cm high" in hook("UserPromptSubmit", "abc-1", prompt=ASK)
    events = given("trace", "last", "--json").json["given"]
    assert [event["pages"][0]["afterwards"] for event in events] == [["opened"], []]


def test_a_start_tells_the_size_of_each_page_and_how_much_of_one_was_cut(vade: Vade, tmp_path: Path) -> None:
    words = "# About me\n\nI count in fathoms, 潮位."
    lines = "\n".join(f"- page {number} about the harbour" for number in range(600))
    (tmp_path / "memory").mkdir()
    (tmp_path / "memory" / "Me.md").write_text(f"---\nmetadata:\n  seed: true\n---\n{words}\n", encoding="utf-8")
    (tmp_path / "memory" / "MEMORY.md").write_text(f"{lines}\n")
    assert vade("sync").code == 0
    said = json.loads(hook("SessionStart", "abc-1", source="startup"))["hookSpecificOutput"]["additionalContext"]
    (event,) = vade("trace", "last", "--json").json["given"]
    seed, contents = event["pages"]
    assert (seed["rule"], seed["chars"], seed["of"]) == ("seed", len(words), len(words))
    assert (contents["rule"], contents["of"]) == ("index page", len(lines))
    assert f"\n\n{lines[: contents['chars']]}\n</record-" in said
    assert event["left_out"] == {"index pages in part": 1}
    assert event["chars"] == len(said)
    assert f"{contents['chars']:,} of {len(lines):,} characters" in vade("trace", "last").out


def test_a_start_tells_how_many_pages_it_named_alone(given: Vade) -> None:
    hook("SessionStart", "abc-2", source="startup")
    (event,) = given("trace", "abc-2", "--json").json["given"]
    assert (event["listed"], event["pages"]) == (1, [])
    assert " · 1 page listed" in given("trace", "abc-2").out


def test_a_beginning_that_two_sessions_share_names_both(given: Vade) -> None:
    hook("UserPromptSubmit", "abc-2", prompt=ASK)
    done = given("trace", "abc", "--json")
    assert done.code == 4
    assert sorted(json.loads(done.err)["error"]["candidates"]) == ["abc-1", "abc-2"]
    assert given("trace", "abc-2").code == 0


def test_an_unknown_session_is_one_line_and_exit_1(given: Vade) -> None:
    done = given("trace", "xyz")
    assert (done.code, done.out) == (1, "")
    assert done.err == "no session was given anything whose id begins with 'xyz'\n"


def test_no_more_sessions_are_listed_than_asked_for(given: Vade) -> None:
    hook("UserPromptSubmit", "abc-2", prompt=ASK)
    done = given("trace", "-n", "1")
    assert done.out.count("\n") == 1
    assert done.err == "1 of 2 sessions\n"


def test_a_session_ends_with_what_it_wrote_and_held(given: Vade, tmp_path: Path) -> None:
    state = state_folder(os.environ)
    session = Session(state / "sessions", SessionKey("claude-code", "abc-1"))
    for name in ("a", "a", "b"):
        session.wrote(Address("global", name), None, "0" * 64, whole=True)
    session.held(Address("global", "c"), "h1")
    told = json.loads(hook("SessionEnd", "abc-1", reason="exit"))
    assert told == {"systemMessage": "vade: this session wrote 2, held 1"}
    (listed,) = given("trace", "--json").json
    assert (listed["events"], listed["wrote"], listed["held"]) == (1, 2, 1)
    assert given("trace").out.split("\t")[6] == "wrote 2, held 1"
    assert given("trace", "abc-1").err.endswith("it wrote 2, held 1: global:a, global:b\n")


def test_a_session_that_was_given_nothing_is_listed_once_it_wrote(vade: Vade) -> None:
    session = Session(state_folder(os.environ) / "sessions", SessionKey("claude-code", "quiet"))
    session.wrote(Address("global", "a"), None, "0" * 64, whole=True)
    hook("SessionEnd", "quiet", reason="exit")
    (listed,) = vade("trace", "--json").json
    assert (listed["session"], listed["events"], listed["wrote"]) == ("quiet", 0, 1)
