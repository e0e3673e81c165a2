"""``config``: each value in force and where it came from, and setting one. Comments in the file stay."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from vademecum.config.document import read_text
from vademecum.config.edit import set_value, write_config
from vademecum.config.load import find_mistakes, load_config
from vademecum.config.places import cache_folder, state_folder, user_config_file
from vademecum.config.reference import Setting, settings
from vademecum.errors import EXIT_CONFIG, EXIT_OK, InputError
from vademecum.nearest import nearest
from vademecum.surfaces.cli.complete import complete_setting
from vademecum.surfaces.cli.opening import layers
from vademecum.surfaces.cli.output import json_option, print_json, print_table, say, warn


@click.command("config")
@click.argument("key", required=False, shell_complete=complete_setting)
@click.argument("value", required=False)
@click.option("--places", is_flag=True, help="Show where configuration, cache and state are kept.")
@click.option("--check", is_flag=True, help="List every mistake in the configuration.")
@json_option
def config_command(key: str | None, value: str | None, *, places: bool, check: bool, as_json: bool) -> int:
    """Show every value in force and where it came from; with KEY and VALUE, set one.

    A list is written as in TOML: vade config mounts.notes.private '["/Diary/**"]'. Exits with 3 when --check finds a
    mistake.
    """
    if check:
        return _print_mistakes(as_json=as_json)
    if places:
        return _print_places(as_json=as_json)
    if key is not None and value is not None:
        return _set(key, value, as_json=as_json)
    rows = settings(load_config(os.environ, **layers()))
    if key is not None:
        rows = _below(rows, key)
    if as_json:
        print_json([{"key": row.key, "value": row.value, "from": row.origin} for row in rows])
    else:
        _print_rows(rows)
    return EXIT_OK


def _below(rows: Sequence[Setting], key: str) -> tuple[Setting, ...]:
    found = tuple(row for row in rows if row.key == key or row.key.startswith(f"{key}."))
    if not found:
        close = nearest(key, [row.key for row in rows])
        raise InputError(
            f"there is no key {key!r}", hint=f"did you mean {close}?" if close else "vade config lists all"
        )
    return found


def _print_rows(rows: Sequence[Setting]) -> None:
    print_table(("key", "value", "from"), [(row.key, row.value or "(not set)", row.origin) for row in rows])


def _print_places(*, as_json: bool) -> int:
    places: dict[str, Any] = {
        "config": user_config_file(os.environ),
        "cache": cache_folder(os.environ),
        "state": state_folder(os.environ),
        "home": load_config(os.environ, **layers()).home,
    }
    if as_json:
        print_json(places)
    else:
        for name, place in places.items():
            click.echo(f"{name:7}{place}")
    return EXIT_OK


def _print_mistakes(*, as_json: bool) -> int:
    mistakes = find_mistakes(os.environ, **layers())
    if as_json:
        print_json([{"message": each.message, "hint": each.hint, "field": each.field} for each in mistakes])
    for mistake in () if as_json else mistakes:
        click.echo(str(mistake))
    if not mistakes:
        say("the configuration has no mistakes")
    return EXIT_CONFIG if mistakes else EXIT_OK


def _set(key: str, value: str, *, as_json: bool) -> int:
    """Set a value; a mistake elsewhere in the configuration does not stop it, since it may be the mending of one."""
    file = user_config_file(os.environ)
    write_config(file, set_value(read_text(file) or "", key, value, os.environ))
    if as_json:
        print_json({"key": key, "value": value, "file": file})
    else:
        say(f"set {key} in {file}")
    for mistake in find_mistakes(os.environ, **layers()):
        warn(str(mistake))
    return EXIT_OK
