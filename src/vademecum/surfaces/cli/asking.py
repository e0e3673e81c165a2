"""What commands that write have in common: asking first, finding what was deleted, and telling what a write did."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import click

from vademecum.address import Address
from vademecum.errors import EXIT_OK, InputError
from vademecum.gateway import Receipt
from vademecum.memory import Memory
from vademecum.store.contract import Trashed
from vademecum.surfaces.cli.output import print_json, say, warn


def agreed(question: str) -> bool:
    """Whether the person says yes. Raises InputError where nobody can be asked."""
    try:
        return click.confirm(question, err=True)
    except click.Abort:
        if sys.stdin.isatty():
            raise
        raise InputError("nobody is there to be asked", hint="--yes does it without asking") from None


def tell(receipt: Receipt, *, as_json: bool) -> int:
    """Say what a write did, with what could not be done after it."""
    if as_json:
        print_json(_as_json(receipt))
    else:
        end = f" · version {receipt.version}" if receipt.version else ""
        click.echo(f"{receipt.action} {receipt.address}{end}")
        if receipt.trash_id:
            say(f"bring it back with: vade forget --restore {receipt.trash_id}")
    for warning in receipt.warnings:
        warn(warning)
    return EXIT_OK


def tell_all(receipts: Sequence[Receipt], *, as_json: bool) -> int:
    """The same of several writes that were made together; as JSON, a list when there is more than one."""
    if len(receipts) == 1:
        return tell(receipts[0], as_json=as_json)
    if as_json:
        print_json([_as_json(each) for each in receipts])
        return EXIT_OK
    for each in receipts:
        tell(each, as_json=False)
    return EXIT_OK


def _as_json(receipt: Receipt) -> dict[str, object]:
    return {
        "action": receipt.action,
        "address": str(receipt.address),
        "version": receipt.version,
        "trash_id": receipt.trash_id,
        "warnings": list(receipt.warnings),
    }


def trashed(memory: Memory, name: str) -> list[tuple[str, Trashed]]:
    """What the trash has under an id, an address or a name, with its mount, newest first."""

    def fits(mount: str, item: Trashed) -> bool:
        names = (item.id, item.name, str(Address(mount, item.name)), item.name.rpartition("/")[2])
        return name.removesuffix(".md").casefold() in {each.casefold() for each in names}

    return [(mount, item) for mount, item in memory.trash() if fits(mount, item)]
