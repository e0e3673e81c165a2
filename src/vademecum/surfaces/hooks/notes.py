"""The events that bring up nothing: what was read, what is gone from view, what ended. They only keep the ledger."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from hashlib import sha256

from vademecum.errors import StorageError
from vademecum.library.plan_cache import Plan, PlannedMount, load_plan, plan_file
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.spelling import spell
from vademecum.surfaces.hooks.claude_code import memory_answer, read_file
from vademecum.surfaces.hooks.event import COMPACT, END, STOP, Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.transcript import pages_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.config.channels import NudgesChannel

CHANNEL = "tool"
ENDED = "end"
_SUFFIX = ".md"


def note_use(event: HookEvent, place: Place) -> Reply:
    """The host's own reading of a mounted page counts, and so does what our tool answered: neither is pushed again.

    What an agent reads that another one started is not in the session's own view, but the page was used all the same.
    """
    answer = memory_answer(event)
    if answer is not None:
        if event.role != "sub":
            _session(event, place).offer(CHANNEL, [Offer(*each) for each in pages_in(answer)])
        return Reply()
    read = read_file(event)
    path = "" if read is None else os.path.join(event.cwd, read[0])
    plan = load_plan(plan_file(place.state, place.cwd, place.env)) if path else None
    found = _page_at(plan.mounts, path) if plan else None
    if read is None or found is None:
        return Reply()
    mount, name = found
    if event.role != "sub":
        offer = Offer(spell(mount.name, name), digest=_digest(path, read[1]))
        _session(event, place).read_by_host(offer, event.call)
    return Reply(afterwards=partial(_count, place, mount, name))


def _count(place: Place, mount: PlannedMount, name: str) -> None:
    """Count that a page was opened today; a hook that can't leaves it at that."""
    if mount.track_access == "off":
        return
    from datetime import datetime  # noqa: PLC0415 - once the answer is out
    from pathlib import Path  # noqa: PLC0415 - the same

    from vademecum.access import PlacedPage, note_read  # noqa: PLC0415 - the same

    with suppress(StorageError):
        note_read(Path(place.state), [PlacedPage(mount.root, name)], datetime.now().astimezone().date())


def note_turn(event: HookEvent, place: Place) -> Reply:
    """Before a compaction all that was handed over is noted as gone, so that it may come again; a stop may have the
    agent asked something; a session's end tells what it wrote."""
    if event.role == "sub":
        return Reply()
    if event.name == COMPACT:
        _session(event, place).compacted()
    if event.name == STOP:
        return _stopped(event, place)
    return _ended(event, place) if event.name == END else Reply()


def _stopped(event: HookEvent, place: Place) -> Reply:
    plan = load_plan(plan_file(place.state, place.cwd, place.env))
    if plan is None or not plan.nudges:
        return Reply()  # the next prompt makes one
    from vademecum.surfaces.hooks.stopping import note_stop  # noqa: PLC0415 - needed by stops alone

    return note_stop(event, place, nudges_of(plan))


def nudges_of(plan: Plan) -> NudgesChannel:
    """The channel as a plan holds it."""
    from vademecum.config.channels import NudgesChannel  # noqa: PLC0415 - needed by stops alone

    return NudgesChannel(*plan.nudges)  # type: ignore[arg-type]  # as the same class wrote them


def _ended(event: HookEvent, place: Place) -> Reply:
    """What the session wrote; once that is out it counts as over, and the use of its pages may be written to them."""
    from vademecum.activity import note_ended  # noqa: PLC0415 - needed by a session's end alone
    from vademecum.surfaces.hooks.refresh import start_refresh  # noqa: PLC0415 - the same

    told = _told(event, place)
    plan = load_plan(plan_file(place.state, place.cwd, place.env))

    def afterwards() -> None:
        told.afterwards()
        note_ended(place.state, SessionKey(event.host, event.session))
        if plan is not None and any(mount.stamp_access for mount in plan.mounts):
            start_refresh(place)

    return told._replace(afterwards=afterwards)


def _told(event: HookEvent, place: Place) -> Reply:
    """One line on what the session wrote, for a host that shows it, and a receipt that it ended; nothing for none."""
    from pathlib import Path  # noqa: PLC0415 - only a session's end counts writes

    from vademecum.surfaces.hooks.receipts import Given, keep_receipt  # noqa: PLC0415 - the same
    from vademecum.upkeep.written import account_in  # noqa: PLC0415 - the same

    summary = account_in(Path(place.state), SessionKey(event.host, event.session)).summary
    if not summary:
        return Reply()
    receipt = Given(channel=ENDED, pages=[], chars=0, left_out={}, verified="nothing")
    return Reply(Answer(message=f"vade: this session {summary}"), partial(keep_receipt, place.state, event, receipt))


def _session(event: HookEvent, place: Place) -> Session:
    return Session(f"{place.state}/sessions", SessionKey(event.host, event.session))


def _page_at(mounts: Sequence[PlannedMount], path: str) -> tuple[PlannedMount, str] | None:
    """The mount and the name of the page that a file is, None for one that belongs to no mount."""
    real = os.path.realpath(path)
    if not real.lower().endswith(_SUFFIX):
        return None
    for mount in mounts:
        if _is_below(real, mount.root) and not any(_is_below(real, inner) for inner in mount.exclude):
            name = os.path.relpath(real, mount.root).replace(os.sep, "/")[: -len(_SUFFIX)]
            return mount, unicodedata.normalize("NFC", name)
    return None


def _is_below(path: str, folder: str) -> bool:
    return path.startswith(folder.rstrip(os.sep) + os.sep)


def _digest(path: str, text: str | None) -> str:
    """The digest of a file if it says what was read, empty when that can't be told."""
    if text is None:
        return ""
    try:
        with open(path, "rb") as file:
            raw = file.read()
    except OSError:
        return ""
    return sha256(raw).hexdigest() if _plain(raw.decode("utf-8-sig", "replace")) == _plain(text) else ""


def _plain(text: str) -> str:
    """A text as hosts show it: they unify line ends, and some leave out the last one."""
    return text.replace("\r\n", "\n").rstrip("\n")
