"""A folder as git kept it: which commit a day means, which files are its pages, and what they said then."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from vademecum.config import MountConfig
from vademecum.errors import NotFoundError, ReadOnlyError, UnreadableError
from vademecum.store.past import Moment, PastStore, moment_of

DAY = 86_400


def git(folder: Path, *arguments: str, at: int = DAY) -> str:
    settings = ("user.name=t", "user.email=t@example.invalid", "init.defaultBranch=main")
    options = [part for each in settings for part in ("-c", each)]
    dates = {"GIT_COMMITTER_DATE": f"@{at} +0000", "GIT_AUTHOR_DATE": f"@{at} +0000"}
    done = subprocess.run(
        ["git", *options, *arguments], cwd=folder, env=os.environ | dates, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def repository(folder: Path) -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet")
    return folder.resolve()


def commit(root: Path, files: dict[str, str], *, at: int) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "change", at=at)


def past(root: Path, until: int, *, max_pages: int = 1000, max_page_bytes: int = 10_000) -> PastStore:
    found = moment_of(root, until)
    assert isinstance(found, Moment)
    config = MountConfig(name="m", path=root, max_pages=max_pages, max_page_bytes=max_page_bytes)
    return PastStore(config, found)


def names(store: PastStore) -> list[str]:
    return [entry.name for entry in store.walk().entries]


def test_a_store_says_what_it_said_then(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"a.md": "# Port\n\n8080", "gone.md": "old"}, at=10 * DAY)
    (root / "gone.md").unlink()
    commit(root, {"a.md": "# Port\n\n9090", "b/新页.md": "新"}, at=20 * DAY)
    (root / "a.md").write_text("never committed", encoding="utf-8")

    before = past(root, 15 * DAY)
    assert names(before) == ["a", "gone"]
    assert before.read("a").text == "# Port\n\n8080"
    after = past(root, 20 * DAY)
    assert names(after) == ["a", "b/新页"]
    assert after.read("a").text == "# Port\n\n9090"
    assert after.read("b/新页").text == "新"
    with pytest.raises(NotFoundError, match="no page m:gone then"):
        after.read("gone")


def test_a_folder_within_a_repository_has_its_own_pages(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"README.md": "outside"}, at=DAY)
    commit(root, {"notes/a.md": "inside"}, at=5 * DAY)
    assert names(past(root / "notes", 5 * DAY)) == ["a"]
    assert names(past(root / "notes", 2 * DAY)) == []


def test_there_is_no_moment_without_a_repository_or_before_its_first_commit(tmp_path: Path) -> None:
    (tmp_path / "plain").mkdir()
    assert moment_of(tmp_path / "plain", 5 * DAY) is None
    root = repository(tmp_path / "r")
    assert moment_of(root, 5 * DAY) is None
    commit(root, {"a.md": "1"}, at=10 * DAY)
    assert moment_of(root, 9 * DAY) is None


def test_a_commit_on_a_packed_branch_is_found(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"a.md": "1"}, at=DAY)
    git(root, "pack-refs", "--all")
    git(root, "gc", "--quiet")
    assert past(root, DAY).read("a").text == "1"


def test_what_the_mount_does_not_serve_is_left_out_and_counted(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    (root / "link.md").symlink_to("a.md")
    big = "x" * 2000
    commit(
        root, {"a.md": "1", ".hidden/b.md": "1", "node_modules/c.md": "1", "d.txt": "1", "e/big.md": big}, at=5 * DAY
    )
    store = past(root, 5 * DAY, max_page_bytes=1000)
    assert names(store) == ["a"]
    assert store.walk().left_out == {"link": 1, "size": 1}
    commit(root, {"f/g.md": "1", "h.md": "1"}, at=6 * DAY)
    bounded = past(root, 6 * DAY, max_pages=2)
    assert names(bounded) == ["a", "h"]  # those in fewest folders stay
    assert bounded.walk().left_out["count"] == 2


def test_equal_text_has_an_equal_stamp_and_other_text_another(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"a.md": "one", "b.md": "two"}, at=DAY)
    commit(root, {"a.md": "six"}, at=2 * DAY)
    first, second = past(root, DAY), past(root, 2 * DAY)
    assert first.stamp("b") == second.stamp("b") is not None
    assert first.stamp("a") != second.stamp("a")
    assert first.stamp("none") is None


def test_reading_on_gives_each_of_many_pages_its_own_text(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {f"{n:03}.md": f"page {n}" for n in range(600)}, at=DAY)
    store = past(root, DAY)
    assert [store.read(f"{n:03}").text for n in range(600)] == [f"page {n}" for n in range(600)]
    assert store.read("007").text == "page 7"


def test_nothing_can_be_written_to_the_past(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"a.md": "1"}, at=DAY)
    store = past(root, DAY)
    for write in (
        lambda: store.put("a", b"2", expect=None),
        lambda: store.move("a", "b", expect=store.read("a").digest),
        lambda: store.delete("a", expect=store.read("a").digest),
        lambda: store.restore("x"),
        lambda: store.check_writable("a"),
        store.lock,
    ):
        with pytest.raises(ReadOnlyError, match="shown as it was"):
            write()
    assert store.trash() == ()


def test_a_lost_object_is_an_error_and_no_empty_page(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"a.md": "1"}, at=DAY)
    store = past(root, DAY)
    assert names(store) == ["a"]
    blob = git(root, "rev-parse", "HEAD:a.md")
    (root / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    with pytest.raises(UnreadableError, match="git lacks what m:a held then"):
        store.read("a")


def test_git_variables_of_a_hook_lead_to_no_other_repository_a37(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, other = repository(tmp_path / "r"), repository(tmp_path / "other")
    commit(root, {"a.md": "mine"}, at=DAY)
    commit(other, {"b.md": "theirs"}, at=DAY)
    monkeypatch.setenv("GIT_DIR", str(other / ".git"))
    monkeypatch.setenv("GIT_WORK_TREE", str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(other / ".git" / "index"))
    assert names(past(root, DAY)) == ["a"]
