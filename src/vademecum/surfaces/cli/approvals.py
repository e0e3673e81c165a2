"""``held``, ``approve`` and ``reject``: a person looks at the writes that wait, and decides on each.

The attack: an agent that was talked into a write is talked into approving it too. So approving asks for a terminal and
refuses an agent's shell, whatever options are given, and a diff is shown with all that a terminal would hide.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from vademecum.errors import EXIT_NOTHING, EXIT_OK, HeldError, InputError
from vademecum.library.survey import visible
from vademecum.memory import Memory
from vademecum.memory.held import HeldWrite, Part
from vademecum.surfaces.cli.asking import tell_all
from vademecum.surfaces.cli.opening import open_memory
from vademecum.surfaces.cli.output import json_option, may_colour, plural, print_json, print_table, say, warn
from vademecum.surfaces.cli.person import agents_variable, refuse_agents

_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("held")
@click.option("--diff", "with_diff", is_flag=True, help="Show what each would change.")
@click.option("--all", "everything", is_flag=True, help="List those that were rejected too.")
@json_option
def held_command(*, with_diff: bool, everything: bool, as_json: bool) -> int:
    """List the writes that wait for you. Exits with 1 when none does.

    Which writes wait is what writing.approval and a mount's own approval say; each waits for writing.approval_days.
    """
    approvals = open_memory().approvals
    review = approvals.review()
    found = [each for each in review.held if everything or each.state != "rejected"]
    shown = [approvals.show(each.id) if with_diff or as_json else each for each in found]
    if as_json:
        print_json({"held": [_as_json(each) for each in shown], "dropped": review.dropped})
    else:
        print_table(("id", "asked", "by", "what", "page", "state"), [_row(each) for each in shown])
        for each in shown if with_diff else ():
            click.echo(f"\n{each.id}  {each.pages}  {each.state}{_note(each)}")
            click.echo(visible(each.reason))
            _show_diff(each, err=False)
        say(f"{plural(len(shown), 'held write')}{'; vade approve ID, or vade reject ID' if shown else ''}")
    if review.dropped:
        say(f"{plural(review.dropped, 'write')} dropped, since nobody decided in time")
    for line in review.unreadable:
        warn(line)
    return EXIT_OK if shown else EXIT_NOTHING


@click.command("approve")
@click.argument("name", metavar="ID")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@json_option
def approve_command(name: str, *, yes: bool, as_json: bool) -> int:
    """Make a write that waits, after seeing what it changes. Only a person at a terminal can.

    It passes every check again. When the page has changed since, nothing is written and the write stays in the list.
    """
    refuse_agents("approving is for a person to do")
    if not sys.stdin.isatty():
        raise InputError("nobody is at a terminal to approve it", hint="run it in a terminal of your own")
    memory = open_memory()
    held = memory.approvals.show(name)
    say(f"{held.pages}: {visible(held.reason)}")
    if not yes:
        _show_diff(held, err=True)
        if not click.confirm(f"make this change to {held.pages}?", default=False, err=True):
            say(f"nothing was changed; {held.id} still waits")
            return EXIT_NOTHING
    return tell_all(memory.approvals.approve(held), as_json=as_json)


@click.command("reject")
@click.argument("name", metavar="ID")
@click.option("--reason", default="", help="Why; it is kept until the write would have expired.")
@json_option
def reject_command(name: str, *, reason: str, as_json: bool) -> int:
    """Decide against a write that waits."""
    refuse_agents("rejecting is for a person to do")
    rejected = open_memory().approvals.reject(name, reason)
    if as_json:
        print_json({"id": rejected, "state": "rejected", "reason": reason})
    else:
        click.echo(f"rejected {rejected}")
    return EXIT_OK


def offer(error: HeldError) -> int | None:
    """Let the person whose own command was held decide at once; None where nobody can be asked, or they decline."""
    if not error.id or agents_variable() is not None or not (sys.stdin.isatty() and sys.stderr.isatty()):
        return None
    memory = Memory.open(notice=warn)
    try:
        say(error.message)
        held = memory.approvals.show(error.id)
        _show_diff(held, err=True)
        if click.confirm("make this change now?", default=False, err=True):
            return tell_all(memory.approvals.approve(held), as_json=False)
    finally:
        memory.close()
    return None


def _row(held: HeldWrite) -> Sequence[str]:
    asked = f"{held.created:%Y-%m-%d %H:%M}"
    what = ", ".join(sorted(held.operations))
    return held.id, asked, str(held.proposal.actor), what, held.pages, held.state


def _note(held: HeldWrite) -> str:
    return f": {held.note}" if held.note else ""


def _show_diff(held: HeldWrite, *, err: bool) -> None:
    """The diff, each character of it: one that turns the text round or takes no room is written out."""
    for line in held.difference.split("\n")[:-1]:
        text = "\t".join(map(visible, line.split("\t")))
        click.secho(text, fg=_COLOURS.get(line[:1]), err=err, color=may_colour())


def _as_json(held: HeldWrite) -> dict[str, object]:
    return {
        "id": held.id,
        "address": str(held.proposal.address),
        "operations": sorted(held.operations),
        "actor": str(held.proposal.actor),
        "session": None if held.session is None else held.session._asdict(),
        "version": None if held.digest is None else held.digest[:12],
        "writes": [_part_as_json(part) for part in held.parts],
        "reason": held.reason,
        "difference": held.difference,
        "created": held.created.isoformat(),
        "expires": held.expires.isoformat(),
        "state": held.state,
        "note": held.note,
    }


def _part_as_json(part: Part) -> dict[str, object]:
    return {
        "address": str(part.proposal.address),
        "operations": sorted(part.operations),
        "version": None if part.digest is None else part.digest[:12],
    }
