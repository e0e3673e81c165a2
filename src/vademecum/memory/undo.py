"""Taking back what a session wrote, page by page, and keeping what anybody else wrote since.

First a plan is made, of which nothing is done yet: each write of the session is taken back from the page as it is now,
the last one first. Where the page is still as the session left it, it gets the bytes from before; where it was changed
later, both changes are put together, and where they touch the same lines the page is left alone. The plan is carried
out through the gateway, at the versions that it was made for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Literal, TypeAlias

from vademecum.address import Address
from vademecum.errors import HistoryError, InputError, NotFoundError, VademecumError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Removal, Rename
from vademecum.library import Library
from vademecum.memory.history import History, Write, restore_bytes
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


class Undo:
    """The undoing of sessions in one library; ``restore`` brings a page back from the trash of a mount."""

    def __init__(
        self, library: Library, history: History, write: Write, restore: Callable[[str, str], Receipt]
    ) -> None:
        self._library = library
        self._history = history
        self._write = write
        self._restore = restore
        self._kept: dict[Address, dict[str, bytes]] = {}

    def plan(self, account: Account) -> list[Step]:
        """What would take back all that a session wrote, in order of its pages; nothing is done yet."""
        chains, moved = _chains(account.writes)
        return [self._step(address, chain, moved.get(address)) for address, chain in sorted(chains.items())]

    def carry_out(self, step: Step) -> Receipt | None:
        """Do one step, None when there is nothing to do. Raises what the gateway does."""
        match step.kind:
            case "nothing" | "leave":
                return None
            case "remove":
                return self._write(step.address, Removal(), version=step.expect)
            case "move back":
                return self._moved_back(step)
            case _:
                return self._put(step)

    def _put(self, step: Step) -> Receipt:
        data = step.data or b""
        if step.kind == "bring back":
            wanted = digest_of(data)
            for item in self._library.store(step.address.mount).trash():
                if item.name == step.address.name and item.digest == wanted:
                    return self._restore(step.address.mount, item.id)
        elif self._digest(step.address) != step.expect:
            raise HistoryError(f"{step.address} was changed since the plan was made", hint="undo the session again")
        return restore_bytes(self._library, self._write, step.address, data)

    def _moved_back(self, step: Step) -> Receipt:
        to = step.to or step.address
        receipt = self._write(step.address, Rename(to.name), version=step.expect)
        if step.data is not None and digest_of(step.data) != step.expect:
            return restore_bytes(self._library, self._write, to, step.data)
        return receipt

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
