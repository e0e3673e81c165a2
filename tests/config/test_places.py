from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from vademecum.config.places import (
    cache_folder,
    default_home,
    home_folder,
    state_folder,
    user_config_file,
    workspace_config_file,
)
from vademecum.errors import ConfigError

xdg_system = pytest.mark.skipif(sys.platform in {"darwin", "win32"}, reason="the system has folders of its own")


def test_xdg_variables_choose_each_folder(tmp_path: Path) -> None:
    env = {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "CACHE", "STATE")}
    assert user_config_file(env) == tmp_path / "CONFIG/vademecum/config.toml"
    assert cache_folder(env) == tmp_path / "CACHE/vademecum"
    assert state_folder(env) == tmp_path / "STATE/vademecum"


@xdg_system
@pytest.mark.parametrize("ignored", ["", "relative/folder"])
def test_an_empty_or_relative_xdg_variable_is_ignored(tmp_path: Path, ignored: str) -> None:
    env = {"HOME": str(tmp_path)} | {f"XDG_{name}_HOME": ignored for name in ("CONFIG", "CACHE", "STATE")}
    assert user_config_file(env) == tmp_path / ".config/vademecum/config.toml"
    assert cache_folder(env) == tmp_path / ".cache/vademecum"
    assert state_folder(env) == tmp_path / ".local/state/vademecum"


def test_the_home_store_is_below_the_home_folder(tmp_path: Path) -> None:
    assert default_home({"HOME": str(tmp_path), "USERPROFILE": str(tmp_path)}) == tmp_path / ".memory"


def test_a_projects_file_is_in_its_memory_folder(tmp_path: Path) -> None:
    assert workspace_config_file(tmp_path) == tmp_path / ".memory/config.toml"


@xdg_system
def test_without_HOME_the_account_says_where_home_is() -> None:
    import pwd  # noqa: PLC0415 - the module exists on Unix only

    assert home_folder({}) == home_folder({"HOME": ""}) == Path(pwd.getpwuid(os.getuid()).pw_dir)


@xdg_system
def test_no_home_folder_at_all_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "getuid", lambda: 4_000_000_001)
    with pytest.raises(
        ConfigError, match="there is no home folder: HOME is not set and the account has none"
    ) as caught:
        home_folder({})
    assert caught.value.field == "HOME"
    assert "XDG_CONFIG_HOME" in (caught.value.hint or "")


@xdg_system
def test_a_relative_home_folder_is_refused() -> None:
    with pytest.raises(ConfigError, match="HOME is 'ada', which is no absolute path"):
        home_folder({"HOME": "ada"})
