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


def commands(page: str) -> list[str]:
    """The commands of ours in a page's shell blocks, in order."""
    lines = [line for block in SHELL.findall((ROOT / page).read_text(encoding="utf-8")) for line in block.splitlines()]
    return [line for line in lines if line.startswith("vade ")]


def home_of_a_reader(home: Path) -> None:
    """What the pages take for granted: a vault in ``~/Notes``, and a page about preferences in the memory."""
    (home / "Notes").mkdir()
    (home / "Notes" / "Bread.md").write_text(
        "# Bread\n\nSourdough: oven at a temperature of 240 °C.\n", encoding="utf-8"
    )
    (home / ".memory" / "topics").mkdir(parents=True)
    (home / ".memory" / "topics" / "preferences.md").write_text("# Preferences\n\nTea, no sugar.\n", encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_the_commands_of_the_page_work_in_order(page: str, tmp_path: Path) -> None:
    home_of_a_reader(home := Path(os.environ["HOME"]))
    env = os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "EDITOR": "true"}
    assert commands(page)
    for line in commands(page):
        done = subprocess.run(
            ["bash", "-c", line],
            cwd=home,
            env=env,
            check=False,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
        )
        assert done.returncode == 0, f"{line}\n{done.stdout}{done.stderr}"
