"""The observation guard as the spec has it tested: with other processes, clocks set back, and 257 sessions (H7)."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from vademecum.config import BareWrite, MountConfig
from vademecum.errors import (
    AmbiguousError,
    ConflictError,
    ExistsError,
    MatchError,
    NotFoundError,
    UnobservedError,
    VademecumError,
)
from vademecum.guards.changes import Actor
from vademecum.memory import Memory, Setting
from vademecum.sessions import SessionKey
from vademecum.surfaces.tool import call_memory

KEPT = 256  # sessions, as the spec counts them
KETTLE = "# Kettle\n\nOn the shelf.\n\n## Care\n\nDescale monthly, on the shelf.\n"
SLY = """
import os, sys
file, old, new = sys.argv[1:]
was = os.stat(file)
text = open(file, encoding="utf-8").read()
with open(file, "r+", encoding="utf-8") as page:
    page.write(text.replace(old, new))
os.utime(file, ns=(was.st_atime_ns, was.st_mtime_ns))
"""


class Agent:
    """An agent's session over one writable mount."""

    def __init__(
        self, setting: Setting, session: str = "one", *, folder: Path, bare_write: BareWrite | None = None
    ) -> None:
        mount = MountConfig(
            name="notes", path=folder, writable=True, bare_write=bare_write or "replace_if_observed", profile="notes"
        )
        config = replace(setting.config, mounts=(mount,))
        key = SessionKey("test-host", session)
        self.folder = folder
        self.memory = Memory(replace(setting, config=config, session=key, actor=Actor("agent", "test-host")))

    def call(self, **arguments: object) -> str:
        return call_memory(self.memory, arguments)

    def edit(self, old: str, new: str, topic: str = "notes:topics/kettle") -> str:
        return self.call(mode="remember", topic=topic, old_string=old, new_string=new)

    def refused(self, kind: type[VademecumError], **arguments: object) -> str:
        """What the refusal says; no byte of the mount has changed by it."""
        before = {file: file.read_bytes() for file in self.folder.rglob("*.md")}
        with pytest.raises(VademecumError) as caught:
            self.call(mode="remember", **arguments)
        assert type(caught.value) is kind
        assert {file: file.read_bytes() for file in self.folder.rglob("*.md")} == before
        return str(caught.value)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    folder = tmp_path / "notes"
    (folder / "topics").mkdir(parents=True)
    (folder / "topics" / "kettle.md").write_text(KETTLE, encoding="utf-8")
    return folder


@pytest.fixture
def agent(setting: Setting, notes: Path) -> Agent:
    return Agent(setting, folder=notes)


def test_a_letter_changed_by_another_process_that_sets_the_time_back_is_noticed_h7(agent: Agent, notes: Path) -> None:
    file = notes / "topics" / "kettle.md"
    agent.call(mode="recall", topic="notes:topics/kettle")
    was = file.stat()
    subprocess.run([sys.executable, "-c", SLY, str(file), "monthly", "monthlY"], check=True)
    now = file.stat()
    assert (now.st_size, now.st_mtime_ns, now.st_ino) == (was.st_size, was.st_mtime_ns, was.st_ino)
    said = agent.refused(
        ConflictError, topic="notes:topics/kettle", old_string="shelf.\n\n##", new_string="table.\n\n##"
    )
    assert "has changed since version" in said
    assert "open it again" in said


