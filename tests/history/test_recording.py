"""What a write through the gateway leaves in git: one commit, who made it, and never another file."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import MountConfig
from vademecum.errors import HistoryError, NotFoundError
from vademecum.guards.changes import Actor, RawText, Removal, Rename
from vademecum.memory import Memory, Note, Setting
from vademecum.memory.founding import found_history, found_home
from vademecum.sessions import SessionKey


def git(folder: Path, *arguments: str) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    options = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")
    done = subprocess.run(
        ["git", *options, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def agent(setting: Setting) -> Iterator[Memory]:
    """An agent's memory with history."""
    memory = Memory(replace(setting, actor=Actor("agent", "claude-code")))
    found_home(memory)
    found_history(memory)
    yield memory
    memory.close()


def test_a_commit_names_the_agent_and_a_hash_of_its_session(agent: Memory) -> None:
    receipt = agent.write(Address("global", "a"), RawText("one\n"))
    assert receipt.warnings == ()
    stem = SessionKey("test-host", "one").file.rpartition("/")[2].removesuffix(".jsonl")
    shown = git(agent.setting.config.home, "log", "-1", "--format=%s%n%(trailers)%ct")
    assert shown.splitlines() == [
        "Add global:a",
        "Vade-Actor: agent:claude-code",
        f"Vade-Session: {stem}",
        str(int(agent.setting.clock().timestamp())),
    ]


def test_a_move_is_one_commit_of_both_paths(agent: Memory) -> None:
    home = agent.setting.config.home
    first = agent.write(Address("global", "a"), RawText("one\n"))
    agent.write(first.address, Rename("b/c"), version=first.after)
    assert git(home, "show", "--format=%s", "--name-status", "-M", "HEAD").splitlines() == [
        "Move global:a to global:b/c",
        "",
        "R100\ta.md\tb/c.md",
    ]
    assert git(home, "status", "--porcelain") == ""


def test_writes_made_together_are_one_commit_with_what_was_there_before(agent: Memory) -> None:
    home = agent.setting.config.home
    (home / "old.md").write_text("by hand\n")
    before = int(git(home, "rev-list", "--count", "HEAD"))
    with agent.recorder.together("Import some pages", "import:test"):
        for number in range(3):
            agent.write(Address("global", f"n{number}"), RawText(f"{number}\n"))
        page = agent.open_page("global:old").page
        agent.write(page.address, Removal(), version=page.digest)
    assert int(git(home, "rev-list", "--count", "HEAD")) == before + 2
    assert git(home, "show", "--format=%s", "--name-status", "HEAD").split() == [
        *("Import", "some", "pages"),
        *("A", "n0.md", "A", "n1.md", "A", "n2.md", "D", "old.md"),
    ]
    assert git(home, "show", "HEAD~1:old.md") == "by hand\n"


def test_the_user_and_the_global_mount_share_one_repository_and_the_trash_is_in_none(agent: Memory) -> None:
    home = agent.setting.config.home
    agent.remember(Note("mine", "Mine", scope="user"))
    assert git(home, "show", "--format=", "--name-only", "HEAD").startswith("user/")
    page = agent.open_page("Mine").page
    agent.write(page.address, Removal(), version=page.digest)
    assert ".vade" not in git(home, "log", "--name-only", "--format=")
    assert git(home, "status", "--porcelain") == ""


def test_a_file_of_records_is_committed_as_a_whole(setting: Setting, tmp_path: Path) -> None:
    folder = tmp_path / "facts"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "notes.txt").write_text("not ours\n")
    mount = MountConfig(name="facts", path=folder / "facts.jsonl", format="records", writable=True, commit="always")
    memory = Memory(replace(setting, config=replace(setting.config, mounts=(mount,))))
    receipt = memory.remember(Note("Rye needs more water.", "Rye", mount="facts"))
    assert receipt.warnings == ()
    assert git(folder, "show", "--format=", "--name-only", "HEAD") == "facts.jsonl\n"
    assert git(folder, "status", "--porcelain") == "?? notes.txt\n"
    memory.close()


