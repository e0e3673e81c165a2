"""Writes the reference pages that are made from the code: commands from their help, errors from their tree, the tool.

It never changes what a person keeps, be it a page or the part of one below the line that says so. ``make docs`` runs
it; tests/test_project.py fails when a page is stale.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from vademecum import errors
from vademecum.surfaces import tool_schema
from vademecum.surfaces.cli.app import EXIT_INTERRUPTED, vade

# What follows this line in a page is written by a person, and stays.
KEPT = "<!-- below this line the page is kept by hand -->"
REFERENCE = Path(__file__).parent / "reference"
NOTE = "<!-- made by docs/generate.py: change the code, then run `make docs` -->"
HELP_WIDTH = 90

EXITS = {
    errors.EXIT_OK: "done",
    errors.EXIT_NOTHING: "nothing was found, or something is to be mended",
    errors.EXIT_INPUT: "the command can't be understood; nothing was tried",
    errors.EXIT_CONFIG: "a configuration file is wrong",
    errors.EXIT_LOOKUP: "the page or block can't be pointed at",
    errors.EXIT_REFUSED: "a write was refused; every byte is as it was",
    errors.EXIT_STORAGE: "the disk, the operating system or the index said no",
    EXIT_INTERRUPTED: "the command was interrupted",
}


def error_classes(base: type[errors.VademecumError] = errors.VademecumError) -> Iterator[type[errors.VademecumError]]:
    """The tree of errors, each before those below it."""
    yield base
    for below in base.__subclasses__():
        if below.__module__ == errors.__name__:
            yield from error_classes(below)


def errors_page() -> str:
    """All error codes and exit statuses, with what each means."""
    exits = "\n".join(f"| {status} | {meaning} |" for status, meaning in EXITS.items())
    rows = "\n".join(
        f"| `{error.code}` | {error.exit_code} | {_meaning(error)} | `{error.__name__}` |" for error in error_classes()
    )
    return f"""{NOTE}

# Errors

Every error is one sentence that states the fact, then a `hint:` that says what to do. With `--json` an error is an
object with `code`, `message` and `hint` under the key `error`, on standard error. Codes are stable; sentences may
change. In Python all descend from `vademecum.errors.VademecumError`.

## Exit statuses

| status | means |
|---|---|
{exits}

## Codes

| code | exit | means | class |
|---|---|---|---|
{rows}
"""


def _meaning(error: type[errors.VademecumError]) -> str:
    """The docstring's first clause, without what it tells programmers about attributes and catching."""
    sentence = " ".join((error.__doc__ or "").split()).split(";")[0].rstrip(".")
    return "any other error of Vademecum" if error is errors.VademecumError else sentence


def commands(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """A command and all visible commands below it, in the order in which help lists them."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=path[-1])
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and not below.hidden:
                yield from commands(below, (*path, name))


def cli_page() -> str:
    """All commands, as ``--help`` shows them."""
    parts = [f"{NOTE}\n\n# Commands\n\nWhat `--help` says, for every command."]
    for path, command in commands(vade, ("vade",)):
        parts.append(f"## {' '.join(path)}\n\n```text\n{_help(command, path)}\n```")
    return "\n\n".join(parts) + "\n"


def _help(command: click.Command, path: tuple[str, ...]) -> str:
    context = click.Context(
        command,
        info_name=" ".join(path),
        max_content_width=HELP_WIDTH,
        terminal_width=HELP_WIDTH,
        # As it is when the program itself is asked: -h comes from the group.
        help_option_names=vade.context_settings["help_option_names"],
    )
    return "\n".join(line.rstrip() for line in command.get_help(context).splitlines())


def mcp_page() -> str:
    """The tool as a client is told of it: its description and each parameter."""
    rows = "\n".join(
        f"| `{name}` | {_kinds(each)} | {each.get('description', 'what to do')} |"
        for name, each in tool_schema.SCHEMA["properties"].items()
    )
    required = ", ".join(f"`{name}`" for name in tool_schema.SCHEMA["required"])
    size = len(tool_schema.DESCRIPTION) + len(json.dumps(tool_schema.SCHEMA, separators=(",", ":")))
    return f"""{NOTE}

# MCP tool

`vade mcp` serves one tool, `{tool_schema.NAME}`, over standard input and output. The session sees the mounts of the
folder in which the client started it.

A client is told this of it:

> {tool_schema.DESCRIPTION}

| parameter | kind | means |
|---|---|---|
{rows}

Always needed: {required}. Other parameters are refused, by name. A list that comes as JSON in a text, a flag that comes
as a word and empty texts for parameters that are not meant are understood. Description and schema are {size:,}
characters, which a client sends along with each request; that is why there is one tool and not one a verb.

{KEPT}{_kept(REFERENCE / "mcp.md")}"""


def _kept(page: Path) -> str:
    """What a person wrote below the generated part of a page."""
    return page.read_text(encoding="utf-8").partition(KEPT)[2] or "\n"


def _kinds(parameter: Mapping[str, Any]) -> str:
    """The type or types of a parameter, or the words that it may be."""
    if "enum" in parameter:
        return " or ".join(f"`{word}`" for word in parameter["enum"])
    kinds = parameter["type"]
    return kinds if isinstance(kinds, str) else " or ".join(kinds)


def pages() -> dict[Path, str]:
    """Every generated page with the text it should have."""
    made = {"errors.md": errors_page(), "cli.md": cli_page(), "mcp.md": mcp_page()}
    return {REFERENCE / name: text for name, text in made.items()}


def main() -> None:
    """Write the pages that changed, and say which."""
    for path, text in pages().items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
            print(f"wrote {path.relative_to(REFERENCE.parent)}", file=sys.stderr)


if __name__ == "__main__":
    main()