def test_each_refusal_is_one_of_its_own_and_says_what_to_do_next_h7_d22(agent: Agent, notes: Path) -> None:
    edit = {"old_string": "Descale", "new_string": "Clean"}
    topic = "notes:topics/kettle"
    said = [
        agent.refused(UnobservedError, topic=topic, **edit),
        agent.refused(UnobservedError, topic=topic, content="x"),
    ]
    agent.call(mode="recall", topic="notes:topics/new")
    (notes / "topics" / "new.md").write_text("By a person.\n", encoding="utf-8")
    said.append(agent.refused(ExistsError, topic="notes:topics/new", content="Mine."))
    agent.call(mode="recall", topic="notes:topics/kettle")
    said.append(agent.refused(MatchError, topic=topic, old_string="shelf", new_string="table"))
    said.append(agent.refused(MatchError, topic=topic, old_string="teapot", new_string="x"))
    said.append(agent.refused(MatchError, topic=topic, old_string="shelf", new_string="shelf"))
    said.append(agent.refused(NotFoundError, topic="notes:topics/none", **edit))
    (notes / "topics" / "kettle.md").unlink()
    said.append(agent.refused(ConflictError, topic=topic, **edit))
    (notes / "a").mkdir()
    (notes / "b").mkdir()
    for folder in "ab":
        (notes / folder / "pan.md").write_text("Iron.\n", encoding="utf-8")
    said.append(agent.refused(AmbiguousError, topic="notes:pan", **edit))
    assert all("\nhint: " in each for each in said)
    assert len(set(said[1:])) == len(said) - 1
    assert said[0] == said[1]


def test_what_a_session_has_seen_is_in_its_ledger_and_outlives_the_program_h7_d21(
    setting: Setting, notes: Path
) -> None:
    first = Agent(setting, folder=notes)
    first.call(mode="recall", topic="notes:topics/kettle")
    first.memory.close()
    assert Agent(setting, folder=notes).edit("monthly", "weekly").startswith("edited")


def test_after_257_sessions_the_oldest_has_to_read_again_h7_d21(setting: Setting, notes: Path) -> None:
    oldest = Agent(setting, "0", folder=notes)
    oldest.call(mode="recall", topic="notes:topics/kettle")
    [first] = (setting.state / "sessions").rglob("*.jsonl")
    kept = first.read_bytes()
    for number in range(1, KEPT):
        ledger = first.with_name(f"{number:032x}.jsonl")  # as other sessions of that host leave them
        ledger.write_bytes(kept)
        os.utime(ledger, ns=(number + 1, number + 1))
    os.utime(first, ns=(1, 1))
    assert len(list(first.parent.glob("*.jsonl"))) == KEPT
    newest = Agent(setting, str(KEPT), folder=notes)
    newest.call(mode="recall", topic="notes:topics/kettle")
    assert len(list(first.parent.glob("*.jsonl"))) == KEPT
    again = Agent(setting, "0", folder=notes)
    arguments = {"topic": "notes:topics/kettle", "old_string": "monthly", "new_string": "weekly"}
    assert "was not read in this session" in again.refused(UnobservedError, **arguments)
    assert newest.edit("monthly", "weekly").startswith("edited")


@pytest.mark.parametrize("new", ["$&", r"\1", "$1 $$ $` $'", r"\g<0>\n", "%s {0} {}", "\\", "&amp;"])
@pytest.mark.parametrize("every", [False, True])
def test_the_replacement_arrives_literally_h7(agent: Agent, notes: Path, new: str, every: bool) -> None:  # noqa: FBT001 - a parameter of the test
    agent.call(mode="recall", topic="notes:topics/kettle")
    agent.call(mode="remember", topic="notes:topics/kettle", old_string="monthly", new_string=new, replace_all=every)
    assert (notes / "topics" / "kettle.md").read_text(encoding="utf-8") == KETTLE.replace("monthly", new)


