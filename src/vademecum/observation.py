"""What a session has seen of one page, and how that changes when it opens or writes it. Pure.

Only a page opened whole counts as read; an opened block permits edits inside that block and nothing more (design
decision 7). What was seen carries over a write of the session's own, so edit after edit needs no new reading (D19).
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from vademecum.lean import NamedTuple


class Seen(NamedTuple):
    """The ``digest`` at which the page was opened whole, whether it was found ``absent``, and the digests at which
    single blocks were opened, by their place in the address."""

    digest: str | None = None
    absent: bool = False
    blocks: Mapping[str, str] = MappingProxyType({})


NEVER_SEEN = Seen()


def after_opening(seen: Seen, place: str, digest: str | None) -> Seen:
    """The page, or the block of it at ``place``, was opened at this digest; None when there was no page."""
    if digest is None:
        return Seen(absent=True)
    if not place:
        return Seen(digest=digest)
    return seen._replace(absent=False, blocks={**seen.blocks, place: digest})


def after_writing(seen: Seen, before: str | None, after: str | None, *, whole: bool) -> Seen:
    """The session wrote the page; ``whole`` when it knows all of the new text, ``after`` None when it took it away."""
    if after is None:
        return Seen(absent=True)
    if whole or (before is not None and seen.digest == before):
        return Seen(digest=after)
    return Seen(blocks={place: after for place, digest in seen.blocks.items() if digest == before})
