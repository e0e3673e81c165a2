"""SessionStart: the opening of a session, its snapshot, and the sync that brings its mounts in step.

It reads the configuration anew and keeps the plan that the session's other hooks go by. When the memory can't be read,
a session gets the snapshot that it had before, and the person one line.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from vademecum.context.giving import Carrier, Given as Composed, give
from vademecum.context.pieces import GivenPage
from vademecum.context.shelf import shelves_of
from vademecum.context.trigger_table import table_of
from vademecum.errors import VademecumError
from vademecum.hosts.base import HOSTS, Event
from vademecum.library.allowed import read_allowed
from vademecum.library.mutes import Mute, look_at_mutes
from vademecum.library.plan_cache import plan_file
from vademecum.library.planning import keep_plan, make_plan
from vademecum.library.snapshots import Snapshot, keep_snapshot, keep_triggers, read_snapshot
from vademecum.memory import Memory
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.surfaces.hooks.event import PROMPT, START, Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.failures import hook_failures, told
from vademecum.surfaces.hooks.receipts import Given, keep_receipt, told_of
from vademecum.surfaces.hooks.refresh import start_refresh
from vademecum.surfaces.hooks.replan import as_configured
from vademecum.surfaces.hooks.transcript import Transcript

CHANNEL = "start"
SEED = "seed"
TRIGGERS = "triggers"
# After these nothing of before is in the agent's view.
EMPTIED = ("compact", "clear")
# After these the agent sees what it saw before, or what the conversation saw that this one was copied from.
RESUMED = ("resume", "fork")
# Seconds that a first session waits for its index: a store of some thousand pages is read in that time.
_FIRST_INDEX = 2.0
_POLL = 0.05


def answer_start(event: HookEvent, place: Place) -> Reply:
    """What a session starts with, and one line for the person when hooks kept failing or the memory can't be read."""
    if event.role == "sub":
        return Reply()
    session = Session(f"{place.state}/sessions", SessionKey(event.host, event.session))
    before = session.snapshot
    if event.source in EMPTIED:
        session.compacted()
    mutes = look_at_mutes(Path(place.state))
    message = told(hook_failures(place.state), [mutes.fault] if mutes.fault else [])
    try:
        memory = _planned(place)
        opening = composed(memory, event.host, mutes.pages, wait=_FIRST_INDEX)
    except VademecumError as error:
        return _last_good(event, place, session, (before, error), mutes.pages)
    if opening.is_empty:
        return Reply(Answer(message=message))
    if event.source in RESUMED and _is_in_view(event, place, session):
        # The agent has what it was given; what may come in by a trigger is known anew all the same (M31).
        return Reply(Answer(message=message), lambda: session.name_snapshot(opening.kept(place.state)))
    given = opening.start
    if memory.setting.config.hooks.tell == "all" and not message:
        message = told_of(given.text, [each.page for each in given.pages], given.listed)
    return Reply(Answer(given.text, message), partial(_note, event, place, session, opening))


class Opening(NamedTuple):
    """What a session starts with, and the boot block that goes with its first prompt, where the host has it do so."""

    start: Composed
    boot: Composed
    triggers: bytes = b""
    cap: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is given at all, now or with a prompt."""
        return not (self.start.text or self.boot.text or self.triggers)

    def kept(self, state: str) -> str:
        """Keep what the session's other hooks go by, and return the digest of that. Raises OSError."""
        seeds = [(each.page, each.digest) for each in self.start.pages if each.rule == SEED]
        boot = [each[:4] for each in self.boot.pages]
        triggers = keep_triggers(state, self.triggers)
        return keep_snapshot(state, Snapshot(self.start.text, seeds, self.boot.text, boot, triggers, self.cap))


def composed(memory: Memory, host: str, mutes: Sequence[Mute], *, wait: float = 0) -> Opening:
    """What a session of this memory starts with on a host, as soon as every mount has an index, or once it has been
    waited for so many seconds. Nothing is written."""
    end = time.monotonic() + wait
    opening = _composed(memory, host, mutes)
    while opening.start.unasked and time.monotonic() < end:
        time.sleep(_POLL)
        opening = _composed(memory, host, mutes)
    return opening


def _composed(memory: Memory, host: str, mutes: Sequence[Mute]) -> Opening:
    """The start's event carries what the table says, and so does the prompt's, of which only the boot block is made
    here; what else a prompt brings up depends on what it says."""
    setting = memory.setting
    shelves = shelves_of(memory.library, mutes, read_allowed(setting.state))
    events = {event.name: event for event in HOSTS[host].events}
    start, prompt = (_carrier(events.get(name)) for name in (START, PROMPT))
    channels = setting.config.channels
    first, boot = give(shelves, channels, [start, prompt])
    triggers = table_of(shelves, channels.triggers) if TRIGGERS in prompt.channels else b""
    return Opening(first, boot, triggers, prompt.cap)


def _carrier(event: Event | None) -> Carrier:
    return Carrier((), 0) if event is None else Carrier(event.channels, event.cap)


def _planned(place: Place) -> Memory:
    """The memory by the configuration as it is now; its plan is kept, and a sync by another process is under way when
    this returns."""
    cwd, state = Path(place.cwd), Path(place.state)
    memory = Memory.open(cwd=cwd, env=place.env)
    library = memory.library
    plan = make_plan(library, memory.setting.workspace, cwd, state, place.env)
    plan = as_configured(plan, memory.setting.config)
    keep_plan(plan_file(place.state, place.cwd, place.env), plan)
    start_refresh(place)
    return memory


def _is_in_view(event: HookEvent, place: Place, session: Session) -> bool:
    """Whether a start of ours still stands before the agent, as the transcript proves; its pages may be older ones."""
    transcript = Transcript(event, place, session)
    view = transcript.look()
    transcript.keep()
    return view is not None and view.has_start


def _last_good(
    event: HookEvent,
    place: Place,
    session: Session,
    last: tuple[str | None, VademecumError],
    mutes: Sequence[Mute],
) -> Reply:
    """What the session had before, when the memory can't be read now, unless a page in it was muted since; the failure
    still counts as one."""

    def fail() -> None:
        if snapshot is not None and before is not None:
            session.name_snapshot(before)
        raise error

    before, error = last
    snapshot = read_snapshot(place.state, before) if before else None
    in_view = event.source in RESUMED and _is_in_view(event, place, session)
    is_muted = snapshot is not None and any(mute.address in snapshot.text for mute in mutes)
    text = "" if snapshot is None or in_view or is_muted else snapshot.text
    kept = "; this session goes by what it had before" if text or in_view else ""
    return Reply(Answer(text, f"vade: memory can't be read: {error.message}{kept}"), fail)


def _note(event: HookEvent, place: Place, session: Session, opening: Opening) -> None:
    given = opening.start
    session.name_snapshot(opening.kept(place.state))
    if not given.text:
        return
    session.offer(CHANNEL, [Offer(each.page, digest=each.digest) for each in given.pages if each.is_whole])
    left_out = {**given.left_out, "mounts not asked": len(given.unasked)}
    receipt = Given(
        channel=CHANNEL,
        pages=[_page(each) for each in given.pages],
        chars=len(given.text),
        left_out={reason: count for reason, count in left_out.items() if count},
        verified="files shown",
        listed=given.listed,
    )
    keep_receipt(place.state, event, receipt)


def _page(page: GivenPage) -> dict[str, str | int | float]:
    return {"page": page.page, "version": page.digest[:12], "rule": page.rule, "chars": page.chars, "of": page.of}
