"""Claude Code itself, installed once for all runs of all checkouts, and a model for it that answers on loopback."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gatekeeper
import pytest
from filelock import FileLock

PACKAGE = "@anthropic-ai/claude-code"
VERSION = "2.1.332"
INSTALL_SECONDS = 600
RUN_SECONDS = 120

# Read before any test gets a home of its own.
_OWN_CACHE = os.environ.get("VADEMECUM_TEST_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
CACHE = Path(_OWN_CACHE).expanduser() / "vademecum-tests"
FAKE_MODEL = Path(__file__).parent / "fake_model.py"

# Nothing of the person who runs the tests reaches the program, and the program reaches nothing but the model.
PASSED_ON = ("PATH", "HOME", "PYTHONPATH", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME")
QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "CLAUDE_CODE_MCP_STARTUP_WAIT_MS": "60000",  # a busy computer starts no server in the usual five seconds
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_ERROR_REPORTING": "1",
    "DISABLE_TELEMETRY": "1",
    "NO_PROXY": "127.0.0.1",
}


@pytest.fixture(scope="session")
def claude_program() -> Path:
    """The program, at the version that all facts in the documents were seen at; without npm the test is skipped."""
    folder = CACHE / f"claude-code-{VERSION}"
    program = folder / "node_modules" / PACKAGE / "bin" / "claude.exe"
    if not program.exists():
        CACHE.mkdir(parents=True, exist_ok=True)
        with FileLock(CACHE / "install.lock", timeout=INSTALL_SECONDS):
            if not program.exists():
                _install(folder)
    return program


def _install(folder: Path) -> None:
    if shutil.which("npm") is None or shutil.which("node") is None:
        pytest.skip("Claude Code can't be installed: npm is not on the path")
    with tempfile.TemporaryDirectory(dir=CACHE) as place:
        options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
        # npm lets no package run code of its own, so the one script that the package needs is run by name.
        steps = (
            ["npm", "install", "--prefix", place, *options, f"{PACKAGE}@{VERSION}"],
            ["node", str(Path(place, "node_modules", PACKAGE, "install.cjs"))],
        )
        for step in steps:
            done = subprocess.run(step, cwd=place, check=False, capture_output=True, text=True, timeout=INSTALL_SECONDS)
            if done.returncode:
                pytest.skip(f"Claude Code can't be installed: {done.stderr[-500:]}")
        shutil.rmtree(folder, ignore_errors=True)
        Path(place).rename(folder)


@dataclass
class Claude:
    """The program in a person's home, which is the test's own; ``project`` is where it is started."""

    program: Path
    port: int
    log: Path
    project: Path
    _read: int = field(default=0, init=False)

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Call it, and expect that it ends well."""
        done = subprocess.run(
            [self.program, *arguments],
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.DEVNULL,
            check=False,
            capture_output=True,
            text=True,
            timeout=RUN_SECONDS,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    def say(self, prompt: str, *options: str) -> list[dict[str, Any]]:
        """One session with one prompt; the bodies that it sent to the model."""
        self.run("-p", prompt, "--allowedTools", "mcp__vade__memory", *options)
        return self.bodies()

    def talk(self, prompts: Sequence[str], between: Callable[[int], None], *tools: str) -> list[dict[str, Any]]:
        """One session with many prompts and more ``tools``; ``between`` is called with the number of each turn that has
        ended."""
        form = ("--input-format", "stream-json", "--output-format", "stream-json", "--verbose")
        with subprocess.Popen(
            [self.program, "-p", *form, "--allowedTools", "mcp__vade__memory", *tools],
            cwd=self.project,
            env=self.environment(),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        ) as running:
            assert running.stdin is not None
            assert running.stdout is not None
            for turn, prompt in enumerate(prompts):
                said = {"type": "user", "message": {"role": "user", "content": prompt}}
                print(json.dumps(said), file=running.stdin, flush=True)
                ends = (json.loads(line)["type"] == "result" for line in running.stdout)
                assert any(ends), "the program ended before its turn did"
                between(turn)
            running.stdin.close()
        return self.bodies()

    def bodies(self) -> list[dict[str, Any]]:
        """What the model was sent since the last time."""
        lines = self.log.read_text(encoding="utf-8").splitlines()[self._read :] if self.log.exists() else []
        self._read += len(lines)
        return [json.loads(line) for line in lines]

    def environment(self) -> dict[str, str]:
        """All that it knows of the world."""
        kept = {name: os.environ[name] for name in (*PASSED_ON, gatekeeper.FOLDER) if name in os.environ}
        model = {"ANTHROPIC_BASE_URL": f"http://127.0.0.1:{self.port}", "ANTHROPIC_API_KEY": "sk-ant-made-up"}
        return kept | QUIET | model


@pytest.fixture
def claude(claude_program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Claude]:
    """The program, with a model of its own, in an empty project."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    log = tmp_path / "bodies.jsonl"
    model = subprocess.Popen([sys.executable, FAKE_MODEL, log], stdout=subprocess.PIPE, text=True)
    assert model.stdout is not None
    try:
        yield Claude(claude_program, int(model.stdout.readline()), log, project)
    finally:
        model.terminate()
        model.communicate()
