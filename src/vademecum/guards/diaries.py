"""Past diaries are read-only for agents (D16), by whatever tool or command they come. Pure.

The attack is tidying: an agent that rewrites what was noted on a day loses what was known then. Today's diary may be
written, a person may edit any, and a correction may mark what holds instead, since that leaves the text as it stands.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from vademecum.address import Address
from vademecum.errors import ReadOnlyError
from vademecum.guards.changes import KeyChange, Proposal
from vademecum.guards.gate import Refused, Verdict
from vademecum.library import Mount
from vademecum.page import Page
from vademecum.page.dates import find_date

HOME = "global"


def past_stays(today: Callable[[], date]) -> Callable[[Mount, Proposal, Page | None], Verdict | None]:
    """What refuses an agent's change to the diary of another day than today."""

    def judge_day(mount: Mount, proposal: Proposal, _current: Page | None) -> Verdict | None:
        is_mark = isinstance(proposal.change, KeyChange) and proposal.purpose == "correct"
        if proposal.actor.kind != "agent" or is_mark:
            return None
        days = {day for name in proposal.names if (day := diary_day(mount, name)) is not None}
        past = sorted(days - {today().isoformat()})
        return Refused(not_today(proposal.address, past[0])) if past else None

    return judge_day


def diary_day(mount: Mount, name: str) -> str | None:
    """The day of a diary page, None for any other page. The home store and mounts of the ``notes`` profile keep
    diaries; elsewhere a folder that is called like a day is its owner's own order."""
    day, slash, _ = name.partition("/")
    keeps = mount.name == HOME or mount.config.profile == "notes"
    return day if keeps and slash and find_date(day) == day else None


def not_today(address: Address, day: str) -> ReadOnlyError:
    """The refusal, with where to write instead."""
    return ReadOnlyError(
        f"{address} is the diary of {day}, and only today's is written to",
        hint="write to a topic, or leave topic and date out for today's diary",
    )
