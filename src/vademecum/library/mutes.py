"""Which pages a person has muted: they are never given unasked, and are found and opened as ever when asked for.

It owns one file in the state folder, and touches no page. A page is known by its store's real path, so that of two
projects' pages with one address only the one meant is muted. Prompts go by the plan, which holds what is muted too.
A file that was broken by hand still mutes all that can be read in it, and whoever writes it anew keeps it aside.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple, TypeGuard

from vademecum.library.quarantine import page_key
from vademecum.store.files import storage_errors, write_atomic

MUTES_FILE = "mutes.json"
FORMAT = 1


class Mute(NamedTuple):
    """A muted page: its store's real path, its name, and the address that it had when it was muted."""

    store: str
    name: str
    address: str

    @property
    def place(self) -> tuple[str, str]:
        """What tells it from other pages: one key for all spellings that a disk may take for the same file."""
        return self.store, page_key(self.name)


class Mutes(NamedTuple):
    """What the file says: the muted pages in order of address, and what is wrong with it, empty when nothing is."""

    pages: tuple[Mute, ...] = ()
    fault: str = ""


def read_mutes(state: Path) -> tuple[Mute, ...]:
    """The muted pages in order of address, as far as they can be read."""
    return look_at_mutes(state).pages


def look_at_mutes(state: Path) -> Mutes:
    """The muted pages, and why there may be more of them than can be read; it never raises."""
    file = state / MUTES_FILE
    try:
        text = file.read_text(encoding="utf-8", errors="surrogateescape")
    except FileNotFoundError:
        return Mutes()
    except OSError as error:
        return Mutes(fault=f"{file} can't be read: {error.strerror}")
    fault = _fault_in(text)
    return Mutes(tuple(sorted(_pages_in(text), key=_order)), fault and f"{file} is broken: {fault}")


def _fault_in(text: str) -> str:
    try:
        found = json.loads(text)
    except ValueError as error:
        return str(error)
    except RecursionError:
        return "it is nested too deep"
    if not isinstance(found, dict) or not isinstance(found.get("pages"), list):
        return "it holds no list of pages"
    if found.get("version") != FORMAT:
        return f"its version is {found.get('version')!r}, not {FORMAT}"
    odd = sum(not _is_page(page) for page in found["pages"])
    return f"{odd} of its {len(found['pages'])} pages can't be read" if odd else ""


def _pages_in(text: str) -> set[Mute]:
    """Every entry that stands in a text whole, whatever is round it."""
    read = json.JSONDecoder().raw_decode
    pages, at = set(), text.find("[")
    while at >= 0:
        found, end = None, at + 1
        with suppress(ValueError, RecursionError):
            found, after = read(text, at)
            end = after if _is_page(found) else end
        if _is_page(found):
            pages.add(Mute(*found))
        at = text.find("[", end)
    return pages


def _is_page(found: object) -> TypeGuard[list[str]]:
    return isinstance(found, list) and len(found) == len(Mute._fields) and all(isinstance(each, str) for each in found)


def _order(page: Mute) -> tuple[str, str, str]:
    return page.address, page.store, page.name


def muted_in(mutes: Iterable[Mute], root: Path) -> frozenset[str]:
    """The keys of the muted pages of the store with this real path."""
    return frozenset(page_key(each.name) for each in mutes if each.store == str(root))


def mute(state: Path, page: Mute) -> bool:
    """Mute a page from now on, and mend a broken file; False when it was muted already. Raises StorageError."""
    return _change(state, lambda mutes: mutes if page.place in {each.place for each in mutes} else [*mutes, page])


def unmute(state: Path, pages: Iterable[Mute]) -> bool:
    """Mute these pages no more, and mend a broken file; False when none of them was. Raises StorageError."""
    places = {each.place for each in pages}
    return _change(state, lambda mutes: [each for each in mutes if each.place not in places])


def _change(state: Path, step: Callable[[list[Mute]], list[Mute]]) -> bool:
    with _locked(state):
        found = look_at_mutes(state)
        before = list(found.pages)
        after = step(before)
        if found.fault:
            _keep_aside(state / MUTES_FILE)
        if found.fault or after != before:
            text = json.dumps({"version": FORMAT, "pages": after}, ensure_ascii=False)
            write_atomic(state / MUTES_FILE, text.encode("utf-8", "surrogateescape"), mode=0o600)
    return after != before


def _keep_aside(file: Path) -> None:
    """Keep a broken file beside the new one, under a name of its own: it may say more than we can read."""
    with storage_errors(f"{file} can't be read"):
        data = file.read_bytes()
    write_atomic(file.with_name(f"{file.name}.{sha256(data).hexdigest()[:8]}.broken"), data, mode=0o600)


@contextmanager
def _locked(state: Path) -> Iterator[None]:
    """One change at a time, so that none undoes another's."""
    from filelock import FileLock  # noqa: PLC0415 - it costs more than all reads here, which need no lock

    with storage_errors(f"{state} could not be written"):
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = FileLock(state / f"{MUTES_FILE}.lock").acquire()
    with held:
        yield
