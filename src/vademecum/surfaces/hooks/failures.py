"""Hooks that failed: a log with reasons, and how often in a row, so that they are not silent for ever (rule 9).

It writes to the state folder alone, and what it can't write is lost: nothing of it may stand in a session's way.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple

from vademecum.errors import IndexBusyError, StoreBusyError

FOLDER = "hooks"
LOG = "log"
COUNTS = "failures.json"
# After so many failures of one event in a row a person is told.
TOLD_AFTER = 3
LOG_MAX = 256 * 1024
_REASON_MAX = 500


class Failures(NamedTuple):
    """A hook that keeps failing: its event, how often in a row, the last reason and its local time."""

    event: str
    times: int
    reason: str
    at: str


def is_passing(error: BaseException) -> bool:
    """Whether a hook only met another program at work, which ends by itself: it is logged, and not counted."""
    return isinstance(error, IndexBusyError | StoreBusyError)


def note_failure(state: str, event: str, reason: str, *, counts: bool = True) -> None:
    """Log why an event's hook failed, and count it, unless it ``counts`` neither as a failure nor as a success."""
    at = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    line = {"at": at, "event": event, "reason": " ".join(reason.split())[:_REASON_MAX]}
    with suppress(OSError):
        os.makedirs(os.path.join(state, FOLDER), mode=0o700, exist_ok=True)
        _log(os.path.join(state, FOLDER, LOG), json.dumps(line if counts else {**line, "counts": False}))
        if not counts:
            return
        known = _counts(state)
        times = known[event].times + 1 if event in known else 1
        _write(state, {**known, event: Failures(event, times, line["reason"], at)})


def note_success(state: str, event: str) -> None:
    """Count an event's failures from zero again."""
    if os.path.exists(os.path.join(state, FOLDER, COUNTS)):
        with suppress(OSError):
            _write(state, {name: each for name, each in _counts(state).items() if name != event})


def hook_failures(state: str) -> tuple[Failures, ...]:
    """The events whose hooks failed so often in a row that a person should know, by name."""
    return tuple(each for _, each in sorted(_counts(state).items()) if each.times >= TOLD_AFTER)


def forget_failures(state: str) -> None:
    """Count all events from zero again, as when their hooks were installed anew. Raises OSError."""
    with suppress(FileNotFoundError):
        os.unlink(os.path.join(state, FOLDER, COUNTS))


def told(failures: tuple[Failures, ...], others: Sequence[str] = ()) -> str:
    """One line for a person about these failures, and ``others`` that no hook failed by; empty when there are none."""
    faults = list(others)
    if failures:
        worst = max(failures, key=lambda each: each.times)
        faults.insert(0, f"memory hook {worst.event} failed {worst.times} times in a row: {worst.reason}")
    return f"vade: {'; '.join(faults)} (see vade status)" if faults else ""


def _counts(state: str) -> dict[str, Failures]:
    try:
        with open(os.path.join(state, FOLDER, COUNTS), encoding="utf-8") as file:
            found = json.load(file)
        return {
            str(event): Failures(str(event), int(times), str(reason), str(at)) for event, times, reason, at in found
        }
    except (OSError, ValueError, TypeError, RecursionError):
        return {}


def _write(state: str, counts: dict[str, Failures]) -> None:
    path = os.path.join(state, FOLDER, COUNTS)
    if not counts:
        os.unlink(path)
        return
    draft = f"{path}.{os.getpid()}"
    with open(draft, "w", encoding="utf-8") as file:
        json.dump(list(counts.values()), file)
    os.replace(draft, path)


def _log(path: str, line: str) -> None:
    with suppress(FileNotFoundError):
        if os.stat(path).st_size > LOG_MAX:
            os.replace(path, f"{path}.1")
    descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
    try:
        os.write(descriptor, f"{line}\n".encode("utf-8", "backslashreplace"))
    finally:
        os.close(descriptor)
