"""Pages of a folder are found by name, written, moved, deleted and restored; every refusal leaves each byte as it was.

What holds for every store is in test_store_contract.py.
"""

from __future__ import annotations

import json
import os
import unicodedata
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path

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
)
from vademecum.page import Digest, Page, digest_of
from vademecum.store.contract import Entry
from vademecum.store.folder import FolderStore

NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
OLD = b"old\n"


def store_at(root: Path, pages: tuple[str, ...] = (), **settings: object) -> FolderStore:
    for place in pages:
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(OLD)
    config = MountConfig("notes", root, **{"writable": True, **settings})  # type: ignore[arg-type]  # a test passes what it names
    return FolderStore(config, clock=lambda: NOON)


def tree(root: Path) -> dict[str, bytes]:
    found = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in found if ".vade" not in path.parts}


def test_a_new_page_is_read_back_and_its_folders_are_made(tmp_path: Path) -> None:
    store = store_at(tmp_path)
    with store.lock():
        digest = store.put("topics/deep/Café", b"text\r\n", expect=None)
    page = store.read("topics/deep/Café")
    assert (page.raw, page.digest, str(page.address)) == (b"text\r\n", digest, "notes:topics/deep/Café")
    assert tree(tmp_path) == {"topics/deep/Café.md": b"text\r\n"}


@pytest.mark.parametrize(
    ("there", "name"),
    [
        ("Note.md", "note"),
        ("note.MD", "NOTE"),
        ("Straße.md", "STRASSE"),
        ("Topics/x.md", "topics/y"),
        ("note.md/x.md", "note"),
        (unicodedata.normalize("NFD", "é") + ".md", "É"),
    ],
)
def test_A24_a_name_that_some_disk_would_take_for_another_is_refused_on_every_disk(
    tmp_path: Path, there: str, name: str
) -> None:
    store = store_at(tmp_path, (there,))
    with store.lock(), pytest.raises(ExistsError):
        store.put(name, b"new", expect=None)
    assert tree(tmp_path) == {there: OLD}


def test_a_twin_is_named_so_that_it_can_be_used_instead(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("topics/Note.md",))
    with store.lock(), pytest.raises(ExistsError, match=r"'topics/note' is spelled like 'topics/Note'"):
        store.put("topics/note", b"new", expect=None)


def test_a_decomposed_name_on_disk_is_edited_in_place_and_its_folder_used(tmp_path: Path) -> None:
    folder, leaf = unicodedata.normalize("NFD", "Übung"), unicodedata.normalize("NFD", "é.md")
    store = store_at(tmp_path, (f"{folder}/{leaf}",))
    with store.lock():
        store.put("Übung/é", b"new", expect=digest_of(OLD))
        store.put("Übung/second", b"2", expect=None)
    assert tree(tmp_path) == {f"{folder}/{leaf}": b"new", f"{folder}/second.md": b"2"}


def test_A23_a_name_of_full_length_is_written_and_rewritten(tmp_path: Path) -> None:
    store, name = store_at(tmp_path), "字" * 84
    with store.lock():
        digest = store.put(name, b"1", expect=None)
        store.put(name, b"2", expect=digest)
    assert tree(tmp_path) == {f"{name}.md": b"2"}


def test_a_page_whose_link_loses_its_target_while_it_is_followed_is_not_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = store_at(tmp_path, ("a.md",))
    (tmp_path / "b.md").symlink_to("a.md")
    follow = os.path.realpath

    def follow_late(path: str, *, strict: bool = False) -> str:
        found = follow(path, strict=strict)
        (tmp_path / "a.md").unlink(missing_ok=True)
        return found

    monkeypatch.setattr(os.path, "realpath", follow_late)
    with pytest.raises(NotFoundError):
        store.read("b")


def test_a_page_keeps_the_rights_that_it_has_when_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store, listdir = store_at(tmp_path, ("a.md",)), os.listdir

    def made_private(path: str | int) -> list[str]:
        (tmp_path / "a.md").chmod(0o600)
        return listdir(path)

    with store.lock():
        monkeypatch.setattr(os, "listdir", made_private)
        store.put("a", b"new", expect=digest_of(OLD))
    assert (tmp_path / "a.md").stat().st_mode & 0o777 == 0o600


def test_a_page_that_is_not_there_is_not_found(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("a.md",))
    for name in ("b", "a/b", "a.md", "A", "x/y", ".vade/lock"):
        with pytest.raises(NotFoundError):
            store.read(name)
        assert store.stamp(name) is None


OUTSIDE = [
    "../outside",
    "../../etc/passwd",
    "/etc/passwd",
    "a/../../outside",
    "..\\outside",
    "C:\\Windows\\x",
    "C:x",
    "%2e%2e/outside",
    "~/x",
    "$HOME/x",
    "x\0",
    ".git/config",
    ".vade/lock",
    "sub/.hidden/x",
    "",
    ".",
    " ",
    "note\n",
    "．．/outside",
    "\udce9",
]


