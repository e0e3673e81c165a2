"""What unasked pages cost in tokens, and whether they were worth it: by page, by channel and over time. Pure.

It counts what receipts tell. A token is estimated as everywhere here, from a page's characters and how many of its
signs are ASCII; receipts hold no words, so how a page is written today stands for how it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, NamedTuple

from vademecum.upkeep.receipts import Receipt, Trace

Period = Literal["day", "month"]

# The event at which several channels speak at once; there a page's rule tells its channel.
_START = "start"
# What an event's text holds beside the words of pages: frames, lists, and the sentences of nudges.
AROUND = "lists and frames"
# ASCII text of ours.
_RATIO = 0.25
# A page counts as always given from so many sessions on, and when it was given in that share of those that could have
# had it: all in the same folders, since it first was.
LEAST_SESSIONS = 5
ALWAYS = 0.75

Ratio = Callable[[str], float]
"""How many tokens a character of a page is, by the page's address."""


class Giving(NamedTuple):
    """One page given once: ``session`` by host and id; ``page`` is empty for what is no page's."""

    day: date
    session: tuple[str, str]
    folder: str
    channel: str
    page: str
    tokens: float
    is_used: bool


@dataclass(frozen=True, slots=True)
class Spent:
    """What one page, channel or period cost: how often something was given and in how many sessions, about how many
    tokens that was, and how often the page was opened, asked for or written before it was given again."""

    name: str
    times: int
    sessions: int
    tokens: int
    used: int
    last: date
    channels: tuple[str, ...]


def givings(traces: Iterable[Trace], ratio: Ratio, since: date | None = None) -> list[Giving]:
    """All that was given since a day, oldest first."""
    found = [each for trace in traces for event in trace.events for each in _of(trace, event, ratio)]
    return sorted(each for each in found if since is None or each.day >= since)


def by_page(given: Sequence[Giving]) -> list[Spent]:
    """What each page cost, the dearest first."""
    return _dearest(_spent([each for each in given if each.page], lambda each: each.page))


def by_channel(given: Sequence[Giving]) -> list[Spent]:
    """What each channel cost, the dearest first."""
    return _dearest(_spent(given, lambda each: each.channel))


def by_period(given: Sequence[Giving], period: Period) -> list[Spent]:
    """What each day or month cost, oldest first."""
    end = len("2026-11-30") if period == "day" else len("2026-11")
    return sorted(_spent(given, lambda each: each.day.isoformat()[:end]), key=lambda each: each.name)


def never_opened(given: Sequence[Giving]) -> list[Spent]:
    """Pages that are always given and were never opened, the dearest first, of what was given in its order."""
    began = dict[str, date]()
    folders = defaultdict[str, set[str]](set)
    ended = dict[tuple[str, tuple[str, str]], date]()
    for each in given:
        began.setdefault(each.page, each.day)
        folders[each.page].add(each.folder)
        ended[each.folder, each.session] = each.day

    def is_always_given(spent: Spent) -> bool:
        if spent.used or spent.sessions < LEAST_SESSIONS:
            return False
        there, since = folders[spent.name], began[spent.name]
        could = {session for (folder, session), day in ended.items() if folder in there and day >= since}
        return spent.sessions >= ALWAYS * len(could)

    return [each for each in by_page(given) if is_always_given(each)]


def _of(trace: Trace, event: Receipt, ratio: Ratio) -> Iterator[Giving]:
    day, session = event.at.date(), (trace.host, trace.session)
    words = 0
    for page in event.pages:
        words += page.chars or 0
        name = page.page.partition("#")[0]
        channel = page.rule if event.channel == _START else event.channel
        cost = (page.chars or 0) * ratio(name)
        yield Giving(day, session, trace.cwd, channel, name, cost, bool(page.afterwards))
    if event.chars > words:
        channel = AROUND if event.pages else event.channel
        yield Giving(day, session, trace.cwd, channel, "", (event.chars - words) * _RATIO, is_used=False)


def _spent(given: Iterable[Giving], key: Callable[[Giving], str]) -> list[Spent]:
    groups = defaultdict[str, list[Giving]](list)
    for each in given:
        groups[key(each)].append(each)
    return [_sum(name, group) for name, group in groups.items()]


def _sum(name: str, group: Sequence[Giving]) -> Spent:
    return Spent(
        name=name,
        times=len(group),
        sessions=len({each.session for each in group}),
        tokens=round(sum(each.tokens for each in group)),
        used=sum(each.is_used for each in group),
        last=max(each.day for each in group),
        channels=tuple(sorted({each.channel for each in group})),
    )


def _dearest(spent: Iterable[Spent]) -> list[Spent]:
    return sorted(spent, key=lambda each: (-each.tokens, each.name))
