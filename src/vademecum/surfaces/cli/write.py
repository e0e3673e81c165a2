"""``add``, ``edit`` and ``forget``: changes that a person or a script asks for. One write each, through the gateway."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

import click

from vademecum.address import SCOPES, Scope
from vademecum.errors import EXIT_OK, AmbiguousError, EditError, ExistsError, InputError, NotFoundError, VademecumError
from vademecum.gateway import Receipt
from vademecum.guards.changes import Change, Content, KeyChange, RawText, Removal, Replacement
from vademecum.library import Opened
from vademecum.memory import Memory, Note
from vademecum.memory.notes import TITLE_TAKEN, says_title
from vademecum.page import Page
from vademecum.surfaces.cli.asking import agreed, tell
from vademecum.surfaces.cli.complete import complete_mount, complete_page, complete_trash
from vademecum.surfaces.cli.opening import open_memory, open_synced
from vademecum.surfaces.cli.options import expect_option, hidden_option
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say, warn
from vademecum.upkeep.unsaved import keep_text

STDIN = "-"
_TAGS = "tags"
# Header keys that hold lists, whose values may be told apart by commas.
_LISTS = frozenset({_TAGS, "aliases", "triggers"})
# And such that hold one text, which may begin and end with brackets.
_TEXTS = frozenset({"title", "name", "summary", "description"})
HINT_EXISTS = "--replace writes over it, --to with its address adds to its end, another --title makes another page"


@click.command("add")
@click.argument("text", required=False)
@click.option(
    "--file", "file", type=click.Path(path_type=Path), help="Take the text from a file, or - for standard input."
)
@click.option("--title", default="", help="The page's title; without it, the first line.")
@click.option("--tag", "tags", multiple=True, help="A tag; may be given again.")
@click.option("--type", "kind", help="What kind of page it is, such as decision or person.")
@click.option(
    "--to", "target", metavar="NAME", shell_complete=complete_page, help="Add to the end of this page or block."
)
@click.option("--replace", is_flag=True, help="Write over the page that has this title already.")
@expect_option
@click.option("--scope", type=click.Choice(SCOPES), help="Whose memory; global unless said.")
@click.option("--mount", shell_complete=complete_mount, help="The mount to write in, by its name.")
@json_option
def add_command(  # noqa: PLR0913 - one parameter an option
    text: str | None,
    *,
    file: Path | None,
    title: str,
    tags: tuple[str, ...],
    kind: str | None,
    target: str | None,
    replace: bool,
    expect: str | None,
    scope: Scope | None,
    mount: str | None,
    as_json: bool,
) -> int:
    """Remember a text, given as an argument, on standard input or in a file.

    It becomes a page of its own, dated today, unless --to names where to add it.
    """
    if target is not None and (title or tags or kind or replace or scope or mount):
        raise click.UsageError("--to adds to a page that is there, so it goes with no other option")
    if expect is not None and not replace:
        raise click.UsageError("--expect says what --replace may replace, so it goes with that option")
    content = _text_of(text, file)
    memory = open_synced()
    if target is not None:
        return tell(memory.append(target, content), as_json=as_json)
    name = title or (file.stem if file is not None and str(file) != STDIN and not says_title(content) else "")
    try:
        receipt = memory.remember(Note(content, name, tags, kind, scope, mount), replace=replace, version=expect)
    except ExistsError as error:
        raise ExistsError(error.message, hint=HINT_EXISTS if error.hint == TITLE_TAKEN else error.hint) from error
    except AmbiguousError as error:
        ways = f"vade edit with its address and --content replaces one of {', '.join(error.candidates)}"
        raise AmbiguousError(error.message, error.candidates, hint=ways) from error
    return tell(receipt, as_json=as_json)


class Asked(NamedTuple):
    """The options that say a change, as given."""

    old: str | None
    new: str | None
    every: bool
    content: str | None
    pair: str | None
    unset: str | None


@click.command("edit")
@click.argument("name", shell_complete=complete_page)
@click.option("--old", help="A text that stands in the page exactly once …")
@click.option("--new", help="… and the text to put in its place.")
@click.option("--all", "every", is_flag=True, help="Replace every occurrence of --old.")
@click.option("--content", metavar="FILE", help="The page's whole new text, from a file, or - for standard input.")
@click.option("--set", "pair", metavar="KEY=VALUE", help="Set one key of the header; [A, B] is a list.")
@click.option("--unset", metavar="KEY", help="Take one key out of the header.")
@expect_option
@hidden_option
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
    hidden: bool,
    as_json: bool,
) -> int:
    """Change a page: in your editor, or by one exact replacement or header key.

    Only what you change is touched; every other byte of the file stays. Without an option your editor opens, which is
    $VISUAL or $EDITOR; should the page change meanwhile, your text is kept in a file and you are told where.
    """
    change = _change_asked(Asked(old, new, every, content, pair, unset))
    memory = open_synced()
    opened = memory.open_page(name, hidden_too=hidden, noted=False)
    page = opened.page
    if change is None:
        return _edit_by_hand(memory, opened, expect, as_json=as_json)
    if opened.block is not None and not isinstance(change, Replacement):
        raise InputError(f"{opened.address} is a part of a page", hint="name the page, or use --old and --new")
    return tell(memory.write(page.address, change, version=_version(memory, page, expect)), as_json=as_json)


@click.command("forget")
@click.argument("name", required=False, shell_complete=complete_page)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@click.option("--list", "list_trash", is_flag=True, help="List what can be brought back.")
@click.option("--restore", "trash_id", metavar="ID", shell_complete=complete_trash, help="Bring a page back.")
@click.option("--purge", is_flag=True, help="Delete it for good, and what the trash has of it.")
@expect_option
@hidden_option
@json_option
def forget_command(  # noqa: PLR0913 - one parameter an option
    name: str | None,
    *,
    yes: bool,
    list_trash: bool,
    trash_id: str | None,
    purge: bool,
    expect: str | None,
    hidden: bool,
    as_json: bool,
) -> int:
    """Move a page to the trash of its store, from which it can be brought back.

    With --purge it can't: NAME is a page, or one in the trash by its name or id. You are told what git still holds of
    it, and how to take it out there; git's history is never rewritten for you.
    """
    if sum((name is not None, list_trash, trash_id is not None)) != 1:
        raise click.UsageError("name a page, or use --list or --restore")
    if list_trash:
        return _print_trash(open_memory(), as_json=as_json)
    if purge and trash_id is not None:
        raise click.UsageError("--purge goes with the name of a page, not with --restore")
    if expect is not None and (purge or trash_id is not None):
        raise click.UsageError("--expect goes with the name of a page that is moved to the trash")
    memory = open_synced()
    if trash_id is not None:
        return tell(_restored(memory, trash_id), as_json=as_json)
    if purge:
        from vademecum.surfaces.cli.purge import purge_page  # noqa: PLC0415 - it knows git, which the rest never asks

        return purge_page(memory, name or "", yes=yes, hidden=hidden, as_json=as_json)
    opened = memory.open_page(name or "", hidden_too=hidden, noted=False)
    page = opened.page
    if opened.block is not None:
        raise InputError(f"{opened.address} is a part of a page", hint="vade edit takes a part of a page out")
    if not (yes or agreed(f"move {page.address} ({page.title}) to the trash?")):
        say("nothing was changed")
        return EXIT_OK
    return tell(memory.write(page.address, Removal(), version=_version(memory, page, expect)), as_json=as_json)


def _version(memory: Memory, page: Page, expect: str | None) -> str | None:
    """The version that may be changed. A person's command means the page as it is; an agent has to have read it."""
    return expect or (None if memory.setting.actor.kind == "agent" else page.digest)


