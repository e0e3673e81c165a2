"""DeepSeek Harness's own shell: what an agent does there is of the session that our plugin serves."""

from __future__ import annotations

import json
import os
import shlex
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Protocol

from vademecum.address import Address
from vademecum.config.places import state_folder
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.cli.app import vade
from vademecum.upkeep.written import find_account

# In a container its sandbox can't work, without which it lets a command run only in this mode.
WITHOUT_SANDBOX = {"DSH_PERMISSION_MODE": "danger-full-access"}


class Dsh(Protocol):
    """What the fixture gives, as far as this test needs it."""

    variables: dict[str, str]

    def talk(self, *turns: Mapping[str, object]) -> list[list[dict[str, Any]]]: ...

    def turn(self, say: str, session: str = ..., *, resume: bool = ...) -> dict[str, object]: ...


def in_shell(*arguments: str) -> str:
    """A prompt that makes the model run a command of ours in the host's shell."""
    command = shlex.join([sys.executable, "-P", "-m", "vademecum", *arguments])
    return f"use bash with {json.dumps({'command': command, 'description': 'Ask memory'})}"


def test_d21_what_the_agents_shell_reads_and_writes_is_in_the_ledger_of_the_plugin(dsh: Dsh) -> None:
    store = Path(os.environ["HOME"], ".memory", "topics")
    store.mkdir(parents=True)
    for name, text in {"Crane": "Serviced each March.", "Bell": "Of iron."}.items():
        (store / f"{name}.md").write_text(f"# {name}\n\n{text}\n", encoding="utf-8")
    vade.main(["sync"], standalone_mode=False)
    vade.main(["connect", "dsh", "--yes"], standalone_mode=False)
    dsh.variables = WITHOUT_SANDBOX
    crane, bell = {"topic": "global:topics/Crane"}, {"topic": "global:topics/Bell"}
    dsh.talk(
        dsh.turn(f"use memory with {json.dumps({'mode': 'recall', **crane})}"),
        dsh.turn(in_shell("edit", "global:topics/Crane", "--old", "March", "--new", "May")),
        dsh.turn(in_shell("show", "global:topics/Bell")),
        dsh.turn(
            f"use memory with {json.dumps({'mode': 'remember', **bell, 'old_string': 'iron', 'new_string': 'tin'})}"
        ),
    )
    assert "Serviced each May." in (store / "Crane.md").read_text(encoding="utf-8")
    assert "Of tin." in (store / "Bell.md").read_text(encoding="utf-8")
    assert len(list((state_folder(os.environ) / "sessions" / "dsh").glob("*.jsonl"))) == 1
    session = Session(state_folder(os.environ) / "sessions", SessionKey("dsh", "one"))
    assert all(session.seen(Address("global", f"topics/{name}")).digest for name in ("Bell", "Crane"))
    assert find_account(state_folder(os.environ), "last").summary == "wrote 2"
