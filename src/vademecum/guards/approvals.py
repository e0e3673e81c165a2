"""Which writes wait for a person, by the operations that a mount names. Pure; who is asked, and how, is not said here.

The attack is an agent that was talked into a write which its owner would not have made. So every way to change a page
is one or more operations, whatever surface it came by, and one that is named in ``approval`` holds the write.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from vademecum.config.model import Operation
from vademecum.errors import ConflictError
from vademecum.guards.changes import (
    Addition,
    Content,
    KeyChange,
    Proposal,
    RawText,
    Removal,
    Rename,
    Replacement,
    Restoration,
)
from vademecum.guards.gate import Allowed, Held, Refused, Verdict
from vademecum.library import Mount
from vademecum.page import Digest, Page

# The page that says who the agent is (P3), at the root of a wiki, as file systems without letter case know it.
PERSONA = "soul"


def needs_person(mount: Mount, proposal: Proposal, current: Page | None) -> Verdict | None:
    """Held when the mount wants a person to agree to what the proposal does."""
    wanted = mount.config.approval
    if not wanted or proposal.purpose == "compile":
        return None
    found = operations_of(proposal, is_new=current is None)
    waiting = sorted(found if "all" in wanted else found & set(wanted))
    return Held(f"mount {mount.name} has a person agree to {' and '.join(waiting)}") if waiting else None


def operations_of(proposal: Proposal, *, is_new: bool) -> frozenset[Operation]:
    """All that a proposal does, to a new page or to one that is there; an import of a persona is three operations."""
    found: set[Operation] = {_operation_of(proposal, is_new=is_new)}
    if proposal.purpose == "correct":
        found.add("correct")
    if proposal.purpose == "import" or proposal.actor.kind == "import":
        found.add("import")
    if PERSONA in map(str.casefold, proposal.names):
        found.add("persona")
    return frozenset(found)


def _operation_of(proposal: Proposal, *, is_new: bool) -> Operation:
    match proposal.change:
        case Removal():
            return "delete"
        case Rename():
            return "move"
        case Restoration():
            return "restore"
        case Content() | RawText():
            return "create" if is_new else "replace"
        case Addition():
            return "create" if is_new else "append"
        case Replacement() | KeyChange():
            return "edit"
        case _:
            assert_never(proposal.change)


def as_judged(digest: Digest | None, *, may_have_grown: bool) -> Callable[[Mount, Proposal, Page | None], Verdict]:
    """The approval that a person gave: it holds for the page at this digest, None for no page, and for no other.

    With ``may_have_grown`` an addition holds for any later version, since nothing that is there can be lost by it.
    """

    def agreed(_mount: Mount, proposal: Proposal, current: Page | None) -> Verdict:
        found = current.digest if current else None
        if found == digest or (may_have_grown and current is not None and isinstance(proposal.change, Addition)):
            return Allowed(found)
        change = "was deleted" if found is None else "appeared" if digest is None else "has changed"
        error = ConflictError(
            f"{proposal.address} {change} since this write was held",
            expected=digest,
            found=found,
            hint="reject it, and have it proposed again on what is there now",
        )
        return Refused(error)

    return agreed
