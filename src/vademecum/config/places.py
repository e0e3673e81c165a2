"""Where things are kept on this computer: config file, cache, state, home folder. It makes no folder and reads no file.

Every function takes the environment as a mapping. ``XDG_*_HOME`` counts on every system when it is an absolute path;
a relative one is ignored, as the XDG base directory specification asks. Empty variables count as not set.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from vademecum.config import folders
from vademecum.config.folders import APP, HOME_VARIABLE

__all__ = [
    "APP",
    "CONFIG_NAME",
    "HOME_VARIABLE",
    "STORE_NAME",
    "cache_folder",
    "default_home",
    "home_folder",
    "state_folder",
    "user_config_file",
    "workspace_config_file",
]

CONFIG_NAME = "config.toml"
STORE_NAME = ".memory"


def user_config_file(env: Mapping[str, str]) -> Path:
    """The person's own configuration file, whether it exists or not. Raises ConfigError without a home folder."""
    return Path(folders.config_folder(env), CONFIG_NAME)


def workspace_config_file(root: Path) -> Path:
    """The configuration file that comes with a project; reading it is for the caller to allow (decision 3)."""
    return root / STORE_NAME / CONFIG_NAME


def cache_folder(env: Mapping[str, str]) -> Path:
    """The folder of derived data, which may be deleted at any time. Raises ConfigError without a home folder."""
    return Path(folders.cache_folder(env))


def state_folder(env: Mapping[str, str]) -> Path:
    """The folder of sessions, approvals and trust. Raises ConfigError without a home folder."""
    return Path(folders.state_folder(env))


def default_home(env: Mapping[str, str]) -> Path:
    """The home store when neither MEMORY_DIR nor ``home`` says otherwise. Raises ConfigError without a home folder."""
    return home_folder(env) / STORE_NAME


def home_folder(env: Mapping[str, str]) -> Path:
    """The person's home folder: ``$HOME``, else the account's entry. Raises ConfigError when there is neither."""
    return Path(folders.home_folder(env))
