"""What a host's plugin is told at each turn of a session, and how its tool works as that session."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st

from vademecum.activity import note_spoken, spoken_in
from vademecum.config.places import state_folder
from vademecum.errors import IndexBusyError, InputError, UnobservedError
from vademecum.sessions import SessionKey
from vademecum.surfaces.cli.app import vade
from vademecum.surfaces.hooks.event import Reply
from vademecum.surfaces.hooks.failures import TOLD_AFTER, hook_failures
from vademecum.surfaces.rpc.turns import OPEN_MEMORIES, WIRE, Turns, _without_variables
from vademecum.surfaces.tool_schema import NAME

SEED = "The editor is Helix."
CRANE = "Deploys of the harbour crane happen on Tuesdays."
ASK = "When do deploys of the harbour crane happen?"


def page(name: str, text: str) -> Path:
    file = Path(os.environ["HOME"], ".memory", "topics", f"{name}.md")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def turns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Turns]:
    """The methods, over a memory with a seed and another page."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    page("editor", f"---\ntitle: Editor\nmetadata:\n  seed: true\n---\n{SEED}\n")
    page("crane", f"---\ntitle: Deploys of the harbour crane\n---\n{CRANE}\n")
    vade.main(["sync"], standalone_mode=False)
    made = Turns("dsh", os.environ)
    yield made
    made.close()


def call(turns: Turns, method: str, *in_view: str, **params: object) -> Mapping[str, Any]:
    """What a method gives back, once what it notes afterwards is noted."""
    about = {"session": "s", "cwd": os.getcwd(), "role": "root", "visible": {"texts": list(in_view), "calls": []}}
    done = turns.methods[method]({**about, **params})
    done.afterwards()
    return done.result


def said(text: str, by: str = "user") -> dict[str, list[dict[str, str]]]:
    return {"texts": [{"text": text, "by": by}]}


def tool(turns: Turns, session: str = "s", cwd: str = "", **arguments: object) -> str:
    place = cwd or os.getcwd()
    return str(call(turns, "tool", name=NAME, session=session, cwd=place, arguments=arguments)["text"])


def test_a_start_hands_over_the_seeds_and_a_prompt_the_page_that_it_speaks_of(turns: Turns) -> None:
    (start,) = call(turns, "start", source="startup")["messages"]
    assert SEED in start
    assert call(turns, "step", start, **said("hello there"))["after"] == []
    (found,) = call(turns, "step", start, **said(ASK))["after"]
    assert CRANE in found
    assert call(turns, "step", start, found, **said(ASK)) == {"before": [], "after": []}


def test_a_resumed_session_that_still_sees_its_start_is_given_nothing_again(turns: Turns) -> None:
    (start,) = call(turns, "start", source="startup")["messages"]
    assert call(turns, "start", start, source="resume")["messages"] == []


def test_contents_pages_and_the_reminder_have_places_of_their_own_m11_d43(turns: Turns) -> None:
    contents = "- [Crane](topics/crane.md): fill in {{name}}\n"
    page("x", "").parents[1].joinpath("MEMORY.md").write_text(contents, encoding="utf-8")
    vade.main(["sync"], standalone_mode=False)
    start = call(turns, "start", source="startup")
    assert "fill in { {name}}" in start["index"]
    assert "- global:topics/crane" in start["index"]
    assert "Look into memory" in start["reminder"]
    (seeds,) = start["messages"]
    assert [text in seeds for text in (SEED, "fill in", "Look into")] == [True, False, False]
    again = call(turns, "start", seeds, start["index"], source="resume")
    assert again == {**start, "messages": []}


def test_of_seeds_one_that_left_the_view_comes_again_alone_m21(turns: Turns) -> None:
    page("other", "---\ntitle: Other\nmetadata:\n  seed: true\n---\nThe shell is fish.\n")
    vade.main(["sync"], standalone_mode=False)
    (both,) = call(turns, "start", source="startup")["messages"]
    assert (SEED in both, "fish" in both) == (True, True)
    page("other", "---\ntitle: Other\n---\nThe shell is fish.\n")
    vade.main(["sync"], standalone_mode=False)
    (one,) = call(turns, "start", session="later", source="startup")["messages"]
    page("other", "---\ntitle: Other\nmetadata:\n  seed: true\n---\nThe shell is fish.\n")
    vade.main(["sync"], standalone_mode=False)
    (added,) = call(turns, "start", one, session="later", source="resume")["messages"]
    assert (SEED in added, "fish" in added) == (False, True)
    assert call(turns, "step", one, added, session="later", **said("hello there"))["before"] == []
    (again,) = call(turns, "step", one, session="later", **said("hello there"))["before"]
    assert again == added


