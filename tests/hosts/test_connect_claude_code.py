"""``connect`` and ``disconnect`` on Claude Code's files, as people and the program itself leave them."""

from __future__ import annotations

import io
import json
import os
import stat
import subprocess
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from vademecum.config.places import state_folder
from vademecum.errors import ConfigError, ConflictError, InputError, StorageError
from vademecum.hosts.base import CLAUDE_CODE
from vademecum.hosts.claude_code import connect_plan, level_for
from vademecum.hosts.launcher import launcher_file
from vademecum.hosts.ledger import Ledger
from vademecum.hosts.plan import FileEdit, carry_out
from vademecum.surfaces.cli.app import vade
from vademecum.surfaces.hooks.failures import hook_failures, note_failure

FOREIGN = """{
    "zeta": true,
    "hooks": {
        "Stop": [ {"hooks": [{"type": "command", "command": "say vade hook"}]} ],
        "Notification": []
    },
    "permissions": {"allow": ["Bash(ls)"]}
}"""
LAYOUTS = {
    "people's own": FOREIGN,
    "byte-order mark, tabs and CRLF": "\N{ZERO WIDTH NO-BREAK SPACE}" + '{\r\n\t"model": "opus"\r\n}\r\n',
    "one line": '{"hooks": {"SessionStart": []}, "model": "opus"}',
    "empty containers": '{ "hooks": { }, "mcpServers" : {\n\n} }\n\n',
    "nothing in it": "{}",
    "no file": None,
}


def settings() -> Path:
    return Path(os.environ["HOME"], ".claude", "settings.json")


def servers() -> Path:
    return Path(os.environ["HOME"], ".claude.json")


def put(file: Path, text: str | None) -> bytes | None:
    """Lay out a file and give its bytes."""
    if text is None:
        return None
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(text.encode())
    return file.read_bytes()


def read(file: Path) -> bytes | None:
    return file.read_bytes() if file.exists() else None


def parsed(file: Path) -> Any:  # noqa: ANN401 - what JSON holds
    return json.loads(file.read_text("utf-8-sig"))


def connect(*options: str) -> None:
    vade.main(["connect", "claude-code", "--yes", *options], standalone_mode=False)


def disconnect(*options: str) -> None:
    vade.main(["disconnect", "claude-code", "--yes", *options], standalone_mode=False)


def commands(file: Path) -> dict[str, list[str]]:
    """The commands of all hooks, by event."""
    events = parsed(file)["hooks"].items()
    return {event: [each["command"] for group in groups for each in group["hooks"]] for event, groups in events}


