"""A page that a prompt names and that has changed since it was indexed: looked at anew by every rule of its mount.

It takes longer than all else that a prompt waits for, and is seldom needed: the sync that follows makes it a known one.
"""

from __future__ import annotations

from pathlib import Path

from vademecum.context.bringing import whole, withheld
from vademecum.errors import VademecumError
from vademecum.index.proposing import Facts
from vademecum.library.allowed import allowed_in, read_allowed
from vademecum.library.provenance import origin_of
from vademecum.library.quarantine import not_allowed
from vademecum.library.rows import threats_of
from vademecum.memory import Memory
from vademecum.page.display import words_of
from vademecum.recall.pushing import Told
from vademecum.surfaces.hooks.event import Place


def assess(place: Place, mount: str, name: str) -> Told | None:
    """What may be told of a page unasked as its file is now, None for nothing, also while memory can't be read."""
    try:
        library = Memory.open(cwd=Path(place.cwd), env=place.env).library
        found = next((each for each in library.mounts if each.name == mount), None)
        page = None if found is None else library.store(mount).read(name)
    except VademecumError:
        return None
    if found is None or page is None or library.rows(mount).why_hidden(page, "push"):
        return None
    author, standing = origin_of(page, found)
    if standing:
        return None
    allowed = sorted(allowed_in(read_allowed(Path(place.state)), found.root))
    broken = not_allowed(allowed, name, page.digest, threats_of(page))
    if broken:
        return withheld(str(page.address), page.digest, broken)
    return whole(str(page.address), page.digest, words_of(page), Facts(page.digest, page.title, page.date, author))
