"""What a session goes by when the memory can't be read at its start: the last snapshot that was good (M32).

A session that goes on has its own; a new one takes what the last session in its folder was given. The person reads one
line on it. What is no longer trusted, allowed or let speak since goes out to neither: the files of its pages are looked
at as far as they can be read.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from vademecum.address import Address, parse
from vademecum.errors import AddressError, VademecumError
from vademecum.library.allowed import ALLOWED_FILE
from vademecum.library.mutes import Mute
from vademecum.library.plan_cache import PlannedMount, load_plan, plan_file, stamp_of
from vademecum.library.quarantine import peek
from vademecum.library.raw import raw_pages
from vademecum.library.snapshots import Snapshot, read_snapshot
from vademecum.library.trust import TRUST_FILE
from vademecum.page.parse import parse as parse_page
from vademecum.store.files import write_atomic
from vademecum.surfaces.hooks.event import Place
from vademecum.visibility import rules_for, why_hidden

# What stands before and behind an address where a start, or the boot block, gives or names a page.
_BEFORE = ("seed: ", "index page: ", "boot: ", "newest entries of: ", "- ")
_BEHIND = (" — ", " [")


class LastGood(NamedTuple):
    """A snapshot and its digest."""

    digest: str
    snapshot: Snapshot


def note_good(place: Place, host: str, digest: str) -> None:
    """Note what a session in this folder was given, and what trust it was given by. Raises StorageError."""
    kept = json.dumps([digest, _trust(place.state)])
    write_atomic(_file(place, host), kept.encode("utf-8", "surrogateescape"), mode=0o600)


def last_good(place: Place, host: str, own: str | None, mutes: Sequence[Mute]) -> LastGood | None:
    """The session's own snapshot, or that of the last one in its folder; None where there is none that may speak."""
    noted, trust = _noted(place, host)
    digest = own or noted
    snapshot = read_snapshot(place.state, digest) if digest else None
    if snapshot is None or digest is None or trust != _trust(place.state):
        return None
    is_muted = any(mute.address in text for mute in mutes for text in (snapshot.text, snapshot.boot))
    return None if is_muted or _tells_of_hidden(place, snapshot) else LastGood(digest, snapshot)


def warning(error: VademecumError, *, is_kept: bool) -> str:
    """The one line for the person."""
    kept = "; this session goes by what it had before" if is_kept else ""
    return f"vade: memory can't be read: {error.message}{kept}"


def _tells_of_hidden(place: Place, snapshot: Snapshot) -> bool:
    """Whether a page that a snapshot gives or names was hidden since, by its header or by a pull."""
    plan = load_plan(plan_file(place.state, place.cwd, place.env), but_config=True)
    mounts = {mount.name: mount for mount in plan.mounts} if plan else {}
    pages = {page for text in (snapshot.text, snapshot.boot) for page in _told_of(text)}
    return any(page.mount in mounts and _is_hidden(mounts[page.mount], page.name, place.state) for page in pages)


def _told_of(text: str) -> Iterator[Address]:
    """The pages that stand in a text by their addresses, and what only looks like one."""
    for line in text.split("\n"):
        told = next((line.removeprefix(start) for start in _BEFORE if line.startswith(start)), "")
        for end in _BEHIND:
            told = told.partition(end)[0]
        with suppress(AddressError):
            page = parse(told).page
            if ".." not in page.name.split("/"):  # a line of a page's own may say anything
                yield page


def _is_hidden(mount: PlannedMount, name: str, state: str) -> bool:
    rules, quarantine = rules_for(mount.expose, mount.private, mount.private_tags), peek(state, mount.root)
    for _, raw in raw_pages(mount, name):
        page = parse_page(Address(mount.name, name), raw)
        if why_hidden(name, page.meta, page.tags, rules, "push") or quarantine.holds(name, page.digest, raw):
            return True
    return False


def _noted(place: Place, host: str) -> tuple[str | None, Mapping[str, object] | None]:
    try:
        digest, trust = json.loads(_file(place, host).read_bytes())
    except (OSError, ValueError, TypeError):
        return None, None
    return digest, trust


def _file(place: Place, host: str) -> Path:
    """Beside the folder's plan, for each host its own: they pass on different amounts."""
    return Path(f"{plan_file(place.state, place.cwd, place.env)}.{host}")


def _trust(state: str) -> dict[str, object]:
    return {name: stamp_of(os.path.join(state, name)) for name in (TRUST_FILE, ALLOWED_FILE)}
