"""What a prompt has to do with nudges: it takes the one that waits for its session, and notes that the person spoke.

``stopping.py`` decides what is due and puts it down here. A prompt waits for this module, so it imports next to
nothing; a nudge that waits is one small file, and a session has one at most.
"""

from __future__ import annotations

import os
import time
from contextlib import suppress

from vademecum.lean import dumps, loads
from vademecum.store.append import drop_oldest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.sessions import SessionKey
    from vademecum.surfaces.hooks.event import HookEvent, Place

PENDING = "pending"
KEPT = 256


def pending_nudge(place: Place, key: SessionKey) -> str:
    """Take the nudge that waits for a session, empty when none does. One that asks to write something down is dropped
    when somebody wrote since."""
    file = _file(place, key)
    try:
        with open(file, "rb") as kept:
            text, marks = loads(kept.read().decode())
            is_due = all(changed_ns(path) == at for path, at in marks)
    except FileNotFoundError:
        return ""
    except (OSError, ValueError, TypeError):
        text, is_due = "", False
    with suppress(OSError):
        os.unlink(file)
    return text if is_due and isinstance(text, str) else ""


def is_pending(place: Place, key: SessionKey) -> bool:
    """Whether a nudge waits for a session."""
    return os.path.exists(_file(place, key))


def keep_pending(place: Place, key: SessionKey, text: str, files: Sequence[str]) -> None:
    """Let a nudge wait for a session's next prompt, as long as none of these files changes. Raises OSError."""
    file = _file(place, key)
    os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)
    drop_oldest(os.path.dirname(file), keep=KEPT - 1)
    write_whole(file, dumps([text, [[path, changed_ns(path)] for path in files]]))


def note_prompt(event: HookEvent, place: Place, key: SessionKey, now: float | None = None) -> None:
    """Note that the person has just spoken in a session; with their first words, where being named counts as use, what
    the session was given is gone through for names of pages. Raises OSError and StorageError."""
    from vademecum.activity import note_spoken  # noqa: PLC0415 - once the answer is out
    from vademecum.surfaces.hooks.claude_code import HOST, PROCESS  # noqa: PLC0415 - the same
    from vademecum.text.language import language_of  # noqa: PLC0415 - the same

    # Another host may have been started from a terminal of this one.
    told = place.env.get(PROCESS, "") if event.host == HOST else ""
    process = int(told) if told.isascii() and told.isdigit() else event.process
    is_first = note_spoken(
        place.state,
        key,
        time.time() if now is None else now,
        language=language_of(event.prompt),
        process=process,
    )
    if is_first:
        from vademecum.library.plan_cache import load_plan, plan_file  # noqa: PLC0415 - the prompt has it already

        plan = load_plan(plan_file(place.state, place.cwd, place.env))
        if plan is not None and any(mount.track_access == "listed" for mount in plan.mounts):
            from vademecum.surfaces.hooks.listing import count_listed  # noqa: PLC0415 - asked for by few

            count_listed(place, key)


def changed_ns(path: str) -> int:
    """When a file was changed, 0 for one that is not there."""
    try:
        return os.stat(path).st_mtime_ns
    except OSError:
        return 0


def write_whole(file: str, text: str) -> None:
    """Whole or not at all: another process may be reading. Raises OSError."""
    draft = f"{file}.{os.getpid()}"
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with open(descriptor, "w", encoding="utf-8") as kept:
        kept.write(text)
    os.replace(draft, file)


def _file(place: Place, key: SessionKey) -> str:
    return os.path.join(place.state, PENDING, key.file)
