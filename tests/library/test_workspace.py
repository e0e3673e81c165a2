"""Which workspace a folder belongs to."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from vademecum.errors import StorageError
from vademecum.library.workspace import find_workspace


def git(*arguments: str, cwd: Path) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.com"]
    subprocess.run(["git", *identity, *arguments], cwd=cwd, check=True, capture_output=True)


def test_a_folder_inside_a_repository_belongs_to_its_root(tmp_path: Path) -> None:
    git("init", "-q", cwd=tmp_path)
    (tmp_path / "src" / "deep").mkdir(parents=True)
    assert find_workspace(tmp_path / "src" / "deep") == find_workspace(tmp_path)
    assert find_workspace(tmp_path / "src").root == tmp_path.resolve()


def test_all_worktrees_are_one_workspace(tmp_path: Path) -> None:
    main = tmp_path / "main"
    main.mkdir()
    git("init", "-q", cwd=main)
    git("commit", "-q", "--allow-empty", "-m", "start", cwd=main)
    git("worktree", "add", "-q", "../second", cwd=main)
    first, second = find_workspace(main), find_workspace(tmp_path / "second")
    assert first.slug == second.slug
    assert first.root != second.root


def test_a_folder_outside_any_repository_is_its_own_workspace(tmp_path: Path) -> None:
    workspace = find_workspace(tmp_path)
    assert workspace.root == workspace.identity == tmp_path.resolve()


def test_a_link_to_a_folder_is_the_folder(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    assert find_workspace(tmp_path / "link") == find_workspace(tmp_path / "real")


def test_A47_folders_that_differ_in_odd_characters_stay_apart(tmp_path: Path) -> None:
    names = ["web-app", "web_app", "web app", "网站", "网 站", "café", "a/b", "a-b"]
    for name in names:
        (tmp_path / name).mkdir(parents=True)
    slugs = [find_workspace(tmp_path / name).slug for name in names]
    assert len(set(slugs)) == len(names)
    assert slugs[3].startswith("网站-")


def test_what_git_never_wrote_makes_no_repository(tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / ".git").write_bytes(b"gitdir: a\0b\n")
    assert find_workspace(tmp_path).identity == tmp_path.resolve()
    assert find_workspace(tmp_path / "loop").root == tmp_path / "loop"


def test_a_current_folder_that_is_gone_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gone").mkdir()
    monkeypatch.chdir(tmp_path / "gone")
    (tmp_path / "gone").rmdir()
    with pytest.raises(StorageError, match="current folder"):
        find_workspace()
