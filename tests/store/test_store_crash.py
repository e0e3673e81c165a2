"""A write that dies or is refused at any moment leaves the old bytes or the new ones, and the next writer clears up."""

from __future__ import annotations

import os
import resource
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from vademecum.config.model import MountConfig
from vademecum.errors import StorageError
from vademecum.page import digest_of
from vademecum.store.files import write_atomic
from vademecum.store.folder import FolderStore
from vademecum.store.records import RecordStore

WRITER = Path(__file__).with_name("writer.py")
OLD, NEW = b"old " * 1000, b"new " * 1500


def run(*arguments: object) -> list[str]:
    command = [sys.executable, str(WRITER), *map(str, arguments)]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()


def store_at(root: Path) -> FolderStore:
    return FolderStore(MountConfig("notes", root, writable=True), wait=0)


def pages(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.glob("[!.]*/*.md")} | {
        path.name: path.read_bytes() for path in root.glob("*.md")
    }


def write_again(root: Path) -> None:
    """The next writer's turn, in each folder that the dead one wrote to."""
    store = store_at(root)
    with store.lock():
        for name in ("next", "folder/next"):
            store.put(name, b"x", expect=None)


def temporaries(root: Path) -> list[Path]:
    return list(root.rglob("*.tmp"))


def crashed(tmp_path: Path, write: str) -> Iterator[Path]:
    """The stores that a writer left which died at each moment of a write."""
    steps = int(run("crash", tmp_path, write)[0])
    assert steps > 10, "the moments of death were not reached"
    yield from (tmp_path / str(step) for step in range(steps))


def test_H8_a_replacement_that_dies_at_any_moment_leaves_one_whole_version(tmp_path: Path) -> None:
    seen = set()
    for root in crashed(tmp_path, "replace"):
        assert pages(root) in ({"page.md": OLD}, {"page.md": NEW})
        seen.add(pages(root)["page.md"])
        write_again(root)
        assert temporaries(root) == []
    assert seen == {OLD, NEW}


def test_H8_a_new_page_that_dies_at_any_moment_is_there_whole_or_not_at_all(tmp_path: Path) -> None:
    for root in crashed(tmp_path, "create"):
        assert pages(root) in ({"page.md": OLD}, {"page.md": OLD, "folder/new.md": NEW})
        write_again(root)
        assert temporaries(root) == []


def test_H8_a_move_that_dies_at_any_moment_leaves_the_page_under_one_of_its_names(tmp_path: Path) -> None:
    for root in crashed(tmp_path, "move"):
        assert pages(root) in ({"page.md": OLD}, {"folder/moved.md": OLD})
        write_again(root)


def test_H8_a_deletion_that_dies_at_any_moment_leaves_the_page_or_what_restores_it(tmp_path: Path) -> None:
    for root in crashed(tmp_path, "delete"):
        store = store_at(root)
        if not pages(root):
            with store.lock():
                store.restore(store.trash()[0].id)
        assert pages(root) == {"page.md": OLD}
        with store.lock():
            kept = store.delete("page", expect=digest_of(OLD))
        assert os.listdir(root / ".vade/trash") == [kept.id]
        assert temporaries(root) == []


