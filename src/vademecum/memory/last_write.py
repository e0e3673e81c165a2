"""When memory was last written by anyone, as the time of an empty file in the state folder, which nudges ask for; and
for each page when it was changed, which decides on what goes cold.

What Vademecum compiles of itself is no sign of life at all. What upkeep does says nothing of what a session learnt, so
it does not count for nudges; a page that it has just cooled begins anew to age.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from vademecum.access import PlacedPage, note_moved, note_written
from vademecum.errors import StorageError
from vademecum.gateway import UPKEEP, Receipt
from vademecum.guards.changes import Proposal
from vademecum.library import Mount
from vademecum.memory.setting import Setting

FILE = "last-write"


def last_write_mark(setting: Setting) -> Callable[[Mount, Proposal, Receipt], None]:
    """A guard of the gateway that marks each write, and the day of it for the page that it changed or moved; what can't
    be marked is lost."""

    def mark(mount: Mount, proposal: Proposal, receipt: Receipt) -> None:
        if proposal.purpose == "compile":
            return
        if proposal.actor.kind != UPKEEP.kind:
            with suppress(OSError):
                mark_written(setting.state, setting.clock().timestamp())
        # An import brings thousands of pages, which tell their own days.
        if mount.config.track_access != "off" and proposal.purpose != "import" and receipt.after is not None:
            with suppress(StorageError):
                _note_page(setting, str(mount.root), proposal, receipt)

    return mark


def _note_page(setting: Setting, store: str, proposal: Proposal, receipt: Receipt) -> None:
    if receipt.action == "moved":
        note_moved(setting.state, PlacedPage(store, proposal.address.name), receipt.address.name)
    else:
        note_written(setting.state, [PlacedPage(store, receipt.address.name)], setting.clock().date())


def mark_written(state: Path, at: float) -> None:
    """Mark that memory was written at a time, in seconds of the epoch. Raises OSError."""
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    (state / FILE).touch(mode=0o600)
    os.utime(state / FILE, (at, at))
