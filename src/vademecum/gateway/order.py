"""The order that every write goes through, in one readable function: ``Gateway.write_all`` (rule 3).

What stands in the order is passed in: scans for threats and secrets, approvals, budgets and histories. One write is a
group of one. Several are judged one by one, agreed to as a whole, and made all or none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, nullcontext, suppress
from dataclasses import replace
from functools import partial
from secrets import token_hex

from vademecum.errors import (
    HeldError,
    HiddenError,
    HistoryError,
    LimitError,
    RefusedError,
    StorageError,
    StoreBusyError,
    VademecumError,
)
from vademecum.gateway.finishing import Finished, finished
from vademecum.gateway.passing import Cleared, Groups, Guards, Judged, Receipt
from vademecum.gateway.together import check_together
from vademecum.gateway.writing import commit, current_page, in_one_step, prepared, written
from vademecum.guards.changes import (
    PERSON,
    Actor,
    Content,
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
from vademecum.page import Digest
from vademecum.sessions import Session
from vademecum.store.contract import Store
from vademecum.store.journal import Group

UPKEEP = Actor("upkeep", "room")


class Gateway:
    """Writes for one library and, where there is one, one session; ``groups`` notes those that are made together."""

    def __init__(
        self,
        library: Library,
        session: Session | None = None,
        guards: Guards | None = None,
        groups: Groups | None = None,
    ) -> None:
        self._library = library
        self._session = session
        self._guards = guards or Guards()
        self._groups = groups

    def write(self, proposal: Proposal) -> Receipt:
        """Do what is proposed, or raise and leave every byte as it was.

        Raises RefusedError for whatever a guard or the store refuses, HeldError when a person must agree first,
        NotFoundError when there is no such page, HiddenError when an agent may not have it, StorageError when the disk
        says no.
        """
        return self.write_all((proposal,))[0]

    def write_all(self, proposals: Sequence[Proposal], subject: str = "") -> tuple[Receipt, ...]:
        """Do all that is proposed or nothing, however this process ends; ``subject`` says what it is for.

        What a death cuts off in the middle is finished when the memory is opened next, or written to. Raises what
        ``write`` raises, for any of them, and InputError for what can't be done together with others.
        """
        check_together(proposals)
        targets = [self._target(each) for each in proposals]  # address -> immutable or untrusted?
        scanned = [self._scanned(each) for each in proposals]  # threats and secrets
        self._settle(targets)
        writes = [self._judged(*each) for each in zip(targets, scanned, strict=True)]  # observation and digest
        self._agree(writes, subject)  # approval, of all at once
        with self._room_for(writes) as cleared, self._alone_in(targets):  # what may go by itself, when a store is full
            receipts = self._commit(writes, subject)  # budget on the final state -> atomic write
        return self._after(writes, receipts, subject, [each.notice for each in cleared])  # history -> index -> ledger

    @contextmanager
    def alone(self, mount_name: str) -> Iterator[None]:
        """Keep other writers from a store, while several writes are planned on what it says and then made."""
        target = self._library.mount(mount_name), self._library.store(mount_name)
        self._settle([target])
        with self._alone_in([target]):
            yield

    def preview(self, proposal: Proposal, before: Sequence[Outcome] = ()) -> Outcome | None:
        """What a write would make of its page, None for one that makes no bytes; raises what the write would raise.

        Nothing is written, queued or noted. ``before`` are outcomes of writes that would come first, which budgets
        count too.
        """
        mount, store = self._target(proposal)
        proposal = self._scanned(proposal)
        judged = self._judged((mount, store), proposal)
        proposal, current = judged.proposal, judged.current
        reasons = self._reasons(judged)
        if reasons:
            raise _held_error([judged], "; ".join(reasons), "")
        if isinstance(proposal.change, Removal | Rename | Restoration):
            return None
        from vademecum.guards.outcome import bytes_after  # noqa: PLC0415 - only a write pays for YAML

        outcome = Outcome(current, bytes_after(proposal.change, current, mount.config.format))
        try:
            self._within_budgets(mount, (*before, outcome))
        except LimitError:
            if self._guards.room is None or not self._guards.room(mount, [(proposal, current)]):
                raise  # nothing may go that would make it fit
        return outcome

    def check(self, proposal: Proposal) -> None:
        """Raise what a write would raise for itself: for its address, its text, and the version that it is for.

        Who else has to agree to it, and what its store holds with others that are made together, is not asked.
        """
        target = self._target(proposal)
        self._judged(target, self._scanned(proposal))

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

    def finish(self, group: Group) -> Finished | None:
        """Do the rest of a group that a process began and did not live to end: it passed every guard then.

        None when another process has just done it, or when this library has not all of its stores. Raises StorageError
        or RefusedError when they can't be written; the group then stays noted.
        """
        mounts = {str(mount.root): mount for mount in self._library.mounts}
        if self._groups is None or not group.roots <= mounts.keys():
            return None
        targets = [(mounts[root], self._library.store(mounts[root].name)) for root in sorted(group.roots)]
        with self._locked(targets):
            if not self._groups.has(group):
                return None
            found = finished(group, dict(zip(sorted(group.roots), targets, strict=True)))
            self._groups.end(group)
        return found._replace(receipts=self._after(found.writes, found.receipts, group.subject))

    def _target(self, proposal: Proposal) -> tuple[Mount, Store]:
        check_change(proposal.change)
        mount = self._library.mount(proposal.address.mount)
        if mount.is_named and mount.is_missing:  # to make it anew could fill the place where a disk is missing
            raise StorageError(
                f"the folder of {mount.name} is not there", hint="bring it back, or make it, then repeat"
            )
        store = self._library.store(mount.name)
        for name in proposal.names:
            store.check_writable(name)
        return mount, store

    def _scanned(self, proposal: Proposal) -> Proposal:
        for scan in self._guards.scans:
            proposal = scan(proposal) or proposal
        return proposal

    def _judged(self, target: tuple[Mount, Store], proposal: Proposal) -> Judged:
        mount, store = target
        current = current_page(store, proposal.address.name)
        if current is not None and proposal.actor.kind == "agent":
            reason = self._library.rows(mount.name).why_hidden(current, "open")
            if reason is not None:  # what no tool shows, no tool may change
                raise HiddenError(f"{proposal.address} is hidden: {reason}", reason, hint="name another page")
        seen = self._session.seen(proposal.address) if self._session else NEVER_SEEN
        expect = _settled(judge(proposal, current, seen, mount.config.bare_write), proposal)
        for look in self._guards.looks:
            proposal = look(mount, proposal, current) or proposal
        return Judged(mount, store, proposal, current, expect)

    def _agree(self, writes: Sequence[Judged], subject: str) -> None:
        """Go on, or raise; writes of which a person must agree to any are first kept for them, all together."""
        reasons = dict.fromkeys(reason for write in writes for reason in self._reasons(write))
        if not reasons:
            return
        reason = "; ".join(reasons)
        held = "" if self._guards.queue is None else self._guards.queue(writes, Held(reason), subject)
        if held and self._session is not None:
            with suppress(StorageError):  # it is kept, and its id matters more than a line in the ledger
                for write in writes:
                    self._session.held(write.proposal.address, held)
        raise _held_error(writes, reason, held)

    def _reasons(self, write: Judged) -> list[str]:
        """All that a person must agree to before a write is made; raises what refuses it, whoever would agree."""
        mount, _, proposal, current, _ = write
        asked = (*self._guards.approvals, *self._guards.alarms)
        verdicts = [approve(mount, proposal, current) for approve in asked]
        for verdict in verdicts:
            if isinstance(verdict, Refused):
                raise verdict.error
        return [verdict.reason for verdict in verdicts if isinstance(verdict, Held)]

    @contextmanager
    def _room_for(self, writes: Sequence[Judged]) -> Iterator[list[Cleared]]:
        """Move what is in the way to the trash, each page by a write of its own; what went is put back when the writes
        fail after all."""
        cleared: list[Cleared] = []
        try:
            self._make_room(writes, cleared)
            yield cleared
        except BaseException as error:
            left = [each.notice for each in reversed(cleared) if not self._is_back(each)]
            if left and isinstance(error, VademecumError):
                error.hint = "; ".join(filter(None, (error.hint, *left)))
            raise

    def _make_room(self, writes: Sequence[Judged], cleared: list[Cleared]) -> None:
        for mount, group in _by_mount(writes):
            pairs = [(write.proposal, write.current) for write in group]
            with suppress(RefusedError):  # changed meanwhile: it stays, and the budget has the last word
                for spare in self._guards.room(mount, pairs) if self._guards.room else ():
                    gone = self.write(Proposal(spare.address, Removal(), UPKEEP, spare.digest))
                    cleared.append(Cleared(mount, spare, gone.trash_id or ""))

    def _is_back(self, cleared: Cleared) -> bool:
        """Put a page back that went to make room, and say whether it could be; it stood there a moment ago, so there
        is nothing to judge."""
        guards = Guards(histories=self._guards.histories, together=self._guards.together)
        gateway = Gateway(self._library, self._session, guards, self._groups)
        try:
            gateway.restore(cleared.mount.name, cleared.trash_id, UPKEEP)
        except (VademecumError, OSError):
            return False
        return True

    def _commit(self, writes: Sequence[Judged], subject: str) -> list[Receipt]:
        """The writes themselves, under the locks, on what the pages say there."""
        ready = [prepared(write) for write in writes]
        for mount, _ in _by_mount(writes):
            outcomes = [each.outcome for each in ready if each.write.mount is mount and each.outcome is not None]
            if outcomes:
                self._within_budgets(mount, outcomes)
        if len(ready) == 1 or in_one_step(ready):
            return written(ready)
        if self._groups is None:
            raise StorageError("writes to several pages are made together only where they can be noted first")
        group = Group(
            id=token_hex(8),
            subject=subject,
            actor=(writes[0].proposal.actor.kind, writes[0].proposal.actor.name),
            session=None if self._session is None else (self._session.key.host, self._session.key.id),
            writes=tuple(planned for each in ready for planned in each.planned),
        )
        return commit(ready, group, self._groups)

    def _within_budgets(self, mount: Mount, outcomes: Sequence[Outcome]) -> None:
        for budget in self._guards.budgets:
            budget(mount, outcomes)

    def _settle(self, targets: Sequence[tuple[Mount, Store]]) -> None:
        if self._groups is not None:
            self._groups.settle(frozenset(str(mount.root) for mount, _ in targets))

    @contextmanager
    def _alone_in(self, targets: Sequence[tuple[Mount, Store]]) -> Iterator[None]:
        """Hold the stores, none of which is half-written."""
        with self._locked(targets):
            roots = frozenset(str(mount.root) for mount, _ in targets)
            if self._groups is not None and not self._groups.is_clear(roots):
                raise StoreBusyError("writes to the same store were cut off a moment ago", hint="try again")
            yield

    @contextmanager
    def _locked(self, targets: Sequence[tuple[Mount, Store]]) -> Iterator[None]:
        """Hold the locks of stores, by all processes in the same order, so that no two wait for each other."""
        with ExitStack() as stack:
            for _, store in sorted(targets, key=lambda target: str(target[1].root)):
                stack.enter_context(store.lock())
            yield

    def _after(
        self, writes: Sequence[Judged], receipts: Sequence[Receipt], subject: str, cleared: Sequence[str] = ()
    ) -> tuple[Receipt, ...]:
        """History, index and ledger; the pages are written, so a failure here is told and never raised."""
        told: list[Receipt] = []
        warnings = list(cleared)
        is_group = len(writes) > 1
        try:
            with self._guards.together(subject, str(writes[0].proposal.actor)) if is_group else nullcontext():
                told += [self._followed(*each) for each in zip(writes, receipts, strict=True)]
        except HistoryError as error:
            warnings.append(str(error))
        if told:
            told[0] = replace(told[0], warnings=(*warnings, *told[0].warnings))
        return tuple(told)

    def _followed(self, write: Judged, receipt: Receipt) -> Receipt:
        mount, proposal = write.mount, write.proposal
        names = {proposal.address.name, receipt.address.name}
        steps = [
            *(partial(record, mount, proposal, receipt) for record in self._guards.histories),
            *(partial(self._library.sync_page, mount.name, name) for name in sorted(names)),
            partial(self._note, proposal, receipt),
        ]
        told = [*map(_failure_of, steps), *(remark(proposal) for remark in self._guards.remarks)]
        return replace(receipt, warnings=tuple(filter(None, told)))

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


def _by_mount(writes: Sequence[Judged]) -> list[tuple[Mount, list[Judged]]]:
    names = dict.fromkeys(write.mount.name for write in writes)
    groups = [[write for write in writes if write.mount.name == name] for name in names]
    return [(group[0].mount, group) for group in groups]


def _settled(verdict: Verdict | None, proposal: Proposal) -> Digest | None:
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


def _held_error(writes: Sequence[Judged], reason: str, held: str) -> HeldError:
    first, more = writes[0].proposal.address, len(writes) - 1
    if not more:
        return HeldError(f"the write of {first} is held: {reason}", id=held)
    return HeldError(f"the writes of {first} and {more} more are held together: {reason}", id=held)


def _failure_of(step: Callable[[], None]) -> str | None:
    try:
        step()
    except (VademecumError, OSError) as error:
        return str(error)
    return None
