"""The table of triggers that a session starts with, made once for the same triggers.

To make one of a hundred thousand pages takes seconds, which a person would wait for; so whoever brings the indexes in
step makes it ahead of the next start. Where nobody did, the start makes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vademecum.config.channels import TriggersChannel
from vademecum.context.shelf import Shelf
from vademecum.context.trigger_table import made_of, table_of
from vademecum.lean import dumps, sha256
from vademecum.library.snapshots import keep_made, table_made
from vademecum.memory import Memory
from vademecum.memory.context import shelves_for


class Made(NamedTuple):
    """A table, the digest of what it is made of, and the mounts that it is of; new if it was not found but made."""

    table: bytes = b""
    of: str = ""
    place: str = ""
    is_new: bool = False

    def kept(self, state: str) -> None:
        """Keep a new table for the next start. Raises OSError."""
        if self.is_new:
            keep_made(state, self.place, self.of, self.table)


def known_or_made(state: str, shelves: Sequence[Shelf], config: TriggersChannel) -> Made:
    """The table of these shelves. Nothing is written."""
    mounts = [(shelf.mount.name, str(shelf.mount.root)) for shelf in shelves]
    place, made = sha256(dumps(mounts).encode()).hexdigest()[:32], made_of(shelves, config)
    known = table_made(state, place, made)
    table = known or table_of(shelves, config)
    return Made(table, made, place, is_new=bool(table) and not known)


def make_ahead(memory: Memory, state: str) -> None:
    """Have the table ready that a session of this memory would start with now. Raises OSError."""
    config = memory.setting.config.channels.triggers
    if config.on:
        known_or_made(state, shelves_for(memory), config).kept(state)
