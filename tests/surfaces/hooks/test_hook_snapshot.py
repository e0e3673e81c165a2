"""What a session was given at its start stays what it is, and what comes in later is read live (H2)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import pytest

from vademecum.library.mutes import Mute, mute
from vademecum.library.trust import TRUST_FILE
from vademecum.sessions import SessionKey
from vademecum.surfaces.hooks.claude_code import HOST
from vademecum.surfaces.hooks.failures import FOLDER, LOG
from vademecum.surfaces.hooks.receipts import receipt_file

Host: TypeAlias = Any
UNREADABLE = Path(__file__).with_name("unreadable.py")
SEED = "---\nmetadata:\n  seed: true\n---\n\nI count in fathoms.\n"


def page(trigger: str, words: str) -> str:
    return f"---\nmetadata:\n  triggers: [{trigger}]\n---\n\n{words}\n"


@pytest.fixture
def vault(host: Host) -> Host:
    """A contents page, a seed and a page that comes by a trigger, in step."""
    host.write("MEMORY", "# Contents\n\n- [[About me]]\n")
    host.write("About me", SEED)
    host.write("boats/Oarlock", page("rowlock", "It is of bronze."))
    host.sync()
    return host


class Said(NamedTuple):
    """What a hook's process handed to the agent, and what the person read."""

    context: str
    message: str


def run(host: Host, event: str, **more: object) -> str:
    """Run a hook in a process of its own; what the agent is given."""
    done = host.run(event, **more)
    assert (done.code, done.err) == (0, b"")
    return str(done.context)


def unreadable(host: Host, event: str, **more: object) -> Said:
    """Run a hook as a host does, in a process that can't look into the store."""
    done = subprocess.run(
        [sys.executable, UNREADABLE, str(host.store), "hook", HOST, event],
        input=json.dumps(host.given(event, more)).encode(),
        cwd=host.project,
        capture_output=True,
        check=True,
    )
    assert done.stderr == b""
    out = json.loads(done.stdout) if done.stdout else {}
    return Said(str(out.get("hookSpecificOutput", {}).get("additionalContext", "")), str(out.get("systemMessage", "")))


def failures(host: Host) -> list[str]:
    """Why hooks failed."""
    log = host.state / FOLDER / LOG
    lines = map(json.loads, log.read_text().splitlines()) if log.exists() else ()
    return [line["reason"] for line in lines if line.get("counts", True)]


def test_H2_the_start_stays_what_it_was_and_a_triggered_body_is_read_live(vault: Host) -> None:
    assert "I count in fathoms." in run(vault, "SessionStart", source="startup")
    vault.write("MEMORY", "# Contents\n\n- [[Everything]]\n")
    vault.write("About me", SEED.replace("fathoms", "metres"))
    vault.write("boats/Oarlock", page("thole", "It is of iron now."))
    assert run(vault, "UserPromptSubmit", prompt="the thole") == ""
    named = run(vault, "UserPromptSubmit", prompt="the rowlock")
    assert failures(vault) == []
    assert "It is of iron now." in named
    assert "It is of bronze." not in named
    assert run(vault, "UserPromptSubmit", prompt="the rowlock again") == ""
    (vault.store / "boats" / "Oarlock.md").unlink()
    assert run(vault, "UserPromptSubmit", prompt="the rowlock", session_id="two") == ""
    assert failures(vault) == []


@pytest.mark.parametrize("session", ["one", "two"])
def test_H2_an_unreadable_folder_serves_the_last_good_snapshot_with_one_warning(vault: Host, session: str) -> None:
    first = run(vault, "SessionStart", source="startup")
    vault.write("About me", SEED.replace("fathoms", "metres"))
    source = "compact" if session == "one" else "startup"
    again = unreadable(vault, "SessionStart", source=source, session_id=session)
    assert again.context == first
    prompts = [unreadable(vault, "UserPromptSubmit", prompt=text, session_id=session) for text in ("rowlock", "go on")]
    assert [each.context for each in prompts] == ["", ""]
    warnings = [each.message for each in (again, *prompts) if each.message]
    assert len(warnings) == 1
    assert warnings[0].startswith("vade: memory can't be read: mount user: Permission denied; this session goes by")
    assert len(failures(vault)) == 1
    assert "I count in metres." in run(vault, "SessionStart", source="startup", session_id="three")


