"""The demo: the main job on a real vault, through the real surfaces, in a folder of its own.

Each step runs the program itself as another process, as a person or an agent host would; what is printed is what came
back. Nothing of yours is touched. A step that does not end as it should ends the demo with an error.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path

import click

from vademecum.errors import EXIT_OK, EXIT_REFUSED, StorageError
from vademecum.surfaces.demo_client import exchange

QUESTIONS = (
    ("The new version is broken, how do I put the previous one back?", "a question; the page speaks of rolling back"),
    ("验潮站断线的时候屏幕上显示什么？", "Chinese: what does the screen show while the tide gauge is offline?"),
    ("X-Harbour-Signature", "an identifier, found whole"),
)
FACT = "The staging deploy freeze starts on 2026-12-18 and ends on 2027-01-04."
SEARCH = "when does the staging deploy freeze start"
PAGE = "global:topics/Staging freeze"
BY_HAND = "\n## Parking\n\nThe gate code of the harbour car park is 4711.\n"
BY_HAND_SEARCH = "gate code car park"

REASONS_SHOWN = 5
_REASON = re.compile(r" +[+-]\d+\.\d{3}  ")


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the demo plays: a copy of the example vault, and the environment that points every place into it."""

    folder: Path
    vault: Path
    env: Mapping[str, str]

    def run(self, arguments: Sequence[str], *, expect: int = EXIT_OK) -> None:
        """Run one command in the sight of the person. Raises StorageError when it does not end as expected."""
        _say(f"\n$ vade {shlex.join(arguments)}", bold=True)
        _say(_shortened(self.quietly(arguments, expect=expect)).rstrip("\n"))

    def quietly(self, arguments: Sequence[str], *, expect: int = EXIT_OK) -> str:
        """Run one command and return all that it says, in order. Raises StorageError like ``run``."""
        done = subprocess.run(
            [*_program(), *arguments],
            env=self.env,
            cwd=self.folder,
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
        )
        if done.returncode != expect:
            raise StorageError(
                f"the demo's step {shlex.join(arguments)} ended with {done.returncode} instead of {expect}:"
                f" {done.stdout.strip()}",
                hint="run vade doctor",
            )
        return done.stdout


def run_demo(*, keep: bool = False) -> int:
    """Play the demo; returns the exit code."""
    folder = Path(tempfile.mkdtemp(prefix="vade-demo-"))
    try:
        with as_file(files("vademecum.examples") / "vault") as example:
            shutil.copytree(example, folder / "vault")
        _play(_stage(folder))
    finally:
        if not keep:
            shutil.rmtree(folder, ignore_errors=True)
    _say_what_next(folder if keep else None)
    return EXIT_OK


def _play(stage: Stage) -> None:
    stage.quietly(["config", "recall.limit", "2"])
    stage.quietly(["config", "recall.snippet_chars", "400"])
    _title("1. A folder of Markdown becomes memory")
    stage.run(["init"])
    stage.run(["mount", str(stage.vault), "--name", "vault", "--yes"])
    stage.run(["sync"])
    _title("2. It is recalled, with reasons")
    for question, why in QUESTIONS:
        _say(f"\n({why})")
        stage.run(["recall", question, "--limit", "1", "--explain"])
    _title("3. It stays yours: what you write in an editor is found at once")
    page = stage.vault / "inbox" / "Car park.md"
    page.write_text(f"# Car park\n{BY_HAND}", encoding="utf-8")
    _say(f"\n(saved by hand: {page.relative_to(stage.folder)})")
    stage.run(["recall", BY_HAND_SEARCH, "--limit", "1"])
    _title("4. It is written to, safely")
    stage.run(["add", FACT, "--title", "Staging freeze", "--tag", "release"])
    stage.run(["recall", SEARCH, "--limit", "1"])
    edit = ["edit", PAGE, "--old", "2026-12-18", "--new", "2026-12-17"]
    _say("\n(an edit of a version that is no longer there is refused)")
    stage.run([*edit, "--expect", "000000000000"], expect=EXIT_REFUSED)
    stage.run(edit)
    _title("5. An agent uses it, over MCP, in a process of its own")
    for said in exchange([*_program(), "mcp", "--host", "demo"], stage.env, stage.folder):
        _say(said)


def _stage(folder: Path) -> Stage:
    places = {
        "HOME": "home",
        "MEMORY_DIR": "home/.memory",
        "XDG_CONFIG_HOME": "config",
        "XDG_CACHE_HOME": "cache",
        "XDG_STATE_HOME": "state",
    }
    for place in places.values():
        (folder / place).mkdir(parents=True, exist_ok=True)
    env = {name: value for name, value in os.environ.items() if not name.startswith("VADE_")}
    return Stage(folder, folder / "vault", env | {name: str(folder / place) for name, place in places.items()})


def _program() -> list[str]:
    return [sys.executable, "-m", "vademecum"]


def _shortened(said: str) -> str:
    """What a command said, with the first reasons of each block only."""
    lines: list[str] = []
    reasons = 0
    for line in [*said.splitlines(), ""]:
        if _REASON.match(line):
            reasons += 1
            if reasons > REASONS_SHOWN:
                continue
        elif reasons:
            lines += [f"   … and {reasons - REASONS_SHOWN} smaller reasons"] if reasons > REASONS_SHOWN else []
            reasons = 0
        lines.append(line)
    return "\n".join(lines)


def _title(text: str) -> None:
    _say(f"\n{text}", bold=True, colour="cyan")


def _say(text: str, *, bold: bool = False, colour: str | None = None) -> None:
    """A line for the person, at once, so that it stands before what comes after it; in colour only at a terminal."""
    click.secho(text, bold=bold or None, fg=colour)
    sys.stdout.flush()


def _say_what_next(kept: Path | None) -> None:
    _title("That was the whole of it. Now yours:")
    _say("  vade init                         make your memory")
    _say("  vade mount ~/path/to/a/vault      read notes you already have")
    _say('  vade add "..."                    remember something')
    _say("  claude mcp add memory -- vade mcp give it to an agent")
    if kept is not None:
        _say(f"the demo's folder is {kept}")
