"""One mount as channels may show it: its pages by the index, and those given in words as their files are now.

What is hidden, quarantined or muted is not on the shelf, also when the file became so after it was indexed. Nothing is
synced.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from vademecum.context.roles import NAMES, Roles, is_candidate, roles_of
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
    from collections.abc import Callable, Mapping, Sequence

    from vademecum.library import Library, Mount
    from vademecum.page import MetaValue, Page

FACT = "fact"


@dataclass(frozen=True, slots=True)
class Shelf:
    """``others`` are rows of pages that are neither seeds nor play a part; ``facts`` those of them that state one fact.
    ``linked`` counts by how many pages a page is linked to, ``beyond`` files that a bound of the mount keeps out of the
    index, by that bound, where a section tells of them (M13). ``unasked`` says why there are no rows; ``muted`` counts
    pages that a person muted; ``held`` says of pages by which rules they read like orders to an agent. ``read`` gives a
    page as its file is now, None for one that may not speak unasked."""

    mount: Mount
    seeds: tuple[Page, ...]
    roles: Roles
    others: tuple[PageRow, ...]
    facts: tuple[PageRow, ...]
    linked: Mapping[str, int]
    read: Callable[[str], Page | None]
    beyond: Mapping[str, int] = field(default_factory=dict)
    unasked: str = ""
    muted: int = 0
    held: Mapping[str, str] = field(default_factory=dict)

    @property
    def index_page(self) -> Page | None:
        """The contents page, None where it is given as a seed."""
        return None if self.roles.index in self.seeds else self.roles.index

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to give."""
        return not (self.seeds or self.others or self.facts or self.roles.index or self.roles.names)


def shelves_of(library: Library, mutes: Sequence[Mute] = (), allowed: Sequence[Allowance] = ()) -> list[Shelf]:
    """The trusted mounts whose folder is there, in order."""
    return [
        _Reading(library, mount, muted_in(mutes, mount.root), sorted(allowed_in(allowed, mount.root))).shelf()
        for mount in library.mounts
        if mount.trusted and mount.folder.is_dir()
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
        roles = self._roles(rows)
        given = {page.address.name for page in (*seeds, *filter(None, [roles.index]))} | roles.names
        free = [row for row in rows if row.name not in given and not self.mount.quarantine.covers(row.name)]
        playing = (roles.index, roles.persona, roles.protocol, roles.log)
        return Shelf(
            mount=self.mount,
            seeds=seeds,
            roles=roles,
            others=tuple(free),
            facts=tuple(row for row in free if self._is_fact(row)),
            linked=links_to(rows) if self.mount.config.listing == "linked" else {},
            read=self._page,
            beyond=self._beyond(),
            unasked=unasked,
            muted=len(visible) - len(rows),
            held=self._held(rows, [*seeds, *(page for page in playing if page is not None)]),
        )

    def _beyond(self) -> Mapping[str, int]:
        if self.mount.config.form != "section":
            return {}
        left_out = self.library.store(self.mount.name).walk().left_out
        return {bound: left_out[bound] for bound in ("depth", "count") if left_out.get(bound)}

    def _is_fact(self, row: PageRow) -> bool:
        return self.mount.config.format == "records" or (row.type or "").casefold() == FACT

    def _roles(self, rows: Sequence[PageRow]) -> Roles:
        """Who plays which part. Without an index the usual names are looked for, in their usual spelling."""
        config = self.mount.config
        if config.format == "records":
            return Roles()
        named = [file.removesuffix(".md") for file in (config.index_file, config.protocol_file) if file]
        names = {row.name for row in rows if is_candidate(row.name, row.type)} if rows else set(NAMES)
        pages = [page for name in sorted({*names, *named}) if (page := self._page(name)) is not None]
        return roles_of(
            pages,
            index_file=config.index_file,
            protocol_file=config.protocol_file,
            is_wiki=config.profile == "wiki",
        )

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

    def _page(self, name: str) -> Page | None:
        """The page as its file is now, None when it is gone, can't be read or may not speak unasked."""
        if page_key(name) in self.muted:
            return None
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


def links_to(rows: Sequence[PageRow]) -> Mapping[str, int]:
    """By how many other pages each page is linked to, by name; a link names a page by its last part or its path."""
    by_key: dict[str, list[str]] = {}
    for row in rows:
        key = row.name.casefold()
        for each in {key, key.rpartition("/")[2]}:
            by_key.setdefault(each, []).append(row.name)
    linking = Counter[str]()
    for row in rows:
        targets = {link.target.casefold().removesuffix(".md").removeprefix("./") for link in row.links if link.target}
        linking.update({name for target in targets for name in by_key.get(target, ())} - {row.name})
    return linking
