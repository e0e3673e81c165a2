"""Receipts read back: what the hooks gave to each session, and what became of it, as its ledger tells.

Hooks write a file a session, one JSON line an event. This reads them and writes nothing; a line that is torn or by
another hand is passed over. No receipt holds a page's words, so none are told here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vademecum.sessions import RECEIPTS, SessionKey, events_of

LEDGERS = "sessions"
# What an event of the ledger says of a page that was handed over before.
_USES = {"observed": "opened", "read": "opened", "wrote": "written"}
ASKED = "asked for"
# What the memory tool answered was asked for; every other channel speaks unasked.
_TOOL = "tool"


@dataclass(frozen=True, slots=True)
class GivenPage:
    """A page or block that was given whole, by its address and the rule that chose it. ``chars`` and ``score`` are None
    where the rule has none; ``afterwards`` says what the session did with the page since it was first given."""

    page: str
    rule: str
    version: str
    chars: int | None
    score: float | None
    afterwards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """One event that was given something. ``chars`` are those of the whole text, frames included; ``left_out`` counts
    by reason; ``verified`` says what was compared with the disk first; ``at`` is the local time as it was written."""

    at: datetime
    event: str
    channel: str
    chars: int
    verified: str
    left_out: Mapping[str, int]
    pages: tuple[GivenPage, ...]


@dataclass(frozen=True, slots=True)
class Trace:
    """All receipts of one session, oldest first; there is at least one. ``cwd`` is where it was last."""

    host: str
    session: str
    cwd: str
    events: tuple[Receipt, ...]

    @property
    def last(self) -> datetime:
        """When it was last given anything."""
        return self.events[-1].at

    @property
    def pages(self) -> int:
        """How many pages it was given, each counted once."""
        return len({_page_of(each.page) for event in self.events for each in event.pages})

    @property
    def chars(self) -> int:
        """The characters of all that it was given."""
        return sum(event.chars for event in self.events)


def read_traces(state: Path) -> list[Trace]:
    """The sessions with receipts in a state folder, those first that were given something last."""
    found = (_trace(state, file) for file in sorted((state / RECEIPTS).glob("*/*.jsonl")))
    return sorted((trace for trace in found if trace is not None), key=lambda trace: trace.last, reverse=True)


def _trace(state: Path, file: Path) -> Trace | None:
    lines = list(_objects(file))
    if not lines:
        return None
    host, session = file.parent.name, str(lines[-1].get("session", ""))
    used = _uses(events_of(state / LEDGERS, SessionKey(host, session)))
    events = tuple(each for line in lines if (each := _receipt(line, used)) is not None)
    return Trace(host, session, str(lines[-1].get("cwd", "")), events) if events else None


def _objects(file: Path) -> Iterator[Mapping[str, object]]:
    try:
        raw = file.read_bytes()
    except OSError:  # a newer session has just made room for itself
        return
    for line in raw.split(b"\n"):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            yield found


def _uses(events: Iterable[Mapping[str, object]]) -> dict[str, list[str]]:
    """What was done with each page after it was given unasked, each kind of use once."""
    used: dict[str, list[str]] = {}
    for event in events:
        page, name = str(event.get("page", "")), str(event["event"])
        use = ASKED if event.get("channel") == _TOOL else _USES.get(name)
        if use is None and name == "offered":
            used.setdefault(page, [])
        elif use is not None and page in used and use not in used[page]:
            used[page].append(use)
    return used


def _receipt(line: Mapping[str, object], used: Mapping[str, list[str]]) -> Receipt | None:
    pages, left_out = line.get("pages"), line.get("left_out")
    try:
        at = datetime.fromisoformat(str(line.get("at"))).astimezone()
    except ValueError:
        return None
    return Receipt(
        at=at,
        event=str(line.get("event", "")),
        channel=str(line.get("channel", "")),
        chars=_whole(line.get("chars")) or 0,
        verified=str(line.get("verified", "")),
        left_out={str(reason): _whole(count) or 0 for reason, count in left_out.items()}
        if isinstance(left_out, dict)
        else {},
        pages=tuple(_given(each, used) for each in pages if isinstance(each, dict)) if isinstance(pages, list) else (),
    )


def _given(page: Mapping[str, object], used: Mapping[str, list[str]]) -> GivenPage:
    address, score = str(page.get("page", "")), page.get("score")
    return GivenPage(
        page=address,
        rule=str(page.get("rule", "")),
        version=str(page.get("version", "")),
        chars=_whole(page.get("chars")),
        score=float(score) if isinstance(score, int | float) else None,
        afterwards=tuple(used.get(_page_of(address), ())),
    )


def _page_of(address: str) -> str:
    return address.partition("#")[0]


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None
