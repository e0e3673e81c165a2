"""Whether a nudge is due, from a clock alone."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from vademecum.config.channels import NudgesChannel
from vademecum.context.gates import Standing
from vademecum.nudges.due import MINUTE, Asked, Decision, Moment, decide, in_quiet_hours, interval, lot, stale_minutes

CHANNEL = NudgesChannel(recollection_max=3)
NOW = 1_800_000_000.0
NOON = 12 * 60
ACTIVE = Standing("root", has_spoken=True, is_active=True)
# Three hours into a session, with a log that is two hours old.
DUE = Moment(now=NOW, minute=NOON, standing=ACTIVE, began=NOW - 180 * MINUTE, written=NOW - 120 * MINUTE, has_log=True)


def test_P31_a_digest_is_due_when_all_holds() -> None:
    assert decide(CHANNEL, DUE, Asked(), "s") == Decision("digest", Asked(digests=1))


@pytest.mark.parametrize(
    "moment",
    [
        DUE._replace(is_idle=False),
        DUE._replace(is_queued=True),
        DUE._replace(written=NOW - 120 * MINUTE + 1),
        DUE._replace(last=NOW - 180 * MINUTE + 1),
        DUE._replace(standing=ACTIVE._replace(has_spoken=False)),
        DUE._replace(standing=ACTIVE._replace(is_active=False)),
        DUE._replace(standing=ACTIVE._replace(role="sub")),
        DUE._replace(standing=ACTIVE._replace(role="unknown")),
    ],
)
def test_P31_nothing_is_due_when_one_thing_fails(moment: Moment) -> None:
    assert decide(CHANNEL, moment, Asked(), "s").kind is None


def test_P31_a_store_that_was_never_written_counts_from_the_sessions_beginning() -> None:
    assert decide(CHANNEL, DUE._replace(written=None), Asked(), "s").kind == "digest"
    assert decide(CHANNEL, DUE._replace(written=None, began=NOW - 119 * MINUTE), Asked(), "s").kind is None


def test_a_session_that_has_just_begun_is_asked_for_no_digest_however_old_the_log_is() -> None:
    assert decide(CHANNEL, DUE._replace(began=NOW - MINUTE, written=NOW - 9e6), Asked(), "s").kind is None


def test_a_session_that_nobody_spoke_in_has_nothing_to_write_down_also_where_no_word_is_waited_for() -> None:
    open_to_all = replace(CHANNEL, after_user=False, active_only=False)
    for written in (None, NOW - 9e6):
        unspoken = DUE._replace(standing=Standing("root"), began=None, written=written, has_log=False)
        assert decide(open_to_all, unspoken, Asked(), "s") == Decision(None, Asked())


def test_P31_a_session_is_asked_no_more_often_than_it_may() -> None:
    asked = Asked()
    kinds = []
    for hour in range(0, 24, 4):
        kind, asked = decide(CHANNEL, DUE._replace(now=NOW + hour * 3600), asked, "s")
        kinds.append(kind)
    assert kinds.count("digest") == CHANNEL.digest_max == 2


def test_a_clock_that_was_ahead_when_somebody_was_asked_silences_nobody_for_years() -> None:
    assert decide(CHANNEL, DUE._replace(last=NOW + 9e8), Asked(), "s").kind == "digest"
    assert decide(CHANNEL, DUE._replace(last=NOW), Asked(), "s").kind is None


def test_a_maximum_of_0_means_never() -> None:
    never = replace(CHANNEL, digest_max=0, recollection_max=0)
    assert decide(never, DUE, Asked(), "s") == Decision(None, Asked())


def test_a_channel_that_is_off_asks_nothing_and_draws_nothing() -> None:
    assert decide(replace(CHANNEL, on=False), DUE, Asked(), "s") == Decision(None, Asked())


FRESH = DUE._replace(written=NOW)


def test_H10_P34_the_first_idle_moment_only_draws_when_to_look_back() -> None:
    kind, asked = decide(CHANNEL, FRESH, Asked(), "s")
    assert kind is None
    assert asked.due is not None
    assert 30 * MINUTE <= asked.due - NOW <= 240 * MINUTE
    early, late = FRESH._replace(now=asked.due - 1), FRESH._replace(now=asked.due)
    assert decide(CHANNEL, early._replace(written=asked.due), asked, "s") == Decision(None, asked)
    assert decide(CHANNEL, late._replace(written=asked.due), asked, "s").kind == "recollection"


def test_P34_each_recollection_draws_anew() -> None:
    asked, now, waits = Asked(), NOW, []
    for _ in range(200):
        before = asked
        kind, asked = decide(CHANNEL, FRESH._replace(now=now, written=now), before, "s")
        assert kind is None or before.due == now
        waits += [asked.due - now] if asked.due is not None and asked != before else []
        now = asked.due or now
    assert asked.recollections == CHANNEL.recollection_max == 3
    assert len(set(waits)) == len(waits) == 4


def test_P34_without_an_entry_in_the_log_nothing_is_looked_back_at() -> None:
    assert decide(CHANNEL, FRESH._replace(has_log=False), Asked(), "s") == Decision(None, Asked())


def test_a_digest_comes_first_and_alone() -> None:
    asked = Asked(due=NOW - 1)
    kind, after = decide(CHANNEL, DUE, asked, "s")
    assert (kind, after.due) == ("digest", asked.due)
    assert decide(CHANNEL, DUE._replace(last=NOW, now=NOW + 1), after, "s") == Decision(None, after)


def test_H10_P34_lots_are_the_same_in_every_process_and_as_likely_as_any_other() -> None:
    lots = [lot("a session", number) for number in range(10_000)]
    assert lots == [lot("a session", number) for number in range(10_000)]
    tenths = [sum(int(each * 10) == tenth for each in lots) for tenth in range(10)]
    # Chi-square with nine degrees of freedom passes 27.9 once in a thousand seeds; this seed is fixed.
    assert sum((count - 1000) ** 2 / 1000 for count in tenths) < 27.9
    assert lot("a session", 0) != lot("another", 0)


@given(st.integers(1, 600), st.integers(1, 600), st.floats(0, 1, exclude_max=True))
def test_P34_an_interval_lies_between_its_bounds(low: int, high: int, drawn: float) -> None:
    channel = NudgesChannel(recollection_min_minutes=low, recollection_max_minutes=high)
    assert low * MINUTE <= interval(channel, drawn) <= max(low, high) * MINUTE


@pytest.mark.parametrize(
    ("start", "end", "quiet", "loud"),
    [
        ("22:00", "07:30", (22 * 60, 0, 7 * 60 + 29), (7 * 60 + 30, 21 * 60 + 59)),
        ("12:00", "13:00", (12 * 60,), (13 * 60, 11 * 60 + 59)),
        ("12:00", "12:00", (), (12 * 60, 0)),
        (None, None, (), (0,)),
    ],
)
def test_quiet_hours_may_go_over_midnight(
    start: str | None, end: str | None, quiet: tuple[int, ...], loud: tuple[int, ...]
) -> None:
    channel = NudgesChannel(quiet_from=start, quiet_until=end)
    assert [minute for minute in (*quiet, *loud) if in_quiet_hours(channel, minute)] == list(quiet)


def test_nobody_is_asked_anything_in_quiet_hours() -> None:
    quiet = replace(CHANNEL, quiet_from="11:00", quiet_until="13:00")
    assert decide(quiet, DUE, Asked(), "s") == Decision(None, Asked())
    assert decide(quiet, DUE._replace(minute=13 * 60), Asked(), "s").kind == "digest"


def test_P32_the_minutes_told_are_those_of_this_session() -> None:
    assert stale_minutes(DUE) == 120
    assert stale_minutes(DUE._replace(written=None)) == 180
