"""What channels give of a memory, for every surface that hands pages to an agent unasked. It writes nothing.

The indexes are taken as they are and the files as they are now: whoever wants them in step brings them in step first.
"""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.context.giving import Carrier, Given, give
from vademecum.context.shelf import shelves_of
from vademecum.library.allowed import read_allowed
from vademecum.library.mutes import Mute, look_at_mutes
from vademecum.memory.facade import Memory


def context_of(memory: Memory, carriers: Sequence[Carrier], mutes: Sequence[Mute] | None = None) -> list[Given]:
    """What each of these events of one session carries, by the configuration; muted pages are those that the state
    folder knows, unless the caller has looked at them already."""
    state = memory.setting.state
    muted = look_at_mutes(state).pages if mutes is None else mutes
    return give(shelves_of(memory.library, muted, read_allowed(state)), memory.setting.config.channels, carriers)
