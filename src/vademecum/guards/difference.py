"""What a proposed write would change, as a unified diff for the person who decides on it. Pure.

It is made of the bytes that the gateway would write, header and all, so that nothing is agreed to that was not shown.
"""

from __future__ import annotations

import json
from difflib import unified_diff

from vademecum.config import Format
from vademecum.guards.changes import Proposal, Removal, Rename, Restoration
from vademecum.guards.outcome import bytes_after
from vademecum.page import Page
from vademecum.page.codec import decode
from vademecum.page.record import read_record

NOWHERE = "/dev/null"


def difference(proposal: Proposal, current: Page | None, kind: Format) -> str:
    """The diff between a page as it is and as it would be; raises what ``bytes_after`` raises when it can't be."""
    address = str(proposal.address)
    before = "" if current is None else _shown(current.raw, kind)
    old = NOWHERE if current is None else f"{address} {current.version}"
    match proposal.change:
        case Rename(to):
            return f"rename from {proposal.address.name}\nrename to {to}\n"
        case Removal():
            return _unified(before, "", old, NOWHERE)
        case Restoration(text=text):
            return _unified("", text, NOWHERE, address)
        case edit:
            return _unified(before, _shown(bytes_after(edit, current, kind), kind), old, address)


def _shown(raw: bytes, kind: Format) -> str:
    """A page's text as lines; a record with each of its keys on a line."""
    record = read_record(raw) if kind == "records" else None
    return decode(raw)[0] if record is None else json.dumps(record, ensure_ascii=False, indent=2) + "\n"


def _unified(before: str, after: str, old: str, new: str) -> str:
    lines = unified_diff(before.splitlines(keepends=True), after.splitlines(keepends=True), old, new)
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
