"""Claude Code itself and nudges: one comes with the next prompt, or prevents one stop where that is wished."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from vademecum.config.places import state_folder
from vademecum.surfaces.cli.app import vade

NUDGE = "<memory-nudge>"
ASKED = "Nothing was written to memory for"
HOURS = 3 * 3600


class Claude(Protocol):
    """What the fixture gives, as far as these tests need it."""

    def talk(self, prompts: Sequence[str], between: Callable[[int], None]) -> list[dict[str, Any]]: ...


def connect(config: str = "") -> None:
    """Connect, with one page in memory, which nobody has changed for long."""
    page = Path(os.environ["HOME"], ".memory", "topics", "crane.md")
    page.parent.mkdir(parents=True)
    page.write_text("# Harbour crane\n\nServiced each March.\n")
    file = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    file.parent.mkdir(parents=True)
    file.write_text(config)
    vade.main(["connect", "claude-code", "--yes"], standalone_mode=False)


def as_if_begun_long_ago(turn: int) -> None:
    """After the first turn the session has been going on for three hours."""
    if turn == 0:
        (note,) = (state_folder(os.environ) / "activity" / "claude-code").glob("*.jsonl")
        order, began, language, process = json.loads(note.read_text())
        assert began > time.time() - HOURS
        note.write_text(json.dumps([order, began - HOURS, language, process]))


def nudges(body: Mapping[str, Any]) -> int:
    """How many nudges an agent would see in a request."""
    return json.dumps(body["messages"], ensure_ascii=False).count(ASKED)


def test_a_session_that_goes_on_for_long_is_asked_once_with_the_next_prompt_h10(claude: Claude) -> None:
    connect()
    sent = claude.talk(["hello", "and then?", "good", "and now?"], as_if_begun_long_ago)
    assert [nudges(body) for body in sent] == [0, 0, 1, 1]
    assert NUDGE in json.dumps(sent[2]["messages"][-1])


def test_where_it_is_wished_one_stop_is_prevented_and_no_second_one_h10(claude: Claude) -> None:
    connect('[channels.nudges]\nat = "stop"\n')
    sent = claude.talk(["hello", "and then?", "good"], as_if_begun_long_ago)
    # The turn that was not let end is one request more. The program tells its agent the reason in two places.
    assert [nudges(body) for body in sent] == [0, 0, 2, 2]
