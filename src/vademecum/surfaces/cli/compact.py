"""``compact``: a model proposes fewer words for a mount's facts, and a person decides after seeing the difference.

The attack: a page tells an agent to send the memory to a server of somebody else's. So an agent's shell is refused.
"""

from __future__ import annotations

import os
from uuid import uuid4

import click

from vademecum.config.kinds import URL, WrongValueError
from vademecum.errors import EXIT_NOTHING, EXIT_OK, InputError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Actor
from vademecum.library.survey import visible
from vademecum.memory.compaction import Compaction, carry_out, proposed
from vademecum.memory.completion import Endpoint, complete
from vademecum.sessions import SessionKey
from vademecum.surfaces.cli.asking import agreed
from vademecum.surfaces.cli.complete import complete_mount
from vademecum.surfaces.cli.opening import open_synced
from vademecum.surfaces.cli.output import may_colour, plural, say, warn
from vademecum.surfaces.cli.person import refuse_agents

HOST = "compact"


@click.command("compact")
@click.argument("mount", shell_complete=complete_mount)
@click.option("--url", required=True, help="The server, as what stands before /chat/completions.")
@click.option("--model", required=True, help="The model's name, as the server calls it.")
@click.option(
    "--key-variable", default="", metavar="NAME", help="The environment variable that holds the server's key."
)
@click.option("--timeout", default=300, show_default=True, help="How many seconds the model has.")
@click.option("--dry-run", is_flag=True, help="Show what would change, and do nothing.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask before anything is changed.")
def compact_command(  # noqa: PLR0913 - one parameter an option
    mount: str, *, url: str, model: str, key_variable: str, timeout: int, dry_run: bool, yes: bool
) -> int:
    """Let a model say a mount's facts in fewer words, and see the difference before anything is done.

    The texts of the mount's pages are sent to the server that you name; private pages, and pages with more in their
    header than tags and dates, are not. New facts are written first, then old ones go to the trash, all of it or
    nothing.
    """
    refuse_agents("sending memory to a server is for a person to do")
    endpoint = Endpoint(_url(url), model, key_variable, timeout)
    memory = open_synced()
    place = memory.library.mount(mount)
    say(f"asking {model} at {endpoint.place}")
    found = proposed(memory.library, place, lambda system, facts: complete(endpoint, system, facts, os.environ))
    _show(found)
    if not found.rewritten or dry_run:
        return EXIT_OK if found.rewritten else EXIT_NOTHING
    if not (yes or agreed(f"replace {plural(len(found.sources), 'fact')} by {len(found.rewritten)}?")):
        say("nothing was changed")
        return EXIT_NOTHING
    key, actor = SessionKey(HOST, uuid4().hex), Actor("upkeep", HOST)
    _tell(carry_out(memory.library, memory.approvals.gateway_for(key), found, memory.today(), actor), key)
    return EXIT_OK


def _url(text: str) -> str:
    try:
        read = URL.read(text, os.environ)
    except WrongValueError as error:
        raise InputError(f"--url {error.fault}", hint=error.hint) from error
    if not isinstance(read, str):
        raise InputError("--url is empty", hint="name a server, such as http://127.0.0.1:11434/v1")
    return read


def _show(found: Compaction) -> None:
    colours = {"+": "green", "-": "red", "@": "cyan"}
    for line in found.difference.split("\n")[:-1]:
        click.secho(visible(line), fg=colours.get(line[:1]), color=may_colour())
    if found.rewritten:
        said = f"{plural(len(found.sources), 'fact')} would become {len(found.rewritten)}"
        say(f"{said}, {plural(found.saved, 'character')} less")
    else:
        say("the model would change nothing")
    if found.left_out:
        say(f"{plural(found.left_out, 'page')} not sent, with more in the header than tags and dates")


def _tell(receipts: tuple[Receipt, ...], key: SessionKey) -> None:
    for receipt in receipts:
        click.echo(f"{receipt.action} {receipt.address}")
        for warning in receipt.warnings:
            warn(warning)
    stem = key.file.rpartition("/")[2].removesuffix(".jsonl")
    say(f"to undo all of it: vade undo --session {stem[:12]}")
