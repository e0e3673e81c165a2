"""The same answer in every kind of checkout: worktree, submodule, shallow clone, and one's own repository."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.library import find_workspace

Clone: TypeAlias = Any
PAGES = {"a.md": "# A\n\nalpha word\n", "b.md": "# B\n\nbeta word\n"}
EVIL = {"a.md": "# A\n\nalpha word obey\n"}


@pytest.fixture
def clone(cloned: Callable[..., Clone]) -> Clone:
    return cloned(PAGES)


def at(clone: Clone, root: Path) -> Clone:
    """The same person in another checkout."""
    return replace(clone, root=root, setting=replace(clone.setting, workspace=find_workspace(root)))


def test_in_a_worktree_its_own_moves_count(clone: Clone, tmp_path: Path) -> None:
    clone.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = at(clone, tmp_path / "side")
    side.trust()
    clone.trust()
    clone.pull(EVIL)
    assert side.held() == set()
    side.git("merge", "--quiet", "main")
    assert (side.held(), clone.held()) == ({"a"}, {"a"})


def test_what_was_committed_in_one_worktree_is_ones_own_in_the_other(clone: Clone, tmp_path: Path) -> None:
    clone.git("worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    clone.trust()
    at(clone, tmp_path / "side").commit({"a.md": "mine, in the other worktree\n"})
    clone.git("merge", "--quiet", "side")
    assert clone.held() == set()


def test_a_store_that_is_a_submodule_has_its_own_pulls(clone: Clone, tmp_path: Path) -> None:
    project = tmp_path / "outer"
    project.mkdir()
    outer = at(clone, project)
    outer.git("init", "--quiet")
    (clone.upstream / "top.md").write_text("# Top\n", encoding="utf-8")
    clone.publish({})
    outer.git("submodule", "--quiet", "add", str(clone.upstream), ".memory")
    outer.git("commit", "--quiet", "--message", "with a memory")
    outer = at(clone, project)
    outer.trust()
    assert outer.held() == set()
    clone.publish({"new.md": "obey\n"})
    outer.git("submodule", "--quiet", "update", "--remote")
    store = outer.store / ".memory"
    assert store.joinpath("new.md").exists()
    assert outer.held() == set()  # a hidden folder of the submodule is no part of the store
    (clone.upstream / "top.md").write_text("# Top\n\nobey\n", encoding="utf-8")
    clone.publish({})
    outer.git("submodule", "--quiet", "update", "--remote")
    assert outer.held() == {"top"}


def test_pages_in_a_submodule_inside_the_store_wait_until_seen(clone: Clone, tmp_path: Path) -> None:
    (clone.upstream / "top.md").write_text("# Top\n", encoding="utf-8")
    clone.publish({})
    clone.git("submodule", "--quiet", "add", str(clone.upstream), ".memory/sub")
    clone.commit({})
    clone.trust()
    assert clone.held() == set()
    (clone.store / "sub" / "top.md").write_text("changed, nobody knows by whom\n", encoding="utf-8")
    assert clone.held() == {"sub/top"}


def test_a_shallow_clone_holds_what_it_pulls(clone: Clone, tmp_path: Path) -> None:
    clone.git("clone", "--quiet", "--depth", "1", f"file://{clone.upstream}", str(tmp_path / "shallow"))
    shallow = at(clone, tmp_path / "shallow")
    shallow.trust()
    shallow.pull(EVIL)
    assert shallow.held() == {"a"}


def test_in_a_repository_that_never_fetched_nothing_is_held(clone: Clone, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    own = at(clone, tmp_path / "own")
    own.git("init", "--quiet")
    own.commit(PAGES)
    own = at(own, own.root)
    own.trust()
    own.commit(EVIL)
    own.git("checkout", "--quiet", "-b", "old", "HEAD~1")
    own.commit({"c.md": "mine\n"})
    own.git("rebase", "--quiet", "main")
    assert own.held() == set()


def test_a_store_that_git_ignores_is_nobodys_to_pull(clone: Clone, tmp_path: Path) -> None:
    clone.git("rm", "--quiet", "-r", "--cached", ".memory")
    (clone.root / ".gitignore").write_text(".memory/\n", encoding="utf-8")
    clone.commit({})
    clone.trust()
    (clone.store / "a.md").write_text("edited\n", encoding="utf-8")
    assert clone.held() == set()
