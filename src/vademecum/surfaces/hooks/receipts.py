"""Receipts: what each event of a session was given, by which rule, at what size, and what was cut.

One file a session beside its ledger's name, ``receipts/<host>/<hash of id>.jsonl`` in the state folder, one JSON line
an event that was given anything. ``upkeep/receipts.py`` reads them; no receipt holds a page's words.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence

from vademecum.context.budget import tokens
from vademecum.lean import NamedTuple, dumps
from vademecum.sessions import RECEIPTS, SESSIONS_KEPT, SessionKey
from vademecum.store.append import append_lines
from vademecum.surfaces.hooks.event import HookEvent

LEDGERS = "sessions"


class Given(NamedTuple):
    """What one event was given. ``chars`` are those of the whole text, a page's own those of its words, ``of`` so many
    that it has; ``left_out`` counts by reason; ``verified`` says what was compared with the disk before it was given;
    ``listed`` counts pages that were named alone."""

    channel: str
    pages: Sequence[Mapping[str, str | int | float]]
    chars: int
    left_out: Mapping[str, int]
    verified: str
    listed: int = 0


def told_of(text: str, pages: Sequence[str], listed: int = 0) -> str:
    """One line for the person on what an agent was handed, empty for nothing; ``listed`` pages were but named."""
    if not text:
        return ""
    count = len(set(pages))
    parts = [f"{count} {'page' if count == 1 else 'pages'}"] if count or not listed else []
    parts += [f"a list of {listed}"] if listed else []
    return f"vade: {' and '.join(parts)}, {tokens(text):,} tokens"


def receipt_file(state: str, key: SessionKey) -> str:
    """Where a session's receipts are kept."""
    return os.path.join(state, RECEIPTS, key.file)


def keep_receipt(state: str, event: HookEvent, given: Given) -> None:
    """Append a receipt, dated with the local time and with how far the ledger went: what the session did with the pages
    stands behind that. Raises OSError."""
    at = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    key = SessionKey(event.host, event.session)
    told = {"at": at, "event": event.name, "session": event.session, "cwd": event.cwd, "ledger": _end(state, key)}
    file = receipt_file(state, key)
    append_lines(file, (dumps({**told, **given._asdict()}) + "\n").encode(), keep=SESSIONS_KEPT)


def _end(state: str, key: SessionKey) -> int:
    try:
        return os.stat(os.path.join(state, LEDGERS, key.file)).st_size
    except FileNotFoundError:
        return 0
