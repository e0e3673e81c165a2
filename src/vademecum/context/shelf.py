"""One mount as channels may show it: its pages by the index, and those given in words as their files are now.

What is hidden, quarantined or muted is not on the shelf, also when the file became so after it was indexed. Nothing is
synced.
"""

from __future__ import annotations

from collections import Counter
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from vademecum.context.roles import NAMES, Roles, is_candidate, roles_of
from vademecum.errors import IndexFailedError, VademecumError
from vademecum.index.contract import Outline
from vademecum.index.outline import is_seed, packed, unpacked
from vademecum.index.sqlite import open_index
from vademecum.library.allowed import Allowance, allowed_in
from vademecum.library.mutes import Mute, muted_in
from vademecum.library.provenance import standing_of
from vademecum.library.quarantine import is_unnamable, not_allowed, page_key
from vademecum.library.rows import threats_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from vademecum.index.contract import View
    from vademecum.library import Library, Mount
    from vademecum.page import Page

FACT = "fact"


@dataclass(frozen=True, slots=True)
class Shelf:
    """``others`` are outlines of pages that are neither seeds nor play a part; ``facts`` those of them that state one
    fact. ``linked`` counts by how many pages a page is linked to, ``beyond`` files that a bound of the mount keeps out
    of the index, by that bound, where a section tells of them (M13). ``unasked`` says why there are none; ``muted``
    counts pages that a person muted, ``misnamed`` those of which not even the name may be told; ``held`` says of pages
    by which rules they read like orders to an agent. ``read`` gives a page as its file is now, None for one that may
    not speak unasked; ``since`` tells of outlines what they are now where the file has changed since it was indexed,
    None where it may not speak any more."""

    mount: Mount
    seeds: tuple[Page, ...]
    roles: Roles
    others: tuple[Outline, ...]
    facts: tuple[Outline, ...]
    linked: Mapping[str, int]
    read: Callable[[str], Page | None]
    beyond: Mapping[str, int] = field(default_factory=dict)
    unasked: str = ""
    muted: int = 0
    misnamed: int = 0
    held: Mapping[str, str] = field(default_factory=dict)
    since: Callable[[Sequence[Outline]], Mapping[str, Outline | None]] = lambda _rows: {}

    @property
    def index_page(self) -> Page | None:
        """The contents page, None where it is given as a seed."""
        return None if self.roles.index in self.seeds else self.roles.index

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to give."""
        return not (self.seeds or self.others or self.facts or self.roles.index or self.roles.names)


def shelves_of(
    library: Library, mutes: Sequence[Mute] = (), allowed: Sequence[Allowance] = (), *, but: Collection[str] = ()
) -> list[Shelf]:
    """The trusted mounts whose folder is there, in order, without those named by ``but``."""
    return [
        _Reading(library, mount, muted_in(mutes, mount.root), sorted(allowed_in(allowed, mount.root))).shelf()
        for mount in library.mounts
        if mount.trusted and mount.name not in but and mount.folder.is_dir()
    ]


@dataclass(frozen=True, slots=True)
class _Reading:
    library: Library
    mount: Mount
    muted: frozenset[str]
    allowed: Sequence[str]

    def shelf(self) -> Shelf:
        visible, unasked = self._outlines()
        # A key costs more than all else that is looked at here, and is asked for every page of the store.
        rows = [row for row in visible if page_key(row.name) not in self.muted] if self.muted else visible
        muted = len(visible) - len(rows)
        misnamed = self._misnamed(rows)
        rows = [row for row in rows if row.name not in misnamed] if misnamed else rows
        seeds = tuple(page for row in rows if row.is_seed and (page := self._page(row.name)) and is_seed(page.meta))
        roles = self._roles(rows)
        given = {page.address.name for page in (*seeds, *filter(None, [roles.index]))} | roles.names
        free = [row for row in rows if row.name not in given]
        if self.mount.quarantine.covers_any:
            free = [row for row in free if not self.mount.quarantine.covers(row.name)]
        playing = (roles.index, roles.persona, roles.protocol, roles.log)
        return Shelf(
            mount=self.mount,
            seeds=seeds,
            roles=roles,
            others=tuple(free),
            facts=tuple(row for row in free if self._is_fact(row)),
            linked=_linked(rows) if self.mount.config.listing == "linked" else {},
            read=self._page,
            beyond=self._beyond(),
            unasked=unasked,
            muted=muted,
            misnamed=len(misnamed),
            held=self._held(rows, [*seeds, *(page for page in playing if page is not None)]),
            since=self._since,
        )

    def _misnamed(self, rows: Sequence[Outline]) -> frozenset[str]:
        """The pages whose very name reads like an order, but those that a person lets pass as they are now."""
        orders = [row for row in rows if row.threat and is_unnamable(row.threat)]
        held = [row for row in orders if not_allowed(self.allowed, row.name, self._digest(row), row.threat)]
        return frozenset(row.name for row in held)

    def _digest(self, row: Outline) -> str:
        """That of the page as it is now: only that version of it may have been let pass."""
        page = self._page(row.name)
        return row.digest if page is None else page.digest

    def _beyond(self) -> Mapping[str, int]:
        if self.mount.config.form != "section":
            return {}
        left_out = self.library.store(self.mount.name).walk().left_out
        return {bound: left_out[bound] for bound in ("depth", "count") if left_out.get(bound)}

    def _is_fact(self, row: Outline) -> bool:
        return self.mount.config.format == "records" or row.kind == FACT

    def _roles(self, rows: Sequence[Outline]) -> Roles:
        """Who plays which part. Without an index the usual names are looked for, in their usual spelling."""
        config = self.mount.config
        if config.format == "records":
            return Roles()
        named = [file.removesuffix(".md") for file in (config.index_file, config.protocol_file) if file]
        names = {row.name for row in rows if is_candidate(row.name, row.kind)} if rows else set(NAMES)
        pages = [page for name in sorted({*names, *named}) if (page := self._page(name)) is not None]
        return roles_of(
            pages,
            index_file=config.index_file,
            protocol_file=config.protocol_file,
            is_wiki=config.profile == "wiki",
        )

    def _held(self, rows: Sequence[Outline], pages: Sequence[Page]) -> dict[str, str]:
        """By which rules pages read like orders, by name: as indexed, and anew for what changed since."""
        names = {page.address.name for page in pages}
        known = {row.name: (row.digest, row.threat) for row in rows if row.threat or row.name in names}
        found = {name: (digest, threat) for name, (digest, threat) in known.items() if threat}
        for page in pages:
            digest, threat = known.get(page.address.name, ("", ""))
            found[page.address.name] = (page.digest, threat if digest == page.digest else threats_of(page))
        named = {name: not_allowed(self.allowed, name, *what) for name, what in found.items()}
        return {name: rules for name, rules in named.items() if rules}

    def _outlines(self) -> tuple[list[Outline], str]:
        try:
            with self._view() as view:
                if view.fingerprint != self.library.rows(self.mount.name).fingerprint:
                    return [], "its index was made by other rules of exposure"
                return view.outlines(), ""
        except IndexFailedError as error:
            return [], error.message

    def _since(self, rows: Sequence[Outline]) -> dict[str, Outline | None]:
        """What changed of these pages since they were indexed. What one says now nobody has looked through, so it is
        but named."""
        store = self.library.store(self.mount.name)
        try:
            with self._view() as view:
                known = view.known(row.name for row in rows)
        except IndexFailedError:
            known = {}
        found: dict[str, Outline | None] = {}
        for row in rows:
            seen = known.get(row.name)
            if seen is not None and seen.settled and seen.stamp == store.stamp(row.name):
                continue
            page = self._page(row.name)
            if page is None or page.digest != row.digest:
                found[row.name] = None if page is None else row._replace(digest=page.digest, said=packed(("", "")))
        return found

    @contextmanager
    def _view(self) -> Iterator[View]:
        """One moment of the index as it is. Raises IndexFailedError."""
        index = open_index(self.library.index_path(self.mount.name), read_only=True)
        try:
            with index.view() as view:
                yield view
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


def links_to(pages: Sequence[tuple[str, Collection[str]]]) -> Mapping[str, int]:
    """By how many other pages each page is linked to, by name, from names and what each links to as ``targets_of`` says
    it; a link names a page by its last part or its path. Pages that none links to are left out."""
    times = Counter(chain.from_iterable(targets for _, targets in pages))
    # Who says both a path and its last part links once.
    twice = Counter(
        target
        for _, targets in (pages if any("/" in target for target in times) else ())
        for target in targets
        if "/" in target and target.rpartition("/")[2] in targets
    )
    linked: dict[str, int] = {}
    for name, targets in pages:
        key = name.casefold()
        last = key.rpartition("/")[2]
        count = times.get(last, 0)
        if last != key and key in times:
            count += times[key] - twice[key]
        if count and (count := count - (last in targets or key in targets)):
            linked[name] = count
    return linked


def _linked(rows: Iterable[Outline]) -> Mapping[str, int]:
    return links_to([(row.name, unpacked(row.targets) if row.targets else ()) for row in rows])
