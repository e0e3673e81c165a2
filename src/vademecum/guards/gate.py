"""Whether a proposed change may replace what is there: the first half of compare-and-swap (rule 4). Pure.

The attack is haste: an agent that overwrites what it has not read, or what another changed since it read. The store
enforces the digest that the verdict names; this module only decides which digest that is.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from vademecum.config import BareWrite
from vademecum.errors import ConflictError, ExistsError, NotFoundError, RefusedError, UnobservedError
from vademecum.guards.changes import Addition, Content, Proposal, RawText, Replacement, Restoration
from vademecum.observation import Seen
from vademecum.page import Digest, Page


@dataclass(frozen=True, slots=True)
class Allowed:
    """The write may go on and must find the page at ``expect``; None means that there must be no page."""

    expect: Digest | None


@dataclass(frozen=True, slots=True)
class Held:
    """The write waits for a person, for this reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Refused:
    """The write may not happen; ``error`` says why and what to do."""

    error: RefusedError | NotFoundError


Verdict: TypeAlias = Allowed | Held | Refused


def judge(proposal: Proposal, current: Page | None, seen: Seen, bare_write: BareWrite) -> Verdict:
    """The verdict on a proposal for a page as it is now (D17 to D23)."""
    if current is None:
        return _judge_absent(proposal, seen)
    if isinstance(proposal.change, Restoration):
        return Refused(ExistsError(f"there is a page {proposal.address} again", hint="rename or forget that one first"))
    if isinstance(proposal.change, Addition) or proposal.purpose == "compile":
        return Allowed(current.digest)
    if isinstance(proposal.change, Content) and current.body.strip():
        refusal = _why_no_bare_write(proposal, seen, bare_write)
        if refusal is not None:
            return Refused(refusal)
    if proposal.version is not None:
        return _judge_version(proposal, current, seen)
    return _judge_seen(proposal, current, seen)


def _judge_absent(proposal: Proposal, seen: Seen) -> Verdict:
    where = str(proposal.address)
    if isinstance(proposal.change, Restoration):
        return Allowed(None)
    # What an import brings was not made from what the session read, so nothing of that is lost.
    was_read = seen.digest is not None and proposal.purpose != "import"
    if proposal.version is not None or was_read:
        gone = ConflictError(
            f"{where} was deleted since it was read",
            expected=proposal.version or seen.digest,
            found=None,
            hint="create it anew with its whole content if it should exist",
        )
        return Refused(gone) if not isinstance(proposal.change, Content) or proposal.version else Allowed(None)
    if isinstance(proposal.change, Content | Addition | RawText):
        return Allowed(None)
    return Refused(NotFoundError(f"there is no page {where}", hint="recall it, or create it with its whole content"))


def _judge_version(proposal: Proposal, current: Page, seen: Seen) -> Verdict:
    version = (proposal.version or "").strip().lower()
    if len(version) < len(current.version) or not current.digest.startswith(version):
        return Refused(_changed(proposal, version, current))
    if proposal.actor.kind == "agent" and reaches_all(proposal) and seen.digest != current.digest:
        return Refused(_unobserved(proposal, "only a part of it was"))
    return Allowed(current.digest)


def reaches_all(proposal: Proposal) -> bool:
    """Whether the change reaches text beyond what it quotes: hits and opened blocks carry a version too, and an agent
    that saw no more than those can't know what it would wipe out."""
    match proposal.change:
        case Content() | RawText():
            return True
        case Replacement(every=every):
            return every
        case _:
            return False


def _why_no_bare_write(proposal: Proposal, seen: Seen, bare_write: BareWrite) -> RefusedError | None:
    where = str(proposal.address)
    appeared = seen.absent and proposal.version is None
    if bare_write == "create" or appeared:
        since = " since it was looked for" if appeared else ""
        return ExistsError(f"{where} already exists{since}", hint="open it, then edit the part that should change")
    if bare_write == "never_replace":
        return ExistsError(f"{where} is not empty, and its mount never replaces a page whole", hint="edit a part of it")
    return None


def _judge_seen(proposal: Proposal, current: Page, seen: Seen) -> Verdict:
    if seen.digest == current.digest or _saw_the_place(proposal, current, seen):
        return Allowed(current.digest)
    known = seen.digest or next(iter(seen.blocks.values()), None)
    if known is not None and known != current.digest:
        return Refused(_changed(proposal, known, current))
    return Refused(_unobserved(proposal, "only a part of it was" if seen.blocks else "it was not"))


def _unobserved(proposal: Proposal, part: str) -> UnobservedError:
    return UnobservedError(
        f"{proposal.address} can't be changed: {part} read in this session",
        hint="open the page first, or pass the version that opening it returned",
    )


def _saw_the_place(proposal: Proposal, current: Page, seen: Seen) -> bool:
    """Whether a literal edit stays inside a block that was opened at this digest."""
    change = proposal.change
    if not isinstance(change, Replacement) or change.every:
        return False
    places = {place for place, digest in seen.blocks.items() if digest == current.digest}
    here = current.address
    opened = (block for block in current.blocks if here.block(block.crumb, block.nth).place in places)
    return any(_plain(change.old) in _plain(current.text_of(block)) for block in opened)


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _changed(proposal: Proposal, known: str, current: Page) -> ConflictError:
    """It does not tell the version of now: whoever got it without reading could pass it on at once."""
    return ConflictError(
        f"{proposal.address} has changed since version {known[:12]}",
        expected=known,
        found=current.digest,
        hint="open it again and make the change on what it says now",
    )
