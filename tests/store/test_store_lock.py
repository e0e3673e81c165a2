"""One writer at a time: in all threads and processes, for as long as the holder lives and no longer."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

import pytest

from vademecum.config.model import MountConfig
from vademecum.errors import StorageError, StoreBusyError
from vademecum.store.folder import FolderStore
from vademecum.store.lock import StoreLock

WRITER = Path(__file__).with_name("writer.py")


@contextmanager
def held_elsewhere(root: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the store's lock until the block ends."""
    command = [sys.executable, str(WRITER), "hold", str(root)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        try:
            yield holder
        finally:
            holder.kill()


def lock_of(root: Path, wait: float = 0) -> StoreLock:
    return StoreLock(str(root), wait=wait)


def in_thread(call: Callable[[], None]) -> list[Exception]:
    """What a call raises in another thread."""
    raised: list[Exception] = []

    def caught() -> None:
        try:
            call()
        except StorageError as error:
            raised.append(error)

    thread = threading.Thread(target=caught)
    thread.start()
    thread.join()
    return raised


def take(lock: StoreLock) -> None:
    with lock.hold():
        pass


def test_A38_the_lock_of_a_killed_writer_is_free_at_once(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path) as holder:
        holder.kill()
        holder.wait()
        with lock_of(tmp_path).hold():
            assert (tmp_path / ".vade/lock").exists()


def test_H8_a_live_holder_is_never_robbed_however_old_its_lock_looks(tmp_path: Path) -> None:
    with held_elsewhere(tmp_path):
        os.utime(tmp_path / ".vade/lock", (0, 0))
        with pytest.raises(StoreBusyError, match="another program") as caught:
            take(lock_of(tmp_path, wait=0.1))
    assert caught.value.hint is not None
    assert "frees itself" in caught.value.hint


@pytest.mark.parametrize("then", ["nothing", "made anew"])
def test_a_holder_keeps_the_store_when_its_lock_file_is_taken_away(tmp_path: Path, then: str) -> None:
    with held_elsewhere(tmp_path):
        shutil.rmtree(tmp_path / ".vade")
        if then == "made anew":
            (tmp_path / ".vade").mkdir()
            (tmp_path / ".vade/lock").touch()
        with pytest.raises(StoreBusyError):
            take(lock_of(tmp_path))


def test_a_folder_that_took_the_locked_ones_place_is_not_written(tmp_path: Path) -> None:
    root = tmp_path / "notes"
    store = FolderStore(MountConfig("notes", root, writable=True))
    with store.lock():
        root.rename(tmp_path / "moved")
        root.mkdir()
        with pytest.raises(StorageError, match="was replaced while it was being written"):
            store.put("a", b"text", expect=None)
    assert os.listdir(root) == []


def test_a_disk_without_locks_is_told_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_fd: int, _operation: int) -> None:
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "flock", refuse)
    with pytest.raises(StorageError, match="No locks available") as caught:
        take(lock_of(tmp_path))
    assert caught.value.hint is not None
    assert "file locks" in caught.value.hint


def test_a_lock_file_swapped_while_it_is_opened_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lock, asked = lock_of(tmp_path, wait=5), []
    check = os.path.samestat

    def swap_once(there: os.stat_result, held: os.stat_result) -> bool:
        asked.append(held.st_ino)
        return len(asked) > 1 and check(there, held)

    monkeypatch.setattr(os.path, "samestat", swap_once)
    with lock.hold():
        assert lock.held
    assert len(asked) >= 2


def test_the_lock_is_re_entrant_and_free_after_the_last_exit(tmp_path: Path) -> None:
    lock = lock_of(tmp_path)
    with lock.hold():
        take(lock)
        with pytest.raises(StoreBusyError):
            take(lock_of(tmp_path))
    take(lock_of(tmp_path))


def test_an_error_inside_the_block_frees_the_lock(tmp_path: Path) -> None:
    lock = lock_of(tmp_path)
    with pytest.raises(KeyError), lock.hold(), lock.hold():
        raise KeyError
    assert not lock.held
    take(lock_of(tmp_path))


def test_threads_of_one_process_exclude_each_other_and_share_no_hold(tmp_path: Path) -> None:
    store = FolderStore(MountConfig("notes", tmp_path, writable=True), wait=0)

    def write() -> None:
        store.put("a", b"x", expect=None)

    def locked_write() -> None:
        with store.lock():
            write()

    with store.lock():
        assert [type(error) for error in in_thread(locked_write)] == [StoreBusyError]
        assert ["while its lock is held" in str(error) for error in in_thread(write)] == [True]
    assert in_thread(locked_write) == []


def test_many_threads_are_let_in_one_by_one(tmp_path: Path) -> None:
    lock, inside, seen = lock_of(tmp_path, wait=30), [0], []

    def work() -> None:
        for _ in range(10):
            with lock.hold():
                inside[0] += 1
                seen.append(inside[0])
                inside[0] -= 1

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [1] * 40


def test_a_forked_child_does_not_inherit_the_hold(tmp_path: Path) -> None:
    command = [sys.executable, str(WRITER), "fork", str(tmp_path)]
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "0\n"


def test_the_lock_leaves_no_descriptor_open(tmp_path: Path) -> None:
    lock = lock_of(tmp_path)
    take(lock)
    before = os.listdir("/proc/self/fd")
    for _ in range(5):
        take(lock)
    assert len(os.listdir("/proc/self/fd")) == len(before)


@pytest.mark.parametrize(("exposure", "shown"), [("path", True), ("address", False)])
def test_D12_a_busy_store_is_named_by_its_path_only_where_paths_may_be_shown(
    tmp_path: Path, exposure: Literal["path", "address"], *, shown: bool
) -> None:
    store = FolderStore(MountConfig("notes", tmp_path, writable=True, exposure=exposure), wait=0)
    with lock_of(tmp_path).hold(), pytest.raises(StoreBusyError) as caught, store.lock():
        pass
    assert (str(tmp_path) in str(caught.value)) == shown
