"""What a session wrote, told from its ledger: how many pages, how many writes were held, and each write in order.

It reads ledgers and receipts and writes nothing. A session's id stands in its receipts alone, since ledgers are called
by a hash of it; a session without receipts, such as one of an MCP client, is called by that hash.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from vademecum.address import Address, parse
from vademecum.errors import AddressError, AmbiguousError, NotFoundError
from vademecum.sessions import RECEIPTS, SessionKey

LEDGERS = "sessions"
LAST = "last"


class Wrote(NamedTuple):
    """One write: the page, and its digests before and after; None where there was or is no page."""

    address: Address
    before: str | None
    after: str | None


class Account(NamedTuple):
    """What a session did to the memory. ``session`` is its id, or the hash that its ledger is called by."""

    host: str
    session: str
    writes: tuple[Wrote, ...]
    held: tuple[str, ...]

    @property
    def pages(self) -> int:
        """How many pages it wrote, each counted once."""
        return len({write.address for write in self.writes})

    @property
    def summary(self) -> str:
        """``wrote 2, held 1``; empty when it did neither."""
        parts = [f"wrote {self.pages}"] if self.pages else []
        parts += [f"held {len(self.held)}"] if self.held else []
        return ", ".join(parts)


def account_of(state: Path, host: str, stem: str, session: str = "") -> Account:
    """The account of the ledger of that name; one that is not there tells of nothing."""
    writes: list[Wrote] = []
    held: list[str] = []
    for event in _events(state / LEDGERS / host / f"{stem}.jsonl"):
        if event.get("event") == "wrote":
            with suppress(AddressError):
                page = parse(str(event.get("page")))
                writes.append(Wrote(page, _text(event.get("before")), _text(event.get("after"))))
        elif event.get("event") == "held":
            held.append(str(event.get("page")))
    return Account(host, session or stem, tuple(writes), tuple(held))


def account_in(state: Path, key: SessionKey) -> Account:
    """The account of one session of a host."""
    host, _, file = key.file.partition("/")
    return account_of(state, host, file.removesuffix(".jsonl"), key.id)


def find_account(state: Path, asked: str) -> Account:
    """The account of a session: by its id, the beginning of it or of its ledger's name, or ``last`` for the last that
    wrote. Raises NotFoundError or AmbiguousError."""
    ledgers = sorted((state / LEDGERS).glob("*/*.jsonl"), key=_last_written, reverse=True)
    accounts = ((file, account_of(state, file.parent.name, file.stem, _id(state, file))) for file in ledgers)
    if asked == LAST:
        found = next((account for _, account in accounts if account.writes), None)
        if found is None:
            raise NotFoundError("no session wrote anything that its ledger still tells of")
        return found
    fitting = [(file, each) for file, each in accounts if asked and _is_called(file, each, asked)]
    exact = [pair for pair in fitting if asked in {pair[1].session, pair[0].stem}]
    chosen = exact or fitting
    if not chosen:
        raise NotFoundError(f"no session's id begins with {asked!r}", hint="vade trace lists sessions")
    if len(chosen) > 1:
        ids = [each.session for _, each in chosen]
        raise AmbiguousError(f"{len(chosen)} sessions have an id that begins with {asked!r}", ids)
    return chosen[0][1]


def _last_written(ledger: Path) -> int:
    try:
        return ledger.stat().st_mtime_ns
    except OSError:  # a newer session has just made room for itself
        return 0


def _is_called(file: Path, account: Account, asked: str) -> bool:
    return account.session.startswith(asked) or file.stem.startswith(asked)


def _id(state: Path, ledger: Path) -> str:
    """The session's id as its receipts tell it, empty where there are none."""
    receipts = state / RECEIPTS / ledger.parent.name / ledger.name
    return next((str(event["session"]) for event in _events(receipts) if event.get("session")), "")


def _events(file: Path) -> Iterator[Mapping[str, object]]:
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError:
        return
    for line in lines:
        with suppress(ValueError, RecursionError):
            event = json.loads(line)
            if isinstance(event, dict):
                yield event


def _text(value: object) -> str | None:
    return value if isinstance(value, str) and value else None
