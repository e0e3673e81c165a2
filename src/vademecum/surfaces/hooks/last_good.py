"""What a session goes by when the memory can't be read at its start: the last snapshot that was good (M32).

A session that goes on has its own; a new one takes what the last session in its folder was given. The person reads one
line on it. What is no longer trusted, allowed or let speak since goes out to neither.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from vademecum.errors import VademecumError
from vademecum.library.allowed import ALLOWED_FILE
from vademecum.library.mutes import Mute
from vademecum.library.plan_cache import plan_file, stamp_of
from vademecum.library.snapshots import Snapshot, read_snapshot
from vademecum.library.trust import TRUST_FILE
from vademecum.store.files import write_atomic
from vademecum.surfaces.hooks.event import Place


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
    return None if is_muted else LastGood(digest, snapshot)


def warning(error: VademecumError, *, is_kept: bool) -> str:
    """The one line for the person."""
    kept = "; this session goes by what it had before" if is_kept else ""
    return f"vade: memory can't be read: {error.message}{kept}"


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
