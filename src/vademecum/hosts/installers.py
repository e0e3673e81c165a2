"""Which module installs into which host: what ``connect`` and ``disconnect`` ask, the same of every host."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Protocol

from vademecum.hosts import claude_code
from vademecum.hosts.base import CLAUDE_CODE
from vademecum.hosts.dsh.entry import HOST as DSH, Dsh
from vademecum.hosts.ledger import Ledger
from vademecum.hosts.plan import Plan


class Installer(Protocol):
    """One host's files at one level, the person's own or a project's. Its methods raise ConfigError for a file that
    the host could not read itself."""

    def connect(self, ledger: Ledger, *, prompt_recall: bool) -> Plan:
        """What has to be written so that the host starts us."""

    def disconnect(self, ledger: Ledger) -> Plan:
        """What has to be written so that nothing of ours is left."""

    def has_prompt_recall(self) -> bool | None:
        """Whether recall comes with each prompt now; None where we are not connected."""


class _ClaudeCode:
    def __init__(self, env: Mapping[str, str], project: Path | None) -> None:
        self._env, self._level = env, claude_code.level_for(env, project)

    def connect(self, ledger: Ledger, *, prompt_recall: bool) -> Plan:
        return claude_code.connect_plan(self._env, self._level, ledger, prompt_recall=prompt_recall)

    def disconnect(self, ledger: Ledger) -> Plan:
        return claude_code.disconnect_plan(self._env, self._level, ledger)

    def has_prompt_recall(self) -> bool | None:
        return claude_code.has_prompt_recall(self._level)


_INSTALLERS: Mapping[str, Callable[[Mapping[str, str], Path | None], Installer]] = {
    CLAUDE_CODE.name: _ClaudeCode,
    DSH: Dsh,
}


def installer_for(host: str, env: Mapping[str, str], project: Path | None) -> Installer:
    """What installs into a host; ``project`` is the folder of one. Raises InputError for a level that it lacks."""
    return _INSTALLERS[host](env, project)
