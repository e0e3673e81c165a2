"""When memory was last written by anyone, as the time of an empty file in the state folder: nudges ask for it.

What Vademecum compiles of itself, and what upkeep does, says nothing of what a session learnt, so it does not count.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from vademecum.gateway import UPKEEP, Receipt
from vademecum.guards.changes import Proposal
from vademecum.library import Mount
from vademecum.memory.setting import Setting

FILE = "last-write"


def last_write_mark(setting: Setting) -> Callable[[Mount, Proposal, Receipt], None]:
    """A guard of the gateway that marks each write; what can't be marked is lost."""

    def mark(_mount: Mount, proposal: Proposal, _receipt: Receipt) -> None:
        if proposal.purpose == "compile" or proposal.actor.kind == UPKEEP.kind:
            return
        with suppress(OSError):
            mark_written(setting.state, setting.clock().timestamp())

    return mark


def mark_written(state: Path, at: float) -> None:
    """Mark that memory was written at a time, in seconds of the epoch. Raises OSError."""
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    (state / FILE).touch(mode=0o600)
    os.utime(state / FILE, (at, at))
