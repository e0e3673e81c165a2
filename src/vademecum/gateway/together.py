"""Which writes can be made together, all or none, and what is noted of each so that it can be done again. Pure.

Each page stands once in a group, so that whoever finds the note can tell by its bytes whether it is written yet. A page
that is moved stands there under both of its names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vademecum.address import Address
from vademecum.errors import InputError
from vademecum.guards.changes import Proposal, Rename


def check_together(proposals: Sequence[Proposal]) -> None:
    """Raise InputError unless the writes can be told apart, and each be done again from the bytes that it ends in."""
    if not proposals:
        raise InputError("there is nothing to write")
    if len(proposals) == 1:
        return
    seen: set[Address] = set()
    for page in (address for proposal in proposals for address in pages_of(proposal)):
        if page in seen:
            raise InputError(f"{page} would be written twice at once", hint="say what it should be in the end")
        seen.add(page)
    if any(is_respelt(proposal) for proposal in proposals):
        raise InputError("a page whose name only changes its letters' case is moved by itself")


def pages_of(proposal: Proposal) -> Iterator[Address]:
    """The pages that a write changes: its own, and the one that it moves it to."""
    yield proposal.address
    yield from (Address(proposal.address.mount, name) for name in proposal.names[1:])


def is_respelt(proposal: Proposal) -> bool:
    """Whether a page is moved to a name that some disks take for the one that it has: there nobody could tell by the
    bytes under both whether it was moved yet."""
    return isinstance(proposal.change, Rename) and (proposal.address.name.casefold() == proposal.change.to.casefold())