@pytest.mark.parametrize("knob", ["create", "never_replace", "replace_if_observed"])
def test_what_a_bare_write_does_is_the_mounts_to_say_h7_d17_d18(setting: Setting, notes: Path, knob: BareWrite) -> None:
    agent = Agent(setting, folder=notes, bare_write=knob)
    bare = {"topic": "notes:topics/kettle", "content": "Mine.\n"}
    unread = UnobservedError if knob == "replace_if_observed" else ExistsError
    agent.refused(unread, **bare)
    agent.call(mode="recall", topic="notes:topics/kettle", block="Care")
    agent.refused(unread, **bare)  # a block that was shown is no page that was read
    agent.call(mode="recall", topic="notes:topics/kettle")
    other = Agent(setting, "other", folder=notes, bare_write=knob)
    other.refused(unread, **bare)  # nor is what another session read
    if knob == "replace_if_observed":
        assert agent.call(mode="remember", **bare).startswith("replaced notes:topics/kettle")
        assert (notes / "topics" / "kettle.md").read_text() == "---\nauthor: agent:test-host\n---\nMine.\n"
    else:
        agent.refused(ExistsError, **bare)
    assert agent.call(mode="remember", topic="notes:topics/new", content="New.").startswith("created")


def test_a_read_that_has_become_old_permits_no_bare_write_h7(agent: Agent, notes: Path) -> None:
    agent.call(mode="recall", topic="notes:topics/kettle")
    (notes / "topics" / "kettle.md").write_text(KETTLE + "Red.\n", encoding="utf-8")
    agent.refused(ConflictError, topic="notes:topics/kettle", content="Mine.\n")
    assert (notes / "topics" / "kettle.md").read_text(encoding="utf-8") == KETTLE + "Red.\n"


def test_a_session_that_no_host_names_reads_and_creates_and_no_more_d22(setting: Setting, notes: Path) -> None:
    agent = Agent(setting, folder=notes)
    agent.memory = Memory(replace(agent.memory.setting, session=None))
    agent.call(mode="recall", topic="notes:topics/kettle")
    agent.refused(UnobservedError, topic="notes:topics/kettle", old_string="monthly", new_string="weekly")
    agent.refused(UnobservedError, topic="notes:topics/kettle", content="Mine.")
    assert agent.call(mode="remember", topic="notes:topics/new", content="New.").startswith("created")


EDITOR = """
import json, sys
from pathlib import Path
from vademecum.config import Config, MountConfig
from vademecum.errors import ConflictError
from vademecum.guards.changes import Actor
from vademecum.library import find_workspace
from vademecum.memory import Memory, Setting
from vademecum.sessions import SessionKey
from vademecum.surfaces.tool import call_memory

folder, who, count = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3])
memory = Memory(Setting(
    config=Config(home=folder / "home", mounts=(MountConfig("notes", folder / "notes", writable=True),)),
    cache=folder / "cache", state=folder / "state", workspace=find_workspace(folder),
    session=SessionKey("race", who), actor=Actor("agent", who),
))
done, refused = [], 0
while len(done) < count:
    call_memory(memory, {"mode": "recall", "topic": "notes:race"})
    edit = {"old_string": "END", "new_string": f"{who}-{len(done)}\\nEND"}
    try:
        call_memory(memory, {"mode": "remember", "topic": "notes:race", **edit})
        done.append(f"{who}-{len(done)}")
    except ConflictError as error:
        assert "changed" in error.message and error.hint
        refused += 1
print(json.dumps({"done": done, "refused": refused}))
"""


def test_two_agents_racing_over_the_tool_lose_no_edit_and_are_told_of_each_refusal_h7(tmp_path: Path) -> None:
    """The race of 500 edits each is in ``tests/crash``; this one goes through the tool and its ledgers."""
    (tmp_path / "notes").mkdir()
    page = tmp_path / "notes" / "race.md"
    page.write_text("END\n", encoding="utf-8")
    command = [sys.executable, "-c", EDITOR, str(tmp_path)]
    started = [subprocess.Popen([*command, who, "20"], stdout=subprocess.PIPE) for who in ("a", "b")]
    told: list[Any] = [json.loads(each.communicate(timeout=300)[0]) for each in started]
    lines = page.read_text(encoding="utf-8").splitlines()
    assert lines[-1] == "END"
    for who, each in zip("ab", told, strict=True):
        assert [line for line in lines if re.match(rf"{who}-\d+$", line)] == each["done"]
    assert len(lines) == 41
