"""``vade mute``: the real hooks never give the page again, and whoever asks still gets it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.config.places import state_folder
from vademecum.library.mutes import MUTES_FILE

Vade: TypeAlias = Callable[..., Any]
PAGES = {
    "Tide gauge": "# Tide gauge\n\nThe Skerry gauge reads 12 cm high since its float was replaced.\n",
    "Manners": "---\nmetadata:\n  seed: true\n---\n# Manners\n\nAnswer in plain words.\n",
    "MEMORY": "# Contents\n\nWhere the lighthouse keeper's list begins.\n",
    "Lamps": "# Lamps\n\nThe lantern room has four spare lamps.\n",
}
ASK = "is the Skerry gauge still wrong?"


def run_hook(event: str, session: str, **more: object) -> Any:  # noqa: ANN401 - what JSON holds
    """What the real hook says, run as a host does."""
    given = {"session_id": session, "cwd": os.getcwd(), "hook_event_name": event, **more}
    command = [sys.executable, "-m", "vademecum", "hook", "claude-code", event]
    done = subprocess.run(command, input=json.dumps(given).encode(), check=True, capture_output=True)
    return json.loads(done.stdout or "{}")


def hook(event: str, session: str, **more: object) -> str:
    """What the agent is given by it."""
    return str(run_hook(event, session, **more).get("hookSpecificOutput", {}).get("additionalContext", ""))


@pytest.fixture
def keeper(tmp_path: Path, vade: Vade) -> Vade:
    """A person with a seed, a contents page and two others, in step."""
    (tmp_path / "memory").mkdir()
    for name, text in PAGES.items():
        (tmp_path / "memory" / f"{name}.md").write_text(text)
    assert vade("sync").code == 0
    return vade


def test_a_muted_page_is_not_given_with_a_prompt_and_is_again_when_unmuted(keeper: Vade) -> None:
    assert "12 cm high" in hook("UserPromptSubmit", "one", prompt=ASK)
    assert keeper("mute", "Tide gauge").err == "global:Tide gauge is not given unasked any more\n"
    assert hook("UserPromptSubmit", "two", prompt=ASK) == ""
    assert keeper("mute", "Tide gauge", "--off").code == 0
    assert "12 cm high" in hook("UserPromptSubmit", "three", prompt=ASK)


def test_a_start_neither_holds_nor_lists_muted_pages_and_its_receipt_counts_them(keeper: Vade) -> None:
    for name in ("Manners", "MEMORY", "Lamps"):
        assert keeper("mute", name).code == 0
    said = hook("SessionStart", "one", source="startup")
    assert "global:Tide gauge" in said
    assert [each for each in ("Manners", "plain words", "MEMORY", "keeper", "Lamps") if each in said] == []
    (event,) = keeper("trace", "one", "--json").json["given"]
    assert event["left_out"] == {"muted": 3}


def test_a_muted_page_does_not_come_back_while_the_configuration_is_broken(keeper: Vade) -> None:
    assert "plain words" in hook("SessionStart", "one", source="startup")
    assert keeper("mute", "Manners").code == 0
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("home = [")
    broken = run_hook("SessionStart", "one", source="compact")
    assert "plain words" not in json.dumps(broken)
    assert "memory can't be read" in broken["systemMessage"]


def test_muted_pages_take_no_place_of_others_with_a_prompt(keeper: Vade, tmp_path: Path) -> None:
    for number in range(8):
        copy = f"# Gauge {number}\n\nSkerry gauge, Skerry gauge: note {number} of the gauge at Skerry.\n"
        (tmp_path / "memory" / f"Gauge {number}.md").write_text(copy)
    assert keeper("sync").code == 0
    for number in range(8):
        assert keeper("mute", f"Gauge {number}").code == 0
    assert "12 cm high" in hook("UserPromptSubmit", "one", prompt=ASK)
    assert keeper("trace", "last", "--json").json["given"][0]["left_out"]["muted"] > 0


def test_who_asks_for_a_muted_page_gets_it_and_its_file_is_as_it_was(keeper: Vade, tmp_path: Path) -> None:
    assert keeper("mute", "Tide gauge").code == 0
    assert "12 cm high" in keeper("recall", ASK).out
    assert keeper("show", "Tide gauge").code == 0
    assert (tmp_path / "memory" / "Tide gauge.md").read_text() == PAGES["Tide gauge"]


def test_the_list_shows_what_is_muted(keeper: Vade, tmp_path: Path) -> None:
    assert (keeper("mute", "--list").code, keeper("mute", "--list", "--json").json) == (1, [])
    assert keeper("mute", "Lamps", "--json").json == {"address": "global:Lamps", "muted": True, "changed": True}
    store = str((tmp_path / "memory").resolve())
    assert keeper("mute", "--list", "--json").json == [{"address": "global:Lamps", "store": store}]
    assert keeper("mute", "--list").out == f"global:Lamps\t{store}\n"


def test_muting_twice_is_no_failure_and_unmuting_what_was_not_is_nothing_found(keeper: Vade) -> None:
    assert (keeper("mute", "Lamps").code, keeper("mute", "Lamps").code) == (0, 0)
    done = keeper("mute", "Manners", "--off")
    assert (done.code, done.err) == (1, "global:Manners was not muted\n")


def test_a_page_that_is_gone_can_be_taken_off_the_list_by_its_address(keeper: Vade, tmp_path: Path) -> None:
    assert keeper("mute", "Lamps").code == 0
    (tmp_path / "memory" / "Lamps.md").unlink()
    assert keeper("mute", "global:Lamps", "--off").code == 0
    assert keeper("mute", "--list", "--json").json == []
    assert keeper("mute", "global:Lamps", "--off").code == 4


def test_an_agent_that_a_page_talks_to_can_not_unmute_it(keeper: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    assert keeper("mute", "Lamps").code == 0
    done = keeper("mute", "Lamps", "--off")
    assert (done.code, len(keeper("mute", "--list", "--json").json)) == (2, 1)
    assert "for a person to do, and this is an agent's shell (CLAUDECODE is set)" in done.err


@pytest.fixture
def broken(keeper: Vade) -> Path:
    """The list of a person who muted one page, after an edit by hand that went wrong."""
    assert keeper("mute", "Tide gauge").code == 0
    file = state_folder(os.environ) / MUTES_FILE
    file.write_text(file.read_text() + "]")
    return file


def test_of_a_broken_list_the_start_tells_the_person_and_gives_nothing_muted(broken: Path) -> None:
    assert hook("UserPromptSubmit", "one", prompt=ASK) == ""
    said = run_hook("SessionStart", "one", source="startup")
    assert "Tide gauge" not in said["hookSpecificOutput"]["additionalContext"]
    assert said["systemMessage"].startswith(f"vade: {broken} is broken: Extra data")
    assert "\n" not in said["systemMessage"]


def test_a_broken_list_is_told_of_until_the_next_page_is_muted(keeper: Vade, broken: Path) -> None:
    told = f"{broken} is broken: Extra data"
    assert told in keeper("status").err
    assert (keeper("doctor").code, told in keeper("doctor").out) == (1, True)
    listed = keeper("mute", "--list")
    assert (told in listed.err, listed.out.startswith("global:Tide gauge\t")) == (True, True)
    assert keeper("mute", "Lamps").code == 0
    assert [page["address"] for page in keeper("mute", "--list", "--json").json] == [
        "global:Lamps",
        "global:Tide gauge",
    ]
    assert "broken" not in keeper("status").err + keeper("doctor").out


@pytest.mark.parametrize("arguments", [(), ("Lamps", "--list"), ("--list", "--off"), ("Tide gauge#Tide gauge",)])
def test_what_can_not_be_meant_is_refused(keeper: Vade, arguments: tuple[str, ...]) -> None:
    assert keeper("mute", *arguments).code == 2
    assert keeper("mute", "--list", "--json").json == []
