"""A hook that meets another program at its index, or the first sync at work, is no hook that failed."""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from typing import Any, TypeAlias

import apsw
import pytest
from filelock import FileLock

from vademecum.config.places import cache_folder
from vademecum.errors import IndexBusyError, IndexFailedError
from vademecum.library.plan_cache import load_plan, plan_file
from vademecum.surfaces.hooks.claude_code import EVENTS, read_event
from vademecum.surfaces.hooks.failures import FOLDER, LOG, TOLD_AFTER, hook_failures, is_passing
from vademecum.surfaces.hooks.prompt import answer_prompt
from vademecum.surfaces.hooks.refresh import LOCK

Host: TypeAlias = Any
OARLOCK = "---\nmetadata:\n  triggers: [rowlock]\n---\n\nIt is of bronze.\n"


# Where SQLite has the locks of a database's readers: https://www.sqlite.org/lockingv3.html.
READERS, READERS_LENGTH = 0x40000002, 510


@contextmanager
def busy() -> Iterator[None]:
    """Keep the indexes from every reader, as a program does that has one to itself for a moment."""
    files = sorted((cache_folder(os.environ) / "index").glob("*.db"))
    assert files
    with ExitStack() as stack:
        for file in files:
            opened = stack.enter_context(file.open("r+b"))
            # It waits for the sync that a start leaves behind.
            fcntl.lockf(opened, fcntl.LOCK_EX, READERS_LENGTH, READERS)
        yield


def log(host: Host) -> list[dict[str, Any]]:
    file = host.state / FOLDER / LOG
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def started(host: Host) -> Host:
    """A session of a memory that is in step."""
    host.write("boats/Oarlock", OARLOCK)
    host.sync()
    host.run("SessionStart", source="startup")
    return host


def test_a_prompt_while_the_index_is_written_gets_what_the_snapshot_gives_and_is_no_failure(started: Host) -> None:
    with busy():
        prompts = [started.run("UserPromptSubmit", prompt="is the rowlock worn?") for _ in range(TOLD_AFTER)]
    assert "It is of bronze." in prompts[0].context
    assert [(each.code, each.err) for each in prompts] == [(0, b"")] * TOLD_AFTER
    assert hook_failures(str(started.state)) == ()
    assert {(each["reason"], each["counts"]) for each in log(started)} == {
        ("IndexBusyError: no mount could be asked: another program is writing the search index", False)
    }


def test_a_prompt_waits_for_a_program_that_ends_its_writing(host: Host) -> None:
    plan = load_plan(plan_file(str(host.state), str(host.project), os.environ))
    assert plan is not None
    [index] = [mount.index_path for mount in plan.mounts if mount.name == "global"]
    writer = apsw.Connection(index)
    writer.execute("pragma locking_mode = exclusive; begin immediate; commit")
    with ThreadPoolExecutor(1) as pool:
        said = pool.submit(host.prompt, "how high does the Skerry gauge read?")
        # Who does not wait has answered by then.
        wait([said], timeout=0.5)
        writer.close()
        assert "12 cm high" in said.result()


@pytest.mark.parametrize("event", sorted(EVENTS))
def test_no_hook_counts_as_failed_while_the_index_is_written(started: Host, event: str) -> None:
    given = {"prompt": "the tide", "source": "resume", "tool_name": "Read", "tool_input": {}, "tool_response": {}}
    with busy():
        for _ in range(TOLD_AFTER):
            assert started.run(event, **given).code == 0
    assert hook_failures(str(started.state)) == ()
    assert [each for each in log(started) if each.get("counts", True)] == []


def test_a_prompt_before_the_first_sync_is_over_is_no_failure_and_one_that_nobody_syncs_for_is(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vademecum.surfaces.hooks.refresh._spawn", lambda _command: None)
    for file in (cache_folder(os.environ) / "index").glob("*.db*"):
        file.unlink()
    event = read_event(host.given("UserPromptSubmit", {"prompt": "is the rowlock worn?"}), "UserPromptSubmit")
    (host.state / LOCK).parent.mkdir(parents=True, exist_ok=True)
    with FileLock(host.state / LOCK), pytest.raises(IndexBusyError, match="there is no search index yet") as met:
        answer_prompt(event, host.place).afterwards()
    assert is_passing(met.value)
    with pytest.raises(IndexFailedError, match="there is no search index yet") as failed:
        answer_prompt(event, host.place).afterwards()
    assert not is_passing(failed.value)


def test_a_failure_before_and_after_a_busy_index_counts_as_two_in_a_row(started: Host) -> None:
    for given in (b"no JSON", None, b"no JSON", b"no JSON"):
        if given is not None:
            started.run_with(given, "UserPromptSubmit")
        else:
            with busy():
                started.run("UserPromptSubmit", prompt="is the rowlock worn?")
    assert [each.times for each in hook_failures(str(started.state))] == [3]
