"""A look at a project's store before a person trusts it: what it holds, and what of it would speak unasked. Read only.

The attack: pages that are given to an agent unasked (seeds, triggers, a soul), a configuration, and names that read
otherwise than they are. The person is shown those before anything is decided.
"""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType

from vademecum.config import MountConfig
from vademecum.config.places import CONFIG_NAME
from vademecum.errors import LookupFailedError, RefusedError, StorageError
from vademecum.library.assess import CONFIG_MAX
from vademecum.library.quarantine import NOTHING, Quarantine, file_key, page_key
from vademecum.library.trust import Sight, sight_of
from vademecum.page import Page, digest_of
from vademecum.store.contract import Entry
from vademecum.store.files import opened, read_file
from vademecum.store.folder import FolderStore
from vademecum.visibility import is_true

NAME_MAX = 100
# Pages at the top of a store that some layout gives a meaning of its own (M3, P2).
_ROLES: Mapping[str, str] = MappingProxyType(
    {"soul": "soul", "memory": "index or protocol", "index": "index", "bootstrap": "first steps"}
)


@dataclass(frozen=True, slots=True)
class Surveyed:
    """A page: its size in bytes, what makes it speak unasked, and whether its name may read otherwise than it is.

    ``held`` is whether a pull changed it since the person looked.
    """

    name: str
    size: int
    roles: tuple[str, ...]
    is_odd: bool
    held: bool


@dataclass(frozen=True, slots=True)
class Survey:
    """What a store holds. ``config`` are the keys that its configuration file sets, None without such a file;
    ``left_out`` counts files that are no pages of the store, by the reason, links that lead out among them."""

    root: Path
    pages: tuple[Surveyed, ...]
    config: tuple[str, ...] | None
    config_held: bool
    left_out: Mapping[str, int]
    sight: Sight


def look_over(root: Path, day: str, quarantine: Quarantine = NOTHING) -> Survey:
    """Survey the store with this real path on a local day; raises UnreadableError when its git can't be understood."""
    sight = sight_of(root, {}, day)  # before the pages: what a pull changes meanwhile is not taken for seen
    store = FolderStore(MountConfig(name="workspace", path=root))
    walk = store.walk()
    pages = {entry: _read(store, entry.name) for entry in walk.entries}
    known = {page_key(entry.name): page.digest for entry, page in pages.items() if page is not None}
    raw = _config_of(root)
    if raw is not None:
        known[file_key(CONFIG_NAME)] = digest_of(raw)
    return Survey(
        root=root,
        pages=tuple(_surveyed(entry, page, quarantine) for entry, page in pages.items()),
        config=None if raw is None else _keys(raw),
        config_held=raw is not None and quarantine.holds_file(file_key(CONFIG_NAME), digest_of(raw), raw),
        left_out=walk.left_out,
        sight=replace(sight, known=known),
    )


def visible(name: str) -> str:
    """A name with all that a terminal would not show, or obey, written out."""
    return "".join(char if _is_plain(char) else f"\\u{{{ord(char):x}}}" for char in name)


def _is_plain(char: str) -> bool:
    return unicodedata.category(char) not in {"Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"}


def _read(store: FolderStore, name: str) -> Page | None:
    try:
        return store.read(name)
    except (LookupFailedError, RefusedError, StorageError):
        return None


def _surveyed(entry: Entry, page: Page | None, quarantine: Quarantine) -> Surveyed:
    """A page that can't be read is shown too: its name may be meant for the person's eyes."""
    if page is None:
        return Surveyed(entry.name, entry.stamp.size, ("unreadable",), _is_odd(entry.name), held=False)
    held = quarantine.holds(entry.name, page.digest, page.raw)
    return Surveyed(entry.name, len(page.raw), tuple(_roles(page)), _is_odd(entry.name), held)


def _roles(page: Page) -> Iterator[str]:
    metadata = page.meta.get("metadata")
    if isinstance(metadata, Mapping):
        if is_true(metadata.get("seed")):
            yield "seed"
        if metadata.get("triggers"):
            yield "triggers"
    role = _ROLES.get(page.address.name.casefold())
    if role is not None:
        yield role


def _is_odd(name: str) -> bool:
    blank = any(part != part.strip() for part in name.split("/"))
    return blank or ".." in name or len(name) > NAME_MAX or not all(map(_is_plain, name))


def _config_of(root: Path) -> bytes | None:
    try:
        with opened(str(root)) as folder:
            return read_file(folder, CONFIG_NAME, CONFIG_MAX)
    except OSError:
        return None


def _keys(raw: bytes) -> tuple[str, ...]:
    try:
        values = tomllib.loads(raw.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError):
        return ("(it can't be read)",)
    return tuple(_dotted(values))


def _dotted(values: Mapping[str, object], prefix: str = "") -> Iterator[str]:
    for name, value in values.items():
        if isinstance(value, Mapping):
            yield from _dotted(value, f"{prefix}{name}.")
        else:
            yield f"{prefix}{name}"
