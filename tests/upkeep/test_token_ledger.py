"""What unasked pages cost, and which of them nobody opened."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

from vademecum.upkeep.receipts import GivenPage, Receipt, Trace
from vademecum.upkeep.token_ledger import AROUND, by_channel, by_page, by_period, givings, never_opened

BEGAN = datetime(2026, 11, 1, 9, tzinfo=UTC)


def page(name: str, rule: str, chars: int, *afterwards: str) -> GivenPage:
    return GivenPage(name, rule, "0" * 12, chars, chars, None, afterwards)


def event(at: datetime, channel: str, chars: int, *pages: GivenPage) -> Receipt:
    return Receipt(at, "event", channel, chars, "", {}, 0, pages)


def session(number: int, *events: tuple[str, int, tuple[GivenPage, ...]], folder: str = "/p") -> Trace:
    """One session a day."""
    at = BEGAN + timedelta(number)
    made = tuple(event(at, channel, chars, *pages) for channel, chars, pages in events)
    return Trace("claude-code", f"s{number}", folder, made)


def ratio(name: str) -> float:
    return 1.0 if name.endswith("茶") else 0.25


SEED = page("n:seed", "seed", 400)
TRACES = [
    session(0, ("start", 500, (SEED,)), ("recall", 140, (page("n:茶#Pot", "prompt", 100, "opened"),))),
    session(1, ("start", 500, (SEED,)), ("nudges", 80, ())),
]


def test_a_page_costs_what_it_has_been_given_by_every_channel() -> None:
    seed, tea = by_page(givings(TRACES, ratio))
    assert (seed.name, seed.tokens, seed.times, seed.sessions, seed.used, seed.channels) == (
        "n:seed",
        200,
        2,
        2,
        0,
        ("seed",),
    )
    assert (tea.name, tea.tokens, tea.used, tea.last) == ("n:茶", 100, 1, date(2026, 11, 1))


def test_channels_are_told_apart_and_what_is_no_pages_own_is_counted_too() -> None:
    assert {each.name: each.tokens for each in by_channel(givings(TRACES, ratio))} == {
        "seed": 200,
        "recall": 100,
        AROUND: 60,
        "nudges": 20,
    }


def test_each_day_and_month_has_its_sum() -> None:
    given = givings(TRACES, ratio)
    assert [(each.name, each.tokens) for each in by_period(given, "day")] == [("2026-11-01", 235), ("2026-11-02", 145)]
    assert [(each.name, each.tokens) for each in by_period(given, "month")] == [("2026-11", 380)]


def test_only_what_was_given_since_a_day_counts() -> None:
    assert [each.tokens for each in by_page(givings(TRACES, ratio, date(2026, 11, 2)))] == [100]


def test_what_is_always_given_and_never_opened_is_named() -> None:
    traces = [
        session(number, ("start", 500, (SEED, page("n:used", "seed", 40, *(("opened",) if number == 3 else ())))))
        for number in range(5)
    ]
    assert [each.name for each in never_opened(givings(traces, ratio))] == ["n:seed"]
    assert never_opened(givings(traces[:4], ratio)) == []


def test_a_page_that_comes_up_now_and_then_is_not_always_given() -> None:
    now_and_then = page("n:rare", "prompt", 40)
    traces = [
        session(number, ("start", 400, (SEED,)), *([("recall", 40, (now_and_then,))] if number % 2 else []))
        for number in range(20)
    ]
    assert [each.name for each in never_opened(givings(traces, ratio))] == ["n:seed"]


def test_sessions_elsewhere_say_nothing_of_a_page_that_they_could_not_have() -> None:
    here = [session(number, ("start", 400, (SEED,))) for number in range(5)]
    there = [session(number, ("start", 40, (page("m:x", "seed", 40),)), folder="/q") for number in range(50)]
    assert [each.name for each in never_opened(givings([*here, *there], ratio))] == ["m:x", "n:seed"]
