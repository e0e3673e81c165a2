"""``mute``: keeps a page from being given unasked, or lets it be given again. No page is written."""

from __future__ import annotations

import os
from collections.abc import Sequence

import click

from vademecum.config.places import state_folder
from vademecum.errors import EXIT_NOTHING, EXIT_OK, InputError, NotFoundError
from vademecum.library.mutes import Mute, mute, read_mutes, unmute
from vademecum.memory import Memory
from vademecum.surfaces.cli.complete import complete_page
from vademecum.surfaces.cli.opening import open_synced
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say, warn
from vademecum.surfaces.cli.person import refuse_agents
from vademecum.upkeep.machine import of_mutes


@click.command("mute")
@click.argument("page", required=False, shell_complete=complete_page)
@click.option("--off", is_flag=True, help="Let the page be given again.")
@click.option("--list", "as_list", is_flag=True, help="List the pages that are muted.")
@json_option
def mute_command(page: str | None, *, off: bool, as_list: bool, as_json: bool) -> int:
    """Never give a page to an agent that did not ask for it.

    It is still found and opened when somebody asks, and the page itself stays as it is. An agent may mute, and only a
    person may take it back: in an agent's shell --off is refused.
    """
    if (page is not None) == as_list or (off and as_list):
        raise click.UsageError("name a page, or use --list")
    state = state_folder(os.environ)
    for finding in of_mutes(state):
        warn(finding.message)
    if page is None:
        return _list(read_mutes(state), as_json=as_json)
    if off:
        refuse_agents("unmuting is for a person to do")
    meant = _off(read_mutes(state), page) if off else [_page(open_synced(), page)]
    changed = unmute(state, meant) if off else mute(state, meant[0])
    address = meant[0].address if meant else page
    if as_json:
        print_json({"address": address, "muted": not off, "changed": changed})
    elif off:
        say(f"{address} may be given unasked again" if changed else f"{address} was not muted")
    else:
        say(f"{address} is not given unasked any more" if changed else f"{address} was muted already")
    return EXIT_OK if changed or not off else EXIT_NOTHING


def _page(memory: Memory, name: str) -> Mute:
    opened = memory.open_page(name, hidden_too=True)
    if opened.block is not None:
        raise InputError(f"{opened.address} is a part of a page", hint="a page is muted as a whole")
    address = opened.page.address
    return Mute(str(memory.library.mount(address.mount).root), address.name, str(address))


def _off(mutes: Sequence[Mute], name: str) -> list[Mute]:
    """The muted pages that a name means: a page here, or, for one that is gone or elsewhere, its address as listed."""
    try:
        return [_page(open_synced(), name)]
    except NotFoundError:
        listed = [each for each in mutes if each.address == name]
        if not listed:
            raise
        return listed


def _list(mutes: Sequence[Mute], *, as_json: bool) -> int:
    if as_json:
        print_json([{"address": each.address, "store": each.store} for each in mutes])
    else:
        print_table(("page", "store"), [(each.address, each.store) for each in mutes])
        say(plural(len(mutes), "muted page"))
    return EXIT_OK if mutes else EXIT_NOTHING
