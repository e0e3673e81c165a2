"""Works out which pages of a trusted project store a pull changed since a person looked, from what git's logs tell.

The attack: a store is trusted once, and a later pull puts orders into a page of it. Authors' names prove nothing, since
a remote chooses them; this repository's own logs are out of its reach. So content counts as the person's when it was
committed here before any fetch brought it, or was edited in the working tree, or was seen. All else that a move of HEAD
put into the files is held. What can't be told (no git, a log cut short, a repository that is gone) holds all but what
was seen. It reads git and writes its answer into the state folder, never into a store.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from vademecum.config.places import CONFIG_NAME, STORE_NAME
from vademecum.errors import StorageError, UnreadableError
from vademecum.library.quarantine import (
    NOTHING,
    Quarantine,
    blind,
    file_key,
    from_watch,
    peek_exactly,
    read_record,
    read_watch,
)
from vademecum.library.trust import (
    Trusted,
    new_watch,
    no_record,
    stamp_for,
    trust_list,
    trusted_stores,
    write_record,
    write_watch,
)
from vademecum.page import digest_of
from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.files import opened, read_file
from vademecum.store.history import History, Step, read_history
from vademecum.store.repository import head_log

if TYPE_CHECKING:
    from vademecum.library.quarantine import Contents, Watch

# Bytes; a configuration has a few hundred.
CONFIG_MAX = 65_536


def assess(state: Path, root: Path) -> Quarantine:
    """What is quarantined in the store with this real path now; it never raises, and asks git only after a change."""
    trusted = trust_list(state).get(str(root))
    if trusted is None:
        return NOTHING
    found = peek_exactly(str(state), str(root))
    if found is not None:
        return found
    try:
        watch = _worked_out(state, root, trusted)
    except (StorageError, OSError) as error:
        return blind(str(state), str(root), error.message if isinstance(error, StorageError) else str(error))
    # An answer that can't be kept is worked out again next time.
    with suppress(StorageError):
        write_watch(state, root, watch)
    return from_watch(watch)


def may_configure(state: Path, project: Path) -> bool:
    """Whether a project's own configuration file counts: its store is trusted, and the file is the person's or seen."""
    root = Path(os.path.realpath(project / STORE_NAME))
    if str(root) not in trusted_stores(state) or not root.is_relative_to(project):
        return False
    try:
        with opened(str(root)) as folder:
            raw = read_file(folder, CONFIG_NAME, CONFIG_MAX)
    except OSError:
        return False
    return raw is not None and not assess(state, root).holds_file(file_key(CONFIG_NAME), digest_of(raw), raw)


@dataclass(slots=True)
class Judged:
    """What the steps of a history make of each path. ``names`` are held; ``pulled`` came by a move of HEAD."""

    names: set[str]
    pulled: set[str] = field(default_factory=set)
    own: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    arrived: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    touched: set[str] = field(default_factory=set)


def judge(history: History, names: Iterable[str], since: str, head: str | None = None) -> Judged:
    """Follow the steps in order, from ``names`` that were held after the one with the mark ``since``, empty for all.

    ``head`` is where HEAD was then. Earlier steps only tell whose a content was first. Raises UnreadableError when the
    steps don't lead from there.
    """
    start = _after(history, since, head)
    found = Judged(set(names))
    for number, step in enumerate(history.steps):
        for path, blob in step.changed.items():
            _follow(found, history, step, (path, blob), counts=number >= start)
    return found


def _after(history: History, since: str, head: str | None) -> int:
    """The first step that counts. Git forgets lines of its log in time: what is left must then begin where HEAD was."""
    own = [(number, step) for number, step in enumerate(history.steps) if step.mark]
    if not own and history.tip == head:
        return len(history.steps)
    if own and not since and not own[0][1].old.strip("0"):
        return 0
    marked = (number + 1 for number, step in own if step.mark == since)
    leading = (number for number, step in own if step.old == head)
    start = next(marked, next(leading, None))
    if start is None:
        raise UnreadableError("git's log of HEAD no longer reaches back to when the store was last looked at")
    return start


def _follow(found: Judged, history: History, step: Step, file: tuple[str, str | None], *, counts: bool) -> None:
    path, blob = file
    if step.kind == "arrived":
        if blob is not None and blob not in found.own[path]:
            found.arrived[path].add(blob)
        return
    found.touched.add(path)
    is_own = blob in found.own[path] or (step.kind == "committed" and blob not in found.arrived[path])
    if blob is not None and is_own:
        found.own[path].add(blob)
    (found.pulled.discard if is_own or blob is None else found.pulled.add)(path)
    if not counts:
        return
    if not is_own and blob is not None and history.base.get(path) != blob:
        found.names.add(path)
    elif step.kind == "moved" or not is_own:
        found.names.discard(path)


def _worked_out(state: Path, root: Path, trusted: Trusted) -> Watch:
    repository = checkout_of(root)
    stamp = stamp_for(root, repository)  # before git is read: what changes meanwhile is then noticed
    watch = read_watch(str(state), str(root))
    if watch is None:
        watch = _first_watch(state, root, repository, trusted)
    record = read_record(str(state), str(root))
    if record is None and trusted.day is not None:
        raise UnreadableError("what was seen of the store can't be read any more")
    if repository is None:
        if watch["git"] is not None:
            raise UnreadableError("its git repository is gone, or broken")
        return {**watch, "stamp": stamp}
    record = record or no_record(root)
    history = read_history(repository, _folder(repository, root), record["commit"])
    found = judge(history, watch["names"], watch["mark"], watch["head"])
    last = next((step.mark for step in reversed(history.steps) if step.mark), watch["mark"])
    fresh = new_watch(root, repository, last, history.tip)
    return {**_with_facts(fresh, history, found, record["known"]), "pulled": _pulled(found, watch), "stamp": stamp}


def _first_watch(state: Path, root: Path, repository: Checkout | None, trusted: Trusted) -> Watch:
    """Where to begin with a store that an older version trusted: at the first line of HEAD's log, as if seen then."""
    if trusted.day is not None:
        raise UnreadableError("what was worked out for the store can't be read any more")
    if repository is None:
        return new_watch(root, None, "", None)
    log = head_log(repository)
    if log:
        write_record(state, root, no_record(root, log[0].new))
    return new_watch(root, repository, log[0].mark, log[0].new) if log else new_watch(root, repository, "", None)


