"""Where the person spoke last: for each session a note of their newest message, so that hooks that know nothing of each
other agree on which session is the active one (P23, P24).

One small file a session, ``activity/<host>/<hash of id>.jsonl`` in the state folder, gone when the session ends. It
holds no word of any message. Hooks wait for this module; what can't be read is as if nobody had spoken.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from contextlib import suppress

from vademecum.lean import NamedTuple, dumps, loads
from vademecum.store.append import drop_oldest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.sessions import SessionKey

FOLDER = "activity"
# The place of the newest message of all, so that a clock which was set back makes no new message an old one.
_NEWEST = "newest"
KEPT = 256


class Activity(NamedTuple):
    """A session's newest message by the person. ``order`` is its place among the messages of all sessions; ``began`` is
    when they first spoke in this run of it, in seconds of the epoch; ``language`` is what they wrote in, if that could
    be told; ``process`` is the host's, 0 when it is not known."""

    order: int
    began: float
    language: str = ""
    process: int = 0


def note_spoken(state: str, key: SessionKey, now: float, *, language: str = "", process: int = 0) -> bool:
    """Note that the person has just spoken in a session; whether it was for the first time. Raises OSError."""
    file = _file(state, key)
    before = _read(file)
    order = max(int(now * 1e9), _newest(state) + 1)
    began = now if before is None or _is_of_another_run(before, now, process) else before.began
    told = language or ("" if before is None else before.language)
    if before is None:
        os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)
        drop_oldest(os.path.dirname(file), keep=KEPT - 1)
    _write(file, dumps([order, began, told, process]))
    _write(os.path.join(state, FOLDER, _NEWEST), str(order))
    return before is None


def note_ended(state: str, key: SessionKey) -> None:
    """Note that a session is over. Raises OSError."""
    with suppress(FileNotFoundError):
        os.unlink(_file(state, key))


def spoken_in(state: str, key: SessionKey) -> Activity | None:
    """A session's newest message by the person, None when they have not spoken in it."""
    return _read(_file(state, key))


def all_spoken(state: str) -> Mapping[str, Activity]:
    """The newest message of every session that has not ended, by the place of its note."""
    found: dict[str, Activity] = {}
    folder = os.path.join(state, FOLDER)
    for host in _names(folder):
        for name in _names(os.path.join(folder, host)):
            activity = _read(os.path.join(folder, host, name)) if name.endswith(".jsonl") else None
            if activity is not None:
                found[f"{host}/{name}"] = activity
    return found


def is_live(activity: Activity) -> bool:
    """Whether the host's process that ran a session is still there; one that is not known counts as there."""
    # There a signal of 0 is no question but Ctrl+C.
    if not activity.process or sys.platform == "win32":
        return True
    try:
        os.kill(activity.process, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        pass
    return True


def _is_of_another_run(before: Activity, now: float, process: int) -> bool:
    """Whether a note is of an earlier run, which was ended hard. What began later than now a clock told that was
    ahead."""
    return before.began > now or (process != before.process and bool(process and before.process))


def _file(state: str, key: SessionKey) -> str:
    return os.path.join(state, FOLDER, key.file)


def _read(file: str) -> Activity | None:
    try:
        with open(file, "rb") as note:
            order, began, language, process = loads(note.read().decode())
        return Activity(int(order), float(began), str(language), int(process))
    except (OSError, ValueError, TypeError):
        return None


def _newest(state: str) -> int:
    try:
        with open(os.path.join(state, FOLDER, _NEWEST), "rb") as file:
            return int(file.read())
    except (OSError, ValueError):
        return 0


def _names(folder: str) -> list[str]:
    try:
        return sorted(os.listdir(folder))
    except OSError:
        return []


def _write(file: str, text: str) -> None:
    """Whole or not at all: another process may be reading."""
    draft = f"{file}.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w", encoding="utf-8") as note:
        note.write(text)
    os.replace(draft, file)
