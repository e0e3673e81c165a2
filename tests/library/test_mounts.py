"""Which stores a session sees, in order (design decision 2)."""

from __future__ import annotations

from pathlib import Path

from vademecum.config import Config, MountConfig
from vademecum.library import Mount, find_workspace, plan_mounts


def mounts_of(tmp_path: Path, *mounts: MountConfig, trusted: tuple[str, ...] = ()) -> dict[str, Mount]:
    (tmp_path / "project").mkdir(exist_ok=True)
    workspace = find_workspace(tmp_path / "project")
    planned = plan_mounts(Config(home=tmp_path / "home", mounts=mounts), workspace, trusted)
    return {mount.name: mount for mount in planned}


def test_the_home_store_gives_user_workspace_and_global_in_this_order(tmp_path: Path) -> None:
    mounts = mounts_of(tmp_path)
    home = (tmp_path / "home").resolve()
    assert list(mounts) == ["user", "workspace", "global"]
    assert mounts["user"].root == home / "user"
    assert mounts["workspace"].root.parent == home / "workspaces"
    assert mounts["global"].root == home


def test_a_page_of_user_or_of_any_workspace_is_not_global_too(tmp_path: Path) -> None:
    home = (tmp_path / "home").resolve()
    assert {home / "user", home / "workspaces"} <= mounts_of(tmp_path)["global"].exclude


def test_a_project_gets_no_folder_unasked(tmp_path: Path) -> None:
    mounts_of(tmp_path)
    assert list((tmp_path / "project").iterdir()) == []


def test_a_trusted_project_store_is_the_workspace(tmp_path: Path) -> None:
    own = tmp_path / "project" / ".memory"
    own.mkdir(parents=True)
    mounts = mounts_of(tmp_path, trusted=(str(own.resolve()),))
    assert mounts["workspace"].root == own.resolve()
    assert mounts["workspace"].config.writable


def test_a_project_store_that_came_by_clone_is_read_only_and_untrusted(tmp_path: Path) -> None:
    own = tmp_path / "project" / ".memory"
    own.mkdir(parents=True)
    mounts = mounts_of(tmp_path)
    assert mounts["clone"].root == own.resolve()
    assert not mounts["clone"].trusted
    assert not mounts["clone"].config.writable
    assert mounts["workspace"].root != own.resolve()


def test_the_same_real_path_mounts_once(tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    (tmp_path / "link").symlink_to("vault")
    twice = (MountConfig(name="a", path=tmp_path / "vault"), MountConfig(name="b", path=tmp_path / "link"))
    assert [name for name in mounts_of(tmp_path, *twice) if name in {"a", "b"}] == ["a"]


def test_an_inner_mount_is_left_out_of_the_outer_one(tmp_path: Path) -> None:
    outer = MountConfig(name="outer", path=tmp_path / "vault")
    inner = MountConfig(name="inner", path=tmp_path / "vault" / "work")
    mounts = mounts_of(tmp_path, outer, inner)
    assert mounts["outer"].exclude == {(tmp_path / "vault" / "work").resolve()}
    assert mounts["inner"].exclude == frozenset()


def test_only_in_ties_a_mount_to_workspaces(tmp_path: Path) -> None:
    here = MountConfig(name="here", path=tmp_path / "a", only_in=(tmp_path / "project",))
    there = MountConfig(name="there", path=tmp_path / "b", only_in=(tmp_path / "elsewhere",))
    mounts = mounts_of(tmp_path, here, there)
    assert "here" in mounts
    assert "there" not in mounts


def test_a_configured_mount_takes_a_built_in_name_over(tmp_path: Path) -> None:
    mine = MountConfig(name="global", path=tmp_path / "mine", scope="global")
    assert mounts_of(tmp_path, mine)["global"].root == (tmp_path / "mine").resolve()
