"""Runs the commands that the documents show, page by page, as a new user would type them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = [
    "README.md",
    "docs/start/install.md",
    "docs/start/first-memory.md",
    "docs/guides/mount-a-vault.md",
    "docs/guides/edit-and-forget.md",
    "docs/guides/write-by-hand.md",
]
SHELL = re.compile(r"^```sh\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SHOWN = re.compile(r"^```text\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands(page: str) -> list[str]:
    """The commands of ours in a page's shell blocks, in order."""
    lines = [line for block in SHELL.findall((ROOT / page).read_text(encoding="utf-8")) for line in block.splitlines()]
    return [line for line in lines if line.startswith("vade ")]


def shown(page: str) -> list[str]:
    """The lines of output that a page shows."""
    return [line for block in SHOWN.findall((ROOT / page).read_text(encoding="utf-8")) for line in block.splitlines()]


def without_numbers(text: str) -> str:
    """Dates, scores and versions differ from day to day and from store to store."""
    return re.sub(r"\d+", "0", text)


def home_of_a_reader(home: Path) -> None:
    """What the pages take for granted: a vault in ``~/Notes``, some pages in the memory, and a file to add."""
    topics = home / ".memory" / "topics"
    topics.mkdir(parents=True)
    (topics / "preferences.md").write_text("# Preferences\n\nTea, no sugar.\n", encoding="utf-8")
    (topics / "diary.md").write_text("# Diary\n\nNothing to report.\n", encoding="utf-8")
    (topics / "bread.md").write_text("# Bread\n\n## Oven\n\nHot.\n", encoding="utf-8")
    (home / "meeting.md").write_text("# Meeting\n\nWe agreed.\n", encoding="utf-8")
    (home / "Notes").mkdir()
    (home / "Notes" / "Bread.md").write_text("# Bread\n\nSourdough: an oven temperature of 240 °C.\n", encoding="utf-8")


def typed(line: str, home: Path) -> subprocess.CompletedProcess[str]:
    """Run a command at a terminal, where a person agrees to what is asked and closes the editor unchanged."""
    keyboard, terminal = os.openpty()
    os.write(keyboard, b"y\n" if line.startswith("vade forget") else b"\n")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = os.environ | {"PATH": path, "EDITOR": "true"}
    try:
        return subprocess.run(
            ["bash", "-c", line], cwd=home, env=env, check=False, capture_output=True, text=True, stdin=terminal
        )
    finally:
        os.close(terminal)
        os.close(keyboard)


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_the_page_work_in_order(page: str) -> None:
    home = Path(os.environ["HOME"])
    home_of_a_reader(home)
    assert commands(page)
    printed = ""
    for line in commands(page):
        done = typed(line, home)
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
        printed += without_numbers(done.stdout)
    assert [line for line in shown(page) if without_numbers(line) not in printed] == []
