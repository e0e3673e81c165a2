"""What every store does, whatever keeps it: each test runs on a folder of pages and on a file of records.

What only one of them can do, or does in its own way, is in test_store_folder.py and test_records.py.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Protocol

import pytest

from vademecum.config.model import MountConfig
from vademecum.errors import (
    ConflictError,
    ExistsError,
    NameRefusedError,
    NotFoundError,
    ReadOnlyError,
    RefusedError,
    StorageError,
    StoreBusyError,
    TooLargeError,
    UnreadableError,
    VademecumError,
)
from vademecum.page import Digest, digest_of
from vademecum.store.contract import Store
from vademecum.store.folder import FolderStore
from vademecum.store.records import RecordStore

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


class Kind(Protocol):
    """One format of stores: how to open one, how another program writes a page, and what is on disk."""

    root: Path

    def open(self, **settings: object) -> Store: ...

    def data(self, text: str) -> bytes: ...

    def lay(self, name: str, text: str) -> Digest: ...

    def file(self, name: str) -> Path: ...


def config_of(path: Path, settings: dict[str, object]) -> MountConfig:
    return MountConfig("notes", path, **{"writable": True, **settings})  # type: ignore[arg-type]  # a test passes what it names


def clock() -> Callable[[], datetime]:
    """A clock that goes on by a minute each time that it is looked at."""
    minutes = count()
    return lambda: NOON + timedelta(minutes=next(minutes))


class Folder:
    """A folder of pages."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def open(self, **settings: object) -> FolderStore:
        return FolderStore(config_of(self.root, settings), clock=clock(), wait=0)

    def data(self, text: str) -> bytes:
        return text.encode()

    def lay(self, name: str, text: str) -> Digest:
        self.file(name).write_bytes(text.encode())
        return digest_of(text.encode())

    def file(self, name: str) -> Path:
        return self.root / f"{name}.md"


