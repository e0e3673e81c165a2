"""``vade hook HOST EVENT``: reads the event, has it answered, and is gone in time, whatever happens on the way.

It owns the promise that no hook ever stops a session: one JSON document or nothing on standard output, exit code 0,
no word on standard error, and a deadline of its own. What goes wrong is logged in the state folder and counted; it is
never raised. Nothing heavy is imported here.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from _thread import start_new_thread
from codecs import BOM_UTF8
from collections.abc import Mapping, Sequence
from contextlib import suppress

from vademecum.config.folders import state_folder
from vademecum.errors import ConfigError
from vademecum.lean import loads
from vademecum.surfaces.hooks import claude_code as dialect
from vademecum.surfaces.hooks.event import PROMPT, START, STOP, TOOL, HookEvent, Place, Reply

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

# Seconds, measured from the hook's start. Hosts wait for minutes, people don't.
DEADLINES = {START: 5.0, STOP: 4.0}
DEADLINE = 2.0
# Should even the log hang, it is left alone after so long.
_LAST_WORDS = 0.2
# What ``failures.py`` keeps, looked for without importing it.
FAILURES = "hooks/failures.json"
# The folder of ``processes.py``.
PROCESSES = "processes"
# A host's own bound on what a tool returns is far below.
INPUT_MAX = 32 * 1024 * 1024


def run_hook(arguments: Sequence[str]) -> NoReturn:
    """Answer one hook and end the process: the interpreter's own clearing up would cost a tenth of the whole."""
    # What lives for a moment need not be searched for garbage.
    gc.disable()
    host, name, *_ = (*arguments, "", "")
    try:
        # A closed stream's number may belong to any file by now, so then nothing is read from or written to it.
        if host == dialect.HOST and name in dialect.EVENTS and sys.stdin is not None and sys.stdout is not None:
            _answer_in_time(name, os.environ)
    finally:  # also when not even the failure could be noted
        os._exit(0)


def _answer_in_time(name: str, env: Mapping[str, str]) -> None:
    try:
        state = state_folder(env)
    except ConfigError:
        return  # without a home folder there is no memory, and no place to say so
    start_new_thread(_end_after, (DEADLINES.get(name, DEADLINE), state, name))
    try:
        _answer(name, state, env)
        _note_success(state, name)
    except BaseException as error:  # no error of any kind may reach the host
        _note_failure(state, name, error)


def _answer(name: str, state: str, env: Mapping[str, str]) -> None:
    event = dialect.read_event(_given(_read_all()), name)
    place = Place(_folder(event, env), state, env)
    reply = _reply(event, place)
    said = dialect.write_answer(event.name, reply.answer)
    while said:
        said = said[os.write(1, said) :]
    _note_process(event, place)
    reply.afterwards()


def _note_process(event: HookEvent, place: Place) -> None:
    """Let the server that the host started know its session: a start says it, a prompt that it still holds."""
    process = place.env.get(dialect.PROCESS, "")
    if not process or not event.session or event.role == "sub":
        return
    if event.name == START:
        from vademecum.surfaces.hooks.processes import note_process  # noqa: PLC0415 - needed by starts alone

        note_process(place.state, process, event.session)
    elif event.name == PROMPT and process.isdigit():
        with suppress(OSError):
            os.utime(f"{place.state}/{PROCESSES}/{process}")


def _reply(event: HookEvent, place: Place) -> Reply:
    """Each event imports what it needs and no more: the person waits for it."""
    if event.name == PROMPT:
        from vademecum.surfaces.hooks.prompt import answer_prompt  # noqa: PLC0415 - see above

        return answer_prompt(event, place)
    if event.name == START:
        from vademecum.surfaces.hooks.start import answer_start  # noqa: PLC0415 - the same

        return answer_start(event, place)
    from vademecum.surfaces.hooks.notes import note_turn, note_use  # noqa: PLC0415 - the same

    return note_use(event, place) if event.name == TOOL else note_turn(event, place)


def _given(data: bytes) -> Mapping[str, object]:
    """The hook's input: UTF-8 whatever the locale says, with a byte-order mark or not (A31)."""
    found = loads(data.removeprefix(BOM_UTF8).decode("utf-8", "replace"))
    if not isinstance(found, dict):
        raise TypeError(f"the hook's input is a JSON {type(found).__name__}, not an object")
    return found


def _read_all() -> bytes:
    parts: list[bytes] = []
    size = 0
    while part := os.read(0, 1 << 20):
        size += len(part)
        if size > INPUT_MAX:
            raise ValueError("the hook's input is too large")
        parts.append(part)
    return b"".join(parts)


def _folder(event: HookEvent, env: Mapping[str, str]) -> str:
    """The project's folder: an agent may have changed into another one since its session began."""
    project = env.get("CLAUDE_PROJECT_DIR", "")
    return project if os.path.isdir(project) else event.cwd if os.path.isdir(event.cwd) else os.getcwd()


def _note_failure(state: str, name: str, error: BaseException) -> None:
    from vademecum.surfaces.hooks.failures import is_passing, note_failure  # noqa: PLC0415 - for failed hooks alone

    note_failure(state, name, f"{type(error).__name__}: {error}", counts=not is_passing(error))


def _note_success(state: str, name: str) -> None:
    if os.path.exists(f"{state}/{FAILURES}"):
        from vademecum.surfaces.hooks.failures import note_success  # noqa: PLC0415 - needed after failures alone

        note_success(state, name)


def _end_after(seconds: float, state: str, name: str) -> None:
    """The deadline: a thread, since no signal handler runs while the main one waits for a dead disk."""
    time.sleep(seconds)
    start_new_thread(_end_in, (_LAST_WORDS,))
    _note_failure(state, name, TimeoutError(f"it took longer than {seconds:g} s"))
    os._exit(0)


def _end_in(seconds: float) -> None:
    time.sleep(seconds)
    os._exit(0)
