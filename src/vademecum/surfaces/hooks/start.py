"""SessionStart: the opening of a session, its snapshot, and the sync that brings its mounts in step.

It reads the configuration anew and keeps the plan that the session's other hooks go by. A mount that can't be read is
left out, with a line for the agent and one for the person; when none can, a session gets the snapshot of before.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

from vademecum.context.booting import BOOT
from vademecum.context.gates import Gate, Standing, is_open
from vademecum.context.giving import Carrier, Given as Composed, give
from vademecum.context.pieces import GivenPage, Portion, joined
from vademecum.context.seeds import SEEDS
from vademecum.errors import UnreadableError, VademecumError
from vademecum.hosts.base import HOSTS, Event
from vademecum.library import Library
from vademecum.library.mutes import Mute, look_at_mutes
from vademecum.library.plan_cache import plan_file
from vademecum.library.planning import keep_plan, make_plan
from vademecum.library.snapshots import Snapshot, keep_snapshot, keep_triggers
from vademecum.memory import Memory
from vademecum.memory.context import shelves_for
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.store.files import storage_errors
from vademecum.surfaces.hooks.event import PROMPT, START, Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.failures import hook_failures, told
from vademecum.surfaces.hooks.last_good import LastGood, last_good, note_good, warning
from vademecum.surfaces.hooks.receipts import Given, keep_receipt, told_of
from vademecum.surfaces.hooks.refresh import start_refresh
from vademecum.surfaces.hooks.replan import as_configured
from vademecum.surfaces.hooks.tables import Made, known_or_made
from vademecum.surfaces.hooks.transcript import Transcript
from vademecum.transcripts.reading import View

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
        memory, away = _planned(place)
        opening = composed(memory, event.host, mutes.pages, away, wait=_FIRST_INDEX)
    except VademecumError as error:
        return _going_by_the_last(event, place, session, last_good(place, event.host, before, mutes.pages), error)
    message = "; ".join(filter(None, [away.told, _without_index(opening.start.unasked), message]))
    if opening.is_empty:
        return Reply(Answer(message=message))
    view = _view_of_start(event, place, session)
    given = opening.start if view is None else opening.unseen(view)
    if memory.setting.config.hooks.tell == "all" and not message:
        message = told_of(given.text, [each.page for each in given.pages], given.listed)
    apart = {portion.channel: opening.start.alone(portion.channel) for portion in opening.start.portions}
    alone = "\n".join(filter(None, [given.alone(SEEDS), away.line if view is None else ""]))
    answer = Answer(given.text, message, apart | {SEEDS: alone})
    return Reply(answer, partial(_note, event, place, session, (opening, given), is_whole=not away.mounts))


def _without_index(unasked: Sequence[tuple[str, str]]) -> str:
    """The line for the person on mounts whose pages could not be told, since their index was not there in time."""
    names = ", ".join(mount for mount, _ in unasked)
    reasons = "; ".join(dict.fromkeys(reason for _, reason in unasked))
    return f"vade: {reasons}; this session starts without the pages of {names}" if names else ""


class Away(NamedTuple):
    """The mounts that can't be read as a session starts, each with the reason."""

    mounts: Mapping[str, str]

    @property
    def line(self) -> str:
        """What the agent is told; empty where all can be read."""
        names = ", ".join(self.mounts)
        return f"Nothing of {names} is given here, since it can't be read now." if names else ""

    @property
    def told(self) -> str:
        """The line for the person."""
        reasons = "; ".join(self.mounts.values())
        return f"vade: {reasons}; this session starts without {', '.join(self.mounts)}" if reasons else ""


NONE_AWAY = Away({})


class Opening(NamedTuple):
    """What a session starts with, and the boot block that goes with its first prompt, where the host has it do so."""

    start: Composed
    boot: Composed
    made: Made = Made()
    cap: int = 0

    @property
    def is_empty(self) -> bool:
        """Whether nothing is given at all, now or with a prompt."""
        return not (self.start.text or self.boot.text or self.made.table)

    def unseen(self, view: View) -> Composed:
        """What an agent lacks that sees a start already: seeds that are new since. An older version of one stays as it
        is (M16, M21)."""
        seeds = next((each for each in self.start.portions if each.channel == SEEDS), Portion(SEEDS))
        pieces = [each for each in seeds.pieces if not any((page.page, "") in view.pages for page in each.pages)]
        tally = f"{len(pieces)} of {len(pieces)} new seeds shown"
        return Composed(joined(pieces, last=[tally]) if pieces else "", (Portion(SEEDS, tuple(pieces)),))

    def kept(self, state: str) -> str:
        """Keep what the session's other hooks go by, and return the digest of that. Raises OSError."""
        seeds = [(each.page, each.digest) for each in self.start.pages if each.rule == SEED]
        boot = [each[:4] for each in self.boot.pages]
        self.made.kept(state)
        triggers = keep_triggers(state, self.made.table)
        return keep_snapshot(state, Snapshot(self.start.text, seeds, self.boot.text, boot, triggers, self.cap))


