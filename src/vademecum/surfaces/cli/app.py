"""The program's frame: which commands there are, loaded when one is called, and how errors become exit codes."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

import click

from vademecum import __version__
from vademecum.errors import AmbiguousError, HeldError, InputError, LimitError, VademecumError
from vademecum.surfaces.cli.complete import COMPLETE_VARIABLE
from vademecum.surfaces.cli.output import may_colour, say
from vademecum.surfaces.cli.streams import open_streams, quiet, settle, trouble

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

EXIT_INTERRUPTED = 130


class Entry(NamedTuple):
    """A command's ``module``, in which it is the function ``NAME_command``, and its line in ``--help``."""

    module: str
    summary: str


COMMANDS = {
    "init": Entry("setup", "Make your memory."),
    "mount": Entry("setup", "Read a vault or any folder of Markdown where it is."),
    "trust": Entry("trust", "Trust a project's own memory, after seeing what it holds."),
    "config": Entry("settings", "Show what is configured and where, or set a value."),
    "add": Entry("write", "Remember a text."),
    "recall": Entry("read", "Find what was remembered."),
    "show": Entry("read", "Show a page or a block of it."),
    "list": Entry("read", "List pages."),
    "edit": Entry("write", "Change a page, in your editor or exactly as you say."),
    "correct": Entry("facts", "Say that something remembered is wrong, and what holds instead."),
    "promote": Entry("facts", "Move a page to another scope."),
    "forget": Entry("write", "Move a page to the trash, or bring one back."),
    "log": Entry("history", "List what was written, or a page's versions."),
    "diff": Entry("history", "Show what changed in a page."),
    "blame": Entry("history", "Show where each line of a page is from."),
    "restore": Entry("history", "Bring back what a page said."),
    "undo": Entry("undo", "Take back what a session wrote."),
    "held": Entry("approvals", "List the writes that wait for you."),
    "approve": Entry("approvals", "Make a write that waits, after seeing what it changes."),
    "reject": Entry("approvals", "Decide against a write that waits."),
    "export": Entry("exchange", "Write memories to a file, or to standard output."),
    "import": Entry("exchange", "Take in an export, or what another program kept."),
    "compact": Entry("compact", "Let a model say a mount's facts in fewer words."),
    "sync": Entry("care", "Bring the indexes in step with the files, now."),
    "status": Entry("care", "Show what every mount holds."),
    "doctor": Entry("care", "Check that everything works, and say how to mend it."),
    "index": Entry("index", "See whether contents pages tell what there is."),
    "upkeep": Entry("upkeep", "See which pages nobody opened for long, and put them away."),
    "eval": Entry("eval", "See whether recall still answers your own questions."),
    "context": Entry("context", "Show what a session would be given now, and why."),
    "trace": Entry("trace", "Show what sessions were given unasked, and why."),
    "tokens": Entry("tokens", "Show what pages given unasked cost."),
    "allow": Entry("allow", "Let a page be given although it reads like an order to agents."),
    "mute": Entry("mute", "Never give a page unasked, until you say otherwise."),
    "connect": Entry("hosts", "Let an agent's program start Vademecum by itself."),
    "disconnect": Entry("hosts", "Take out of a program what connect put in."),
    "mcp": Entry("serve", "Serve the memory to an agent over MCP."),
    "rpc": Entry("serve", "Answer a host's plugin over pipes."),
    "demo": Entry("serve", "See on an example what Vademecum does."),
    "completion": Entry("shells", "Print the completion script of a shell."),
}
"""All commands, in the order of ``--help``, which therefore imports none of them."""


class Commands(click.Group):
    """A group that imports a command's module only when that command is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All command names, in the order they are best read in."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """One command, imported now."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"vademecum.surfaces.cli.{COMMANDS[cmd_name].module}")
        command = getattr(module, f"{cmd_name}_command")
        return command if isinstance(command, click.Command) else None

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; a reader that has seen enough (head, less) is no failure."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            quiet(sys.stdout)
            return 0

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The commands with a line on each."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, entry.summary) for name, entry in COMMANDS.items()])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        """The commands and options that begin as typed."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only a shell that completes needs it

        fitting = [(name, entry.summary) for name, entry in COMMANDS.items() if name.startswith(incomplete)]
        items = [CompletionItem(name, help=summary.rstrip(".")) for name, summary in fitting]
        return items + click.Command.shell_complete(self, ctx, incomplete)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command, or say which one may have been meant."""
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            raise _no_command(args[0])
        return super().resolve_command(ctx, args)


def _no_command(name: str) -> InputError:
    # Only a mistake pays for the comparison of names.
    from vademecum.nearest import nearest  # noqa: PLC0415

    close = nearest(name, COMMANDS)
    hint = f"did you mean {close}?" if close else "vade --help lists them all"
    return InputError(f"there is no command {name!r}", hint=hint)


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

    Answers go to standard output, all else to standard error. Into a pipe, tables go as rows with tabs between cells.
    """


