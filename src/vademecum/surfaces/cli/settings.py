"""``config``: each value in force and where it came from, and setting one. Comments in the file stay."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any

import click

from vademecum.config.edit import set_value, write_config
from vademecum.config.load import find_mistakes, load_config
from vademecum.config.model import Config, Origin
from vademecum.config.places import cache_folder, state_folder, user_config_file
from vademecum.errors import EXIT_CONFIG, EXIT_OK, ConfigError, InputError
from vademecum.nearest import nearest
from vademecum.surfaces.cli.output import console, json_option, print_json, say, table


@dataclass(frozen=True, slots=True)
class _Row:
    key: str
    value: object
    origin: Origin

    @property
    def source(self) -> str:
        """Where the value came from, as ``layer file:line``."""
        where = "" if self.origin.file is None else f" {self.origin.file}:{self.origin.line or 1}"
        return f"{self.origin.layer}{where}"


@click.command("config")
@click.argument("key", required=False)
@click.argument("value", required=False)
@click.option("--places", is_flag=True, help="Show where configuration, cache and state are kept.")
@click.option("--check", is_flag=True, help="List every mistake in the configuration.")
@json_option
def config_command(key: str | None, value: str | None, *, places: bool, check: bool, as_json: bool) -> int:
    """Show every value in force and where it came from; with KEY and VALUE, set one."""
    if check:
        return _print_mistakes(as_json=as_json)
    if places:
        return _print_places(as_json=as_json)
    if key is not None and value is not None:
        return _set(key, value)
    rows = _rows(load_config(os.environ))
    if key is not None:
        rows = _rows_under(rows, key)
    if as_json:
        print_json([{"key": row.key, "value": row.value, "from": row.source} for row in rows])
    else:
        _print_rows(rows)
    return EXIT_OK


def _rows(config: Config) -> list[_Row]:
    values: dict[str, object] = {"home": config.home}
    values |= {f"recall.{name}": getattr(config.recall, name) for name in config.recall.__slots__}
    for mount in config.mounts:
        names = [name for name in mount.__slots__ if name != "name"]
        values |= {f"mounts.{mount.name}.{name}": getattr(mount, name) for name in names}
    return [_Row(key, value, config.origins.get(key, Origin("default"))) for key, value in values.items()]


def _rows_under(rows: list[_Row], key: str) -> list[_Row]:
    found = [row for row in rows if row.key == key or row.key.startswith(f"{key}.")]
    if not found:
        close = nearest(key, [row.key for row in rows])
        raise InputError(f"there is no key {key!r}", hint=f"did you mean {close}?" if close else "vade config lists all")
    return found


def _print_rows(rows: list[_Row]) -> None:
    shown = table("key", "value", "from")
    for row in rows:
        shown.add_row(row.key, _as_text(row.value), row.source)
    console().print(shown)


def _as_text(value: object) -> str:
    if isinstance(value, tuple):
        return ", ".join(map(str, value)) or "(none)"
    return "(not set)" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _print_places(*, as_json: bool) -> int:
    places: dict[str, Any] = {
        "config": user_config_file(os.environ),
        "cache": cache_folder(os.environ),
        "state": state_folder(os.environ),
        "home": load_config(os.environ).home,
    }
    if as_json:
        print_json(places)
    else:
        for name, place in places.items():
            click.echo(f"{name:7}{place}")
    return EXIT_OK


def _print_mistakes(*, as_json: bool) -> int:
    mistakes = find_mistakes(os.environ)
    if as_json:
        print_json([{"message": each.message, "hint": each.hint, "field": each.field} for each in mistakes])
    for mistake in () if as_json else mistakes:
        click.echo(str(mistake))
    if not mistakes:
        say("the configuration has no mistakes")
    return EXIT_CONFIG if mistakes else EXIT_OK


def _set(key: str, value: str) -> int:
    file = user_config_file(os.environ)
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError("the file can't be read as UTF-8 text", file=file) from error
    write_config(file, set_value(text, key, value, os.environ))
    say(f"set {key} in {file}")
    return EXIT_OK
