"""Which pages a person has looked at and lets pass a rule of the scans all the same, and why.

It owns one file in the state folder, never one in a store: a clone can't bring its own. An entry names a page by its
store's real path, a rule, and the version that was looked at; another version is judged anew, unless the person said
that the page is to pass whatever it says. A file that can't be read allows nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from vademecum.library.quarantine import page_key
from vademecum.store.files import storage_errors, write_atomic

ALLOWED_FILE = "allowed.json"
FORMAT = 1


class Allowance(NamedTuple):
    """``store`` is the real path of the page's store, ``digest`` the version that was looked at or ``ANY_VERSION``."""

    store: str
    name: str
    rule: str
    digest: str
    reason: str
    day: str
    address: str

    @property
    def place(self) -> tuple[str, str, str]:
        """What tells it from other entries: a page passes a rule once."""
        return self.store, page_key(self.name), self.rule

    @property
    def key(self) -> str:
        """How a plan says it, for ``quarantine.not_allowed``."""
        return " ".join((self.rule, self.digest, page_key(self.name)))


def read_allowed(state: Path) -> tuple[Allowance, ...]:
    """All entries in order of address; none when the file can't be read."""
    try:
        found = json.loads((state / ALLOWED_FILE).read_text(encoding="utf-8", errors="surrogateescape"))
        if found["version"] != FORMAT:
            return ()
        return tuple(sorted((Allowance(*map(str, each)) for each in found["pages"]), key=lambda each: each.address))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return ()


def allowed_in(entries: Iterable[Allowance], root: Path) -> frozenset[str]:
    """The keys of what is allowed in the store with this real path."""
    return frozenset(each.key for each in entries if each.store == str(root))


def allow(state: Path, entry: Allowance) -> None:
    """Let a page pass a rule from now on, in place of what was said of both before. Raises StorageError."""
    _change(state, lambda kept: [*(each for each in kept if each.place != entry.place), entry])


def disallow(state: Path, store: str, name: str, rule: str | None = None) -> int:
    """Take back what was allowed of a page, for one rule or all; returns how many entries that were."""
    gone: list[Allowance] = []

    def without(kept: list[Allowance]) -> list[Allowance]:
        gone.extend(each for each in kept if each.place[:2] == (store, page_key(name)) and rule in {None, each.rule})
        return [each for each in kept if each not in gone]

    _change(state, without)
    return len(gone)


def _change(state: Path, step: Callable[[list[Allowance]], list[Allowance]]) -> None:
    with _locked(state):
        after = step(list(read_allowed(state)))
        text = json.dumps({"version": FORMAT, "pages": after}, ensure_ascii=False)
        write_atomic(state / ALLOWED_FILE, text.encode("utf-8", "surrogateescape"), mode=0o600)


@contextmanager
def _locked(state: Path) -> Iterator[None]:
    """One change at a time, so that none undoes another's."""
    from filelock import FileLock  # noqa: PLC0415 - it costs more than all reads here, which need no lock

    with storage_errors(f"{state} could not be written"):
        state.mkdir(parents=True, exist_ok=True, mode=0o700)
        held = FileLock(state / f"{ALLOWED_FILE}.lock").acquire()
    with held:
        yield
