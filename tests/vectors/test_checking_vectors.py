"""What ``doctor`` finds about vectors, and what ``sync`` says and exits with, by the real commands."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vademecum.config import VectorsConfig
from vademecum.library.vectors import embed_library
from vademecum.upkeep.vectors import of_vectors

if TYPE_CHECKING:
    from tests.vectors.conftest import HashEmbedder, Server
    from vademecum.library import Library

    Make = Callable[..., Library]

PAGES = {"car": "# Car\n\nA red one.\n", "tea": "# Tea\n\nHot.\n"}


def found(library: Library, config: VectorsConfig) -> dict[str, str]:
    return {finding.code: finding.message for finding in of_vectors(library, config, {})}


def test_nothing_is_found_and_nobody_asked_where_vectors_are_off(make_library: Make) -> None:
    assert found(make_library(notes=PAGES), VectorsConfig()) == {}


def test_blocks_without_a_vector_are_counted_with_why(
    make_library: Make, server: Server, embedder: HashEmbedder
) -> None:
    library, config = make_library(notes=PAGES), VectorsConfig(embedder="ollama", url=server.url, model="m")
    embedder.identity, embedder.fail_after = "ollama:m", 0
    embed_library(library, embedder)
    assert found(library, config) == {
        "vectors": "vectors are made by ollama:m",
        "vectors-missing": "2 blocks of notes of 2 can't be found by meaning yet; "
        "the last pass ended early: the fake is down",
    }
    embedder.fail_after = None
    embed_library(library, embedder)
    assert found(library, config) == {"vectors": "vectors are made by ollama:m"}


def test_an_embedder_that_is_down_is_a_warning(make_library: Make, server: Server) -> None:
    server.answer = lambda _path, _body: (500, {"error": "boom"})
    config = VectorsConfig(embedder="ollama", url=server.url, model="m")
    told = found(make_library(notes=PAGES), config)
    assert told == {"embedder": f"no vectors can be made: Ollama at {server.url[7:]} answered 500: boom"}


@pytest.fixture
def vade(tmp_path: Path, server: Server) -> Callable[..., subprocess.CompletedProcess[str]]:
    """The program in a process of its own, with a home store of two pages and an Ollama server."""
    home = tmp_path / "memory"
    home.mkdir()
    for name, text in PAGES.items():
        (home / f"{name}.md").write_text(text, encoding="utf-8")
    env = os.environ | {"MEMORY_DIR": str(home), "VADE_VECTORS_EMBEDDER": "ollama", "VADE_VECTORS_URL": server.url}

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "vademecum", *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path, env=env)

    return run


def test_sync_makes_vectors_and_says_how_many(vade: Callable[..., subprocess.CompletedProcess[str]]) -> None:
    done = vade("sync")
    assert (done.returncode, done.stderr) == (0, "2 texts of global embedded\n")
    assert vade("sync").stderr == ""
    assert vade("sync", "--rebuild").stderr == "2 texts of global embedded\n"
    assert json.loads(vade("sync", "--json").stdout)["global"]["vectors"]["made"] == 0


def test_sync_whose_embedder_fails_brings_the_index_in_step_and_exits_with_1(
    vade: Callable[..., subprocess.CompletedProcess[str]], server: Server
) -> None:
    server.answer = lambda _path, _body: (500, {"error": "boom"})
    done = vade("sync")
    assert done.returncode == 1
    assert "global\t2\t0\t0\t0" in done.stdout
    assert "warning: vectors are not in step: Ollama at " in done.stderr
    assert vade("sync", "--no-vectors").returncode == 0
    asked = vade("recall", "red")
    assert asked.returncode == 0
    assert asked.stderr.count("found by words alone") == 1


def test_a_hook_and_its_refresh_ask_no_embedder(
    vade: Callable[..., subprocess.CompletedProcess[str]], server: Server, tmp_path: Path
) -> None:
    assert vade("sync").returncode == 0
    before = len(server.asked)
    env = os.environ | {"MEMORY_DIR": str(tmp_path / "memory"), "VADE_VECTORS_EMBEDDER": "ollama"}
    env["VADE_VECTORS_URL"] = server.url
    (tmp_path / "memory" / "new.md").write_text("# Skerry\n\nThe Skerry gauge reads high.\n", encoding="utf-8")
    refresh = [sys.executable, "-m", "vademecum.surfaces.hooks.refresh", str(tmp_path)]
    subprocess.run(refresh, check=True, env=env)
    asked = json.dumps({"prompt": "is the Skerry gauge high?", "session_id": "one", "cwd": str(tmp_path)})
    command = [sys.executable, "-m", "vademecum", "hook", "claude-code", "UserPromptSubmit"]
    given = subprocess.run(command, input=asked, capture_output=True, text=True, check=True, env=env)
    assert "reads high" in given.stdout
    assert len(server.asked) == before
    assert vade("recall", "Skerry").returncode == 0
    assert [body["input"] for _, body in server.asked[before:]] == [["Skerry"]]