def _folder(repository: Checkout, root: Path) -> str:
    inner = root.relative_to(repository.root).as_posix()
    return "" if inner == "." else inner


def _with_facts(watch: Watch, history: History, found: Judged, known: Contents) -> Watch:
    """The answer as it is kept. What a merge has begun passes when it ends, so it is told apart from what is done."""
    begun = Judged(set(), own=found.own, arrived=found.arrived)
    for step in history.under_way:
        for path, blob in step.changed.items():
            _follow(begun, history, step, (path, blob), counts=True)
    arrived = {path: _not_settled(history, found, path) for path in found.arrived}
    waiting = {path: blobs for path, blobs in arrived.items() if blobs}
    places = sorted({path for path in (*history.head, *found.touched) if path.endswith("/")})
    keys = {file_key(path) for path in (*found.names, *begun.names, *waiting)}
    below = tuple(map(file_key, places))
    return {
        **watch,
        "names": sorted(found.names),
        "passing": sorted(begun.names),
        "places": places,
        "arrived": _by_key(waiting),
        "known": {key: list(seen) for key, seen in known.items() if key in keys or key.startswith(below)},
    }


def _pulled(found: Judged, before: Watch) -> list[str]:
    """The keys of what came by pull; where git's log no longer says, what it said before."""
    untouched = set(before["pulled"]) - {file_key(path) for path in found.touched}
    return sorted(untouched | {file_key(path) for path in found.pulled})


def _not_settled(history: History, found: Judged, path: str) -> set[str]:
    """Blobs that a fetch brought for a path and that were never the person's, nor what HEAD has: that was judged."""
    return found.arrived[path] - found.own[path] - {history.base.get(path), history.head.get(path)}


def _by_key(blobs: Mapping[str, set[str]]) -> dict[str, list[str]]:
    merged: dict[str, set[str]] = defaultdict(set)
    for path, found in blobs.items():
        merged[file_key(path)] |= found
    return {key: sorted(found) for key, found in sorted(merged.items())}
