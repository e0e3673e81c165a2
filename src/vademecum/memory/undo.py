"""Taking back what a session wrote, page by page, and keeping what anybody else wrote since.

First a plan is made, of which nothing is done yet: each write of the session is taken back from the page as it is now,
the last one first. Where the page is still as the session left it, it gets the bytes from before; where it was changed
later, both changes are put together, and where they touch the same lines the page is left alone. The plan is carried
out through the gateway, at the versions that it was made for, as one group: a death half way leaves no half of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from vademecum.address import Address
from vademecum.errors import HistoryError, InputError, NotFoundError, VademecumError
from vademecum.gateway import Gateway, Receipt
from vademecum.gateway.together import is_respelt, pages_of
from vademecum.guards.changes import Actor, Proposal, RawText, Removal, Rename, Restoration
from vademecum.guards.exact import said_by
from vademecum.library import Library
from vademecum.memory.history import History
from vademecum.page import Digest
from vademecum.page.model import digest_of
from vademecum.store.three_way import merged
from vademecum.upkeep.written import Account, Wrote

Kind: TypeAlias = Literal["revert", "merge", "remove", "bring back", "move back", "nothing", "leave"]
Content: TypeAlias = bytes | None
_MADE_AND_CHANGED = "the session made it, and others changed it since"


@dataclass(frozen=True, slots=True)
class Step:
    """What is to be done to one page. ``why`` says why it is left alone; ``expect`` is the digest that it has now,
    ``data`` what it is to hold, ``to`` the address that it had before the session moved it."""

    address: Address
    kind: Kind
    why: str = ""
    expect: str | None = None
    data: Content = None
    to: Address | None = None

    @property
    def does(self) -> bool:
        """Whether it changes anything."""
        return self.kind not in {"nothing", "leave"}


class Undone(NamedTuple):
    """What was written, and why a step was left out after all."""

    receipts: tuple[Receipt, ...]
    failed: Mapping[Step, str]


class Undo:
    """The undoing of sessions in one library, through its gateway, by whoever asks for it."""

    def __init__(self, library: Library, history: History, gateway: Gateway, actor: Actor) -> None:
        self._library = library
        self._history = history
        self._gateway = gateway
        self._actor = actor
        self._kept: dict[Address, dict[str, bytes]] = {}

    def plan(self, account: Account) -> list[Step]:
        """What would take back all that a session wrote, in order of its pages; nothing is done yet."""
        chains, moved = _chains(account.writes)
        return [self._step(address, chain, moved.get(address)) for address, chain in sorted(chains.items())]

    def carry_out(self, steps: Sequence[Step], subject: str) -> Undone:
        """Take back what these steps say, all or none; a step that its page, a scan or its mount refuses by now is left
        out before, and told. ``subject`` says in the history what it is for. Raises what the gateway does of the rest.
        """
        failed: dict[Step, str] = {}
        group: list[Proposal] = []
        alone: list[tuple[Step, list[Proposal]]] = []
        for step in steps:
            try:
                proposals = self._checked(step, group)
            except VademecumError as error:
                failed[step] = error.message
            else:
                if any(map(is_respelt, proposals)):
                    alone.append((step, proposals))
                else:
                    group += proposals
        receipts = list(self._gateway.write_all(group, subject)) if group else []
        for step, proposals in alone:
            try:
                receipts += [self._gateway.write(each) for each in proposals]
            except VademecumError as error:
                failed[step] = error.message
        return Undone(tuple(receipts), failed)

    def _checked(self, step: Step, group: Sequence[Proposal]) -> list[Proposal]:
        """The writes of a step. Raises what speaks against it, another step that needs the same name among it."""
        if not step.does:
            return []
        if self._digest(step.address) != step.expect:
            raise HistoryError(f"{step.address} was changed since the plan was made", hint="undo the session again")
        proposals = list(self._proposals(step))
        for proposal in proposals[:1] if is_respelt(proposals[0]) else proposals:
            self._gateway.check(proposal)
        taken = {page for each in group for page in pages_of(each)}
        twice = next((page for each in proposals for page in pages_of(each) if page in taken), None)
        if twice is not None:
            raise HistoryError(f"another page goes back to {twice} as well")
        return proposals

    def _proposals(self, step: Step) -> Iterator[Proposal]:
        """A page that moves back and was changed as well is written anew there, since no write does both."""
        address, data = step.address, step.data or b""
        if step.to is not None:
            moved = Proposal(address, Rename(step.to.name), self._actor, step.expect)
            is_changed = digest_of(data) != step.expect
            if is_respelt(moved) or not is_changed:
                yield moved
            if is_changed:
                version = step.expect if is_respelt(moved) else None
                yield Proposal(step.to, self._text(step.to, data), self._actor, version)
            if is_changed and not is_respelt(moved):
                yield Proposal(address, Removal(), self._actor, step.expect)
        elif step.kind == "remove":
            yield Proposal(address, Removal(), self._actor, step.expect)
        else:
            trashed = self._in_trash(address, digest_of(data)) if step.kind == "bring back" else None
            yield Proposal(address, trashed or self._text(address, data), self._actor, step.expect)

    def _text(self, address: Address, data: bytes) -> RawText:
        return RawText(said_by(data, self._library.mount(address.mount).config.format), data)

    def _in_trash(self, address: Address, digest: Digest) -> Restoration | None:
        store = self._library.store(address.mount)
        found = (each.id for each in store.trash() if (each.name, each.digest) == (address.name, digest))
        return next((Restoration(each, store.read_trashed(each).text) for each in found), None)

    def _step(self, address: Address, chain: Sequence[Wrote], was: Address | None) -> Step:
        try:
            self._library.store(address.mount).check_writable(address.name)
            return self._planned(address, chain, was)
        except VademecumError as error:
            return Step(address, "leave", error.message)

    def _planned(self, address: Address, chain: Sequence[Wrote], was: Address | None) -> Step:
        now = self._now(address)
        expect = None if now is None else digest_of(now)
        first, last = chain[0], chain[-1]
        if first.before == expect and was is None:
            return Step(address, "nothing", "it is as it was before the session")
        if now is None and (first.before is None or last.after is not None):
            return Step(address, "nothing" if first.before is None else "leave", "it is gone already")
        if first.before is None:
            is_alone = expect == last.after and len(_joined(chain)) == 1
            return Step(address, "remove", expect=expect) if is_alone else Step(address, "leave", _MADE_AND_CHANGED)
        is_gone = now is None and last.before is not None
        start = self._known(address, last.before) if is_gone and last.before else now
        data = self._taken_back(address, chain[:-1] if is_gone else chain, start)
        if data is None:
            return Step(address, "leave", "later changes touch the same lines")
        if is_gone:
            return Step(address, "bring back", data=data)
        if was is not None:
            if self._now(was) is not None:
                return Step(address, "leave", f"it was {was}, and there is such a page again")
            return Step(address, "move back", expect=expect, data=data, to=was)
        return Step(address, "revert" if expect == last.after else "merge", expect=expect, data=data)

    def _taken_back(self, address: Address, chain: Sequence[Wrote], now: Content) -> Content:
        """The page without what the session wrote, None where later changes touch the same lines."""
        found: Content = now
        for write in reversed(_joined(chain)):
            if write.before is None or write.after is None or found is None:
                return None
            if digest_of(found) == write.after:
                found = self._known(address, write.before)
            else:
                found = merged(self._known(address, write.after), found, self._known(address, write.before))
        return found

    def _known(self, address: Address, digest: str) -> bytes:
        """The bytes of a digest that the page once had. Raises NotFoundError when nobody kept them."""
        if address not in self._kept:
            self._kept[address] = {digest_of(data): data for data in self._candidates(address)}
        data = self._kept[address].get(digest)
        if data is None:
            raise NotFoundError(f"what {address} said at version {digest[:12]} was not kept anywhere")
        return data

    def _candidates(self, address: Address) -> list[bytes]:
        store = self._library.store(address.mount)
        now = self._now(address)
        found = [] if now is None else [now]
        found += [store.read_trashed(item.id).raw for item in store.trash() if item.name == address.name]
        with suppress(HistoryError, NotFoundError, InputError):  # then nothing was kept but what the trash has
            found += self._history.contents(address)
        return found

    def _now(self, address: Address) -> Content:
        store = self._library.store(address.mount)
        return store.read(address.name).raw if store.stamp(address.name) is not None else None

    def _digest(self, address: Address) -> str | None:
        now = self._now(address)
        return None if now is None else digest_of(now)


def _chains(writes: Sequence[Wrote]) -> tuple[Mapping[Address, list[Wrote]], Mapping[Address, Address]]:
    """The writes of each page in order, and where pages that were moved had been before.

    A move is noted as two writes: one that takes the page away, and one of another page with the same bytes before and
    after.
    """
    chains: dict[Address, list[Wrote]] = {}
    moved: dict[Address, Address] = {}
    for number, write in enumerate(writes):
        old = writes[number - 1] if number else None
        if old is not None and _is_move(old, write):
            chain = chains.pop(old.address, [old])[:-1]
            chains[write.address] = [*chain, write]
            origin = moved.pop(old.address, old.address)
            if origin != write.address:
                moved[write.address] = origin
        else:
            chains.setdefault(write.address, []).append(write)
    return chains, moved


def _is_move(old: Wrote, new: Wrote) -> bool:
    same = old.before == new.before == new.after and new.after is not None
    return same and old.after is None and old.address != new.address and old.address.mount == new.address.mount


def _joined(chain: Sequence[Wrote]) -> list[Wrote]:
    """The writes with those in a row as one, where nobody else wrote in between."""
    found: list[Wrote] = []
    for write in chain:
        if found and found[-1].after == write.before:
            found[-1] = found[-1]._replace(after=write.after)
        else:
            found.append(write)
    return found
