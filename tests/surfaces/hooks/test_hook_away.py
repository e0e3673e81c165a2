"""A start of a session while one of several mounts can't be read: it is left out, and the others are given."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from vademecum.memory import Memory
from vademecum.surfaces.hooks.claude_code import HOST
from vademecum.surfaces.hooks.failures import hook_failures

Host: TypeAlias = Any
UNREADABLE = Path(__file__).with_name("unreadable.py")
SEED = "---\nmetadata:\n  seed: true\n---\n\n{}\n"
LINE = "Nothing of vault is given here, since it can't be read now."


class Said(NamedTuple):
    """What a start handed to the agent, and what the person read."""

    context: str
    message: str


@pytest.fixture
def two(host: Host) -> Host:
    """A memory with a seed, and a vault with another, both in step."""
    vault = host.root / "vault"
    vault.mkdir()
    (vault / "Rules.md").write_text(SEED.format("Knots are counted in fathoms."), encoding="utf-8")
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True)
    config.write_text(f'[mounts.vault]\npath = "{vault}"\n', encoding="utf-8")
    host.write("About me", SEED.format("I sail alone."))
    host.sync()
    return host


def start(host: Host, *, closed: Path, session: str = "one") -> Said:
    """Start a session as a host does, in a process that can't look into a folder."""
    done = subprocess.run(
        [sys.executable, UNREADABLE, str(closed), "hook", HOST, "SessionStart"],
        input=json.dumps(host.given("SessionStart", {"source": "startup", "session_id": session})).encode(),
        cwd=host.project,
        capture_output=True,
        check=True,
    )
    out = json.loads(done.stdout) if done.stdout else {}
    return Said(str(out.get("hookSpecificOutput", {}).get("additionalContext", "")), str(out.get("systemMessage", "")))


def test_a_closed_mount_is_left_out_of_a_start_that_says_so_to_agent_and_person(two: Host) -> None:
    two.start(session_id="before")
    two.write("About me", SEED.format("I sail with Ida."))
    said = start(two, closed=two.root / "vault")
    assert "I sail with Ida." in said.context
    assert "fathoms" not in said.context
    assert said.context.endswith(LINE)
    assert said.message == "vade: mount vault: Permission denied; this session starts without vault"


def test_a_folder_that_is_gone_is_told_as_away_and_is_there_again_with_the_next_start(two: Host) -> None:
    shutil.move(two.root / "vault", two.root / "unplugged")
    answer = two.call("SessionStart", source="startup")
    assert ("I sail alone." in answer.context, "fathoms" in answer.context) == (True, False)
    assert answer.context.endswith(LINE)
    assert answer.message == "vade: mount vault is not there; this session starts without vault"
    shutil.move(two.root / "unplugged", two.root / "vault")
    again = two.call("SessionStart", source="startup", session_id="two")
    assert "fathoms" in again.context
    assert LINE not in again.context
    assert "vault" not in again.message


def test_a_start_without_a_mount_is_not_the_last_good_one(two: Host) -> None:
    whole = two.start(session_id="before")
    assert LINE in start(two, closed=two.root / "vault").context
    assert start(two, closed=two.root, session="two").context == whole


def test_a_mount_that_stays_away_fails_no_start(two: Host) -> None:
    for number in range(4):
        start(two, closed=two.root / "vault", session=f"session {number}")
    assert [each.event for each in hook_failures(str(two.state)) if each.event == "SessionStart"] == []


def test_a_sync_brings_the_other_mounts_in_step_before_it_says_that_one_is_closed(two: Host) -> None:
    (two.root / "vault" / "Oarlock.md").write_text("It is of bronze.\n", encoding="utf-8")
    closed = [sys.executable, str(UNREADABLE), str(two.store), "sync"]
    done = subprocess.run(closed, cwd=two.project, capture_output=True, encoding="utf-8", check=False)
    assert (done.returncode, "Permission denied" in done.stderr) == (6, True)
    memory = Memory.open(cwd=two.project)
    with memory.library.index("vault").view() as view:
        assert view.names() == ["Oarlock", "Rules"]
    memory.close()
