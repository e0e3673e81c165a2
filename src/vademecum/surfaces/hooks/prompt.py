"""UserPromptSubmit: what a prompt brings up, from the cached plan and the indexes as they are. Nothing is synced here.

The person waits for this, so a sync that is due runs by itself afterwards; what was not verified is in the receipt.
"""

from __future__ import annotations

from vademecum.context.compose import Composed, compose_recall
from vademecum.context.frame import is_framed
from vademecum.errors import IndexFailedError
from vademecum.library.plan_cache import Plan, has_moved_on, load_plan, plan_file
from vademecum.recall.pushing import Pushed, Told, push
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.surfaces.hooks.claude_code import is_command
from vademecum.surfaces.hooks.event import Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.receipts import Given, keep_receipt, told_of
from vademecum.surfaces.hooks.transcript import Transcript

CHANNEL = "recall"
RULE = "prompt"


def answer_prompt(event: HookEvent, place: Place) -> Reply:
    """The pages that a prompt speaks of and that its session has not seen; mostly none.

    Our own words that a host put into a prompt, its commands, and agents that another one started bring up nothing.
    Raises IndexFailedError when no mount could be asked.
    """
    prompt = event.prompt
    if event.role == "sub" or not prompt.strip() or is_command(prompt) or is_framed(prompt):
        return Reply()
    plan = _plan(place)
    session = Session(f"{place.state}/sessions", SessionKey(event.host, event.session))
    transcript = Transcript(event, place, session)
    session.believe(transcript.look)
    pushed = push(
        plan.mounts,
        prompt,
        place.state,
        is_shown=lambda page, block, digest: session.is_shown(Offer(page, block, digest)),
    )
    made = compose_recall(pushed.told)

    def afterwards() -> None:
        if plan.record_prompts:
            from vademecum.surfaces.hooks.prompts import keep_prompt  # noqa: PLC0415 - only who asked for it waits

            keep_prompt(place.state, session.key, event.cwd, prompt)
        if transcript.keep():
            session.next_turn()
        if made.text:
            kept = [pushed.told[each] for each in made.kept]
            session.offer(CHANNEL, [Offer(one.page, one.place, one.digest) for one in kept])
            keep_receipt(place.state, event, _given(made, kept, pushed, plan))
        if pushed.changed or pushed.unasked or has_moved_on(plan):
            from vademecum.surfaces.hooks.refresh import start_refresh  # noqa: PLC0415 - seldom needed

            start_refresh(place)
        if pushed.unasked and not pushed.asked:
            raise IndexFailedError(f"no mount could be asked: {pushed.unasked[0][1]}")

    pages = [pushed.told[each].page for each in made.kept]
    return Reply(Answer(made.text, "" if plan.tell == "off" else told_of(made.text, pages)), afterwards)


def _plan(place: Place) -> Plan:
    plan = load_plan(plan_file(place.state, place.cwd, place.env))
    if plan is None:
        # Reading the configuration costs more than all the rest, and is done once a change.
        from vademecum.surfaces.hooks.replan import replan  # noqa: PLC0415

        plan = replan(place)
    return plan


def _given(made: Composed, kept: list[Told], pushed: Pushed, plan: Plan) -> Given:
    left_out = {
        "too long": len(pushed.told) - len(kept),
        "changed since indexed": pushed.changed,
        "mounts not asked": len(pushed.unasked),
        "muted": pushed.muted,
    }
    return Given(
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
