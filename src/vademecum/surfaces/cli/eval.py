"""``eval``: a person's own questions asked of their own memory, scored and compared with last time; or drafts of such.

No page is written. What a run found is kept in the state folder, to be compared with the next.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

import click

from vademecum.address import Address
from vademecum.config.places import state_folder
from vademecum.errors import EXIT_NOTHING, EXIT_OK, InputError
from vademecum.index.contract import Filter
from vademecum.library import open_page
from vademecum.memory import Memory
from vademecum.recall.evaluate import CUTS, Asked, Place, Score, evaluate, score
from vademecum.recall.pipeline import Request
from vademecum.recall.questions import Question, as_line, read_questions
from vademecum.surfaces.cli.opening import open_synced
from vademecum.surfaces.cli.output import clean, json_option, plural, print_json, print_table, say, warn
from vademecum.upkeep.last_run import Change, Since, keep_run, last_run, run_file, since
from vademecum.upkeep.prompts import read_openings
from vademecum.upkeep.suggest import suggest

DRAFTS = 20
NOT_FOUND = "-"


class Options(TypedDict):
    """What click hands over beside the file."""

    cuts: tuple[int, ...]
    misses: bool
    fail_under: float | None
    fail_if_worse: bool
    as_suggestions: bool
    limit: int | None
    as_json: bool


@dataclass(frozen=True, slots=True)
class _Run:
    """One evaluation, ready to be shown; ``cuts`` rise."""

    cuts: tuple[int, ...]
    asked: tuple[Asked, ...]
    since: Since | None

    def of(self, *, confirmed: bool) -> list[Asked]:
        """The questions that a person confirmed, or those that nobody did."""
        return [each for each in self.asked if each.question.confirmed is confirmed]

    def score(self, *, confirmed: bool) -> Score | None:
        """The means over one of the two."""
        return score(self.of(confirmed=confirmed), self.cuts)


@click.command("eval")
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "-k", "cuts", type=click.IntRange(1, 100), multiple=True, help="Count among so many hits; may be given again."
)
@click.option("--misses", is_flag=True, help="Also list the questions whose page is not among the hits.")
@click.option("--fail-under", type=click.FloatRange(0, 1), help="Exit 1 when recall at the largest K is lower.")
@click.option("--fail-if-worse", is_flag=True, help="Exit 1 when a question is answered worse than last time.")
@click.option("--suggest", "as_suggestions", is_flag=True, help="Print drafts of questions instead, to be looked at.")
@click.option("-n", "--limit", type=click.IntRange(1, 1000), help=f"How many drafts; {DRAFTS} without it.")
@json_option
def eval_command(file: Path | None, **options: Unpack[Options]) -> int:
    """Ask your memory your own questions, and see whether it still finds the pages that answer them.

    \b
    FILE has one JSON object a line:
      {"text": "how long does a restore take?", "expect": ["notes:Backups"]}

    Shown are recall at 1, 5 and 10 hits, the mean reciprocal rank (MRR), and what changed since the last run. Questions
    with "confirmed": false are scored apart and fail nothing. Exit code 1 also says that a page which a confirmed
    question expects is not there.
    """
    judging = bool(
        options["cuts"] or options["misses"] or options["fail_if_worse"] or options["fail_under"] is not None
    )
    if options["as_suggestions"] and judging:
        raise click.UsageError("--suggest goes with -n and --json only")
    if options["as_suggestions"]:
        return _suggest(file, options["limit"] or DRAFTS, as_json=options["as_json"])
    if file is None or options["limit"]:
        raise click.UsageError("-n goes with --suggest only" if file else "name a file of questions, or use --suggest")
    return _evaluate(file, options)


def _evaluate(file: Path, options: Options) -> int:
    questions = _read(file)
    if not questions:
        raise InputError(f"{file} holds no question", hint="vade eval --suggest drafts some")
    memory = open_synced()
    cuts = tuple(sorted(set(options["cuts"]) or CUTS))
    asked = evaluate(questions, lambda text: _hits(memory, text, max(*cuts, 10)), lambda name: _address(memory, name))
    kept = run_file(memory.setting.state, file, [mount.root for mount in memory.library.mounts])
    last = last_run(kept)
    run = _Run(cuts, asked, since(last, asked) if last else None)
    if options["as_json"]:
        print_json(_as_json(run, memory))
    else:
        _print(run, misses=options["misses"])
    failures = list(_failures(run, options))
    # A run that is worse does not become what the next is compared with, or the second try would pass.
    if not (options["fail_if_worse"] and failures):
        keep_run(kept, asked, memory.setting.clock())
    for failure in failures:
        warn(failure)
    return EXIT_NOTHING if failures else EXIT_OK


def _read(file: Path) -> tuple[Question, ...]:
    try:
        return read_questions(file.read_text(encoding="utf-8"), str(file))
    except UnicodeDecodeError as error:
        raise InputError(f"{file} is not UTF-8 at byte {error.start}") from error
    except OSError as error:
        raise InputError(f"{file} can't be read: {error.strerror}") from error


def _hits(memory: Memory, text: str, limit: int) -> list[Address]:
    return [hit.address for hit in memory.recall(Request(text, limit=limit)).hits]


def _address(memory: Memory, name: str) -> Address:
    # The ask before has brought the indexes in step, and an exact address is read from its file alone.
    return open_page(memory.library, name).address


def _failures(run: _Run, options: Options) -> list[str]:
    confirmed = run.of(confirmed=True)
    told = []
    gone = sum(bool(each.missing) for each in confirmed)
    if gone:
        told.append(f"{plural(gone, 'confirmed question')} with a page that is not there")
    if options["fail_under"] is not None:
        reached = run.score(confirmed=True)
        if reached is None:
            told.append("no confirmed question could be scored")
        elif reached.recall[-1] < options["fail_under"]:
            told.append(f"recall@{run.cuts[-1]} is {reached.recall[-1]:.3f}, below {options['fail_under']:g}")
    if options["fail_if_worse"] and run.since:
        worse = sum(change.asked.question.confirmed for change in run.since.worse)
        if worse:
            told.append(f"{plural(worse, 'confirmed question')} answered worse than last time")
    return told


def _print(run: _Run, *, misses: bool) -> None:
    names = ("questions", *(f"recall@{cut}" for cut in run.cuts), "MRR")
    print_table(("", *names), [_score_row(run, confirmed=each) for each in (True, False) if run.of(confirmed=each)])
    rows = list(_change_rows(run.since)) if run.since else []
    rows += [_miss_row(each) for each in run.asked if misses and each.places and not each.gain]
    if rows:
        click.echo()
    print_table(("", "place", "question", "page"), rows)
    for each in run.asked:
        for missing in each.missing:
            say(f"line {each.question.line}: {missing.page}: {missing.reason}")
    say(_summary(run))


def _score_row(run: _Run, *, confirmed: bool) -> tuple[str, ...]:
    name, found = "confirmed" if confirmed else "suggested", run.score(confirmed=confirmed)
    if found is None:
        return (name, "0", *(NOT_FOUND for _ in run.cuts), NOT_FOUND)
    return (name, f"{found.questions:,}", *(f"{share:.3f}" for share in found.recall), f"{found.mrr:.3f}")


def _change_rows(changed: Since) -> list[tuple[str, ...]]:
    named = (("better", changed.better), ("worse", changed.worse))
    return [
        (name, _way(change), change.asked.question.name, _pages(change.asked))
        for name, all_ in named
        for change in all_
    ]


def _miss_row(asked: Asked) -> tuple[str, ...]:
    return ("missed", NOT_FOUND, asked.question.name, _pages(asked))


def _way(change: Change) -> str:
    now = tuple(place.at for place in change.asked.places)
    return f"{_said(change.before)} → {_said(now)}"


def _said(places: Sequence[int | None]) -> str:
    return ", ".join(NOT_FOUND if at is None else str(at) for at in places) or "gone"


def _pages(asked: Asked) -> str:
    return ", ".join(map(str, (place.address for place in asked.places))) or ", ".join(asked.question.expect)


def _summary(run: _Run) -> str:
    unscored = sum(bool(each.missing) and not each.places for each in run.asked)
    nothing = [each for each in run.asked if not each.question.expect]
    silent = sum(not each.found for each in nothing)
    parts = [
        f"{plural(len(run.asked), 'question')} asked",
        f"{unscored:,} not scored, since no page that answers is there" if unscored else "",
        f"{len(nothing):,} expect nothing, {silent:,} of them got nothing" if nothing else "",
        "no earlier run to compare with" if run.since is None else _compared(run.since),
    ]
    return clean("; ".join(filter(None, parts)))


def _compared(changed: Since) -> str:
    counts = (len(changed.better), len(changed.worse), changed.new, changed.gone)
    words = zip(counts, ("better", "worse", "new", "gone"), strict=True)
    told = ", ".join(f"{count:,} {word}" for count, word in words if count) or "nothing has changed"
    return f"since {changed.at:%Y-%m-%d %H:%M}: {told}"


def _suggest(file: Path | None, limit: int, *, as_json: bool) -> int:
    known = [question.text for question in _read(file)] if file else []
    memory = open_synced()
    pages = [each.address for each in memory.pages(Filter()) if each.row.hidden is None]
    openings = read_openings(state_folder(os.environ))
    drafts = suggest(
        openings, pages, lambda page: memory.library.store(page.mount).read(page.name), known=known, limit=limit
    )
    if as_json:
        print_json(
            [{"text": each.text, "expect": each.expect, "confirmed": False, "note": each.note} for each in drafts]
        )
    else:
        for draft in drafts:
            click.echo(as_line(draft))
        say(f"{plural(len(drafts), 'draft')}; set confirmed to true where a question is a good one")
    return EXIT_OK if drafts else EXIT_NOTHING


def _as_json(run: _Run, memory: Memory) -> dict[str, object]:
    nothing = [each for each in run.asked if not each.question.expect]
    return {
        "mounts": [mount.name for mount in memory.library.mounts],
        "confirmed": _score_as_json(run, confirmed=True),
        "suggested": _score_as_json(run, confirmed=False),
        "expect_nothing": {"questions": len(nothing), "without_hits": sum(not each.found for each in nothing)},
        "since": _since_as_json(run.since) if run.since else None,
        "questions": [_asked_as_json(each) for each in run.asked],
    }


def _score_as_json(run: _Run, *, confirmed: bool) -> dict[str, object] | None:
    found = run.score(confirmed=confirmed)
    if found is None:
        return None
    recall = {str(cut): share for cut, share in zip(run.cuts, found.recall, strict=True)}
    return {"questions": found.questions, "recall": recall, "mrr": found.mrr}


def _since_as_json(changed: Since) -> dict[str, object]:
    def told(changes: Sequence[Change]) -> list[dict[str, object]]:
        return [{"line": each.asked.question.line, "before": list(each.before)} for each in changes]

    return {
        "at": changed.at.isoformat(),
        "better": told(changed.better),
        "worse": told(changed.worse),
        "new": changed.new,
        "gone": changed.gone,
    }


def _asked_as_json(asked: Asked) -> dict[str, object]:
    question = asked.question
    return {
        "line": question.line,
        "id": question.id,
        "text": question.text,
        "confirmed": question.confirmed,
        "places": [_place_as_json(place) for place in asked.places],
        "missing": [missing._asdict() for missing in asked.missing],
        "found": list(map(str, asked.found)),
    }


def _place_as_json(place: Place) -> dict[str, object]:
    return {"page": str(place.address), "at": place.at}
