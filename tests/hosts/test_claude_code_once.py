"""Claude Code itself over a session's whole life: everything that channels give, once for as long as it can be seen."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest

from vademecum.surfaces.cli.app import vade

PERSONA = "I am Skerry, and I count in fathoms."
SEED = "The harbour master is called Ines."
NAMED = "The rowlock of the gig is of bronze."
FOUND = "The harbour crane is serviced each March."
ALL = (SEED, PERSONA, NAMED, FOUND)
PROMPT = "Is the oarlock of the gig safe, and when is the harbour crane serviced?"


class Claude(Protocol):
    """What the fixture gives, as far as these tests need it."""

    def say(self, prompt: str, *options: str) -> list[dict[str, Any]]: ...


@pytest.fixture
def memory(claude: Claude) -> Claude:
    """A person whose memory has a page for every channel, and the program connected to it."""
    pages = {
        "SOUL": f"# Soul\n\n{PERSONA}\n",
        "user/about me": f"---\nmetadata:\n  seed: true\n---\n\n{SEED}\n",
        "boats/gig": f"---\nmetadata:\n  triggers: [oarlock]\n---\n\n{NAMED}\n",
        "topics/Harbour crane": f"# Harbour crane\n\n{FOUND}\n",
    }
    for name, text in pages.items():
        file = Path(os.environ["HOME"], ".memory", f"{name}.md")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    vade.main(["connect", "claude-code", "--yes"], standalone_mode=False)
    return claude


def shown(body: Mapping[str, Any]) -> dict[str, int]:
    """How often each channel's words are before the agent."""
    sent = json.dumps(body["messages"], ensure_ascii=False)
    return {words: sent.count(words) for words in ALL}


ONCE = dict.fromkeys(ALL, 1)


def test_M35_each_channel_gives_its_page_once_across_resume_and_compaction(memory: Claude) -> None:
    *_, first = memory.say(PROMPT)
    assert shown(first) == ONCE
    *_, resumed = memory.say(PROMPT, "--continue")
    assert shown(resumed) == ONCE
    memory.say("/compact", "--continue")
    *_, compacted = memory.say(PROMPT, "--continue")
    assert PROMPT not in json.dumps(compacted["messages"][:-2])
    assert shown(compacted) == ONCE
    *_, again = memory.say(PROMPT, "--continue")
    assert shown(again) == ONCE


def test_P25_an_agent_that_the_agent_starts_is_given_nothing(memory: Claude) -> None:
    task = {"description": "ask the harbour", "prompt": PROMPT, "subagent_type": "general-purpose"}
    bodies = memory.say(f"use Agent with {json.dumps(task)}", "--allowedTools", "Agent")
    own = [body for body in bodies if "use Agent with" in json.dumps(body["messages"])]
    others = [body for body in bodies if body not in own and PROMPT in json.dumps(body["messages"])]
    assert shown(own[-1]) == ONCE
    assert [shown(body) for body in others] == [dict.fromkeys(ALL, 0)] * len(others)
    assert others, "the program started no other agent"
