"""Imports: each entry of a file becomes a proposal for the gateway, and its outcome is told apart from all others.

Nothing is written but through the gateway, one page a write. So an import that is killed leaves a store of whole
pages, and the same import again does the rest: what is there already is a duplicate, counted and never rewritten.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol, TypeAlias
from uuid import uuid4

from vademecum.address import Address
from vademecum.config.model import Format
from vademecum.errors import FilterError, HeldError, RefusedError, VademecumError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Actor, Change, Content, Outcome, Proposal, RawText, Removal
from vademecum.guards.exact import said_by
from vademecum.importers.entry import Entry, Fault, Header, Item, LeftOut
from vademecum.library import Library, Mount
from vademecum.memory.import_report import REFUSED, ImportReport, Request, Result, kind_of
from vademecum.memory.notes import TOPICS
from vademecum.memory.shelf import Shelf, page_of, same_record, text_key
from vademecum.page import Page, check_name, page_name
from vademecum.page.json_object import set_member
from vademecum.page.names import SPECIAL
from vademecum.page.record import first_words

Progress: TypeAlias = Callable[[int, int], None]


class Writer(Protocol):
    """The gateway, as far as an import needs it."""

    def write(self, proposal: Proposal) -> Receipt:
        """Do what is proposed, or raise."""

    def preview(self, proposal: Proposal, before: Sequence[Outcome] = ()) -> Outcome | None:
        """Say what a write would do, or raise what it would raise."""


@dataclass(frozen=True, slots=True)
class _Placed:
    """An entry with the change that writes it, and the page that comes of it."""

    address: Address
    change: Change
    page: Page


@dataclass(slots=True)
class Import:
    """One import into a library."""

    library: Library
    writer: Writer
    request: Request
    today: date
    _shelves: dict[str, Shelf] = field(default_factory=dict)
    _outcomes: dict[str, list[Outcome]] = field(default_factory=dict)
    _kept: dict[str, set[str]] = field(default_factory=dict)
    _warnings: list[str] = field(default_factory=list)

    def run(self, items: Iterable[Item], total: int = 0, progress: Progress = lambda _done, _of: None) -> ImportReport:
        """Import these entries; one that is refused never stops the rest."""
        results = []
        for number, item in enumerate(items, start=1):
            results.append(self._one(item))
            progress(number, max(total, number))
        if self.request.replace and any(each.kind in REFUSED for each in results):
            self._warnings.append("what the file does not hold was left in place, since a part of it did not get in")
        elif self.request.replace:
            results += self._remove_others()
        return ImportReport(self.request.kind, self.request.dry_run, tuple(results), tuple(self._warnings))

    def target(self, entry: Entry | None = None) -> Mount:
        """The mount that an entry goes to. Raises AddressError or FilterError."""
        request, mounts = self.request, self.library.mounts
        if request.mount is not None:
            return self.library.mount(request.mount)
        named = entry.mount if entry is not None and request.scope is None else ""
        scope = request.scope or (entry.scope if entry is not None else None) or "global"
        writable = [each for each in mounts if each.config.writable]
        found = [each for each in writable if each.name == named] + [
            each for each in writable if each.config.scope == scope
        ]
        if not found:
            raise FilterError(f"no mount of scope {scope} can be written", hint="name one with --mount")
        return found[0]

    def shelf(self, mount: Mount) -> Shelf:
        """What a mount holds."""
        return self._shelves.setdefault(mount.name, Shelf(self.library, mount))

    def _one(self, item: Item) -> Result:
        match item:
            case Fault(where, reason):
                return Result(where, "invalid", reason=reason)
            case LeftOut(where, reason):
                return Result(where, "left-out", reason=reason)
            case Entry():
                try:
                    return self._entry(item)
                except VademecumError as error:
                    return Result(item.where, kind_of(error), reason=error.message)

    def _entry(self, entry: Entry) -> Result:
        shelf = self.shelf(self.target(entry))
        exact = entry.data is not None and entry.is_record == (shelf.mount.config.format == "records")
        placed = _placed_exactly(shelf, entry, replace=self.request.replace) if exact else self._placed(shelf, entry)
        self._kept.setdefault(shelf.mount.name, set()).add(placed.address.name.casefold())
        if placed.change is _NOTHING:
            return Result(entry.where, "duplicate", str(placed.address))
        there = shelf.page(placed.address.name) if shelf.is_taken(placed.address.name) else None
        if there is not None:
            self._make_room(shelf, placed, there)
        self._send(shelf, placed.address, placed.change)
        shelf.add(placed.page)
        return Result(entry.where, "imported", str(placed.address))

    def _placed(self, shelf: Shelf, entry: Entry) -> _Placed:
        """An entry as a new page of its own, or the address where its text stands already."""
        entry = _as_text(entry)
        titled = bool(entry.title.strip())
        title = " ".join(entry.title.split()) or first_words(entry.text).strip("# ")
        kind = shelf.mount.config.format
        change = Content(entry.text, title, self._header(entry, kind))
        address = Address(shelf.mount.name, _new_name(shelf, entry, title))
        if kind == "records":
            from vademecum.page import parse  # noqa: PLC0415 - a header means nothing in a record

            change = Content(parse(address, entry.text.encode()).body, title, change.meta)
        from vademecum.guards.outcome import bytes_after  # noqa: PLC0415 - only a write pays for YAML

        page = page_of(address, bytes_after(change, None, kind), kind)
        known = shelf.saying(page, titled=titled)
        if known is None:
            page = self._as_let_in(shelf, address, change) or page
            known = shelf.saying(page, titled=titled)
        return (
            _Placed(address, change, page) if known is None else _Placed(Address(address.mount, known), _NOTHING, page)
        )

    def _as_let_in(self, shelf: Shelf, address: Address, change: Change) -> Page | None:
        """The page that the gateway would write, which a scan may have taken a secret out of; None for one to be held,
        which only the write itself keeps for a person."""
        before = self._outcomes.get(shelf.mount.name, [])
        try:
            outcome = self.writer.preview(Proposal(address, change, self.actor, None, "import"), before)
        except HeldError:
            return None
        return None if outcome is None else page_of(address, outcome.data, shelf.mount.config.format)

    def _header(self, entry: Entry, kind: Format) -> Header:
        """What a new page's header says of an entry: its own day, or that of the import."""
        keys: Header = (
            ("date", entry.date or self.today.isoformat()),
            ("type", entry.type),
            ("tags", entry.tags),
            # A record keeps its author under ``source``, so that the name there is taken.
            ("imported_from" if kind == "records" else "source", entry.source),
            ("author", str(self.actor)),
            *entry.more,
        )
        return tuple((key, value) for key, value in keys if value)

    @property
    def actor(self) -> Actor:
        """Who writes what is imported."""
        return Actor("import", self.request.kind)

    def _make_room(self, shelf: Shelf, placed: _Placed, there: Page) -> None:
        """Move the page that is there to the trash, once it is known that the new one will be let in."""
        proposal = Proposal(placed.address, placed.change, self.actor, there.digest, "import")
        self.writer.preview(proposal, self._outcomes.get(shelf.mount.name, []))
        self._send(shelf, there.address, Removal(), there.digest)
        shelf.drop(there.address.name)

    def _send(self, shelf: Shelf, address: Address, change: Change, version: str | None = None) -> None:
        proposal = Proposal(address, change, self.actor, version, "import")
        if not self.request.dry_run:
            self._warnings += self.writer.write(proposal).warnings
            return
        before = self._outcomes.setdefault(shelf.mount.name, [])
        # A page that would be removed first is still there, so its version is what the new one replaces.
        current = shelf.page(address.name)
        proposal = Proposal(address, change, self.actor, current.digest if current else version, "import")
        outcome = self.writer.preview(proposal, before)
        if outcome is not None:
            before.append(outcome)

    def _remove_others(self) -> list[Result]:
        """With ``replace``, what the file does not hold goes to the trash."""
        results = []
        for shelf in self._shelves.values():
            kept = self._kept.get(shelf.mount.name, set())
            for folded, name in sorted(shelf.names.items()):
                if folded not in kept:
                    results.append(self._remove(shelf, name))
        return results

    def _remove(self, shelf: Shelf, name: str) -> Result:
        address = Address(shelf.mount.name, name)
        page = shelf.page(name)
        try:
            if page is None:
                raise RefusedError(f"{address} can't be read")
            self._send(shelf, page.address, Removal(), page.digest)
        except VademecumError as error:
            return Result(str(address), kind_of(error), str(address), error.message)
        shelf.drop(name)
        return Result(str(address), "removed", str(address), "is not in the file; it is in the trash")


