"""What a session's snapshot gives with a prompt: the boot text once the person has spoken, and pages that the prompt
names. A hook waits for this module.

A part is a channel's text with what the ledger and the receipt note of it. Each asks the ledger first, which knows all
that any channel gave by one kind of key (M24).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from vademecum.context.budget import length
from vademecum.context.compose import compose_recall
from vademecum.context.frame import PREFACE, framed, record
from vademecum.context.triggers import from_bytes, said_in
from vademecum.lean import NamedTuple
from vademecum.library.plan_cache import Plan, PlannedMount
from vademecum.library.snapshots import Snapshot, read_triggers
from vademecum.sessions import Offer, Session
from vademecum.spelling import spell
from vademecum.surfaces.hooks.event import Place
from vademecum.surfaces.hooks.receipts import Given
from vademecum.surfaces.hooks.transcript import BOOT_PAGE, pages_in

BOOT = "boot"
TRIGGERS = "triggers"


class Part(NamedTuple):
    """What one channel gives with a prompt; nothing when ``text`` is empty, and then the receipt says what was left."""

    text: str
    offers: Sequence[Offer]
    given: Given

    @property
    def pages(self) -> list[str]:
        """The pages of which it gives words."""
        return [str(each["page"]) for each in self.given.pages]

    def covers(self, page: str, digest: str) -> bool:
        """Whether it gives all of a page."""
        return any(not each.place and (each.page == page or each.digest == digest) for each in self.offers)


def boot_part(snapshot: Snapshot, plan: Plan, session: Session) -> Part | None:
    """The boot text, None while the agent can see one, where a page of it may no longer speak, or where there is none.

    It counts by itself, not by its pages: those may be given in part, or elsewhere too.
    """
    if not snapshot.boot or not _may_speak(snapshot, plan) or session.is_shown(Offer(BOOT_PAGE)):
        return None
    text = snapshot.boot
    if not any(page == BOOT_PAGE for page, *_ in pages_in(text)):
        # A text in which no page has a record would not be known again.
        text = "\n".join([text, "", PREFACE, *framed([record({BOOT: BOOT_PAGE}, "No page of it is written yet.")])])
    pages: list[dict[str, str | int | float]] = []
    offers = [Offer(BOOT_PAGE)]
    for page, digest, chars, of in snapshot.boot_pages:
        pages.append({"page": page, "version": str(digest)[:12], "rule": BOOT, "chars": chars, "of": of})
        if chars == of:
            offers.append(Offer(str(page), digest=str(digest)))
    return Part(text, offers, Given(BOOT, pages, len(text), {}, "as the session started"))


def named_part(
    snapshot: Snapshot, prompt: str, place: Place, seen: tuple[Plan, Session, Part | None], room: int
) -> Part | None:
    """The pages that a prompt names, as their files are now, within ``room``; ``seen`` tells by what they may speak,
    and what else is given now. None when it names no page, or none that the agent can't see."""
    table = from_bytes(read_triggers(place.state, snapshot.triggers))
    said = [] if table is None else said_in(table, prompt)
    if table is None or not said:
        return None
    from vademecum.context.bringing import bring  # noqa: PLC0415 - most prompts name no page

    plan, session, boot = seen

    def is_shown(page: str, digest: str) -> bool:
        is_coming = boot is not None and boot.covers(page, digest)
        return is_coming or session.is_shown(Offer(page, digest=digest))

    brought = bring(plan.mounts, said, table.cap, place.state, is_shown)
    made = compose_recall(brought.told, limit=room)
    kept = [(brought.told[at], brought.triggers[at]) for at in made.kept]
    left_out = {
        "too long": len(brought.told) - len(kept),
        "more than may come": brought.over,
        "muted": brought.muted,
        "names like orders": brought.misnamed,
    }
    pages: list[dict[str, str | int | float]] = [
        {
            "page": one.page,
            "version": one.digest[:12],
            "rule": f"trigger {trigger}",
            "chars": len(one.text),
            "of": one.of,
        }
        for one, trigger in kept
    ]
    counted = {reason: count for reason, count in left_out.items() if count}
    given = Given(TRIGGERS, pages, len(made.text), counted, "files shown")
    return Part(made.text, [Offer(one.page, digest=one.digest) for one, _ in kept], given) if brought.told else None


def size_of(parts: Sequence[Part | None]) -> int:
    """How much of a host's cap they take, with what stands between them."""
    return sum(length(part.text) + 2 for part in parts if part is not None and part.text)


def _may_speak(snapshot: Snapshot, plan: Plan) -> bool:
    """Whether every page of the boot text is of a mount that still counts, and none was muted since."""
    mounts = {mount.name: mount for mount in plan.mounts}
    for page, *_ in snapshot.boot_pages:
        mount = mounts.get(str(page).partition(":")[0])
        if mount is None or _is_muted(str(page), mount):
            return False
    return True


def _is_muted(page: str, mount: PlannedMount) -> bool:
    spelled = {spell(mount.name, key.removesuffix(".md")).casefold() for key in mount.muted}
    return bool(spelled) and unicodedata.normalize("NFC", page).casefold() in spelled