def test_a_failing_commit_never_fails_the_write(agent: Memory) -> None:
    home = agent.setting.config.home
    (home / ".git" / "MERGE_HEAD").write_text(git(home, "rev-parse", "HEAD"))
    receipt = agent.write(Address("global", "a"), RawText("one\n"))
    assert (home / "a.md").read_text() == "one\n"
    assert "the commit is put off: a merge is under way" in receipt.warnings[0]
    assert agent.session is not None
    assert agent.session.seen(receipt.address).digest == receipt.after


def test_an_agent_that_may_know_no_path_is_told_of_a_failed_commit_without_one(
    setting: Setting, tmp_path: Path
) -> None:
    folder = tmp_path / "somewhere"
    folder.mkdir()
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / ".git" / "MERGE_HEAD").write_text("0" * 40)
    mount = MountConfig(name="notes", path=folder, writable=True, exposure="address", commit="always")
    config = replace(setting.config, mounts=(mount,))
    for actor, told in ((Actor("agent", "x"), False), (Actor(), True)):
        memory = Memory(replace(setting, config=config, actor=actor))
        (warning,) = memory.write(Address("notes", actor.kind), RawText("one\n")).warnings
        assert (str(folder) in warning) is told
        with pytest.raises(HistoryError) as caught, memory.recorder.together("Import", str(actor)):
            memory.write(Address("notes", f"{actor.kind}-2"), RawText("two\n"))
        assert (str(folder) in str(caught.value)) is told
        memory.close()


def test_what_is_made_together_inside_of_something_together_is_one_commit(agent: Memory) -> None:
    home = agent.setting.config.home
    with agent.recorder.together("Outer", "import:x"):
        agent.write(Address("global", "a"), RawText("one\n"))
        with agent.recorder.together("Inner", "import:x"):
            agent.write(Address("global", "b"), RawText("two\n"))
    assert git(home, "show", "--format=%s", "--name-only", "HEAD").split() == ["Outer", "a.md", "b.md"]


def test_what_was_written_before_a_failure_is_committed_and_the_failure_told(agent: Memory) -> None:
    def half_way() -> None:
        with agent.recorder.together("Import", "import:x"):
            agent.write(Address("global", "a"), RawText("one\n"))
            agent.write(Address("global", "absent"), Removal())

    with pytest.raises(NotFoundError):
        half_way()
    assert git(agent.setting.config.home, "status", "--porcelain") == ""
    agent.write(Address("global", "b"), RawText("two\n"))
    assert git(agent.setting.config.home, "log", "-1", "--format=%s") == "Add global:b\n"


def test_a_page_that_came_and_went_meanwhile_leaves_only_what_is_there(agent: Memory) -> None:
    home = agent.setting.config.home
    with agent.recorder.together("Tidy", "upkeep:x"):
        made = agent.write(Address("global", "a"), RawText("one\n"))
        agent.write(made.address, Rename("b"), version=made.after)
        gone = agent.write(Address("global", "c"), RawText("two\n"))
        agent.write(gone.address, Removal(), version=gone.after)
    assert git(home, "show", "--format=", "--name-status", "HEAD") == "A\tb.md\n"
    assert git(home, "status", "--porcelain") == ""


@pytest.mark.parametrize("host", [Actor("agent", "claude-code"), Actor()])
def test_a_state_folder_that_takes_no_notes_is_told_in_words_and_without_its_place(
    setting: Setting, host: Actor
) -> None:
    memory = Memory(replace(setting, actor=host))
    found_home(memory)
    found_history(memory)
    notes = setting.state / "history"
    notes.mkdir(parents=True, exist_ok=True)
    for each in notes.iterdir():
        each.rmdir() if each.is_dir() else each.unlink()
    notes.rmdir()
    notes.write_text("", encoding="utf-8")
    receipt = memory.write(Address("global", "a"), RawText("one\n"))
    memory.close()
    (warning,) = receipt.warnings
    assert "for its commit" in warning or "its commit is put off" in warning
    assert "Errno" not in warning
    assert str(setting.state) not in warning
