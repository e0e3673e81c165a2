"""``undo``: taking back what one session wrote, shown first, and keeping what anybody else wrote since."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import click

from vademecum.errors import EXIT_NOTHING, EXIT_OK, EXIT_REFUSED, HistoryError
from vademecum.memory import Memory
from vademecum.memory.undo import Step, Undo
from vademecum.surfaces.cli.asking import agreed
from vademecum.surfaces.cli.opening import open_synced
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say, warn
from vademecum.upkeep.written import Account, find_account

_DONE = {
    "revert": "put back",
    "merge": "taken out, later changes kept",
    "remove": "moved to the trash",
    "bring back": "brought back",
    "move back": "moved back",
    "nothing": "nothing to do",
    "leave": "left alone",
}


@click.command("undo")
@click.option(
    "--session", required=True, metavar="ID", help="The session, as vade trace lists it, or last for the last to write."
)
@click.option("--dry-run", is_flag=True, help="Show what would be done, and do nothing.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@json_option
def undo_command(session: str, *, dry_run: bool, yes: bool, as_json: bool) -> int:
    """Take back what a session wrote, and keep what others wrote since.

    Where both changed the same lines of a page, the page is left alone and named. What is taken back is in git and in
    the trash, so it can be brought back too.
    """
    memory = open_synced()
    account = find_account(memory.setting.state, session)
    undo = Undo(memory.library, memory.history, memory.gateway, memory.setting.actor)
    steps = undo.plan(account)
    if not as_json:
        _print_plan(account, steps)
    if not any(step.does for step in steps):
        return _tell(account, steps, {}, as_json=as_json, done=False)
    if dry_run:
        return _tell(account, steps, {}, as_json=as_json, done=False)
    if not (yes or agreed(f"take back {plural(sum(step.does for step in steps), 'page')}?")):
        say("nothing was changed")
        return EXIT_OK
    return _tell(account, steps, _carried_out(memory, undo, account, steps), as_json=as_json, done=True)


def _carried_out(memory: Memory, undo: Undo, account: Account, steps: Sequence[Step]) -> Mapping[Step, str]:
    """Do all steps, or none, in one commit; what is left out before is told by step."""
    subject = f"Take back what session {account.session} wrote"
    done = None
    try:
        with memory.recorder.together(subject, str(memory.setting.actor)):
            done = undo.carry_out(steps, subject)
    except HistoryError as error:
        if done is None:
            raise
        warn(str(error))
    for warning in (line for receipt in done.receipts for line in receipt.warnings):
        warn(warning)
    return done.failed


def _print_plan(account: Account, steps: Sequence[Step]) -> None:
    say(f"{account.host} · {account.session} · {account.summary or 'wrote nothing'}")
    print_table(("page", "to be done", "why"), [(str(step.address), _DONE[step.kind], step.why) for step in steps])


def _tell(account: Account, steps: Sequence[Step], failed: Mapping[Step, str], *, as_json: bool, done: bool) -> int:
    told = {step: failed.get(step, step.why) for step in steps}
    if as_json:
        pages = [
            {
                "address": str(step.address),
                "action": "leave" if step in failed else step.kind,
                "to": None if step.to is None else str(step.to),
                "why": why or None,
            }
            for step, why in told.items()
        ]
        print_json({"session": account.session, "host": account.host, "done": done, "pages": pages})
    elif done:
        for step, why in failed.items():
            warn(f"{step.address} was left alone: {why}")
        say(f"{plural(sum(step.does for step in steps) - len(failed), 'page')} taken back")
    elif not any(step.does for step in steps):
        say("nothing is to be taken back")
    if failed or any(step.kind == "leave" for step in steps):
        return EXIT_REFUSED
    return EXIT_OK if any(step.does for step in steps) else EXIT_NOTHING
