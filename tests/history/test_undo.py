"""Taking back what a session wrote: only that, with later edits kept, and nothing done that was not in the plan."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config.model import WritingConfig
from vademecum.errors import HeldError, NotFoundError
from vademecum.gateway import Gateway, Receipt
from vademecum.guards.changes import Actor, Proposal, RawText, Removal, Rename, Replacement
from vademecum.memory import Memory, Setting
from vademecum.memory.founding import found_history, found_home
from vademecum.memory.undo import Step, Undo
from vademecum.sessions import SessionKey
from vademecum.upkeep.written import find_account

AGENT = Actor("agent", "test-host")
TEXT = "one\n\ntwo\n\nthree\n\nfour\n\nfive\n"


def git(folder: Path, *arguments: str) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return subprocess.run(["git", *arguments], cwd=folder, env=env, capture_output=True, text=True, check=True).stdout


Open = Callable[[str], Memory]


@pytest.fixture
def opened(setting: Setting) -> Iterator[Open]:
    """Open the memory as one session after another; ``person`` is nobody's session."""
    memories: list[Memory] = []

    def open_as(session: str) -> Memory:
        key, actor = (None, setting.actor) if session == "person" else (SessionKey("test-host", session), AGENT)
        memories.append(Memory(replace(setting, session=key, actor=actor)))
        return memories[-1]

    first = open_as("person")
    found_home(first)
    found_history(first)
    yield open_as
    for memory in memories:
        memory.close()


def page(name: str) -> Address:
    return Address("global", name)


def put(memory: Memory, name: str, text: str) -> None:
    there = memory.look_up(page(name))
    memory.write(page(name), RawText(text), version=None if there is None else there.page.digest)


def edit(memory: Memory, name: str, old: str, new: str) -> None:
    memory.write(page(name), Replacement(old, new), version=memory.open_page(f"global:{name}").page.digest)


def drop(memory: Memory, name: str) -> None:
    memory.write(page(name), Removal(), version=memory.open_page(f"global:{name}").page.digest)


def undo_in(memory: Memory) -> Undo:
    return Undo(memory.library, memory.history, memory.gateway, memory.setting.actor)


def undone(memory: Memory, session: str) -> dict[str, str]:
    """Undo a session, and return what was done to each page."""
    undo = undo_in(memory)
    steps = undo.plan(find_account(memory.setting.state, session))
    assert undo.carry_out(steps, "Take it back").failed == {}
    return {step.address.name: step.kind for step in steps}


def text(memory: Memory, name: str) -> str | None:
    file = memory.library.store("global").path(name)
    return file.read_bytes().decode() if file.exists() else None


