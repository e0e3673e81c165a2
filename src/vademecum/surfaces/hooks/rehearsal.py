"""What a host's event would give a session now, without giving it: the hooks' own code on a copy of the state folder.

Ledgers, snapshots, plans, waiting nudges and receipts are all written to the copy, which is gone afterwards, so nothing
that a session is given later depends on somebody having looked. No sync is started either.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from vademecum.errors import VademecumError
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.hooks.event import PROMPT, START, Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.notes import note_turn
from vademecum.surfaces.hooks.prompt import answer_prompt
from vademecum.surfaces.hooks.refresh import mark_file
from vademecum.surfaces.hooks.start import answer_start
from vademecum.upkeep.receipts import Receipt, read_traces

_STATE_VARIABLE = "XDG_STATE_HOME"


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """What would go back to the host, the receipts that would be kept of it, and what went wrong, empty for nothing."""

    answer: Answer
    receipts: tuple[Receipt, ...] = ()
    fault: str = ""


def rehearse(event: HookEvent, place: Place) -> Rehearsal:
    """Answer an event as a hook would; a session that nobody started yet is started first. Raises VademecumError where
    a hook would give nothing for it."""
    with _copied(place) as copy:
        session = Session(f"{copy.state}/sessions", SessionKey(event.host, event.session))
        if event.name != START and session.snapshot is None:
            _reply(event._replace(name=START, source="startup"), copy).afterwards()
        before = _receipts(event, copy)
        reply = _reply(event, copy)
        fault = ""
        try:
            _keep_from_syncing(copy)
            reply.afterwards()
        except VademecumError as error:
            fault = error.message
        return Rehearsal(reply.answer, _receipts(event, copy)[len(before) :], fault)


def _reply(event: HookEvent, place: Place) -> Reply:
    if event.name == START:
        return answer_start(event, place)
    return answer_prompt(event, place) if event.name == PROMPT else note_turn(event, place)


@contextmanager
def _copied(place: Place) -> Iterator[Place]:
    """The same place with a state folder of its own."""
    with tempfile.TemporaryDirectory(prefix="vade-") as folder:
        state = Path(folder) / Path(place.state).name
        _copy(Path(place.state), state)
        env = {**place.env, _STATE_VARIABLE: folder}
        copy = Place(place.cwd, str(state), env)
        _keep_from_syncing(copy)
        yield copy


def _copy(source: Path, target: Path) -> None:
    """All files as they are; one that another process takes away meanwhile is left out."""
    target.mkdir(mode=0o700)
    for folder, _, names in os.walk(source):
        there = target / os.path.relpath(folder, source)
        there.mkdir(mode=0o700, exist_ok=True)
        for name in names:
            with suppress(FileNotFoundError):
                shutil.copy2(Path(folder) / name, there / name)


def _keep_from_syncing(place: Place) -> None:
    """Let it look as if a sync had been started this very moment: none is started twice in a row."""
    mark = Path(mark_file(place))
    mark.parent.mkdir(mode=0o700, exist_ok=True)
    mark.touch()


def _receipts(event: HookEvent, place: Place) -> tuple[Receipt, ...]:
    own = (
        trace for trace in read_traces(Path(place.state)) if (trace.host, trace.session) == (event.host, event.session)
    )
    return next((trace.events for trace in own), ())
