"""The frame of the program: help, complaints, streams, encodings and exit codes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from vademecum.surfaces.cli.app import COMMANDS, vade as program

PROGRAM = [sys.executable, "-m", "vademecum"]


def modules_after(words: list[str]) -> set[str]:
    """The modules that a fresh interpreter has loaded once the command is done."""
    code = f"import sys; from vademecum.surfaces.cli.app import run; run({words}); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    return set(done.stderr.splitlines()[-1].split())


def test_help_shows_each_command_on_a_whole_line(vade: Callable[..., Any]) -> None:
    listed = vade("--help").out.partition("Commands:\n")[2]
    assert [line.split()[0] for line in listed.splitlines()] == list(COMMANDS)
    assert "..." not in listed


def test_help_loads_no_command_and_recall_nothing_that_draws() -> None:
    assert {"vademecum.memory", "apsw", "yaml", "rich"} & modules_after(["--help"]) == set()
    assert {"rich", "mcp", "tomlkit"} & {name.partition(".")[0] for name in modules_after(["recall", "x"])} == set()


def test_every_command_is_the_function_that_the_table_says() -> None:
    context = click.Context(program)
    assert all(program.get_command(context, name) is not None for name in COMMANDS)
    assert program.get_command(context, "frobnicate") is None


@pytest.mark.parametrize(
    ("arguments", "message", "hint"),
    [
        (["recal", "x"], "there is no command 'recal'", "did you mean recall?"),
        (["zzzzzz"], "there is no command 'zzzzzz'", "vade --help lists them all"),
        (["recall", "x", "--jso"], "no such option '--jso'", "did you mean --json or --scope or --as-of?"),
        (["show"], "missing argument 'NAME'", "vade show --help shows how"),
        (["recall", "x", "--limit", "0"], "invalid value for '-n' / '--limit': 0 is not in the range 1<=x<=25", "vade"),
        (["recall", "x", "--since", "2026-02-30"], "since '2026-02-30' is no date", "write a real day as YYYY-MM-DD"),
        (["list", "--until", "someday"], "until 'someday' is no date", "write a real day as YYYY-MM-DD"),
        (["recall", "x", "--mount", "globl"], "there is no mount named 'globl'", "did you mean global?"),
        (["add", "caf\udce9"], "argument 2 is not UTF-8: b'caf\\xe9'", ""),
    ],
)
def test_bad_input_is_told_in_one_way(vade: Callable[..., Any], arguments: list[str], message: str, hint: str) -> None:
    done = vade(*arguments)
    lines = done.err.splitlines()
    assert (done.code, done.out) == (2, "")
    assert lines[0] == f"error: {message}"
    assert not lines[0].endswith(".")
    assert "".join(lines[1:]).startswith(f"hint: {hint}" if hint else "")


def test_with_json_an_error_is_an_object_on_standard_error(vade: Callable[..., Any]) -> None:
    done = vade("show", "nothing here", "--json")
    assert (done.code, done.out) == (4, "")
    assert json.loads(done.err)["error"]["code"] == "not-found"
    assert json.loads(vade("show", "--json").err)["error"]["code"] == "input"


def test_without_a_command_help_goes_to_standard_error(vade: Callable[..., Any]) -> None:
    done = vade()
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("Usage: vade")


def test_a_reader_that_leaves_early_is_no_failure(tmp_path: Path, vault: Callable[..., Path]) -> None:
    vault({f"page {number} {'x' * 230}.md": "# Page\n" for number in range(500)})
    environment = {
        **os.environ,
        "PYTHONUNBUFFERED": "",
    }  # unbuffered, Python keeps a write that was cut short to itself
    child = subprocess.Popen([*PROGRAM, "list"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    assert child.stdout is not None
    assert child.stderr is not None
    with child, child.stdout, child.stderr:
        child.stdout.readline()
        child.stdout.close()
        told = child.stderr.read()
    assert (child.returncode, told) == (0, b"")


@pytest.mark.parametrize("variables", [{"LC_ALL": "C"}, {"LC_ALL": "POSIX", "PYTHONIOENCODING": "ascii"}])
def test_A31_text_goes_out_as_utf_8_whatever_the_locale(variables: dict[str, str], vade: Callable[..., Any]) -> None:
    vade("add", "港口的灯塔在冬天亮着")
    environment = {**os.environ, **variables}
    done = subprocess.run([*PROGRAM, "recall", "灯塔"], capture_output=True, check=False, env=environment)
    assert "港口的灯塔在冬天亮着" in done.stdout.decode("utf-8")
    assert done.returncode == 0


def test_a_configuration_mistake_exits_with_three_and_names_its_line(vade: Callable[..., Any]) -> None:
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "vademecum" / "config.toml"
    file.parent.mkdir(parents=True)
    file.write_text("[recall]\nlimit = 99\n", encoding="utf-8")
    done = vade("list")
    assert (done.code, done.out) == (3, "")
    assert f"{file}:2: recall.limit must be" in done.err


def test_the_version_is_one_line(vade: Callable[..., Any]) -> None:
    assert vade("-V").out.startswith("vade ")
    assert vade("--version").out.count("\n") == 1
