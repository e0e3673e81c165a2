"""The hook as a host runs it: whatever is wrong, one document or nothing, and exit code 0 (rule 9, A30, A31)."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.errors import EXIT_CONFIG
from vademecum.surfaces.hooks.failures import FOLDER, LOG, hook_failures

Host: TypeAlias = Any
ASK = "is the Skerry gauge still wrong?"
EVENTS = ("SessionStart", "UserPromptSubmit", "PostToolUse", "Stop", "PreCompact", "SessionEnd")


def check_quiet(done: Any) -> None:  # noqa: ANN401 - the fixture's own type
    assert (done.code, done.out, done.err) == (0, b"", b"")


def log(host: Host) -> str:
    file: Path = host.state / FOLDER / LOG
    return file.read_text() if file.exists() else ""


def run_vade(command: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "vademecum", command], capture_output=True, check=False)


def test_A30_a_prompt_gets_one_document_of_its_own_event(host: Host) -> None:
    done = host.run("UserPromptSubmit", prompt=ASK)
    assert (done.code, done.err) == (0, b"")
    said = json.loads(done.out)
    assert set(said) == {"hookSpecificOutput", "systemMessage"}
    assert said["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert "Skerry gauge reads" in said["hookSpecificOutput"]["additionalContext"]


def test_A30_a_start_gets_one_document_of_its_own_event(host: Host) -> None:
    done = host.run("SessionStart", source="startup")
    assert (done.code, done.err) == (0, b"")
    said = json.loads(done.out)
    assert set(said) == {"hookSpecificOutput", "systemMessage"}
    assert said["hookSpecificOutput"]["hookEventName"] == "SessionStart"
    assert "global:harbour/Tide gauge" in said["hookSpecificOutput"]["additionalContext"]


@pytest.mark.parametrize("given", [b"", b"no JSON", b"[]", b"null", b"\xff\xfe\x00", b'{"prompt": ', b"[" * 200_000])
def test_A30_odd_input_is_answered_with_nothing(host: Host, given: bytes) -> None:
    for event in ("SessionStart", "UserPromptSubmit", "PostToolUse"):
        check_quiet(host.run_with(given, event))
    assert '"event": "UserPromptSubmit"' in log(host)


def test_odd_fields_are_passed_over(host: Host) -> None:
    fields = {"prompt": 7, "session_id": None, "cwd": ["x"], "tool_input": "x", "tool_response": 3}
    for event in EVENTS[1:]:
        check_quiet(host.run_with(json.dumps(fields).encode(), event))
    assert log(host) == ""


NOBODYS = (
    "hook",
    "hook claude-code",
    "hook claude-code Notification",
    "hook netscape Stop",
    "hook claude-code Stop -x",
)


@pytest.mark.parametrize("arguments", [line.split() for line in NOBODYS])
def test_unknown_hosts_and_events_are_quiet(host: Host, arguments: list[str]) -> None:
    command = [sys.executable, "-m", "vademecum", *arguments]
    done = subprocess.run(command, input=b"{}", capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_closed_streams_are_no_reason_to_fail(host: Host) -> None:
    hook = f"'{sys.executable}' -m vademecum hook claude-code UserPromptSubmit"
    for closing in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
        given = json.dumps(host.given("UserPromptSubmit", {"prompt": ASK})).encode()
        done = subprocess.run(["sh", "-c", f"{hook} {closing}"], input=given, capture_output=True, check=False)  # noqa: S602, S607, RUF100 - only a shell closes a stream
        assert done.returncode == 0
        assert done.stderr == b""


def test_a_reader_that_is_gone_is_no_reason_to_fail(host: Host) -> None:
    given = json.dumps(host.given("UserPromptSubmit", {"prompt": ASK})).encode()
    command = [sys.executable, "-m", "vademecum", "hook", "claude-code", "UserPromptSubmit"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write(given)
        process.stdin.close()
        assert process.wait() == 0


LOCALES = ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, {"PYTHONIOENCODING": "gbk"})


@pytest.mark.parametrize("locale", LOCALES)
def test_A31_any_locale_gives_utf8_both_ways(host: Host, locale: Mapping[str, str]) -> None:
    host.write("港/潮位", "# 候潮窗口\n\n候潮窗口从高潮前两小时起。\n")
    host.sync()
    given = json.dumps(host.given("UserPromptSubmit", {"prompt": "候潮窗口怎么算"}), ensure_ascii=False).encode()
    done = host.run_with(given, "UserPromptSubmit", env={**os.environ, **locale})
    assert "候潮窗口从高潮前两小时起" in done.context


@pytest.mark.parametrize("locale", LOCALES)
def test_A31_a_start_in_any_locale_tells_every_sign(host: Host, locale: Mapping[str, str]) -> None:
    host.write("⟦泊位⟧", "---\ndescription: ⟦berth⟧ 🚀 中文 — dash\nmetadata:\n  seed: true\n---\n⟦ok⟧ 🧪\n")
    host.write("港/潮位", "---\nsummary: 高潮 — 🌊\n---\n# 候潮窗口\n")
    host.sync()
    given = json.dumps(host.given("SessionStart", {"source": "startup"})).encode()
    said = host.run_with(given, "SessionStart", env={**os.environ, **locale}).context
    assert "seed: global:⟦泊位⟧\n" in said
    assert "⟦ok⟧ 🧪" in said
    assert "- global:港/潮位 — 候潮窗口: 高潮 — 🌊\n" in said


def without_home(host: Host) -> dict[str, str]:
    gone = {"HOME", *(f"XDG_{kind}_HOME" for kind in ("CONFIG", "CACHE", "STATE", "DATA"))}
    return {name: value for name, value in os.environ.items() if name not in gone} | {"HOME": "relative"}


def test_without_a_home_folder_nothing_is_said(host: Host) -> None:
    given = json.dumps(host.given("UserPromptSubmit", {"prompt": ASK})).encode()
    for event in EVENTS:
        check_quiet(host.run_with(given, event, env=without_home(host)))


def break_config(host: Host) -> None:
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True)
    config.write_text("home = [")
    for plan in (host.state / "plans").iterdir():
        plan.unlink()


def damage_index(_host: Host) -> None:
    for index in Path(os.environ["XDG_CACHE_HOME"]).rglob("*.db"):
        index.write_bytes(b"SQLite format 3\0" + b"\xff" * 5000)


def cache_is_a_file(_host: Host) -> None:
    cache = Path(os.environ["XDG_CACHE_HOME"])
    cache.rename(cache.with_name("gone"))
    cache.write_text("no folder")


def damage_plan(host: Host) -> None:
    for plan in (host.state / "plans").iterdir():
        plan.write_text('[1, [[1]], 7, "x"')


def replace_page_by_pipe(host: Host) -> None:
    page = host.store / "harbour" / "Tide gauge.md"
    page.unlink()
    os.mkfifo(page)


def damage_failures(host: Host) -> None:
    (host.state / "hooks").mkdir(exist_ok=True)
    (host.state / "hooks" / "failures.json").write_text('[["SessionStart", "often", 1, 2]' + "[" * 5_000)


def damage_failures_by_hand(host: Host) -> None:
    (host.state / "hooks").mkdir(exist_ok=True)
    (host.state / "hooks" / "failures.json").write_text('[["SessionStart", "often", 1, 2]]')
    (host.state / "mutes.json").write_text("[" * 5_000)


def state_is_a_file(host: Host) -> None:
    state: Path = host.state
    state.rename(state.with_name("gone"))
    state.write_text("no folder")


BREAKAGES = (
    *(break_config, damage_index, cache_is_a_file, damage_plan, replace_page_by_pipe, state_is_a_file),
    *(damage_failures, damage_failures_by_hand),
)
# The prompt brings up the page all the same.
HARMLESS = {damage_plan, state_is_a_file, damage_failures, damage_failures_by_hand}


@pytest.mark.parametrize("breaks", BREAKAGES)
def test_whatever_is_broken_a_hook_exits_with_0_and_says_one_document_or_nothing(
    host: Host, breaks: Callable[[Any], None]
) -> None:
    breaks(host)
    for event in ("UserPromptSubmit", "SessionStart"):
        done = host.run(event, prompt=ASK, source="startup")
        assert (done.code, done.err) == (0, b"")
        assert "12 cm" not in done.context or breaks in HARMLESS


def test_an_input_that_never_ends_is_left_at_the_deadline(host: Host) -> None:
    command = [sys.executable, "-m", "vademecum", "hook", "claude-code", "UserPromptSubmit"]
    began = time.monotonic()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.wait(timeout=30) == 0
        assert process.stdin is not None
        process.stdin.close()
    assert time.monotonic() - began >= 2.0
    assert "took longer than 2 s" in log(host)


def test_three_failures_in_a_row_are_told_and_a_success_ends_them(host: Host) -> None:
    for _ in range(3):
        host.run_with(b"no JSON", "UserPromptSubmit")
    [failures] = hook_failures(str(host.state))
    assert (failures.event, failures.times) == ("UserPromptSubmit", 3)
    assert "JSONDecodeError" in failures.reason
    assert b'"systemMessage": "vade: memory hook UserPromptSubmit failed 3 times' in host.run("SessionStart").out
    host.run("UserPromptSubmit", prompt="continue")
    assert hook_failures(str(host.state)) == ()


def test_status_fails_while_a_hook_does(host: Host) -> None:
    status = [sys.executable, "-m", "vademecum", "status"]
    assert subprocess.run(status, capture_output=True, check=False).returncode == 0
    for _ in range(3):
        host.run_with(b"no JSON", "UserPromptSubmit")
    done = subprocess.run(status, capture_output=True, check=False)
    assert done.returncode == 1
    assert b"the hook for UserPromptSubmit failed 3 times in a row" in done.stderr


def test_a_broken_configuration_is_told_as_the_reason_and_how_to_mend_it_until_a_hook_works(host: Host) -> None:
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True)
    config.write_text("home = [")
    for source in ("startup", "clear", "compact"):
        assert b"memory can't be read" in host.run("SessionStart", source=source).out
    failed = b"the hook for SessionStart failed 3 times in a row"
    for command in ("status", "doctor"):
        done = run_vade(command)
        assert done.returncode == EXIT_CONFIG
        assert failed in done.stdout + done.stderr
        assert str(config).encode() in done.stdout + done.stderr
        assert str(host.state / "hooks" / "log").encode() in done.stdout + done.stderr
    config.unlink()
    assert [run_vade(command).returncode for command in ("status", "doctor")] == [1, 1]
    host.run("SessionStart", source="startup")
    assert [run_vade(command).returncode for command in ("status", "doctor")] == [0, 0]
