"""A fact that was corrected leaves every way in which an agent is given pages, at once, and is listed all the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from vademecum.surfaces.cli.app import run

Host: TypeAlias = Any
FACTS = '[channels.facts]\non = true\nmode = "full"\n'


class Fact(NamedTuple):
    """What is wrong, what holds instead, the page's header, and by which way it is given beside recall and export."""

    claim: str
    truth: str
    header: str
    way: str


HORN = Fact(
    "The fog horn of Skerry sounds twice a minute",
    "The fog horn of Skerry sounds once a minute",
    "metadata:\n  seed: true",
    "start",
)
LAMP = Fact("The harbour lamp burns paraffin", "The harbour lamp burns acetylene", "type: fact", "start")
BELL = Fact(
    "The ferry bell weighs forty pounds",
    "The ferry bell weighs ninety pounds",
    "metadata:\n  triggers: [glocke]",
    "trigger",
)


def given(host: Host, fact: Fact, session: str) -> set[str]:
    """By which ways new sessions meet the claim."""
    export = host.root / f"{session}.json"
    assert run(["export", str(export), "--format", "json-v1"]) == 0
    told = {
        "start": host.start(session_id=session),
        "trigger": host.prompt("glocke", session_id=session),
        "recall": host.prompt(fact.claim, session_id=f"{session}, another"),
        "json-v1": export.read_text(encoding="utf-8"),
    }
    return {way for way, text in told.items() if fact.claim in text}


@pytest.mark.parametrize("fact", [HORN, LAMP, BELL], ids=["seed", "fact", "trigger"])
def test_h9_a_corrected_fact_leaves_every_channel_and_the_export_at_once_and_is_listed(
    host: Host, fact: Fact, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.chdir(host.project)
    file = tmp_path / "config" / "vademecum" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(FACTS, encoding="utf-8")
    host.write("topics/wrong", f"---\n{fact.header}\n---\n\n{fact.claim}.\n")
    host.sync()
    assert given(host, fact, "before") == {fact.way, "recall", "json-v1"}
    assert run(["correct", fact.claim, "--truth", fact.truth]) == 0
    assert given(host, fact, "after") == set()
    host.sync()
    assert given(host, fact, "later") == set()
    capsys.readouterr()
    assert run(["list", "--hidden", "--json"]) == 0
    rows = {each["address"]: each for each in json.loads(capsys.readouterr().out)}
    assert rows["global:topics/wrong"]["hidden"] == "superseded"
    assert rows["global:topics/wrong"]["superseded_by"] == f"global:topics/{fact.truth}"
