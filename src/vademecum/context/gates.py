"""Gates: whether a channel may speak to a session now (P23 to P25). Pure: who spoke where, and when, comes in.

One predicate for every channel. A gate only ever keeps a channel silent; what the channel would say is not asked here.
"""

from __future__ import annotations

from collections.abc import Mapping

from vademecum.lean import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal, TypeAlias

    Role: TypeAlias = Literal["root", "sub", "unknown"]

USER = "user"


class Gate(NamedTuple):
    """What a channel asks of a session: that it is ``enabled`` at all, that the person has spoken in it, that it is the
    one they spoke in last, and that it is known to be no agent of another agent's."""

    enabled: bool = True
    after_user: bool = False
    active_only: bool = False
    root_only: bool = False


class Standing(NamedTuple):
    """How a session stands: its role, whether the person has spoken in it, whether it is the active one."""

    role: Role
    has_spoken: bool = False
    is_active: bool = False


class Spoken(NamedTuple):
    """A session's last message by the person: its place in the order of the messages of all sessions, 0 for none, and
    ``is_live`` while the session runs."""

    order: int
    is_live: bool = True


def is_open(gate: Gate, standing: Standing) -> bool:
    """Whether the gate lets its channel speak. Nothing unasked reaches an agent that another one started; one whose
    role is unknown counts as a session's own but where ``root_only`` asks for certainty (decision 12)."""
    if not gate.enabled or standing.role == "sub" or (gate.root_only and standing.role != "root"):
        return False
    return (standing.has_spoken or not gate.after_user) and (standing.is_active or not gate.active_only)


def counts_as_spoken(kind: str) -> bool:
    """Whether a message of this kind is the person's own: a plugin's and the host's are not (P23)."""
    return kind == USER


def active_session(spoken: Mapping[str, Spoken]) -> str | None:
    """The live session with the newest message of the person's, None when they spoke in none (P24).

    It stands in for where the person looks: that they only turned to another window nobody can tell.
    """
    heard = [(each.order, name) for name, each in spoken.items() if each.is_live and each.order > 0]
    return max(heard)[1] if heard else None
