"""``trace``: what sessions were given unasked, by which rule and at what size. It reads receipts, never a page."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from vademecum.config.places import state_folder
from vademecum.errors import EXIT_NOTHING, EXIT_OK, AmbiguousError
from vademecum.sessions import SessionKey
from vademecum.surfaces.cli.output import clean, json_option, plural, print_json, print_table, say
from vademecum.upkeep.receipts import GivenPage, Receipt, Trace, read_traces
from vademecum.upkeep.written import Account, account_in

LAST = "last"
MOST_CANDIDATES = 5
# The receipt that only says that a session ended, and which its hook writes when the session wrote something.
ENDED = "end"


@click.command("trace")
@click.argument("session", required=False)
@click.option("-n", "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many sessions.")
@json_option
def trace_command(session: str | None, *, limit: int, as_json: bool) -> int:
    """Show what an agent's sessions were given without asking, and why.

    Without SESSION the newest sessions are listed. SESSION is an id, its beginning if no other has the same, or "last":
    each event is shown with its pages, the rule that chose them, what was left out, and what was opened afterwards.
    """
    traces = read_traces(state_folder(os.environ))
    if session is None:
        return _list(traces, limit, as_json=as_json)
    trace = _chosen(traces, session)
    if as_json:
        print_json(_in_full(trace) if trace else None)
    elif trace is None:
        say(f"no session was given anything whose id begins with {session!r}" if session != LAST else _nothing())
    else:
        _print(trace)
    return EXIT_OK if trace else EXIT_NOTHING


def _chosen(traces: Sequence[Trace], asked: str) -> Trace | None:
    if asked == LAST:
        return traces[0] if traces else None
    fitting = [trace for trace in traces if trace.session.startswith(asked)]
    exact = [trace for trace in fitting if trace.session == asked]
    if len(exact or fitting) > 1:
        ids = [trace.session for trace in fitting[:MOST_CANDIDATES]]
        raise AmbiguousError(f"{len(fitting)} sessions have an id that begins with {asked!r}", ids)
    return next(iter(exact or fitting), None)


def _list(traces: Sequence[Trace], limit: int, *, as_json: bool) -> int:
    shown = traces[:limit]
    if as_json:
        print_json([_in_short(trace) for trace in shown])
    elif not traces:
        say(_nothing())
    else:
        head = ("session", "host", "last given", "events", "pages", "characters", "wrote", "folder")
        print_table(head, map(_row, shown))
        of = f"{len(shown)} of " if len(shown) < len(traces) else ""
        say(f"{of}{plural(len(traces), 'session')}")
    return EXIT_OK if traces else EXIT_NOTHING


def _nothing() -> str:
    return "no session was given anything yet"


def _row(trace: Trace) -> tuple[str, ...]:
    counts = (f"{count:,}" for count in (len(_given(trace)), trace.pages, trace.chars))
    wrote = _account(trace).summary or "-"
    return (trace.session, trace.host, f"{trace.last:%Y-%m-%d %H:%M}", *counts, wrote, trace.cwd)


def _given(trace: Trace) -> list[Receipt]:
    return [event for event in trace.events if event.channel != ENDED]


def _account(trace: Trace) -> Account:
    return account_in(state_folder(os.environ), SessionKey(trace.host, trace.session))


def _print(trace: Trace) -> None:
    say(f"{trace.host} · {trace.session} · {trace.cwd}")
    account = _account(trace)
    for event in _given(trace):
        facts = [event.event, plural(event.chars, "character"), f"checked: {event.verified}"]
        facts += [f"{plural(event.listed, 'page')} listed"] if event.listed else []
        facts += [f"{plural(event.used, 'page')} used afterwards"] if event.used else []
        at = click.style(f"{event.at:%Y-%m-%d %H:%M:%S}", bold=True)
        click.echo(f"{at}  {clean(' · '.join(facts))}")
        for page in event.pages:
            click.echo(f"   {click.style(clean(page.page), fg='cyan')}  {clean(facts_of(page))}")
        for line in left_out_of(event):
            click.echo(click.style(clean(f"   left out: {line}"), dim=True))
    say(f"{plural(trace.pages, 'page')}, {plural(trace.chars, 'character')} in {plural(len(_given(trace)), 'event')}")
    if account.summary:
        pages = ", ".join(dict.fromkeys(str(write.address) for write in account.writes))
        say(f"it {account.summary}{f': {pages}' if pages else ''}")


def facts_of(page: GivenPage) -> str:
    """By which rule a page was given, and how much of it."""
    whole = page.of is None or page.chars == page.of
    size = "" if page.chars is None else plural(page.chars, "character") if whole else _part(page)
    score = "" if page.score is None else f"score {page.score:.2f}"
    used = f"then {', '.join(page.afterwards)}" if page.afterwards else ""
    return " · ".join(filter(None, (page.rule, size, score, f"version {page.version}", used)))


def _part(page: GivenPage) -> str:
    return f"{page.chars:,} of {plural(page.of or 0, 'character')}"


def left_out_of(event: Receipt) -> list[str]:
    """What an event left out, a line a reason."""
    return [f"{count:,} {reason}" for reason, count in event.left_out.items()]


def _in_short(trace: Trace) -> dict[str, object]:
    account = _account(trace)
    return {
        "host": trace.host,
        "session": trace.session,
        "folder": trace.cwd,
        "last": trace.last.isoformat(),
        "events": len(_given(trace)),
        "pages": trace.pages,
        "chars": trace.chars,
        "wrote": account.pages,
        "held": len(account.held),
    }


def _in_full(trace: Trace) -> dict[str, object]:
    return {**_in_short(trace), "given": [in_full(event) for event in _given(trace)]}


def in_full(event: Receipt) -> dict[str, object]:
    """A receipt as scripts read it."""
    return {
        "at": event.at.isoformat(),
        "event": event.event,
        "channel": event.channel,
        "chars": event.chars,
        "verified": event.verified,
        "left_out": dict(event.left_out),
        "listed": event.listed,
        "used": event.used,
        "pages": [
            {
                "address": page.page,
                "rule": page.rule,
                "version": page.version,
                "chars": page.chars,
                "of": page.of,
                "score": page.score,
                "afterwards": list(page.afterwards),
            }
            for page in event.pages
        ],
    }
