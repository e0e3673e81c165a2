"""A page that a prompt names and that has changed since it was indexed: looked at anew by every rule of its mount.

It takes longer than all else that a prompt waits for, and is seldom needed: the sync that follows makes it a known one.
"""

from __future__ import annotations

from vademecum.address import Address
from vademecum.index.proposing import Facts
from vademecum.library.plan_cache import PlannedMount
from vademecum.library.raw import is_linked
from vademecum.library.rows import threats_of
from vademecum.page.parse import parse
from vademecum.visibility import rules_for, why_hidden

# What a link leads to may be anybody's.
LINKED = "linked"


def assess(mount: PlannedMount, name: str, path: str, raw: bytes) -> Facts:
    """What an index would say of this file; what is hidden is not looked through."""
    page = parse(Address(mount.name, name), raw)
    rules = rules_for(mount.expose, mount.private, mount.private_tags)
    hidden = LINKED if is_linked(path) else why_hidden(name, page.meta, page.tags, rules, "push")
    threat = "" if hidden else threats_of(page)
    return Facts(page.digest, page.title, page.date, page.author, threat, hidden or "")
