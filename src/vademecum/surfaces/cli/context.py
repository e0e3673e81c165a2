"""``context``: what a session would be given at an event, word for word, and why. It gives and notes nothing."""

from __future__ import annotations

import glob
import os
from pathlib import Path

import click

from vademecum.config.places import state_folder
from vademecum.context.budget import length, tokens
from vademecum.errors import EXIT_NOTHING, EXIT_OK
from vademecum.hosts.base import CLAUDE_CODE, HOSTS
from vademecum.hosts.claude_code import level_for
from vademecum.surfaces.cli.opening import open_synced, sync_all
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_text, say, warn
from vademecum.surfaces.cli.trace import facts_of, in_full, left_out_of
from vademecum.surfaces.hooks.event import PROMPT, START, HookEvent, Place
from vademecum.surfaces.hooks.rehearsal import Rehearsal, rehearse
from vademecum.upkeep.receipts import Trace, read_traces

SOURCES = ("startup", "resume", "fork", "clear", "compact")
_EVENTS = tuple(dict.fromkeys(event.name for host in HOSTS.values() for event in host.events if event.channels))


@click.command("context")
@click.option("--session", default="", metavar="ID", help="The session; one that has just begun if there is none.")
@click.option(
    "--event",
    "name",
    type=click.Choice(_EVENTS, case_sensitive=False),
    default=START,
    show_default=True,
    help="The event of the host.",
)
@click.option("--prompt", metavar="TEXT", default="", help=f"What the person says, for {PROMPT}.")
@click.option("--source", type=click.Choice(SOURCES), default="startup", help="Why the session starts.")
@click.option("--host", type=click.Choice(tuple(HOSTS)), help="The session's host, where it is not known yet.")
@click.option(
    "--transcript",
    type=click.Path(dir_okay=False, exists=True, path_type=Path),
    help="The session's transcript, where the host keeps it elsewhere.",
)
@json_option
def context_command(  # noqa: PLR0913 - one parameter an option
    session: str, *, name: str, prompt: str, source: str, host: str | None, transcript: Path | None, as_json: bool
) -> int:
    """Print exactly what a session would be given now.

    The text goes to standard output, and to standard error by which rule each page is in it, at what size, and what
    was left out. It is made by what answers the host, on a copy of what is known of sessions: nothing is given by it,
    and no session remembers it. A session that was given something before goes on in its own folder.
    """
    if name == PROMPT and not prompt.strip():
        raise click.UsageError(f"say with --prompt what {PROMPT} is about")
    known = _known(session)
    host = host or (known.host if known else CLAUDE_CODE.name)
    cwd = known.cwd if known and Path(known.cwd).is_dir() else str(Path.cwd())
    sync_all(open_synced())
    event = HookEvent(
        name=name,
        session=session,
        cwd=cwd,
        source=source,
        prompt=prompt,
        transcript=str(transcript or _transcript(host, session)),
        host=host,
    )
    done = rehearse(event, Place(cwd, str(state_folder(os.environ)), os.environ))
    if done.fault:
        warn(done.fault)
    if as_json:
        print_json(_in_full(event, done))
    else:
        _print(done)
    return EXIT_OK if done.answer.context else EXIT_NOTHING


def _known(session: str) -> Trace | None:
    traces = read_traces(state_folder(os.environ)) if session else []
    return next((trace for trace in traces if trace.session == session), None)


def _transcript(host: str, session: str) -> str:
    """Where Claude Code keeps a session's transcript, empty where it keeps none."""
    if host != CLAUDE_CODE.name or not session or "/" in session:
        return ""
    folder = level_for(os.environ, None).settings.parent / "projects"
    found = sorted(folder.glob(f"*/{glob.escape(session)}.jsonl"))
    return str(found[0]) if found else ""


def _print(done: Rehearsal) -> None:
    text = done.answer.context
    if text:
        print_text(text)
    for receipt in done.receipts:
        facts = [receipt.channel, plural(receipt.chars, "character"), f"checked: {receipt.verified}"]
        facts += [f"{plural(receipt.listed, 'page')} listed"] if receipt.listed else []
        say(" · ".join(facts))
        for page in receipt.pages:
            say(f"   {page.page}  {facts_of(page)}")
        for line in left_out_of(receipt):
            say(f"   left out: {line}")
    size = f"{plural(length(text), 'character')}, about {plural(tokens(text), 'token')}"
    say(f"{size} in all" if text else "nothing would be given")


def _in_full(event: HookEvent, done: Rehearsal) -> dict[str, object]:
    text = done.answer.context
    return {
        "host": event.host,
        "session": event.session,
        "event": event.name,
        "folder": event.cwd,
        "text": text,
        "apart": dict(done.answer.apart),
        "chars": length(text),
        "tokens": tokens(text),
        "message": done.answer.message,
        "fault": done.fault,
        "given": [in_full(receipt) for receipt in done.receipts],
    }
