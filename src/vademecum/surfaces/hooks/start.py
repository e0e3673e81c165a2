"""SessionStart: the opening of a session, its snapshot, and the sync that brings its mounts in step.

It reads the configuration anew and keeps the plan that the session's other hooks go by. When the memory can't be read,
a session gets the snapshot that it had before, and the person one line.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from vademecum.context.opening import Given as GivenPage, Opening, open_session
from vademecum.errors import VademecumError
from vademecum.hosts.base import HOSTS
from vademecum.library.allowed import Allowance, read_allowed
from vademecum.library.library import Library
from vademecum.library.mutes import Mute, look_at_mutes
from vademecum.library.plan_cache import plan_file
from vademecum.library.planning import keep_plan, make_plan
from vademecum.library.snapshots import Snapshot, keep_snapshot, read_snapshot
from vademecum.memory import Memory
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.surfaces.hooks.event import START, Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.failures import hook_failures, told
from vademecum.surfaces.hooks.receipts import Given, keep_receipt, told_of
from vademecum.surfaces.hooks.refresh import start_refresh
from vademecum.surfaces.hooks.transcript import Transcript

CHANNEL = "start"
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
        opening, tell = _opening(event.host, place, mutes.pages)
    except VademecumError as error:
        return _last_good(event, place, session, (before, error), mutes.pages)
    snapshot = Snapshot(opening.text, [each[:2] for each in opening.seeds])
    if not opening.text or (event.source in RESUMED and _is_in_view(event, place, session)):
        return Reply(Answer(message=message))
    if tell == "all" and not message:
        message = told_of(opening.text, [each.page for each in (*opening.seeds, *opening.indexes)], opening.listed)
    return Reply(Answer(opening.text, message), partial(_note, event, place, session, (opening, snapshot)))


def _opening(host: str, place: Place, mutes: Sequence[Mute]) -> tuple[Opening, str]:
    """The opening by the configuration as it is now, and when the person is told of it; a sync by another process is
    under way when this returns."""
    cwd, state = Path(place.cwd), Path(place.state)
    memory = Memory.open(cwd=cwd, env=place.env)
    library = memory.library
    plan = make_plan(library, memory.setting.workspace, cwd, state, place.env)
    hooks = memory.setting.config.hooks
    plan = plan._replace(tell=hooks.tell, record_prompts=hooks.record_prompts)
    keep_plan(plan_file(place.state, place.cwd, place.env), plan)
    start_refresh(place)
    return _waited_for(library, mutes, read_allowed(state), host), hooks.tell


def _waited_for(library: Library, mutes: Sequence[Mute], allowed: Sequence[Allowance], host: str) -> Opening:
    """The opening, as soon as every mount has an index, or once it has been waited for long enough."""
    end = time.monotonic() + _FIRST_INDEX
    limit = HOSTS[host].cap(START)
    opening = open_session(library, mutes, allowed, limit=limit)
    while opening.unasked and time.monotonic() < end:
        time.sleep(_POLL)
        opening = open_session(library, mutes, allowed, limit=limit)
    return opening


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


def _note(event: HookEvent, place: Place, session: Session, given: tuple[Opening, Snapshot]) -> None:
    opening, snapshot = given
    whole = [each for each in (*opening.seeds, *opening.indexes) if each.is_whole]
    session.name_snapshot(keep_snapshot(place.state, snapshot))
    session.offer(CHANNEL, [Offer(each.page, digest=each.digest) for each in whole])
    pages = [*_pages("seed", opening.seeds), *_pages("index page", opening.indexes)]
    left_out = {**opening.left_out, "mounts not asked": len(opening.unasked)}
    receipt = Given(
        channel=CHANNEL,
        pages=pages,
        chars=len(opening.text),
        left_out={reason: count for reason, count in left_out.items() if count},
        verified="files shown",
        listed=opening.listed,
    )
    keep_receipt(place.state, event, receipt)


def _pages(rule: str, pages: Sequence[GivenPage]) -> list[dict[str, str | int | float]]:
    return [
        {"page": each.page, "version": each.digest[:12], "rule": rule, "chars": each.chars, "of": each.of}
        for each in pages
    ]
