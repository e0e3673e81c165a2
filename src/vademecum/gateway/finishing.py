"""The rest of a group whose process died: page by page, what is done, what is left to do, and what others changed.

A page that has the bytes from before the group gets those that it was to have. One that has them already is done. One
that says something else was changed by somebody since, who saw what was there; it is left to them, and named.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vademecum.address import Address
from vademecum.gateway.passing import Action, Judged, Receipt
from vademecum.gateway.writing import current_page, in_trash, is_done, put
from vademecum.guards.changes import Actor, Proposal, RawText, Removal
from vademecum.library import Mount
from vademecum.page import Digest
from vademecum.page.model import digest_of
from vademecum.store.contract import Store, Trashed
from vademecum.store.journal import Group, Planned

Target = tuple[Mount, Store]


class Left(NamedTuple):
    """A page that was changed since, and what the group would have made of it."""

    address: Address
    data: bytes | None


class Finished(NamedTuple):
    """A group that is done, with the writes of all its pages but those that are ``left``."""

    group: Group
    writes: tuple[Judged, ...]
    receipts: tuple[Receipt, ...]
    left: tuple[Left, ...]


def finished(group: Group, targets: Mapping[str, Target]) -> Finished:
    """Do what is left of a group; the caller holds the locks of its stores, which ``targets`` gives by their roots."""
    writes: list[Judged] = []
    receipts: list[Receipt] = []
    left: list[Left] = []
    for planned in group.writes:
        mount, store = targets[planned.root]
        address, current = Address(mount.name, planned.name), current_page(store, planned.name)
        now = current.raw if current else None
        if is_done(now, planned.after, mount.config.format):
            done: Digest | Trashed | None = None if now is None else digest_of(now)
        elif now == planned.before:
            done = put(store, planned.name, planned.after, None if now is None else digest_of(now))
        else:
            left.append(Left(address, planned.after))
            continue
        writes.append(Judged(mount, store, _proposal(group, planned, address), current, None))
        receipts.append(_receipt(planned, address, done, store))
    return Finished(group, tuple(writes), tuple(receipts), tuple(left))


def _proposal(group: Group, planned: Planned, address: Address) -> Proposal:
    change = Removal() if planned.after is None else RawText("", planned.after)
    return Proposal(address, change, Actor(*group.actor))


def _receipt(planned: Planned, address: Address, done: Digest | Trashed | None, store: Store) -> Receipt:
    before = None if planned.before is None else digest_of(planned.before)
    if planned.after is None:
        trash_id = done.id if isinstance(done, Trashed) else in_trash(store, planned.name, before)
        return Receipt(address, "deleted", before, None, trash_id=trash_id, replaced=planned.before)
    after = done if isinstance(done, str) else digest_of(planned.after)
    action: Action = "created" if before is None else "edited"
    return Receipt(address, action, before, after, size=len(planned.after), replaced=planned.before)
