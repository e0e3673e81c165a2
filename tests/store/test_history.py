"""What git's own files and objects tell of a folder: worktrees, submodules, shallow clones, and hostile objects."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from vademecum.errors import UnreadableError
from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.history import History, read_history
from vademecum.store.repository import head_log, head_of, movements, remote_tips

ZERO = "0" * 40


def git(folder: Path, *arguments: str, stdin: str = "") -> str:
    settings = ("user.name=t", "user.email=t@example.invalid", "init.defaultBranch=main", "protocol.file.allow=always")
    options = [part for each in settings for part in ("-c", each)]
    done = subprocess.run(
        ["git", *options, *arguments], cwd=folder, input=stdin, capture_output=True, text=True, check=True
    )
    return done.stdout.strip()


def repository(folder: Path, *options: str) -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", *options)
    return folder.resolve()


def commit(root: Path, files: dict[str, str], message: str = "change") -> str:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", message)
    return git(root, "rev-parse", "HEAD")


def checkout(root: Path) -> Checkout:
    found = checkout_of(root)
    assert found is not None
    return found


def told(history: History) -> list[tuple[str, list[str]]]:
    return [(step.kind, sorted(step.changed)) for step in history.steps if step.changed]


def test_commits_are_told_from_every_other_move_of_head(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    first = commit(root, {"m/a.md": "1", "x": "1"})
    commit(root, {"m/a.md": "2", "m/b.md": "1"})
    commit(root, {"x": "2"})
    git(root, "reset", "--quiet", "--hard", first)
    history = read_history(checkout(root), "m", first)
    assert told(history) == [("committed", ["a.md"]), ("committed", ["a.md", "b.md"]), ("moved", ["a.md", "b.md"])]
    assert history.steps[-1].changed == {"a.md": history.base["a.md"], "b.md": None}
    assert history.head == history.base


def test_an_amended_commit_is_a_commit_and_a_merge_is_none(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"a.md": "1"})
    git(root, "checkout", "--quiet", "-b", "side")
    commit(root, {"b.md": "1"})
    git(root, "checkout", "--quiet", "main")
    commit(root, {"a.md": "2"})
    (root / "a.md").write_text("3", encoding="utf-8")
    git(root, "commit", "--quiet", "--all", "--amend", "--message", "better")
    git(root, "merge", "--quiet", "side", "--no-commit")
    git(root, "commit", "--quiet", "--message", "commit: not a merge at all")
    kinds = [step.kind for step in read_history(checkout(root), "").steps if step.changed]
    assert kinds == ["committed", "committed", "moved", "committed", "committed", "moved"]


def test_what_a_fetch_brought_is_told_and_what_was_pushed_is_not(tmp_path: Path) -> None:
    upstream = repository(tmp_path / "up")
    commit(upstream, {"m/a.md": "1"})
    git(upstream, "checkout", "--quiet", "-b", "other")
    commit(upstream, {"m/c.md": "1"})
    git(tmp_path, "clone", "--quiet", "--branch", "main", "up", "down")
    root = (tmp_path / "down").resolve()
    commit(root, {"m/b.md": "1"})
    git(root, "push", "--quiet", "origin", "main:topic")
    arrived = {
        path for step in read_history(checkout(root), "m").steps if step.kind == "arrived" for path in step.changed
    }
    assert arrived == {"a.md", "c.md"}
    assert set(remote_tips(checkout(root))) == {f"refs/remotes/origin/{name}" for name in ("main", "other", "topic")}


def test_each_worktree_has_its_own_log_and_all_know_what_was_committed_in_any(tmp_path: Path) -> None:
    root = repository(tmp_path / "main")
    commit(root, {"m/a.md": "1"})
    git(root, "worktree", "add", "--quiet", "-b", "side", str(tmp_path / "side"))
    side = (tmp_path / "side").resolve()
    commit(side, {"m/b.md": "1"})
    here = checkout(root)
    assert checkout(side).common == here.common
    assert len(head_log(here)) == 1
    assert ("committed", ["b.md"]) in told(read_history(here, "m"))


def test_a_submodule_is_its_own_repository_and_a_place_that_the_outer_one_can_not_tell_of(tmp_path: Path) -> None:
    inner = repository(tmp_path / "inner")
    commit(inner, {"a.md": "1"})
    root = repository(tmp_path / "outer")
    git(root, "submodule", "--quiet", "add", str(inner), ".memory/sub")
    commit(root, {".memory/b.md": "1"})
    assert set(read_history(checkout(root), ".memory").head) == {"b.md", "sub/"}
    assert checkout(root / ".memory" / "sub").git == root / ".git" / "modules" / ".memory" / "sub"
    assert list(read_history(checkout(root / ".memory" / "sub"), "").head) == ["a.md"]


def test_a_shallow_clone_tells_all_that_it_can_have_brought(tmp_path: Path) -> None:
    upstream = repository(tmp_path / "up")
    commit(upstream, {"a.md": "1"})
    commit(upstream, {"a.md": "2"})
    git(tmp_path, "clone", "--quiet", "--depth", "1", f"file://{upstream}", "down")
    assert ("moved", ["a.md"]) in told(read_history(checkout((tmp_path / "down").resolve()), ""))


def test_sha256_repositories_are_read_as_well(tmp_path: Path) -> None:
    root = repository(tmp_path / "r", "--object-format=sha256")
    commit(root, {"m/a.md": "1"})
    blob = read_history(checkout(root), "m").head["a.md"]
    assert (len(blob or ""), blob) == (64, git(root, "hash-object", "m/a.md"))


def test_odd_names_of_files_and_folders_come_through(tmp_path: Path) -> None:
    root = repository(tmp_path / "a folder: x")
    commit(root, {"deep dir/é/.memory/line\nbreak.md": "1", "deep dir/é/.memory/\u202ea.md": "1"})
    assert set(read_history(checkout(root), "deep dir/é/.memory").head) == {"line\nbreak.md", "\u202ea.md"}


def test_before_the_first_commit_there_is_no_history(tmp_path: Path) -> None:
    here = checkout(repository(tmp_path / "r"))
    assert (head_of(here), read_history(here, "m").steps) == (None, ())


def test_packed_references_are_read(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    tip = commit(root, {"a.md": "1"})
    git(root, "pack-refs", "--all")
    assert head_of(checkout(root)) == tip


def test_a_head_that_its_log_does_not_lead_to_is_refused(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    first = commit(root, {"a.md": "1"})
    commit(root, {"a.md": "2"})
    (root / ".git" / "refs" / "heads" / "main").write_text(f"{first}\n", encoding="ascii")
    with pytest.raises(UnreadableError, match="does not end where HEAD is"):
        read_history(checkout(root), "")


@pytest.mark.parametrize("line", [b"rubbish", b"0 1 a <b> 1 +0000\tcommit: x", ZERO.encode() * 2, b"\0"])
def test_a_log_that_git_did_not_write_is_refused(tmp_path: Path, line: bytes) -> None:
    (tmp_path / "HEAD").write_bytes(line + b"\n")
    with pytest.raises(UnreadableError):
        movements(tmp_path / "HEAD")


def test_a_message_cannot_pass_for_another_kind_of_move(tmp_path: Path) -> None:
    text = (
        f"{ZERO} {ZERO} M <m> 1 +0000\tmerge commit: x: Fast-forward\n{ZERO} {ZERO} M <m> 1 +0000\tcommit (merge): y\n"
    )
    (tmp_path / "HEAD").write_text(text, encoding="ascii")
    assert [move.is_commit for move in movements(tmp_path / "HEAD")] == [False, False]


def test_a_tree_that_holds_itself_many_times_over_ends_in_a_refusal(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    blob = git(root, "hash-object", "-w", "--stdin", stdin="x")
    lines, tree = f"100644 blob {blob}\tf.md\n", ""
    for _ in range(7):
        tree = git(root, "mktree", stdin=lines)
        lines = "".join(f"040000 tree {tree}\td{number}\n" for number in range(10))
    bomb = git(root, "commit-tree", git(root, "mktree", stdin=lines), "-m", "bomb")
    git(root, "update-ref", "refs/remotes/origin/bomb", bomb)
    with pytest.raises(UnreadableError, match="files changed at once"):
        read_history(checkout(root), "")


def test_no_program_that_the_repository_names_is_run(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"a.md": "1", ".gitattributes": "* filter=evil\n"})
    trap = tmp_path / "trap"
    trap.write_text(f"#!/bin/sh\ntouch {tmp_path / 'sprung'}\n", encoding="utf-8")
    trap.chmod(0o755)
    for name in ("core.fsmonitor", "core.pager", "core.sshCommand", "filter.evil.smudge", "core.alternateRefsCommand"):
        git(root, "config", name, str(trap))
    git(root, "config", "remote.origin.url", f"ext::{trap}")
    git(root, "config", "remote.origin.promisor", "true")
    (root / ".git" / "refs" / "remotes" / "origin").mkdir(parents=True)
    (root / ".git" / "refs" / "remotes" / "origin" / "x").write_text(f"{'1' * 40}\n", encoding="ascii")
    assert list(read_history(checkout(root), "").head) == [".gitattributes", "a.md"]
    assert not (tmp_path / "sprung").exists()


def test_reading_changes_nothing_in_the_repository(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit(root, {"a.md": "1"})
    before = {file: os.stat(file).st_mtime_ns for file in (root / ".git").rglob("*")}
    read_history(checkout(root), "")
    assert {file: os.stat(file).st_mtime_ns for file in (root / ".git").rglob("*")} == before
