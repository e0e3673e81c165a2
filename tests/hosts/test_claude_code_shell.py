"""Claude Code's own shell: what an agent does there is of the session that our hooks and our server serve."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from vademecum.address import Address
from vademecum.config.places import state_folder
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.cli.app import vade
from vademecum.upkeep.written import find_account

HOST = "claude-code"
CRANE, BELL = "# Crane\n\nThe crane is serviced each March.\n", "# Bell\n\nThe bell is of iron.\n"


class Claude(Protocol):
    """What the fixture gives, as far as these tests need it."""

    def run(self, *arguments: str) -> object: ...

    def talk(self, prompts: Sequence[str], between: Callable[[int], None], *tools: str) -> list[dict[str, Any]]: ...


def store() -> Path:
    return Path(os.environ["HOME"], ".memory", "topics")


def in_shell(*arguments: str) -> str:
    """A prompt that makes the model run a command of ours in the host's shell."""
    command = shlex.join([sys.executable, "-P", "-m", "vademecum", *arguments])
    return f"use Bash with {json.dumps({'command': command})}"


def by_tool(**arguments: object) -> str:
    return f"use mcp__vade__memory with {json.dumps(arguments)}"


def answers(body: Mapping[str, Any]) -> str:
    """All that tools have answered, as the model reads it."""
    blocks = [block for each in body["messages"] if isinstance(each["content"], list) for block in each["content"]]
    return json.dumps([block["content"] for block in blocks if block["type"] == "tool_result"])


def session_of(transcripts: Path) -> Session:
    """The one session that the host's own transcript is called by."""
    (transcript,) = transcripts.glob("*/*.jsonl")
    return Session(state_folder(os.environ) / "sessions", SessionKey(HOST, transcript.stem))


def test_d21_what_the_agents_shell_reads_and_writes_is_in_the_ledger_of_the_hooks_and_the_server(
    claude: Claude,
) -> None:
    store().mkdir(parents=True)
    (store() / "Crane.md").write_text(CRANE, encoding="utf-8")
    (store() / "Bell.md").write_text(BELL, encoding="utf-8")
    vade.main(["connect", HOST, "--yes"], standalone_mode=False)
    bodies = claude.talk(
        [
            in_shell("edit", "global:topics/Crane", "--old", "March", "--new", "April"),  # read by nobody yet
            by_tool(mode="recall", topic="global:topics/Crane"),
            in_shell("edit", "global:topics/Crane", "--old", "March", "--new", "May"),  # read through the server
            in_shell("show", "global:topics/Bell"),
            by_tool(
                mode="remember", topic="global:topics/Bell", old_string="iron", new_string="bronze"
            ),  # read in the shell
            in_shell("add", "The oarlock is loose.", "--title", "Oarlock"),
        ],
        lambda _turn: None,
        "Bash",
    )
    said = answers(bodies[-1])
    assert "can't be changed: it was not read in this session" in said
    assert [file.read_text(encoding="utf-8") for file in sorted(store().glob("[BC]*.md"))] == [
        BELL.replace("iron", "bronze"),
        CRANE.replace("March", "May"),
    ]
    assert len(list((state_folder(os.environ) / "sessions" / HOST).glob("*.jsonl"))) == 1
    session = session_of(Path(os.environ["HOME"], ".claude", "projects"))
    assert session.snapshot is not None  # of the hook at the start
    pages = [Address("global", f"topics/{name}") for name in ("Bell", "Crane", "Oarlock")]
    assert all(session.seen(page).digest for page in pages)
    account = find_account(state_folder(os.environ), "last")
    assert (account.host, account.summary) == (HOST, "wrote 3")
    assert "author: agent:claude-code" in (store() / "Oarlock.md").read_text(encoding="utf-8")


def test_d21_in_a_session_that_is_resumed_the_shell_is_of_the_hooks_session_too(claude: Claude) -> None:
    store().mkdir(parents=True)
    (store() / "Crane.md").write_text(CRANE, encoding="utf-8")
    vade.main(["connect", HOST, "--yes"], standalone_mode=False)
    claude.run("-p", in_shell("show", "global:topics/Crane"), "--allowedTools", "Bash")
    edit = in_shell("edit", "global:topics/Crane", "--old", "March", "--new", "May")
    claude.run("-p", edit, "--allowedTools", "Bash", "--continue")
    assert (store() / "Crane.md").read_text(encoding="utf-8") == CRANE.replace("March", "May")
    session = session_of(Path(os.environ["HOME"], ".claude", "projects"))
    assert session.snapshot is not None
    assert find_account(state_folder(os.environ), "last").summary == "wrote 1"
