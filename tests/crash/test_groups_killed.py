"""Several writes that are made together, by processes that are killed in between: in the end it is all or none."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = Path(__file__).parent / "groups.py"
HERON, STORK = "The heron eats eels.", "The stork eats frogs."
BEFORE = sorted([HERON, HERON, STORK])
AFTER = {
    "batch": sorted(["The crane eats roots.", HERON, "The ibis sleeps.", "The stork is away."]),
    "correct": sorted([f"{HERON}*", f"{HERON}*", "The heron eats frogs.", STORK]),
}


@pytest.mark.parametrize("what", ["batch", "correct"])
@pytest.mark.parametrize("kind", ["folder", "records"])
def test_H8_writes_that_a_death_cut_off_are_all_there_or_none_after_the_next_open(
    tmp_path: Path, kind: str, what: str
) -> None:
    command = [sys.executable, str(PROGRAM), str(tmp_path), kind, what]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=600)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["killed"] for row in rows] == [True] * (len(rows) - 1) + [False]
    assert [row["now"] for row in rows if row["now"] not in (BEFORE, AFTER[what])] == []
    assert (rows[0]["now"], rows[-1]["now"]) == (BEFORE, AFTER[what])
    assert [row["noted"] for row in rows if row["noted"]] == []
    half = [row for row in rows if row["then"] not in (BEFORE, AFTER[what])]
    # One file of records is written in one step; pages and several stores can be caught half-written.
    assert bool(half) is ((kind, what) != ("records", "batch"))
    assert all("was cut off, and is finished now: user:" in row["told"][0] for row in half)