# Stands for the change of an entry whose text is there already.
_NOTHING = RawText("")


def _as_text(entry: Entry) -> Entry:
    """An entry of our own that goes to a store of the other format: a record as a page, or a page as a record."""
    if entry.data is None:
        return entry
    page = page_of(Address("import", entry.name), entry.data, "records" if entry.is_record else "folder")
    return Entry(
        where=entry.where,
        text=page.body if entry.is_record else page.text,
        title=page.title,
        tags=page.tags if entry.is_record else (),
        date=page.date or "",
        type=page.type or "",
        source=f"export {entry.mount or 'archive'}:{entry.name}",
        more=tuple((key, value) for key in ("superseded_by",) if isinstance(value := page.meta.get(key), str)),
    )


def _placed_exactly(shelf: Shelf, entry: Entry, *, replace: bool) -> _Placed:
    """An entry of our own under the name that it had. Where that name says something else, both are kept: the new one
    goes to the first free name with a number, or is found there already."""
    kind, data = shelf.mount.config.format, entry.data or b""
    between = "-" if kind == "records" else " "  # ids are passed around in commands
    for number in range(1, len(shelf.names) + 3):
        name = entry.name if number == 1 else f"{entry.name}{between}{number}"
        own = _named(data, name) if kind == "records" and number > 1 else data
        address = Address(shelf.mount.name, name)
        there = shelf.page(name) if shelf.is_taken(name) else None
        page = page_of(address, own, kind)
        if there is not None and _is_same(page, there, exactly=replace):
            return _Placed(address, _NOTHING, page)
        if not shelf.is_taken(name) or replace:
            return _Placed(address, RawText(said_by(own, kind), own), page)
    raise RefusedError(f"there is no free name for {entry.name!r}")


