"""``correct`` and ``promote``: what holds instead of what is wrong, and where a page belongs."""

from __future__ import annotations

import click

from vademecum.address import SCOPES, Scope
from vademecum.errors import EXIT_NOTHING, EXIT_OK
from vademecum.memory.correcting import Corrected, Correction
from vademecum.memory.promoting import plan_promotion, promote
from vademecum.memory.stated import Stated
from vademecum.surfaces.cli.asking import agreed
from vademecum.surfaces.cli.complete import complete_mount, complete_page
from vademecum.surfaces.cli.opening import open_synced
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_text, say, warn


@click.command("correct")
@click.argument("claim")
@click.option("--truth", required=True, help="What holds instead.")
@click.option("--evidence", default="", help="How that is known; it is written down with the truth.")
@click.option("--confirm", is_flag=True, help="Write nothing, and list what the claim may mean.")
@click.option(
    "--target",
    "targets",
    multiple=True,
    metavar="NAME",
    shell_complete=complete_page,
    help="The page that is wrong, instead of looking for it; may be given again.",
)
@click.option("--scope", type=click.Choice(SCOPES), help="Whose memory; global unless said.")
@click.option("--mount", shell_complete=complete_mount, help="The mount to write the truth to, by its name.")
@json_option
def correct_command(  # noqa: PLR0913 - one parameter an option
    claim: str,
    *,
    truth: str,
    evidence: str,
    confirm: bool,
    targets: tuple[str, ...],
    scope: Scope | None,
    mount: str | None,
    as_json: bool,
) -> int:
    """Say that something remembered is wrong, and what holds instead.

    The truth is remembered. What states the CLAIM, and nothing else, is marked as superseded by it: it is no longer
    recalled, and vade show still opens it. When nothing surely states the claim, what may is listed.
    """
    asked = Correction(claim, truth, evidence, scope, mount, confirm, targets)
    done = open_synced().corrections.correct(asked)
    if as_json:
        print_json(_as_json(done))
    else:
        _tell(done)
    for warning in done.warnings:
        warn(warning)
    return EXIT_OK if done.superseded or (confirm and done.candidates) else EXIT_NOTHING


@click.command("promote")
@click.argument("name", shell_complete=complete_page)
@click.option("--to", "scope", required=True, type=click.Choice(SCOPES), help="The scope that the page belongs to.")
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@json_option
def promote_command(name: str, *, scope: Scope, yes: bool, as_json: bool) -> int:
    """Move a page to another scope, after showing what would be written there.

    It is written there like any new page, so whatever guards that scope sees it first; then the page here goes to the
    trash.
    """
    memory = open_synced()
    plan = plan_promotion(memory, name, scope)
    if not as_json:
        print_text(plan.diff, nl=False)
    if not (yes or agreed(f"move {plan.page.address} to {plan.to}?")):
        say("nothing was changed")
        return EXIT_OK
    done = promote(memory, plan)
    if as_json:
        print_json(
            {
                "address": str(done.written.address),
                "version": done.written.version,
                "from": str(done.removed.address),
                "trash_id": done.removed.trash_id,
                "warnings": [*done.written.warnings, *done.removed.warnings],
            }
        )
    else:
        click.echo(f"moved {done.removed.address} to {done.written.address} · version {done.written.version}")
    for warning in (*done.written.warnings, *done.removed.warnings):
        warn(warning)
    return EXIT_OK


def _tell(done: Corrected) -> None:
    if done.written is not None:
        click.echo(f"{done.written.action} {done.written.address} · version {done.written.version}")
    for address in done.superseded:
        click.echo(f"superseded {address}")
    for each in done.candidates:
        print_text(f"{_kind(each)} {each.address}  {' '.join(each.text.split())}")
    if done.abstained is not None:
        say(f"nothing was superseded: {done.abstained}")
    if any(not each.whole for each in done.candidates):
        say("vade edit --old --new corrects a part of a page")
    wholes = sum(each.whole for each in done.candidates)
    if wholes:
        say(f"{plural(wholes, 'candidate')}; --target with its address says that it is meant")


def _kind(each: Stated) -> str:
    return "candidate" if each.whole else "part"


def _as_json(done: Corrected) -> dict[str, object]:
    return {
        "truth": None if done.truth is None else str(done.truth),
        "written": done.written is not None,
        "superseded": [str(address) for address in done.superseded],
        "candidates": [{"address": str(e.address), "text": e.text, "whole": e.whole} for e in done.candidates],
        "abstained": done.abstained,
        "warnings": list(done.warnings),
    }
