"""The one gateway for writes: the only caller of a store's mutating methods (rule 3).

``Gateway.write`` is the whole order in one readable function. What stands between is passed in: scans for threats and
secrets, approvals, budgets and histories are tuples of callables, so that a new guard is added by naming it once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Literal, TypeAlias

from vademecum.address import Address
from vademecum.errors import (
    ConflictError,
    HeldError,
    HiddenError,
    LimitError,
    NotFoundError,
    RefusedError,
    StorageError,
    TooLargeError,
    VademecumError,
)
from vademecum.guards.budgets import Spare
from vademecum.guards.changes import (
    PERSON,
    Actor,
    Addition,
    Content,
    Edit,
    Outcome,
    Proposal,
    Removal,
    Rename,
    Restoration,
    check_change,
)
from vademecum.guards.gate import Allowed, Held, Refused, Verdict, judge
from vademecum.library import Library, Mount
from vademecum.observation import NEVER_SEEN
from vademecum.page import Digest, Page
from vademecum.sessions import Session
from vademecum.store.contract import Store

Action: TypeAlias = Literal["created", "replaced", "edited", "appended", "deleted", "moved", "restored"]

# Appends retry on what another writer left; each try needs one more writer in between, so this is never reached.
APPEND_TRIES = 1000
UPKEEP = Actor("upkeep", "room")


@dataclass(frozen=True, slots=True)
class Receipt:
    """A write that happened. ``warnings`` are failures after it, when the page is safe and something derived is late,
    and what went to the trash to make room for it.

    ``replaced`` are the bytes that the page had before, for those who keep history; None for a page that is new.
    """

    address: Address
    action: Action
    before: Digest | None
    after: Digest | None
    size: int = 0
    trash_id: str | None = None
    warnings: tuple[str, ...] = ()
    replaced: bytes | None = field(default=None, repr=False, compare=False)

    @property
    def version(self) -> str | None:
        """The short digest of what is there now, None when the page is gone."""
        return self.after[:12] if self.after else None


Scan: TypeAlias = Callable[[Proposal], Proposal | None]
Approval: TypeAlias = Callable[[Mount, Proposal, Page | None], Verdict | None]
Queue: TypeAlias = Callable[[Mount, Proposal, Page | None, Held], str]
Budget: TypeAlias = Callable[[Mount, Sequence[Outcome]], None]
Room: TypeAlias = Callable[[Mount, Proposal, Page | None], Sequence[Spare]]
History: TypeAlias = Callable[[Mount, Proposal, Receipt], None]


@dataclass(frozen=True, slots=True)
class Guards:
    """What a write passes on its way: ``scans`` raise RefusedError, or give the proposal without what must not be
    written; ``approvals`` give a verdict or None, ``budgets`` raise RefusedError on the final bytes, ``histories``
    record what happened. ``queue`` keeps a held write for a person and gives its id; without one it is only refused.
    ``room`` names what may go when a store is full."""

    scans: tuple[Scan, ...] = ()
    approvals: tuple[Approval, ...] = ()
    queue: Queue | None = None
    room: Room | None = None
    budgets: tuple[Budget, ...] = field(default_factory=lambda: (within_write_bound,))
    histories: tuple[History, ...] = ()


class Gateway:
    """Writes for one library and, where there is one, one session."""

    def __init__(self, library: Library, session: Session | None = None, guards: Guards | None = None) -> None:
        self._library = library
        self._session = session
        self._guards = guards or Guards()

    def write(self, proposal: Proposal) -> Receipt:
        """Do what is proposed, or raise and leave every byte as it was.

        Raises RefusedError for whatever a guard or the store refuses, HeldError when a person must agree first,
        NotFoundError when there is no such page, HiddenError when an agent may not have it, StorageError when the disk
        says no.
        """
        mount, store = self._target(proposal)  # address -> immutable or untrusted?
        check_change(proposal.change)
        for scan in self._guards.scans:  # threats and secrets
            proposal = scan(proposal) or proposal
        current = _current(store, proposal.address.name)
        expect = self._expected(proposal, current, mount)  # observation and digest
        for approve in self._guards.approvals:  # approval
            self._agree(approve(mount, proposal, current), mount, proposal, current)
        cleared = self._make_room(mount, proposal, current)  # what may go by itself, when the store is full
        with store.lock():
            receipt = self._commit(mount, store, proposal, expect)  # budget on the final state -> atomic write
        return self._after(mount, proposal, receipt, cleared)  # history -> index -> ledger

    @contextmanager
    def alone(self, mount_name: str) -> Iterator[None]:
        """Keep other writers from a store, while several writes are planned on what it says and then made."""
        with self._library.store(mount_name).lock():
            yield

    def preview(self, proposal: Proposal, before: Sequence[Outcome] = ()) -> Outcome | None:
        """What a write would make of its page, None for one that makes no bytes; raises what the write would raise.

        Nothing is written, queued or noted. ``before`` are outcomes of writes that would come first, which budgets
        count too.
        """
        mount, store = self._target(proposal)
        check_change(proposal.change)
        for scan in self._guards.scans:
            proposal = scan(proposal) or proposal
        current = _current(store, proposal.address.name)
        self._expected(proposal, current, mount)
        for approve in self._guards.approvals:
            _settle(approve(mount, proposal, current), proposal)
        if isinstance(proposal.change, Removal | Rename | Restoration):
            return None
        from vademecum.guards.outcome import bytes_after  # noqa: PLC0415 - only a write pays for YAML

        outcome = Outcome(current, bytes_after(proposal.change, current, mount.config.format))
        try:
            self._within_budgets(mount, *before, outcome)
        except LimitError:
            if self._guards.room is None or not self._guards.room(mount, proposal, current):
                raise  # nothing may go that would make it fit
        return outcome

    def restore(self, mount_name: str, trash_id: str, actor: Actor = PERSON) -> Receipt:
        """Bring a deleted page back from the trash, as a write like any other; raises NotFoundError or ExistsError."""
        page = self._library.store(mount_name).read_trashed(trash_id)
        return self.write(Proposal(page.address, Restoration(trash_id, page.text), actor))

    def purge(self, mount_name: str, trash_id: str, actor: Actor = PERSON) -> None:
        """Take a deleted page out of the trash for good, which only a person may; nothing that stands is changed.

        Raises RefusedError or NotFoundError.
        """
        if actor.kind != "person":
            raise RefusedError("only a person deletes for good", hint="vade forget moves a page to the trash")
        store = self._library.store(mount_name)
        with store.lock():
            store.purge(trash_id)

    def _target(self, proposal: Proposal) -> tuple[Mount, Store]:
        mount = self._library.mount(proposal.address.mount)
        if mount.is_named and mount.is_missing:  # to make it anew could fill the place where a disk is missing
            raise StorageError(
                f"the folder of {mount.name} is not there", hint="bring it back, or make it, then repeat"
            )
        store = self._library.store(mount.name)
        names = [proposal.address.name]
        if isinstance(proposal.change, Rename):
            names.append(proposal.change.to)
        for name in names:
            store.check_writable(name)
        return mount, store

    def _expected(self, proposal: Proposal, current: Page | None, mount: Mount) -> Digest | None:
        if current is not None and proposal.actor.kind == "agent":
            reason = self._library.rows(mount.name).why_hidden(current, "open")
            if reason is not None:  # what no tool shows, no tool may change
                raise HiddenError(f"{proposal.address} is hidden: {reason}", reason, hint="name another page")
        seen = self._session.seen(proposal.address) if self._session else NEVER_SEEN
        return _settle(judge(proposal, current, seen, mount.config.bare_write), proposal)

    def _agree(self, verdict: Verdict | None, mount: Mount, proposal: Proposal, current: Page | None) -> None:
        """Go on, or raise; a write that a person must agree to is kept for them first."""
        if not isinstance(verdict, Held):
            _settle(verdict, proposal)
            return
        held = "" if self._guards.queue is None else self._guards.queue(mount, proposal, current, verdict)
        if held and self._session is not None:
            with suppress(StorageError):  # it is kept, and its id matters more than a line in the ledger
                self._session.held(proposal.address, held)
        raise HeldError(f"the write of {proposal.address} is held: {verdict.reason}", id=held)

    def _make_room(self, mount: Mount, proposal: Proposal, current: Page | None) -> tuple[str, ...]:
        """Move what is in the way to the trash, each page by a write of its own; says what went, and how to undo it."""
        cleared: list[str] = []
        with suppress(RefusedError):  # changed meanwhile: it stays, and the budget has the last word
            for spare in self._guards.room(mount, proposal, current) if self._guards.room else ():
                gone = self.write(Proposal(spare.address, Removal(), UPKEEP, spare.digest))
                way = f"vade forget --restore {gone.trash_id}"
                # Where agents are told addresses only, none that they may not have seen (rule 12).
                what = spare.address if mount.config.exposure == "path" else f"a page of {mount.name}"
                cleared.append(f"{what}, a {spare.why}, went to the trash to make room; to undo it: {way}")
        return tuple(cleared)

    def _commit(self, mount: Mount, store: Store, proposal: Proposal, expect: Digest | None) -> Receipt:
        """The write itself, under the lock, on what the page says there."""
        name = proposal.address.name
        current = _current(store, name)
        replaced = current.raw if current else None
        if isinstance(proposal.change, Addition):
            expect = current.digest if current else None  # nothing can be lost, so the newest text is the right one
        elif (current.digest if current else None) != expect:
            raise _changed_meanwhile(proposal, expect, current)
        match proposal.change:
            case Removal():
                gone = store.delete(name, expect=_required(expect, proposal))
                return Receipt(proposal.address, "deleted", expect, None, trash_id=gone.id, replaced=replaced)
            case Rename(to):
                store.move(name, to, expect=_required(expect, proposal))
                return Receipt(Address(mount.name, to), "moved", expect, expect, replaced=replaced)
            case Restoration(trash_id):
                page = store.read_trashed(trash_id)
                if page.text != proposal.change.text:  # what the guards have seen is what comes back
                    raise _changed_meanwhile(proposal, None, page)
                self._within_budgets(mount, Outcome(None, page.raw))
                store.restore(trash_id)
                return Receipt(page.address, "restored", None, page.digest, size=len(page.raw))
            case edit:
                from vademecum.guards.outcome import bytes_after  # noqa: PLC0415 - only a write pays for YAML

                data = bytes_after(edit, current, mount.config.format)
                self._within_budgets(mount, Outcome(current, data))
                after = store.put(name, data, expect=expect)
                return Receipt(
                    proposal.address, _action(edit, expect), expect, after, size=len(data), replaced=replaced
                )

    def _within_budgets(self, mount: Mount, *outcomes: Outcome) -> None:
        for budget in self._guards.budgets:
            budget(mount, outcomes)

    def _after(self, mount: Mount, proposal: Proposal, receipt: Receipt, cleared: tuple[str, ...] = ()) -> Receipt:
        """History, index and ledger; the page is written, so a failure here is told and never raised."""
        names = {proposal.address.name, receipt.address.name}
        steps = [
            *(partial(record, mount, proposal, receipt) for record in self._guards.histories),
            *(partial(self._library.sync_page, mount.name, name) for name in sorted(names)),
            partial(self._note, proposal, receipt),
        ]
        return replace(receipt, warnings=(*cleared, *filter(None, map(_failure_of, steps))))

    def _note(self, proposal: Proposal, receipt: Receipt) -> None:
        if self._session is None:
            return
        knows_all = isinstance(proposal.change, Content) or receipt.before is None
        if receipt.action == "moved":
            knows_all = self._session.seen(proposal.address).digest == receipt.before
            self._session.wrote(proposal.address, receipt.before, None, whole=True)
        elif receipt.action == "restored":
            knows_all = False
        self._session.wrote(receipt.address, receipt.before, receipt.after, whole=knows_all)


def within_write_bound(mount: Mount, outcomes: Sequence[Outcome]) -> None:
    """Raise TooLargeError when a page would be larger than its mount lets one be written (D10)."""
    bound = mount.config.max_write_bytes
    size = max((len(each.data) for each in outcomes), default=0)
    if size > bound:
        raise TooLargeError(
            f"the page would have {size:,} bytes, {mount.name} takes {bound:,} at most",
            hint="split it into several pages and link them",
        )


def _current(store: Store, name: str) -> Page | None:
    try:
        return store.read(name)
    except NotFoundError:
        return None


def _settle(verdict: Verdict | None, proposal: Proposal) -> Digest | None:
    """The digest that a verdict allows to replace; raises what it refuses or holds."""
    match verdict:
        case None:
            return None
        case Allowed(expect):
            return expect
        case Refused(error):
            raise error
        case Held(reason):
            raise HeldError(f"the write of {proposal.address} is held: {reason}")


def _required(expect: Digest | None, proposal: Proposal) -> Digest:
    if expect is None:
        raise NotFoundError(f"there is no page {proposal.address}")
    return expect


def _changed_meanwhile(proposal: Proposal, expect: Digest | None, current: Page | None) -> RefusedError:
    return ConflictError(
        f"{proposal.address} was changed by another writer a moment ago",
        expected=expect,
        found=current.digest if current else None,
        hint="open it again and make the change on what it says now",
    )


def _action(edit: Edit, expect: Digest | None) -> Action:
    if expect is None:
        return "created"
    if isinstance(edit, Content):
        return "replaced"
    return "appended" if isinstance(edit, Addition) else "edited"


def _failure_of(step: Callable[[], None]) -> str | None:
    try:
        step()
    except (VademecumError, OSError) as error:
        return str(error)
    return None