class Records:
    """A file of records, in which another program keeps the order of the lines."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def open(self, **settings: object) -> RecordStore:
        config = config_of(self.file(""), {"format": "records", **settings})
        return RecordStore(config, clock=clock(), wait=0)

    def data(self, text: str) -> bytes:
        return json.dumps({"content": text}).encode()

    def lay(self, name: str, text: str) -> Digest:
        line = json.dumps({"id": name, "content": text}).encode()
        file = self.file(name)
        others = [each for each in file.read_bytes().split(b"\n") if each] if file.exists() else []
        kept = [each for each in others if json.loads(each)["id"] != name]
        file.write_bytes(b"".join(each + b"\n" for each in (*kept, line)))
        return digest_of(line)

    def file(self, _name: str) -> Path:
        return self.root / "facts.jsonl"


@pytest.fixture(params=["folder", "records"])
def kind(request: pytest.FixtureRequest, tmp_path: Path) -> Kind:
    root = tmp_path / "store"
    root.mkdir()
    formats: dict[str, type[Folder | Records]] = {"folder": Folder, "records": Records}
    return formats[request.param](root)


def tree(root: Path) -> dict[str, bytes]:
    """All files of a store save those in its hidden folder."""
    found = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in found if ".vade" not in path.parts}


def texts(store: Store) -> dict[str, str]:
    return {entry.name: store.read(entry.name).text for entry in store.walk().entries}


def test_a_new_page_is_read_back_walked_and_stamped(kind: Kind) -> None:
    store = kind.open()
    with store.lock():
        digest = store.put("Café", kind.data("text"), expect=None)
    page = store.read("Café")
    assert (page.text, page.digest, str(page.address)) == ("text", digest, "notes:Café")
    assert digest_of(page.raw) == digest
    assert [(entry.name, entry.stamp) for entry in store.walk().entries] == [("Café", store.stamp("Café"))]
    assert store.path("Café") == kind.file("Café")


def test_a_name_is_found_in_either_form_of_its_letters(kind: Kind) -> None:
    kind.lay("é", "text")
    assert kind.open().read("é").address.name == "é"


def test_pages_are_walked_in_order_of_name_and_beyond_the_bounds_counted(kind: Kind) -> None:
    for name in ("b", "a", "c"):
        kind.lay(name, "text")
    kind.lay("large", "x" * 100)
    walk = kind.open(max_page_bytes=90, max_pages=2).walk()
    assert len(walk.entries) == 2
    assert [entry.name for entry in walk.entries] == sorted(entry.name for entry in walk.entries)
    assert sum(walk.left_out.values()) == 2
    assert dict(kind.open(max_page_bytes=90).walk().left_out) == {"size": 1}


def test_a_change_of_one_page_leaves_the_stamps_of_all_others(kind: Kind) -> None:
    digest = kind.lay("a", "old")
    kind.lay("b", "other")
    store = kind.open()
    before = {entry.name: entry.stamp for entry in store.walk().entries}
    with store.lock():
        store.put("a", kind.data("new"), expect=digest)
    after = {entry.name: entry.stamp for entry in store.walk().entries}
    assert after["b"] == before["b"]
    assert after["a"] != before["a"]


def test_what_another_program_writes_is_seen_at_once(kind: Kind) -> None:
    kind.lay("a", "old")
    store = kind.open()
    assert texts(store) == {"a": "old"}
    kind.lay("a", "new")
    kind.lay("b", "more")
    assert texts(store) == {"a": "new", "b": "more"}


def test_H7_A43_a_page_is_only_replaced_at_the_digest_that_was_expected(kind: Kind) -> None:
    expect = kind.lay("a", "old")
    store, file = kind.open(), kind.file("a")
    store.read("a")
    before = file.stat()
    found = kind.lay("a", "odd")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    left = tree(kind.root)
    with store.lock(), pytest.raises(ConflictError, match="has changed") as caught:
        store.put("a", kind.data("new"), expect=expect)
    assert (caught.value.expected, caught.value.found) == (expect, found)
    assert tree(kind.root) == left


def test_H7_an_edit_of_a_page_that_is_gone_is_a_conflict(kind: Kind) -> None:
    kind.lay("b", "other")
    store, left = kind.open(), tree(kind.root)
    writes: list[Callable[[], object]] = [
        lambda: store.put("a", kind.data("new"), expect=digest_of(b"old")),
        lambda: store.delete("a", expect=digest_of(b"old")),
    ]
    for write in writes:
        with store.lock(), pytest.raises(ConflictError, match="no longer there") as caught:
            write()
        assert caught.value.found is None
    assert tree(kind.root) == left


def test_an_edit_that_another_program_overtakes_after_the_first_look_is_refused(
    kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    expect = kind.lay("a", "old")
    store, sync = kind.open(), os.fsync

    def overtake(fd: int) -> None:
        sync(fd)
        kind.lay("a", "theirs")

    with store.lock():
        monkeypatch.setattr(os, "fsync", overtake)
        with pytest.raises(ConflictError):
            store.put("a", kind.data("ours"), expect=expect)
    assert texts(store) == {"a": "theirs"}
    assert sorted(os.listdir(kind.root)) == [".vade", kind.file("a").name]


def test_a_write_of_the_same_bytes_touches_nothing(kind: Kind) -> None:
    expect = kind.lay("a", "old")
    store, before = kind.open(), kind.file("a").stat()
    with store.lock():
        assert store.put("a", store.read("a").raw, expect=expect) == expect
    assert kind.file("a").stat() == before


def test_a_new_page_never_replaces_one_that_is_there(kind: Kind) -> None:
    kind.lay("a", "old")
    store, left = kind.open(), tree(kind.root)
    with store.lock(), pytest.raises(ExistsError, match="notes:a already"):
        store.put("a", kind.data("new"), expect=None)
    assert tree(kind.root) == left


def test_a_page_over_the_write_bound_is_refused_and_one_over_the_read_bound_not_read(kind: Kind) -> None:
    expect = kind.lay("a", "old")
    store = kind.open(max_write_bytes=200, max_page_bytes=300)
    left = tree(kind.root)
    with store.lock(), pytest.raises(TooLargeError, match=r"over the bound of 200\nhint: split it"):
        store.put("a", kind.data("x" * 201), expect=expect)
    assert tree(kind.root) == left
    kind.lay("a", "x" * 301)
    with pytest.raises(TooLargeError, match="bound of 300 bytes"):
        store.read("a")


def test_a_file_keeps_the_rights_that_it_has_when_it_is_written(kind: Kind) -> None:
    expect = kind.lay("a", "old")
    kind.file("a").chmod(0o640)
    store = kind.open()
    with store.lock():
        store.put("a", kind.data("new"), expect=expect)
    assert kind.file("a").stat().st_mode & 0o777 == 0o640


def test_a_page_that_is_not_there_is_not_found(kind: Kind) -> None:
    kind.lay("a", "text")
    store = kind.open()
    for name in ("b", "a/b", "A", "x/y", ".vade/lock"):
        with pytest.raises(NotFoundError):
            store.read(name)
        assert store.stamp(name) is None


def test_A39_A45_a_file_that_became_a_link_or_a_pipe_is_neither_read_nor_written(kind: Kind, tmp_path: Path) -> None:
    expect = kind.lay("a", "old")
    store, file = kind.open(), kind.file("a")
    file.rename(tmp_path / "outside")
    left = (tmp_path / "outside").read_bytes()
    makers: list[Callable[[], None]] = [lambda: file.symlink_to(tmp_path / "outside"), lambda: os.mkfifo(file)]
    writes: list[Callable[[], object]] = [
        lambda: store.put("a", kind.data("x"), expect=expect),
        lambda: store.delete("a", expect=expect),
    ]
    for make in makers:
        make()
        with pytest.raises(VademecumError):
            store.read("a")
        for write in writes:
            with store.lock(), pytest.raises(VademecumError):
                write()
        file.unlink()
    assert (tmp_path / "outside").read_bytes() == left


def test_a_file_that_can_not_be_opened_is_unreadable_and_named(kind: Kind, monkeypatch: pytest.MonkeyPatch) -> None:
    kind.lay("a", "text")
    store, opens, leaf = kind.open(), os.open, kind.file("a").name

    def refuse(path: str, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        if path == leaf:
            raise PermissionError(13, "Permission denied")
        return opens(path, flags, mode, dir_fd=dir_fd)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(UnreadableError, match=rf"{leaf} could not be read: Permission denied"):
        store.read("a")


OUTSIDE = ["../outside", "/etc/passwd", "a/../../outside", "..\\outside", ".vade/lock", "", ".", " ", "note\n", "x\0"]


@pytest.mark.parametrize("name", [*OUTSIDE, "．．/outside", "\udce9"], ids=ascii)
def test_A39_a_new_name_that_would_leave_the_store_is_refused_and_nothing_is_there_under_it(
    kind: Kind, name: str
) -> None:
    digest = kind.lay("a", "old")
    store, left = kind.open(), tree(kind.root)
    writes: list[Callable[[], object]] = [
        lambda: store.put(name, kind.data("x"), expect=None),
        lambda: store.put(name, kind.data("x"), expect=digest),
        lambda: store.move("a", name, expect=digest),
        lambda: store.delete(name, expect=digest),
    ]
    for write in writes:
        with store.lock(), pytest.raises(NameRefusedError):
            write()
    with pytest.raises((NameRefusedError, NotFoundError)):
        store.read(name)
    assert store.stamp(name) is None
    assert tree(kind.root) == left


def test_a_read_only_mount_refuses_every_write_and_makes_no_hidden_folder(kind: Kind) -> None:
    kind.lay("a", "text")
    store = kind.open(writable=False)
    with pytest.raises(ReadOnlyError), store.lock():
        pass
    with pytest.raises(ReadOnlyError):
        store.check_writable("a")
    store.walk(), store.read("a"), store.stamp("a"), store.trash(), store.path("b")
    assert os.listdir(kind.root) == [kind.file("a").name]


def test_writing_without_the_lock_is_refused(kind: Kind) -> None:
    digest = kind.lay("a", "text")
    store = kind.open()
    with store.lock():
        kept = store.delete("a", expect=digest)
    left = tree(kind.root)
    writes: list[Callable[[], object]] = [
        lambda: store.put("b", kind.data("x"), expect=None),
        lambda: store.move("a", "b", expect=digest),
        lambda: store.delete("a", expect=digest),
        lambda: store.restore(kept.id),
        lambda: store.purge(kept.id),
    ]
    for write in writes:
        with pytest.raises(StorageError, match="while its lock is held"):
            write()
    assert tree(kind.root) == left


def test_two_stores_of_one_place_exclude_each_other(kind: Kind) -> None:
    first, second = kind.open(), kind.open()
    with first.lock(), first.lock(), pytest.raises(StoreBusyError), second.lock():
        pass
    with second.lock():
        second.put("a", kind.data("text"), expect=None)
    assert texts(first) == {"a": "text"}


def test_the_hidden_folder_is_ignored_by_git_and_by_every_walk(kind: Kind) -> None:
    store = kind.open()
    with store.lock():
        store.put("a", kind.data("x"), expect=None)
    assert "*" in (kind.root / ".vade/.gitignore").read_text().splitlines()
    assert [entry.name for entry in store.walk().entries] == ["a"]
    assert sorted(os.listdir(kind.root)) == [".vade", kind.file("a").name]


def test_a_move_is_only_made_at_the_digest_that_was_expected_and_loses_nothing(kind: Kind) -> None:
    digest = kind.lay("a", "text")
    store = kind.open()
    with store.lock():
        with pytest.raises(ConflictError):
            store.move("a", "b", expect=digest_of(b"other"))
        with suppress(NameRefusedError):  # a record's name is given once
            store.move("a", "b", expect=digest)
    assert list(texts(store).values()) == ["text"]


def test_a_deleted_page_can_be_restored_with_its_bytes(kind: Kind) -> None:
    digest = kind.lay("a", "text")
    kind.file("a").chmod(0o640)
    store = kind.open()
    raw = store.read("a").raw
    with store.lock():
        kept = store.delete("a", expect=digest)
    assert (kept.name, kept.digest, kept.deleted) == ("a", digest, "2026-03-01T12:00:00.000Z")
    assert (store.trash(), texts(store)) == ((kept,), {})
    with store.lock():
        assert store.restore(kept.id) == "a"
    assert (store.trash(), store.read("a").raw) == ((), raw)
    assert kind.file("a").stat().st_mode & 0o777 == 0o640


def test_a_page_is_only_deleted_at_the_digest_that_was_expected(kind: Kind) -> None:
    kind.lay("a", "text")
    store, left = kind.open(), tree(kind.root)
    with store.lock(), pytest.raises(ConflictError):
        store.delete("a", expect=digest_of(b"other"))
    assert (tree(kind.root), store.trash()) == (left, ())


def test_the_trash_keeps_each_deletion_newest_first(kind: Kind) -> None:
    store = kind.open()
    with store.lock():
        kept = [store.delete("a", expect=store.put("a", kind.data(text), expect=None)) for text in "12"]
    assert store.trash() == (kept[1], kept[0])
    with store.lock():
        assert store.restore(kept[0].id) == "a"
    assert texts(store) == {"a": "1"}


def test_a_restore_never_takes_the_place_of_a_page(kind: Kind) -> None:
    digest = kind.lay("a", "old")
    store = kind.open()
    with store.lock():
        kept = store.delete("a", expect=digest)
        store.put("a", kind.data("newer"), expect=None)
        with pytest.raises(ExistsError):
            store.restore(kept.id)
    assert (texts(store), store.trash()) == ({"a": "newer"}, (kept,))


@pytest.mark.parametrize("trash_id", ["", "..", "20260301T120000Z-00000000", "../../a", "x"])
def test_a_restore_of_what_is_not_in_the_trash_is_not_found(kind: Kind, trash_id: str) -> None:
    kind.lay("a", "text")
    store = kind.open()
    with store.lock(), pytest.raises(NotFoundError):
        store.restore(trash_id)


def test_a_deleted_page_is_read_where_it_lies_and_purged_for_good(kind: Kind) -> None:
    store, raws = kind.open(), {}
    for name in "ab":
        digest = kind.lay(name, f"text of {name}")
        raws[name] = store.read(name).raw
        with store.lock():
            kept = store.delete(name, expect=digest)
    assert store.read_trashed(kept.id).raw == raws["b"]
    with store.lock():
        store.purge(kept.id)
        for ask in (store.purge, store.read_trashed, store.restore):
            with pytest.raises(NotFoundError):
                ask(kept.id)
    assert [each.name for each in store.trash()] == ["a"]
    assert not any(b"text of b" in file.read_bytes() for file in kind.root.rglob("*") if file.is_file())


def test_A39_a_trash_that_is_a_link_is_named_and_not_followed(kind: Kind, tmp_path: Path) -> None:
    kind.lay("a", "text")
    (kind.root / ".vade").mkdir()
    (kind.root / ".vade/trash").symlink_to(tmp_path)
    with pytest.raises(StorageError, match=r"the trash of .* could not be read"):
        kind.open().trash()


def test_A39_the_hidden_folder_is_never_a_link(kind: Kind, tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (kind.root / ".vade").symlink_to(tmp_path / "elsewhere")
    store = kind.open()
    with pytest.raises(StorageError, match="could not be locked"), store.lock():
        pass
    assert os.listdir(tmp_path / "elsewhere") == []


@pytest.mark.parametrize("exposure", ["path", "address"])
def test_D12_errors_show_no_path_in_a_mount_that_exposes_addresses_only(kind: Kind, exposure: str) -> None:
    kind.lay("a", "old text")
    store = kind.open(exposure=exposure, max_page_bytes=3, max_write_bytes=2)
    attempts: list[Callable[[], object]] = [
        lambda: store.read("a"),
        lambda: store.read("absent"),
        lambda: store.put("a", kind.data("x"), expect=Digest("0")),
        lambda: store.put("b", kind.data("long text"), expect=None),
        lambda: store.delete("absent", expect=Digest("0")),
        lambda: store.restore("20260301T120000Z-00000000"),
    ]
    said = []
    for attempt in attempts:
        with store.lock(), pytest.raises(VademecumError) as caught:
            attempt()
        said.append(str(caught.value))
    kind.file("a").unlink()
    kind.file("a").mkdir()
    with pytest.raises(VademecumError) as caught:
        store.read("a")
    said.append(str(caught.value))
    assert (str(kind.root) in "\n".join(said)) <= (exposure == "path")


def test_a_refusal_is_a_refused_error_whatever_its_kind(kind: Kind) -> None:
    kind.lay("a", "old")
    store, left = kind.open(), tree(kind.root)
    for name, expect in (("a", None), ("a", Digest("0")), ("../a", None)):
        with store.lock(), pytest.raises(RefusedError):
            store.put(name, kind.data("x"), expect=expect)
    assert tree(kind.root) == left


def test_a_store_whose_folder_is_away_says_so_and_serves_nothing(kind: Kind, tmp_path: Path) -> None:
    kind.lay("a", "text")
    store = kind.open()
    kind.root.rename(tmp_path / "unplugged")
    walk = store.walk()
    assert (walk.entries, [problem.code for problem in walk.problems]) == ((), ["unreadable"])
    with pytest.raises(NotFoundError):
        store.read("a")
    (tmp_path / "unplugged").rename(kind.root)
    assert texts(store) == {"a": "text"}


def failing_at(step: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Let the ``step``-th system call that changes the disk fail; gives the names of the calls, as they are made."""
    calls: list[str] = []

    def failing(name: str, call: Callable[..., object]) -> Callable[..., object]:
        def called(*args: object, **options: object) -> object:
            calls.append(name)
            if len(calls) == step + 1:
                raise OSError(28, "No space left on device")
            return call(*args, **options)

        return called

    for name in ("open", "write", "fsync", "mkdir", "link", "rename", "replace"):
        monkeypatch.setattr(os, name, failing(name, getattr(os, name)))
    return calls


