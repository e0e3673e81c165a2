"""How many characters a store may hold (L6), and what may go to the trash to make room (L18). It writes nothing.

Characters are those of the pages' texts, superseded ones among them, as the index counted them; of a record it is the
content alone. What is taken away by itself says nothing that is not said elsewhere: pages that another one supersedes,
and exact duplicates; and only when that is enough. Everything else is for a person or an agent to choose, from a list.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from vademecum.address import Address
from vademecum.config import Format
from vademecum.errors import LimitError, VademecumError
from vademecum.guards.approvals import needs_person
from vademecum.guards.changes import Outcome, Proposal, Removal, Rename, Restoration
from vademecum.index.contract import Filter, PageRow
from vademecum.library import Library, Mount
from vademecum.page import Page
from vademecum.page.codec import decode
from vademecum.page.record import parse_record

# Enough to choose from; the whole list is a command away.
SHOWN = 5
_UNDATED = "9999"


@dataclass(frozen=True, slots=True)
class Spare:
    """A page that may go to the trash at this digest; ``why`` is its reason as a noun."""

    address: Address
    digest: str
    why: str
    chars: int


@dataclass(frozen=True, slots=True)
class _State:
    """How many characters a store holds, and by how many it would be over its limit; then its rows too."""

    used: int
    over: int
    rows: tuple[PageRow, ...] = ()


class Characters:
    """The limit of each mount that has one, for a gateway's ``budgets`` and for its ``room``."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._counted: dict[str, tuple[str, tuple[PageRow, ...]]] = {}

    def within(self, mount: Mount, outcomes: Sequence[Outcome]) -> None:
        """Raise LimitError when the store would hold more than it may; a write that adds nothing always passes."""
        added = sum(_added(each, mount.config.format) for each in outcomes)
        state = self._state(mount, added)
        if state is not None and state.over > 0:
            raise _refusal(mount, state, added)

    def room(self, mount: Mount, writes: Sequence[tuple[Proposal, Page | None]]) -> tuple[Spare, ...]:
        """What has to go so that writes fit; nothing when they fit, or when all that may go is not enough.

        Nothing either where a person wants to be asked before a page is deleted.
        """
        if not mount.config.max_chars:
            return ()
        state = self._state(mount, sum(_added_by(*write, mount.config.format) for write in writes))
        if state is None or state.over <= 0:
            return ()
        chosen, freed = [], 0
        for spare in self._spares(mount, state.rows, {proposal.address.name for proposal, _ in writes}):
            chosen.append(spare)
            freed += spare.chars
            if freed >= state.over:
                return () if any(self._is_asked_for(mount, each) for each in chosen) else tuple(chosen)
        return ()

    def _state(self, mount: Mount, added: int) -> _State | None:
        """The store as it would be, None when no limit can matter."""
        limit = mount.config.max_chars
        if not limit or added <= 0:
            return None
        self._library.sync(mount.name)
        with self._library.index(mount.name).view() as view:
            used = view.chars()
        over = used + added - limit
        return _State(used, over, self._rows(mount.name) if over > 0 else ())

    def _rows(self, mount: str) -> tuple[PageRow, ...]:
        """The rows of a mount that is full, read once for as long as its pages are the same: a write asks twice."""
        with self._library.index(mount).view() as view:
            digest, known = view.digest, self._counted.get(mount)
            rows = known[1] if known is not None and known[0] == digest else tuple(view.pages(Filter()))
        self._counted[mount] = digest, rows
        return rows

    def _spares(self, mount: Mount, rows: Sequence[PageRow], writing: Collection[str]) -> Iterator[Spare]:
        """Exact duplicates, then superseded pages, of these no one before those that lead to it."""
        others = [row for row in rows if row.name not in writing]
        for row in self._duplicates(mount, others):
            yield Spare(Address(mount.name, row.name), row.digest, "duplicate", row.chars)
        for row in unneeded([row for row in others if row.hidden == "superseded"]):
            yield Spare(Address(mount.name, row.name), row.digest, "superseded page", row.chars)

    def _duplicates(self, mount: Mount, rows: Sequence[PageRow]) -> Iterator[PageRow]:
        """All but one of the pages that say the very same, under the same tags; the one used most stays."""
        by_size: dict[tuple[int, tuple[str, ...]], list[PageRow]] = {}
        for row in rows:
            if row.hidden is None:
                by_size.setdefault((row.chars, tuple(sorted(row.tags))), []).append(row)
        needed = {name for row in rows for name in _superseding(row)}
        for alike in by_size.values():
            kept: set[str] = set()
            for row in sorted(alike, key=_use, reverse=True) if len(alike) > 1 else ():
                text = self._library.store(mount.name).read(row.name).text
                if text in kept and row.name not in needed:
                    yield row
                kept.add(text)

    def _is_asked_for(self, mount: Mount, spare: Spare) -> bool:
        page = self._library.store(mount.name).read(spare.address.name)
        return needs_person(mount, Proposal(spare.address, Removal()), page) is not None