def _text_of(text: str | None, file: Path | None) -> str:
    content = _given_text(text, file)
    if not content.strip():
        raise InputError("there is nothing to remember: the text is empty")
    return content


def _given_text(text: str | None, file: Path | None) -> str:
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


def _change_asked(asked: Asked) -> Change | None:
    """The one change that the options ask for; None when an editor should say."""
    old, new, every, content, pair, unset = asked
    if sum(option is not None for option in (old, content, pair, unset)) > 1:
        raise click.UsageError("use one of --old, --content, --set and --unset at a time")
    if (old is None) != (new is None) or (every and old is None):
        raise click.UsageError("--old and --new go together, and --all with them")
    if old is not None and new is not None:
        return Replacement(old, new, every)
    if content is not None:
        return Content(_read_stdin() if content == STDIN else _read(Path(content)))
    if pair is not None:
        key, equals, value = pair.partition("=")
        if not equals:
            raise click.UsageError("--set takes KEY=VALUE")
        return KeyChange(key.strip(), _value_said(key.strip(), value))
    return KeyChange(unset, None) if unset is not None else None


def _value_said(key: str, value: str) -> str | list[str]:
    """The value of a header key: a list where one is written as YAML does within brackets, or where the key is one of
    those that hold lists."""
    from vademecum.page.header_nodes import read_values  # noqa: PLC0415 - few edits set a list

    text = value.strip()
    if text.startswith("[") and text.endswith("]") and key not in _TEXTS:
        try:
            read = read_values(text)
        except EditError as error:
            hint = "write it as [one, 'two words'], or put the whole text in quotes"
            raise InputError(f"{text} is not a list in YAML", hint=hint) from error
        if isinstance(read, list) and all(isinstance(each, str) for each in read):
            return read
    if key not in _LISTS or not text or text[0] in "[\"'":
        return value
    parts = text.split(",") if "," in text or key != _TAGS else text.split()
    return [part.strip() for part in parts if part.strip()]


