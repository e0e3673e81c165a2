"""``sync``, ``status`` and ``doctor``: whether the memory is in step and in order. No page is written."""

from __future__ import annotations

from collections.abc import Mapping

import click

from vademecum.errors import EXIT_NOTHING, EXIT_OK
from vademecum.library import SyncReport
from vademecum.memory import Memory
from vademecum.surfaces.cli.output import (
    console,
    json_option,
    open_memory,
    plural,
    print_json,
    say,
    sync_progress,
    table,
)
from vademecum.upkeep.health import Finding
from vademecum.upkeep.status import MountStatus

# More would scroll the summary away; --json has them all.
PROBLEMS_SHOWN = 20


@click.command("sync")
@click.option("--rebuild", is_flag=True, help="Forget the indexes first and read every page again.")
@json_option
def sync_command(*, rebuild: bool, as_json: bool) -> int:
    """Bring the indexes in step with the files, which every answer does by itself.

    Use it after a large change, to pay for the reading now.
    """
    memory = open_memory()
    if rebuild:
        memory.forget_indexes()
    reports = _sync(memory)
    if as_json:
        print_json(reports)
    else:
        _print_reports(reports)
        _print_problems(memory.status(reports))
    return EXIT_OK


@click.command("status")
@json_option
def status_command(*, as_json: bool) -> int:
    """Show every mount: where it is, what it holds, what is hidden or left out, and what is odd."""
    memory = open_memory()
    statuses = memory.status(_sync(memory))
    if as_json:
        print_json(statuses)
        return EXIT_OK
    for status in statuses:
        _print_status(status)
    _print_problems(statuses)
    return EXIT_OK


@click.command("doctor")
@json_option
def doctor_command(*, as_json: bool) -> int:
    """Check that everything Vademecum needs works here, and say how to mend what does not.

    Exits with 1 when there is an error or a warning.
    """
    memory = open_memory()
    findings = memory.diagnose(_sync(memory))
    if as_json:
        print_json(findings)
    else:
        _print_findings(findings)
    return EXIT_NOTHING if any(finding.severity != "note" for finding in findings) else EXIT_OK


def _sync(memory: Memory) -> Mapping[str, SyncReport]:
    bar, of_mount = sync_progress()
    with bar:
        return memory.sync(of_mount)


def _print_reports(reports: Mapping[str, SyncReport]) -> None:
    rows = table("mount", "added", "changed", "removed", "unchanged", "")
    for name, report in reports.items():
        counts = [f"{count:,}" for count in (report.added, report.changed, report.removed, report.unchanged)]
        rows.add_row(name, *counts, "rebuilt" if report.rebuilt else "")
    console().print(rows)


def _print_status(status: MountStatus) -> None:
    access = "writable" if status.writable else f"inbox {status.inbox}" if status.inbox else "read-only"
    where = status.path if status.exists else f"{status.path} (not there yet)"
    counts = ((status.pages, "page"), (status.blocks, "block"), (status.chars, "character"))
    holds = ", ".join(plural(count, word) for count, word in counts)
    lines = [
        f"{status.name}  {status.scope} · {access}{'' if status.trusted else ' · untrusted'}",
        f"  folder   {where}",
        f"  holds    {holds}",
        f"  index    {status.index} ({status.index_bytes / 1024:,.0f} KiB)",
    ]
    lines += [f"  hidden   {plural(count, 'page')}: {reason}" for reason, count in sorted(status.hidden.items())]
    lines += [f"  left out {plural(count, 'page')}: {bound}" for bound, count in sorted(status.left_out.items())]
    click.echo("\n".join(lines))


def _print_problems(statuses: tuple[MountStatus, ...]) -> None:
    problems = [problem for status in statuses for problem in status.problems]
    if not problems:
        return
    say(f"{plural(len(problems), 'problem')} in pages; they are indexed as far as they can be read:")
    for problem in problems[:PROBLEMS_SHOWN]:
        say(f"  {problem.place}: {problem.message}")
    if len(problems) > PROBLEMS_SHOWN:
        say(f"  … and {len(problems) - PROBLEMS_SHOWN:,} more, all of them in vade status --json")


def _print_findings(findings: tuple[Finding, ...]) -> None:
    for finding in findings:
        click.echo(f"{finding.severity}: {finding.message}\n  {finding.remedy}")
    worth = [finding for finding in findings if finding.severity != "note"]
    say(plural(len(worth), "thing") + " to mend" if worth else "everything works")
