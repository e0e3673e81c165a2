"""When pages were used last, noted by processes that know nothing of each other."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import apsw
import pytest

from vademecum.access import FILE, PlacedPage, Use, counted_since, note_listed, note_moved, note_read, uses_in
from vademecum.errors import StorageError

DAY = date(2026, 11, 30)
KETTLE, TEA = PlacedPage("/notes", "kettle"), PlacedPage("/notes", "茶/普洱")


def test_the_newest_day_stays_and_readings_are_counted(tmp_path: Path) -> None:
    note_read(tmp_path, [KETTLE, TEA], DAY)
    note_read(tmp_path, [KETTLE, KETTLE], DAY + timedelta(1))
    note_listed(tmp_path, [TEA], DAY)
    assert uses_in(tmp_path, "/notes") == {
        "kettle.md": Use(DAY + timedelta(1), 2),
        "茶/普洱.md": Use(DAY, 1, DAY, 1),
    }


def test_a_day_is_never_taken_back_by_a_traveller_or_a_clock(tmp_path: Path) -> None:
    note_read(tmp_path, [KETTLE], DAY)
    note_read(tmp_path, [KETTLE], DAY - timedelta(1))
    assert uses_in(tmp_path, "/notes")["kettle.md"] == Use(DAY, 2)


def test_pages_of_two_stores_with_one_name_are_two(tmp_path: Path) -> None:
    note_read(tmp_path, [KETTLE, PlacedPage("/other", "kettle")], DAY)
    note_read(tmp_path, [PlacedPage("/other", "Kettle")], DAY)
    assert uses_in(tmp_path, "/notes")["kettle.md"].reads == 1
    assert uses_in(tmp_path, "/other")["kettle.md"].reads == 2


def test_counting_began_with_the_first_note(tmp_path: Path) -> None:
    assert counted_since(tmp_path) is None
    note_listed(tmp_path, [KETTLE], DAY)
    note_read(tmp_path, [KETTLE], DAY + timedelta(9))
    assert counted_since(tmp_path) == DAY


def test_a_clock_that_was_ahead_at_first_holds_counting_up_no_longer_than_it_was(tmp_path: Path) -> None:
    note_read(tmp_path, [KETTLE], DAY + timedelta(9_000))
    note_read(tmp_path, [KETTLE], DAY)
    assert counted_since(tmp_path) == DAY


def test_asking_makes_no_file(tmp_path: Path) -> None:
    assert uses_in(tmp_path / "state", "/notes") == {}
    note_read(tmp_path / "state", [], DAY)
    assert not (tmp_path / "state").exists()


def test_a_moved_page_takes_its_use_with_it(tmp_path: Path) -> None:
    note_read(tmp_path, [KETTLE], DAY)
    note_listed(tmp_path, [PlacedPage("/notes", "archive/kettle")], DAY)
    note_moved(tmp_path, KETTLE, "archive/kettle")
    assert uses_in(tmp_path, "/notes") == {"archive/kettle.md": Use(DAY, 1, DAY, 1)}


@pytest.mark.parametrize("damage", [b"no database at all", b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_damaged_file_is_put_aside_and_counting_begins_anew(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / FILE).write_bytes(damage)
    assert uses_in(tmp_path, "/notes") == {}
    note_read(tmp_path, [KETTLE], DAY)
    assert uses_in(tmp_path, "/notes") == {"kettle.md": Use(DAY, 1)}
    assert (tmp_path / f"{FILE}.broken").read_bytes() == damage


def test_a_file_that_is_damaged_further_in_is_put_aside_once_that_shows(tmp_path: Path) -> None:
    note_read(tmp_path, [PlacedPage("/notes", f"page {number}") for number in range(3_000)], DAY)
    with closing(apsw.Connection(str(tmp_path / FILE))) as connection:
        connection.pragma("wal_checkpoint(truncate)")
    whole = (tmp_path / FILE).read_bytes()
    (tmp_path / FILE).write_bytes(whole[:4096] + b"\x00\xff" * ((len(whole) - 4096) // 2))
    with pytest.raises(StorageError, match="put aside"):
        note_read(tmp_path, [KETTLE], DAY)
    note_read(tmp_path, [KETTLE], DAY)
    assert uses_in(tmp_path, "/notes") == {"kettle.md": Use(DAY, 1)}


def test_a_folder_whose_name_is_no_utf_8_counts_like_any_other(tmp_path: Path) -> None:
    odd = PlacedPage("/notes \udcff", "kettle")
    note_read(tmp_path, [odd, KETTLE], DAY)
    note_moved(tmp_path, odd, "archive/kettle")
    assert uses_in(tmp_path, odd.store) == {"archive/kettle.md": Use(DAY, 1)}
    assert uses_in(tmp_path, "/notes") == {"kettle.md": Use(DAY, 1)}


def test_what_can_not_be_noted_says_so(tmp_path: Path) -> None:
    (tmp_path / "state").write_bytes(b"")
    with pytest.raises(StorageError):
        note_read(tmp_path / "state", [KETTLE], DAY)


def test_no_reading_is_lost_when_processes_note_at_once(tmp_path: Path) -> None:
    code = (
        "import sys\nfrom datetime import date\nfrom pathlib import Path\n"
        "from vademecum.access import PlacedPage, note_read\n"
        "for _ in range(25): note_read(Path(sys.argv[1]), [PlacedPage('/notes', 'kettle')], date(2026, 11, 30))"
    )
    command = [sys.executable, "-c", code, str(tmp_path)]
    running = [subprocess.Popen(command) for _ in range(4)]
    assert [each.wait() for each in running] == [0] * 4
    assert uses_in(tmp_path, "/notes")["kettle.md"].reads == 100
