"""Several writes that are made together, by processes that are killed in between: in the end it is all or none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

PROGRAM = Path(__file__).parent / "groups.py"
HERON, STORK = "The heron eats eels.", "The stork eats frogs."
CRANE, IBIS = "The crane eats roots.", "The ibis sleeps."
ALL = [HERON, HERON, STORK]
BEFORE = {"batch": ALL, "correct": ALL, "compact": ALL, "undo": [HERON, IBIS]}
AFTER = {
    "batch": [CRANE, HERON, IBIS, "The stork is away."],
    "correct": [f"{HERON}*", f"{HERON}*", "The heron eats frogs.", STORK],
    "compact": [CRANE, HERON],
    "undo": ALL,
}
# One file of records is written in one step; pages, several stores and what comes back can be caught half-written.
IN_ONE_STEP = {("records", "batch"), ("records", "compact")}


def killed_at_each_moment(tmp_path: Path, kind: str, what: str) -> list[dict[str, Any]]:
    """What was found after a kill at each moment, and at last after none."""
    command = [sys.executable, str(PROGRAM), str(tmp_path), kind, what]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("what", ["batch", "correct", "compact", "undo"])
@pytest.mark.parametrize("kind", ["folder", "records"])
def test_H8_writes_that_a_death_cut_off_are_all_there_or_none_after_the_next_open(
    tmp_path: Path, kind: str, what: str
) -> None:
    rows = killed_at_each_moment(tmp_path, kind, what)
    assert [row["killed"] for row in rows] == [True] * (len(rows) - 1) + [False]
    assert [row["now"] for row in rows if row["now"] not in (BEFORE[what], AFTER[what])] == []
    assert (rows[0]["now"], rows[-1]["now"]) == (BEFORE[what], AFTER[what])
    assert [row["noted"] for row in rows if row["noted"]] == []
    half = [row for row in rows if row["then"] not in (BEFORE[what], AFTER[what])]
    assert bool(half) is ((kind, what) not in IN_ONE_STEP)
    assert all("was cut off, and is finished now: " in row["told"][0] for row in half)


@pytest.mark.parametrize("kind", ["folder", "records"])
def test_H8_L18_at_no_moment_of_a_compaction_is_an_old_fact_gone_before_the_new_one_stands(
    tmp_path: Path, kind: str
) -> None:
    moments = [row["then"] for row in killed_at_each_moment(tmp_path, kind, "compact")]
    assert [then for then in moments if CRANE not in then and then != ALL] == []


@pytest.mark.parametrize("kind", ["folder", "records"])
def test_H8_an_import_that_a_death_cut_off_is_done_by_the_same_one_again_with_nothing_twice(
    tmp_path: Path, kind: str
) -> None:
    rows = killed_at_each_moment(tmp_path, kind, "import")
    assert len(rows) > 2
    assert [row["now"] for row in rows if row["now"] != sorted([CRANE, *ALL, IBIS])] == []
    assert [row["gone"] for row in rows if row["gone"]] == []


@pytest.mark.parametrize("kind", ["folder", "records"])
def test_H8_a_replacement_that_a_death_cut_off_is_done_by_the_same_one_again_and_loses_no_page(
    tmp_path: Path, kind: str
) -> None:
    rows = killed_at_each_moment(tmp_path, kind, "replace")
    half = [row for row in rows if row["then"] not in ([CRANE, IBIS], [HERON, STORK])]
    assert half
    assert [row["now"] for row in rows if row["now"] != [HERON, STORK]] == []
    assert [row["gone"] for row in rows if not {CRANE, IBIS} <= set(row["gone"])] == []
