"""Indexes and vectors that nobody used for long make room; a wrong guess costs time and never a word."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from filelock import FileLock

from vademecum.index.contract import Changes
from vademecum.index.leftovers import DAY, MARK, OTHER_SCHEMA_DAYS, OWN_SCHEMA_DAYS, VECTORS_DAYS, sweep
from vademecum.index.schema import SCHEMA_VERSION
from vademecum.index.sqlite import open_index
from vademecum.memory import Memory, Setting

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC).timestamp()
HERE, GONE = "0123456789abcdef", "fedcba9876543210"
OLD, OWN = f"v{SCHEMA_VERSION - 1}", f"v{SCHEMA_VERSION}"


def laid(cache: Path, name: str, days: float) -> Path:
    """A file that was last used so many days ago."""
    file = cache / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"any")
    os.utime(file, (NOW - days * DAY, NOW - days * DAY))
    return file


def left(cache: Path) -> set[str]:
    found = (file.relative_to(cache).as_posix() for file in cache.rglob("*") if file.is_file())
    return {name for name in found if not name.endswith(MARK)}


@pytest.mark.parametrize(
    ("name", "days", "stays"),
    [
        (f"index/{GONE}-{OLD}.db", OTHER_SCHEMA_DAYS + 1, False),
        (f"index/{GONE}-{OLD}.db", OTHER_SCHEMA_DAYS - 1, True),
        (f"index/{GONE}-v99.3.db", OTHER_SCHEMA_DAYS + 1, False),
        (f"index/{GONE}-{OWN}.db", OWN_SCHEMA_DAYS - 1, True),
        (f"index/{GONE}-{OWN}.db", OWN_SCHEMA_DAYS + 1, False),
        (f"index/{HERE}-{OWN}.db", 10_000, True),
        (f"index/{HERE}-{OLD}.db", OTHER_SCHEMA_DAYS + 1, False),
        (f"vectors/{GONE}.db", VECTORS_DAYS - 1, True),
        (f"vectors/{GONE}.db", VECTORS_DAYS + 1, False),
        (f"vectors/{HERE}.db", 10_000, True),
        (f"index/{GONE}-{OLD}.db.foreign", 10_000, True),
        ("index/notes.db", 10_000, True),
        (f"index/{GONE}-{OLD}.db", -10_000, True),
    ],
)
def test_what_nobody_used_for_long_goes_and_all_else_stays(
    tmp_path: Path, name: str, days: float, *, stays: bool
) -> None:
    laid(tmp_path, name, days)
    (tmp_path / "index").mkdir(exist_ok=True)
    gone = sweep(tmp_path, [tmp_path / "index" / f"{HERE}-{OWN}.db"], NOW)
    assert left(tmp_path) == ({name} if stays else set())
    assert gone == (() if stays else (tmp_path / name,))


def test_one_file_in_use_keeps_all_of_a_database_and_with_the_last_its_locks_go(tmp_path: Path) -> None:
    names = [f"index/{GONE}-{OLD}{tail}" for tail in (".db", ".db-shm", ".db.lock", ".lock", ".1.db")]
    for name in names:
        laid(tmp_path, name, 100)
    laid(tmp_path, f"index/{GONE}-{OLD}.db-wal", 1)
    assert sweep(tmp_path, [], NOW) == ()
    laid(tmp_path, f"index/{GONE}-{OLD}.db-wal", 100)
    assert len(sweep(tmp_path, [], NOW + DAY)) == 2
    assert left(tmp_path) == set()


def test_reading_counts_as_use_also_where_the_disk_does_not_note_it(tmp_path: Path) -> None:
    file = laid(tmp_path, f"index/{HERE}-{OWN}.db", 1000)
    sweep(tmp_path, [file], NOW)
    assert sweep(tmp_path, [], NOW + 2 * DAY) == ()
    assert file.stat().st_mtime == NOW - 1000 * DAY
    assert sweep(tmp_path, [], NOW + (OWN_SCHEMA_DAYS + 2) * DAY) == (file,)


@pytest.mark.parametrize("lock", [f"{GONE}-{OLD}.lock", f"{GONE}-{OLD}.db.lock"])
def test_what_another_program_brings_in_step_is_left_to_it(tmp_path: Path, lock: str) -> None:
    file = laid(tmp_path, f"index/{GONE}-{OLD}.db", 1000)
    with FileLock(tmp_path / "index" / lock):
        os.utime(tmp_path / "index" / lock, (0, 0))
        assert sweep(tmp_path, [], NOW) == ()
    assert file.exists()


def test_it_looks_once_a_day(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    sweep(tmp_path, [], NOW)
    file = laid(tmp_path, f"index/{GONE}-{OLD}.db", 1000)
    assert sweep(tmp_path, [], NOW + DAY / 2) == ()
    assert sweep(tmp_path, [], NOW + DAY) == (file,)


def test_who_has_an_old_index_open_goes_on_and_makes_it_anew(tmp_path: Path) -> None:
    path = tmp_path / "index" / f"{GONE}-{OLD}.db"
    index = open_index(path)
    index.apply(Changes(), fingerprint="rules")
    with index.view() as view:
        for file in path.parent.iterdir():
            os.utime(file, (0, 0))
        script = "import sys; from pathlib import Path; from vademecum.index.leftovers import sweep; "
        script += "print(len(sweep(Path(sys.argv[1]), [], float(sys.argv[2]))))"
        command = [sys.executable, "-c", script, str(tmp_path), str(NOW)]
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "1\n"
        assert view.fingerprint == "rules"
    index.apply(Changes(), fingerprint="anew")
    with index.view() as view:
        assert view.fingerprint == "anew"
    index.close()


@pytest.fixture
def memory(setting: Setting) -> Iterator[Memory]:
    opened = Memory(replace(setting, clock=lambda: datetime.fromtimestamp(NOW, UTC)))
    yield opened
    opened.close()


def test_a_sync_sweeps_and_keeps_its_own(memory: Memory) -> None:
    old = laid(memory.setting.cache, f"index/{GONE}-{OLD}.db", 1000)
    memory.sync()
    assert not old.exists()
    assert all(
        memory.library.index_path(mount.name).exists() for mount in memory.library.mounts if not mount.is_missing
    )
