"""What a session starts with."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.context.budget import length, tokens
from vademecum.context.frame import PREFACE
from vademecum.hosts.base import CLAUDE_CODE
from vademecum.library.snapshots import read_snapshot
from vademecum.surfaces.hooks.failures import note_failure

Host: TypeAlias = Any
SEED = "---\nmetadata:\n  seed: true\n---\n# About me\n\nI count in fathoms.\n"
INDEX = "# Memory\n\n- [Tide gauge](harbour/Tide%20gauge.md) - why it reads high\n"


def furnish(host: Host) -> None:
    host.write("About me", SEED)
    host.write("MEMORY", INDEX)
    host.sync()


def test_a_session_starts_with_seeds_the_index_page_and_a_list(host: Host) -> None:
    furnish(host)
    said = host.start()
    assert said.startswith(PREFACE)
    assert "seed: global:About me" in said
    assert "I count in fathoms." in said
    assert INDEX.strip() in said
    assert "- global:harbour/Tide gauge" in said
    assert "1 of 1 seeds and 1 of 1 other pages shown" in said


def test_the_same_memory_gives_the_same_bytes_to_every_session(host: Host) -> None:
    furnish(host)
    assert host.start(session_id="one") == host.start(session_id="two")


def test_a_start_never_gives_more_than_the_host_passes_on(host: Host) -> None:
    host.write("MEMORY", "# Memory\n\n" + "\n".join(f"- page {n} 🙂 about something" for n in range(900)))
    for number in range(12):
        host.write(f"seed {number}", SEED + f"{number} fathoms, 潮位。🙂 " * 90)
        host.write(f"page {number}", f"---\nsummary: {'long ' * 80}\n---\n# Page {number}\n")
    host.sync()
    said = host.start()
    assert length(said) <= CLAUDE_CODE.cap("SessionStart")
    assert "of 12 seeds" in said
    assert "of 902 lines" in said


def test_a_start_without_memory_says_nothing(host: Host) -> None:
    (host.store / "harbour" / "Tide gauge.md").unlink()
    host.sync()
    assert host.start() == ""


def test_a_seed_that_was_hidden_since_it_was_indexed_is_not_given(host: Host) -> None:
    furnish(host)
    host.write("About me", SEED.replace("metadata:", "private: true\nmetadata:"))
    assert "fathoms" not in host.start()


def transcript_of(file: Path, *texts: str, event: str = "SessionStart") -> Path:
    """A transcript of Claude Code in which hooks handed over these texts, one message after the other."""
    for number, text in enumerate(texts, start=1):
        given = {"type": "hook_additional_context", "content": [text], "hookEvent": event}
        line = {"parentUuid": str(number - 1) if number > 1 else None, "attachment": given, "type": "attachment"}
        with file.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps({**line, "uuid": str(number)}) + "\n")
    return file


def test_a_page_that_was_hidden_or_deleted_since_it_was_indexed_is_not_listed(host: Host) -> None:
    host.write("plans", "---\ntitle: Plans\nsummary: We sail in May\n---\nWords.\n")
    host.write("gone", "---\nsummary: Nobody needs it\n---\nWords.\n")
    host.write("edited", "---\nsummary: As it was\n---\nWords.\n")
    host.write("kept", "---\nsummary: As it is\n---\nWords.\n")
    host.sync()
    host.write("plans", "---\ntitle: Plans\nsummary: We sail in May\nprivate: true\n---\nWords.\n")
    (host.store / "gone.md").unlink()
    host.write("edited", "---\nsummary: Not looked through yet\n---\nWords.\n")
    started = host.start()
    assert "\n- global:edited\n" in started
    assert "\n- global:kept — As it is\n" in started
    assert not any(word in started for word in ("plans", "Plans", "May", "gone", "As it was", "Not looked through"))
    assert "3 of 3 other pages shown" in started


def test_the_session_names_its_snapshot(host: Host) -> None:
    furnish(host)
    said = host.start()
    assert read_snapshot(str(host.state), host.session().snapshot).text == said  # type: ignore[union-attr]  # it was just kept


def test_H1_a_resumed_session_is_not_told_again_what_still_stands_before_it(host: Host, tmp_path: Path) -> None:
    furnish(host)
    transcript = transcript_of(tmp_path / "transcript.jsonl", host.start())
    assert host.start("resume", transcript_path=str(transcript)) == ""


def test_H1_a_resumed_session_is_told_again_what_a_compaction_took(host: Host, tmp_path: Path) -> None:
    furnish(host)
    said = host.start()
    transcript = transcript_of(tmp_path / "transcript.jsonl", said)
    boundary = {"parentUuid": None, "type": "system", "subtype": "compact_boundary", "uuid": "b"}
    transcript.write_text(transcript.read_text() + json.dumps(boundary) + "\n")
    assert host.start("resume", transcript_path=str(transcript)) == said


def test_H1_what_a_person_or_a_prompt_brought_in_is_no_start(host: Host, tmp_path: Path) -> None:
    furnish(host)
    said = host.start()
    transcript = transcript_of(tmp_path / "transcript.jsonl", said, event="UserPromptSubmit")
    assert host.start("resume", transcript_path=str(transcript)) == said


def test_M20_a_fork_is_not_told_again_what_was_copied_to_it(host: Host, tmp_path: Path) -> None:
    furnish(host)
    transcript = str(transcript_of(tmp_path / "fork.jsonl", host.start()))
    assert host.start("fork", transcript_path=transcript, session_id="two") == ""
    assert host.prompt("do I count in fathoms?", transcript_path=transcript, session_id="two") == ""


def test_a_session_that_was_cleared_is_another_one_and_starts_anew(host: Host) -> None:
    furnish(host)
    said = host.start()
    assert host.start("clear", session_id="two", transcript_path="/nowhere/yet") == said


def test_after_a_compaction_all_of_it_comes_again(host: Host) -> None:
    furnish(host)
    said = host.start()
    assert host.start("compact") == said


def test_pages_given_whole_at_the_start_are_not_told_with_a_prompt(host: Host) -> None:
    furnish(host)
    host.start()
    assert "About me" not in host.prompt("do I count in fathoms?")


def test_when_the_memory_can_not_be_read_a_session_keeps_what_it_had(host: Host) -> None:
    furnish(host)
    said = host.start()
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True)
    config.write_text("home = [")
    done = host.run("SessionStart", source="compact")
    assert done.code == 0
    assert done.context == said
    assert b"memory can't be read" in done.out


def test_a_person_hears_of_hooks_that_fail_again_and_again(host: Host) -> None:
    for _ in range(3):
        note_failure(str(host.state), "UserPromptSubmit", "the disk was pulled out")
    message = host.call("SessionStart", source="startup").message
    assert message.startswith("vade: memory hook UserPromptSubmit failed 3 times in a row: the disk was pulled out")
    assert "\n" not in message


def test_a_person_sees_how_much_a_start_handed_over(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    furnish(host)
    answer = host.call("SessionStart", source="startup")
    assert answer.message == f"vade: 2 pages and a list of 1, {tokens(answer.context)} tokens"
    monkeypatch.setenv("VADE_HOOKS_TELL", "prompt")
    assert host.call("SessionStart", source="startup", session_id="two").message == ""


def test_an_agent_that_another_one_started_gets_no_start(host: Host) -> None:
    furnish(host)
    assert host.start(agent_id="a1") == ""


def test_a_first_session_waits_for_its_index(host: Host) -> None:
    furnish(host)
    for file in Path(os.environ["XDG_CACHE_HOME"]).rglob("*.db"):
        file.unlink()
    assert "index page: global:MEMORY" in host.start()
