"""A write that waits for a person, or several that are made all or none, as a value and as a file.

One JSON file each, for its owner's eyes only: every proposal whole, the version of the page that it was judged on, and
the diff that a person is shown. A file that says something else is never guessed at. It decides nothing and opens no
store.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, NamedTuple, TypeAlias, get_args

from vademecum.address import parse
from vademecum.config.model import Operation
from vademecum.errors import UnreadableError, VademecumError
from vademecum.guards.approvals import operations_of
from vademecum.guards.change_json import change_from_json, change_to_json
from vademecum.guards.changes import Actor, Proposal, Purpose
from vademecum.page import Digest
from vademecum.sessions import SessionKey

FORMAT = 1
# A version that knows single writes alone must not take the first of several for all of it.
FORMAT_OF_SEVERAL = 2
State: TypeAlias = Literal["waiting", "stale", "begun", "rejected"]


class Part(NamedTuple):
    """One proposal: ``digest`` is the page's when it was judged, None for no page; ``root`` the store's real path."""

    proposal: Proposal
    digest: Digest | None
    root: str

    @property
    def operations(self) -> frozenset[Operation]:
        """What it does to the page."""
        return operations_of(self.proposal, is_new=self.digest is None)


@dataclass(frozen=True, slots=True)
class HeldWrite:
    """Proposals that wait, one or several; ``subject`` says what several are for, ``folder`` is the project that they
    were asked for in.

    ``state`` is stale when a page has changed since, begun while it is being written; ``note`` says why it is not just
    waiting.
    """

    id: str
    parts: tuple[Part, ...]
    folder: str
    session: SessionKey | None
    reason: str
    difference: str
    created: datetime
    expires: datetime
    state: State = "waiting"
    note: str = ""
    subject: str = ""

    @property
    def proposal(self) -> Proposal:
        """The first proposal, by which all are called."""
        return self.parts[0].proposal

    @property
    def digest(self) -> Digest | None:
        """What the page of the first proposal was when it was judged."""
        return self.parts[0].digest

    @property
    def pages(self) -> str:
        """The pages that it writes, in a few words."""
        more = len(self.parts) - 1
        return f"{self.proposal.address} and {more} more" if more else str(self.proposal.address)

    @property
    def asked(self) -> tuple[object, ...]:
        """What makes two held writes the same one, asked for twice."""
        return self.parts

    @property
    def operations(self) -> frozenset[Operation]:
        """What it does to the pages."""
        return frozenset[Operation]().union(*(part.operations for part in self.parts))

    def is_over(self, now: datetime) -> bool:
        """Whether it has waited for longer than anybody wanted."""
        return now >= self.expires


def to_json(held: HeldWrite) -> str:
    """The file's text; what no encoding can hold is escaped."""
    parts = [_part_to_json(part) for part in held.parts]
    is_one = len(parts) == 1
    return json.dumps(
        {
            "format": FORMAT if is_one else FORMAT_OF_SEVERAL,
            "id": held.id,
            **(parts[0] if is_one else {"parts": parts, "subject": held.subject}),
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


def _part_to_json(part: Part) -> dict[str, object]:
    proposal = part.proposal
    return {
        "address": str(proposal.address),
        "change": change_to_json(proposal.change),
        "actor": {"kind": proposal.actor.kind, "name": proposal.actor.name},
        "version": proposal.version,
        "purpose": proposal.purpose,
        "digest": part.digest,
        "root": part.root,
    }


def from_json(text: str, name: str) -> HeldWrite:
    """Undo ``to_json``. Raises UnreadableError that calls the file by ``name``."""
    try:
        found = json.loads(text)
        if not isinstance(found, dict) or found.get("format") not in {FORMAT, FORMAT_OF_SEVERAL}:
            raise ValueError("it is of another version")  # noqa: TRY301 - same way out as for all that is wrong in it
        return _held(found)
    except (ValueError, RecursionError, VademecumError) as error:
        said = error.message if isinstance(error, VademecumError) else error
        raise UnreadableError(f"the held write {name} can't be read: {said}", hint="reject it by its id") from error


def _held(found: Mapping[str, object]) -> HeldWrite:
    state = next((each for each in get_args(State) if each == found.get("state")), None)
    if state is None:
        raise ValueError("its state is none")
    parts = [found] if found.get("format") == FORMAT else found.get("parts")
    if not isinstance(parts, list) or not parts:
        raise ValueError("it holds no writes")
    return HeldWrite(
        id=_text(found, "id"),
        parts=tuple(map(_part, parts)),
        folder=_text(found, "folder"),
        session=_session(found.get("session")),
        reason=_text(found, "reason"),
        difference=_text(found, "difference"),
        created=_time(found, "created"),
        expires=_time(found, "expires"),
        state=state,
        note=_text(found, "note"),
        subject=_maybe(found, "subject") or "",
    )


def _part(found: object) -> Part:
    if not isinstance(found, dict):
        raise ValueError("one of its writes is none")  # noqa: TRY004 - one kind of error for all that is wrong in a file
    purpose: Purpose | None = next((each for each in get_args(Purpose) if each == found.get("purpose")), None)
    if purpose is None:
        raise ValueError("its purpose is none")
    proposal = Proposal(
        address=parse(_text(found, "address")),
        change=change_from_json(found.get("change")),
        actor=_actor(found.get("actor")),
        version=_maybe(found, "version"),
        purpose=purpose,
    )
    digest = _maybe(found, "digest")
    return Part(proposal, None if digest is None else Digest(digest), _text(found, "root"))


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