def laid(kind: Kind, write: str) -> tuple[Store, Callable[[], object], dict[str, str]]:
    """A store with one page, or one in its trash, a write to try, and the pages that the write would leave."""
    digest = kind.lay("page", "old")
    store = kind.open()
    if write == "replace":
        return store, lambda: store.put("page", kind.data("new"), expect=digest), {"page": "new"}
    if write == "create":
        return store, lambda: store.put("more", kind.data("x"), expect=None), {"page": "old", "more": "x"}
    if write == "delete":
        return store, lambda: store.delete("page", expect=digest), {}
    with store.lock():
        kept = store.delete("page", expect=digest)
    return store, lambda: store.restore(kept.id), {"page": "old"}


@pytest.mark.parametrize("write", ["replace", "create", "delete", "restore"])
def test_A44_a_disk_that_is_full_at_any_call_leaves_the_old_state_or_a_finished_write(
    kind: Kind, monkeypatch: pytest.MonkeyPatch, write: str
) -> None:
    refusals = 0
    for step in count():
        store, act, wanted = laid(kind, write)
        before = texts(store)
        with store.lock(), monkeypatch.context() as patch:
            calls = failing_at(step, patch)
            try:
                act()
                done = True
            except (StorageError, NotFoundError):  # a trash that can't be opened holds nothing
                done = False
        assert texts(store) == (wanted if done else before)
        assert list(kind.root.rglob("*.tmp")) == []
        refusals += not done
        if len(calls) <= step:
            break
        for path in kind.root.glob("[!.]*"):
            path.unlink()
    assert refusals >= 4