def tree(folder: Path) -> Mapping[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_every_event_of_the_table_gets_its_hook_and_the_server_its_entry() -> None:
    connect()
    hooks = parsed(settings())["hooks"]
    assert {event.name: (event.matcher, event.timeout) for event in CLAUDE_CODE.events} == {
        name: (groups[0].get("matcher"), groups[0]["hooks"][0]["timeout"]) for name, groups in hooks.items()
    }
    launch = launcher_file(state_folder(os.environ))
    assert parsed(servers())["mcpServers"]["vade"]["command"] == str(launch)
    assert os.access(launch, os.X_OK)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_disconnect_restores_the_bytes_that_were_there_before(layout: str) -> None:
    before = put(settings(), LAYOUTS[layout]), put(servers(), LAYOUTS[layout])
    connect()
    assert (read(settings()), read(servers())) != before
    connect("--no-prompt-recall")
    disconnect()
    assert (read(settings()), read(servers())) == before
    assert not launcher_file(state_folder(os.environ)).exists()


@pytest.mark.parametrize("layout", ["people's own", "byte-order mark, tabs and CRLF", "one line"])
def test_what_is_not_ours_keeps_every_byte_while_connected(layout: str) -> None:
    text = LAYOUTS[layout]
    put(settings(), text)
    connect()
    assert text is not None
    rest = iter(settings().read_bytes().decode())
    assert all(char in rest for char in text)


def test_connecting_and_disconnecting_again_changes_nothing() -> None:
    put(settings(), FOREIGN)
    connect()
    files = (settings(), servers(), launcher_file(state_folder(os.environ)))
    once = [(file.stat().st_ino, file.stat().st_mtime_ns) for file in files]
    connect()
    assert [(file.stat().st_ino, file.stat().st_mtime_ns) for file in files] == once
    disconnect()
    disconnect()
    assert settings().read_text() == FOREIGN


def test_disconnect_keeps_later_edits_of_the_person_and_of_the_host() -> None:
    put(settings(), FOREIGN)
    connect()
    by_host = dict(reversed(parsed(settings()).items()))  # the host writes its keys in an order of its own
    by_host["hooks"]["Stop"][-1]["hooks"].append({"type": "command", "command": "say later"})
    by_host["enabledPlugins"] = {"x": False}
    put(settings(), json.dumps(by_host, indent=2))
    disconnect()
    left = json.loads(FOREIGN) | {"enabledPlugins": {"x": False}}
    left["hooks"]["Stop"].append({"hooks": [{"type": "command", "command": "say later"}]})
    assert parsed(settings()) == left


def test_containers_that_only_we_filled_go_and_those_from_before_stay() -> None:
    put(settings(), '{"hooks": {"Stop": []}}')
    connect()
    put(settings(), json.dumps(parsed(settings()) | {"model": "opus"}))
    put(servers(), json.dumps(parsed(servers()) | {"numStartups": 1}))
    disconnect()
    assert parsed(settings()) == {"hooks": {"Stop": []}, "model": "opus"}
    assert parsed(servers()) == {"numStartups": 1}


def test_entries_are_known_by_their_commands_when_the_state_is_lost() -> None:
    put(settings(), FOREIGN)
    connect()
    for file in tree(state_folder(os.environ)):
        file.unlink()
    disconnect()
    assert settings().read_text() == FOREIGN
    assert parsed(servers()) == {}


def test_older_entries_of_ours_are_brought_up_to_date() -> None:
    old = {
        "Stop": "vade hook claude-code Stop",
        "UserPromptSubmit": "/old/bin/python -m vademecum hook claude-code UserPromptSubmit",
        "Gone": "'/x/vademecum/launch' hook claude-code Gone",
    }
    groups = {event: [{"hooks": [{"type": "command", "command": each}]}] for event, each in old.items()}
    put(settings(), json.dumps({"hooks": groups}))
    connect()
    assert {event: len(found) for event, found in commands(settings()).items()} == {
        event.name: 1 for event in CLAUDE_CODE.events
    }


def test_a_server_that_the_person_registered_keeps_its_name_and_their_variables() -> None:
    mine = {"command": "/usr/bin/vade", "args": ["mcp"], "env": {"MEMORY_DIR": "/m"}}
    put(servers(), json.dumps({"mcpServers": {"notes": mine, "other": {"command": "evade", "args": ["mcp"]}}}))
    connect()
    found = parsed(servers())["mcpServers"]
    assert list(found) == ["other", "notes"]
    assert found["notes"]["env"] == {"MEMORY_DIR": "/m"}
    assert found["notes"]["command"].endswith("/vademecum/launch")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{\n  "a": 1\n  "b": 2\n}', "settings.json:3: no JSON at column 3"),
        ('{"a": "\\ud8"}', "settings.json:1: no JSON at column"),
        ('{\n  "hooks": []\n}', "settings.json:2: hooks must be an object"),
        ('{"hooks": {"Stop": {}}}', "settings.json:1: hooks.Stop must be an array"),
        ("[]", "settings.json:1: the file must be an object"),
        ('{"hooks": {}, "hooks": {}}', "the key 'hooks' stands there twice"),
    ],
)
def test_a_file_that_the_host_could_not_read_is_refused_with_its_place(text: str, told: str) -> None:
    put(settings(), text)
    before = tree(Path(os.environ["HOME"]))
    with pytest.raises(ConfigError) as caught:
        connect()
    assert told in str(caught.value)
    assert tree(Path(os.environ["HOME"])) == before


