"""Which session runs in which process of a host, so that the server that the same process started joins its ledger.

A host tells its hooks the session's id and its own process id; a server that it starts knows its parent. So the hooks
note who is who, and nothing is guessed from folders or times. A note is believed only while its process may still be
the same one: ids are used again.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

FOLDER = "processes"
# Seconds that a server may be older than the note, and after which notes of processes that are gone are cleared away.
SLACK = 60.0
KEPT = 7 * 24 * 3600.0


def note_process(state: str, process: str, session: str) -> None:
    """Note that a process, by its id in digits, runs this session now; anything else than digits is passed over."""
    if not (process.isascii() and process.isdigit()):
        return
    path = _path(state, process)
    if session_in(path) == session:
        os.utime(path)
        return
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    _clear(os.path.dirname(path))
    draft = f"{path}.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(session.encode("utf-8", "surrogatepass"))
    os.replace(draft, path)


def session_of(state: str, process: int, *, since: float) -> str | None:
    """The session that a process runs, None when no hook of it said so after ``since``, in seconds of the epoch."""
    path = _path(state, str(process))
    try:
        return session_in(path) if os.stat(path).st_mtime >= since - SLACK else None
    except OSError:
        return None


def session_in(path: str) -> str | None:
    """The session in a note, None when there is none."""
    try:
        with open(path, "rb") as file:
            return file.read().decode("utf-8", "surrogatepass") or None
    except (OSError, UnicodeDecodeError):
        return None


def _path(state: str, process: str) -> str:
    return os.path.join(state, FOLDER, process)


def _clear(folder: str) -> None:
    with os.scandir(folder) as notes:
        for note in notes:
            with suppress(OSError):
                if note.stat().st_mtime < time.time() - KEPT:
                    os.unlink(note.path)