def test_M32_the_ledger_knows_what_the_last_good_snapshot_gave(vault: Host) -> None:
    vault.start()
    unreadable(vault, "SessionStart", source="startup", session_id="two")
    assert vault.prompt("is About me a seed, and the rowlock?", session_id="two").count("I count in fathoms.") == 0
    file = Path(receipt_file(str(vault.state), SessionKey(HOST, "two")))
    receipt = json.loads(file.read_text().splitlines()[0])
    assert [each["page"] for each in receipt["pages"]] == ["global:About me"]


def test_M32_triggers_and_live_bodies_go_on_by_the_last_good_snapshot(vault: Host) -> None:
    vault.start()
    unreadable(vault, "SessionStart", source="startup", session_id="two")
    assert "It is of bronze." in vault.prompt("the rowlock", session_id="two")


def test_M32_without_any_good_snapshot_the_person_is_told_and_the_agent_gets_nothing(vault: Host) -> None:
    told = unreadable(vault, "SessionStart", source="startup")
    assert told == Said("", "vade: memory can't be read: mount user: Permission denied")


@pytest.mark.parametrize("change", ["trust", "mute"])
def test_M32_what_may_no_longer_speak_is_not_served_from_the_last_good_snapshot(vault: Host, change: str) -> None:
    vault.start()
    if change == "mute":
        mute(vault.state, Mute(str(vault.store), "About me", "global:About me"))
    else:
        (vault.state / TRUST_FILE).write_text("{}")
    assert unreadable(vault, "SessionStart", source="startup", session_id="two").context == ""


@pytest.mark.parametrize("name", ["About me", "boats/Oarlock"])
def test_M32_while_the_configuration_is_wrong_nothing_is_served_that_a_person_hid_since(vault: Host, name: str) -> None:
    started = vault.start()
    assert all(f"global:{each}" in started for each in ("About me", "boats/Oarlock"))
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("home = [")
    assert run(vault, "SessionStart", source="startup", session_id="two") == started
    page = vault.store / f"{name}.md"
    page.write_text(page.read_text().replace("---\n", "---\nprivate: true\n", 1))
    assert run(vault, "SessionStart", source="startup", session_id="three") == ""


def test_M31_edits_are_seen_by_the_next_start(vault: Host) -> None:
    vault.start()
    vault.write("boats/Oarlock", page("thole", "It is of iron now."))
    vault.sync()
    assert vault.prompt("the thole") == ""
    vault.start(session_id="two")
    assert "It is of iron now." in vault.prompt("the thole", session_id="two")


def transcript_of(tmp_path: Path, context: str) -> dict[str, str]:
    """A transcript that shows a start of ours; what to tell a hook of it."""
    file = tmp_path / "transcript.jsonl"
    given = {"type": "hook_additional_context", "content": [context], "hookEvent": "SessionStart"}
    start = {"parentUuid": None, "type": "attachment", "attachment": given, "uuid": "m0"}
    file.write_text(f"{json.dumps(start)}\n{json.dumps({'parentUuid': 'm0', 'type': 'user', 'uuid': 'm1'})}\n")
    return {"transcript_path": str(file)}


def test_M31_a_resumed_session_knows_new_triggers_though_its_start_is_not_given_again(
    vault: Host, tmp_path: Path
) -> None:
    seen = transcript_of(tmp_path, vault.start())
    vault.write("boats/Oarlock", page("thole", "It is of iron now."))
    vault.sync()
    assert vault.start("resume", **seen) == ""
    assert "It is of iron now." in vault.prompt("the thole", **seen)


def test_M16_a_resumed_session_is_given_the_seeds_that_are_new_and_no_others(vault: Host, tmp_path: Path) -> None:
    seen = transcript_of(tmp_path, vault.start())
    vault.write("About me", SEED.replace("fathoms", "metres"))
    vault.write("About you", SEED.replace("I count in fathoms", "You count in leagues"))
    vault.sync()
    given = vault.start("resume", **seen)
    assert "You count in leagues." in given
    assert "I count in" not in given
    assert "1 of 1 new seeds shown" in given


def test_M16_M21_a_compaction_brings_all_seeds_again_as_they_are_now(vault: Host, tmp_path: Path) -> None:
    seen = transcript_of(tmp_path, vault.start())
    vault.call("PreCompact", trigger="auto", **seen)
    vault.write("About me", SEED.replace("fathoms", "metres"))
    assert "I count in metres." in vault.start("compact", **seen)


def test_snapshots_of_the_same_memory_are_kept_once_for_all_sessions(vault: Host) -> None:
    vault.start()
    kept = sorted(os.listdir(vault.state / "snapshots"))
    vault.start(session_id="two")
    vault.call("PreCompact", trigger="auto")
    vault.start("compact")
    assert sorted(os.listdir(vault.state / "snapshots")) == kept
    assert len(kept) == 2
