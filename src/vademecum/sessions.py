"""The ledger of a session: which pages it was shown, has read and has written. It stores no text of any page.

One file a session, ``<host>/<hash of id>.jsonl``, to which each event is appended as one line in one write under a
lock, so that hooks, MCP server and shell calls of one session may share it. A torn or foreign line is passed over.
The newest 256 sessions are kept (D21). Hooks wait for this module, so paths are plain text here.

What the session can still see is for its transcript to say, where that can be read (``believe``); the ledger knows
what was offered and is not in there yet, and what the session wrote. It is believed alone only where there is no
transcript, and for what starts hand over in a host whose transcript never tells of that.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping

from vademecum.errors import StorageError
from vademecum.lean import NamedTuple, dumps, loads, sha256
from vademecum.observation import NEVER_SEEN, Seen, after_opening, after_writing
from vademecum.store.append import append_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from vademecum.address import Address
    from vademecum.transcripts.reading import View

SESSIONS_KEPT = 256
# Beside the ledgers, by the same file names: what hooks gave to a session.
RECEIPTS = "receipts"
# The same for how far the transcript was read.
TRANSCRIPTS = "transcripts"
# By which channel a session's start hands over.
STARTS = "start"
# What a session has of one version of a page or block (M21): nothing ever, or it is before the agent, or on its way
# there, or it was and is no more.
NEVER, VISIBLE, QUEUED, GONE = "never", "visible", "queued", "gone"

_SEEN = frozenset({"observed", "wrote"})
_SHOWN = frozenset({"offered", "read"})
_BARE = frozenset({"snapshot", "compacted", "rewound", "turn"})


class SessionKey(NamedTuple):
    """Which run of which host: the host's name, and the id by which the host calls the run."""

    host: str
    id: str

    @property
    def file(self) -> str:
        """The ledger's place below the sessions folder; ids never become file names, nor do odd signs of a host's."""
        host = "".join(c if c.isascii() and c.isalnum() else "-" for c in self.host)
        return f"{host or '-'}/{sha256(self.id.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.jsonl"


class Offer(NamedTuple):
    """A page, or the block of it at ``place``, that was handed to the session at a digest, or the first of its digits;
    empty when only the page is known."""

    page: str
    place: str = ""
    digest: str = ""


class _Shown(NamedTuple):
    """The version that an event of the ledger showed; the tool call by which it did, and at which turn it was noted."""

    digest: str
    call: str
    turn: int