def test_a_file_of_another_encoding_is_refused_with_its_place() -> None:
    put(settings(), "{}")
    settings().write_bytes('{\n "name": "Zoë"}'.encode("latin-1"))
    with pytest.raises(ConfigError, match=r"settings\.json:2: no UTF-8 at byte 13"):
        connect()


def test_a_server_of_another_kind_under_our_name_is_left_alone() -> None:
    other = put(servers(), '{"mcpServers": {"vade": {"command": "vader", "args": ["mcp"]}}}')
    with pytest.raises(ConfigError, match=r"mcpServers\.vade starts another program"):
        connect()
    assert read(servers()) == other
    assert read(settings()) is None


def test_a_linked_file_is_written_where_it_leads(tmp_path: Path) -> None:
    kept = tmp_path / "dotfiles.json"
    kept.write_text(FOREIGN)
    settings().parent.mkdir()
    settings().symlink_to(kept)
    connect()
    assert settings().is_symlink()
    assert "SessionStart" in kept.read_text()
    disconnect()
    assert (settings().is_symlink(), kept.read_text()) == (True, FOREIGN)


def test_a_change_between_plan_and_write_is_refused_and_nothing_is_written() -> None:
    put(settings(), FOREIGN)
    ledger = Ledger(state_folder(os.environ))
    plan = connect_plan(os.environ, level_for(os.environ, None), ledger, prompt_recall=True)
    put(servers(), '{"numStartups": 2}')
    before = tree(Path(os.environ["HOME"]))
    with pytest.raises(ConflictError, match=r"\.claude\.json was changed by another program"):
        carry_out(plan.edits)
    assert tree(Path(os.environ["HOME"])) == before


def test_a_disk_that_refuses_the_last_file_gets_the_others_back() -> None:
    put(settings(), FOREIGN)
    plan = connect_plan(os.environ, level_for(os.environ, None), Ledger(state_folder(os.environ)), prompt_recall=True)
    blocked = Path("/proc/none/settings.json")  # no system lets a folder be made there
    impossible = FileEdit(blocked, None, b"{}")
    before = tree(Path(os.environ["HOME"]))
    with pytest.raises(StorageError):
        carry_out((*plan.edits, impossible))
    assert tree(Path(os.environ["HOME"])) == before


def test_prompt_recall_is_asked_for_after_the_plan_and_remembered(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], keyboard: Callable[[str], None]
) -> None:
    keyboard("n\ny\n")
    vade.main(["connect", "claude-code"], standalone_mode=False)
    out, err = capsys.readouterr()
    assert "hook claude-code SessionStart" in out
    assert "shall pages that fit come with your prompts too?" in err
    assert "UserPromptSubmit" not in commands(settings())
    connect()
    assert "UserPromptSubmit" not in commands(settings())
    connect("--prompt-recall")
    assert "UserPromptSubmit" in commands(settings())


def test_a_person_who_declines_the_plan_gets_nothing_written(keyboard: Callable[[str], None]) -> None:
    keyboard("y\nn\n")
    vade.main(["connect", "claude-code"], standalone_mode=False)
    assert (read(settings()), read(servers())) == (None, None)