def test_edits_of_a_session_are_taken_back_to_the_byte(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    edit(agent, "a", "two", "2")
    edit(agent, "a", "four", "4")
    assert undone(person, "last") == {"a": "revert"}
    assert text(person, "a") == TEXT


def test_what_others_wrote_before_between_and_after_is_kept(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    edit(agent, "a", "two", "2")
    edit(person, "a", "one", "one, by a person")
    edit(agent, "a", "four", "4")
    edit(person, "a", "five", "five, by a person")
    assert undone(person, "last") == {"a": "merge"}
    assert text(person, "a") == TEXT.replace("one", "one, by a person").replace("five", "five, by a person")


def test_a_hand_edit_that_nobody_told_us_of_is_kept_too(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    edit(agent, "a", "two", "2")
    file = person.library.store("global").path("a")
    file.write_text(file.read_text().replace("five", "by hand"))
    assert undone(person, "last") == {"a": "merge"}
    assert text(person, "a") == TEXT.replace("five", "by hand")


def test_where_later_edits_touch_the_same_lines_the_page_is_left_alone(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    edit(agent, "a", "two", "2")
    edit(person, "a", "2", "two or 2")
    before = text(person, "a")
    (step,) = undo_in(person).plan(find_account(person.setting.state, "last"))
    assert (step.kind, step.why, step.does) == ("leave", "later changes touch the same lines", False)
    assert undone(person, "last") == {"a": "leave"}
    assert text(person, "a") == before


def test_a_page_that_the_session_made_goes_to_the_trash(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(agent, "made", "new\n")
    edit(agent, "made", "new", "newer")
    assert undone(person, "last") == {"made": "remove"}
    assert text(person, "made") is None
    assert [item.name for _, item in person.trash()] == ["made"]


@pytest.mark.parametrize("back_to", ["new\n", "other\n"])
def test_a_page_that_the_session_made_and_others_changed_stays(opened: Open, back_to: str) -> None:
    person, agent = opened("person"), opened("one")
    put(agent, "made", "new\n")
    put(person, "made", "by a person\n")
    put(agent, "made", back_to)
    assert undone(person, "last") == {"made": "leave"}
    assert text(person, "made") == back_to


def test_a_page_that_the_session_deleted_comes_back_without_its_other_edits(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    put(person, "b", TEXT)
    drop(agent, "a")
    edit(agent, "b", "two", "2")
    edit(person, "b", "five", "five, by a person")
    drop(agent, "b")
    assert undone(person, "last") == {"a": "bring back", "b": "bring back"}
    assert text(person, "a") == TEXT
    assert text(person, "b") == TEXT.replace("five", "five, by a person")


def test_a_page_that_was_made_again_meanwhile_is_left_alone(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    drop(agent, "a")
    put(person, "a", "quite another page\n")
    assert undone(person, "last") == {"a": "leave"}
    assert text(person, "a") == "quite another page\n"


def test_a_page_that_the_session_moved_and_edited_goes_back_to_where_it_was(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    edit(agent, "a", "two", "2")
    agent.write(page("a"), Rename("b"), version=agent.open_page("global:a").page.digest)
    edit(agent, "b", "four", "4")
    assert undone(person, "last") == {"b": "move back"}
    assert (text(person, "a"), text(person, "b")) == (TEXT, None)


def test_other_sessions_are_not_touched_and_an_unknown_one_is_told(opened: Open) -> None:
    person, one, two = opened("person"), opened("one"), opened("two")
    put(one, "a", "by one\n")
    put(two, "b", "by two\n")
    key = SessionKey("test-host", "one").file.rpartition("/")[2].removesuffix(".jsonl")
    assert undone(person, key[:10]) == {"a": "remove"}
    assert text(person, "b") == "by two\n"
    with pytest.raises(NotFoundError, match="no session's id begins with 'three'"):
        find_account(person.setting.state, "three")


def test_a_ledger_that_is_gone_again_stops_no_search(opened: Open) -> None:
    person, one = opened("person"), opened("one")
    put(one, "a", "by one\n")
    ledger = person.setting.state / "sessions" / SessionKey("test-host", "gone").file
    ledger.symlink_to("nowhere")
    assert undone(person, "last") == {"a": "remove"}


def test_a_second_undo_finds_nothing_to_do(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    edit(agent, "a", "two", "2")
    put(agent, "made", "new\n")
    undone(person, "last")
    assert undone(person, "last") == {"a": "nothing", "made": "nothing"}


def test_what_was_kept_nowhere_is_said_page_by_page(setting: Setting) -> None:
    agent = Memory(replace(setting, actor=AGENT))
    found_home(agent)
    put(agent, "made", "new\n")
    file = agent.library.store("global").path("old")
    file.write_text(TEXT)
    edit(agent, "old", "two", "2")
    steps = {step.address.name: step for step in undo_in(agent).plan(find_account(setting.state, "last"))}
    assert steps["made"].kind == "remove"
    assert steps["old"].kind == "leave"
    assert "was not kept anywhere" in steps["old"].why
    agent.close()


def test_a_page_that_changes_between_the_plan_and_its_doing_is_not_written(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    edit(agent, "a", "two", "2")
    undo = undo_in(person)
    (step,) = undo.plan(find_account(person.setting.state, "last"))
    person.library.store("global").path("a").write_text("by hand\n")
    done = undo.carry_out([step], "Take it back")
    assert (done.receipts, done.failed) == ((), {step: "global:a was changed since the plan was made"})
    assert text(person, "a") == "by hand\n"


def test_what_can_not_be_taken_back_now_stops_no_other_page_and_the_rest_is_one_group(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    person, agent = opened("person"), opened("one")
    for name in ("a", "b"):
        put(person, name, TEXT)
        edit(agent, name, "two", "2")
    put(agent, "made", "new\n")
    drop(agent, "b")
    undo = undo_in(person)
    steps = undo.plan(find_account(person.setting.state, "last"))
    put(person, "a", "changed since\n")
    groups: list[list[str]] = []
    write_all = Gateway.write_all

    def watched(gateway: Gateway, proposals: Sequence[Proposal], subject: str = "") -> tuple[Receipt, ...]:
        groups.append([each.address.name for each in proposals])
        return write_all(gateway, proposals, subject)

    monkeypatch.setattr(Gateway, "write_all", watched)
    done = undo.carry_out(steps, "Take it back")
    assert groups == [["b", "made"]]
    assert {step.address.name for step in done.failed} == {"a"}
    assert [text(person, name) for name in ("a", "b", "made")] == ["changed since\n", TEXT, None]


def test_where_a_person_must_agree_all_of_it_waits_as_one_and_is_done_as_one(opened: Open, setting: Setting) -> None:
    person, agent = opened("person"), opened("one")
    for name in ("a", "b", "c"):
        put(person, name, TEXT)
    edit(agent, "a", "two", "2")
    drop(agent, "b")
    agent.write(page("c"), Rename("moved"), version=agent.open_page("global:c").page.digest)
    put(agent, "made", "new\n")
    strict = replace(setting.config, writing=WritingConfig(approval=("all",)))
    asked = Memory(replace(setting, config=strict, session=None))
    undo = undo_in(asked)
    with pytest.raises(HeldError) as held:
        undo.carry_out(undo.plan(find_account(setting.state, "last")), "Take it back")
    assert [text(person, name) for name in ("b", "c")] == [None, None]
    receipts = asked.approvals.approve(held.value.id)
    assert sorted(each.action for each in receipts) == ["deleted", "edited", "moved", "restored"]
    assert [text(person, name) for name in ("a", "b", "c", "moved", "made")] == [TEXT, TEXT, TEXT, None, None]
    asked.close()


def test_two_pages_that_would_go_back_to_one_name_are_not_both_taken_back(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    agent.write(page("a"), Rename("b"), version=agent.open_page("global:a").page.digest)
    put(person, "a", "another\n")
    drop(agent, "a")
    undo = undo_in(person)
    done = undo.carry_out(undo.plan(find_account(person.setting.state, "last")), "Take it back")
    assert list(done.failed.values()) == ["another page goes back to global:a as well"]
    assert (text(person, "a"), text(person, "b")) == ("another\n", TEXT)


@pytest.mark.parametrize("edited", [False, True])
def test_a_page_whose_name_got_other_letters_case_goes_back_too(opened: Open, *, edited: bool) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    agent.write(page("a"), Rename("A"), version=agent.open_page("global:a").page.digest)
    if edited:
        edit(agent, "A", "two", "2")
    assert undone(person, "last") == {"A": "move back"}
    assert (text(person, "a"), text(person, "A")) == (TEXT, None)


def test_a_step_that_does_nothing_writes_nothing(opened: Open) -> None:
    assert undo_in(opened("person")).carry_out([Step(page("a"), "leave")], "Take it back") == ((), {})


def test_an_undone_session_is_told_in_the_account_of_what_it_wrote(opened: Open) -> None:
    person, agent = opened("person"), opened("one")
    put(person, "a", TEXT)
    edit(agent, "a", "two", "2")
    edit(agent, "a", "four", "4")
    put(agent, "made", "new\n")
    assert find_account(person.setting.state, "last").summary == "wrote 2"
