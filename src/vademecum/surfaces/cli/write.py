"""``add``, ``edit`` and ``forget``: changes that a person or a script asks for. One write each, through the gateway."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from vademecum.address import SCOPES, Scope
from vademecum.errors import EXIT_OK, InputError, NotFoundError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Change, Content, KeyChange, RawText, Removal, Replacement
from vademecum.library import Opened
from vademecum.memory import Memory, Note
from vademecum.surfaces.cli.complete import complete_name
from vademecum.surfaces.cli.output import console, json_option, open_memory, plural, print_json, say, table

STDIN = "-"


@click.command("add")
@click.argument("text", required=False)
@click.option("--file", "file", type=click.Path(path_type=Path), help="Take the text from a file.")
@click.option("--title", default="", help="The page's title; without it, the first line.")
@click.option("--tag", "tags", multiple=True, help="A tag; may be given again.")
@click.option("--type", "kind", help="What kind of page it is, such as decision or person.")
@click.option("--to", "target", shell_complete=complete_name, help="Add to the end of this page or block instead.")
@click.option("--scope", type=click.Choice(SCOPES), help="Whose memory; global unless said.")
@click.option("--mount", help="The mount to write in, by its name.")
@json_option
def add_command(  # noqa: PLR0913 - one parameter an option
    text: str | None,
    *,
    file: Path | None,
    title: str,
    tags: tuple[str, ...],
    kind: str | None,
    target: str | None,
    scope: Scope | None,
    mount: str | None,
    as_json: bool,
) -> int:
    """Remember a text, given as an argument, on standard input or in a file."""
    content = _text_of(text, file)
    memory = open_memory()
    if target is not None:
        receipt = memory.append(target, content)
    else:
        name = title or (file.stem if file is not None and not content.lstrip().startswith(("#", "---")) else "")
        receipt = memory.remember(Note(content, name, tags, kind, scope, mount))
    return _tell(receipt, as_json=as_json)


@click.command("edit")
@click.argument("name", shell_complete=complete_name)
@click.option("--old", help="A text that stands in the page exactly once …")
@click.option("--new", help="… and the text to put in its place.")
@click.option("--all", "every", is_flag=True, help="Replace every occurrence of --old.")
@click.option("--content", metavar="FILE", help="The page's whole new text, from a file, or - for standard input.")
@click.option("--set", "pair", metavar="KEY=VALUE", help="Set one key of the header.")
@click.option("--unset", metavar="KEY", help="Take one key out of the header.")
@click.option("--expect", metavar="VERSION", help="Refuse unless the page is still at this version.")
@json_option
def edit_command(  # noqa: PLR0913 - one parameter an option
    name: str,
    *,
    old: str | None,
    new: str | None,
    every: bool,
    content: str | None,
    pair: str | None,
    unset: str | None,
    expect: str | None,
    as_json: bool,
) -> int:
    """Change a page: in your editor, or by one exact replacement or header key.

    Only what you change is touched; every other byte of the file stays.
    """
    memory = open_memory()
    opened = memory.open_page(name)
    change = _change_asked(old=old, new=new, every=every, content=content, pair=pair, unset=unset)
    if change is None:
        change = _edited_by_hand(opened)
    if change is None:
        say("nothing was changed")
        return EXIT_OK
    version = expect or opened.page.digest
    return _tell(memory.write(opened.page.address, change, version=version), as_json=as_json)


@click.command("forget")
@click.argument("name", required=False, shell_complete=complete_name)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--list", "list_trash", is_flag=True, help="List what can be brought back.")
@click.option("--restore", "trash_id", metavar="ID", help="Bring a page back from the trash.")
@json_option
def forget_command(name: str | None, *, yes: bool, list_trash: bool, trash_id: str | None, as_json: bool) -> int:
    """Move a page to the trash of its store, from which it can be brought back."""
    memory = open_memory()
    if list_trash:
        return _print_trash(memory, as_json=as_json)
    if trash_id is not None:
        return _tell(_restored(memory, trash_id), as_json=as_json)
    if name is None:
        raise click.UsageError("name a page, or use --list or --restore")
    opened = memory.open_page(name)
    page = opened.page
    if opened.block is not None:
        raise InputError(f"{opened.address} is a part of a page", hint="vade edit takes a part of a page out")
    if not (yes or click.confirm(f"move {page.address} ({page.title}) to the trash?", err=True)):
        say("nothing was changed")
        return EXIT_OK
    return _tell(memory.write(page.address, Removal(), version=page.digest), as_json=as_json)


def _text_of(text: str | None, file: Path | None) -> str:
    if text is not None and file is not None:
        raise click.UsageError("give the text or --file, not both")
    if file is not None and str(file) != STDIN:
        return _read(file)
    if text is not None and text != STDIN:
        return text
    if text is None and file is None and sys.stdin.isatty():
        raise click.UsageError("give a text, --file FILE, or pipe one in")
    return _read_stdin()


def _read(file: Path) -> str:
    try:
        return file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8: byte {error.start}", hint="save it as UTF-8 and try again") from error
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror}") from error


def _read_stdin() -> str:
    try:
        return sys.stdin.buffer.read().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"standard input is not UTF-8: byte {error.start}") from error


def _change_asked(  # noqa: PLR0913 - one parameter an option
    *, old: str | None, new: str | None, every: bool, content: str | None, pair: str | None, unset: str | None
) -> Change | None:
    """The one change that the options ask for; None when an editor should say."""
    asked = [option for option in (old, content, pair, unset) if option is not None]
    if len(asked) > 1:
        raise click.UsageError("use one of --old, --content, --set and --unset at a time")
    if (old is None) != (new is None):
        raise click.UsageError("--old and --new go together")
    if old is not None and new is not None:
        return Replacement(old, new, every)
    if content is not None:
        return Content(_read_stdin() if content == STDIN else _read(Path(content)))
    if pair is not None:
        key, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError("--set takes KEY=VALUE")
        return KeyChange(key.strip(), value)
    return KeyChange(unset, None) if unset is not None else None


def _edited_by_hand(opened: Opened) -> Change | None:
    """What the person's editor leaves of the file, None when it is the same; the editor works on a copy."""
    if not sys.stdin.isatty():
        raise click.UsageError("without a terminal, say the change with --old and --new, --content, --set or --unset")
    page = opened.page
    if not page.codec.exact:
        raise InputError(f"{page.address} is not text in a known encoding", hint="convert the file to UTF-8 first")
    edited = click.edit(page.text, extension=".md", require_save=True)
    return None if edited is None or edited == page.text else RawText(edited)