def test_H8_forty_writers_killed_at_arbitrary_moments_leave_whole_versions_only(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_bytes(b"A" * 200_000)
    left = run("kill", tmp_path, 40)
    assert len(left) == 40
    assert set(left) <= {digest_of(b"A" * 200_000), digest_of(b"B" * 200_000)}
    write_again(tmp_path)
    assert temporaries(tmp_path) == []


@contextmanager
def disk_full_at(step: int, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Let the ``step``-th system call that changes the disk fail; gives the names of the calls made."""
    calls: list[str] = []

    def failing(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def called(*args: object, **options: object) -> object:
            calls.append(name)
            if len(calls) == step + 1:
                raise OSError(28, "No space left on device")
            return call(*args, **options)

        return called

    with monkeypatch.context() as patch:
        for name in ("open", "write", "fsync", "mkdir", "link", "replace"):
            patch.setattr(os, name, failing(name, getattr(os, name)))
        yield calls


@pytest.mark.parametrize("name", ["page", "folder/new"])
def test_A44_a_disk_that_is_full_at_any_call_leaves_the_old_bytes_or_a_finished_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    store, refusals = store_at(tmp_path), []
    for step in count():
        (tmp_path / "page.md").write_bytes(OLD)
        (tmp_path / "folder/new.md").unlink(missing_ok=True)
        with store.lock(), disk_full_at(step, monkeypatch) as calls:
            try:
                store.put(name, NEW, expect=digest_of(OLD) if name == "page" else None)
                done = True
            except StorageError as error:
                refusals.append(error.message)
                done = False
        assert pages(tmp_path) == ({"page.md": OLD} | ({f"{name}.md": NEW} if done else {}))
        assert temporaries(tmp_path) == []
        if len(calls) <= step:
            break
    assert len(refusals) >= 4
    assert set(refusals) == {f"{tmp_path}/{name}.md could not be written: No space left on device"}


def test_A44_a_file_size_limit_of_the_system_keeps_the_old_page_and_names_the_cause(tmp_path: Path) -> None:
    (tmp_path / "page.md").write_bytes(OLD)
    store = store_at(tmp_path)
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    with store.lock():
        resource.setrlimit(resource.RLIMIT_FSIZE, (5000, hard))
        try:
            with pytest.raises(StorageError, match=r"page\.md could not be written: File too large"):
                store.put("page", NEW, expect=digest_of(OLD))
            with pytest.raises(StorageError, match=r"config\.toml could not be written: File too large"):
                write_atomic(tmp_path / "config.toml", NEW)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert pages(tmp_path) == {"page.md": OLD}
    assert sorted(os.listdir(tmp_path)) == [".vade", "page.md"]


def test_a_folder_that_can_not_be_synced_does_not_make_a_done_write_look_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sync = os.fsync

    def refuse_folders(fd: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{fd}"):
            raise OSError(22, "Invalid argument")
        sync(fd)

    monkeypatch.setattr(os, "fsync", refuse_folders)
    store = store_at(tmp_path)
    with store.lock():
        store.put("page", NEW, expect=None)
    assert pages(tmp_path) == {"page.md": NEW}


def test_a_disk_without_hard_links_keeps_new_pages_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_args: object, **_options: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuse)
    store = store_at(tmp_path)
    with store.lock():
        kept = store.delete("page", expect=store.put("page", NEW, expect=None))
        store.restore(kept.id)
    assert pages(tmp_path) == {"page.md": NEW}
    assert temporaries(tmp_path) == []


@pytest.mark.parametrize("kind", ["new page", "changed page", "record"])
def test_H8_the_bytes_are_on_the_disk_before_they_take_their_name_and_the_name_is_before_the_write_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    told: list[str] = []
    records = MountConfig("notes", tmp_path / "notes.jsonl", format="records", writable=True)
    store = RecordStore(records, wait=0) if kind == "record" else store_at(tmp_path)
    first = b'{"id":"page","content":"old"}' if kind == "record" else OLD

    def naming(call: Callable[..., object]) -> Callable[..., object]:
        def named(*arguments: object, **options: object) -> object:
            told.append("named")
            return call(*arguments, **options)

        return named

    def synced(fd: int, sync: Callable[[int], None] = os.fsync) -> None:
        told.append("folder synced" if stat.S_ISDIR(os.fstat(fd).st_mode) else "file synced")
        sync(fd)

    with store.lock():
        expect = None if kind == "new page" else store.put("page", first, expect=None)
        monkeypatch.setattr(os, "fsync", synced)
        for name in ("rename", "replace", "link"):
            monkeypatch.setattr(os, name, naming(getattr(os, name)))
        store.put("page", first.replace(b"old", b"new"), expect=expect)
    assert told[0] == "file synced"
    assert told[1] == "named"
    assert told[-1] == "folder synced"
