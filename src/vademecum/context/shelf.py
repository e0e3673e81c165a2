"""One mount as a session's start may show it: its pages by the index, its seeds and index page as their files are now.

What is hidden, quarantined or muted is not on the shelf, also when the file became so after it was indexed. Nothing is
synced.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vademecum.errors import IndexFailedError, VademecumError
from vademecum.index.contract import Filter, PageRow
from vademecum.index.sqlite import open_index
from vademecum.library.allowed import Allowance, allowed_in
from vademecum.library.mutes import Mute, muted_in
from vademecum.library.provenance import standing_of
from vademecum.library.quarantine import not_allowed, page_key
from vademecum.library.rows import threats_of
from vademecum.visibility import is_true

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.library import Library, Mount
    from vademecum.page import MetaValue, Page

# What a store's contents page is called when its mount does not say.
INDEX_PAGES = ("MEMORY", "index")


@dataclass(frozen=True, slots=True)
class Shelf:
    """``others`` are rows of pages that are neither seeds nor the index page; ``unasked`` says why there are none;
    ``muted`` counts pages that a person muted; ``held`` says of pages by which rules they read like orders to an
    agent."""

    mount: Mount
    seeds: tuple[Page, ...]
    index_page: Page | None
    others: tuple[PageRow, ...]
    unasked: str = ""
    muted: int = 0
    held: Mapping[str, str] = field(default_factory=dict)


def shelves_of(library: Library, mutes: Sequence[Mute] = (), allowed: Sequence[Allowance] = ()) -> list[Shelf]:
    """The trusted mounts whose folder is there, in order."""
    return [
        _Reading(library, mount, muted_in(mutes, mount.root), sorted(allowed_in(allowed, mount.root))).shelf()
        for mount in library.mounts
        if mount.trusted and mount.root.is_dir()
    ]


@dataclass(frozen=True, slots=True)
class _Reading:
    library: Library
    mount: Mount
    muted: frozenset[str]
    allowed: Sequence[str]

    def shelf(self) -> Shelf:
        visible, unasked = self._rows()
        rows = [row for row in visible if page_key(row.name) not in self.muted]
        seeds = tuple(
            page for row in rows if is_seed(row.meta) and (page := self._page(row.name)) and is_seed(page.meta)
        )
        index_page = self._index_page()
        given = {page.address.name for page in (*seeds, *filter(None, [index_page]))}
        if index_page is not None and index_page.address in {page.address for page in seeds}:
            index_page = None
        others = tuple(row for row in rows if row.name not in given and not self.mount.quarantine.covers(row.name))
        held = self._held(rows, [*seeds, *filter(None, [index_page])])
        return Shelf(self.mount, seeds, index_page, others, unasked, len(visible) - len(rows), held)

    def _held(self, rows: Sequence[PageRow], pages: Sequence[Page]) -> dict[str, str]:
        """By which rules pages read like orders, by name: as indexed, and anew for what changed since."""
        known = {row.name: (row.digest, row.threat) for row in rows}
        found = {name: (digest, threat) for name, (digest, threat) in known.items() if threat}
        for page in pages:
            digest, threat = known.get(page.address.name, ("", ""))
            found[page.address.name] = (page.digest, threat if digest == page.digest else threats_of(page))
        named = {name: not_allowed(self.allowed, name, *what) for name, what in found.items()}
        return {name: rules for name, rules in named.items() if rules}

    def _rows(self) -> tuple[list[PageRow], str]:
        try:
            index = open_index(self.library.index_path(self.mount.name), read_only=True)
        except IndexFailedError as error:
            return [], error.message
        try:
            with index.view() as view:
                if view.fingerprint != self.library.rows(self.mount.name).fingerprint:
                    return [], "its index was made by other rules of exposure"
                return [row for row in view.pages(Filter()) if row.hidden is None], ""
        except IndexFailedError as error:
            return [], error.message
        finally:
            index.close()

    def _index_page(self) -> Page | None:
        configured = self.mount.config.index_file
        names = INDEX_PAGES if configured is None else (configured.removesuffix(".md"),)
        return next(self._pages(names), None)

    def _pages(self, names: tuple[str, ...]) -> Iterator[Page]:
        return (page for name in names if page_key(name) not in self.muted and (page := self._page(name)) is not None)

    def _page(self, name: str) -> Page | None:
        """The page as its file is now, None when it is gone, can't be read or may not speak unasked."""
        try:
            page = self.library.store(self.mount.name).read(name)
        except VademecumError:
            return None
        hidden = self.library.rows(self.mount.name).why_hidden(page, "push") is not None
        return None if hidden or standing_of(page, self.mount) else page


def is_seed(meta: Mapping[str, MetaValue]) -> bool:
    """Whether a page's header marks it as a seed; a mark at the top of the header means nothing (M4)."""
    inner = meta.get("metadata")
    return isinstance(inner, dict) and is_true(inner.get("seed"))