@pytest.mark.parametrize("name", OUTSIDE, ids=ascii)
def test_A39_a_name_that_leaves_the_store_is_refused_by_every_method(tmp_path: Path, name: str) -> None:
    (tmp_path / "outside.md").write_bytes(OLD)
    store = store_at(tmp_path / "vault", ("a.md",))
    digest = digest_of(OLD)
    writes: list[Callable[[], object]] = [
        lambda: store.put(name, b"x", expect=None),
        lambda: store.put(name, b"x", expect=digest),
        lambda: store.move(name, "b", expect=digest),
        lambda: store.move("a", name, expect=digest),
        lambda: store.delete(name, expect=digest),
    ]
    for write in writes:
        with store.lock(), pytest.raises(NameRefusedError):
            write()
    with pytest.raises((NameRefusedError, NotFoundError)):
        store.read(name)
    assert store.stamp(name) is None
    assert tree(tmp_path) == {"outside.md": OLD, "vault/a.md": OLD}


@pytest.mark.parametrize("name", ["link-file", "link-dir/secret", "link-dir/new", "dangling", "loop/x", "hidden"])
def test_A39_nothing_is_read_or_written_through_a_link_that_leaves_the_store(tmp_path: Path, name: str) -> None:
    root = tmp_path / "vault"
    store = store_at(root, (".trash/x.md",))
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.md").write_bytes(OLD)
    links = {
        "link-file.md": "../outside/secret.md",
        "link-dir": "../outside",
        "dangling.md": "new.md",
        "loop": "loop",
        "hidden.md": ".trash/x.md",
    }
    for leaf, target in links.items():
        (root / leaf).symlink_to(target)
    with store.lock():
        for expect in (None, digest_of(OLD)):
            with pytest.raises(NameRefusedError, match="link"):
                store.put(name, b"x", expect=expect)
    with pytest.raises(NameRefusedError, match=r"link(?s:.*)hint: put the page itself"):
        store.read(name)
    assert os.listdir(tmp_path / "outside") == ["secret.md"]
    assert not (root / "new.md").exists()


def test_A39_a_link_inside_the_store_reads_as_the_page_it_leads_to_and_is_never_written(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("sub/real.md",))
    (tmp_path / "alias.md").symlink_to("sub/real.md")
    (tmp_path / "again").symlink_to("sub")
    assert str(store.read("alias").address) == str(store.read("again/real").address) == "notes:sub/real"
    with store.lock():
        for name, expect in (("alias", digest_of(OLD)), ("again/real", digest_of(OLD)), ("again/new", None)):
            with pytest.raises(NameRefusedError, match="writes never do"):
                store.put(name, b"x", expect=expect)
    assert (tmp_path / "sub/real.md").read_bytes() == OLD
    assert os.listdir(tmp_path / "sub") == ["real.md"]


def test_a_mount_with_an_inbox_is_written_below_it_and_nowhere_else(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("a.md",), writable=False, inbox="Inbox/agents/")
    with store.lock():
        store.put("Inbox/agents/new", b"x", expect=None)
        for name in ("a", "Inbox/a", "inbox/agents/b", "Inbox/agents"):
            with pytest.raises(ReadOnlyError, match="outside its inbox"):
                store.put(name, b"x", expect=None)
        with pytest.raises(ReadOnlyError):
            store.move("Inbox/agents/new", "moved", expect=digest_of(b"x"))
    assert tree(tmp_path) == {"a.md": OLD, "Inbox/agents/new.md": b"x"}


@pytest.mark.parametrize("name", ["node_modules/x", "user/x", "1/2/3/x"])
def test_a_page_is_never_written_where_no_walk_would_find_it(tmp_path: Path, name: str) -> None:
    config = MountConfig("notes", tmp_path, writable=True, max_depth=2)
    store = FolderStore(config, exclude=frozenset({tmp_path / "user"}))
    with store.lock(), pytest.raises(NameRefusedError):
        store.put(name, b"x", expect=None)
    assert tree(tmp_path) == {}


def test_a_page_moves_with_its_bytes_and_never_over_another(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("a.md", "b.md"))
    with store.lock():
        with pytest.raises(ExistsError):
            store.move("a", "b", expect=digest_of(OLD))
        with pytest.raises(ConflictError):
            store.move("a", "c", expect=digest_of(b"other"))
        store.move("a", "new/place", expect=digest_of(OLD))
    assert tree(tmp_path) == {"b.md": OLD, "new/place.md": OLD}


def test_A24_a_rename_that_changes_only_case_works(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("activity.md",))
    with store.lock():
        store.move("activity", "Activity", expect=digest_of(OLD))
    assert tree(tmp_path) == {"Activity.md": OLD}


def test_A24_a_rename_to_the_same_name_changes_nothing_on_disk(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "é.md")
    store = store_at(tmp_path, (decomposed,))
    with store.lock():
        store.move("é", "é", expect=digest_of(OLD))
    assert tree(tmp_path) == {decomposed: OLD}


