"""``vade context``: word for word what the hooks would give, while nothing is given and nothing noted."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.config.places import state_folder
from vademecum.context.budget import length
from vademecum.surfaces.hooks.refresh import refresh

Vade: TypeAlias = Callable[..., Any]
SEED = "---\nmetadata:\n  seed: true\n---\n# About me\n\nI count in fathoms.\n"
GAUGE = (
    "---\ntriggers: [skerry]\n---\n# Tide gauge\n\nThe Skerry gauge reads 12 cm high since its float was replaced.\n"
)
ASK = "is the Skerry gauge still wrong?"


def hook(event: str, session: str, **more: object) -> str:
    """Run the real hook, as a host does, and return what the agent is given."""
    given = {"session_id": session, "cwd": os.getcwd(), "hook_event_name": event, **more}
    command = [sys.executable, "-m", "vademecum", "hook", "claude-code", event]
    done = subprocess.run(command, input=json.dumps(given).encode(), check=True, capture_output=True)
    return json.loads(done.stdout)["hookSpecificOutput"]["additionalContext"] if done.stdout else ""


def files_below(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


@pytest.fixture
def kept(tmp_path: Path, vade: Vade) -> Vade:
    """A person with a seed and a page."""
    for name, text in {"About me": SEED, "Tide gauge": GAUGE}.items():
        page = tmp_path / "memory" / f"{name}.md"
        page.parent.mkdir(exist_ok=True)
        page.write_text(text)
    assert refresh(os.getcwd())
    return vade


def test_a_start_is_printed_as_the_hook_gives_it(kept: Vade) -> None:
    done = kept("context")
    assert done.code == 0
    assert done.out == hook("SessionStart", "one", source="startup") + "\n"
    assert "global:About me  seed · " in done.err
    assert done.err.splitlines()[-1].startswith(f"{length(done.out) - 1:,} characters, about ")


def test_a_prompt_is_printed_as_the_hook_gives_it_in_a_session_that_goes_on(kept: Vade) -> None:
    hook("SessionStart", "one", source="startup")
    done = kept("context", "--session", "one", "--event", "UserPromptSubmit", "--prompt", ASK)
    assert done.out == hook("UserPromptSubmit", "one", prompt=ASK) + "\n"
    assert "12 cm high" in done.out


def test_what_a_session_has_seen_would_not_be_given_again(kept: Vade) -> None:
    hook("SessionStart", "one", source="startup")
    hook("UserPromptSubmit", "one", prompt=ASK)
    done = kept("context", "--session", "one", "--event", "userpromptsubmit", "--prompt", ASK)
    assert (done.code, done.out, done.err) == (1, "", "nothing would be given\n")


def test_looking_changes_nothing_that_is_given_or_traced_later(kept: Vade, tmp_path: Path) -> None:
    hook("SessionStart", "one", source="startup")
    before, pages = kept_in(state_folder(os.environ)), files_below(tmp_path / "memory")
    for _ in range(2):
        done = kept("context", "--session", "one", "--event", "UserPromptSubmit", "--prompt", ASK)
        assert "12 cm high" in done.out
        assert kept("context", "--session", "one", "--source", "compact").code == 0
    assert kept_in(state_folder(os.environ)) == before
    assert files_below(tmp_path / "memory") == pages


def kept_in(state: Path) -> dict[str, bytes]:
    """What is kept of sessions: plans and tables are for the sync that a start leaves behind, and it may be at it."""
    return {name: data for name, data in files_below(state).items() if not name.startswith(("plans/", "tables/"))}


def test_json_tells_text_sizes_and_for_each_channel_its_pages_rules_and_what_was_left_out(kept: Vade) -> None:
    told = kept("context", "--session", "one", "--json").json
    keys = ["host", "session", "event", "folder", "text", "apart", "chars", "tokens", "message", "fault", "given"]
    assert list(told) == keys
    assert [channel for channel, text in told["apart"].items() if text] == ["seeds", "index", "reminder"]
    assert (told["host"], told["session"], told["event"]) == ("claude-code", "one", "SessionStart")
    assert told["chars"] == length(told["text"])
    (start,) = told["given"]
    assert [(page["address"], page["rule"]) for page in start["pages"]] == [("global:About me", "seed")]
    assert start["listed"] == 1


def test_a_prompt_needs_its_words(kept: Vade) -> None:
    done = kept("context", "--event", "UserPromptSubmit")
    assert done.code == 2
    assert "say with --prompt what UserPromptSubmit is about" in done.err


def test_the_transcript_of_the_host_is_found_and_decides_what_is_in_view(kept: Vade, tmp_path: Path) -> None:
    hook("SessionStart", "one", source="startup")
    hook("UserPromptSubmit", "one", prompt=ASK)
    transcript = Path.home() / ".claude" / "projects" / "-p" / "one.jsonl"
    transcript.parent.mkdir(parents=True)
    lines: list[dict[str, object]] = [
        {"type": "system", "subtype": "compact_boundary", "uuid": "a", "parentUuid": None}
    ]
    lines += [{"type": "user", "uuid": "b", "parentUuid": "a", "message": {"content": "hello"}}]
    transcript.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    hook("UserPromptSubmit", "one", prompt=ASK, transcript_path=str(transcript))  # so a turn later
    asked = ("context", "--session", "one", "--event", "UserPromptSubmit", "--prompt", ASK)
    assert "12 cm high" in kept(*asked).out
    elsewhere = transcript.rename(tmp_path / "moved.jsonl")
    assert kept(*asked).out == ""
    assert "12 cm high" in kept(*asked, "--transcript", elsewhere).out


def test_an_empty_memory_gives_nothing_and_says_so(vade: Vade) -> None:
    done = vade("context")
    assert (done.code, done.out, done.err) == (1, "", "nothing would be given\n")


def test_a_session_that_has_just_begun_gets_its_boot_block_with_its_first_prompt(kept: Vade, tmp_path: Path) -> None:
    (tmp_path / "memory" / "SOUL.md").write_text("# Soul\n\nI am Mira.\n")
    assert "I am Mira" not in kept("context").out
    done = kept("context", "--event", "UserPromptSubmit", "--prompt", "good morning")
    assert "### SOUL.md" in done.out
    assert "I am Mira" in done.out
    assert done.err.startswith("boot · ")


def test_another_host_is_answered_by_its_own_bounds_and_channels(kept: Vade) -> None:
    assert "I count in fathoms" in kept("context", "--host", "dsh").out
