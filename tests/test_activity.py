"""Where the person spoke last, as hook processes that know nothing of each other see it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vademecum.activity import all_spoken, is_live, note_ended, note_spoken, spoken_in
from vademecum.sessions import SessionKey

ONE, TWO = SessionKey("claude-code", "one"), SessionKey("dsh", "two")
NOW = 1_800_000_000.0


def newest(state: Path) -> str:
    return max((each.order, place) for place, each in all_spoken(str(state)).items())[1]


def test_P24_processes_agree_on_where_the_person_spoke_last(tmp_path: Path) -> None:
    note_spoken(str(tmp_path), ONE, NOW)
    code = (
        "import sys\nfrom vademecum.activity import note_spoken\nfrom vademecum.sessions import SessionKey\n"
        f"note_spoken(sys.argv[1], SessionKey('dsh', 'two'), {NOW + 1})"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    assert newest(tmp_path) == TWO.file
    note_spoken(str(tmp_path), ONE, NOW + 2)
    assert newest(tmp_path) == ONE.file


def test_P24_a_clock_that_was_set_back_makes_no_new_message_an_old_one(tmp_path: Path) -> None:
    note_spoken(str(tmp_path), ONE, NOW)
    note_spoken(str(tmp_path), TWO, NOW - 3600)
    assert newest(tmp_path) == TWO.file


def test_a_session_is_spoken_to_for_the_first_time_once(tmp_path: Path) -> None:
    assert spoken_in(str(tmp_path), ONE) is None
    assert note_spoken(str(tmp_path), ONE, NOW, language="zh", process=7)
    assert not note_spoken(str(tmp_path), ONE, NOW + 60, process=7)
    activity = spoken_in(str(tmp_path), ONE)
    assert activity is not None
    assert activity[1:] == (NOW, "zh", 7)


def test_a_run_begins_anew_in_another_process_and_after_a_clock_that_was_ahead(tmp_path: Path) -> None:
    note_spoken(str(tmp_path), ONE, NOW, process=7)
    note_spoken(str(tmp_path), ONE, NOW + 60)
    note_spoken(str(tmp_path), ONE, NOW + 90, process=7)
    assert spoken_in(str(tmp_path), ONE).began == NOW  # type: ignore[union-attr]  # it was noted above
    note_spoken(str(tmp_path), ONE, NOW + 86_400, process=8)
    assert spoken_in(str(tmp_path), ONE).began == NOW + 86_400  # type: ignore[union-attr]  # the same
    note_spoken(str(tmp_path), ONE, NOW + 100, process=8)
    assert spoken_in(str(tmp_path), ONE).began == NOW + 100  # type: ignore[union-attr]  # the same


def test_P24_a_session_that_ended_is_not_there_any_more(tmp_path: Path) -> None:
    note_spoken(str(tmp_path), ONE, NOW)
    note_spoken(str(tmp_path), TWO, NOW + 1)
    note_ended(str(tmp_path), TWO)
    note_ended(str(tmp_path), TWO)
    assert newest(tmp_path) == ONE.file


@pytest.mark.parametrize("torn", [b"", b"[1,", b'{"a": 1}', b"[1, 2]", b'["x", 1, "", 0]', b"\xff"])
def test_a_note_that_can_not_be_read_is_as_if_nobody_had_spoken(tmp_path: Path, torn: bytes) -> None:
    note_spoken(str(tmp_path), ONE, NOW)
    (tmp_path / "activity" / ONE.file).write_bytes(torn)
    assert spoken_in(str(tmp_path), ONE) is None
    assert all_spoken(str(tmp_path)) == {}
    note_spoken(str(tmp_path), ONE, NOW)
    assert newest(tmp_path) == ONE.file


@pytest.mark.skipif(sys.platform == "win32", reason="no process can be asked for there")
def test_P24_a_session_whose_host_is_gone_is_not_live(tmp_path: Path) -> None:
    done = subprocess.Popen([sys.executable, "-c", ""])
    done.wait()
    note_spoken(str(tmp_path), ONE, NOW, process=done.pid)
    note_spoken(str(tmp_path), TWO, NOW, process=os.getpid())
    spoken = all_spoken(str(tmp_path))
    assert {place: is_live(each) for place, each in spoken.items()} == {ONE.file: False, TWO.file: True}


def test_a_session_of_a_host_whose_process_is_not_known_counts_as_live(tmp_path: Path) -> None:
    note_spoken(str(tmp_path), ONE, NOW)
    assert all(map(is_live, all_spoken(str(tmp_path)).values()))