def _edit_by_hand(memory: Memory, opened: Opened, expect: str | None, *, as_json: bool) -> int:
    """Let the person's editor change a copy, and write what it leaves; what can't be written is kept in a file."""
    page = opened.page
    if not sys.stdin.isatty():
        raise click.UsageError("without a terminal, say the change with --old and --new, --content, --set or --unset")
    memory.library.store(page.address.mount).check_writable(page.address.name)
    if not page.codec.exact:
        raise InputError(f"{page.address} is not text in a known encoding", hint="convert the file to UTF-8 first")
    edited = _edited(page.text)
    if edited is None or edited == page.text:
        say("nothing was changed")
        return EXIT_OK
    try:
        _refuse_other_encodings(edited)
        receipt = memory.write(page.address, RawText(edited), version=_version(memory, page, expect))
    except VademecumError:
        warn(f"your text is kept in {keep_text(memory.setting.state, page, edited)}")
        raise
    return tell(receipt, as_json=as_json)


def _edited(text: str) -> str | None:
    """What the editor leaves, None when it saved nothing. Bytes keep the line ends, which click changes in a text."""
    try:
        data = click.edit(text.encode(), extension=".md")
    except click.ClickException as error:
        hint = "set EDITOR to the editor that you want"
        raise InputError(f"nothing was changed: {error.format_message()}", hint=hint) from error
    except OSError:  # the editor took its file away
        return None
    return None if data is None else data.decode("utf-8-sig", "surrogateescape")


def _refuse_other_encodings(edited: str) -> None:
    try:
        edited.encode()
    except UnicodeEncodeError as error:
        line = edited.count("\n", 0, error.start) + 1
        hint = "have the editor save it as UTF-8"
        raise InputError(f"what the editor saved is not UTF-8: line {line}", hint=hint) from error


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
    print_table(("id", "page", "deleted"), [(item.id, f"{mount}:{item.name}", item.deleted) for mount, item in found])
    say(plural(len(found), "page"))
    return EXIT_OK
