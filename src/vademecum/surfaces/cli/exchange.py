"""``export`` and ``import``: a memory to a file and back, and the memories of other programs. One call each."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import asdict, replace
from pathlib import Path

import click

from vademecum.address import Scope
from vademecum.errors import EXIT_OK, EXIT_REFUSED, InputError, UnreadableError
from vademecum.memory.exchange import Exchange, Source, exchange_of, source_at, source_of
from vademecum.memory.exporting import Selection
from vademecum.memory.import_report import ImportReport, Request
from vademecum.store.archive.exported import EXPORT_FORMATS, ExportFormat
from vademecum.store.archive.kinds import KINDS
from vademecum.surfaces.cli.opening import open_memory, progress_bar
from vademecum.surfaces.cli.options import mount_option, scope_option
from vademecum.surfaces.cli.output import json_option, plural, print_json, print_table, say, warn

STDIO = "-"
# Fewer entries are imported before a bar could be read.
BAR_FROM_ENTRIES = 50
_BY_SUFFIX: tuple[tuple[tuple[str, ...], ExportFormat], ...] = (
    ((".tar.gz", ".tgz"), "tar"),
    ((".md", ".markdown"), "markdown"),
)


@click.command("export")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option("--format", "kind", type=click.Choice(EXPORT_FORMATS), help="The format; without it, by FILE's ending.")
@click.option("--all", "all_pages", is_flag=True, help="Private pages too, where the format holds everything.")
@click.option("--force", is_flag=True, help="Write over FILE when it is there.")
@mount_option
@scope_option
@json_option
def export_command(  # noqa: PLR0913 - one parameter an option
    file: Path | None,
    *,
    kind: ExportFormat | None,
    all_pages: bool,
    force: bool,
    mount: str | None,
    scope: Scope | None,
    as_json: bool,
) -> int:
    """Write memories to FILE, or to standard output.

    \b
    json-v2   everything that pages and records hold, hidden ones too
    json-v1   live texts with their scope and tags, as other tools read them
    markdown  live texts on one page, to read
    tar       the files of one mount as they are, with a digest of each

    A file that ends in .tar.gz is tar, one that ends in .md is markdown, any other json-v2. It is never written over
    without --force, and only you may read it.
    """
    to_stdout = file is None or str(file) == STDIO
    chosen = kind or _format_of("" if file is None else file.name)
    if to_stdout and chosen == "tar" and sys.stdout.isatty():
        raise click.UsageError("an archive is nothing for a terminal: name a file for it")
    export = exchange_of(open_memory()).export(Selection(chosen, mount, scope, all_pages))
    if to_stdout or file is None:
        report = export.write(sys.stdout.buffer)
        sys.stdout.buffer.flush()
    else:
        report = export.save(file, force=force)
    if as_json and not to_stdout:
        print_json(report)
    what = "file" if chosen == "tar" else "page"
    say(f"{plural(report.pages, what)} of {', '.join(report.mounts)} as {report.format}")
    if report.private:
        warn(f"{plural(report.private, 'private page')} in it: whoever reads the file reads them")
    if report.left_out:
        say(f"{plural(report.left_out, 'hidden page')} left out")
    for place in report.excluded:
        say(f"left out {place}")
    for problem in report.problems:
        warn(problem)
    if report.unread:
        raise UnreadableError(
            f"{plural(report.unread, 'page')} could not be read, so what was written is not all of it",
            hint="make the files readable that are named above, and export again",
        )
    return EXIT_OK


@click.command("import")
@click.argument("source", type=click.Path(path_type=Path))
@click.option("--from", "kind", type=click.Choice(KINDS), help="What SOURCE is; without it, it is looked at.")
@click.option("--dry-run", is_flag=True, help="Write nothing, and tell what would become of each entry.")
@click.option(
    "--replace", "replaces", is_flag=True, help="Make a mount what the archive holds; the rest goes to trash."
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask.")
@mount_option
@scope_option
@json_option
def import_command(  # noqa: PLR0913 - one parameter an option
    source: Path,
    *,
    kind: str | None,
    dry_run: bool,
    replaces: bool,
    yes: bool,
    mount: str | None,
    scope: Scope | None,
    as_json: bool,
) -> int:
    """Take memories in: an export of ours, or what another program kept.

    SOURCE is a file, a folder of Markdown, or - for standard input. Each entry passes every check that a page passes
    which you write yourself; what is there already is counted and left as it is, so the same import twice changes
    nothing. Exits with 5 when an entry was refused, held or could not be read; the others are in.
    """
    found = _source(source, kind or "")
    exchange = exchange_of(open_memory())
    request = Request(mount=mount, scope=scope, replace=replaces, dry_run=dry_run)
    if exchange.fills(found, request) and not (dry_run or yes) and not _agreed(exchange, found, request):
        say("nothing was changed")
        return EXIT_OK
    with ExitStack() as stack:
        of = stack.enter_context(progress_bar("importing", BAR_FROM_ENTRIES))
        report = exchange.run(found, request, of(found.kind)) if of else exchange.run(found, request)
    if as_json:
        print_json({**asdict(report), "counts": report.counts})
    else:
        _print(report)
    for warning in report.warnings:
        warn(warning)
    return EXIT_REFUSED if report.refused else EXIT_OK


def _format_of(name: str) -> ExportFormat:
    return next((kind for ends, kind in _BY_SUFFIX if name.lower().endswith(ends)), "json-v2")


def _source(path: Path, kind: str) -> Source:
    if str(path) != STDIO:
        return source_at(path, kind)
    return source_of({"standard input": sys.stdin.buffer.read()}, "standard input", kind)


def _agreed(exchange: Exchange, source: Source, request: Request) -> bool:
    """Show what a whole store would do to one that is not empty, and ask."""
    plan = exchange.run(source, replace(request, dry_run=True))
    _tell(plan)
    try:
        return click.confirm("the mount is not empty; go on?", err=True)
    except click.Abort:
        if sys.stdin.isatty():
            raise
        raise InputError("nobody is there to be asked", hint="--yes does it without asking") from None


def _print(report: ImportReport) -> None:
    rows = [(each.where, each.kind, each.address, each.reason) for each in report.results if each.reason]
    print_table(("where", "outcome", "page", "why"), rows)
    _tell(report)


def _tell(report: ImportReport) -> None:
    counts = ", ".join(f"{count:,} {kind}" for kind, count in report.counts.items() if count)
    say(f"{report.source}: {'would be ' if report.dry_run else ''}{counts or 'nothing'}")
