"""DeepSeek Harness itself, from what ``connect`` wrote: each page once, however the session goes on.

It talks to a model of our own on loopback, whose log shows what an agent would have been given.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

import pytest

from vademecum.surfaces.cli.app import vade

SEED = "The editor is Helix, 潮 🚀."
CRANE = "Deploys of the harbour crane happen on Tuesdays."
ASK = "When do deploys of the harbour crane happen?"


class Dsh(Protocol):
    """What the fixture gives, as far as these tests need it."""

    def talk(self, *turns: Mapping[str, object]) -> list[list[dict[str, Any]]]: ...

    def turn(self, say: str, session: str = ..., *, resume: bool = ...) -> dict[str, object]: ...

    def children(self, prompt: str) -> list[dict[str, Any]]: ...


@pytest.fixture(autouse=True)
def _memory() -> None:
    """A memory with a seed and another page, connected to the program."""
    for name, text in {
        "editor": f"---\ntitle: Editor\nmetadata:\n  seed: true\n---\n{SEED}\n",
        "crane": f"---\ntitle: Deploys of the harbour crane\n---\n{CRANE}\n",
    }.items():
        file = Path(os.environ["HOME"], ".memory", "topics", f"{name}.md")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    vade.main(["sync"], standalone_mode=False)
    vade.main(["connect", "dsh", "--yes"], standalone_mode=False)


def seen(bodies: list[dict[str, Any]], text: str) -> int:
    """How often the agent has a text before it in the last request of a turn."""
    return json.dumps(bodies[-1]["messages"], ensure_ascii=False).count(text)


def test_a_seed_and_a_recalled_page_are_each_there_once_across_compaction_and_resume_m16_m21(dsh: Dsh) -> None:
    hello, asked, again, compacting, after, recalled = dsh.talk(
        dsh.turn("hello there"),
        dsh.turn(ASK),
        dsh.turn(ASK),
        dsh.turn("then compact"),
        dsh.turn("go on"),
        dsh.turn(ASK),
    )
    assert [seen(each, SEED) for each in (hello, asked, again, compacting, after, recalled)] == [1] * 6
    assert [seen(each, CRANE) for each in (hello, asked, again, compacting, after, recalled)] == [0, 1, 1, 1, 0, 1]
    (resumed,) = dsh.talk(dsh.turn(ASK, resume=True))
    assert (seen(resumed, SEED), seen(resumed, CRANE)) == (1, 1)


def test_the_memory_tool_is_in_the_first_request_and_works_as_its_session(dsh: Dsh) -> None:
    ask = {"mode": "recall", "keywords": "harbour crane"}
    write = {"mode": "remember", "topic": "crane", "content": "None on Fridays."}
    first, second = dsh.talk(
        dsh.turn(f"use memory with {json.dumps(ask)}"), dsh.turn(f"use memory with {json.dumps(write)}")
    )
    assert "memory" in [tool["name"] for tool in first[0]["tools"]]
    assert seen(first, CRANE) >= 1
    # It has seen a block of the page and not the page, so it may not replace it (D17).
    assert "None on Fridays." not in Path(os.environ["HOME"], ".memory", "topics", "crane.md").read_text("utf-8")
    assert "open" in json.dumps(second[-1]["messages"][-1])


def test_an_agent_that_another_one_started_is_given_nothing(dsh: Dsh) -> None:
    prompt = f"child task: {ASK}"
    order = {"description": "a task", "prompt": prompt, "run_in_background": False}
    dsh.talk(dsh.turn(f"use subagent with {json.dumps(order)}"), dsh.turn("is it done"), dsh.turn("and now"))
    children = dsh.children(prompt)
    assert children
    assert [seen([body], text) for body in children for text in (SEED, CRANE)] == [0] * len(children) * 2


def test_contents_pages_stand_in_the_system_prompt_and_stay_the_same_m11_m15(dsh: Dsh) -> None:
    index = "- [Crane](topics/crane.md): what is meant by {{crane}}"
    Path(os.environ["HOME"], ".memory", "MEMORY.md").write_text(f"{index}\n", encoding="utf-8")
    vade.main(["sync"], standalone_mode=False)
    first, second = dsh.talk(dsh.turn("hello there"), dsh.turn("and again"))
    assert index.replace("{{", "{ {") in json.dumps(first[-1]["system"])
    assert first[-1]["system"] == second[-1]["system"]
    assert second[-1]["messages"][: len(first[-1]["messages"])] == first[-1]["messages"]
    assert seen(second, "Look into memory") == 1


def test_braces_in_a_page_do_no_harm(dsh: Dsh) -> None:
    page = Path(os.environ["HOME"], ".memory", "topics", "editor.md")
    page.write_text(page.read_text("utf-8") + "It fills in {{user_name}} itself.\n", encoding="utf-8")
    (hello,) = dsh.talk(dsh.turn("hello there"))
    assert seen(hello, SEED) == 1


def test_without_its_program_the_plugin_stands_in_no_ones_way(dsh: Dsh) -> None:
    Path(os.environ["XDG_STATE_HOME"], "vademecum", "launch").unlink()
    (hello,) = dsh.talk(dsh.turn("hello there"))
    assert seen(hello, "hello there") == 1
    assert seen(hello, SEED) == 0
