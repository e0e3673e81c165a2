"""``upkeep``: pages that nobody used for long, what is proposed for each, and doing it once a person agrees."""

from __future__ import annotations

from collections.abc import Sequence

import click

from vademecum.errors import EXIT_NOTHING, EXIT_OK, EXIT_REFUSED
from vademecum.memory import Memory
from vademecum.memory.tending import Done, carry_out, gone_cold
from vademecum.memory.using import stamp_uses, stamps_due
from vademecum.surfaces.cli.asking import agreed
from vademecum.surfaces.cli.complete import complete_mount
from vademecum.surfaces.cli.opening import open_synced, sync_all
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say, warn
from vademecum.surfaces.cli.person import refuse_agents
from vademecum.upkeep.lifecycle import Proposal

WORDS = {"report": "look at it", "demote": "make it cold", "archive": "put it in the archive"}


@click.command("upkeep")
@click.option("--mount", metavar="NAME", shell_complete=complete_mount, help="Only pages of this mount.")
@click.option("--apply", is_flag=True, help="Do what is proposed, after asking; without it no byte is changed.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask before anything is changed.")
@json_option
def upkeep_command(*, mount: str | None, apply: bool, yes: bool, as_json: bool) -> int:
    """Show pages that nobody opened for long, and what to do about each.

    A warm page is to become cold after 180 days, a cold one to go to the archive after 90, and any other is named after
    90. Seeds, hot pages, diaries and what is in topics/ or raw/ are left alone. Nothing is written without --apply,
    which also brings last_access lines up to date where a mount keeps them.
    """
    memory = open_synced()
    sync_all(memory)
    name = memory.library.mount(mount).name if mount else None
    proposals = [each for each in gone_cold(memory) if name in {None, each.address.mount}]
    stamps = stamps_due(memory, name)
    if not apply:
        return _show(proposals, stamps, as_json=as_json)
    refuse_agents("putting pages away is for a person to do")
    if not as_json:
        _show(proposals, stamps, as_json=False)
    wanted = [each for each in proposals if each.action != "report"]
    if not (wanted or stamps):
        return EXIT_NOTHING
    if not (yes or agreed(f"change {plural(len(wanted) + stamps, 'page')}?")):
        say("nothing was changed")
        return EXIT_NOTHING
    return _apply(memory, wanted, name, as_json=as_json)


def _show(proposals: Sequence[Proposal], stamps: int, *, as_json: bool) -> int:
    if as_json:
        print_json({"proposals": [_as_json(each) for each in proposals], "stamps": stamps})
        return EXIT_OK if proposals or stamps else EXIT_NOTHING
    rows = [
        (str(each.address), f"{each.idle_days:,}", each.since.isoformat(), WORDS[each.action], each.to)
        for each in proposals
    ]
    print_table(("page", "idle days", "since", "proposed", "to"), rows)
    if stamps:
        say(f"the last_access lines of {plural(stamps, 'page')} are behind")
    say(f"{plural(len(proposals), 'page')} nobody used for long" if proposals else "no page has gone cold")
    return EXIT_OK if proposals or stamps else EXIT_NOTHING


def _apply(memory: Memory, proposals: Sequence[Proposal], mount: str | None, *, as_json: bool) -> int:
    done = carry_out(memory, proposals)
    stamped = stamp_uses(memory, mount=mount)
    if as_json:
        print_json({"done": [_done_as_json(each) for each in done], "stamped": [str(each.address) for each in stamped]})
    else:
        for each in done:
            for receipt in each.receipts:
                click.echo(f"{receipt.action} {receipt.address}")
        for receipt in stamped:
            click.echo(f"{receipt.action} {receipt.address}")
    for each in done:
        for line in (each.fault, *(warning for receipt in each.receipts for warning in receipt.warnings)):
            if line:
                warn(f"{each.proposal.address}: {line}")
    return EXIT_REFUSED if any(each.fault for each in done) else EXIT_OK


def _as_json(proposal: Proposal) -> dict[str, object]:
    return {
        "address": str(proposal.address),
        "action": proposal.action,
        "idle_days": proposal.idle_days,
        "since": proposal.since.isoformat(),
        "to": proposal.to,
    }


def _done_as_json(done: Done) -> dict[str, object]:
    wrote = [{"action": each.action, "address": str(each.address), "version": each.version} for each in done.receipts]
    return {**_as_json(done.proposal), "wrote": wrote, "fault": done.fault or None}
