"""Facts: short statements in three scopes, written, found, listed, opened and forgotten by their ids (L, table 4.3).

A fact's id is its address, whether it is a record or a page. Where a scope has several mounts, a fact is written to the
first that can be written, and looked for in all of them. It goes through the facade for whatever it does, so that the
gateway sees every change. Several changes at once are in ``fact_batch.py``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import NamedTuple

from vademecum.address import SCOPES, Address, Scope, parse
from vademecum.errors import AddressError, AmbiguousError, InputError, NotFoundError, UnreadableError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Content, Proposal, Purpose, Removal
from vademecum.index.contract import Filter, PageRow
from vademecum.library import Mount
from vademecum.memory.facade import Memory
from vademecum.memory.notes import Note, fact_type, header_of, mount_for, new_address, title_of
from vademecum.memory.stated import fact_text
from vademecum.page import Page
from vademecum.recall.pipeline import Request
from vademecum.visibility import superseding

DEFAULT_LIMIT = 5
MOST = 25
_MS = 1_000_000
# A fact is given whole; what is longer is a page, of which the best block is shown.
_SNIPPET = 20_000


@dataclass(frozen=True, slots=True)
class Record:
    """A fact as tools show it; times are milliseconds since 1970, ``superseded_by`` names what holds instead."""

    address: Address
    scope: Scope
    content: str
    tags: tuple[str, ...]
    version: str
    created: int | None = None
    updated: int | None = None
    superseded_by: Address | None = None
    score: float | None = None


class ScopeState(NamedTuple):
    """What a scope holds: its mounts that can be written, pages that hold and that are superseded, characters of those
    that hold, and how many it may have; 0 is any number."""

    scope: Scope
    mounts: tuple[str, ...]
    live: int
    superseded: int
    chars: int
    limit: int


def default_scope(memory: Memory) -> Scope:
    """Where a fact goes that names no scope: as configured, else to the project's memory if there is one to write."""
    configured = memory.setting.config.facts.write_scope
    if configured != "auto":
        return configured
    return "workspace" if _writable(memory, "workspace") else "global"


def write_fact(
    memory: Memory, content: str, scope: Scope | None = None, tags: Iterable[str] = (), *, purpose: Purpose = "write"
) -> Receipt:
    """Keep one fact. Raises InputError for an empty one, and what the gateway raises."""
    text = content.strip()
    if not text:
        raise InputError("a fact has a text", hint="give content that is more than white space")
    note = Note(text, tags=clean_tags(tags), scope=scope or default_scope(memory))
    mount = mount_for(memory.library, note)
    note = replace(note, type=fact_type(mount))
    memory.library.sync(mount.name)
    title = title_of(note)
    change = Content(text, title, header_of(note, memory.today(), memory.setting.actor))
    address = new_address(memory.library, mount, title)
    return memory.gateway.write(Proposal(address, change, memory.setting.actor, purpose=purpose))


def recall_facts(memory: Memory, query: str, scope: Scope | None = None, limit: int = DEFAULT_LIMIT) -> list[Record]:
    """The facts that answer a question best, of one scope or of those that are searched; the newest, with a score of
    0, for a blank question (L11).

    Scores are comparable across scopes, since statistics are pooled over the library (rule 10).
    """
    scopes = [scope] if scope else search_scopes(memory)
    most = bounded(limit)
    if not query.strip():
        newest = [record for each in scopes for record in _live(memory, each)]
        return [replace(record, score=0.0) for record in _newest(newest)[:most]]
    request = Request(query, limit=MOST, scope=scope, snippet_chars=_SNIPPET)
    found: dict[Address, Record] = {}
    for hit in memory.recall(request).hits:
        if hit.scope in scopes and hit.address.page not in found:
            page = memory.library.store(hit.address.mount).read(hit.address.name)
            whole = fact_text(page)
            record = _record(memory, page, hit.snippet.text if whole is None else whole)
            found[hit.address.page] = replace(record, score=round(hit.score, 6))
    return list(found.values())[:most]


def list_facts(memory: Memory, scope: Scope | None = None, limit: int = DEFAULT_LIMIT) -> list[Record]:
    """The facts that were changed last, superseded ones with what holds instead."""
    scopes = [scope] if scope else search_scopes(memory)
    return _newest([record for each in scopes for record in _all(memory, each)])[: bounded(limit)]


def get_fact(memory: Memory, id: str, scope: Scope | None = None) -> Record | None:
    """One fact by its id, the first in the order of lookup; None when no scope has it."""
    for each in [scope] if scope else memory.setting.config.facts.lookup_order:
        for mount in _mounts(memory, each):
            page = _page(memory, mount, id)
            if page is not None:
                opened = memory.open_page(str(page.address)).page  # it counts as seen
                return _record(memory, opened, opened.body.strip())
    return None


