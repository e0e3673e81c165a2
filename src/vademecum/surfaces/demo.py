"""The demo: the main job on a real vault, through the real surfaces, in a folder of its own.

Each step runs the program itself as another process, as a person or an agent host would; what is printed is what came
back. Nothing of yours is touched. A step that does not end as it should ends the demo with an error.
"""

from __future__ import annotations

import os
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
    ("why did we move the tide forecasts off the cron job", "a question with few of the page's own words"),
    ("生产环境的数据库连接数上限是多少", "a question in Chinese"),
    ("dsh_session-log v0.2.1", "an identifier and a version, whole"),
)
FACT = "The staging deploy freeze starts on 2026-12-18 and ends on 2027-01-04."
SEARCH = "when does the staging deploy freeze start"


@dataclass(frozen=True, slots=True)
class Stage:
    """Where the demo plays: a copy of the example vault, and the environment that points every place into it."""

    folder: Path
    vault: Path
    env: Mapping[str, str]

    def run(self, arguments: Sequence[str], *, expect: int = EXIT_OK) -> None:
        """Run one command in the sight of the person. Raises StorageError when it does not end as expected."""
        click.secho(f"\n$ vade {shlex.join(arguments)}", bold=True)
        done = subprocess.run([*_program(), *arguments], env=self.env, cwd=self.folder, check=False)
        if done.returncode != expect:
            raise StorageError(
                f"the demo's step ended with {done.returncode} instead of {expect}", hint="run vade doctor"
            )


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
    _title("1. A folder of Markdown becomes memory")
    stage.run(["init"])
    stage.run(["mount", str(stage.vault), "--name", "vault", "--yes"])
    stage.run(["sync"])
    _title("2. It is recalled, with reasons")
    for question, why in QUESTIONS:
        click.echo(f"\n({why})")
        stage.run(["recall", question, "--limit", "2", "--explain"])
    _title("3. It is written to, safely")
    stage.run(["add", FACT, "--title", "Staging freeze", "--tag", "release"])
    stage.run(["recall", SEARCH, "--limit", "1"])
    page = "global:topics/Staging freeze"
    stage.run(
        ["edit", page, "--old", "2026-12-18", "--new", "2026-12-17", "--expect", "000000000000"], expect=EXIT_REFUSED
    )
    stage.run(["edit", page, "--old", "2026-12-18", "--new", "2026-12-17"])
    _title("4. An agent uses it, over MCP, in a process of its own")
    for said in exchange([*_program(), "mcp", "--host", "demo"], stage.env, stage.folder):
        click.echo(said)


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


def _title(text: str) -> None:
    click.secho(f"\n{text}", fg="cyan", bold=True)


def _say_what_next(kept: Path | None) -> None:
    click.secho("\nThat was the whole of it. Now yours:", fg="cyan", bold=True)
    click.echo("  vade init                       make your memory")
    click.echo("  vade mount ~/path/to/a/vault    read notes you already have")
    click.echo('  vade add "..."                  remember something')
    click.echo("  claude mcp add vade -- vade mcp give it to an agent")
    if kept is not None:
        click.echo(f"the demo's folder is {kept}")
