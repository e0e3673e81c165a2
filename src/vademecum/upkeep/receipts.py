"""Receipts read back: what the hooks gave to each session, and what became of it, as its ledger tells.

Hooks write a file a session, one JSON line an event. This reads them and writes nothing; a line that is torn or by
another hand is passed over. No receipt holds a page's words, so none are told here.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vademecum.sessions import RECEIPTS, SessionKey

LEDGERS = "sessions"
# What an event of the ledger says of a page that was handed over before.
_USES = {"observed": "opened", "read": "opened", "wrote": "written"}
ASKED = "asked for"
# What the memory tool answered was asked for; every other channel speaks unasked.
_TOOL = "tool"


@dataclass(frozen=True, slots=True)
class GivenPage:
    """A page or block that was given, by its address and the rule that chose it: ``chars`` of its words, ``of`` so many
    that it has. What a rule does not tell is None. ``afterwards`` says what the session did with the page between this
    event and the next one that gave it again."""

    page: str
    rule: str
    version: str
    chars: int | None
    of: int | None
    score: float | None
    afterwards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """One event that was given something. ``chars`` are those of the whole text, frames included; ``left_out`` counts
    by reason; ``listed`` counts pages that were named alone; ``verified`` says what was compared with the disk first;
    ``at`` is the local time as it was written."""

    at: datetime
    event: str
    channel: str
    chars: int
    verified: str
    left_out: Mapping[str, int]
    listed: int
    pages: tuple[GivenPage, ...]

    @property
    def used(self) -> int:
        """How many of the pages the session did anything with afterwards."""
        return len({_page_of(each.page) for each in self.pages if each.afterwards})


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


class _Ledger:
    """What a session did with pages, by where in its ledger that stands, and where they were given."""

    def __init__(self, file: Path, receipts: Sequence[Mapping[str, object]]) -> None:
        self._uses = defaultdict[str, list[tuple[int, str]]](list)
        for start, event in _objects(file):
            use = ASKED if event.get("channel") == _TOOL else _USES.get(str(event.get("event")))
            if use is not None:
                self._uses[str(event.get("page"))].append((start, use))
        self._given = defaultdict[str, list[int]](list)
        for line in receipts:
            for page in _pages_in(line):
                self._given[_page_of(str(page.get("page", "")))].append(_whole(line.get("ledger")) or 0)

    def afterwards(self, page: str, since: int | None) -> tuple[str, ...]:
        """Each kind of use once, from one giving of a page to its next; nothing where no receipt tells of the first."""
        if since is None:
            return ()
        until = min((each for each in self._given[page] if each > since), default=None)
        uses = (use for at, use in self._uses[page] if at >= since and (until is None or at < until))
        return tuple(dict.fromkeys(uses))


def _trace(state: Path, file: Path) -> Trace | None:
    lines = [line for _, line in _objects(file)]
    if not lines:
        return None
    host, session = file.parent.name, str(lines[-1].get("session", ""))
    ledger = _Ledger(state / LEDGERS / SessionKey(host, session).file, lines)
    events = tuple(each for line in lines if (each := _receipt(line, ledger)) is not None)
    return Trace(host, session, str(lines[-1].get("cwd", "")), events) if events else None


def _objects(file: Path) -> Iterator[tuple[int, Mapping[str, object]]]:
    """The objects of a file of lines, and the byte at which each begins."""
    try:
        raw = file.read_bytes()
    except OSError:  # none was kept, or a newer session has just made room for itself
        return
    start = 0
    for line in raw.split(b"\n"):
        found = None
        with suppress(ValueError, RecursionError):
            found = json.loads(line)
        if isinstance(found, dict):
            yield start, found
        start += len(line) + 1


def _receipt(line: Mapping[str, object], ledger: _Ledger) -> Receipt | None:
    left_out = line.get("left_out")
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
        listed=_whole(line.get("listed")) or 0,
        pages=tuple(_given(page, ledger, _whole(line.get("ledger"))) for page in _pages_in(line)),
    )


def _pages_in(line: Mapping[str, object]) -> list[Mapping[str, object]]:
    pages = line.get("pages")
    return [page for page in pages if isinstance(page, dict)] if isinstance(pages, list) else []


def _given(page: Mapping[str, object], ledger: _Ledger, since: int | None) -> GivenPage:
    address, score = str(page.get("page", "")), page.get("score")
    return GivenPage(
        page=address,
        rule=str(page.get("rule", "")),
        version=str(page.get("version", "")),
        chars=_whole(page.get("chars")),
        of=_whole(page.get("of")),
        score=float(score) if isinstance(score, int | float) else None,
        afterwards=ledger.afterwards(_page_of(address), since),
    )


def _page_of(address: str) -> str:
    return address.partition("#")[0]


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None
