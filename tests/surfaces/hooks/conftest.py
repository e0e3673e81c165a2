"""A person's memory, a project, and the hooks of a host in it: in a process of their own, or called here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from vademecum.config.places import state_folder
from vademecum.library.plan_cache import plan_file
from vademecum.library.planning import keep_synced
from vademecum.memory import Memory
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.hooks.claude_code import HOST, read_event
from vademecum.surfaces.hooks.event import Answer, Place
from vademecum.surfaces.hooks.notes import note_turn, note_use
from vademecum.surfaces.hooks.prompt import answer_prompt
from vademecum.surfaces.hooks.replan import replan
from vademecum.surfaces.hooks.start import answer_start

PAGE = "# Tide gauge\n\nThe Skerry gauge reads 12 cm high since its float was replaced.\n"


class Done(NamedTuple):
    """What a hook's process left: its exit code and both streams."""

    code: int
    out: bytes
    err: bytes

    @property
    def context(self) -> str:
        """The text for the agent; the output must be nothing or one document for one event."""
        if not self.out:
            return ""
        said = json.loads(self.out)
        assert set(said) <= {"hookSpecificOutput", "systemMessage"}
        return str(said.get("hookSpecificOutput", {}).get("additionalContext", ""))


class Host:
    """One host and what it knows of a person's memory."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.store = root / "memory"
        self.project = root / "project"
        self.project.mkdir()
        self.store.mkdir()

    @property
    def state(self) -> Path:
        return state_folder(os.environ)

    @property
    def place(self) -> Place:
        return Place(str(self.project), str(self.state), os.environ)

    def session(self, name: str = "one") -> Session:
        return Session(self.state / "sessions", SessionKey(HOST, name))

    def write(self, name: str, text: str) -> Path:
        page = self.store / f"{name}.md"
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
        return page

    def sync(self) -> None:
        """Bring the mounts in step and keep the plan, as the process beside a session's start does."""
        plan = replan(self.place)
        memory = Memory.open(cwd=self.project)
        memory.sync()
        keep_synced(plan_file(str(self.state), str(self.project), os.environ), memory.library, plan.synced_ns)
        memory.close()

    def given(self, event: str, more: Mapping[str, object]) -> dict[str, object]:
        return {"session_id": "one", "cwd": str(self.project), "hook_event_name": event, **more}

    def call(self, event: str, **more: object) -> Answer:
        """Answer an event here, with what is noted afterwards."""
        read = read_event(self.given(event, more), event)
        answers = {"UserPromptSubmit": answer_prompt, "SessionStart": answer_start, "PostToolUse": note_use}
        reply = answers.get(event, note_turn)(read, self.place)
        reply.afterwards()
        return reply.answer

    def prompt(self, text: str, **more: object) -> str:
        return self.call("UserPromptSubmit", prompt=text, **more).context

    def start(self, source: str = "startup", **more: object) -> str:
        return self.call("SessionStart", source=source, **more).context

    def run(self, event: str, **more: object) -> Done:
        """Run the hook as a host does."""
        return self.run_with(json.dumps(self.given(event, more)).encode(), event)

    def run_with(self, given: bytes, event: str, *, env: Mapping[str, str] | None = None, host: str = HOST) -> Done:
        command = [sys.executable, "-m", "vademecum", "hook", host, event]
        done = subprocess.run(command, input=given, env=env, cwd=self.project, capture_output=True, check=False)
        return Done(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Host:
    """A host whose person has one page in memory, in step."""
    # The sync that a start leaves behind ends its writing while a test goes on, however long a busy machine takes.
    monkeypatch.setattr("vademecum.recall.pushing.PATIENCE", 60.0)
    made = Host(tmp_path)
    monkeypatch.setenv("MEMORY_DIR", str(made.store))
    made.write("harbour/Tide gauge", PAGE)
    made.sync()
    return made
