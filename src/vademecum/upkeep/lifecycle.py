"""What may go cold: pages that nobody used for long, and what to do about each. Proposals alone; pure.

Only what was really used counts, never that a page was listed, else every page of a contents page would stay warm for
ever. Days are local ones, and a page is idle since the last of them on which it was opened or written, as far as that
is known. A page without any is as old as our counting, since before that nobody looked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from vademecum.address import Address
from vademecum.config.model import UpkeepConfig

Action = Literal["report", "demote", "archive"]
WARM, COLD = 2, 3
ARCHIVE = "archive/"
# A wiki keeps projects that are over in a place of their own (P2).
_ACTIVE, _OVER = "projects/active/", "projects/archive/"
# What is never touched, by the folder that it stands in: topics are kept for good, and sources as they came.
_KEPT_FOLDERS = frozenset({"topics", "raw", "archive"})


@dataclass(frozen=True, slots=True)
class Standing:
    """A page as far as its age matters: the days on which it was used or written, as far as they are known; ``is_kept``
    for one that must stay as it is, such as a seed or a diary."""

    address: Address
    salience: int | None
    days: tuple[date, ...]
    is_kept: bool = False


@dataclass(frozen=True, slots=True)
class Proposal:
    """What to do with a page that has been idle for so many days, since ``since``. ``to`` is the salience that it would
    have, or its new name; empty where it is only named."""

    address: Address
    action: Action
    idle_days: int
    since: date
    to: str = ""


def propose(
    pages: Iterable[Standing], today: date, rules: UpkeepConfig, counted_since: date | None
) -> tuple[Proposal, ...]:
    """What to do with pages that have gone cold, the longest idle first."""
    found = [each for page in pages if (each := _proposal(page, today, rules, counted_since)) is not None]
    return tuple(sorted(found, key=lambda each: (-each.idle_days, each.address)))


def idle_since(page: Standing, today: date, counted_since: date | None) -> date | None:
    """The last day on which a page was used or written; None where that can't be told. A day that is still to come is
    a slip of the pen."""
    past = [day for day in page.days if day <= today]
    return max(past, default=counted_since)


def archived_name(name: str) -> str:
    """Where a page goes that is put away."""
    return _OVER + name.removeprefix(_ACTIVE) if name.startswith(_ACTIVE) else ARCHIVE + name


def _proposal(page: Standing, today: date, rules: UpkeepConfig, counted_since: date | None) -> Proposal | None:
    since = idle_since(page, today, counted_since)
    if since is None or _stays(page):
        return None
    idle = (today - since).days
    for action, days, to in _steps(page, rules):
        if days and idle > days:
            return Proposal(page.address, action, idle, since, to)
    return None


def _steps(page: Standing, rules: UpkeepConfig) -> Iterator[tuple[Action, int, str]]:
    """What could be done with a page, the strongest first."""
    if page.salience == WARM:
        yield "demote", rules.warm_days, str(COLD)
    elif page.salience == COLD:
        yield "archive", rules.cold_days, archived_name(page.address.name)
    yield "report", rules.stale_days, ""


def _stays(page: Standing) -> bool:
    """Whether a page is left alone whatever its age: it matters most, it must stay, or it is put away already."""
    folders = page.address.name.split("/")[:-1]
    is_over = page.address.name.startswith(_OVER)
    return page.is_kept or page.salience == 1 or is_over or not _KEPT_FOLDERS.isdisjoint(folders)
