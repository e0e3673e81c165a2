"""What channels give of a memory, for every surface that hands pages to an agent unasked. It writes nothing.

The indexes are taken as they are and the files as they are now: whoever wants them in step brings them in step first.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vademecum.context.giving import Carrier, Given, give
from vademecum.context.shelf import Shelf, shelves_of
from vademecum.library.allowed import read_allowed
from vademecum.library.mutes import Mute, look_at_mutes
from vademecum.memory.facade import Memory


def shelves_for(memory: Memory, mutes: Sequence[Mute] | None = None, *, but: Collection[str] = ()) -> list[Shelf]:
    """The stores as channels may show them, without pages that a person muted; whoever has looked those up already
    says so. ``but`` are mounts to leave out."""
    state = memory.setting.state
    muted = look_at_mutes(state).pages if mutes is None else mutes
    return shelves_of(memory.library, muted, read_allowed(state), but=but)


def context_of(memory: Memory, carriers: Sequence[Carrier]) -> list[Given]:
    """What each of these events of one session carries, by the configuration."""
    return give(shelves_for(memory), memory.setting.config.channels, carriers)
