"""Claude Code itself with our hooks: the memory is in the first request, and what the host may cache stays as it is."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, Protocol

from vademecum.surfaces.cli.app import vade

SEED = "---\ntitle: About me\nmetadata:\n  seed: true\n---\n\nI count in fathoms, {}.\n"
CRANE = "# Harbour crane\n\nThe harbour crane is serviced each {}.\n"
KEEPER = "# The {0}\n\nThe {0} in the harbour is looked after by {1}.\n"
THINGS = (
    *("oarlock store", "fog horn", "dry dock gate", "pilot boat", "net loft"),
    *("customs shed", "ferry bell", "lighthouse lamp", "slipway winch", "tide gauge"),
)
QUESTION = "when is the harbour crane serviced?"


class Claude(Protocol):
    """What the fixture gives, as far as these tests need it."""

    def say(self, prompt: str, *options: str) -> list[dict[str, Any]]: ...

    def talk(self, prompts: Sequence[str], between: Callable[[int], None]) -> list[dict[str, Any]]: ...


def page(name: str, text: str) -> Path:
    file = Path(os.environ["HOME"], ".memory", f"{name}.md")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def connect() -> None:
    vade.main(["connect", "claude-code", "--yes"], standalone_mode=False)


def messages(body: Mapping[str, Any]) -> list[tuple[str, list[Any]]]:
    """Role and blocks of each message, however the host wrote a lone text.

    The one exception to a prefix that never changes: ``cache_control``, by which the host marks how far it wants the
    prefix kept, moves on with every request.
    """
    return [(each["role"], list(map(unmarked, blocks(each["content"])))) for each in body["messages"]]


def blocks(content: str | list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{"type": "text", "text": content}] if isinstance(content, str) else content


def unmarked(block: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != "cache_control"}


def rest(body: Mapping[str, Any]) -> dict[str, Any]:
    """All of a request but its messages: the system prompt, the tools, and what the host asks for."""
    return {key: value for key, value in body.items() if key != "messages"}


def said(body: Mapping[str, Any]) -> str:
    return "\n".join(str(block.get("text", "")) for _, held in messages(body) for block in held)


def test_the_memory_is_in_the_first_request_and_nothing_is_kept_by_echo(claude: Claude) -> None:
    seed = page("user/about me", SEED.format("not in metres"))
    page("topics/Harbour crane", CRANE.format("March"))
    connect()
    store = seed.parents[1]
    before = {file: file.read_bytes() for file in store.rglob("*.md")}
    (first,) = claude.say(QUESTION)
    assert "I count in fathoms, not in metres." in said(first)
    assert "The harbour crane is serviced each March." in said(first)
    assert "global:topics/Harbour crane" in said(first)
    claude.say(said(first), "--continue")
    assert {file: file.read_bytes() for file in store.rglob("*.md")} == before


def test_over_ten_turns_with_edits_nothing_before_the_newest_prompt_changes(claude: Claude) -> None:
    seed = page("user/about me", SEED.format("not in metres"))
    shown = {thing: page(f"topics/{thing}", KEEPER.format(thing, "Ines")) for thing in THINGS}
    connect()

    def edit(turn: int) -> None:
        seed.write_text(SEED.format(f"since turn {turn}"), encoding="utf-8")
        shown[THINGS[turn]].write_text(KEEPER.format(THINGS[turn], "Marta"), encoding="utf-8")
        page(f"topics/Note of turn {turn}", f"# Note of turn {turn}\n\nThe harbour office opens at {turn}.\n")

    sent = claude.talk([f"who looks after the {thing} in the harbour?" for thing in THINGS], edit)
    assert len(sent) == len(THINGS)
    for earlier, later in pairwise(sent):
        assert messages(later)[: len(earlier["messages"])] == messages(earlier)
        assert rest(later) == rest(earlier)
    assert "I count in fathoms, not in metres." in said(sent[0])
    told = [thing for thing in THINGS if KEEPER.format(thing, "Ines").splitlines()[-1] in said(sent[-1])]
    assert len(told) > len(THINGS) / 2, "most of the prompts brought up their page"
