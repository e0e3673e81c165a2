"""The writes themselves, under the locks of their stores and on what the pages say there: one, or several all or none.

A file of records takes several in one step. Pages of a folder are written one by one, so what they are to be is noted
first: an error in the middle takes back those that were written, and after a death the rest is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from vademecum.address import Address
from vademecum.errors import ConflictError, NotFoundError, RefusedError, StorageError, VademecumError
from vademecum.gateway.passing import Action, Groups, Judged, Receipt
from vademecum.guards.changes import Addition, Change, Content, Outcome, Proposal, Removal, Rename, Restoration
from vademecum.page import Digest, Page
from vademecum.page.model import digest_of
from vademecum.page.record import says_the_same
from vademecum.store.contract import OneStepStore, Store, Trashed, Write
from vademecum.store.journal import Group, Planned


@dataclass(frozen=True, slots=True)
class Ready:
    """A write as it will be made: the page under the lock, the digest to replace, and the bytes, None to delete it."""

    write: Judged
    current: Page | None
    expect: Digest | None
    data: bytes | None = None

    @property
    def name(self) -> str:
        """The page's name in its store."""
        return self.write.proposal.address.name

    @property
    def change(self) -> Change:
        """What was asked for."""
        return self.write.proposal.change

    @property
    def replaced(self) -> bytes | None:
        """The bytes that the page has now."""
        return self.current.raw if self.current else None

    @property
    def outcome(self) -> Outcome | None:
        """What budgets count, None for a page that is only moved."""
        return None if isinstance(self.change, Rename) else Outcome(self.current, self.data or b"")

    @property
    def planned(self) -> Iterator[Planned]:
        """What is noted of it beside others: its bytes before and after. A page that moves is there twice for a moment
        when that is done again, and at no moment nowhere."""
        root, mount = str(self.write.mount.root), self.write.mount.name
        if isinstance(self.change, Rename):
            yield Planned(root, mount, self.change.to, None, self.replaced)
        yield Planned(root, mount, self.name, self.replaced, self.data)


def prepared(write: Judged) -> Ready:
    """A write, once more compared with what is there now. Raises ConflictError, or what makes the bytes impossible."""
    store, proposal = write.store, write.proposal
    current, expect = current_page(store, proposal.address.name), write.expect
    found = current.digest if current else None
    if isinstance(proposal.change, Addition):
        expect = found  # nothing can be lost, so the newest text is the right one
    elif found != expect:
        raise _changed_meanwhile(proposal, expect, current)
    match proposal.change:
        case Removal() | Rename():
            if expect is None:
                raise NotFoundError(f"there is no page {proposal.address}")
            return Ready(write, current, expect)
        case Restoration(trash_id, text):
            page = store.read_trashed(trash_id)
            if page.text != text:  # what the guards have seen is what comes back
                raise _changed_meanwhile(proposal, None, page)
            return Ready(write, None, None, page.raw)
        case edit:
            from vademecum.guards.outcome import bytes_after  # noqa: PLC0415 - only a write pays for YAML

            return Ready(write, current, expect, bytes_after(edit, current, write.mount.config.format))


def in_one_step(ready: Sequence[Ready]) -> bool:
    """Whether all of it is one step of one store, which no death can cut in two."""
    return len(list(_steps(ready))) == 1


def written(ready: Sequence[Ready]) -> list[Receipt]:
    """Make the writes of one step. Raises what the store raises; then every byte is as it was."""
    store = ready[0].write.store
    if len(ready) > 1 and isinstance(store, OneStepStore):
        done = store.put_all([Write(each.name, each.data, each.expect) for each in ready])
        return [_receipt(each, result) for each, result in zip(ready, done, strict=True)]
    return [_one(each) for each in ready]


def commit(ready: Sequence[Ready], group: Group, groups: Groups) -> list[Receipt]:
    """Make the writes of several steps, all or none.

    After an error what was written is taken back. Where that fails too, the group stays noted, the error's hint says
    so, and whoever opens the memory next finishes it.
    """
    groups.begin(group)
    done: list[tuple[Ready, Receipt]] = []
    try:
        for step in _steps(ready):
            done.extend(zip(step, written(step), strict=True))
    except BaseException as error:
        if _taken_back(ready):
            groups.end(group)
        elif isinstance(error, VademecumError):
            error.hint = f"{len(done)} of {len(ready)} pages are written; the rest follows when the memory is opened"
        raise
    with suppress(StorageError):  # it is done; whoever finds the note sees that
        groups.end(group)
    receipts = {each.write.proposal.address: receipt for each, receipt in done}
    return [receipts[each.write.proposal.address] for each in ready]


