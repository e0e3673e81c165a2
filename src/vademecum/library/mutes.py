"""Which pages a person has muted: they are never given unasked, and are found and opened as ever when asked for.

It owns one file in the state folder, and touches no page. A page is known by its store's real path, so that of two
projects' pages with one address only the one meant is muted. Prompts go by the plan, which holds what is muted too.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

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


def read_mutes(state: Path) -> tuple[Mute, ...]:
    """The muted pages in order of address; a missing or broken file mutes nothing."""
    try:
        found = json.loads((state / MUTES_FILE).read_text(encoding="utf-8", errors="surrogateescape"))
        pages = found["pages"] if found["version"] == FORMAT else []
        return tuple(sorted((Mute(*map(str, page)) for page in pages), key=lambda each: (each.address, each.store)))
    except (OSError, ValueError, TypeError, KeyError):
        return ()


def muted_in(mutes: Iterable[Mute], root: Path) -> frozenset[str]:
    """The keys of the muted pages of the store with this real path."""
    return frozenset(page_key(each.name) for each in mutes if each.store == str(root))


def mute(state: Path, page: Mute) -> bool:
    """Mute a page from now on; False when it was muted already. Raises StorageError."""
    return _change(state, lambda mutes: mutes if page.place in {each.place for each in mutes} else [*mutes, page])


def unmute(state: Path, pages: Iterable[Mute]) -> bool:
    """Mute these pages no more; False when none of them was. Raises StorageError."""
    places = {each.place for each in pages}
    return _change(state, lambda mutes: [each for each in mutes if each.place not in places])


def _change(state: Path, step: Callable[[list[Mute]], list[Mute]]) -> bool:
    with _locked(state):
        before = list(read_mutes(state))
        after = step(before)
        if after != before:
            text = json.dumps({"version": FORMAT, "pages": after}, ensure_ascii=False)
            write_atomic(state / MUTES_FILE, text.encode("utf-8", "surrogateescape"), mode=0o600)
    return after != before


@contextmanager
def _locked(state: Path) -> Iterator[None]:
    """One change at a time, so that none undoes another's."""
    from filelock import FileLock  # noqa: PLC0415 - it costs more than all reads here, which need no lock

    with storage_errors(f"{state} could not be written"):
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = FileLock(state / f"{MUTES_FILE}.lock").acquire()
    with held:
        yield