def _restored(memory: Memory, trash_id: str) -> Receipt:
    for mount, item in memory.trash():
        if item.id == trash_id:
            return memory.restore(mount, trash_id)
    raise NotFoundError(f"the trash has no {trash_id!r}", hint="vade forget --list shows what can be brought back")


def _print_trash(memory: Memory, *, as_json: bool) -> int:
    found = memory.trash()
    if as_json:
        print_json(
            [{"id": item.id, "mount": mount, "name": item.name, "deleted": item.deleted} for mount, item in found]
        )
        return EXIT_OK
    rows = table("id", "page", "deleted")
    for mount, item in found:
        rows.add_row(item.id, f"{mount}:{item.name}", item.deleted)
    console().print(rows)
    say(plural(len(found), "page"))
    return EXIT_OK


def _tell(receipt: Receipt, *, as_json: bool) -> int:
    if as_json:
        print_json(
            {
                "action": receipt.action,
                "address": str(receipt.address),
                "version": receipt.version,
                "trash_id": receipt.trash_id,
                "warnings": list(receipt.warnings),
            }
        )
    else:
        end = f" · version {receipt.version}" if receipt.version else ""
        click.echo(f"{receipt.action} {receipt.address}{end}")
        if receipt.trash_id:
            say(f"bring it back with: vade forget --restore {receipt.trash_id}")
    for warning in receipt.warnings:
        say(f"warning: {warning}")
    return EXIT_OK
