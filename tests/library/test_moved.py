"""A repository that moves on disk keeps its memory (design decision 2)."""

from __future__ import annotations

import subprocess
from pathlib import Path

from vademecum.config import Config
from vademecum.library.mounts import mounts_for
from vademecum.library.workspace import find_workspace


def repository(folder: Path, word: str = "start") -> Path:
    folder.mkdir()
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
    for arguments in (["init", "-q"], [*identity, "commit", "-q", "--allow-empty", "-m", word]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
    return folder


def workspace_root(tmp_path: Path, project: Path) -> Path:
    mounts = mounts_for(Config(home=tmp_path / "home"), find_workspace(project), tmp_path / "state")
    return next(mount.root for mount in mounts if mount.name == "workspace")


def test_a_moved_repository_finds_its_memory_again(tmp_path: Path) -> None:
    before = workspace_root(tmp_path, repository(tmp_path / "old"))
    before.mkdir(parents=True)
    assert workspace_root(tmp_path, tmp_path / "old") == before
    (tmp_path / "old").rename(tmp_path / "new")
    assert workspace_root(tmp_path, tmp_path / "new") == before


def test_a_second_clone_does_not_take_the_memory_of_one_that_is_still_there(tmp_path: Path) -> None:
    before = workspace_root(tmp_path, repository(tmp_path / "old"))
    before.mkdir(parents=True)
    workspace_root(tmp_path, tmp_path / "old")
    subprocess.run(["git", "clone", "-q", "old", "copy"], cwd=tmp_path, check=True, capture_output=True)
    assert workspace_root(tmp_path, tmp_path / "copy") != before


def test_another_repository_does_not_take_the_memory_of_one_that_is_gone(tmp_path: Path) -> None:
    before = workspace_root(tmp_path, repository(tmp_path / "old"))
    before.mkdir(parents=True)
    workspace_root(tmp_path, tmp_path / "old")
    (tmp_path / "old").rename(tmp_path / "hidden")
    assert workspace_root(tmp_path, repository(tmp_path / "other", "another start")) != before


def test_a_state_folder_that_cannot_be_written_hides_no_memory(tmp_path: Path) -> None:
    before = workspace_root(tmp_path, repository(tmp_path / "old"))
    before.mkdir(parents=True)
    (tmp_path / "state").write_text("a file where the folder should be")
    assert workspace_root(tmp_path, tmp_path / "old") == before
