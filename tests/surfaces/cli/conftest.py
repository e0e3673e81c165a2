"""How tests of the command line call it: in this process where a process proves nothing more."""

from __future__ import annotations

import io
import json
import os
import pty
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from vademecum.surfaces.cli.app import run


@dataclass(frozen=True)
class Done:
    """What a command left: its exit code, and both streams."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:  # noqa: ANN401 - what JSON holds
        return json.loads(self.out)


@pytest.fixture
def vade(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Run one command in a project of its own; ``stdin`` is what is piped in."""
    project = tmp_path / "project"
    project.mkdir()
    monkeypatch.chdir(project)
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))

    def call(*arguments: str | Path, stdin: bytes = b"") -> Done:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        code = run([os.fspath(each) for each in arguments])
        out, err = capsys.readouterr()
        return Done(code, out, err)

    return call


@pytest.fixture
def at_terminal() -> Callable[..., tuple[int, str]]:
    """Run one command in a process with a terminal of its own; gives its exit code and all that it showed."""

    def call(*arguments: str, answer: str = "") -> tuple[int, str]:
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "vademecum", *arguments]
        with subprocess.Popen(command, stdin=theirs, stdout=theirs, stderr=theirs) as process:
            os.close(theirs)
            os.write(ours, answer.encode())
            shown = b"".join(iter(lambda: _read(ours), b""))
        os.close(ours)
        return process.returncode, shown.decode()

    return call


def _read(terminal: int) -> bytes:
    """The next output of a terminal; Linux ends one with an error."""
    try:
        return os.read(terminal, 65_536)
    except OSError:
        return b""


@pytest.fixture
def vault(tmp_path: Path, vade: Callable[..., Done]) -> Callable[..., Path]:
    """Make a vault of files by name and mount it under the name ``notes``; pages only, read as they are."""

    def make(files: dict[str, str | bytes], *options: str) -> Path:
        root = tmp_path / "Notes"
        for name, text in files.items():
            file = root / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        done = vade("mount", root, "--name", "notes", "--yes", *options)
        assert done.code == 0, done.err
        return root

    return make