def _steps(ready: Sequence[Ready]) -> Iterator[list[Ready]]:
    """The writes of each store in its fewest steps, stores in the order of their first write."""
    for name in dict.fromkeys(each.write.mount.name for each in ready):
        own = [each for each in ready if each.write.mount.name == name]
        at_once = [each for each in own if _fits_one_step(each)]
        if at_once:
            yield at_once
        yield from ([each] for each in own if not _fits_one_step(each))


def _fits_one_step(ready: Ready) -> bool:
    return isinstance(ready.write.store, OneStepStore) and not isinstance(ready.change, Rename | Restoration)


def _one(ready: Ready) -> Receipt:
    store, address, expect = ready.write.store, ready.write.proposal.address, ready.expect
    match ready.change:
        case Rename(to) if expect is not None:
            store.move(ready.name, to, expect=expect)
            return Receipt(Address(address.mount, to), "moved", expect, expect, replaced=ready.replaced)
        case Restoration(trash_id):
            page = store.read_trashed(trash_id)
            store.restore(trash_id)
            return Receipt(page.address, "restored", None, page.digest, size=len(page.raw))
        case _:
            return _receipt(ready, put(store, ready.name, ready.data, expect))


def put(store: Store, name: str, data: bytes | None, expect: Digest | None) -> Digest | Trashed:
    """Write one page, or delete it when there are no bytes."""
    if data is not None:
        return store.put(name, data, expect=expect)
    if expect is None:
        raise NotFoundError(f"there is no page {Address(store.mount, name)}")
    return store.delete(name, expect=expect)


def _receipt(ready: Ready, done: Digest | Trashed) -> Receipt:
    address, expect = ready.write.proposal.address, ready.expect
    if isinstance(done, Trashed):
        return Receipt(address, "deleted", expect, None, trash_id=done.id, replaced=ready.replaced)
    action, size = _action(ready.change, expect), len(ready.data or b"")
    return Receipt(address, action, expect, done, size=size, replaced=ready.replaced)


def _action(change: Change, expect: Digest | None) -> Action:
    if expect is None:
        return "created"
    if isinstance(change, Content):
        return "replaced"
    return "appended" if isinstance(change, Addition) else "edited"


def _taken_back(ready: Sequence[Ready]) -> bool:
    """Put back what the pages were before, the last one first; whether all of it could be done.

    What a page says tells whether it was written, and not how far the writing was told: a person's Ctrl-C may come
    between the two.
    """
    try:
        for each in reversed(ready):
            _take_back(each)
    except (VademecumError, OSError):
        return False
    return True


def _take_back(ready: Ready) -> None:
    store, current = ready.write.store, current_page(ready.write.store, ready.name)
    now = current.raw if current else None
    if now == ready.replaced:
        return
    if isinstance(ready.change, Rename) and ready.expect is not None:
        store.move(ready.change.to, ready.name, expect=ready.expect)
        return
    if not is_done(now, ready.data, ready.write.mount.config.format):
        raise _changed_meanwhile(ready.write.proposal, ready.expect, current)
    if ready.replaced is None and current is not None:
        gone = store.delete(ready.name, expect=current.digest)
        if not isinstance(ready.change, Restoration):  # that was in the trash, and is there again
            store.purge(gone.id)
    elif ready.replaced is not None:
        trashed = None if current else in_trash(store, ready.name, digest_of(ready.replaced))
        if trashed is not None:
            store.restore(trashed)
        else:
            store.put(ready.name, ready.replaced, expect=current.digest if current else None)


def is_done(now: bytes | None, after: bytes | None, form: str) -> bool:
    """Whether a page has the bytes that a write was to give it; a record may say so at another time."""
    if now is None or after is None:
        return now == after
    return now == after or (form == "records" and says_the_same(now, after))


def in_trash(store: Store, name: str, digest: Digest | None) -> str | None:
    """The id under which a page of these bytes lies in the trash, None when it doesn't."""
    return next((each.id for each in store.trash() if (each.name, each.digest) == (name, digest)), None)


def current_page(store: Store, name: str) -> Page | None:
    """The page of that name as it is now, None when there is none."""
    try:
        return store.read(name)
    except NotFoundError:
        return None


def _changed_meanwhile(proposal: Proposal, expect: Digest | None, current: Page | None) -> RefusedError:
    return ConflictError(
        f"{proposal.address} was changed by another writer a moment ago",
        expected=expect,
        found=current.digest if current else None,
        hint="open it again and make the change on what it says now",
    )
