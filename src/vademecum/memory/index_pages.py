"""The contents pages of a memory: what each would be if it said what pages' headers say, and writing that.

Nothing is written until it is asked for. A page that can't be read or written stays as it is and is told, and stops no
other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from vademecum.address import Address
from vademecum.context.shelf import Shelf, links_to, shelves_of
from vademecum.errors import HistoryError, VademecumError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Actor, Change, KeyChange, Proposal, RawText
from vademecum.guards.exact import said_by
from vademecum.index.contract import Filter, PageRow
from vademecum.index.outline import is_seed, targets_of
from vademecum.memory.facade import Memory
from vademecum.page import Page
from vademecum.page.codec import encode
from vademecum.page.facts import facts_of, salience_of, text_of
from vademecum.page.resolve import Named, Names
from vademecum.upkeep.index_page import Bound, Catalog, Compiled, compile_page, told_summaries
from vademecum.upkeep.index_rows import Entry
from vademecum.visibility import is_true

ACTOR = Actor("upkeep", "index")
_SUPERSEDED = "superseded"
_PRIVATE = ("private", "not-exposed")
# What is to be written to a page, and the version that it is made from; None where there is nothing to do.
_Prepared: TypeAlias = tuple[Change, str] | None


@dataclass(frozen=True, slots=True)
class IndexPage:
    """A contents page as its file is, and as it would be; ``summaries`` are those that its rows have and headers lack,
    by page."""

    address: Address
    page: Page
    compiled: Compiled
    summaries: Mapping[str, str]

    @property
    def is_behind(self) -> bool:
        """Whether its rows don't tell what there is."""
        told = self.compiled
        return bool(told.changed or told.wrapped or told.missing or told.removed) or told.text != self.page.text


@dataclass(frozen=True, slots=True)
class Written:
    """What came of one write: its receipt, or why there is none."""

    address: Address
    receipt: Receipt | None
    fault: str = ""


def index_pages(memory: Memory, *, add: bool = False) -> tuple[IndexPage, ...]:
    """Every contents page of a folder that may be written. The indexes must be in step."""
    channel = memory.setting.config.channels.index
    bound = Bound(channel.max_listed, channel.max_bytes)
    return tuple(
        _index_page(memory, shelf, shelf.roles.index, bound, add=add)
        for shelf in shelves_of(memory.library)
        if shelf.roles.index is not None and shelf.mount.config.writable and shelf.mount.config.format == "folder"
    )


def write_index_pages(memory: Memory, found: Iterable[IndexPage]) -> tuple[Written, ...]:
    """Write the pages that would be other than they are, as one commit."""
    changes = [(each.address, partial(_as_raw, each)) for each in found if each.compiled.text != each.page.text]
    return _written(memory, changes, "Bring contents pages up to date")


def write_summaries(memory: Memory, found: Iterable[IndexPage]) -> tuple[Written, ...]:
    """Put the summaries that rows have into the headers of their pages; a page without a header is left alone."""
    changes = [
        (address, partial(_as_key, memory, address, summary))
        for each in found
        for name, summary in sorted(each.summaries.items())
        for address in [Address(each.address.mount, name)]
    ]
    return _written(memory, changes, "Put summaries of contents pages into headers")


def _index_page(memory: Memory, shelf: Shelf, page: Page, bound: Bound, *, add: bool) -> IndexPage:
    rows = _rows(memory, shelf)
    catalog = Catalog(
        entries=tuple(_entries(rows, shelf)),
        names=Names(Named(row.name, row.aliases, row.title) for row in rows),
        instead={row.name: told for row in rows if row.hidden == _SUPERSEDED and (told := _instead(row))},
        private=frozenset(row.name for row in rows if row.hidden in _PRIVATE),
    )
    compiled = compile_page(page, catalog, bound, add=add)
    return IndexPage(page.address, page, compiled, told_summaries(page, catalog))


def _entries(rows: Sequence[PageRow], shelf: Shelf) -> Iterator[Entry]:
    """The pages that may be named: what matters most first, then what is linked to most, then what is newest."""
    linked = links_to([(row.name, targets_of(row.links)) for row in rows])
    parts = {*shelf.roles.names, *([shelf.roles.index.address.name] if shelf.roles.index else [])}
    shown = [row for row in rows if row.hidden is None and row.name not in parts]
    shown = [row for row in shown if not shelf.mount.quarantine.covers(row.name)]
    shown.sort(key=lambda row: row.name)
    shown.sort(key=lambda row: row.date or "", reverse=True)
    shown.sort(key=lambda row: (not _is_pinned(row), -linked.get(row.name, 0)))
    return (Entry(row.name, row.title, row.summary, salience_of(row.meta)) for row in shown)


def _is_pinned(row: PageRow) -> bool:
    return is_seed(row.meta) or is_true(facts_of(row.meta).get("pinned")) or salience_of(row.meta) == 1


def _instead(row: PageRow) -> str:
    return text_of(facts_of(row.meta), "superseded_by") or ""


def _rows(memory: Memory, shelf: Shelf) -> list[PageRow]:
    with memory.library.index(shelf.mount.name).view() as view:
        return list(view.pages(Filter()))


def _as_raw(found: IndexPage) -> _Prepared:
    data = encode(found.compiled.text, found.page.codec)
    return RawText(said_by(data, "folder"), data), found.page.digest


def _as_key(memory: Memory, address: Address, summary: str) -> _Prepared:
    page = memory.library.store(address.mount).read(address.name)
    return (KeyChange("summary", summary), page.digest) if page.meta else None


def _written(
    memory: Memory, changes: Iterable[tuple[Address, Callable[[], _Prepared]]], message: str
) -> tuple[Written, ...]:
    done: list[Written] = []
    try:
        with memory.recorder.together(message, str(ACTOR)):
            done = [written for change in changes if (written := _write(memory, *change)) is not None]
    except HistoryError as error:
        memory.setting.notice(error.message)
    return tuple(done)


def _write(memory: Memory, address: Address, prepare: Callable[[], _Prepared]) -> Written | None:
    try:
        prepared = prepare()
        if prepared is None:
            return None
        change, version = prepared
        return Written(address, memory.gateway.write(Proposal(address, change, ACTOR, version, purpose="compile")))
    except VademecumError as error:
        return Written(address, None, error.message)
