"""How hooks and the server of one process come to keep one ledger."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.address import Address
from vademecum.page import digest_of
from vademecum.sessions import Offer
from vademecum.surfaces.desk import Desk
from vademecum.surfaces.hooks.processes import FOLDER, SLACK, note_process, session_of

Host: TypeAlias = Any
GAUGE = Address("global", "harbour/Tide gauge")


def test_a_session_is_found_by_its_process(tmp_path: Path) -> None:
    note_process(str(tmp_path), "4711", "one")
    note_process(str(tmp_path), "4711", "two, after a clear 潮")
    assert session_of(str(tmp_path), 4711, since=time.time()) == "two, after a clear 潮"
    assert session_of(str(tmp_path), 4712, since=0) is None


def test_a_note_older_than_the_server_is_of_another_process(tmp_path: Path) -> None:
    note_process(str(tmp_path), "4711", "one")
    os.utime(tmp_path / FOLDER / "4711", (1000, 1000))
    assert session_of(str(tmp_path), 4711, since=1000 + SLACK) == "one"
    assert session_of(str(tmp_path), 4711, since=1001 + SLACK) is None


@pytest.mark.parametrize("process", ["", "../x", "4711/..", "-1", "٤"])
def test_what_is_no_process_is_noted_nowhere(tmp_path: Path, process: str) -> None:
    note_process(str(tmp_path), process, "one")
    assert list(tmp_path.iterdir()) == []


def test_the_server_joins_the_session_of_the_process_that_started_it(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    # This test's parent plays the host: it is the parent of the server here, and the process that the hook is told.
    env = {**os.environ, "CLAUDE_PID": str(os.getppid())}
    given = json.dumps(host.given("SessionStart", {"source": "startup"})).encode()
    assert host.run_with(given, "SessionStart", env=env).code == 0
    desk = Desk("claude-code")
    monkeypatch.chdir(host.project)
    desk.call({"mode": "recall", "topic": str(GAUGE)})
    desk.close()
    digest = digest_of((host.store / "harbour" / "Tide gauge.md").read_bytes())
    assert host.session().seen(GAUGE).digest == digest
    assert host.session().is_shown(Offer(str(GAUGE), digest=digest))
    assert host.prompt("is the Skerry gauge still wrong?") == ""


def test_after_a_clear_the_server_follows_to_the_new_session(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(host.project)
    desk = Desk("claude-code")
    for session in ("one", "two, after a clear"):
        note_process(str(host.state), str(os.getppid()), session)
        desk.call({"mode": "recall", "topic": str(GAUGE)})
        assert host.session(session).seen(GAUGE).digest is not None
    desk.close()


def test_two_sessions_in_one_folder_have_a_server_and_a_ledger_each(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(host.project)
    note_process(str(host.state), "4711", "one")
    note_process(str(host.state), "4712", "two")
    desks = {4711: Desk("claude-code"), 4712: Desk("claude-code")}
    for process, desk in desks.items():
        # Each server's parent is its own host.
        monkeypatch.setattr(os, "getppid", lambda process=process: process)
        if process == 4711:
            desk.call({"mode": "recall", "topic": str(GAUGE)})
        desk.close()
    assert host.prompt("is the Skerry gauge still wrong?", session_id="one") == ""
    assert str(GAUGE) in host.prompt("is the Skerry gauge still wrong?", session_id="two")


def test_what_the_host_read_whole_may_be_replaced_through_the_server(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(host.project)
    path = host.store / "harbour" / "Tide gauge.md"
    file = {"content": path.read_text(), "startLine": 1, "numLines": 3, "totalLines": 3}
    host.call("PostToolUse", tool_name="Read", tool_input={"file_path": str(path)}, tool_response={"file": file})
    note_process(str(host.state), str(os.getppid()), "one")
    desk = Desk("claude-code")
    said = desk.call({"mode": "remember", "topic": str(GAUGE), "old_string": "12 cm", "new_string": "14 cm"})
    desk.close()
    assert said.startswith(f"edited {GAUGE}")


def test_a_server_of_which_no_hook_spoke_keeps_a_ledger_of_its_own(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(host.project)
    desk = Desk("claude-code")
    desk.call({"mode": "recall", "topic": str(GAUGE)})
    desk.close()
    assert host.session().seen(GAUGE).digest is None
    assert len(list((host.state / "sessions").rglob("*.jsonl"))) == 1