def composed(memory: Memory, host: str, mutes: Sequence[Mute], away: Away = NONE_AWAY, *, wait: float = 0) -> Opening:
    """What a session of this memory starts with on a host, as soon as every mount has an index, or once it has been
    waited for so many seconds. Nothing is written."""
    end = time.monotonic() + wait
    opening = _composed(memory, host, mutes, away)
    while opening.start.unasked and time.monotonic() < end:
        time.sleep(_POLL)
        opening = _composed(memory, host, mutes, away)
    return opening


def _composed(memory: Memory, host: str, mutes: Sequence[Mute], away: Away) -> Opening:
    """The start's event carries what the table says, and so does the prompt's, of which only the boot block is made
    here; what else a prompt brings up depends on what it says."""
    shelves = shelves_for(memory, mutes, but=away.mounts)
    events = {event.name: event for event in HOSTS[host].events}
    start, prompt = (_carrier(events.get(name)) for name in (START, PROMPT))
    channels = memory.setting.config.channels
    gate = Gate(channels.boot.on, channels.boot.after_user, channels.boot.active_only)
    if BOOT in prompt.channels and is_open(gate, Standing("root")):
        start = start._replace(channels=(*start.channels, BOOT))  # it waits for nobody's first words
    first, boot = give(shelves, channels, [start._replace(cap=max(start.cap - len(away.line) - 1, 0)), prompt])
    first = replace(first, text="\n".join(filter(None, [first.text, away.line])))
    if TRIGGERS not in prompt.channels:
        return Opening(first, boot, cap=prompt.cap)
    made = known_or_made(str(memory.setting.state), shelves, channels.triggers)
    return Opening(first, boot, made, prompt.cap)


def _carrier(event: Event | None) -> Carrier:
    return Carrier((), 0) if event is None else Carrier(event.channels, event.cap)


def _planned(place: Place) -> tuple[Memory, Away]:
    """The memory by the configuration as it is now, and what of it can't be read; its plan is kept, and a sync by
    another process is under way when this returns."""
    cwd, state = Path(place.cwd), Path(place.state)
    memory = Memory.open(cwd=cwd, env=place.env)
    library = memory.library
    away = _away(library)
    plan = make_plan(library, memory.setting.workspace, cwd, state, place.env)
    plan = as_configured(plan, memory.setting.config)
    keep_plan(plan_file(place.state, place.cwd, place.env), plan)
    start_refresh(place)
    return memory, away


def _away(library: Library) -> Away:
    """The mounts whose folder is closed or, where a person named it, gone, so that no session takes one for empty.
    Raises UnreadableError where none that is there can be read."""
    trusted = [mount for mount in library.mounts if mount.trusted]
    away = {mount.name: f"mount {mount.name} is not there" for mount in trusted if mount.is_named and mount.is_missing}
    closed: list[UnreadableError] = []
    there = [mount for mount in trusted if not mount.is_missing]
    for mount in there:
        try:
            with storage_errors(f"mount {mount.name}", error=UnreadableError), os.scandir(mount.folder):
                pass
        except UnreadableError as error:
            away[mount.name] = error.message
            closed.append(error)
    if closed and len(closed) == len(there):
        raise closed[0]
    return Away(away)


def _view_of_start(event: HookEvent, place: Place, session: Session) -> View | None:
    """What a resumed agent sees, when a start of ours is among it as the transcript proves; its pages may be older."""
    if event.source not in RESUMED:
        return None
    transcript = Transcript(event, place, session)
    view = transcript.look()
    if transcript.keep():
        session.next_turn()  # what was on its way to the process before this one has come by now, or never will
    return view if view is not None and view.has_start else None


def _going_by_the_last(
    event: HookEvent, place: Place, session: Session, last: LastGood | None, error: VademecumError
) -> Reply:
    """What the session had before, or one before it, now that the memory can't be read; the failure counts as one."""

    def fail() -> None:
        if last is not None:
            session.name_snapshot(last.digest)
        if last is not None and text:
            seeds = last.snapshot.seeds
            session.offer(CHANNEL, [Offer(page, digest=digest) for page, digest in seeds])
            pages = [{"page": page, "version": digest[:12], "rule": SEED} for page, digest in seeds]
            keep_receipt(place.state, event, Given(CHANNEL, pages, len(text), {}, "nothing: the last good snapshot"))
        raise error

    in_view = _view_of_start(event, place, session) is not None
    text = "" if last is None or in_view else last.snapshot.text
    return Reply(Answer(text, warning(error, is_kept=bool(text) or in_view)), fail)


def _note(event: HookEvent, place: Place, session: Session, what: tuple[Opening, Composed], *, is_whole: bool) -> None:
    """What may come in by a trigger is known anew also where the agent has all that it would be given (M31)."""
    opening, given = what
    digest = opening.kept(place.state)
    session.name_snapshot(digest)
    if is_whole:
        note_good(place, event.host, digest)
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
