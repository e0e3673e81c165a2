"""Moving a page up into another scope: written there, through every guard, and taken away here, both or neither.

What is taken away is in the trash of its store.
"""

from __future__ import annotations

from dataclasses import dataclass

from vademecum.address import Address, Scope
from vademecum.errors import InputError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Change, Content, Proposal, RawText, Removal
from vademecum.guards.difference import difference
from vademecum.memory.facade import Memory
from vademecum.memory.notes import Note, mount_for, new_address
from vademecum.page import Page


@dataclass(frozen=True, slots=True)
class Promotion:
    """A move that was not made yet: the page as it is now, where it would be, the change that puts it there, and what
    that would look like as a diff."""

    page: Page
    to: Address
    change: Change
    diff: str


@dataclass(frozen=True, slots=True)
class Promoted:
    """What was written there, and what was taken away here."""

    written: Receipt
    removed: Receipt


def plan_promotion(memory: Memory, name: str, scope: Scope) -> Promotion:
    """Where a page would go in another scope. Raises InputError for a part of a page, or one that is there already."""
    opened = memory.open_page(name)
    page = opened.page
    if opened.block is not None:
        raise InputError(f"{opened.address} is a part of a page", hint="name the page")
    here = memory.library.mount(page.address.mount)
    if here.config.scope == scope:
        raise InputError(f"{page.address} is of scope {scope} already", hint="name another scope")
    memory.library.store(here.name).check_writable(page.address.name)
    mount = mount_for(memory.library, Note(page.body, scope=scope))
    memory.library.sync(mount.name)
    are_pages = {page.codec.kind, mount.config.format} == {"markdown", "folder"}
    tags = (("tags", page.tags),) if page.tags else ()
    change = RawText(page.text) if are_pages else Content(page.body.strip(), page.title, tags)
    to = new_address(memory.library, mount, page.title)
    return Promotion(page, to, change, difference(Proposal(to, change), None, mount.config.format))


def promote(memory: Memory, plan: Promotion) -> Promoted:
    """Make the move. Raises what the gateway raises; when it refuses the page there, the one here stays."""
    actor, here = memory.setting.actor, plan.page.address
    proposals = [Proposal(plan.to, plan.change, actor), Proposal(here, Removal(), actor, plan.page.digest)]
    return Promoted(*memory.gateway.write_all(proposals, f"Promote {here} to {plan.to}"))
