"""A memory that stays right in a program that runs for long: configuration, trust and project are looked at per call.

The last good configuration stays in force while the file is wrong, and the mistake is told once (design decision 5).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from vademecum.config.live import LiveConfig
from vademecum.config.places import cache_folder, state_folder
from vademecum.guards.changes import Actor
from vademecum.library import find_workspace
from vademecum.library.assess import may_configure
from vademecum.library.mounts import mounts_for
from vademecum.memory import Memory, Setting
from vademecum.sessions import SessionKey


class LiveMemory:
    """One session's memory; ``current`` is the facade to call now."""

    def __init__(
        self,
        session: SessionKey,
        *,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        notice: Callable[[str], None] = lambda _line: None,
    ) -> None:
        variables = os.environ if env is None else env
        state, workspace = state_folder(variables), find_workspace(cwd)
        trusted = may_configure(state, workspace.root)
        self._config = LiveConfig(variables, workspace=workspace.root, trusted=trusted)
        self._notice = notice
        self._told = ""
        self._memory = Memory(
            Setting(
                config=self._config.current(trusted=trusted),
                cache=cache_folder(variables),
                state=state,
                workspace=workspace,
                session=session,
                actor=Actor("agent", session.host),
                notice=notice,
            )
        )

    def current(self) -> Memory:
        """The memory as it is configured now; a new one when configuration or trust changed the mounts."""
        setting = self._memory.setting
        config = self._config.current(trusted=may_configure(setting.state, setting.workspace.root))
        self._tell_mistake()
        mounts = mounts_for(config, setting.workspace, setting.state)
        if config is not setting.config or mounts != self._memory.library.mounts:
            self._memory.close()
            self._memory = Memory(replace(setting, config=config))
        return self._memory

    def join(self, session: SessionKey) -> None:
        """Go on as this session, whose ledger other processes may be keeping too."""
        if session != self._memory.setting.session:
            setting = replace(self._memory.setting, session=session)
            self._memory.close()
            self._memory = Memory(setting)

    @property
    def state(self) -> Path:
        """The state folder."""
        return self._memory.setting.state

    def close(self) -> None:
        """Give back file handles."""
        self._memory.close()

    def _tell_mistake(self) -> None:
        mistake = "" if self._config.error is None else str(self._config.error)
        if mistake and mistake != self._told:
            self._notice(f"the last good configuration stays in force: {mistake}")
        self._told = mistake
