"""``forget --purge``: deleting a page for good, as far as that is ours to do, and saying what is not."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import click

from vademecum.address import Address
from vademecum.errors import EXIT_OK, AmbiguousError, HistoryError, InputError, NotFoundError
from vademecum.guards.changes import Removal
from vademecum.memory import Memory
from vademecum.memory.remains import Former, remains_of
from vademecum.surfaces.cli.asking import agreed, trashed
from vademecum.surfaces.cli.output import plural, print_json, say, warn
from vademecum.surfaces.cli.person import refuse_agents


class Held(NamedTuple):
    """What git still holds of a page: the repository, the paths that it had there, and the commits that hold it; a
    record is ``shared``, since its file holds others too. ``formers`` are paths that the command may not take out."""

    repository: Path
    paths: tuple[str, ...]
    commits: tuple[str, ...]
    formers: tuple[Former, ...] = ()
    shared: bool = False

    @property
    def remedy(self) -> str:
        """The command that takes the page out of all history, for a person to run."""
        if self.shared:
            text = "with its text in the file EXPRESSIONS"
            return f"git -C {shlex.quote(str(self.repository))} filter-repo --force --replace-text EXPRESSIONS, {text}"
        paths = " ".join(f"--path {shlex.quote(path)}" for path in self.paths)
        return f"git -C {shlex.quote(str(self.repository))} filter-repo --force --invert-paths {paths}"


def purge_page(memory: Memory, name: str, *, yes: bool, hidden: bool, as_json: bool) -> int:
    """Delete a page and all that the trash has of it, once the person agrees, and say what git still holds."""
    refuse_agents("deleting for good is for a person to do")
    address, is_there = _meant(memory, name, hidden=hidden)
    if not (yes or agreed(f"delete {address} for good, with all that the trash has of it?")):
        say("nothing was changed")
        return EXIT_OK
    warnings: tuple[str, ...] = ()
    if is_there:
        page = memory.open_page(str(address), hidden_too=hidden).page
        warnings = memory.write(address, Removal(), version=page.digest).warnings
    entries = [item for mount, item in memory.trash() if Address(mount, item.name) == address]
    for item in entries:
        memory.purge(address.mount, item.id)
    held = _held(memory, address)
    if as_json:
        print_json(
            {
                "action": "purged",
                "address": str(address),
                "purged": [item.id for item in entries],
                "git": None if held is None else _as_json(held),
                "warnings": list(warnings),
            }
        )
    else:
        click.echo(f"purged {address}")
        _say_held(held)
    for warning in warnings:
        warn(warning)
    return EXIT_OK


def _meant(memory: Memory, name: str, *, hidden: bool) -> tuple[Address, bool]:
    """The page that a name means, and whether it is there or in the trash alone."""
    try:
        opened = memory.open_page(name, hidden_too=hidden)
    except NotFoundError:
        found = list(dict.fromkeys(Address(mount, item.name) for mount, item in trashed(memory, name)))
        if not found:
            raise
        if len(found) > 1:
            candidates = [str(each) for each in found]
            raise AmbiguousError(f"{len(found)} pages in the trash are called {name!r}", candidates) from None
        return found[0], False
    if opened.block is not None:
        raise InputError(f"{opened.address} is a part of a page", hint="vade edit takes a part of a page out")
    return opened.page.address, True


def _held(memory: Memory, address: Address) -> Held | None:
    """What git holds of a page; None where it is in no repository, or git has nothing of it."""
    try:
        history = memory.history.of(str(address), hidden_too=True)
        found = remains_of(history)
    except (NotFoundError, InputError, HistoryError):
        return None
    if not found.commits:
        return None
    is_record = history.kind == "records"
    return Held(history.repository.root, found.paths, found.commits, found.formers, is_record)


def _say_held(held: Held | None) -> None:
    if held is None:
        say("git holds nothing of it")
        return
    say(f"{plural(len(held.commits), 'commit')} in {held.repository} still {_hold(held.commits)} it")
    say(f"to take it out of them, which gives later commits other names: {held.remedy}")
    for former in held.formers:
        say(_told(former))
    say("copies that were pushed or cloned keep it all the same")


def _told(former: Former) -> str:
    commit = former.commit[:12]
    if former.taken:
        return f"{former.path} was its name before {commit} and is another page's since, so that path is left alone"
    alike = f"{former.path} may have been its name before {commit}, where git knows it by likeness alone"
    return f"{alike}: add --path {shlex.quote(former.path)} if it was"


def _hold(commits: Sequence[str]) -> str:
    return "holds" if len(commits) == 1 else "hold"


def _as_json(held: Held) -> dict[str, object]:
    return {
        "repository": str(held.repository),
        "paths": list(held.paths),
        "formers": [former._asdict() for former in held.formers],
        "commits": list(held.commits),
        "remedy": held.remedy,
    }
