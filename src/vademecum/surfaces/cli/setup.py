"""``init`` and ``mount``: making a memory, and reading a vault that is there already. Both may be run again safely."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

import click

from vademecum.address import SCOPES, Scope, check_mount
from vademecum.config import MountConfig
from vademecum.config.document import read_text
from vademecum.config.edit import add_mount, write_config
from vademecum.config.kinds import WrongValueError
from vademecum.config.knobs import MOUNT
from vademecum.config.places import home_folder, user_config_file
from vademecum.errors import EXIT_OK, HistoryError, InputError
from vademecum.library import Mount
from vademecum.library.mounts import BUILT_IN
from vademecum.library.vault import TOP, Vault, as_on_disk, look_at
from vademecum.memory import Memory
from vademecum.memory.founding import found_history, found_home, found_project
from vademecum.surfaces.cli.opening import open_memory
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say, warn
from vademecum.upkeep.finding import why_left_out

DEFAULT_INBOX = "Inbox"
# A mount of such a name would take the place of the person's own memory, which nobody means to do from here.
# A long list of private pages is in the configuration to be looked at.
GLOBS_SHOWN = 10


@click.command("init")
@click.option("--project", is_flag=True, help="Give this project a .memory folder of its own, and trust it.")
@json_option
def init_command(*, project: bool, as_json: bool) -> int:
    """Make your memory: a folder of Markdown with a few pages to start from. Nothing that is there is touched."""
    memory = open_memory()
    root, receipts = found_project(memory) if project else found_home(memory)
    created = [str(receipt.address) for receipt in receipts]
    repository = None if project else _begin_history(memory)
    if as_json:
        print_json({"path": str(root), "created": created, "repository": repository})
        return EXIT_OK
    for address in created:
        click.echo(f"created {address}")
    say(f"your memory is in {root}" + ("" if created else ", and nothing in it was changed"))
    if repository:
        say("every change to it is kept in git there; vade log lists them")
    if not project:
        say('next: vade add "something worth keeping", then vade recall "keeping"')
    return EXIT_OK


def _begin_history(memory: Memory) -> str | None:
    """Make the memory a repository; without git it works all the same."""
    try:
        made = found_history(memory)
    except HistoryError as error:
        warn(f"no history is kept: {error.message}")
        return None
    return None if made is None else str(made)


@click.command("mount")
@click.argument("path", type=click.Path(path_type=Path))
@click.option("--name", help="What to call it; without it, the folder's name.")
@click.option("--scope", type=click.Choice(SCOPES), default="user", show_default=True, help="Whose memory it is.")
@click.option("--inbox", default=DEFAULT_INBOX, show_default=True, help="The one folder that may be written.")
@click.option("--read-only", is_flag=True, help="No inbox: nothing in it may be written.")
@click.option("--expose", multiple=True, metavar="GLOB", help="Only these pages are seen; may be given again.")
@click.option("--private", multiple=True, metavar="GLOB", help="These pages are never shown; may be given again.")
@click.option(
    "--only-in", multiple=True, type=click.Path(path_type=Path), help="Only in this project; may be given again."
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask; expose what the options say, or everything.")
@click.option("--dry-run", is_flag=True, help="Show what would be mounted, and write nothing.")
@json_option
def mount_command(  # noqa: PLR0913 - one parameter an option
    path: Path,
    *,
    name: str | None,
    scope: Scope,
    inbox: str,
    read_only: bool,
    expose: tuple[str, ...],
    private: tuple[str, ...],
    only_in: tuple[Path, ...],
    yes: bool,
    dry_run: bool,
    as_json: bool,
) -> int:
    """Read a vault or any folder of Markdown where it is: nothing in it is moved or changed.

    It is mounted read-only, with one inbox folder for what agents write. You see how many pages each folder holds, and
    choose what is exposed. What Obsidian excludes stays private. A .jsonl file, there or not, is mounted as a file of
    records; it is written unless you say --read-only.
    """
    vault = look_at(path)
    is_folder = vault.format == "folder"
    mount = MountConfig(
        name=check_mount(name or _name_from(vault.path if is_folder else vault.path.with_suffix(""))),
        path=vault.path,
        scope=scope,
        format=vault.format,
        writable=not (is_folder or read_only),
        inbox=as_on_disk(vault.path, inbox) if is_folder and not read_only else None,
        expose=expose,
        private=private + vault.excluded,
        only_in=tuple(map(_project, only_in)),
    )
    _check_values(mount)
    _check_place(mount, open_memory().library.mounts)
    ask = is_folder and not (yes or dry_run or expose or private)
    _check_answers(vault, ask=ask, told=bool(expose or private or dry_run))
    if not as_json:
        _print_vault(vault)
    if ask:
        mount = _ask_what_to_expose(vault, mount)
    if not dry_run:
        file = user_config_file(os.environ)
        write_config(file, add_mount(read_text(file) or "", mount, home=home_folder(os.environ)))
    _tell(vault, mount, dry_run=dry_run, as_json=as_json)
    return EXIT_OK


def _name_from(path: Path) -> str:
    kept = "".join(c if c.isalnum() or c == "_" else "-" for c in path.name.lower()).strip("-")
    return kept[:32].strip("-") or "vault"


def _project(place: Path) -> Path:
    if not place.expanduser().is_dir():
        raise InputError(f"--only-in {place} is no folder", hint="name the project's folder")
    return place.expanduser().resolve()


def _check_values(mount: MountConfig) -> None:
    """Refuse now what the configuration would refuse at every later start."""
    given = {"inbox": mount.inbox or "", "expose": list(mount.expose), "private": list(mount.private)}
    for knob in MOUNT:
        if knob.name in given:
            try:
                knob.kind.read(given[knob.name], os.environ)
            except WrongValueError as error:
                raise InputError(f"--{knob.name} {error.fault}", hint=error.hint) from error


def _check_place(mount: MountConfig, mounts: Iterable[Mount]) -> None:
    """Refuse a name or a folder that is taken; say when one mount lies inside another."""
    for other in mounts:
        if other.root == mount.path:
            known = "a part of your memory" if other.name in BUILT_IN else "mounted"
            raise InputError(f"{mount.path} is {known} already, as {other.name}", hint="vade status shows every mount")
        if other.name == "global" and mount.path.is_relative_to(other.root):
            raise InputError(f"{mount.path} is inside your memory", hint="its pages are seen already")
    if mount.name in BUILT_IN | {other.name for other in mounts}:
        raise InputError(f"the name {mount.name} is taken", hint="give another one with --name")
    for other in mounts:
        if mount.path.is_relative_to(other.root):
            say(f"it lies inside the mount {other.name}, which leaves it out from now on")


def _check_answers(vault: Vault, *, ask: bool, told: bool) -> None:
    if ask and not sys.stdin.isatty():
        hint = "use --expose or --private, or --yes for everything"
        raise InputError("nobody is there to be asked what to expose", hint=hint)
    if vault.unclear and not (ask or told):
        hint = "say with --private or --expose what stays hidden"
        raise InputError(f"Obsidian excludes what can't be read as a pattern: {vault.unclear[0]}", hint=hint)


def _print_vault(vault: Vault) -> None:
    rows = [("(no folder)" if folder == TOP else folder, f"{count:,}") for folder, count in vault.folders.items()]
    print_table(("folder", "pages"), rows)
    say(f"{plural(len(vault.names), 'page')} in {vault.path}")
    for code, count in vault.left_out.items():
        say(f"{plural(count, 'page')} left out: {why_left_out(code)}")
    for glob in vault.excluded[:GLOBS_SHOWN]:
        say(f"private, because Obsidian excludes it: {glob}")
    if len(vault.excluded) > GLOBS_SHOWN:
        say(f"… and {len(vault.excluded) - GLOBS_SHOWN:,} more")
    for pattern, count in vault.matched.items():
        say(f"{pattern} excludes {plural(count, 'page')} now; name later ones with --private, for no pattern is kept")
    for pattern in vault.unclear:
        say(f"Obsidian excludes what can't be read as a pattern: {pattern}")


def _ask_what_to_expose(vault: Vault, mount: MountConfig) -> MountConfig:
    """Let the person name the folders to keep private, until all that they name are there."""
    known = {folder.casefold(): folder for folder in vault.folders if folder != TOP}

    def read(answer: str) -> list[str]:
        names = [name.strip(" /") for name in answer.split(",") if name.strip(" /")]
        unknown = [name for name in names if name.casefold() not in known]
        if unknown:
            raise click.UsageError(f"there is no folder {unknown[0]!r}, they are listed above")
        return [known[name.casefold()] for name in names]

    say("which folders should stay private? names with commas between, or nothing to expose them all")
    private = click.prompt("private", default="", show_default=False, err=True, value_proc=read)
    return replace(mount, private=mount.private + tuple(f"/{name}/**" for name in private))


def _tell(vault: Vault, mount: MountConfig, *, dry_run: bool, as_json: bool) -> None:
    hidden = vault.count_hidden(mount)
    if as_json:
        print_json(
            {
                "name": mount.name,
                "path": str(mount.path),
                "scope": mount.scope,
                "format": mount.format,
                "writable": mount.writable,
                "inbox": mount.inbox,
                "expose": list(mount.expose),
                "private": list(mount.private),
                "only_in": [str(place) for place in mount.only_in],
                "folders": dict(vault.folders),
                "pages": len(vault.names),
                "hidden": hidden,
                "left_out": dict(vault.left_out),
                "unclear": list(vault.unclear),
                "written": not dry_run,
            }
        )
        return
    access = "writable" if mount.writable else f"read-only but for {mount.inbox}/" if mount.inbox else "read-only"
    done = "would be mounted" if dry_run else "is mounted"
    say(f"{mount.path} {done} as {mount.name}, {access}")
    if hidden:
        say(f"{hidden:,} of {plural(len(vault.names), 'page')} stay hidden")
    if not dry_run:
        say('next: vade recall "something in it"')
