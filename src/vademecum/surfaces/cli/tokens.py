"""``tokens``: what pages given unasked cost, and which of them nobody ever opened. It reads receipts and pages."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from typing import Literal

import click

from vademecum.address import parse
from vademecum.config.places import state_folder
from vademecum.context.budget import tokens
from vademecum.errors import EXIT_NOTHING, EXIT_OK, VademecumError
from vademecum.memory import Memory
from vademecum.recall.query import make_day
from vademecum.surfaces.cli.opening import open_memory
from vademecum.surfaces.cli.options import first_day
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say
from vademecum.upkeep.receipts import read_traces
from vademecum.upkeep.token_ledger import Giving, Spent, by_channel, by_page, by_period, givings, never_opened

By = Literal["page", "channel", "day", "month"]
# A page that is gone, or that may not be read here, is taken for English.
_RATIO = 0.25


@click.command("tokens")
@click.option(
    "--by",
    type=click.Choice(["page", "channel", "day", "month"]),
    default="page",
    show_default=True,
    help="What to add up.",
)
@click.option("--since", metavar="DATE", callback=first_day, help="Only what was given on this day or later.")
@click.option("-n", "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many rows.")
@json_option
def tokens_command(by: By, since: str | None, limit: int, *, as_json: bool) -> int:
    """Show about how many tokens were spent on pages that nobody asked for, and how many of them were opened.

    Pages that sessions are always given and that no session ever opened are named below. A token is four ASCII
    characters, or one character of another script; a model's own count is its own. Only what receipts still tell is
    counted, those of the newest 256 sessions of each host.
    """
    given = givings(read_traces(state_folder(os.environ)), _ratio(open_memory()), make_day("since", since))
    idle = never_opened(given)
    if as_json:
        print_json(
            {
                "pages": [_as_json(each) for each in by_page(given)],
                "channels": [_as_json(each) for each in by_channel(given)],
                "days": [_as_json(each) for each in by_period(given, "day")],
                "never_opened": [each.name for each in idle],
            }
        )
    else:
        _print(by, given, idle, limit)
    return EXIT_OK if given else EXIT_NOTHING


def _print(by: By, given: Sequence[Giving], idle: Sequence[Spent], limit: int) -> None:
    rows = _rows(by, given)
    print_table((by, "tokens", "given", "sessions", "opened", "last", "channels"), map(_row, rows[:limit]))
    if not given:
        say("no session was given anything yet")
        return
    of = f"{min(limit, len(rows))} of " if limit < len(rows) else ""
    say(f"{of}{plural(len(rows), by)}, about {plural(round(sum(each.tokens for each in given)), 'token')} in all")
    for each in idle:
        say(f"always given, never opened: {each.name}, {plural(each.tokens, 'token')} in {each.sessions} sessions")


def _rows(by: By, given: Sequence[Giving]) -> list[Spent]:
    if by == "page":
        return by_page(given)
    return by_channel(given) if by == "channel" else by_period(given, by)


def _row(spent: Spent) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (spent.tokens, spent.times, spent.sessions, spent.used))
    return (spent.name, *counts, spent.last.isoformat(), ", ".join(spent.channels))


def _as_json(spent: Spent) -> dict[str, object]:
    return {
        "name": spent.name,
        "tokens": spent.tokens,
        "given": spent.times,
        "sessions": spent.sessions,
        "opened": spent.used,
        "last": spent.last.isoformat(),
        "channels": list(spent.channels),
    }


def _ratio(memory: Memory) -> Callable[[str], float]:
    """How many tokens a character is, by how each page is written now."""

    @cache
    def of(page: str) -> float:
        try:
            address = parse(page)
            text = memory.library.store(address.mount).read(address.name).text
        except VademecumError:
            return _RATIO
        return tokens(text) / len(text) if text else _RATIO

    return of