def test_what_left_the_view_comes_again_and_once(turns: Turns) -> None:
    (start,) = call(turns, "start", source="startup")["messages"]
    (found,) = call(turns, "step", start, **said(ASK))["after"]
    again = call(turns, "step", **said(ASK))
    assert again == {"before": [start], "after": [found]}
    assert call(turns, "step", start, found, **said(ASK)) == {"before": [], "after": []}


def test_a_page_that_left_the_view_alone_comes_again_with_the_very_next_prompt_m21(turns: Turns) -> None:
    (start,) = call(turns, "start", source="startup")["messages"]
    (found,) = call(turns, "step", start, **said(ASK))["after"]
    assert call(turns, "step", start, **said(ASK)) == {"before": [], "after": [found]}
    assert call(turns, "step", start, found, **said(ASK)) == {"before": [], "after": []}


def test_who_wants_no_recall_gets_seeds_again_and_is_asked_all_the_same_p31(turns: Turns) -> None:
    (start,) = call(turns, "start", source="startup")["messages"]
    assert call(turns, "step", start, recall=False, **said(ASK)) == {"before": [], "after": []}
    (again,) = call(turns, "step", recall=False, **said(ASK))["before"]
    assert SEED in again
    state = str(state_folder(os.environ))
    assert spoken_in(state, SessionKey("dsh", "s")) is not None
    call(turns, "step", session="theirs", role="sub", recall=False, **said(ASK))
    assert spoken_in(state, SessionKey("dsh", "theirs")) is None


def test_a_step_without_a_persons_words_brings_up_nothing(turns: Turns) -> None:
    (start,) = call(turns, "start", source="startup")["messages"]
    for by in ("plugin:other", "runtime-context", "agent-message", ""):
        assert call(turns, "step", start, **said(ASK, by))["after"] == []
    assert call(turns, "step", start, texts=[])["after"] == []


def test_an_agent_that_another_one_started_is_given_nothing_and_has_the_tool(turns: Turns) -> None:
    assert call(turns, "start", source="startup", role="sub")["messages"] == []
    assert call(turns, "step", role="sub", **said(ASK)) == {"before": [], "after": []}
    assert CRANE in tool(turns, mode="recall", keywords="harbour crane")


def test_a_page_that_the_host_itself_read_is_not_given_again(turns: Turns) -> None:
    (start,) = call(turns, "start", source="startup")["messages"]
    file = str(page("crane", f"---\ntitle: Deploys of the harbour crane\n---\n{CRANE}\n"))
    call(turns, "used", start, call="c1", input={"file_path": file}, output="1\t---")
    seen = {"texts": [start], "calls": ["c1"]}
    assert call(turns, "step", **said(ASK), visible=seen)["after"] == []


def test_the_tool_writes_as_the_session_that_calls_it(turns: Turns) -> None:
    version = tool(turns, mode="recall", topic="crane")
    assert CRANE in version
    edit = {"mode": "remember", "topic": "crane", "old_string": "Tuesdays", "new_string": "Fridays"}
    with pytest.raises(UnobservedError):
        tool(turns, session="another", **edit)
    tool(turns, **edit)
    assert "Fridays" in page("other", "x").with_name("crane.md").read_text(encoding="utf-8")


def test_more_sessions_than_are_kept_open_all_work(turns: Turns) -> None:
    for number in range(OPEN_MEMORIES + 3):
        assert CRANE in tool(turns, session=str(number), mode="recall", keywords="harbour crane")


def test_a_session_is_over_when_the_program_is_gone_that_asks_for_it_p24(turns: Turns) -> None:
    (start,) = call(turns, "start", source="startup")["messages"]
    call(turns, "step", start, **said("hello there"))
    spoken = spoken_in(str(state_folder(os.environ)), SessionKey("dsh", "s"))
    assert spoken is not None
    assert spoken.process == os.getppid()


