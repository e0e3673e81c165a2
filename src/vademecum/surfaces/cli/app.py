"""The program's frame: which commands there are, loaded when one is called, and how errors become exit codes."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Sequence

import click

from vademecum import __version__
from vademecum.errors import VademecumError
from vademecum.nearest import nearest

COMMANDS = {
    "init": "vademecum.surfaces.cli.setup",
    "mount": "vademecum.surfaces.cli.setup",
    "config": "vademecum.surfaces.cli.settings",
    "add": "vademecum.surfaces.cli.write",
    "recall": "vademecum.surfaces.cli.read",
    "show": "vademecum.surfaces.cli.read",
    "list": "vademecum.surfaces.cli.read",
    "edit": "vademecum.surfaces.cli.write",
    "forget": "vademecum.surfaces.cli.write",
    "sync": "vademecum.surfaces.cli.care",
    "status": "vademecum.surfaces.cli.care",
    "doctor": "vademecum.surfaces.cli.care",
    "mcp": "vademecum.surfaces.cli.serve",
    "demo": "vademecum.surfaces.cli.serve",
    "completion": "vademecum.surfaces.cli.serve",
}
"""The module of each command, in the order of ``--help``; a command ``name`` is the function ``name_command`` there."""

EXIT_INTERRUPTED = 130


class Commands(click.Group):
    """A group that imports a command's module only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All command names, in the order they are best read in."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(COMMANDS[cmd_name])
        command = getattr(module, f"{cmd_name}_command")
        return command if isinstance(command, click.Command) else None

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one may have been meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            close = nearest(args[0], COMMANDS)
            hint = f", did you mean {close}?" if close else ""
            ctx.fail(f"there is no command {args[0]!r}{hint}")
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, "-V", "--version", prog_name="vade", message="%(prog)s %(version)s")
def vade() -> None:
    """One memory for every agent: a folder of Markdown that you own.

    \b
    Start here:
      vade init                     make your memory
      vade add "..."                remember something
      vade recall "..."             find it again
      vade mount ~/Notes            read a vault you already have

    \b
    Exit codes: 0 done, 1 nothing found or something to mend, 2 bad input, 3 bad configuration,
    4 no such page, 5 write refused, 6 disk or index trouble, 130 interrupted.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command; returns its exit code and never lets a traceback of a known error out."""
    _speak_utf8()
    try:
        outcome = vade.main(list(arguments), prog_name="vade", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("interrupted", err=True)
        return EXIT_INTERRUPTED
    except VademecumError as error:
        _show(error, as_json="--json" in arguments)
        return error.exit_code
    except BrokenPipeError:
        # The reader (head, less) has seen enough; point stdout elsewhere so that its flush at exit is quiet too.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return outcome if isinstance(outcome, int) else 0


def _show(error: VademecumError, *, as_json: bool) -> None:
    if as_json:
        told = {"error": {"code": error.code, "message": error.message, "hint": error.hint}}
        click.echo(json.dumps(told, ensure_ascii=False), err=True)
        return
    click.echo(click.style("error: ", fg="red", bold=True) + error.message, err=True)
    if error.hint:
        click.echo(click.style("hint: ", fg="cyan") + error.hint, err=True)


def _speak_utf8() -> None:
    """Text goes out as UTF-8 unless a terminal says otherwise; what it can't show is escaped, never fatal (A31)."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding=None if stream.isatty() else "utf-8", errors="backslashreplace")
    stdin = getattr(sys.stdin, "reconfigure", None)
    if stdin is not None and not sys.stdin.isatty():
        stdin(encoding="utf-8", errors="strict")
