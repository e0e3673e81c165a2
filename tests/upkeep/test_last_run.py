from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.recall.evaluate import Asked, Place
from vademecum.recall.questions import Question
from vademecum.upkeep.last_run import keep_run, last_run, run_file, since

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)
PAGE = Address("notes", "a")


def asked(text: str, *places: int | None) -> Asked:
    return Asked(Question(text, ("a",)), tuple(Place(PAGE, at) for at in places), (), ())


def test_what_was_kept_is_what_is_compared_with(tmp_path: Path) -> None:
    file = tmp_path / "evals" / "x.json"
    before = [
        asked("up", 3),
        asked("found", None),
        asked("down", 1),
        asked("lost", 2),
        asked("same", 4),
        asked("off", 1),
    ]
    keep_run(file, before, NOON)
    last = last_run(file)
    assert last is not None
    now = [asked("up", 1), asked("found", 9), asked("down", 2), asked("lost"), asked("same", 4), asked("fresh", 1)]
    changed = since(last, now)
    assert changed.at == NOON
    assert [(each.asked.question.text, each.before) for each in changed.better] == [("up", (3,)), ("found", (None,))]
    assert [(each.asked.question.text, each.before) for each in changed.worse] == [("down", (1,)), ("lost", (2,))]
    assert (changed.new, changed.gone) == (1, 1)


def test_a_run_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "evals" / "x.json"
    keep_run(file, [asked("a", 1)], NOON)
    assert file.stat().st_mode & 0o777 == 0o600
    assert file.parent.stat().st_mode & 0o777 == 0o700


def test_other_questions_and_other_libraries_have_runs_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "q").touch()
    os.symlink(tmp_path / "q", tmp_path / "link")
    one = run_file(tmp_path, tmp_path / "q", [Path("/a")])
    assert one == run_file(tmp_path, tmp_path / "link", [Path("/a")])
    assert one != run_file(tmp_path, tmp_path / "other", [Path("/a")])
    assert one != run_file(tmp_path, tmp_path / "q", [Path("/a"), Path("/b")])


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"version": 9}', '{"version": 1, "at": "x", "places": {}}', "null"])
def test_a_broken_file_is_no_run(tmp_path: Path, text: str) -> None:
    file = tmp_path / "x.json"
    assert last_run(file) is None
    file.write_text(text)
    assert last_run(file) is None
