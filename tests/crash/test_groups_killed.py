"""Several writes that are made together, by processes that are killed in between: in the end it is all or none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

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


@pytest.mark.parametrize("what", ["batch", "correct", "compact", "undo"])
@pytest.mark.parametrize("kind", ["folder", "records"])
def test_H8_writes_that_a_death_cut_off_are_all_there_or_none_after_the_next_open(
    tmp_path: Path, kind: str, what: str
) -> None:
    command = [sys.executable, str(PROGRAM), str(tmp_path), kind, what]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["killed"] for row in rows] == [True] * (len(rows) - 1) + [False]
    assert [row["now"] for row in rows if row["now"] not in (BEFORE[what], AFTER[what])] == []
    assert (rows[0]["now"], rows[-1]["now"]) == (BEFORE[what], AFTER[what])
    assert [row["noted"] for row in rows if row["noted"]] == []
    half = [row for row in rows if row["then"] not in (BEFORE[what], AFTER[what])]
    assert bool(half) is ((kind, what) not in IN_ONE_STEP)
    assert all("was cut off, and is finished now: " in row["told"][0] for row in half)


@pytest.mark.parametrize("kind", ["folder", "records"])
def test_L18_at_no_moment_of_a_compaction_is_an_old_fact_gone_before_the_new_one_stands(
    tmp_path: Path, kind: str
) -> None:
    command = [sys.executable, str(PROGRAM), str(tmp_path), kind, "compact"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    moments = [json.loads(line)["then"] for line in done.stdout.splitlines()]
    assert [then for then in moments if CRANE not in then and then != ALL] == []
