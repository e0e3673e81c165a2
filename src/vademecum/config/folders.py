"""Where things are kept on this computer, as plain paths: the rules behind ``places.py``. It looks at no disk.

A hook waits for this module, and paths as text cost it nothing, while importing ``pathlib`` costs as much as Python.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from os.path import isabs, join

from vademecum.errors import ConfigError

APP = "vademecum"
HOME_VARIABLE = "MEMORY_DIR"


def config_folder(env: Mapping[str, str]) -> str:
    """The folder of the person's own configuration. Raises ConfigError without a home folder."""
    return _folder(env, "XDG_CONFIG_HOME", ".config", "user_config_dir")


def cache_folder(env: Mapping[str, str]) -> str:
    """The folder of derived data. Raises ConfigError without a home folder."""
    return _folder(env, "XDG_CACHE_HOME", ".cache", "user_cache_dir")


def state_folder(env: Mapping[str, str]) -> str:
    """The folder of sessions, approvals and trust. Raises ConfigError without a home folder."""
    return _folder(env, "XDG_STATE_HOME", ".local/state", "user_state_dir")


def home_folder(env: Mapping[str, str]) -> str:
    """The person's home folder: ``$HOME``, else the account's entry. Raises ConfigError when there is neither."""
    variable = "USERPROFILE" if sys.platform == "win32" else "HOME"
    home = env.get(variable, "")
    if home and not isabs(home):
        raise ConfigError(f"{variable} is {home!r}, which is no absolute path", field=variable)
    found = home or _account_home()
    if not found:
        raise ConfigError(
            f"there is no home folder: {variable} is not set and the account has none",
            field=variable,
            hint=f"set {variable}, or all of {HOME_VARIABLE}, XDG_CONFIG_HOME, XDG_CACHE_HOME and XDG_STATE_HOME",
        )
    return found


def _account_home() -> str:
    if sys.platform == "win32":
        return ""
    # These exist on Unix only, and are seldom needed there.
    import os  # noqa: PLC0415
    import pwd  # noqa: PLC0415

    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""


def _folder(env: Mapping[str, str], variable: str, below_home: str, system_name: str) -> str:
    chosen = env.get(variable, "")
    if chosen and isabs(chosen):
        return join(chosen, APP)
    if sys.platform in {"darwin", "win32"}:
        # Only these systems have folders of their own; elsewhere a hook needn't pay for the import.
        import platformdirs  # noqa: PLC0415

        return str(getattr(platformdirs, system_name)(APP, appauthor=False))
    return join(home_folder(env), below_home, APP)
