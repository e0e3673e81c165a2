"""``log``, ``diff``, ``blame`` and ``restore``: what git kept of the pages, and bringing it back by the gateway."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

import click

from vademecum.config.model import Format
from vademecum.errors import EXIT_NOTHING, EXIT_OK, InputError, NotFoundError
from vademecum.gateway import Receipt
from vademecum.memory import Memory
from vademecum.memory.history import Blamed, Difference, PageHistory, Version
from vademecum.memory.record_history import shown
from vademecum.page.codec import decode
from vademecum.page.model import digest_of
from vademecum.recall.query import make_day
from vademecum.store.checkout import Checkout
from vademecum.store.log import Kept
from vademecum.surfaces.cli.asking import tell, trashed
from vademecum.surfaces.cli.complete import complete_page
from vademecum.surfaces.cli.opening import open_synced
from vademecum.surfaces.cli.options import hidden_option, last_day, mount_option
from vademecum.surfaces.cli.output import clean, json_option, plural, print_json, print_table, say

COMMIT_DIGITS = 12
_COLOURS = {"+": "green", "-": "red", "@": "cyan"}


@click.command("log")
@click.argument("name", required=False, shell_complete=complete_page)
@click.option("-n", "--limit", type=click.IntRange(min=1), default=20, show_default=True, help="How many at most.")
@mount_option
@json_option
def log_command(name: str | None, *, limit: int, mount: str | None, as_json: bool) -> int:
    """List what was written, newest first: when, by whom, and what.

    NAME is a page or record, also one that is deleted: then each of its versions is listed, under the name that restore
    and diff take.
    """
    memory = open_synced()
    if name is None:
        return _print_log(memory.history.log(most=limit, mount=mount), as_json=as_json)
    if mount is not None:
        raise click.UsageError("--mount goes with no page; name the page as MOUNT:NAME")
    return _print_versions(memory.history.of(name, hidden_too=True), limit, as_json=as_json)


@click.command("diff")
@click.argument("name", required=False, shell_complete=complete_page)
@click.option("--from", "old", metavar="VERSION", help="The older version; without it, the one before the last change.")
@click.option("--to", "new", metavar="VERSION", help="The newer version; without it, the page as it is now.")
@mount_option
@hidden_option
@json_option
def diff_command(  # noqa: PLR0913 - one parameter an option
    name: str | None, *, old: str | None, new: str | None, mount: str | None, hidden: bool, as_json: bool
) -> int:
    """Show what changed in a page between two versions.

    Without NAME, it shows the pages that differ from what git kept last, as when they were edited by hand.
    """
    if name is None and (old or new):
        raise click.UsageError("--from and --to compare versions of one page, so name it")
    memory = open_synced()
    if name is None:
        found = memory.history.not_kept(mount)
    else:
        found = [each for each in [memory.history.difference(name, old, new, hidden_too=hidden)] if _differs(each)]
    if as_json:
        print_json([_difference_as_json(each) for each in found])
    elif not found:
        say("there is no difference")
    else:
        for each in found:
            click.echo("\n".join(_coloured(_lines(each))))
    return EXIT_OK if found else EXIT_NOTHING


@click.command("blame")
@click.argument("name", shell_complete=complete_page)
@hidden_option
@json_option
def blame_command(name: str, *, hidden: bool, as_json: bool) -> int:
    """Show for each line of a page when it was written and by whom."""
    lines = open_synced().history.blame(name, hidden_too=hidden)
    if as_json:
        print_json([_blamed_as_json(each) for each in lines])
        return EXIT_OK
    marks = [_mark(each.kept) for each in lines]
    width = max((len(mark) for mark in marks), default=0)
    for mark, each in zip(marks, lines, strict=True):
        click.echo(f"{click.style(clean(mark.ljust(width)), dim=True)}  {clean(each.text)}")
    return EXIT_OK


@click.command("restore")
@click.argument("name", shell_complete=complete_page)
@click.option("--version", "version", metavar="VERSION", help="The version, as vade log NAME lists it.")
@click.option(
    "--as-of", "as_of", metavar="DATE", callback=last_day, help="What it said at the end of this day (YYYY-MM-DD)."
)
@hidden_option
@json_option
def restore_command(name: str, *, version: str | None, as_of: str | None, hidden: bool, as_json: bool) -> int:
    """Bring back what a page said: at a version, at the end of a day, or before it was deleted.

    It is a write like any other, so what the page says now is kept and can be brought back too.
    """
    if version and as_of:
        raise click.UsageError("give --version or --as-of, not both")
    memory = open_synced()
    if not version and not as_of:
        return tell(_undeleted(memory, name), as_json=as_json)
    history = memory.history.of(name, hidden_too=hidden)
    day = make_day("as-of", as_of)
    if day is not None:
        chosen = memory.history.version_of_day(history, day)
    else:
        chosen = memory.history.version(history, version or "")
    if history.current is not None and digest_of(history.current) == chosen.digest:
        say(f"{history.address} says that already, nothing was changed")
        return EXIT_OK
    return tell(memory.history.restore(history, chosen, hidden_too=hidden), as_json=as_json)


def _undeleted(memory: Memory, name: str) -> Receipt:
    """Bring a deleted page back: from the trash, else its last version from git."""
    there = memory.first_of([name])
    if there is not None:
        hint = f"--version or --as-of says what to bring back; vade log {there.page} lists what there is"
        raise InputError(f"{there.page} is not deleted", hint=hint)
    found = trashed(memory, name)
    if found:
        mount, item = found[0]
        return memory.restore(mount, item.id)
    history = memory.history.of(name)
    last = next((each for each in history.versions if each.digest is not None), None)
    if last is None:
        raise NotFoundError(f"neither the trash nor git has {name!r}")
    return memory.history.restore(history, last)


def _print_log(found: list[tuple[Checkout, Kept]], *, as_json: bool) -> int:
    if as_json:
        print_json([{"repository": str(repository.root), **_kept_as_json(kept)} for repository, kept in found])
    else:
        rows = [(kept.commit[:COMMIT_DIGITS], _at(kept), kept.who, kept.message) for _, kept in found]
        print_table(("commit", "when", "who", "what"), rows)
        say(plural(len(found), "commit"))
    return EXIT_OK if found else EXIT_NOTHING


def _print_versions(history: PageHistory, limit: int, *, as_json: bool) -> int:
    newest = history.versions[:limit]
    if as_json:
        print_json({"address": str(history.address), "versions": [_version_as_json(each) for each in newest]})
    else:
        rows = [(each.name or "(gone)", each.kept.commit[:COMMIT_DIGITS], *_facts(each.kept)) for each in newest]
        print_table(("version", "commit", "when", "who", "what"), rows)
        of = f"{len(newest)} of " if len(newest) < len(history.versions) else ""
        say(f"{of}{plural(len(history.versions), 'version')} of {history.address}")
        if history.current is not None and digest_of(history.current) not in {each.digest for each in history.versions}:
            say("the page as it is now is not kept yet; vade diff shows what is new in it")
    return EXIT_OK if newest else EXIT_NOTHING


def _facts(kept: Kept) -> tuple[str, str, str]:
    return _at(kept), kept.who, kept.message


def _at(kept: Kept) -> str:
    return f"{kept.at:%Y-%m-%d %H:%M}"


def _mark(kept: Kept | None) -> str:
    return "not kept yet" if kept is None else f"{kept.commit[:COMMIT_DIGITS]}  {_at(kept)}  {kept.who}"


def _differs(each: Difference) -> bool:
    return each.before != each.after


def _lines(each: Difference) -> Iterator[str]:
    before, after = (_text_lines(data, each.kind) for data in (each.before, each.after))
    old, new = (f"{each.address} ({label or 'not there'})" for label in (each.old, each.new))
    found = list(difflib.unified_diff(before, after, old, new, lineterm=""))
    # Bytes can differ where the lines do not, in their ends or a byte-order mark.
    yield from found or (f"--- {old}", f"+++ {new}", "the lines are the same; line ends or encoding differ")


def _text_lines(data: bytes | None, kind: Format) -> list[str]:
    """The lines of a page; of a record one for each of its keys."""
    if data is None:
        return []
    return shown(data).split("\n") if kind == "records" else decode(data)[0].splitlines()


def _coloured(lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        colour = None if number < 2 else _COLOURS.get(line[:1])  # noqa: PLR2004 - the two lines that name the versions
        yield click.style(clean(line), fg=colour, bold=number < 2)  # noqa: PLR2004 - the same


def _kept_as_json(kept: Kept) -> dict[str, object]:
    return {
        "commit": kept.commit,
        "at": kept.at.isoformat(),
        "who": kept.who,
        "author": kept.author,
        "actor": kept.actor,
        "session": kept.session,
        "message": kept.message,
    }


def _version_as_json(version: Version) -> dict[str, object]:
    return {"version": version.name or None, "digest": version.digest, **_kept_as_json(version.kept)}


def _difference_as_json(each: Difference) -> dict[str, object]:
    return {
        "address": str(each.address),
        "from": each.old or None,
        "to": each.new,
        "diff": "\n".join(_lines(each)),
    }


def _blamed_as_json(each: Blamed) -> dict[str, object]:
    return {"text": each.text, "kept": None if each.kept is None else _kept_as_json(each.kept)}
