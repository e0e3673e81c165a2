"""Streams that fail: an answer that can't be written is disk trouble, lost messages are no failure."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ANSWERS = [
    ["export", "--format", "json-v2", "--all"],
    ["list"],
    ["status"],
    ["recall", "tea", "--json"],
    ["show", "tea page"],
    ["--help"],
    ["--version"],
]


@pytest.fixture
def with_page(vade: Callable[..., Any]) -> None:
    vade("add", "tea page")


def in_a_shell(arguments: list[str], redirections: str) -> subprocess.CompletedProcess[str]:
    """One command in a process of its own, whose streams the shell opens, fills or closes."""
    command = ["sh", "-c", f'exec "$@" {redirections}', "sh", sys.executable, "-m", "vademecum", *arguments]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False, stdin=subprocess.DEVNULL)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("arguments", ANSWERS, ids=" ".join)
@pytest.mark.usefixtures("with_page")
def test_a_full_disk_is_told_and_ends_with_six(arguments: list[str]) -> None:
    done = in_a_shell(arguments, ">/dev/full")
    assert "the answer can't be written to standard output: No space left on device" in done.stderr
    assert ("Traceback" in done.stderr, done.returncode) == (False, 6)


@pytest.mark.parametrize("arguments", ANSWERS, ids=" ".join)
@pytest.mark.usefixtures("with_page")
def test_a_closed_output_is_told_and_ends_with_six(arguments: list[str]) -> None:
    done = in_a_shell(arguments, ">&-")
    assert "the answer can't be written to standard output: it is closed" in done.stderr
    assert ("Traceback" in done.stderr, done.returncode) == (False, 6)


@pytest.mark.parametrize("redirections", ["2>&-", "<&-", "<&- 2>&-"])
@pytest.mark.usefixtures("with_page")
def test_other_closed_streams_cost_no_answer(redirections: str) -> None:
    done = in_a_shell(["recall", "tea"], redirections)
    assert "tea page" in done.stdout
    assert (done.stderr, done.returncode) == ("", 0)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.usefixtures("with_page")
def test_lost_messages_are_no_failure() -> None:
    done = in_a_shell(["list"], "2>/dev/full")
    assert "tea page" in done.stdout
    assert done.returncode == 0
    assert in_a_shell(["show", "nothing like it"], "2>/dev/full").returncode == 4
