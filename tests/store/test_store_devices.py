"""Pages in a folder on another disk than the store's own are moved, deleted and restored like all others."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.page import digest_of
from vademecum.store import trash
from vademecum.store.files import opened, rename_new

SHARED_MEMORY = Path("/dev/shm")  # the one other disk that a test may count on
OLD = b"old\n"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Iterator[Path]:
    """A folder on another disk than ``tmp_path``."""
    if not SHARED_MEMORY.is_dir() or SHARED_MEMORY.stat().st_dev == tmp_path.stat().st_dev:
        pytest.skip("there is no second disk here")
    with tempfile.TemporaryDirectory(dir=SHARED_MEMORY) as folder:
        yield Path(folder)


def test_a_page_moves_to_another_disk_with_its_rights_and_time(tmp_path: Path, elsewhere: Path) -> None:
    page = tmp_path / "a.md"
    page.write_bytes(OLD)
    page.chmod(0o640)
    os.utime(page, ns=(10**18, 10**18))
    with opened(str(tmp_path)) as source, opened(str(elsewhere)) as target:
        rename_new(source, "a.md", target, "b.md")
    moved = elsewhere / "b.md"
    assert (moved.read_bytes(), stat.S_IMODE(moved.stat().st_mode), moved.stat().st_mtime_ns) == (OLD, 0o640, 10**18)
    assert (os.listdir(tmp_path), os.listdir(elsewhere)) == ([], ["b.md"])


def test_a_page_that_can_not_be_taken_away_stays_the_only_one(
    tmp_path: Path, elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.md").write_bytes(OLD)
    unlink = os.unlink

    def refuse(path: str, *, dir_fd: int | None = None) -> None:
        if path == "a.md":
            raise PermissionError(1, "Operation not permitted")
        unlink(path, dir_fd=dir_fd)

    monkeypatch.setattr(os, "unlink", refuse)
    with opened(str(tmp_path)) as source, opened(str(elsewhere)) as target, pytest.raises(PermissionError):
        rename_new(source, "a.md", target, "b.md")
    assert (os.listdir(tmp_path), os.listdir(elsewhere)) == (["a.md"], [])


def test_a_page_on_another_disk_is_deleted_and_restored(tmp_path: Path, elsewhere: Path) -> None:
    (elsewhere / "a.md").write_bytes(OLD)
    entry = trash.new_entry("inner/a", digest_of(OLD), datetime(2026, 3, 1, tzinfo=UTC))
    with opened(str(elsewhere)) as folder:
        trash.discard(str(tmp_path), folder, "a.md", entry)
        assert os.listdir(elsewhere) == []
        trash.recover(str(tmp_path), entry.id, folder, "a.md")
    assert ((elsewhere / "a.md").read_bytes(), trash.entries(str(tmp_path))) == (OLD, ())
