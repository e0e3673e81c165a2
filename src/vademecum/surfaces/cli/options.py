"""The options that several commands share, and how they become one filter. It asks no store anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

from vademecum.address import SCOPES
from vademecum.index.contract import Filter
from vademecum.page.facts import SALIENCES
from vademecum.recall.query import make_filter
from vademecum.surfaces.cli.complete import complete_mount, complete_tag
from vademecum.surfaces.cli.person import refuse_agents
from vademecum.surfaces.days import local_day, spoken_day

F = TypeVar("F", bound=Callable[..., Any])  # commands have the signatures that click gives them

scope_option = click.option("--scope", type=click.Choice(SCOPES), help="Whose memory; without it, everyone's.")
expect_option = click.option("--expect", metavar="VERSION", help="Refuse unless the page is still at this version.")


def first_day(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """Take a date, or a day as people say it; of several days the first."""
    return spoken_day(value, local_day())


def last_day(_context: click.Context, _option: click.Parameter, value: str | None) -> str | None:
    """The same, of several days the last."""
    return spoken_day(value, local_day(), last=True)


as_of_option = click.option(
    "--as-of", metavar="DATE", callback=last_day, help="As git kept it at the end of this day (YYYY-MM-DD)."
)


def for_people(_context: click.Context, _option: click.Parameter, value: bool) -> bool:
    """Take a flag that only a person may give."""
    if value:
        refuse_agents("a private page is for a person to ask for")
    return value


hidden_option = click.option("--hidden", is_flag=True, callback=for_people, help="A private page too.")
mount_option = click.option("--mount", shell_complete=complete_mount, help="One mount, by its name.")


def filter_options(command: F) -> F:
    """Options that narrow down which pages count."""
    for option in reversed(
        (
            click.option(
                "--tag",
                "tags",
                multiple=True,
                shell_complete=complete_tag,
                help="Only pages with this tag; may be given again.",
            ),
            click.option("--type", "types", multiple=True, help="Only pages of this type; may be given again."),
            click.option(
                "--salience",
                multiple=True,
                type=click.Choice([*SALIENCES, *map(str, SALIENCES.values())], case_sensitive=False),
                help="Only pages that matter so much, as their headers say; may be given again.",
            ),
            click.option(
                "--since",
                metavar="DATE",
                callback=first_day,
                help="Only what is dated this day or later: YYYY-MM-DD, or such as yesterday.",
            ),
            click.option(
                "--until",
                metavar="DATE",
                callback=last_day,
                help="Only what is dated this day or earlier: YYYY-MM-DD, or such as yesterday.",
            ),
            click.option("--path", default="", help="Only pages whose name starts so, as in projects/."),
        )
    ):
        command = option(command)
    return command


def filter_from(options: dict[str, Any]) -> Filter:
    """Take the filter's options out of a command's options. Raises FilterError for a date that is none."""
    return make_filter(
        types=options.pop("types"),
        tags=options.pop("tags"),
        salience=options.pop("salience"),
        since=options.pop("since"),
        until=options.pop("until"),
        path=options.pop("path"),
    )