def test_a_deleted_page_can_be_restored_with_its_bytes_and_rights(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("sub/a.md",))
    (tmp_path / "sub/a.md").chmod(0o640)
    with store.lock():
        kept = store.delete("sub/a", expect=digest_of(OLD))
    assert (kept.name, kept.digest, kept.deleted) == ("sub/a", digest_of(OLD), "2026-03-01T12:00:00.000Z")
    assert (store.trash(), tree(tmp_path)) == ((kept,), {})
    assert (tmp_path / "sub").is_dir()
    with store.lock():
        assert store.restore(kept.id) == "sub/a"
    assert (store.trash(), tree(tmp_path)) == ((), {"sub/a.md": OLD})
    assert (tmp_path / "sub/a.md").stat().st_mode & 0o777 == 0o640
    assert os.listdir(tmp_path / ".vade/trash") == []


@pytest.mark.parametrize("name", ["../outside", ".git/config", "sub/../../x"])
def test_A39_a_trash_that_came_with_a_clone_restores_nothing_outside(tmp_path: Path, name: str) -> None:
    store = store_at(tmp_path / "vault")
    planted = tmp_path / "vault/.vade/trash/20260301T120000Z-0123abcd"
    planted.mkdir(parents=True)
    (planted / "page.md").write_bytes(b"planted")
    (planted / "about.json").write_text(json.dumps({"name": name, "digest": "0", "deleted": "2026"}))
    with store.lock(), pytest.raises(NameRefusedError):
        store.restore(planted.name)
    assert tree(tmp_path) == {}


def test_A39_a_link_in_a_trash_that_came_with_a_clone_is_nothing_to_restore(tmp_path: Path) -> None:
    store = store_at(tmp_path / "vault", ("a.md",))
    planted = tmp_path / "vault/.vade/trash/20260301T120000Z-0123abcd"
    planted.mkdir(parents=True)
    (planted / "page.md").symlink_to(tmp_path / "outside.md")
    (planted / "about.json").write_text(json.dumps({"name": "b", "digest": "0", "deleted": "2026"}))
    with store.lock(), pytest.raises(NotFoundError):
        store.restore(planted.name)
    assert (os.listdir(tmp_path / "vault"), store.trash()) == ([".vade", "a.md"], ())


def test_a_deletion_that_fails_leaves_the_page_and_no_trash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = store_at(tmp_path, ("a.md",))

    def refuse(*_args: object, **_options: object) -> None:
        raise OSError(30, "Read-only file system")

    with store.lock():
        monkeypatch.setattr(os, "rename", refuse)
        with pytest.raises(StorageError, match=r"a\.md could not be deleted: Read-only file system"):
            store.delete("a", expect=digest_of(OLD))
    assert (tree(tmp_path), store.trash()) == ({"a.md": OLD}, ())


def test_a_refusal_is_a_refused_error_whatever_its_kind(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("a.md",))
    for name, expect in (("a", None), ("A", None), ("a", Digest("0")), ("../a", None)):
        with store.lock(), pytest.raises(RefusedError):
            store.put(name, b"x", expect=expect)
    assert tree(tmp_path) == {"a.md": OLD}


def seen(store: FolderStore, entries: Sequence[Entry]) -> list[bytes | type[Exception]]:
    return [each.raw if isinstance(each, Page) else type(each) for each in store.read_seen(entries)]


def test_what_a_walk_saw_is_read_as_by_name_however_the_disk_spells_it(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("a.md", "b/c.md", "b/d/e.md", "b/f.MD", unicodedata.normalize("NFD", "b/é.md")))
    entries = store.walk().entries
    assert [entry.name for entry in entries] == ["a", "b/c", "b/d/e", "b/f", "b/é"]
    assert list(store.read_seen(entries)) == [store.read(entry.name) for entry in entries]


def test_a_file_that_changed_since_the_walk_is_read_as_it_is_now(tmp_path: Path) -> None:
    store = store_at(tmp_path, ("gone.md", "grown.md", "same.md", "shrunk.md"))
    entries = store.walk().entries
    (tmp_path / "gone.md").unlink()
    (tmp_path / "grown.md").write_bytes(OLD * 3)
    (tmp_path / "shrunk.md").write_bytes(b"o")
    assert seen(store, entries) == [NotFoundError, OLD * 3, OLD, b"o"]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with names")
def test_A39_a_file_or_folder_that_became_a_link_or_a_pipe_since_the_walk_leads_nowhere(tmp_path: Path) -> None:
    root, outside = tmp_path / "store", tmp_path / "outside"
    store = store_at(root, ("a.md", "b/c.md", "d.md"))
    entries = store.walk().entries
    outside.mkdir()
    (outside / "c.md").write_bytes(OLD)
    for gone in ("a.md", "b/c.md", "d.md"):
        (root / gone).unlink()
    (root / "b").rmdir()
    (root / "a.md").symlink_to(outside / "c.md")
    (root / "b").symlink_to(outside)
    os.mkfifo(root / "d.md")
    assert seen(store, entries) == [NameRefusedError, NameRefusedError, NotFoundError]