def run(arguments: Sequence[str]) -> int:
    """Run one command; returns its exit code and never lets a traceback of a known error out.

    What the system refuses is known too: an answer that can't be written is no answer, whatever the command found.
    """
    open_streams()
    try:
        code = _run(arguments)
        settle()
    except BrokenPipeError:
        quiet(sys.stdout)
        return 0
    except OSError as error:
        return _show(trouble(error), as_json="--json" in arguments)
    return code


def _run(arguments: Sequence[str]) -> int:
    if COMPLETE_VARIABLE in os.environ:
        importlib.import_module("vademecum.surfaces.cli.shells")  # tells click of our scripts
    as_json = "--json" in arguments
    try:
        _check_text(arguments)
        outcome = vade.main(list(arguments), prog_name="vade", standalone_mode=False, color=may_colour())
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.UsageError as error:
        return _show(_in_our_words(error), as_json=as_json)
    except HeldError as error:
        return _offered(error, as_json=as_json)
    except VademecumError as error:
        return _show(error, as_json=as_json)
    except (click.Abort, KeyboardInterrupt):
        say("\ninterrupted" if sys.stderr.isatty() else "interrupted")  # the terminal shows ^C before it
        return EXIT_INTERRUPTED
    return outcome if isinstance(outcome, int) else 0


def _offered(error: HeldError, *, as_json: bool) -> int:
    """What became of a write that waits: the person who gave the command may be asked at once."""
    if as_json:
        return _show(error, as_json=True)
    from vademecum.surfaces.cli.approvals import offer  # noqa: PLC0415 - few commands are held

    try:
        done = offer(error)
    except VademecumError as refused:
        return _show(refused, as_json=False)
    except (click.Abort, KeyboardInterrupt):
        done = None
    return _show(error, as_json=False) if done is None else done


def _check_text(arguments: Sequence[str]) -> None:
    """What is not UTF-8 comes from the shell as lone surrogates, which no page, index or configuration can hold."""
    for number, argument in enumerate(arguments, start=1):
        if not argument.isascii() and any("\ud800" <= char <= "\udfff" for char in argument):
            raise InputError(f"argument {number} is not UTF-8: {os.fsencode(argument)!r}")


def _in_our_words(error: click.UsageError) -> InputError:
    """A complaint of click about a command line: no full stop, and a hint that says where to look."""
    message = error.message if isinstance(error, click.NoSuchOption) else error.format_message()
    hint = f"{error.ctx.command_path} --help shows how" if error.ctx else None
    if isinstance(error, click.NoSuchOption) and error.possibilities:
        hint = f"did you mean {' or '.join(error.possibilities)}?"
    return InputError(message[:1].lower() + message[1:].rstrip("."), hint=hint)


def _show(error: VademecumError, *, as_json: bool) -> int:
    with suppress(OSError):  # where nothing can be said, the exit code still can
        _say_error(error, as_json=as_json)
    return error.exit_code


def _say_error(error: VademecumError, *, as_json: bool) -> None:
    if as_json:
        told: dict[str, object] = {"code": error.code, "message": error.message, "hint": error.hint}
        if isinstance(error, AmbiguousError):
            told["candidates"] = error.candidates
        if isinstance(error, HeldError):
            told["id"] = error.id
        if isinstance(error, LimitError):
            told |= {"used": error.used, "limit": error.limit, "largest": error.largest, "spare": error.spare}
        click.echo(json.dumps({"error": told}, ensure_ascii=False), err=True)
        return
    colour = may_colour()
    click.echo(click.style("error: ", fg="red", bold=True), err=True, nl=False, color=colour)
    say(error.message)
    if error.hint:
        click.echo(click.style("hint: ", fg="cyan"), err=True, nl=False, color=colour)
        say(error.hint)