def chars_of(data: bytes, kind: Format) -> int:
    """How many characters a page's bytes count for, as its index row will say; none for one that is taken away."""
    if not data:
        return 0
    if kind == "records":
        return len(parse_record(Address("mount", "record"), data).text)
    return len(decode(data)[0])


def _added(outcome: Outcome, kind: Format) -> int:
    before = 0 if outcome.before is None else len(outcome.before.text)
    return chars_of(outcome.data, kind) - before


def _added_by(proposal: Proposal, current: Page | None, kind: Format) -> int:
    """What a proposal would add; nothing for one that can't be done, which is refused a moment later."""
    match proposal.change:
        case Removal():
            return 0 if current is None else -len(current.text)
        case Rename():
            return 0
        case Restoration(text=text):
            return len(text)
        case edit:
            from vademecum.guards.outcome import bytes_after  # noqa: PLC0415 - only a write pays for YAML

            try:
                return _added(Outcome(current, bytes_after(edit, current, kind)), kind)
            except VademecumError:
                return 0


def _refusal(mount: Mount, state: _State, added: int) -> LimitError:
    """Where agents are told addresses only, no name is told that they may not have seen (rule 12)."""
    limit = mount.config.max_chars
    largest = sorted(state.rows, key=lambda row: (-row.chars, row.name))[:SHOWN]
    spare = sorted((row for row in state.rows if row.hidden in {None, "superseded"}), key=_use)[:SHOWN]
    names = {row.name: f"{Address(mount.name, row.name)} ({row.chars:,})" for row in (*largest, *spare)}
    hint = "shorten or forget something there first"
    if mount.config.exposure == "path":
        hint += f"; the largest are {', '.join(names[row.name] for row in largest)}"
        hint += f"; used least are {', '.join(names[row.name] for row in spare)}"
    return LimitError(
        f"{mount.name} holds {state.used:,} of {limit:,} characters, and this write adds {added:,}",
        used=state.used,
        limit=limit,
        largest=[(str(Address(mount.name, row.name)), row.chars) for row in largest],
        spare=[(str(Address(mount.name, row.name)), row.chars) for row in spare],
        hint=hint,
    )


def unneeded(superseded: Sequence[PageRow]) -> Iterator[PageRow]:
    """Superseded pages in an order in which none goes before those that lead to it, so that each chain stays whole.

    Of those that may go, the one used least comes first; pages that lead to each other in a circle stay.
    """
    waiting = {row.name: row for row in superseded}
    leading = Counter(name for row in superseded for name in _superseding(row))
    free = [(_use(row), row.name) for row in superseded if not leading[row.name]]
    heapify(free)
    while free:
        row = waiting.pop(heappop(free)[1])
        yield row
        for name in _superseding(row):
            leading[name] -= 1
            if not leading[name] and name in waiting:
                heappush(free, (_use(waiting[name]), name))


def _superseding(row: PageRow) -> set[str]:
    """The names that a row is superseded by, however it says it."""
    said = _superseded_by(row.meta)
    return {said, said.rpartition(":")[2]} if isinstance(said, str) else set()


def _superseded_by(meta: Mapping[str, object]) -> object:
    return meta.get("superseded_by") or meta.get("supersededBy")


def _use(row: PageRow) -> tuple[int, str, str]:
    """How much a page was used, and how new it is: the least comes first (L18)."""
    hits, updated = row.meta.get("hits"), row.meta.get("updated")
    count = int(hits) if isinstance(hits, str) and hits.isascii() and hits.isdigit() else 0
    return count, updated if isinstance(updated, str) else row.date or _UNDATED, row.name
