"""Where things are kept on this computer: config file, cache, state, home folder. It makes no folder and reads no file.

Every function takes the environment as a mapping. ``XDG_*_HOME`` counts on every system when it is an absolute path;
a relative one is ignored, as the XDG base directory specification asks. Empty variables count as not set.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from vademecum.errors import ConfigError

APP = "vademecum"
CONFIG_NAME = "config.toml"
HOME_VARIABLE = "MEMORY_DIR"
STORE_NAME = ".memory"


def user_config_file(env: Mapping[str, str]) -> Path:
    """The person's own configuration file, whether it exists or not. Raises ConfigError without a home folder."""
    return _folder(env, "XDG_CONFIG_HOME", ".config", "user_config_dir") / CONFIG_NAME


def workspace_config_file(root: Path) -> Path:
    """The configuration file that comes with a project; reading it is for the caller to allow (decision 3)."""
    return root / STORE_NAME / CONFIG_NAME


def cache_folder(env: Mapping[str, str]) -> Path:
    """The folder of derived data, which may be deleted at any time. Raises ConfigError without a home folder."""
    return _folder(env, "XDG_CACHE_HOME", ".cache", "user_cache_dir")


def state_folder(env: Mapping[str, str]) -> Path:
    """The folder of sessions, approvals and trust. Raises ConfigError without a home folder."""
    return _folder(env, "XDG_STATE_HOME", ".local/state", "user_state_dir")


def default_home(env: Mapping[str, str]) -> Path:
    """The home store when neither MEMORY_DIR nor ``home`` says otherwise. Raises ConfigError without a home folder."""
    return home_folder(env) / STORE_NAME


def home_folder(env: Mapping[str, str]) -> Path:
    """The person's home folder: ``$HOME``, else the account's entry. Raises ConfigError when there is neither."""
    variable = "USERPROFILE" if sys.platform == "win32" else "HOME"
    home = env.get(variable, "")
    if home and not Path(home).is_absolute():
        raise ConfigError(f"{variable} is {home!r}, which is no absolute path", field=variable)
    found = home or _account_home()
    if not found:
        raise ConfigError(
            f"there is no home folder: {variable} is not set and the account has none",
            field=variable,
            hint=f"set {variable}, or all of {HOME_VARIABLE}, XDG_CONFIG_HOME, XDG_CACHE_HOME and XDG_STATE_HOME",
        )
    return Path(found)


def _account_home() -> str:
    if sys.platform == "win32":
        return ""
    import pwd  # noqa: PLC0415 - the module exists on Unix only

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""


def _folder(env: Mapping[str, str], variable: str, below_home: str, system_name: str) -> Path:
    chosen = env.get(variable, "")
    if chosen and Path(chosen).is_absolute():
        return Path(chosen) / APP
    if sys.platform in {"darwin", "win32"}:
        # Only these systems have folders of their own; elsewhere a hook needn't pay for the import.
        import platformdirs  # noqa: PLC0415

        return Path(getattr(platformdirs, system_name)(APP, appauthor=False))
    return home_folder(env) / below_home / APP