def test_a_session_that_works_in_another_folder_sees_what_that_one_sees(turns: Turns, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    tool(turns, mode="remember", topic="workspace:here", content="Only for this project.")
    assert "Only for this project." in tool(turns, mode="recall", topic="workspace:here")
    assert "Only for this project." not in tool(turns, cwd=str(other), mode="recall", keywords="only this project")


def test_a_session_that_wrote_nothing_for_long_is_asked_once_its_turn_is_over_p31(turns: Turns) -> None:
    long_ago = time.time() - 12 * 3600
    note_spoken(str(state_folder(os.environ)), SessionKey("dsh", "s"), long_ago)
    for file in Path(os.environ["HOME"], ".memory").rglob("*"):
        os.utime(file, (long_ago, long_ago))
    assert call(turns, "stop", waiting=True) == {}
    assert call(turns, "stop", role="sub") == {}
    assert call(turns, "stop", waiting=False)["followup"]
    assert call(turns, "stop", waiting=False) == {}


def test_a_stop_of_a_session_that_is_asked_nothing_opens_no_memory(
    turns: Turns, monkeypatch: pytest.MonkeyPatch
) -> None:
    call(turns, "start", source="startup")
    monkeypatch.setattr("vademecum.surfaces.rpc.turns.LiveMemory", pytest.fail)
    monkeypatch.setattr("vademecum.surfaces.rpc.turns.replan", pytest.fail)
    assert call(turns, "stop", role="sub", waiting=False) == {}
    assert call(turns, "stop", waiting=False) == {}


def test_a_step_brings_up_what_it_can_while_seeds_can_not_be_read_again(turns: Turns) -> None:
    call(turns, "start", source="startup")
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True, exist_ok=True)
    config.write_text("home = [")
    step = call(turns, "step", **said(ASK))
    assert any(SEED in each for each in step["before"])
    assert any(CRANE in each for each in step["after"])
    for _ in range(TOLD_AFTER - 1):
        call(turns, "step", **said(ASK))
    assert [each.event for each in hook_failures(str(state_folder(os.environ)))] == ["SessionStart"]


@pytest.mark.parametrize("params", [{"session": ""}, {"cwd": "/nowhere/at/all"}, {"cwd": 7}])
def test_a_call_without_its_session_or_folder_is_refused(turns: Turns, params: Mapping[str, object]) -> None:
    with pytest.raises(Exception, match="no session, or no folder"):
        call(turns, "step", **{**said(ASK), **params})


def test_the_tool_works_for_no_call_without_its_session_or_folder_either(turns: Turns) -> None:
    for params in ({"session": ""}, {"cwd": ""}):
        with pytest.raises(InputError, match="no session, or no folder"):
            call(turns, "tool", name=NAME, arguments={"action": "list"}, **params)


def test_a_failure_that_nobody_foresaw_is_counted_too(turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> Reply:
        raise OSError("the disk is gone")

    monkeypatch.setattr("vademecum.surfaces.rpc.turns.answer_prompt", fail)
    for _ in range(TOLD_AFTER):
        with pytest.raises(OSError, match="the disk is gone"):
            call(turns, "step", **said("hello there"))
    assert [each.reason for each in hook_failures(str(state_folder(os.environ)))] == ["OSError: the disk is gone"]


def test_an_index_that_another_program_is_writing_is_no_failure(turns: Turns, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_given: object) -> Reply:
        raise IndexBusyError("another program is writing the search index")

    monkeypatch.setattr("vademecum.surfaces.rpc.turns.answer_prompt", fail)
    for _ in range(TOLD_AFTER):
        with pytest.raises(IndexBusyError):
            call(turns, "step", **said("hello there"))
    assert hook_failures(str(state_folder(os.environ))) == ()


@given(st.text("{} a", max_size=12))
def test_no_text_leaves_two_braces_side_by_side_for_a_host_to_fill_in(text: str) -> None:
    parted = _without_variables(text)
    assert "{{" not in parted
    assert parted.replace(" ", "") == text.replace(" ", "")


def test_a_tool_of_another_name_is_refused(turns: Turns) -> None:
    with pytest.raises(Exception, match="the one tool is 'memory'"):
        call(turns, "tool", name="other", arguments={})


def test_a_plugin_of_another_version_is_told_what_to_do(turns: Turns) -> None:
    assert call(turns, "hello", version=WIRE)["tools"][0]["name"] == NAME
    with pytest.raises(Exception, match="vade connect dsh"):
        call(turns, "hello", version=WIRE + 1)


def test_events_that_keep_failing_are_counted_like_hooks_and_forgotten_after_one_that_went_well(turns: Turns) -> None:
    state = str(state_folder(os.environ))
    for _ in range(TOLD_AFTER):
        with pytest.raises(Exception, match="no session"):
            call(turns, "step", session="")
    assert [each.event for each in hook_failures(state)] == ["UserPromptSubmit"]
    call(turns, "step", **said("hello there"))
    assert hook_failures(state) == ()


def test_the_command_answers_a_line_with_a_line_and_ends_with_its_input(turns: Turns) -> None:
    hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "hello", "params": {"version": WIRE}})
    start = {"session": "s", "cwd": os.getcwd(), "role": "root", "source": "startup", "visible": {"texts": []}}
    lines = f"{hello}\n{json.dumps({'jsonrpc': '2.0', 'id': 2, 'method': 'start', 'params': start})}\n"
    done = subprocess.run(
        [sys.executable, "-m", "vademecum", "rpc"],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [each["id"] for each in answers] == [1, 2]
    assert SEED in answers[1]["result"]["messages"][0]
    assert done.returncode == 0
