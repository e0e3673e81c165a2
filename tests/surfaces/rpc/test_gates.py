"""Gates over time: who may speak to which of three sessions, and when (H10, P23 to P25, D43)."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from vademecum.activity import all_spoken, spoken_in
from vademecum.config.places import state_folder
from vademecum.sessions import SessionKey
from vademecum.surfaces.cli.app import vade
from vademecum.surfaces.rpc.turns import Turns

SEED = "The editor is Helix."
SOUL = "I count in fathoms."


@pytest.fixture
def turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Turns]:
    """A host's plugin, and a person with a seed and a persona."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    for name, text in {
        "topics/editor": f"---\ntitle: Editor\nmetadata:\n  seed: true\n---\n\n{SEED}\n",
        "SOUL": f"# Soul\n\n{SOUL}\n",
        "log": "# Log\n\n## [2026-11-28] note | the float was replaced\n",
    }.items():
        file = Path(os.environ["HOME"], ".memory", f"{name}.md")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    vade.main(["sync"], standalone_mode=False)
    made = Turns("dsh", os.environ)
    yield made
    made.close()


def call(turns: Turns, method: str, session: str, **more: object) -> Mapping[str, Any]:
    done = turns.methods[method]({"session": session, "cwd": os.getcwd(), "role": "root", **more})
    done.afterwards()
    return done.result


def starts(turns: Turns, session: str, **more: object) -> str:
    return "\n".join(call(turns, "start", session, source="startup", **more)["messages"])


def says(turns: Turns, session: str, text: str, by: str = "user", **more: object) -> str:
    given = {"texts": [{"text": text, "by": by}], "visible": {"texts": [], "calls": []}}
    return "\n".join(call(turns, "step", session, **given, **more)["after"])


def active() -> str:
    state = str(state_folder(os.environ))
    return max((each.order, place) for place, each in all_spoken(state).items())[1]


def test_H10_P23_seeds_stand_before_turn_1_and_the_boot_text_waits_for_the_person(turns: Turns) -> None:
    begun = starts(turns, "a")
    assert (SEED in begun, SOUL in begun) == (True, False)
    assert says(turns, "a", "the plugin has loaded", by="plugin") == ""
    assert spoken_in(str(state_folder(os.environ)), SessionKey("dsh", "a")) is None
    assert SOUL in says(turns, "a", "good morning")


def test_H10_P24_activity_moves_with_the_last_message_of_the_persons_own(turns: Turns) -> None:
    for session in ("a", "b", "c"):
        starts(turns, session)
    says(turns, "a", "good morning")
    says(turns, "b", "good morning")
    assert active() == SessionKey("dsh", "b").file
    says(turns, "c", "three pages were indexed", by="plugin")
    assert active() == SessionKey("dsh", "b").file
    says(turns, "a", "and now?")
    assert active() == SessionKey("dsh", "a").file


def test_H10_D43_an_agent_that_another_one_started_is_told_nothing_and_counts_for_nothing(turns: Turns) -> None:
    assert starts(turns, "a", role="sub") == ""
    assert says(turns, "a", "good morning", role="sub") == ""
    assert all_spoken(str(state_folder(os.environ))) == {}
