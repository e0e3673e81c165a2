"""H1 with the hooks of Claude Code as it runs them: each is a process, and only the transcript's bytes are asked.

The transcript is written here as the program was seen to write it; the hooks read it and never write it.
"""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any, TypeAlias

import pytest

Host: TypeAlias = Any
SEED = "---\nname: About me\nmetadata:\n  seed: true\n---\n\nI count in fathoms.\n"
COPY = b"I count in fathoms."
GAUGE = b"The Skerry gauge reads 12 cm high"


class Log:
    """A session: what its hooks say is written into the transcript by the host, or held back by it."""

    def __init__(self, host: Host, file: Path) -> None:
        self.host = host
        self.file = file
        self.ids = count(1)
        self.newest: str | None = None
        self.held: list[tuple[str, str]] = []
        file.touch()

    def message(self, kind: str, **more: object) -> None:
        name = f"m{next(self.ids)}"
        line = {"parentUuid": self.newest, "isSidechain": False, "type": kind, **more, "uuid": name, "sessionId": "one"}
        with self.file.open("ab") as lines:
            lines.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
        self.newest = name

    def say(self, text: str) -> None:
        self.message("user", message={"role": "user", "content": text})

    def run(self, event: str, *, is_held: bool = False, **more: object) -> None:
        """One hook's process; its words come before the agent, once the host has written them down."""
        said = self.host.run(event, transcript_path=str(self.file), **more).context
        self.held += [(event, said)] if said else []
        if not is_held:
            self.commit()

    def commit(self) -> None:
        for event, said in self.held:
            self.message(
                "attachment", attachment={"type": "hook_additional_context", "content": [said], "hookEvent": event}
            )
        self.held.clear()

    def prompt(self, text: str, *, is_held: bool = False) -> None:
        self.run("UserPromptSubmit", prompt=text, is_held=is_held)
        self.say(text)

    def compact(self) -> bytes:
        """A summary in place of all before; what the transcript held until then."""
        self.run("PreCompact", trigger="manual")
        before = self.file.read_bytes()
        self.newest = None
        self.message("system", subtype="compact_boundary", compactMetadata={"trigger": "manual"})
        self.say("This session is being continued from a previous conversation.")
        return before

    def copies(self, after: bytes = b"", of: bytes = COPY) -> int:
        """How often a page is in what was added to the transcript."""
        return self.file.read_bytes().removeprefix(after).count(of)


@pytest.fixture
def log(host: Host, tmp_path: Path) -> Log:
    host.write("About me", SEED)
    host.sync()
    return Log(host, tmp_path / "one.jsonl")


def test_H1_M20_a_process_that_resumes_the_session_gives_no_seed_again(log: Log) -> None:
    log.run("SessionStart", source="startup")
    log.say("good morning")
    log.run("SessionStart", source="resume")
    assert log.copies() == 1


def test_H1_M21_a_compaction_brings_exactly_one_copy_to_the_tail(log: Log) -> None:
    log.run("SessionStart", source="startup")
    log.say("good morning")
    before = log.compact()
    log.run("SessionStart", source="compact")
    log.run("SessionStart", source="resume")
    log.prompt("do I count in fathoms?")
    assert log.copies(before) == 1
    assert before.count(COPY) == 1


def test_H1_M22_a_seed_that_the_host_still_holds_is_not_given_again(log: Log) -> None:
    log.run("SessionStart", source="startup", is_held=True)
    log.prompt("do I count in fathoms?", is_held=True)
    assert log.copies() == 0
    log.commit()
    log.prompt("do I really count in fathoms?")
    assert log.copies() == 1


def test_H1_M22_what_a_process_that_is_gone_still_held_is_given_again(log: Log) -> None:
    log.run("SessionStart", source="startup")
    log.prompt("how high does the Skerry gauge read?", is_held=True)
    log.held.clear()
    log.run("SessionStart", source="resume")
    log.prompt("how high does the Skerry gauge read?")
    log.prompt("how high does the Skerry gauge really read?")
    assert log.copies(of=GAUGE) == 1


def test_H1_M23_a_person_who_types_the_same_words_is_not_taken_for_us(log: Log) -> None:
    said = log.host.run("SessionStart", source="startup").context
    log.say(said)
    typed = log.file.read_bytes()
    log.run("SessionStart", source="resume")
    assert COPY in typed
    assert log.copies(typed) == 1


def test_H1_M24_a_seed_in_view_is_not_recalled_and_after_a_compaction_it_is_once(log: Log) -> None:
    log.run("SessionStart", source="startup")
    log.prompt("do I count in fathoms?")
    assert log.copies() == 1
    before = log.compact()
    log.prompt("do I count in fathoms?")
    log.prompt("do I really count in fathoms?")
    assert log.copies(before) == 1
