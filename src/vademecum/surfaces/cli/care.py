"""``sync``, ``status`` and ``doctor``: whether the memory is in step and in order. No page is written."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from pathlib import Path

import apsw
import click

from vademecum import __version__
from vademecum.config.load import find_mistakes
from vademecum.config.places import state_folder
from vademecum.errors import EXIT_CONFIG, EXIT_NOTHING, EXIT_OK
from vademecum.library import SyncReport
from vademecum.surfaces.cli.embedding import sync_vectors, tell_vectors
from vademecum.surfaces.cli.opening import layers, open_memory, sync_all
from vademecum.surfaces.cli.output import clean, json_option, plural, print_json, print_table, say, warn
from vademecum.surfaces.hooks.failures import FOLDER, LOG, hook_failures
from vademecum.upkeep.finding import Finding, why_left_out
from vademecum.upkeep.health import of_mistakes
from vademecum.upkeep.machine import of_mutes
from vademecum.upkeep.status import MountStatus

# More would scroll the summary away; --json has them all.
PROBLEMS_SHOWN = 20
COLOURS = {"error": "red", "warning": "yellow", "note": "cyan"}


@click.command("sync")
@click.option("--rebuild", is_flag=True, help="Forget the indexes and vectors first and read every page again.")
@click.option("--no-vectors", is_flag=True, help="Leave the vectors as they are.")
@json_option
def sync_command(*, rebuild: bool, no_vectors: bool, as_json: bool) -> int:
    """Bring the indexes in step with the files, which every answer does by itself.

    Use it after a large change, to pay for the reading now. Where an embedder is configured, it makes the vectors that
    are missing too, which nothing else does; exits with 1 when it could not make them all.
    """
    memory = open_memory()
    if rebuild:
        memory.forget_indexes()
    reports = sync_all(memory)
    vectors, failure = ({}, "") if no_vectors else sync_vectors(memory, anew=rebuild)
    if as_json:
        print_json({name: asdict(each) | {"vectors": vectors.get(name)} for name, each in reports.items()})
    else:
        _print_reports(reports)
        tell_vectors(vectors)
        _print_problems(memory.status(reports))
    if failure:
        warn(f"vectors are not in step: {failure}")
    return EXIT_NOTHING if failure else EXIT_OK


@click.command("status")
@json_option
def status_command(*, as_json: bool) -> int:
    """Show every mount: where it is, what it holds, what is hidden or left out, and what is odd.

    Exits with 1 while the hook of a host fails again and again, and says why.
    """
    state = state_folder(os.environ)
    failing = of_hooks(state)
    try:
        memory = open_memory()
        statuses = memory.status(sync_all(memory))
        if as_json:
            print_json(statuses)
        else:
            for status in statuses:
                _print_status(status)
            _print_problems(statuses)
    finally:  # what is wrong here may be the very reason why a hook fails
        for each in (*failing, *of_mutes(state)):
            warn(each.message)
            say(f"  {each.remedy}")
    return EXIT_NOTHING if failing else EXIT_OK


@click.command("doctor")
@click.option("--secrets", is_flag=True, help="Read every page too, and name those that hold a key or password.")
@json_option
def doctor_command(*, secrets: bool, as_json: bool) -> int:
    """Check that everything Vademecum needs works here, and say how to mend what does not.

    With --secrets it also names each page that holds what looks like a secret, by line and kind; the secret itself is
    never shown.

    Exits with 1 when there is an error or a warning, with 3 when the configuration has mistakes.
    """
    mistakes = find_mistakes(os.environ, **layers())
    failing = of_hooks(state_folder(os.environ))
    if mistakes:
        _tell_findings((*of_mistakes(mistakes), *failing), as_json=as_json)
        return EXIT_CONFIG
    memory = open_memory()
    findings = (*failing, *memory.diagnose(sync_all(memory)))
    if secrets:
        from vademecum.upkeep.secrets import secrets_in  # noqa: PLC0415 - its detectors take long to import

        findings += tuple(secrets_in(memory.library))
    _tell_findings(findings, as_json=as_json)
    return EXIT_NOTHING if any(finding.severity != "note" for finding in findings) else EXIT_OK


def of_hooks(state: Path) -> tuple[Finding, ...]:
    """The hooks that fail again and again; the next one that works ends it."""
    log = state / FOLDER / LOG
    remedy = f"mend what it says; {log} has every failure, and a hook of that event that works ends this line"
    return tuple(
        Finding(
            "error",
            "hook-fails",
            f"the hook for {each.event} failed {each.times} times in a row, last at {each.at}: {each.reason}",
            remedy,
        )
        for each in hook_failures(str(state))
    )


def _print_reports(reports: Mapping[str, SyncReport]) -> None:
    rows = [
        (name, *(f"{count:,}" for count in (each.added, each.changed, each.removed, each.unchanged)))
        for name, each in reports.items()
    ]
    print_table(("mount", "added", "changed", "removed", "unchanged"), rows)
    for name, report in reports.items():
        if report.rebuilt:
            say(f"the index of {name} was built anew")


def _print_status(status: MountStatus) -> None:
    access = "writable" if status.writable else f"read-only but for {status.inbox}/" if status.inbox else "read-only"
    facts = [status.scope, access, *([] if status.trusted else ["not trusted"])]
    click.echo(f"{click.style(status.name, bold=True)}  {clean(' · '.join(facts))}")
    for word, text in _facts_of(status):
        click.echo(clean(f"  {word:9} {text}"))


def _facts_of(status: MountStatus) -> Iterator[tuple[str, str]]:
    if not status.exists:
        yield "folder", f"{status.path} (not there yet)"
        return
    yield "folder", status.path
    counts = ((status.pages, "page"), (status.blocks, "block"), (status.chars, "character"))
    yield "holds", ", ".join(plural(count, word) for count, word in counts)
    for reason, count in sorted(status.hidden.items()):
        yield "hidden", f"{plural(count, 'page')}: {reason}"
    for code, count in sorted(status.left_out.items()):
        yield "left out", f"{plural(count, 'page')}: {why_left_out(code)}"
    yield "index", _size(status.index_bytes)


def _size(count: int) -> str:
    return f"{count / 1024**2:,.1f} MiB" if count >= 1024**2 else f"{count / 1024:,.0f} KiB"


def _print_problems(statuses: tuple[MountStatus, ...]) -> None:
    problems = [problem for status in statuses for problem in status.problems]
    if not problems:
        return
    say(f"{plural(len(problems), 'problem')} in pages; they are indexed as far as they can be read:")
    for problem in problems[:PROBLEMS_SHOWN]:
        say(f"  {problem.place}: {problem.message}")
    if len(problems) > PROBLEMS_SHOWN:
        say(f"  … and {len(problems) - PROBLEMS_SHOWN:,} more, all of them in vade status --json")


def _tell_findings(findings: tuple[Finding, ...], *, as_json: bool) -> None:
    if as_json:
        print_json(findings)
        return
    for finding in findings:
        severity = click.style(f"{finding.severity}: ", fg=COLOURS[finding.severity], bold=True)
        click.echo(f"{severity}{clean(finding.message)}\n  {clean(finding.remedy)}")
    say(f"vade {__version__}, Python {platform.python_version()}, SQLite {apsw.sqlite_lib_version()}")
    worth = [finding for finding in findings if finding.severity != "note"]
    say(plural(len(worth), "thing") + " to mend" if worth else "everything works")
