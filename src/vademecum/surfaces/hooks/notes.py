"""The events that bring up nothing: what was read, what is gone from view, what ended. They only keep the ledger."""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Sequence
from functools import partial
from hashlib import sha256

from vademecum.library.plan_cache import PlannedMount, load_plan, plan_file
from vademecum.sessions import Offer, Session, SessionKey
from vademecum.spelling import spell
from vademecum.surfaces.hooks.claude_code import memory_answer, read_file
from vademecum.surfaces.hooks.event import COMPACT, END, Answer, HookEvent, Place, Reply
from vademecum.surfaces.hooks.transcript import pages_in

CHANNEL = "tool"
ENDED = "end"
_SUFFIX = ".md"


def note_use(event: HookEvent, place: Place) -> Reply:
    """The host's own reading of a mounted page counts, and so does what our tool answered: neither is pushed again.

    What an agent reads that another one started is not in the session's own view.
    """
    if event.role == "sub":
        return Reply()
    session = _session(event, place)
    answer = memory_answer(event)
    if answer is not None:
        session.offer(CHANNEL, [Offer(*each) for each in pages_in(answer)])
    elif (read := read_file(event)) is not None:
        path, text = read
        plan = load_plan(plan_file(place.state, place.cwd, place.env))
        found = _page_at(plan.mounts if plan else (), os.path.join(event.cwd, path))
        if found is not None:
            session.read_by_host(Offer(found, digest=_digest(os.path.join(event.cwd, path), text)), event.call)
    return Reply()


def note_turn(event: HookEvent, place: Place) -> Reply:
    """Before a compaction all that was handed over is noted as gone, so that it may come again; a session's end tells
    what it wrote."""
    if event.role == "sub":
        return Reply()
    if event.name == COMPACT:
        _session(event, place).compacted()
    return _told(event, place) if event.name == END else Reply()


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


def _page_at(mounts: Sequence[PlannedMount], path: str) -> str | None:
    """The address of the page that a file is, None for one that belongs to no mount."""
    real = os.path.realpath(path)
    if not real.lower().endswith(_SUFFIX):
        return None
    for mount in mounts:
        if _is_below(real, mount.root) and not any(_is_below(real, inner) for inner in mount.exclude):
            name = os.path.relpath(real, mount.root).replace(os.sep, "/")[: -len(_SUFFIX)]
            return spell(mount.name, unicodedata.normalize("NFC", name))
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
