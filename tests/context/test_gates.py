"""Whether a channel may speak to a session now."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from vademecum.context.gates import Gate, Spoken, Standing, active_session, counts_as_spoken, is_open

QUIET = Standing("root")
SPOKEN = Standing("root", has_spoken=True)
ACTIVE = Standing("root", has_spoken=True, is_active=True)


@pytest.mark.parametrize(("kind", "counts"), [("user", True), ("plugin", False), ("system", False), ("User", False)])
def test_P23_only_a_message_of_the_kind_user_counts(kind: str, counts: bool) -> None:  # noqa: FBT001 - a column
    assert counts_as_spoken(kind) is counts


def test_P24_activity_moves_with_the_newest_message() -> None:
    assert active_session({"a": Spoken(1), "b": Spoken(2)}) == "b"
    assert active_session({"a": Spoken(3), "b": Spoken(2)}) == "a"


def test_P24_a_session_that_is_over_or_was_never_spoken_to_is_not_active() -> None:
    assert active_session({"a": Spoken(1), "b": Spoken(2, is_live=False)}) == "a"
    assert active_session({"a": Spoken(0)}) is None
    assert active_session({}) is None


@pytest.mark.parametrize(
    ("gate", "opens_for"),
    [
        (Gate(), [QUIET, SPOKEN, ACTIVE]),
        (Gate(after_user=True), [SPOKEN, ACTIVE]),
        (Gate(active_only=True), [ACTIVE]),
        (Gate(after_user=True, active_only=True), [ACTIVE]),
        (Gate(enabled=False), []),
    ],
)
def test_P25_one_predicate_decides_for_every_channel(gate: Gate, opens_for: list[Standing]) -> None:
    assert [each for each in (QUIET, SPOKEN, ACTIVE) if is_open(gate, each)] == opens_for


@given(st.booleans(), st.booleans(), st.booleans())
def test_D43_nothing_unasked_reaches_an_agent_that_another_one_started(after: bool, active: bool, root: bool) -> None:  # noqa: FBT001 - drawn
    assert not is_open(Gate(after_user=after, active_only=active, root_only=root), ACTIVE._replace(role="sub"))


def test_an_agent_of_unknown_role_is_spoken_to_but_where_certainty_is_asked() -> None:
    unknown = ACTIVE._replace(role="unknown")
    assert is_open(Gate(), unknown)
    assert not is_open(Gate(root_only=True), unknown)
