"""What the last evaluation of a file of questions found, and what has changed since. It keeps places, never a page.

One file in the state folder for each file of questions and library, so that the same questions asked of another
library are not compared with these. What can't be read counts as no run.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from vademecum.recall.evaluate import Asked
from vademecum.store.files import storage_errors, write_atomic

RUNS = "evals"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Run:
    """When it was, and the places of each question's pages, by the question's key."""

    at: datetime
    places: Mapping[str, tuple[int | None, ...]]


@dataclass(frozen=True, slots=True)
class Change:
    """A question that is answered better or worse than last time, when its pages came at ``before``."""

    asked: Asked
    before: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class Since:
    """What a run differs in from an earlier one. ``new`` and ``gone`` count questions that only one of the two has;
    a question with another wording or other pages is a new one."""

    at: datetime
    better: tuple[Change, ...]
    worse: tuple[Change, ...]
    new: int
    gone: int


def run_file(state: Path, questions: Path, roots: Iterable[Path]) -> Path:
    """Where the last run of a file of questions over the stores with these real paths is kept."""
    key = json.dumps([str(questions.resolve()), *map(str, roots)]).encode("utf-8", "surrogatepass")
    return state / RUNS / f"{sha256(key).hexdigest()[:32]}.json"


def last_run(file: Path) -> Run | None:
    """The run that a file keeps; None when there is none that can be read."""
    try:
        kept = json.loads(file.read_text(encoding="utf-8"))
        if kept["version"] != FORMAT:
            return None
        places = {str(key): tuple(map(_place, each)) for key, each in kept["places"].items()}
        return Run(datetime.fromisoformat(kept["at"]), places)
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


def keep_run(file: Path, asked: Iterable[Asked], at: datetime) -> None:
    """Keep a run as the last one. Raises StorageError."""
    places = {each.question.key: [place.at for place in each.places] for each in asked}
    text = json.dumps({"version": FORMAT, "at": at.isoformat(timespec="seconds"), "places": places})
    with storage_errors(f"{file} could not be written"):
        file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_atomic(file, text.encode(), mode=0o600)


def since(last: Run, asked: Sequence[Asked]) -> Since:
    """What became better and what worse. A page that was found and is not there any more makes its question worse."""
    both = [Change(each, last.places[each.question.key]) for each in asked if each.question.key in last.places]
    return Since(
        at=last.at,
        better=tuple(change for change in both if change.asked.gain > _gain(change.before)),
        worse=tuple(change for change in both if change.asked.gain < _gain(change.before)),
        new=len(asked) - len(both),
        gone=len(last.places) - len(both),
    )


def _gain(places: Iterable[int | None]) -> float:
    # Summed as Asked.gain sums, so that the same places give the same number.
    return math.fsum(1 / at for at in places if at is not None)


def _place(value: object) -> int | None:
    return value if isinstance(value, int) and value > 0 else None