def forget_fact(memory: Memory, id: str, scope: Scope | None = None) -> Receipt | None:
    """Move one fact to the trash, the first in the order of lookup; None, and nothing written, when there is none."""
    found = get_fact(memory, id, scope)
    if found is None:
        return None
    digest = memory.library.store(found.address.mount).read(found.address.name).digest
    return memory.write(found.address, Removal(), version=digest)


def scope_states(memory: Memory) -> list[ScopeState]:
    """What each scope holds now."""
    states = []
    for scope in SCOPES:
        mounts = _writable(memory, scope)
        rows = [each.row for mount in mounts for each in memory.pages(Filter(), mount.name)]
        live = [row for row in rows if row.hidden is None]
        superseded = sum(row.hidden == "superseded" for row in rows)
        limit = next((mount.config.max_chars for mount in mounts), 0)
        names = tuple(mount.name for mount in mounts)
        states.append(ScopeState(scope, names, len(live), superseded, sum(row.chars for row in live), limit))
    return states


def search_scopes(memory: Memory) -> Sequence[Scope]:
    """The scopes that are searched when a call names none."""
    return memory.setting.config.facts.search_scope


def bounded(limit: int) -> int:
    """A limit as it counts: at most 25, and 5 for what is no number of facts."""
    return min(limit, MOST) if limit >= 1 else DEFAULT_LIMIT


def clean_tags(tags: Iterable[str]) -> tuple[str, ...]:
    """Tags without ``#``, blanks at the ends and doubles."""
    return tuple(dict.fromkeys(filter(None, (tag.strip().lstrip("#") for tag in tags))))


def live_facts(memory: Memory, scope: Scope) -> list[Record]:
    """All facts of a scope that hold, in order of address; pages that say more than one thing are none."""
    return sorted((each for each in _live(memory, scope) if each.content), key=lambda each: each.address)


def _writable(memory: Memory, scope: Scope) -> list[Mount]:
    return [mount for mount in _mounts(memory, scope) if mount.config.writable]


def _mounts(memory: Memory, scope: Scope) -> list[Mount]:
    return [mount for mount in memory.library.mounts if mount.config.scope == scope and mount.trusted]


def _page(memory: Memory, mount: Mount, id: str) -> Page | None:
    """The page of a mount with this address, or with this name; a private one is none."""
    try:
        address = parse(id, mount.name)
    except AddressError:
        address = Address(mount.name, id)
    if address.mount != mount.name:
        return None
    try:
        page = memory.library.store(mount.name).read(address.name)
    except (NotFoundError, UnreadableError, AmbiguousError):
        return None
    return page if memory.library.rows(mount.name).why_hidden(page, "open") is None else None


def _live(memory: Memory, scope: Scope) -> list[Record]:
    return [record for record in _all(memory, scope) if record.superseded_by is None]


def _all(memory: Memory, scope: Scope) -> list[Record]:
    """Every fact of a scope that may be opened, superseded ones included."""
    return [
        record
        for mount in _mounts(memory, scope)
        for listed in memory.pages(Filter(), mount.name)
        if listed.row.hidden in (None, "superseded") and (record := _listed(memory, listed.address, listed.row))
    ]


def _listed(memory: Memory, address: Address, row: PageRow) -> Record | None:
    try:
        page = memory.library.store(address.mount).read(address.name)
    except (NotFoundError, UnreadableError):
        return None
    text = fact_text(page)
    updated = None if page.codec.kind == "record" else row.stamp.mtime_ns // _MS
    return None if text is None else replace(_record(memory, page, text), updated=updated or _time(page, "updatedAt"))


def _record(memory: Memory, page: Page, content: str) -> Record:
    mount = memory.library.mount(page.address.mount)
    stamp = None if page.codec.kind == "record" else memory.library.store(mount.name).stamp(page.address.name)
    return Record(
        address=page.address,
        scope=mount.config.scope,
        content=content,
        tags=page.tags,
        version=page.version,
        created=_time(page, "createdAt") or _day_of(page),
        updated=_time(page, "updatedAt") if stamp is None else stamp.mtime_ns // _MS,
        superseded_by=superseding(page.meta, mount.name),
    )


def _time(page: Page, key: str) -> int | None:
    said = page.meta.get(key)
    return int(said) if isinstance(said, str) and said.isdigit() else None


def _day_of(page: Page) -> int | None:
    """The beginning of the day that a page is of, since its header keeps no hour."""
    if page.date is None:
        return None
    return int(datetime.fromisoformat(page.date).replace(tzinfo=UTC).timestamp() * 1000)


def _newest(records: Iterable[Record]) -> list[Record]:
    return sorted(records, key=lambda each: (-(each.updated or 0), each.address))


def scope_named(text: str | None) -> Scope | None:
    """The scope that a text names, None for no text and for ``all``. Raises InputError."""
    wanted = (text or "").strip().lower()
    if wanted in {"", "all"}:
        return None
    found = next((scope for scope in SCOPES if scope == wanted), None)
    if found is None:
        raise InputError(f"there is no scope {text!r}", hint=f"use one of {', '.join(SCOPES)}")
    return found
