"""Claude Code itself, from what ``connect`` wrote: the tool is there, and nothing of ours can stop the program.

It talks to a model of our own on loopback (fake_model.py), whose log shows what an agent would have been given.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest

from vademecum.config.places import state_folder
from vademecum.hosts.launcher import launcher_file, script
from vademecum.surfaces.cli.app import vade

TOOL = "mcp__vade__memory"


class Claude(Protocol):
    """What the fixture gives, as far as these tests need it."""

    project: Path

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]: ...

    def say(self, prompt: str, *options: str) -> list[dict[str, Any]]: ...


def connect(*options: str) -> None:
    vade.main(["connect", "claude-code", "--yes", *options], standalone_mode=False)


def disconnect(*options: str) -> None:
    vade.main(["disconnect", "claude-code", "--yes", *options], standalone_mode=False)


def home() -> Path:
    return Path(os.environ["HOME"])


def page(name: str, text: str) -> None:
    file = home() / ".memory" / "topics" / f"{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def order(**arguments: object) -> str:
    """A prompt that makes the model call the memory tool."""
    return f"use {TOOL} with {json.dumps(arguments)}"


def tools(body: Mapping[str, Any]) -> list[str]:
    return [each["name"] for each in body["tools"]]


def results(body: Mapping[str, Any]) -> str:
    """All that tools have answered, as the model reads it."""
    blocks = [block for each in body["messages"] if isinstance(each["content"], list) for block in each["content"]]
    return json.dumps([block["content"] for block in blocks if block["type"] == "tool_result"], ensure_ascii=False)


@pytest.mark.parametrize("level", [(), ("--project",)], ids=["user", "project"])
def test_the_tool_is_in_the_first_request_and_its_answer_in_the_next(claude: Claude, level: tuple[str, ...]) -> None:
    page("Harbour crane", "The harbour crane is serviced each March, 潮 🚀.\n")
    connect(*level)
    first, second = claude.say(order(mode="recall", keywords="crane serviced"))
    assert TOOL in tools(first)
    assert "The harbour crane is serviced each March, 潮 🚀." in results(second)


def test_a_second_session_recalls_what_the_first_remembered(claude: Claude) -> None:
    connect()
    claude.say(order(mode="remember", topic="oarlock", content="The oarlock is of bronze."))
    _, second = claude.say(order(mode="recall", keywords="oarlock bronze"))
    assert "The oarlock is of bronze." in results(second)


def test_a_vademecum_that_is_gone_stops_nothing_and_says_nothing(claude: Claude) -> None:
    connect()
    launcher_file(state_folder(os.environ)).write_bytes(script(Path("/no/such/python"), Path("/no/such/vade")))
    done = claude.run("-p", "hello")
    assert (done.stdout, done.stderr) == ("Noted.\n", "")
    launcher_file(state_folder(os.environ)).unlink()
    assert claude.run("-p", "hello").stdout == "Noted.\n"


def test_a_hook_that_hangs_is_left_behind(claude: Claude) -> None:
    connect()
    launcher_file(state_folder(os.environ)).write_text('#!/bin/sh\n[ "$1" = hook ] && exec sleep 600\nexit 1\n')
    settings = home() / ".claude" / "settings.json"
    patient = json.loads(settings.read_text())
    for groups in patient["hooks"].values():
        groups[0]["hooks"][0]["timeout"] = 1
    settings.write_text(json.dumps(patient))
    assert claude.run("-p", "hello").stdout == "Noted.\n"


def test_disconnect_leaves_the_files_as_the_program_would_have_them_without_us(
    claude: Claude, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left = []
    for name, connected in (("with", True), ("without", False)):
        monkeypatch.setenv("HOME", str(tmp_path / name))
        settings = home() / ".claude" / "settings.json"
        settings.parent.mkdir(parents=True)
        settings.write_text('{"zeta": 1, "hooks": {"Stop": []}, "model": "opus"}')
        if connected:
            connect()
        claude.run("plugin", "disable", "cc-plugin-agents-md@builtin")
        claude.run("mcp", "add", "--scope", "user", "other", "--", "true")
        if connected:
            assert "vademecum/launch" in settings.read_text()
            disconnect()
        left.append((settings.read_text(), json.loads((home() / ".claude.json").read_text())["mcpServers"]))
    assert left[0] == left[1]
    assert '"cc-plugin-agents-md@builtin": false' in left[0][0]
