"""A page that a prompt names and that has changed since it was indexed: looked at anew by every rule of its mount.

It takes longer than all else that a prompt waits for, and is seldom needed: the sync that follows makes it a known one.
"""

from __future__ import annotations

from vademecum.address import Address
from vademecum.context.bringing import File, whole, withheld
from vademecum.index.proposing import Facts
from vademecum.library.plan_cache import PlannedMount
from vademecum.library.quarantine import author_of, not_allowed
from vademecum.library.rows import threats_of
from vademecum.page.display import words_of
from vademecum.page.parse import parse
from vademecum.recall.pushing import Told
from vademecum.visibility import rules_for, why_hidden


def assess(mount: PlannedMount, name: str, file: File) -> Told | None:
    """What may be told unasked of a file as it is now, None for nothing, as of one that a link leads to."""
    if not file.page.is_the_stores:
        return None
    page = parse(Address(mount.name, name), file.page.raw)
    rules = rules_for(mount.expose, mount.private, mount.private_tags)
    if why_hidden(name, page.meta, page.tags, rules, "push"):
        return None
    address = str(page.address)
    broken = not_allowed(mount.allowed, name, file.digest, threats_of(page))
    if broken:
        return withheld(address, file.digest, broken)
    author = author_of(page.author, came_in=file.came_in)
    return whole(address, file.digest, words_of(page), Facts(file.digest, page.title, page.date, author))
