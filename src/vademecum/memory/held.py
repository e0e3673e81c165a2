"""A write that waits for a person, as a value and as a file. It decides nothing and opens no store.

One JSON file a write, for its owner's eyes only: the whole proposal, the version of the page that it was judged on, and
the diff that a person is shown. A file that says something else is never guessed at.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypeAlias, get_args

from vademecum.address import parse
from vademecum.config.model import Operation
from vademecum.errors import UnreadableError, VademecumError
from vademecum.guards.approvals import operations_of
from vademecum.guards.change_json import change_from_json, change_to_json
from vademecum.guards.changes import Actor, Proposal, Purpose
from vademecum.page import Digest
from vademecum.sessions import SessionKey

FORMAT = 1
State: TypeAlias = Literal["waiting", "stale", "begun", "rejected"]


@dataclass(frozen=True, slots=True)
class HeldWrite:
    """A proposal that waits. ``digest`` is the page's when it was judged, None for no page; ``root`` the store's real
    path and ``folder`` the project it was asked for in.

    ``state`` is stale when the page has changed since, begun while it is being written; ``note`` says why it is not
    just waiting.
    """

    id: str
    proposal: Proposal
    digest: Digest | None
    root: str
    folder: str
    session: SessionKey | None
    reason: str
    difference: str
    created: datetime
    expires: datetime
    state: State = "waiting"
    note: str = ""

    @property
    def asked(self) -> tuple[object, ...]:
        """What makes two held writes the same one, asked for twice."""
        return self.proposal, self.digest, self.root

    @property
    def operations(self) -> frozenset[Operation]:
        """What it does to the page."""
        return operations_of(self.proposal, is_new=self.digest is None)

    def is_over(self, now: datetime) -> bool:
        """Whether it has waited for longer than anybody wanted."""
        return now >= self.expires


def to_json(held: HeldWrite) -> str:
    """The file's text; what no encoding can hold is escaped."""
    proposal = held.proposal
    return json.dumps(
        {
            "format": FORMAT,
            "id": held.id,
            "address": str(proposal.address),
            "change": change_to_json(proposal.change),
            "actor": {"kind": proposal.actor.kind, "name": proposal.actor.name},
            "version": proposal.version,
            "purpose": proposal.purpose,
            "digest": held.digest,
            "root": held.root,
            "folder": held.folder,
            "session": None if held.session is None else held.session._asdict(),
            "reason": held.reason,
            "difference": held.difference,
            "created": held.created.isoformat(),
            "expires": held.expires.isoformat(),
            "state": held.state,
            "note": held.note,
        },
        indent=1,
    )


def from_json(text: str, name: str) -> HeldWrite:
    """Undo ``to_json``. Raises UnreadableError that calls the file by ``name``."""
    try:
        found = json.loads(text)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise ValueError("it is of another version")  # noqa: TRY301 - same way out as for all that is wrong in it
        return _held(found)
    except (ValueError, RecursionError, VademecumError) as error:
        said = error.message if isinstance(error, VademecumError) else error
        raise UnreadableError(f"the held write {name} can't be read: {said}", hint="reject it by its id") from error


def _held(found: Mapping[str, object]) -> HeldWrite:
    state, purpose = found.get("state"), found.get("purpose")
    known = next((each for each in get_args(State) if each == state), None)
    why: Purpose | None = next((each for each in get_args(Purpose) if each == purpose), None)
    if known is None or why is None:
        raise ValueError("its state or purpose is none")
    proposal = Proposal(
        address=parse(_text(found, "address")),
        change=change_from_json(found.get("change")),
        actor=_actor(found.get("actor")),
        version=_maybe(found, "version"),
        purpose=why,
    )
    digest = _maybe(found, "digest")
    return HeldWrite(
        id=_text(found, "id"),
        proposal=proposal,
        digest=None if digest is None else Digest(digest),
        root=_text(found, "root"),
        folder=_text(found, "folder"),
        session=_session(found.get("session")),
        reason=_text(found, "reason"),
        difference=_text(found, "difference"),
        created=_time(found, "created"),
        expires=_time(found, "expires"),
        state=known,
        note=_text(found, "note"),
    )


def _actor(found: object) -> Actor:
    match found:
        case {"kind": str(kind), "name": str(name)}:
            return Actor(kind, name)
        case _:
            raise ValueError("it does not say who asked")


def _session(found: object) -> SessionKey | None:
    match found:
        case None:
            return None
        case {"host": str(host), "id": str(name)}:
            return SessionKey(host, name)
        case _:
            raise ValueError("its session is none")


def _time(found: Mapping[str, object], key: str) -> datetime:
    time = datetime.fromisoformat(_text(found, key))
    if time.tzinfo is None:
        raise ValueError(f"{key} has no offset")
    return time


def _text(found: Mapping[str, object], key: str) -> str:
    value = found.get(key)
    if not isinstance(value, str):
        raise ValueError(f"{key} is no text")  # noqa: TRY004 - one kind of error for all that is wrong in a file
    return value


def _maybe(found: Mapping[str, object], key: str) -> str | None:
    return None if found.get(key) is None else _text(found, key)
