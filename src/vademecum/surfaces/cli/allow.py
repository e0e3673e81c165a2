"""``allow``: lets a page that a person has looked at pass a rule of the scans. No page is written."""

from __future__ import annotations

import os

import click

from vademecum.config.places import state_folder
from vademecum.errors import EXIT_NOTHING, EXIT_OK, InputError, NotFoundError
from vademecum.library.allowed import Allowance, allow, disallow, read_allowed
from vademecum.library.quarantine import ANY_VERSION
from vademecum.library.rows import threats_of
from vademecum.surfaces.cli.complete import complete_page
from vademecum.surfaces.cli.opening import open_synced
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say
from vademecum.surfaces.cli.person import refuse_agents


@click.command("allow")
@click.argument("page", required=False, shell_complete=complete_page)
@click.option("--rule", metavar="ID", help="The rule that the page may break, as it was named when it was held back.")
@click.option("--reason", metavar="TEXT", help="Why that does no harm; it is kept and listed.")
@click.option("--always", is_flag=True, help="In any version of the page, and for writes to it too.")
@click.option("--off", is_flag=True, help="Take back what was allowed of the page.")
@json_option
def allow_command(  # noqa: PLR0913 - one parameter an option
    page: str | None, *, rule: str | None, reason: str | None, always: bool, off: bool, as_json: bool
) -> int:
    """Let a page be given to agents although it reads like an order to them.

    Without PAGE, list what is allowed. It counts for the page as it is now; after a change it is held back again,
    unless you say --always. Only a person may do this: in an agent's shell it is refused.
    """
    state = state_folder(os.environ)
    if page is None:
        if rule or reason or always or off:
            raise click.UsageError("name the page")
        return _list(read_allowed(state), as_json=as_json)
    refuse_agents("allowing what was held back is for a person to do")
    memory = open_synced()
    opened = memory.open_page(page, hidden_too=True)
    address, digest = opened.page.address, opened.page.digest
    store = str(memory.library.mount(address.mount).root)
    if off:
        count = disallow(state, store, address.name, rule)
        _tell(str(address), f"{plural(count, 'rule')} taken back for {address}", as_json=as_json, changed=bool(count))
        return EXIT_OK if count else EXIT_NOTHING
    if not rule or not (reason or "").strip():
        raise click.UsageError("say which --rule, and the --reason")
    broken = threats_of(opened.page).split(",")
    if rule not in broken and not always:
        raise NotFoundError(
            f"{address} does not break {rule!r}", hint=f"it breaks: {', '.join(filter(None, broken)) or 'none'}"
        )
    if opened.block is not None:
        raise InputError(f"{opened.address} is a part of a page", hint="a page is allowed as a whole")
    day = memory.today().isoformat()
    version = ANY_VERSION if always else digest
    allow(state, Allowance(store, address.name, rule, version, str(reason).strip(), day, str(address)))
    _tell(str(address), f"{address} may break {rule}{'' if always else ' as it is now'}", as_json=as_json, changed=True)
    return EXIT_OK


def _tell(address: str, line: str, *, as_json: bool, changed: bool) -> None:
    if as_json:
        print_json({"address": address, "changed": changed})
    else:
        say(line)


def _list(entries: tuple[Allowance, ...], *, as_json: bool) -> int:
    if as_json:
        print_json(
            [
                {"address": each.address, "rule": each.rule, "version": each.digest[:12], "reason": each.reason}
                | {"day": each.day, "store": each.store}
                for each in entries
            ]
        )
    else:
        rows = [
            (each.address, each.rule, "any" if each.digest == ANY_VERSION else each.digest[:12], each.day, each.reason)
            for each in entries
        ]
        print_table(("page", "rule", "version", "day", "reason"), rows)
        say(plural(len(entries), "allowed rule"))
    return EXIT_OK if entries else EXIT_NOTHING
