"""UserPromptSubmit: what a prompt brings up, from the cached plan and the indexes as they are. Nothing is synced here.

The person waits for this, so a sync that is due runs by itself afterwards; what was not verified is in the receipt.
"""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.context.compose import compose_recall
from vademecum.context.frame import is_framed
from vademecum.errors import IndexBusyError, IndexFailedError
from vademecum.library.plan_cache import Plan, has_moved_on, load_plan, plan_file
from vademecum.library.snapshots import read_snapshot
from vademecum.recall.pushing import Pushed, push
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.surfaces.hooks.claude_code import is_command
from vademecum.surfaces.hooks.event import Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.nudging import note_prompt, pending_nudge
from vademecum.surfaces.hooks.parts import Part, boot_part, named_part, size_of
from vademecum.surfaces.hooks.receipts import Given, keep_receipt, told_of
from vademecum.surfaces.hooks.transcript import Transcript

CHANNEL = "recall"
RULE = "prompt"
NUDGES = "nudges"
# More than any nudge is long; one that is taken is gone, so it is left to wait where it might not fit.
NUDGE_ROOM = 1_000
# Where no start has told how much the host passes on there is nothing but recall and a nudge, which fit any.
_LEAST_ROOM = 4_000


def answer_prompt(event: HookEvent, place: Place) -> Reply:
    """What a prompt brings up and its session has not seen; mostly nothing.

    The boot text stands first, then pages that the prompt names, then those that it speaks of, then a nudge. Where all
    of it is more than the host passes on, what is named goes before the boot text, which then waits for the next
    prompt, and both before the rest. Our own words that a host put into a prompt, its commands, and agents that another
    one started bring up nothing. Once the answer is out it raises IndexFailedError when no mount could be asked.
    """
    prompt = event.prompt
    if event.role == "sub" or not prompt.strip() or is_command(prompt) or is_framed(prompt):
        return Reply()
    plan = _plan(place)
    session = Session(f"{place.state}/sessions", SessionKey(event.host, event.session))
    transcript = Transcript(event, place, session)
    session.believe(transcript.look)
    before, room = _before_recall(event, place, plan, session)
    pushed = _pushed(plan, prompt, place, session, before)
    recalled = _recalled(pushed, plan, min(plan.recall_chars, room))
    parts = [part for part in (*before, recalled) if part is not None]
    nudge = pending_nudge(place, session.key) if room - size_of([recalled]) >= NUDGE_ROOM else ""
    text = "\n\n".join(filter(None, [*(part.text for part in parts), nudge]))

    def afterwards() -> None:
        if plan.record_prompts:
            from vademecum.surfaces.hooks.prompts import keep_prompt  # noqa: PLC0415 - only who asked for it waits

            keep_prompt(place.state, session.key, event.cwd, prompt)
        if transcript.keep():
            session.next_turn()
        for part in parts:
            if part.offers:
                session.offer(part.given.channel, part.offers)
            keep_receipt(place.state, event, part.given)
        if nudge:
            keep_receipt(place.state, event, Given(NUDGES, [], len(nudge), {}, ""))
        note_prompt(event, place, session.key)
        error = _failure(pushed, place)
        if pushed.changed or pushed.unasked or has_moved_on(plan):
            from vademecum.surfaces.hooks.refresh import start_refresh  # noqa: PLC0415 - seldom needed

            start_refresh(place)
        if error is not None:
            raise error

    pages = [page for part in parts for page in part.pages]
    return Reply(Answer(text, "" if plan.tell == "off" else told_of(text, pages)), afterwards)


def _before_recall(event: HookEvent, place: Place, plan: Plan, session: Session) -> tuple[list[Part], int]:
    """What the session's snapshot gives, and how much room that leaves for the rest."""
    digest = session.snapshot
    snapshot = read_snapshot(place.state, digest) if digest else None
    if snapshot is None or not snapshot.cap:
        return [], _LEAST_ROOM
    boot = boot_part(snapshot, plan, session)
    named = named_part(snapshot, event.prompt, place, (plan, session, boot), snapshot.cap)
    parts = [part for part in (boot, named) if part is not None]
    if size_of(parts) > snapshot.cap and boot is not None:
        parts.remove(boot)
    return parts, snapshot.cap - size_of(parts)


def _pushed(plan: Plan, prompt: str, place: Place, session: Session, given: Sequence[Part]) -> Pushed:
    if not plan.recall_chars:
        return Pushed()
    try:
        return push(
            plan.mounts,
            prompt,
            place.state,
            is_shown=lambda page, block, digest: (
                any(part.covers(page, digest) for part in given) or session.is_shown(Offer(page, block, digest))
            ),
        )
    except IndexFailedError as error:  # what the snapshot gives is given all the same
        return Pushed(unasked=(("", error.message),), busy=isinstance(error, IndexBusyError))


def _failure(pushed: Pushed, place: Place) -> IndexFailedError | None:
    """What is wrong when no mount could be asked; while a sync is under way nothing is that won't pass by itself."""
    if pushed.asked or not pushed.unasked:
        return None
    from vademecum.surfaces.hooks.refresh import is_under_way  # noqa: PLC0415 - seldom needed

    is_busy = pushed.busy == len(pushed.unasked) or is_under_way(place)
    return (IndexBusyError if is_busy else IndexFailedError)(f"no mount could be asked: {pushed.unasked[0][1]}")


def _plan(place: Place) -> Plan:
    plan = load_plan(plan_file(place.state, place.cwd, place.env))
    if plan is None:
        # Reading the configuration costs more than all the rest, and is done once a change.
        from vademecum.surfaces.hooks.replan import replan  # noqa: PLC0415

        plan = replan(place)
    return plan


def _recalled(pushed: Pushed, plan: Plan, limit: int) -> Part | None:
    made = compose_recall(pushed.told, limit=limit)
    kept = [pushed.told[each] for each in made.kept]
    left_out = {
        "too long": len(pushed.told) - len(kept),
        "changed since indexed": pushed.changed,
        "mounts not asked": len(pushed.unasked),
        "muted": pushed.muted,
        "names like orders": pushed.misnamed,
    }
    given = Given(
        channel=CHANNEL,
        pages=[
            {
                "page": one.address,
                "version": one.digest[:12],
                "rule": RULE,
                "chars": len(one.text),
                "of": one.of,
                "score": one.score,
            }
            for one in kept
        ],
        chars=len(made.text),
        left_out={reason: count for reason, count in left_out.items() if count},
        verified="hits only" if has_moved_on(plan) or not plan.synced_ns else "hits and folders",
    )
    return Part(made.text, [Offer(one.page, one.place, one.digest) for one in kept], given) if kept else None
