"""Which project stores a person has trusted, and what they saw of them, kept in the user's state folder.

The attack: a repository comes with a ``.memory`` folder whose pages tell an agent what to do. Until the person who
cloned it says otherwise, such a store answers explicit recall only (design decision 3), and it can never say so itself:
nothing in the store is read to decide. What a later pull changes is quarantined until looked at; ``assess.py`` works
out what that is, from here on.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from vademecum.library.quarantine import (
    TRUST_FOLDER,
    file_key,
    page_key,
    read_record,
    read_watch,
    record_file,
    stamp_of,
    watch_file,
)
from vademecum.page import Digest
from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.files import storage_errors, write_atomic
from vademecum.store.repository import FETCHED, HEAD_LOG, UNDER_WAY, head_log, head_of

if TYPE_CHECKING:
    from vademecum.library.quarantine import Record, Stamp, Watch

TRUST_FILE = "trust.json"
FORMAT = 2
_PRIVATE = 0o600


@dataclass(frozen=True, slots=True)
class Trusted:
    """A trusted store: the commit it was at, if it was in git, and the local day; both None from older versions."""

    commit: str | None = None
    day: str | None = None


@dataclass(frozen=True, slots=True)
class Sight:
    """What a person was shown of a store: the digest of each file by its key, and where git stood before they looked.

    ``mark`` is the last line of HEAD's log, empty without one; ``day`` is the local day.
    """

    root: Path
    known: Mapping[str, Digest]
    day: str
    repository: Checkout | None = None
    commit: str | None = None
    mark: str = ""


def sight_of(root: Path, known: Mapping[str, Digest], day: str) -> Sight:
    """A sight of the store with this real path. Raises UnreadableError when its repository can't be understood."""
    repository = checkout_of(root)
    if repository is None:
        return Sight(root, known, day)
    log = head_log(repository)
    return Sight(root, known, day, repository, head_of(repository), log[-1].mark if log else "")


def trusted_stores(state: Path) -> frozenset[str]:
    """Real paths of the project stores that are trusted; a missing or broken file trusts nothing."""
    return frozenset(trust_list(state))


def trust_list(state: Path) -> dict[str, Trusted]:
    """The trusted stores by real path, in order. The first format was a plain list of paths."""
    try:
        found = json.loads((state / TRUST_FILE).read_text(encoding="utf-8", errors="surrogateescape"))
    except (OSError, ValueError):
        return {}
    if isinstance(found, list):
        return {path: Trusted() for path in sorted(each for each in found if isinstance(each, str))}
    stores = found.get("stores") if isinstance(found, dict) else None
    if not isinstance(stores, dict):
        return {}
    return {path: _trusted(facts) for path, facts in sorted(stores.items()) if isinstance(facts, dict)}


def trust_store(state: Path, store: Path, sight: Sight | None = None) -> None:
    """Trust a project store from now on, as it was seen or as it is; what git brings later is quarantined.

    Raises StorageError.
    """
    sight = sight or sight_of(store.resolve(), {}, "")
    root = str(sight.root)
    with _locked(state):
        known: dict[str, list[str]] = {key: [digest] for key, digest in sight.known.items()}
        write_record(state, sight.root, {"store": root, "commit": sight.commit, "known": known})
        write_watch(state, sight.root, new_watch(sight.root, sight.repository, sight.mark, sight.commit))
        _write_list(state, trust_list(state) | {root: Trusted(sight.commit, sight.day)})


def revoke_trust(state: Path, store: Path) -> bool:
    """Trust a project store no more, and forget what was seen of it; whether it was trusted. Raises StorageError."""
    root = str(store)
    with _locked(state):
        stores = trust_list(state)
        was_trusted = stores.pop(root, None) is not None
        if was_trusted:
            _write_list(state, stores)
        for file in (record_file(str(state), root), watch_file(str(state), root)):
            with suppress(FileNotFoundError):
                os.unlink(file)
    return was_trusted


def count_as_seen(state: Path, root: Path, name: str, digest: Digest) -> None:
    """Note that a person looked at this version of a page of a trusted store, so that it may be pushed again.

    Raises StorageError. What a later pull makes of the page has to be looked at anew.
    """
    key = page_key(name)
    with _locked(state):
        record = read_record(str(state), str(root)) or no_record(root)
        known = record["known"]
        known[key] = sorted({*known.get(key, ()), digest})
        write_record(state, root, record)
        watch = read_watch(str(state), str(root))
        if watch is not None:
            seen = [each for each in watch["names"] if file_key(each) != key]
            write_watch(state, root, {**watch, "names": seen, "known": {**watch["known"], key: known[key]}})


def new_watch(root: Path, repository: Checkout | None, mark: str, head: str | None) -> Watch:
    """A watch of a store that nothing was brought to yet, from a line of HEAD's log on and the commit it led to."""
    return {
        "store": str(root),
        "git": None if repository is None else str(repository.git),
        "mark": mark,
        "head": head,
        "log": None if repository is None else str(repository.git / HEAD_LOG),
        "fetched": None if repository is None else str(repository.git / FETCHED),
        # Without a stamp nothing is believed until it was worked out.
        "stamp": None,
        "names": [],
        "passing": [],
        "places": [],
        "pulled": [],
        "arrived": {},
        "known": {},
    }


def stamp_for(root: Path, repository: Checkout | None) -> Stamp:
    """What has to stay as it is for an answer to hold: where HEAD went, what was fetched, and what is under way."""
    if repository is None:
        return stamp_of(str(place / ".git") for place in (root, root.parent))
    inner = [str(root / ".git")] if repository.root != root else []
    return stamp_of([*inner, *(str(repository.git / name) for name in (HEAD_LOG, FETCHED, *UNDER_WAY))])


def write_watch(state: Path, root: Path, watch: Watch) -> None:
    """Keep what was worked out for a store. Raises StorageError."""
    _write(watch_file(str(state), str(root)), watch)


def write_record(state: Path, root: Path, record: Record) -> None:
    """Keep what a person saw of a store. Raises StorageError."""
    _write(record_file(str(state), str(root)), record)


def no_record(root: Path, commit: str | None = None) -> Record:
    """A record of a store of which nothing was noted but, at most, its commit."""
    return {"store": str(root), "commit": commit, "known": {}}


def _trusted(facts: Mapping[str, object]) -> Trusted:
    commit, day = facts.get("commit"), facts.get("day")
    return Trusted(commit if isinstance(commit, str) else None, day if isinstance(day, str) else None)


def _write_list(state: Path, stores: Mapping[str, Trusted]) -> None:
    facts = {path: {"commit": each.commit, "day": each.day} for path, each in sorted(stores.items())}
    _write(str(state / TRUST_FILE), {"version": FORMAT, "stores": facts})


def _write(file: str, value: Mapping[str, object]) -> None:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    write_atomic(Path(file), text.encode("utf-8", "surrogateescape"), mode=_PRIVATE)


@contextmanager
def _locked(state: Path) -> Iterator[None]:
    """One change of what is trusted at a time: else a store trusted now could bring back one that was just revoked."""
    from filelock import FileLock  # noqa: PLC0415 - it costs more than all reads here, which need no lock

    with storage_errors(f"{state} could not be written"):
        (state / TRUST_FOLDER).mkdir(parents=True, exist_ok=True, mode=0o700)
        held = FileLock(state / TRUST_FOLDER / "lock").acquire()
    with held:
        yield