class Session:
    """The ledger of one session, read once and kept in step as it is written.

    What can't be read is as if it had not been seen; what can't be written raises StorageError.
    """

    def __init__(self, folder: Path | str, key: SessionKey) -> None:
        self.key = key
        self._file = os.path.join(folder, key.file)
        self._read_to = 0
        self._seen: dict[str, Seen] = {}
        self._shown: dict[tuple[str, str], _Shown] = {}
        self._started: dict[tuple[str, str], str] = {}
        self._ever: set[Offer] = set()
        self._wrote: dict[tuple[str, str], str] = {}
        self._turn = 0
        self._snapshot: str | None = None
        self._look: Callable[[], View | None] | None = None
        self._view: View | None = None

    def seen(self, address: Address) -> Seen:
        """What the session has seen of a page."""
        self._catch_up()
        return self._seen.get(str(address.page), NEVER_SEEN)

    def believe(self, look: Callable[[], View | None]) -> None:
        """From now on, count what was handed over only where the transcript shows it; ``look`` reads that, once it is
        needed, and gives None for one that can't be read."""
        self._look = look

    def is_shown(self, offer: Offer) -> bool:
        """Whether the session can still see this page, or this block of it, as it is now, or soon will (rule 7). A page
        covers its blocks, never the reverse; a page of the same version is the same page."""
        return self.state(offer) in {VISIBLE, QUEUED}

    def state(self, offer: Offer) -> str:
        """Which of the four states this version of a page, or of a block of it, is in."""
        if self._look is not None:
            look, self._look = self._look, None
            self._view = look()
        self._catch_up()
        states = {state for shown, state in self._in_view() if _covers(shown, offer)}
        if states:
            return VISIBLE if VISIBLE in states else QUEUED
        return GONE if any(_covers(shown, offer) for shown in self._ever) else NEVER

    @property
    def calls(self) -> frozenset[str]:
        """The calls of the host's own tools by which it read pages."""
        self._catch_up()
        return frozenset(shown.call for shown in self._shown.values() if shown.call)

    @property
    def snapshot(self) -> str | None:
        """The digest of the snapshot that the session was given last, None when it can't see one any more."""
        self._catch_up()
        return self._snapshot

    def observe(self, address: Address, digest: str | None) -> None:
        """Note that a page, or the block of it that the address names, was opened; None when it was absent."""
        self._append([{"event": "observed", "page": str(address.page), "place": address.place, "digest": digest}])

    def wrote(self, address: Address, before: str | None, after: str | None, *, whole: bool) -> None:
        """Note a write. What was seen at ``before`` counts as seen at ``after``; ``whole`` when all of it is known."""
        event = {"event": "wrote", "page": str(address.page), "before": before, "after": after, "whole": whole}
        self._append([event])

    def held(self, address: Address, held: str) -> None:
        """Note a write that waits for a person under the id ``held``; nothing is seen or shown by it."""
        self._append([{"event": "held", "page": str(address.page), "id": held}])

    def offer(self, channel: str, offers: Iterable[Offer]) -> None:
        """Note what a channel handed over."""
        self._append([{"event": "offered", "channel": channel, **offer._asdict()} for offer in offers])

    def read_by_host(self, offer: Offer, call: str = "") -> None:
        """Note that the host's own file tool read a page, by a call that its transcript names too. With a digest the
        whole of it was read, which counts as an observation; without one it counts as access alone."""
        seen = {"event": "observed" if offer.digest else "read", **offer._asdict()}
        self._append([seen | ({"call": call} if call else {})])

    def name_snapshot(self, digest: str) -> None:
        """Note which snapshot the session was given."""
        self._append([{"event": "snapshot", "digest": digest}])

    def compacted(self) -> None:
        """Note that nothing handed over before is to be counted on any more; what was observed still is."""
        self._append([{"event": "compacted"}])

    def rewound(self) -> None:
        """Note that the conversation was wound back: of what was handed over before, only what the transcript shows is
        still there."""
        self._append([{"event": "rewound"}])

    def next_turn(self) -> None:
        """Note that a prompt looked for pages: what was offered before it counts no longer because it is on its way."""
        self._catch_up()
        if any(shown.turn == self._turn for shown in self._shown.values()):
            self._append([{"event": "turn"}])

    def _in_view(self) -> Iterator[tuple[Offer, str]]:
        """Everything that is in view or on its way; its version is empty where it can't be told."""
        if self._view is None:
            yield from ((Offer(*place, shown.digest), VISIBLE) for place, shown in self._shown.items())
            return
        yield from ((Offer(*place, version), VISIBLE) for place, version in self._view.pages.items())
        yield from ((Offer(*place, version), QUEUED) for place, version in self._view.queued.items())
        alone = {**self._wrote, **(self._started if self._view.is_without_starts else {})}
        yield from ((Offer(*place, digest), VISIBLE) for place, digest in alone.items())
        for place, shown in self._shown.items():
            if shown.call in self._view.calls:
                yield Offer(*place, shown.digest), VISIBLE
            elif shown.turn == self._turn:
                yield Offer(*place, shown.digest), QUEUED

    def _append(self, events: Iterable[Mapping[str, str | bool | None]]) -> None:
        lines = "".join(dumps(event) + "\n" for event in events).encode()
        try:
            append_lines(self._file, lines, keep=SESSIONS_KEPT)
        except OSError as cause:
            raise StorageError(f"the session's ledger could not be written: {cause.strerror}") from cause

    def _catch_up(self) -> None:
        for event in self._new_events():
            name = event["event"]
            page = str(event.get("page", ""))
            if name in _SEEN:
                self._seen[page] = _after(self._seen.get(page, NEVER_SEEN), event)
            if name == "snapshot":
                self._snapshot = _text(event.get("digest"))
                self._started.clear()
            elif name == "turn":
                self._turn += 1
            elif name in {"compacted", "rewound"}:
                self._note_gone(is_all=name == "compacted")
            else:
                self._note_shown(page, event)

    def _note_gone(self, *, is_all: bool) -> None:
        """After a compaction nothing counts, and after a rewind what the transcript can show."""
        self._wrote.clear()
        if is_all:
            self._snapshot = None
            self._shown.clear()
        self._turn += 1

    def _note_shown(self, page: str, event: Mapping[str, object]) -> None:
        place = page, _text(event.get("place")) or ""
        digest = _text(event.get("after" if event["event"] == "wrote" else "digest"))
        if digest is None and event["event"] not in _SHOWN:
            return
        self._shown[place] = _Shown(digest or "", _text(event.get("call")) or "", self._turn)
        self._ever.add(Offer(*place, digest or ""))
        if event.get("channel") == STARTS:
            self._started[place] = digest or ""
        if event["event"] == "wrote":
            self._wrote[place] = digest or ""

    def _new_events(self) -> Iterator[dict[str, object]]:
        whole = _whole_lines(self._file, self._read_to)
        if whole:
            self._read_to += len(whole) + 1
        return _events(whole)


def _covers(shown: Offer, offer: Offer) -> bool:
    """Whether what was shown is what would be offered, or all of its page."""
    is_there = shown.place in {"", offer.place} and offer.digest.startswith(shown.digest)
    return is_there and bool(shown.digest or shown.page == offer.page)


def _whole_lines(file: str, start: int) -> bytes:
    try:
        with open(file, "rb") as lines:
            lines.seek(start)
            return lines.read().rpartition(b"\n")[0]
    except OSError:
        return b""


def _events(lines: bytes) -> Iterator[dict[str, object]]:
    return (event for line in lines.split(b"\n") if line and (event := _event(line)) is not None)


def _after(seen: Seen, event: Mapping[str, object]) -> Seen:
    digest_after = _text(event.get("after"))
    if event["event"] == "wrote":
        return after_writing(seen, _text(event.get("before")), digest_after, whole=event.get("whole") is True)
    return after_opening(seen, _text(event.get("place")) or "", _text(event.get("digest")))


def _event(line: bytes) -> dict[str, object] | None:
    try:
        event = loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    known = event.get("event") if isinstance(event, dict) else None
    if not isinstance(known, str):
        return None
    of_page = known in _SEEN | _SHOWN and isinstance(event.get("page"), str)
    return event if of_page or known in _BARE else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
