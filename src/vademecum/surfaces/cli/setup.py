"""``init`` and ``mount``: making a memory, and reading a vault that is there already. Both may be run again safely."""

from __future__ import annotations

import os
import sys
from dataclasses import replace
from pathlib import Path

import click

from vademecum.address import SCOPES, Scope, check_mount
from vademecum.config import MountConfig
from vademecum.config.document import read_text
from vademecum.config.edit import add_mount, write_config
from vademecum.config.load import load_config
from vademecum.config.places import home_folder, user_config_file
from vademecum.errors import EXIT_OK, ConfigError, InputError
from vademecum.library.vault import TOP, Vault, look_at
from vademecum.surfaces.cli.output import console, json_option, open_memory, plural, print_json, say, table

DEFAULT_INBOX = "Inbox"


@click.command("init")
@click.option("--project", is_flag=True, help="Give this project a .memory folder of its own, and trust it.")
@json_option
def init_command(*, project: bool, as_json: bool) -> int:
    """Make your memory: a folder of Markdown with a few pages to start from. Nothing that is there is touched."""
    memory = open_memory()
    root, receipts = memory.start_project() if project else memory.start()
    created = [str(receipt.address) for receipt in receipts]
    if as_json:
        print_json({"path": str(root), "created": created})
        return EXIT_OK
    for address in created:
        click.echo(f"created {address}")
    say(f"your memory is in {root}" + ("" if created else "; it was there already and nothing was changed"))
    if not project:
        say('next: vade add "something worth keeping", then vade recall "keeping"')
    return EXIT_OK


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
    choose what is exposed.
    """
    vault = look_at(path)
    mount = MountConfig(
        name=check_mount(name or _name_from(vault.path)),
        path=vault.path,
        scope=scope,
        inbox=None if read_only else _as_there(inbox, vault),
        expose=expose,
        private=private + vault.excluded,
        only_in=tuple(place.resolve() for place in only_in),
    )
    if not as_json:
        _print_vault(vault)
    if not (yes or dry_run or expose or private):
        mount = _ask_what_to_expose(vault, mount)
    if not dry_run:
        _write(mount)
    _tell(vault, mount, dry_run=dry_run, as_json=as_json)
    return EXIT_OK


def _as_there(inbox: str, vault: Vault) -> str:
    """The inbox as its folder is written on disk, should one of that name be there in another case."""
    return next((folder for folder in vault.folders if folder.casefold() == inbox.casefold()), inbox)


def _name_from(path: Path) -> str:
    kept = "".join(c if c.isalnum() or c in "-_" else "-" for c in path.name.lower()).strip("-")
    return kept[:32] or "vault"


def _print_vault(vault: Vault) -> None:
    rows = table("folder", "pages")
    for folder, count in vault.folders.items():
        rows.add_row("(no folder)" if folder == TOP else folder, f"{count:,}")
    console().print(rows)
    say(f"{plural(vault.pages, 'page')} in {vault.path}")
    for bound, count in vault.left_out.items():
        say(f"{plural(count, 'page')} left out by {bound}")
    for glob in vault.excluded:
        say(f"private, because Obsidian excludes it: {glob}")
    for pattern in vault.unclear:
        say(f"Obsidian excludes a pattern that is no glob, say it with --private: {pattern}")


def _ask_what_to_expose(vault: Vault, mount: MountConfig) -> MountConfig:
    """Let the person name the folders to keep private; without a terminal there is nobody to ask."""
    if not sys.stdin.isatty():
        raise InputError(
            "nobody can be asked what to expose", hint="use --expose or --private, or --yes for everything"
        )
    say("which folders should stay private? names with commas between, or nothing to expose them all")
    answer = click.prompt("private", default="", show_default=False, err=True)
    names = [name.strip().strip("/") for name in answer.split(",") if name.strip(" /")]
    unknown = [name for name in names if name not in vault.folders]
    if unknown:
        raise InputError(f"there is no folder {unknown[0]!r} in {vault.path}", hint="run vade mount again")
    return replace(mount, private=mount.private + tuple(f"/{name}/**" for name in names))


def _write(mount: MountConfig) -> None:
    file = user_config_file(os.environ)
    same = [each.name for each in load_config(os.environ).mounts if each.path.resolve() == mount.path]
    if same:
        raise ConfigError(f"{mount.path} is mounted already, as {same[0]}", file=file, hint="vade config shows it")
    write_config(file, add_mount(read_text(file) or "", mount, home=home_folder(os.environ)))


def _tell(vault: Vault, mount: MountConfig, *, dry_run: bool, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "name": mount.name,
                "path": str(mount.path),
                "scope": mount.scope,
                "inbox": mount.inbox,
                "expose": list(mount.expose),
                "private": list(mount.private),
                "folders": dict(vault.folders),
                "written": not dry_run,
            }
        )
        return
    access = f"read-only but for {mount.inbox}/" if mount.inbox else "read-only"
    done = "would be mounted" if dry_run else "is mounted"
    say(f"{mount.path} {done} as {mount.name}, {access}")
    if not dry_run:
        say('next: vade recall "something in it"')
