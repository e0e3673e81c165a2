"""Commands in an agent's shell: page, commit and ledger say who wrote, and the rules for agents hold (D16, D45)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vademecum.guards.changes import PERSON, Actor
from vademecum.sessions import SessionKey
from vademecum.surfaces.cli.person import HOSTS, Agent, agent_here, writer

Vade = Callable[..., Any]
SHELF = "On the shelf."


@pytest.fixture
def agent(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> Vade:
    """Commands of an agent whose host tells its session, in a memory with a person's page."""
    assert vade("init").code == 0
    assert vade("add", SHELF, "--title", "Kettle").code == 0
    monkeypatch.setenv("CLAUDECODE", "1")
    monkeypatch.setenv("CLAUDE_CODE_SESSION_ID", "5d41")
    return vade


def kettle(tmp_path: Path) -> str:
    return (tmp_path / "memory" / "topics" / "Kettle.md").read_text(encoding="utf-8")


def version(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> str:
    """The page's version, looked up by the person, so that the agent's ledger knows nothing of it."""
    with monkeypatch.context() as person:
        person.delenv("CLAUDECODE")
        return str(vade("show", "Kettle", "--json").json["version"])


@pytest.mark.parametrize(("variable", "host", "session"), HOSTS)
def test_d16_each_host_is_known_by_what_it_sets(variable: str, host: str, session: str) -> None:
    assert agent_here({variable: "1"}) == Agent(variable, host, "1" if session == variable else None)
    env = {variable: "1"} | ({session: "s-1"} if session else {})
    assert writer(env) == (Actor("agent", host), SessionKey(host, "s-1") if session else None)


def test_d16_a_person_is_one_and_other_agents_name_themselves() -> None:
    assert writer({}) == (PERSON, None)
    assert writer({"CLAUDECODE": ""}) == (PERSON, None)
    assert writer({"AI_AGENT": "Crush"}) == (Actor("agent", "crush"), None)
    assert writer({"VADEMECUM_ACTOR": "agent:mine"}) == (Actor("agent", "mine"), None)
    assert writer({"VADEMECUM_ACTOR": "person", "GEMINI_CLI": "1"}) == (PERSON, None)


def test_d16_page_commit_and_ledger_name_the_agent(agent: Vade, tmp_path: Path) -> None:
    assert agent("add", "The tide turns at six.").code == 0
    page = (tmp_path / "memory" / "topics" / "The tide turns at six.md").read_text(encoding="utf-8")
    assert "author: agent:claude-code" in page
    assert agent("log", "-n", "1").out.split("\t")[2] == "agent:claude-code"
    assert "agent:claude-code" in agent("show", "The tide turns at six").err
    file = SessionKey("claude-code", "5d41").file
    (ledger,) = Path(os.environ["XDG_STATE_HOME"]).rglob(Path(file).name)
    assert any(json.loads(line)["event"] == "wrote" for line in ledger.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize(
    "command",
    [
        ["edit", "Kettle", "--old", "shelf", "--new", "table"],
        ["edit", "Kettle", "--set", "type=thing"],
        ["edit", "Kettle", "--content", "-"],
        ["add", "In the sink.", "--title", "Kettle", "--replace"],
        ["forget", "Kettle", "--yes"],
    ],
)
def test_d16_d45_an_agent_changes_no_page_that_it_has_not_read(agent: Vade, tmp_path: Path, command: list[str]) -> None:
    before = kettle(tmp_path)
    done = agent(*command, stdin=b"In the sink.\n")
    assert (done.code, kettle(tmp_path)) == (5, before)
    assert "it was not read in this session" in done.err
    assert agent(*command, stdin=b"In the sink.\n").code == 5  # to try is not to read
    assert agent("show", "Kettle").code == 0
    done = agent(*command, stdin=b"In the sink.\n")
    assert done.code == 0, done.err


def test_d45_a_version_stands_for_reading_where_a_host_tells_no_session(
    agent: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = version(agent, monkeypatch)
    monkeypatch.delenv("CLAUDE_CODE_SESSION_ID")
    edit = ["edit", "Kettle", "--old", "shelf", "--new", "table"]
    assert agent(*edit).code == 5
    assert agent(*edit, "--expect", "0" * 12).code == 5
    assert agent("edit", "Kettle", "--content", "-", "--expect", read, stdin=b"x").code == 5
    assert agent(*edit, "--expect", read).code == 0
    assert "On the table." in kettle(tmp_path)


def test_d16_an_agent_may_add_without_having_read(agent: Vade, tmp_path: Path) -> None:
    assert agent("add", "It leaks.", "--to", "Kettle").code == 0
    assert kettle(tmp_path).endswith("It leaks.\n")
    assert agent("edit", "Kettle", "--old", "leaks", "--new", "drips").code == 5  # adding is not reading


def test_d16_the_person_can_say_that_it_is_they(agent: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADEMECUM_ACTOR", "person")
    assert agent("edit", "Kettle", "--old", "shelf", "--new", "table").code == 0
    assert "agent" not in agent("log", "-n", "1").out
    done = agent("approve", "0123")  # what is for persons alone stays refused
    assert (done.code, "this is an agent's shell (CLAUDECODE is set)" in done.err) == (2, True)
    monkeypatch.setenv("VADEMECUM_ACTOR", "root")
    done = agent("list")
    assert (done.code, "VADEMECUM_ACTOR says 'root'" in done.err) == (2, True)


@pytest.mark.parametrize("command", [["show"], ["edit", "--set", "a=b"], ["forget", "--yes"], ["diff"], ["blame"]])
def test_d16_private_pages_are_not_there_for_an_agent(
    agent: Vade, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    with monkeypatch.context() as person:
        person.delenv("CLAUDECODE")
        assert agent("edit", "Kettle", "--set", "private=true").code == 0
    done = agent(command[0], "Kettle", *command[1:], "--hidden")
    assert (done.code, SHELF in done.out) == (2, False)
    assert "a private page is for a person to ask for" in done.err


def test_d16_what_an_agent_wrote_in_its_shell_can_be_taken_back(agent: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    agent("add", "The tide turns at six.")
    monkeypatch.delenv("CLAUDECODE")
    assert agent("undo", "--session", "last", "--yes").code == 0
    assert "tide" not in agent("list").out


def test_d16_a_real_shell_of_a_host_is_one(tmp_path: Path) -> None:
    env = os.environ | {"MEMORY_DIR": str(tmp_path / "memory"), "GEMINI_CLI": "1"}
    command = [sys.executable, "-m", "vademecum", "add", "The tide turns at six."]
    subprocess.run(command, env=env, cwd=tmp_path, check=True, capture_output=True)
    (page,) = (tmp_path / "memory" / "topics").glob("*.md")
    assert "author: agent:gemini" in page.read_text(encoding="utf-8")
