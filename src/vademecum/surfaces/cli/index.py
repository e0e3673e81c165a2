"""``index``: whether contents pages tell what there is, and bringing them up to date."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from vademecum.errors import EXIT_NOTHING, EXIT_OK, EXIT_REFUSED
from vademecum.memory.index_pages import IndexPage, Written, index_pages, write_index_pages, write_summaries
from vademecum.surfaces.cli.complete import complete_mount
from vademecum.surfaces.cli.opening import open_synced, sync_all
from vademecum.surfaces.cli.output import clean, json_option, plural, print_json, say, warn
from vademecum.upkeep.index_page import Compiled

# Of lines and pages that a person is shown; a script has all of them.
NAMES_SHOWN = 20
_OF_PRIVATE = "that tell agents of private pages"


@click.command("index")
@click.option("--mount", metavar="NAME", shell_complete=complete_mount, help="Only the contents page of this mount.")
@click.option("--check", is_flag=True, help="End with status 1 when a contents page is behind; write nothing.")
@click.option("--write", is_flag=True, help="Bring the rows that are there up to date.")
@click.option("--add", is_flag=True, help="The same, and list pages that have no row, between two marks.")
@click.option(
    "--sync-frontmatter", "--sync", "summaries", is_flag=True, help="Put rows' summaries into pages' headers."
)
@json_option
def index_command(  # noqa: PLR0913 - one parameter an option
    *, mount: str | None, check: bool, write: bool, add: bool, summaries: bool, as_json: bool
) -> int:
    """Show how far contents pages are behind what pages' headers say.

    A row is a list item that begins with a link to a page. --write changes the words of rows and nothing else; where a
    page's header has no summary, what is written behind the link stays. Pages without a row are named, and get one with
    --add alone, in a list that is made anew each time and kept within what channels.index passes on.
    """
    memory = open_synced()
    sync_all(memory)
    name = memory.library.mount(mount).name if mount else None
    found = [each for each in index_pages(memory, add=add) if name in {None, each.address.mount}]
    done = write_summaries(memory, found) if summaries else ()
    if done:
        sync_all(memory)
        found = [each for each in index_pages(memory, add=add) if name in {None, each.address.mount}]
    if write or add:
        done += write_index_pages(memory, found)
    if as_json:
        print_json({"pages": [_as_json(each) for each in found], "written": [_done_as_json(each) for each in done]})
    else:
        _show(found, done)
    if any(each.fault for each in done):
        return EXIT_REFUSED
    return EXIT_NOTHING if check and any(each.is_behind for each in found) else EXIT_OK


def _show(found: Sequence[IndexPage], done: Sequence[Written]) -> None:
    if not found:
        say("no mount has a contents page that may be written")
    for each in found:
        for problem in _problems(each.compiled):
            click.echo(clean(f"{each.address}: {problem}"))
        if not each.is_behind:
            say(clean(f"{each.address} tells what there is"))
    for one in done:
        if one.receipt is None:
            warn(clean(f"{one.address}: {one.fault}"))
            continue
        click.echo(clean(f"{one.receipt.action} {one.receipt.address}"))
        for line in one.receipt.warnings:
            warn(line)


def _problems(told: Compiled) -> Iterator[str]:
    for names, word, problem in (
        (told.changed, "row", "behind, in lines"),
        (told.wrapped, "row", "behind and left as written, over several lines, from lines"),
        (told.missing, "page", "without a row"),
        (told.removed, "row", "without a page"),
        (told.undeclared, "page", "without a summary"),
        (told.private, "line", "that tells agents of a private page" if len(told.private) == 1 else _OF_PRIVATE),
    ):
        if names:
            shown = ", ".join(str(name) for name in names[:NAMES_SHOWN])
            more = len(names) - NAMES_SHOWN
            rest = f", and {more:,} more, all of them in vade index --json" if more > 0 else ""
            yield f"{plural(len(names), word)} {problem}: {shown}{rest}"
    for line, words in told.replaced[:NAMES_SHOWN]:
        yield f"line {line} no longer says: {words}"
    if len(told.replaced) > NAMES_SHOWN:
        yield f"{plural(len(told.replaced) - NAMES_SHOWN, 'line')} more, all of them in vade index --json"
    if told.no_place:
        yield "no list is put in, since the page ends in code or a comment that nothing closes"


def _as_json(found: IndexPage) -> dict[str, object]:
    told = found.compiled
    return {
        "address": str(found.address),
        "behind": found.is_behind,
        "changed_lines": list(told.changed),
        "wrapped_lines": list(told.wrapped),
        "replaced": [{"line": line, "words": words} for line, words in told.replaced],
        "missing": list(told.missing),
        "removed": list(told.removed),
        "without_summary": list(told.undeclared),
        "private_lines": list(told.private),
        "left_out": told.left_out,
        "no_place": told.no_place,
    }


def _done_as_json(done: Written) -> dict[str, object]:
    version = done.receipt.version if done.receipt else None
    return {"address": str(done.address), "version": version, "fault": done.fault or None}
