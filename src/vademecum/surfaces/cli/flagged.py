"""A word for a person on a page that agents are not given unasked, since it reads like an order to them."""

from __future__ import annotations

from vademecum.address import Address
from vademecum.library.allowed import allowed_in, read_allowed
from vademecum.library.quarantine import not_allowed
from vademecum.memory import Memory


def flags_of(memory: Memory, address: Address, version: str) -> str:
    """The rules by which a page at this version is held back, joined by commas; empty for one that is not.

    They are those that the index has: to scan again would cost a quarter of a second and say the same.
    """
    mount = memory.library.mount(address.mount)
    with memory.library.index(mount.name).view() as view:
        row = view.page(address.name)
    if row is None or not row.threat or not row.digest.startswith(version):
        return ""
    allowed = sorted(allowed_in(read_allowed(memory.setting.state), mount.root))
    return not_allowed(allowed, address.name, row.digest, row.threat)


def flag_line(rules: str) -> str:
    """The line that says so."""
    return f"reads like an order to an agent ({rules}), so none is given it unasked; vade allow lets it pass"
