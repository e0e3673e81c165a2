"""Tending: which pages have gone cold, and what a person decided to do about them, made through the gateway.

Nothing is written until it is asked for. A page that is put away takes its use and the links to it along, all or
nothing, and stays muted where it was; what it was called before is in the trash. One that can't be written stays as it
is and is told, and stops no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from vademecum.access import UNUSED, PlacedPage, Use, counted_since, note_moved, uses_in
from vademecum.address import Address
from vademecum.context.roles import is_candidate
from vademecum.errors import HistoryError, StorageError, VademecumError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Actor, KeyChange, Proposal as Write, RawText, Removal
from vademecum.guards.exact import said_by
from vademecum.index.contract import Filter, PageRow
from vademecum.index.outline import is_seed
from vademecum.library import Mount
from vademecum.library.mutes import Mute, mute, muted_in, read_mutes
from vademecum.library.quarantine import page_key
from vademecum.memory.facade import Memory
from vademecum.memory.using import last_use, stamped_day
from vademecum.page.facts import SALIENCES, salience_of
from vademecum.page.resolve import Named, Names, Resolved, resolve
from vademecum.page.retarget import retarget
from vademecum.recall.blocks.days import day_of
from vademecum.upkeep.lifecycle import Proposal, Standing, propose

ACTOR = Actor("upkeep", "lifecycle")
SALIENCE = "salience"


@dataclass(frozen=True, slots=True)
class Done:
    """What came of one proposal: its writes, and why there are none, empty when there are."""

    proposal: Proposal
    receipts: tuple[Receipt, ...]
    fault: str = ""


def gone_cold(memory: Memory) -> tuple[Proposal, ...]:
    """What to do with pages that nobody used for long, the longest idle first. The indexes must be in step."""
    since = counted_since(memory.setting.state)
    pages = [page for mount in _tended(memory) for page in _standings(memory, mount)]
    return propose(pages, memory.today(), memory.setting.config.upkeep, since)


def carry_out(memory: Memory, proposals: Iterable[Proposal]) -> tuple[Done, ...]:
    """Make what was proposed, as one commit; reports are passed over."""
    wanted = [each for each in proposals if each.action != "report"]
    done: list[Done] = []
    try:
        with memory.recorder.together(f"Put {len(wanted)} cold pages in their place", str(ACTOR)):
            done = [_made(memory, each) for each in wanted]
    except HistoryError as error:
        memory.setting.notice(error.message)
    return tuple(done)


def _tended(memory: Memory) -> Iterator[Mount]:
    """The mounts whose pages may be cooled: their own person's, written by us, and with use that is counted."""
    for mount in memory.library.mounts:
        config = mount.config
        is_ours = mount.trusted and config.writable and config.format == "folder" and not mount.is_missing
        if is_ours and config.track_access != "off":
            yield mount


def _standings(memory: Memory, mount: Mount) -> Iterator[Standing]:
    uses = uses_in(memory.setting.state, str(mount.root))
    for row in _rows(memory, mount):
        if row.hidden is None:
            yield Standing(
                Address(mount.name, row.name),
                salience_of(row.meta),
                _days(row, uses, mount),
                is_kept=is_seed(row.meta) or day_of(row.name) is not None or is_candidate(row.name, row.type),
            )


def _days(row: PageRow, uses: Mapping[str, Use], mount: Mount) -> tuple[date, ...]:
    """The days that are known of a page: when it was used last, by our count and by its own line, when it was
    changed through us, and its date."""
    written = None if row.date is None else date.fromisoformat(row.date)
    use = uses.get(page_key(row.name), UNUSED)
    return tuple(filter(None, (last_use(use, mount), use.last_written, stamped_day(row), written)))


def _made(memory: Memory, proposal: Proposal) -> Done:
    try:
        steps = _demoted if proposal.action == "demote" else _archived
        return Done(proposal, steps(memory, proposal))
    except VademecumError as error:
        return Done(proposal, (), error.message)


def _demoted(memory: Memory, proposal: Proposal) -> tuple[Receipt, ...]:
    """The page's salience as its header writes it, in a word or a figure, at the place where it stands."""
    page = memory.library.store(proposal.address.mount).read(proposal.address.name)
    inner = page.meta.get("metadata")
    is_inside = SALIENCE not in page.meta and isinstance(inner, Mapping)
    said = inner.get(SALIENCE) if is_inside and isinstance(inner, Mapping) else page.meta.get(SALIENCE)
    words = {str(number): word for word, number in SALIENCES.items()}
    value = words[proposal.to] if isinstance(said, str) and said.strip().casefold() in SALIENCES else proposal.to
    key = f"metadata.{SALIENCE}" if is_inside else SALIENCE
    return (memory.gateway.write(Write(proposal.address, KeyChange(key, value), ACTOR, page.digest)),)


def _archived(memory: Memory, proposal: Proposal) -> tuple[Receipt, ...]:
    """The page under its new name, and every link to it led there: all of it, or nothing."""
    mount = memory.library.mount(proposal.address.mount)
    old, new = proposal.address.name, proposal.to
    rows, store = _rows(memory, mount), memory.library.store(mount.name)
    names = Names(Named(row.name, row.aliases, row.title) for row in rows)
    moved = store.read(old)
    writes = [
        Write(Address(mount.name, new), _exactly(retarget(moved, old, new, names)), ACTOR),
        Write(proposal.address, Removal(), ACTOR, moved.digest),
    ]
    for name in [row.name for row in rows if row.name != old and _links_to(row, old, names)]:
        page = store.read(name)
        data = retarget(page, old, new, names)
        if data != page.raw:
            writes.append(Write(page.address, _exactly(data), ACTOR, page.digest))
    receipts = memory.gateway.write_all(writes, f"Put {proposal.address} in the archive")
    if page_key(old) in muted_in(read_mutes(memory.setting.state), mount.root):
        # Under its old name it stays so as well, should the person take it back.
        mute(memory.setting.state, Mute(str(mount.root), new, str(Address(mount.name, new))))
    with suppress(StorageError):  # only how warm the page was is lost
        note_moved(memory.setting.state, PlacedPage(str(mount.root), old), new)
    return receipts


def _exactly(data: bytes) -> RawText:
    return RawText(said_by(data, "folder"), data)


def _links_to(row: PageRow, name: str, names: Names) -> bool:
    outcomes = (resolve(link, row.name, names) for link in row.links)
    return any(isinstance(each, Resolved) and each.name == name for each in outcomes)


def _rows(memory: Memory, mount: Mount) -> list[PageRow]:
    with memory.library.index(mount.name).view() as view:
        return list(view.pages(Filter()))
