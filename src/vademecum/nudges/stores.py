"""What a nudge needs to know of the stores: which pages tell when somebody wrote, and what their logs tell. It reads
pages that may be pushed, by the index and as their files are now, and writes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from vademecum.context.roles import is_candidate, newest_heads, roles_of
from vademecum.errors import VademecumError
from vademecum.index.contract import Outline
from vademecum.library import Library, Mount
from vademecum.library.mutes import Mute, muted_in
from vademecum.library.provenance import standing_of
from vademecum.library.quarantine import page_key
from vademecum.library.rows import threats_of
from vademecum.page import Page

# Of so many of a log's newest entries some are looked back at, so that it is not always the same few.
HEADS = 24


class Outlook(NamedTuple):
    """One store's log and contents page, None where it has none, and how many pages it has."""

    mount: Mount
    log: Page | None
    contents: Page | None
    pages: int = 0

    @property
    def heads(self) -> tuple[str, ...]:
        """The heads of the newest entries of the log, the newest first."""
        return () if self.log is None else tuple(reversed(newest_heads(self.log, HEADS)))


def outlooks(library: Library, mutes: Sequence[Mute]) -> list[Outlook]:
    """The stores that a person trusts, in the library's order; one that can't be read now is left out."""
    found = []
    for mount in library.mounts:
        if mount.trusted and mount.config.format == "folder" and not mount.is_missing:
            try:
                found.append(_outlook(library, mount, muted_in(mutes, mount.root)))
            except VademecumError:
                continue
    return found


def files_of(library: Library, stores: Sequence[Outlook]) -> list[str]:
    """The files whose times tell that somebody wrote: logs and contents pages (P31)."""
    pages = [page for each in stores for page in (each.log, each.contents) if page is not None]
    return [str(library.store(page.address.mount).path(page.address.name)) for page in pages]


def _outlook(library: Library, mount: Mount, muted: frozenset[str]) -> Outlook:
    with library.index(mount.name).view() as view:
        rows = view.outlines()
    pages = [page for row in rows if _may_play(row, muted) and (page := _page(library, mount, row)) is not None]
    config = mount.config
    roles = roles_of(
        pages,
        index_file=config.index_file,
        protocol_file=config.protocol_file,
        is_wiki=config.profile == "wiki",
    )
    return Outlook(mount, roles.log, roles.index, len(rows))


def _may_play(row: Outline, muted: frozenset[str]) -> bool:
    return is_candidate(row.name, row.kind) and page_key(row.name) not in muted and not row.threat


def _page(library: Library, mount: Mount, row: Outline) -> Page | None:
    """The page as its file is now, None when it is gone, can't be read or may not speak unasked any more."""
    try:
        page = library.store(mount.name).read(row.name)
    except VademecumError:
        return None
    hidden = library.rows(mount.name).why_hidden(page, "push") is not None
    # What changed since it was indexed nobody has looked through.
    is_held = page.digest != row.digest and threats_of(page)
    return None if hidden or is_held or standing_of(page, mount) else page
