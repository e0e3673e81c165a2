"""What looks like a key or password in pages that are there already: its kind, page and line, never the value (A40).

It reads every page, so it runs only when somebody asks. A secret that stands in a name is not repeated either.
"""

from __future__ import annotations

from collections.abc import Iterator

from vademecum.address import Address
from vademecum.errors import NotFoundError, UnreadableError
from vademecum.guards.secrets.scan import find_secrets
from vademecum.library import Library, Mount
from vademecum.upkeep.finding import Finding

_SHOWN = 3
_REMEDY = (
    "take it out by vade edit and make a new one where it is used; vade log PAGE shows what git kept of it, and "
    "vade forget --purge says how to take it out there"
)


def secrets_in(library: Library) -> Iterator[Finding]:
    """One finding for each page of the library that holds what looks like a secret, private pages included."""
    for mount in library.mounts:
        for entry in library.store(mount.name).walk().entries:
            finding = _finding(library, mount, entry.name)
            if finding is not None:
                yield finding


def _finding(library: Library, mount: Mount, name: str) -> Finding | None:
    try:
        text = library.store(mount.name).read(name).text
    except (NotFoundError, UnreadableError):
        return None  # it went meanwhile, or nobody can read it; status tells of it
    in_text, in_name = find_secrets(text), find_secrets(name)
    told = [f"{each.kind} in line {each.line}" for each in in_text] + [f"{each.kind} in its name" for each in in_name]
    if not told:
        return None
    values = [text[each.start : each.end] for each in in_text]
    page = _named(mount, name) if in_name or any(value in name for value in values) else str(Address(mount.name, name))
    more = f" and {len(told) - _SHOWN} more" if len(told) > _SHOWN else ""
    message = f"{page} holds what looks like a secret: {'; '.join(told[:_SHOWN])}{more}"
    return Finding("warning", "secret-in-page", message, _REMEDY)


def _named(mount: Mount, name: str) -> str:
    """Which page it is without its name: the folder, and the name's first letter."""
    folder = name.rpartition("/")[0]
    where = f" in {folder}/" if folder and not find_secrets(folder) else ""
    return f"a page of {mount.name}{where}, whose name holds it too,"
