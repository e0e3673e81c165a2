"""The ledger of a session: which pages it was shown, has read and has written. It stores no text of any page.

One file a session, ``<host>/<hash of id>.jsonl``, to which each event is appended as one line in one write under a
lock, so that hooks, MCP server and shell calls of one session may share it. A torn or foreign line is passed over.
The newest 256 sessions are kept (D21).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from filelock import FileLock

from vademecum.address import Address
from vademecum.observation import NEVER_SEEN, Seen, after_opening, after_writing
from vademecum.store.files import storage_errors

SESSIONS_KEPT = 256
# Seconds; a holder writes one line, so only one that was stopped in the middle is ever waited for.
_LOCK_WAIT = 5.0
_EVENTS = ("observed", "wrote")


@dataclass(frozen=True, slots=True)
class SessionKey:
    """Which run of which host: the host's name, and the id by which the host calls the run."""

    host: str
    id: str

    @property
    def file(self) -> Path:
        """The ledger's place below the sessions folder; ids never become file names, nor do odd signs of a host's."""
        host = "".join(c if c.isascii() and c.isalnum() else "-" for c in self.host)
        return Path(host or "-") / f"{sha256(self.id.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}.jsonl"


class Session:
    """The ledger of one session, read once and kept in step as it is written.

    What can't be read is as if it had not been seen; what can't be written raises StorageError.
    """

    def __init__(self, folder: Path, key: SessionKey) -> None:
        self.key = key
        self._file = folder / key.file
        self._read_to = 0
        self._seen: dict[str, Seen] = {}

    def seen(self, address: Address) -> Seen:
        """What the session has seen of a page."""
        self._catch_up()
        return self._seen.get(str(address.page), NEVER_SEEN)

    def observe(self, address: Address, digest: str | None) -> None:
        """Note that a page, or the block of it that the address names, was opened; None when it was absent."""
        self._append({"event": "observed", "page": str(address.page), "place": address.place, "digest": digest})

    def wrote(self, address: Address, before: str | None, after: str | None, *, whole: bool) -> None:
        """Note a write. What was seen at ``before`` counts as seen at ``after``; ``whole`` when all of it is known."""
        event = {"event": "wrote", "page": str(address.page), "before": before, "after": after, "whole": whole}
        self._append(event)

    def _append(self, event: dict[str, str | bool | None]) -> None:
        folder = self._file.parent
        line = json.dumps(event) + "\n"
        with storage_errors("the session's ledger could not be written"):
            if not self._file.exists():
                folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                _drop_oldest(folder, keep=SESSIONS_KEPT - 1)
            with FileLock(folder / ".lock", timeout=_LOCK_WAIT):
                _append_line(self._file, line.encode())

    def _catch_up(self) -> None:
        for event in self._new_events():
            page = str(event.get("page", ""))
            self._seen[page] = _after(self._seen.get(page, NEVER_SEEN), event)

    def _new_events(self) -> Iterator[dict[str, object]]:
        try:
            with self._file.open("rb") as lines:
                lines.seek(self._read_to)
                whole, _, _torn = lines.read().rpartition(b"\n")
        except OSError:
            return
        if whole:
            self._read_to += len(whole) + 1
        for line in whole.split(b"\n"):
            event = _event(line)
            if event is not None:
                yield event


def _after(seen: Seen, event: dict[str, object]) -> Seen:
    digest_after = _text(event.get("after"))
    if event["event"] == "wrote":
        return after_writing(seen, _text(event.get("before")), digest_after, whole=event.get("whole") is True)
    return after_opening(seen, _text(event.get("place")) or "", _text(event.get("digest")))


def _event(line: bytes) -> dict[str, object] | None:
    try:
        event = json.loads(line)
    except (ValueError, RecursionError):
        return None
    known = isinstance(event, dict) and event.get("event") in _EVENTS
    return event if known and isinstance(event.get("page"), str) else None


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None


def _append_line(file: Path, line: bytes) -> None:
    """One write call a line; a line torn by a crash before it is closed first, so that only that one is lost."""
    descriptor = os.open(file, os.O_RDWR | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        size = os.fstat(descriptor).st_size
        torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
        os.write(descriptor, b"\n" + line if torn else line)
    finally:
        os.close(descriptor)


def _drop_oldest(folder: Path, *, keep: int) -> None:
    ledgers = sorted(folder.glob("*.jsonl"), key=_last_written, reverse=True)
    for old in ledgers[keep:]:
        old.unlink(missing_ok=True)


def _last_written(file: Path) -> int:
    try:
        return file.stat().st_mtime_ns
    except FileNotFoundError:  # another session has just dropped it
        return 0
