"""Use of pages: counting that one was opened, and writing the day of its last use where its store keeps it (P26, P27).

Counting goes to the state folder, since reading never writes to a store. The line ``last_access`` of a page's header is
written later, by upkeep, through the gateway like any other write: one line, at most once a local day, and only where
a page has that line and its mount is set to write it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import date

from vademecum.access import UNUSED, PlacedPage, Use, note_read, uses_in
from vademecum.address import Address
from vademecum.errors import HistoryError, StorageError, VademecumError
from vademecum.gateway import UPKEEP, Receipt
from vademecum.guards.changes import KeyChange, Proposal
from vademecum.index.contract import Filter, PageRow
from vademecum.library import Mount
from vademecum.library.quarantine import page_key
from vademecum.memory.facade import Memory
from vademecum.page.dates import find_date

LINE = "last_access"
# Sources as they came; nothing of ours is ever written there (P3).
RAW = "raw/"


def count_read(memory: Memory, addresses: Iterable[Address]) -> None:
    """Count that these pages were opened today; what can't be counted is told, and nothing else fails by it."""
    tracked = {mount.name: mount for mount in memory.library.mounts if mount.config.track_access != "off"}
    pages = [
        PlacedPage(str(tracked[each.mount].root), each.name)
        for each in dict.fromkeys(address.page for address in addresses)
        if each.mount in tracked
    ]
    try:
        note_read(memory.setting.state, pages, memory.today())
    except StorageError as error:
        memory.setting.notice(f"that a page was opened could not be noted: {error.message}")


def last_use(use: Use, mount: Mount) -> date | None:
    """The day of a page's last use, by what counts as use in its mount; None for never."""
    days = [use.last_read, use.last_listed if mount.config.track_access == "listed" else None]
    return max(filter(None, days), default=None)


def stamp_uses(memory: Memory, *, before: date | None = None, mount: str | None = None) -> tuple[Receipt, ...]:
    """Bring the ``last_access`` lines up to the day of each page's last use; with ``before``, only where that is an
    earlier day, with ``mount``, only in that mount.

    A page that can't be written is told and left as it is. The indexes must be in step.
    """
    receipts: list[Receipt] = []
    due = [(address, day) for address, day in _due(memory, mount) if before is None or day < before]
    if not due:
        return ()
    try:
        with memory.recorder.together("Note when pages were used last", str(UPKEEP)):
            for address, day in due:
                change = KeyChange(LINE, day.isoformat())
                try:
                    receipts.append(memory.gateway.write(Proposal(address, change, UPKEEP, purpose="compile")))
                except VademecumError as error:
                    memory.setting.notice(f"the day of its last use was not written to {address}: {error.message}")
    except HistoryError as error:
        memory.setting.notice(error.message)
    return tuple(receipts)


def stamps_due(memory: Memory, mount: str | None = None) -> int:
    """How many lines ``stamp_uses`` would change now."""
    return sum(1 for _ in _due(memory, mount))


def _due(memory: Memory, only: str | None) -> Iterator[tuple[Address, date]]:
    """The pages whose line tells of an earlier day than that of their last use, and that day."""
    for mount in memory.library.mounts:
        config = mount.config
        is_kept = config.stamp_access and config.writable and config.format == "folder" and not mount.is_missing
        if is_kept and config.track_access != "off" and only in {None, mount.name}:
            yield from _due_in(memory, mount, uses_in(memory.setting.state, str(mount.root)))


def _due_in(memory: Memory, mount: Mount, uses: Mapping[str, Use]) -> Iterator[tuple[Address, date]]:
    if not uses:
        return
    with memory.library.index(mount.name).view() as view:
        rows = list(view.pages(Filter()))
    for row in rows:
        day, told = last_use(uses.get(page_key(row.name), UNUSED), mount), stamped_day(row)
        if day is not None and (told is None or told < day) and LINE in row.meta and not row.name.startswith(RAW):
            yield Address(mount.name, row.name), day


def stamped_day(row: PageRow) -> date | None:
    """The day that a page's ``last_access`` line tells, None when it tells none."""
    value = row.meta.get(LINE)
    found = find_date(value) if isinstance(value, str) else None
    return None if found is None else date.fromisoformat(found)
