"""What a write passes on its way, and what comes of it: guards as tuples of callables, judged writes and receipts.

A new guard is added by naming it once. It writes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, Protocol, TypeAlias

from vademecum.address import Address
from vademecum.errors import TooLargeError
from vademecum.guards.budgets import Spare
from vademecum.guards.changes import Outcome, Proposal
from vademecum.guards.gate import Held, Verdict
from vademecum.library import Mount
from vademecum.page import Digest, Page
from vademecum.store.contract import Store
from vademecum.store.journal import Group

Action: TypeAlias = Literal["created", "replaced", "edited", "appended", "deleted", "moved", "restored"]


@dataclass(frozen=True, slots=True)
class Receipt:
    """A write that happened. ``warnings`` are failures after it, when the page is safe and something derived is late,
    what went to the trash to make room for it, and what its writer should know of it.

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


class Judged(NamedTuple):
    """A proposal on its way: the page that is there now, if any, and the digest that the write may replace."""

    mount: Mount
    store: Store
    proposal: Proposal
    current: Page | None
    expect: Digest | None


class Cleared(NamedTuple):
    """A page that went to the trash to make room for a write."""

    mount: Mount
    spare: Spare
    trash_id: str

    @property
    def notice(self) -> str:
        """What went, and how to undo it; where agents are told addresses only, no name that they may not have seen
        (rule 12)."""
        what = self.spare.address if self.mount.config.exposure == "path" else f"a page of {self.mount.name}"
        way = f"vade forget --restore {self.trash_id}"
        return f"{what}, a {self.spare.why}, went to the trash to make room; to undo it: {way}"


class Groups(Protocol):
    """What notes groups of writes while they are made, so that a death in between loses none of them."""

    def settle(self, roots: frozenset[str]) -> None:
        """Finish what a process that died had begun in these stores. Raises StorageError when that can't be done."""

    def is_clear(self, roots: frozenset[str]) -> bool:
        """Whether no group is noted in these stores."""

    def begin(self, group: Group) -> None:
        """Note a group, to outlive this process. Raises StorageError."""

    def end(self, group: Group) -> None:
        """Take a group off that is done. Raises StorageError."""

    def has(self, group: Group) -> bool:
        """Whether a group is still noted."""


Scan: TypeAlias = Callable[[Proposal], Proposal | None]
Look: TypeAlias = Callable[[Mount, Proposal, Page | None], Proposal | None]
Approval: TypeAlias = Callable[[Mount, Proposal, Page | None], Verdict | None]
Queue: TypeAlias = Callable[[Sequence[Judged], Held, str], str]
Budget: TypeAlias = Callable[[Mount, Sequence[Outcome]], None]
Room: TypeAlias = Callable[[Mount, Sequence[tuple[Proposal, Page | None]]], Sequence[Spare]]
History: TypeAlias = Callable[[Mount, Proposal, Receipt], None]
Remark: TypeAlias = Callable[[Proposal], str | None]
Together: TypeAlias = Callable[[str, str], AbstractContextManager[None]]


@dataclass(frozen=True, slots=True)
class Guards:
    """What a write passes on its way: ``scans`` raise RefusedError, or give the proposal without what must not be
    written, and ``looks`` do the same with the page before them that it is for; ``approvals`` give a verdict or None,
    ``budgets`` raise RefusedError on the final bytes, ``histories`` record what happened, of several writes
    ``together``, by a subject and who made them. ``alarms`` are approvals for what a write says, which nobody has given
    by wanting such writes made. ``queue`` keeps held writes for a person, with what they are for, and gives their id;
    without one they are only refused. ``room`` names what may go when a store is full. ``remarks`` say what the writer
    should know of a write that is done."""

    scans: tuple[Scan, ...] = ()
    looks: tuple[Look, ...] = ()
    approvals: tuple[Approval, ...] = ()
    alarms: tuple[Approval, ...] = ()
    queue: Queue | None = None
    room: Room | None = None
    budgets: tuple[Budget, ...] = field(default_factory=lambda: (within_write_bound,))
    histories: tuple[History, ...] = ()
    remarks: tuple[Remark, ...] = ()
    together: Together = lambda _subject, _actor: nullcontext()


def within_write_bound(mount: Mount, outcomes: Sequence[Outcome]) -> None:
    """Raise TooLargeError when a page would be larger than its mount lets one be written (D10)."""
    bound = mount.config.max_write_bytes
    size = max((len(each.data) for each in outcomes), default=0)
    if size > bound:
        raise TooLargeError(
            f"the page would have {size:,} bytes, {mount.name} takes {bound:,} at most",
            hint="split it into several pages and link them",
        )
