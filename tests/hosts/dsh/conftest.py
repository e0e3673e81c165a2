"""DeepSeek Harness itself, as its Python kit ships it, installed once for all runs of all checkouts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import venv
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import gatekeeper
import pytest
from filelock import FileLock

HERE = Path(__file__).parent
PACKAGES = ("deepseek-harness-sdk==0.2.1rc2", "deepseek-harness-runtime-bin==0.2.1rc2")
_OWN_CACHE = os.environ.get("VADEMECUM_TEST_CACHE") or os.environ.get("XDG_CACHE_HOME") or "~/.cache"
CACHE = Path(_OWN_CACHE).expanduser() / "vademecum-tests"
INSTALL_SECONDS = 600
RUN_SECONDS = 180
# Nothing of the person who runs the tests reaches the program, and the program reaches nothing but the model.
PASSED_ON = (
    "PATH",
    "HOME",
    "PYTHONPATH",
    "XDG_CONFIG_HOME",
    "XDG_CACHE_HOME",
    "XDG_STATE_HOME",
    "XDG_DATA_HOME",
    gatekeeper.FOLDER,
)
COMPACT = "then compact"

Body = dict[str, Any]


@pytest.fixture(scope="session")
def dsh_python() -> Path:
    """The interpreter of an environment with the program, at the version that all facts in the documents tell of."""
    folder = CACHE / f"dsh-{PACKAGES[0].rpartition('==')[2]}"
    CACHE.mkdir(parents=True, exist_ok=True)
    with FileLock(CACHE / "dsh.lock", timeout=INSTALL_SECONDS):
        if not (folder / "ready").exists():
            _install(folder)
    return folder / "bin" / "python"


def _install(folder: Path) -> None:
    shutil.rmtree(folder, ignore_errors=True)
    venv.create(folder, with_pip=True)
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *PACKAGES]
    done = subprocess.run(pip, check=False, capture_output=True, text=True, timeout=INSTALL_SECONDS)
    if done.returncode:
        pytest.skip(f"DeepSeek Harness can't be installed: {done.stderr[-500:]}")
    (folder / "ready").touch()


@dataclass
class Dsh:
    """The program in a person's home, which is the test's own; ``project`` is where it is started."""

    python: Path
    port: int
    log: Path
    project: Path
    compacted: Path
    variables: dict[str, str] = field(default_factory=dict)
    _read: int = field(default=0, init=False)

    def talk(self, *turns: Mapping[str, object]) -> list[list[Body]]:
        """One run of the program; for each turn the bodies that it sent the model from an agent with tools."""
        own = self.project.parent / "driver.patch.yml"
        config = {"ask": COMPACT, "done": str(self.compacted)}
        row = {"id": "test-driver", "name": str(HERE / "driver.mjs"), "config": config}
        own.write_text(json.dumps([{"insert": [row]}]), encoding="utf-8")
        bodies = []
        script = {"home": str(Path(os.environ["HOME"], ".dsh")), "cwd": str(self.project), "port": self.port}
        with subprocess.Popen(
            [self.python, HERE / "talk.py", json.dumps({**script, "patches": [str(own)], "turns": turns})],
            env={name: os.environ[name] for name in PASSED_ON if name in os.environ} | self.variables,
            cwd=self.project,
            stdout=subprocess.PIPE,
            text=True,
        ) as running:
            assert running.stdout is not None
            for _ in turns:
                assert running.stdout.readline(), "the program ended before its turn did"
                bodies.append(self._bodies())
            assert running.wait(RUN_SECONDS) == 0
        return bodies

    def turn(self, say: str, session: str = "one", *, resume: bool = False) -> dict[str, object]:
        """One turn of a session; one that asks for it is followed by a compaction."""
        wait = {"until": str(self.compacted)} if COMPACT in say else {}
        return {"session": session, "say": say, "resume": resume, **wait}

    def children(self, prompt: str) -> list[Body]:
        """All bodies that an agent sent which another one started with this prompt."""
        lines = self.log.read_text(encoding="utf-8").splitlines()
        return [body for line in lines if _first_text(body := json.loads(line)) == prompt and body.get("tools")]

    def _bodies(self) -> list[Body]:
        lines = self.log.read_text(encoding="utf-8").splitlines()[self._read :] if self.log.exists() else []
        self._read += len(lines)
        return [body for line in lines if (body := json.loads(line)).get("tools")]


def _first_text(body: Body) -> str:
    content = body["messages"][0]["content"]
    return content if isinstance(content, str) else str(content[0].get("text"))


@pytest.fixture
def dsh(dsh_python: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Dsh]:
    """The program, with a model of its own, in an empty project."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    log = tmp_path / "bodies.jsonl"
    fake = HERE.parent / "fake_model.py"
    model = subprocess.Popen([sys.executable, fake, log], stdout=subprocess.PIPE, text=True)
    assert model.stdout is not None
    try:
        yield Dsh(dsh_python, int(model.stdout.readline()), log, project, tmp_path / "compacted")
    finally:
        model.terminate()
        model.communicate()