def _is_same(page: Page, there: Page, *, exactly: bool) -> bool:
    """Whether nothing has to be written: what is there says the same, or is the same to the byte where that is asked.

    A text that was corrected or hidden since it was exported stays so, and does not come back as a live copy.
    """
    if page.codec.kind == "record":
        return same_record(page.raw, there.raw, exactly=exactly)
    return page.raw == there.raw or (not exactly and text_key(page) == text_key(there))


def _named(data: bytes, name: str) -> bytes:
    return set_member(data.decode(), ["id"], name).encode()


def _new_name(shelf: Shelf, entry: Entry, title: str) -> str:
    """A name for a new page that no other has: that of its file in the export, else one made from its title."""
    mount = shelf.mount.config
    if mount.format == "records":
        return str(uuid4())
    folder = TOPICS if mount.scope == "global" and mount.writable else (mount.inbox or "")
    prefix = f"{folder}/" if folder else ""
    above, _, leaf = entry.name.rpartition("/")
    if above and _is_name(f"{prefix}{above}/x"):
        prefix += f"{above}/"
    if leaf.casefold() not in SPECIAL and _is_name(prefix + leaf) and not shelf.is_taken(prefix + leaf):
        return prefix + leaf
    return prefix + page_name(leaf or title, lambda name: shelf.is_taken(prefix + name))


def _is_name(name: str) -> bool:
    try:
        check_name(name)
    except RefusedError:
        return False
    return True
