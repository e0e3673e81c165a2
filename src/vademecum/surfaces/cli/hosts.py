"""``connect`` and ``disconnect``: agents' programs start Vademecum by themselves, or no longer. What is written is
shown first; the host's module knows what it is.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar

import click

from vademecum.config.places import state_folder
from vademecum.context.frame import written_out
from vademecum.errors import EXIT_OK, InputError, VademecumError
from vademecum.hosts.base import HOSTS, Host
from vademecum.hosts.installers import installer_for
from vademecum.hosts.ledger import Ledger
from vademecum.hosts.plan import Plan, carry_out, digest
from vademecum.index.contract import Filter
from vademecum.library import find_workspace
from vademecum.memory import Listed, Memory
from vademecum.recall.pipeline import Request
from vademecum.surfaces.cli.opening import open_memory
from vademecum.surfaces.cli.output import clean, json_option, may_colour, print_json, say
from vademecum.surfaces.hooks.failures import forget_failures

F = TypeVar("F", bound=Callable[..., object])  # commands have the signatures that click gives them

PROMPT_QUESTION = "shall pages that fit come with your prompts too? nothing comes where nothing fits"
# A title of one short word fits too many questions to prove anything; a sign of Chinese says as much as three letters.
TITLE_BYTES = 8
# A longer title is a sentence, of which the beginning is asked about.
ASKED_CHARS = 60
PAGES_TRIED = 12
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


class Trial(NamedTuple):
    """A question for a person to put to the agent, and the page that must come back."""

    ask: str
    page: str


def host_options(command: F) -> F:
    """What both commands take."""
    for option in reversed(
        (
            click.argument("host", type=click.Choice(list(HOSTS))),
            click.option("--project", is_flag=True, help="For this project only, in files that others may share."),
            click.option("--dry-run", is_flag=True, help="Show what would be written, and write nothing."),
            click.option("-y", "--yes", is_flag=True, help="Do not ask."),
        )
    ):
        command = option(command)
    return command


@click.command("connect")
@host_options
@click.option("--prompt-recall/--no-prompt-recall", default=None, help="Whether pages that fit come with each prompt.")
@json_option
def connect_command(  # noqa: PLR0913 - one parameter an option
    host: str, *, project: bool, dry_run: bool, yes: bool, prompt_recall: bool | None, as_json: bool
) -> int:
    """Let an agent's program start Vademecum by itself: its memory at the start of a session, and the memory tool.

    You see what will be written into the program's files before it is. Only entries of ours are added; run it again
    to bring them up to date.
    """
    _check_asked(ask=not (yes or dry_run), writes=not dry_run)
    ledger, files = Ledger(state_folder(os.environ)), installer_for(host, os.environ, _project(wanted=project))
    now = files.has_prompt_recall()
    recall = prompt_recall if prompt_recall is not None else now is not False
    plan = files.connect(ledger, prompt_recall=recall)
    if not as_json:
        _show(plan)
    if plan.changes and not (yes or dry_run):
        if prompt_recall is None and not click.confirm(PROMPT_QUESTION, default=recall, err=True):
            recall = False
            plan = files.connect(ledger, prompt_recall=recall)
            say("then no page comes with a prompt")
        if not _is_agreed(plan):
            return EXIT_OK
    if not dry_run:
        _write(plan, HOSTS[host], ledger, connected=True)
    trial = None if dry_run else _trial()
    if as_json:
        told = {"prompt_recall": recall, "try": trial and trial._asdict()}
        print_json(_as_json(plan, HOSTS[host], dry_run=dry_run) | told)
    else:
        _tell(plan, f"{HOSTS[host].title} is connected", ledger, dry_run=dry_run)
        _tell_trial(trial, HOSTS[host], dry_run=dry_run)
    return EXIT_OK


@click.command("disconnect")
@host_options
@json_option
def disconnect_command(host: str, *, project: bool, dry_run: bool, yes: bool, as_json: bool) -> int:
    """Take out of an agent's program what connect put in, and nothing else: your own changes and the program's stay."""
    _check_asked(ask=not (yes or dry_run), writes=not dry_run)
    ledger, files = Ledger(state_folder(os.environ)), installer_for(host, os.environ, _project(wanted=project))
    plan = files.disconnect(ledger)
    if not as_json:
        _show(plan)
    if plan.changes and not (yes or dry_run) and not _is_agreed(plan):
        return EXIT_OK
    if not dry_run:
        _write(plan, HOSTS[host], ledger, connected=False)
    if as_json:
        print_json(_as_json(plan, HOSTS[host], dry_run=dry_run))
    else:
        _tell(plan, f"{HOSTS[host].title} is disconnected", ledger, dry_run=dry_run)
    return EXIT_OK


def _check_asked(*, ask: bool, writes: bool) -> None:
    if os.name == "nt" and writes:
        # What it would write was never seen to work there.
        raise InputError("connect can't write for Windows yet", hint="--dry-run shows what to add by hand")
    if ask and not sys.stdin.isatty():
        raise InputError("nobody is there to be asked", hint="use --yes, or --dry-run to see what it would do")


def _project(*, wanted: bool) -> Path | None:
    return find_workspace(Path.cwd()).root if wanted else None


def _show(plan: Plan) -> None:
    coloured = may_colour() is not False
    for line in plan.diff():
        is_head = line.startswith(("---", "+++"))
        colour = None if is_head else _COLOURS.get(line[:1])
        click.echo(click.style(clean(line), fg=colour, bold=is_head) if coloured else clean(line))
    for note in plan.notes:
        say(note)


def _is_agreed(plan: Plan) -> bool:
    files = ", ".join(str(edit.path) for edit in plan.changes)
    agreed = click.confirm(f"write {files}?", default=True, err=True)
    if not agreed:
        say("nothing was written")
    return agreed


def _write(plan: Plan, host: Host, ledger: Ledger, *, connected: bool) -> None:
    """Backups first, then the files, then the note of them, so that a crash in between loses no byte."""
    ledger.back_up(plan.edits)
    carry_out(plan.edits)
    ledger.note(host.name, plan.edits, connected=connected)
    if plan.changes:
        with suppress(OSError):  # they were failures of other entries than those that are there now
            forget_failures(str(state_folder(os.environ)))


def _tell(plan: Plan, done: str, ledger: Ledger, *, dry_run: bool) -> None:
    if not plan.changes:
        say(f"{done} already, and nothing was changed")
        return
    if dry_run:
        say("nothing was written")
        return
    say(done)
    for edit in plan.changes:
        if edit.before is not None and not edit.ours:
            say(f"{edit.path} as it was: {ledger.backup_file(digest(edit.before) or '')}")


def _tell_trial(trial: Trial | None, host: Host, *, dry_run: bool) -> None:
    if dry_run:
        return
    if trial is None:
        say(f'next: vade add "something only you know", then ask {host.title} about it in a new session')
        return
    say(f"try it in a new session of {host.title}: {trial.ask}")
    say(f"the answer must come from {trial.page}")


def _as_json(plan: Plan, host: Host, *, dry_run: bool) -> dict[str, object]:
    files = [{"path": str(edit.path), "change": edit.kind} for edit in plan.edits]
    return {"host": host.name, "files": files, "notes": list(plan.notes), "written": bool(plan.changes) and not dry_run}


def _trial() -> Trial | None:
    """A page that a question about its title brings back first; newest first. None in a memory without one."""
    try:
        memory = open_memory()
        pages = [each for each in memory.pages(Filter()) if not each.row.hidden and _is_telling(each.row.title)]
        pages.sort(key=lambda each: each.row.date or "", reverse=True)
        return next((trial for each in pages[:PAGES_TRIED] if (trial := _tried(memory, each))), None)
    except VademecumError:
        return None  # the connection is made; what is wrong with the memory is told by vade doctor


def _is_telling(title: str) -> bool:
    return len(title.encode("utf-8", "surrogatepass")) >= TITLE_BYTES


def _asked(title: str) -> str:
    """A title as it stands in a question; of a long one its first whole words, or what fits where there are none."""
    line = written_out(" ".join(title.split()))
    if len(line) <= ASKED_CHARS:
        return line
    return f"“{line[: ASKED_CHARS + 1].rpartition(' ')[0] or line[:ASKED_CHARS]}”"


def _tried(memory: Memory, listed: Listed) -> Trial | None:
    ask = f"What do you remember about {_asked(listed.row.title)}?"
    hits = memory.recall(Request(ask, limit=1)).hits
    return Trial(ask, str(listed.address)) if hits and hits[0].address.page == listed.address else None
