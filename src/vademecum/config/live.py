"""The configuration of a program that runs for long: looked at again on every call, swapped whole, never half new.

A file that has become wrong changes nothing but ``error``: the last good configuration stays in force (decision 5).
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from vademecum.config.load import config_files, load_config
from vademecum.config.model import Config
from vademecum.errors import ConfigError

_Stamp: TypeAlias = tuple[int, int, int, int] | None


@dataclass(frozen=True, slots=True)
class _State:
    stamps: tuple[_Stamp, ...]
    config: Config
    error: ConfigError | None = None


class LiveConfig:
    """The configuration in force now. One assignment swaps the whole state, so that threads never see two halves."""

    def __init__(
        self, env: Mapping[str, str] | None = None, *, workspace: Path | None = None, trusted: bool = False
    ) -> None:
        """Load for the first time. Raises ConfigError, since there is no last good one yet."""
        self._env = os.environ if env is None else env
        self._workspace = workspace
        stamps = self._stamps(trusted=trusted)
        self._state = _State(stamps, self._load(trusted=trusted))

    @property
    def error(self) -> ConfigError | None:
        """Why the files on disk are not in force; None when they are."""
        return self._state.error

    def current(self, *, trusted: bool = False) -> Config:
        """The configuration of the files as they are now, or the last good one; costs a stat a file when unchanged.

        While there is an error every call tries again, since a missing folder may be back though no file changed.
        """
        state = self._state
        # Stamps are taken before reading: a change in between is then seen on the next call.
        stamps = self._stamps(trusted=trusted)
        if stamps == state.stamps and state.error is None:
            return state.config
        try:
            self._state = _State(stamps, self._load(trusted=trusted))
        except ConfigError as error:
            self._state = _State(stamps, state.config, error)
        return self._state.config

    def _load(self, *, trusted: bool) -> Config:
        return load_config(self._env, workspace=self._workspace, trusted=trusted)

    def _stamps(self, *, trusted: bool) -> tuple[_Stamp, ...]:
        files = config_files(self._env, self._workspace if trusted else None)
        return tuple(_stamp(file) for file in files)


def _stamp(file: Path) -> _Stamp:
    """What tells a changed file; change time and inode are there since size and mtime can be set back (A43)."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino
