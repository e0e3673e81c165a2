"""Writes that are made together, for as long as they take; and the rest of those whose process died, done at the next
open of the memory, or at the next write to one of their stores.

It goes through the gateway, as the session that asked: its ledger and the history say so. A page that somebody changed
since is left to them; what it should have become is kept in a file, and both are named.
"""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.errors import StorageError, VademecumError
from vademecum.gateway import Finished, Gateway, Guards
from vademecum.library import Library
from vademecum.memory.recording import Recorder
from vademecum.memory.setting import Setting
from vademecum.memory.shelf import page_of
from vademecum.sessions import Session, SessionKey
from vademecum.store.journal import Group, Journal
from vademecum.upkeep.unsaved import keep_text


class Unfinished:
    """What the gateway notes of several writes at once, for one library."""

    def __init__(self, setting: Setting, library: Library) -> None:
        self._setting = setting
        self._library = library
        self._journal = Journal(setting.state)

    def begin(self, group: Group) -> None:
        """Note a group, to outlive this process. Raises StorageError."""
        self._journal.begin(group)

    def end(self, group: Group) -> None:
        """Take a group off that is done. Raises StorageError."""
        self._journal.end(group)

    def has(self, group: Group) -> bool:
        """Whether a group is still noted."""
        return self._journal.has(group)

    def is_clear(self, roots: frozenset[str]) -> bool:
        """Whether no group is noted in these stores."""
        return not any(group.roots & roots for group in self._journal.groups().whole)

    def settle(self, roots: frozenset[str]) -> None:
        """Finish what a process that died had begun in these stores. Raises StorageError when that can't be done."""
        for group in self._noted():
            if group.roots & roots:
                self._finish(group)

    def settle_all(self) -> None:
        """The same in all stores that are mounted; what can't be finished now is told, and nothing is raised."""
        try:
            noted = self._noted()
        except StorageError as error:
            noted = ()
            self._setting.notice(error.message)
        for group in noted:
            try:
                self._finish(group)
            except (VademecumError, OSError) as error:
                said = error.message if isinstance(error, VademecumError) else error
                self._setting.notice(f"{_named(group)} was cut off and can't be finished now: {said}")

    def _noted(self) -> Sequence[Group]:
        found = self._journal.groups()
        for line in found.unreadable:
            self._setting.notice(line)
        return found.whole

    def _finish(self, group: Group) -> None:
        setting = self._setting
        key = None if group.session is None else SessionKey(*group.session)
        recorder = Recorder(self._library, setting.state, setting.clock, key)
        session = None if key is None else Session(setting.state / "sessions", key)
        guards = Guards(histories=(recorder,), together=recorder.together)
        found = Gateway(self._library, session, guards, self).finish(group)
        if found is not None:
            self._tell(found)

    def _tell(self, found: Finished) -> None:
        setting, pages = self._setting, ", ".join(str(each.address) for each in found.receipts)
        if pages:
            setting.notice(f"{_named(found.group)} was cut off, and is finished now: {pages}")
        for address, data in found.left:
            kept = ""
            if data is not None:
                page = page_of(address, data, self._library.mount(address.mount).config.format)
                kept = f"; its text is kept in {keep_text(setting.state, page, page.text)}"
            setting.notice(f"{address} was changed meanwhile, so it is left as it is{kept}")


def _named(group: Group) -> str:
    return f'"{group.subject}"' if group.subject else f"a group of {len(group.writes)} writes"
