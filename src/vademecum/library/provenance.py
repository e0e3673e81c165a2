"""Who wrote a page, and whether it may speak unasked: what is known, kept apart from what a page says of itself. Pure.

The attack: a page that came with a clone says ``author: person``. Its header is a claim of whoever wrote it, so where
content came from outside, that is what is told first, and the header only as what it claims (design decision 3).
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from vademecum.library.mounts import Mount
from vademecum.library.quarantine import author_of
from vademecum.page import Page

Standing: TypeAlias = Literal["", "untrusted", "quarantined"]
UNTRUSTED: Standing = "untrusted"
QUARANTINED: Standing = "quarantined"


class Origin(NamedTuple):
    """``author`` is ``person``, ``agent:HOST``, ``import``, a name, or ``pull``; ``standing`` is empty for a page that
    push channels may show."""

    author: str
    standing: Standing


def origin_of(page: Page, mount: Mount) -> Origin:
    """Where a page of a mount comes from, by what git and the person's trust tell of it."""
    standing = standing_of(page, mount)
    name = page.address.name
    return Origin(author_of(page.author, came_in=bool(standing) or mount.quarantine.came_by_pull(name)), standing)


def standing_of(page: Page, mount: Mount) -> Standing:
    """Why a page may not speak unasked, empty when it may."""
    if not mount.trusted:
        return UNTRUSTED
    return QUARANTINED if mount.quarantine.holds(page.address.name, page.digest, page.raw) else ""