@pytest.fixture
def keyboard(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Let a person at a terminal type the answers."""

    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    return lambda typed: monkeypatch.setattr(sys, "stdin", Keyboard(typed))


def test_without_a_person_it_must_be_told_not_to_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    for command in ("connect", "disconnect"):
        with pytest.raises(InputError, match="nobody is there to be asked"):
            vade.main([command, "claude-code"], standalone_mode=False)


def test_a_dry_run_shows_the_diff_and_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    put(settings(), '{"model": "opus", "statusLine": "' + "x" * 200 + '"}')
    before = tree(Path(os.environ["HOME"]))
    connect("--dry-run")
    shown = capsys.readouterr().out
    assert f"+++ {servers()}" in shown
    assert '+      "command": "' in shown
    assert '+ "hooks": {' in shown  # a file on one line is broken into lines to be read
    assert '+ "command": "[ ! -x ' in shown  # but no text in it is
    assert tree(Path(os.environ["HOME"])) == before


def test_project_files_name_no_place_of_this_computer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    connect()
    connect("--project")
    hooks, server = tmp_path / ".claude" / "settings.json", tmp_path / ".mcp.json"
    # Claude Code runs one of two hooks with the same command, so that both levels may be connected.
    assert commands(hooks) == commands(settings())
    assert os.environ["HOME"] not in hooks.read_text() + server.read_text()
    disconnect("--project")
    assert not hooks.exists()
    assert not server.exists()
    assert launcher_file(state_folder(os.environ)).exists()


def test_the_home_folder_is_no_project(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(os.environ["HOME"])
    with pytest.raises(InputError, match="is no project"):
        connect("--project")


def test_a_moved_configuration_folder_is_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path))
    connect()
    assert "SessionStart" in parsed(tmp_path / "settings.json")["hooks"]
    assert "vade" in parsed(tmp_path / ".claude.json")["mcpServers"]
    assert (read(settings()), read(servers())) == (None, None)


def test_rights_stay_and_what_may_hold_secrets_is_private() -> None:
    put(settings(), FOREIGN)
    settings().chmod(0o640)
    connect()
    backups = [file for file in tree(state_folder(os.environ)) if file.parent.name == "backups"]
    files = (settings(), servers(), *backups)
    assert [stat.S_IMODE(file.stat().st_mode) for file in files] == [0o640, 0o600, 0o600]
    assert backups[0].read_text() == FOREIGN


def test_the_person_is_told_when_the_host_runs_no_hooks(capsys: pytest.CaptureFixture[str]) -> None:
    put(settings(), '{"disableAllHooks": true}')
    connect()
    assert "says disableAllHooks" in capsys.readouterr().err


def test_it_ends_with_a_question_and_the_page_that_must_come_back(capsys: pytest.CaptureFixture[str]) -> None:
    connect()
    assert "next: vade add" in capsys.readouterr().err
    page = Path(os.environ["HOME"], ".memory", "topics", "Harbour crane service.md")
    page.parent.mkdir(parents=True)
    page.write_text("The harbour crane is serviced each March.\n")
    connect("--json")
    told = json.loads(capsys.readouterr().out)
    assert told["try"]["page"] == "global:topics/Harbour crane service"
    assert told["written"] is False


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        (
            "The Skerry tide gauge reads 12 cm high since its float was replaced",
            "“The Skerry tide gauge reads 12 cm high since its float was”",
        ),
        ("潮位計", "潮位計"),
    ],
)
def test_a_page_can_be_asked_for_by_the_start_of_a_sentence_and_by_few_signs(
    capsys: pytest.CaptureFixture[str], title: str, asked: str
) -> None:
    page = Path(os.environ["HOME"], ".memory", "topics", "one.md")
    page.parent.mkdir(parents=True)
    page.write_text(f"# {title}\n", encoding="utf-8")
    connect("--json")
    told = json.loads(capsys.readouterr().out)
    assert told["try"] == {"ask": f"What do you remember about {asked}?", "page": "global:topics/one"}


def test_failures_of_entries_that_were_there_before_are_not_told_any_more() -> None:
    state = str(state_folder(os.environ))
    for change in (connect, disconnect):
        for _ in range(3):
            note_failure(state, "SessionStart", "the interpreter is gone")
        connect("--dry-run")
        assert hook_failures(state)
        change()
        assert hook_failures(state) == ()


def test_the_entry_is_quiet_and_quick_to_go_when_the_launcher_is_gone() -> None:
    connect()
    launcher_file(state_folder(os.environ)).unlink()
    for entries in commands(settings()).values():
        done = subprocess.run(["sh", "-c", entries[0]], check=False, capture_output=True, input=b"{}")
        assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
