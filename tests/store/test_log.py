"""What git kept, read back with real git: odd names and messages, renames, merges, and nothing started on the way."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.log import blame, commits, holders, log
from vademecum.store.three_way import merged


def git(folder: Path, *arguments: str, text: str = "") -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    options = ("-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main")
    command = ["git", *options, *arguments]
    return subprocess.run(command, cwd=folder, env=env, input=text, capture_output=True, text=True, check=True).stdout


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = (tmp_path / "r").resolve()
    folder.mkdir()
    git(folder, "init", "--quiet")
    return folder


def checkout(root: Path) -> Checkout:
    found = checkout_of(root)
    assert found is not None
    return found


def commit(root: Path, files: dict[str, str | None], message: str = "change") -> str:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            file.unlink()
        else:
            file.write_text(text)
    git(root, "add", "--all")
    git(
        root,
        "commit",
        "--quiet",
        "--allow-empty",
        "--allow-empty-message",
        "--file",
        "-",
        "--cleanup=verbatim",
        text=message,
    )
    return git(root, "rev-parse", "HEAD").strip()


def test_a_repository_without_commits_has_no_history(root: Path) -> None:
    assert log(checkout(root), "a.md") == []
    assert holders(checkout(root), "a.md") == []


def test_a_page_is_followed_across_renames_to_its_end(root: Path) -> None:
    text = "one\ntwo\nthree\nfour\n"
    made = commit(root, {"a.md": text})
    moved = commit(root, {"a.md": None, "b/c.md": text})
    edited = commit(root, {"b/c.md": text + "five\n", "other.md": "x\n"})
    gone = commit(root, {"b/c.md": None})
    found = log(checkout(root), "b/c.md", follow=True)
    assert [each.commit for each in found] == [gone, edited, moved, made]
    assert [(each.files[0].path, each.files[0].was) for each in found] == [
        ("b/c.md", None), ("b/c.md", None), ("b/c.md", "a.md"), ("a.md", None),
    ]  # fmt: skip
    assert found[0].files[0].after is None
    assert [len(each.files) for each in found] == [1, 1, 1, 1]
    assert holders(checkout(root), "b/c.md") == [gone, edited, moved]


HEADER = "---\ntype: person\ntags: [person, family]\ndate: 2026-01-01\n---\n\n"


def test_a_file_that_is_like_one_that_stays_has_a_past_of_its_own(root: Path) -> None:
    commit(root, {"a.md": HEADER + "drinks tea\n"})
    made = commit(root, {"b.md": HEADER + "drinks milk\n"})
    copied = commit(root, {"c.md": HEADER + "drinks milk\n"})
    assert [each.commit for each in log(checkout(root), "b.md", follow=True)] == [made]
    (found,) = log(checkout(root), "c.md", follow=True)
    assert (found.commit, found.files[0].was) == (copied, None)
    lines = blame(checkout(root), "b.md", (HEADER + "drinks milk\n").encode())
    assert {each.commit for each in lines} == {made}


def test_a_file_is_followed_to_its_old_name_though_another_has_that_since(root: Path) -> None:
    made = commit(root, {"a.md": "one\n"})
    moved = commit(root, {"a.md": None, "b.md": "one\n"})
    again = commit(root, {"a.md": "one\n"})
    edited = commit(root, {"a.md": "two\n"})
    assert [each.commit for each in log(checkout(root), "b.md", follow=True)] == [moved, made]
    assert [each.commit for each in log(checkout(root), "a.md", follow=True)] == [edited, again, moved, made]


def test_a_file_is_followed_through_several_names_and_an_edit_on_the_way(root: Path) -> None:
    text = "one\ntwo\nthree\nfour\n"
    made = commit(root, {"a.md": text})
    first = commit(root, {"a.md": None, "新 b.md": text})
    second = commit(root, {"新 b.md": None, "c\n.md": text + "five\n"})
    found = log(checkout(root), "c\n.md", follow=True)
    assert [each.commit for each in found] == [second, first, made]
    assert [each.files[0].was for each in found] == ["新 b.md", "a.md", None]


def test_what_lay_below_a_folder_of_that_name_is_no_past_of_the_file(root: Path) -> None:
    commit(root, {"a.md/in.md": "one\n"})
    (root / "a.md" / "in.md").unlink()
    (root / "a.md").rmdir()
    made = commit(root, {"a.md": "two\n"})
    assert [each.commit for each in log(checkout(root), "a.md", follow=True)] == [made]


def test_a_folder_has_all_changes_below_it_and_merges_have_none(root: Path) -> None:
    commit(root, {"in/a.md": "one\n", "out.md": "x\n"})
    git(root, "checkout", "--quiet", "-b", "side")
    commit(root, {"in/b.md": "two\n"})
    git(root, "checkout", "--quiet", "main")
    commit(root, {"out.md": "y\n"})
    git(root, "merge", "--quiet", "--no-ff", "--message", "merge", "side")
    found = log(checkout(root), "in")
    assert sorted(change.path for each in found for change in each.files) == ["in/a.md", "in/b.md"]
    assert [each.message for each in log(checkout(root), "", most=1)] == ["merge"]


@pytest.mark.parametrize("name", ["a\nb.md", "新\t.md", ':(top)"x".md', "*.md", "-n.md"])
def test_odd_names_are_read_as_they_are(root: Path, name: str) -> None:
    commit(root, {name: "one\n", "bystander.md": "x\n"})
    commit(root, {"bystander.md": "y\n"})
    (found,) = log(checkout(root), name, follow=True)
    assert [change.path for change in found.files] == [name]


@pytest.mark.parametrize(
    ("message", "first", "actor"),
    [
        ("", "", ""),
        ("only a line", "only a line", ""),
        (":100644 100644 looks like a change\n\n\x01\x1e:1", ":100644 100644 looks like a change", ""),
        ("Edit\n\nVade-Actor: agent:x\nVade-Session: 0a\n", "Edit", "agent:x"),
        ("Edit\n\nVade-Actor:agent:x\n vade-actor: y\n", "Edit", ""),
    ],
)
def test_a_message_of_any_form_is_told_by_its_first_line(root: Path, message: str, first: str, actor: str) -> None:
    made = commit(root, {"a.md": "one\n"}, message)
    commit(root, {"a.md": "two\n"})
    found = log(checkout(root), "a.md", follow=True)[-1]
    assert (found.commit, found.message, found.actor, len(found.files)) == (made, first, actor, 1)
    assert commits(checkout(root), [made])[made].message == first


def test_each_line_has_its_commit_and_what_is_new_has_none(root: Path) -> None:
    first = commit(root, {"a.md": "one\ntwo\n"})
    second = commit(root, {"a.md": "one\n2\n\tthree\n"})
    lines = blame(checkout(root), "a.md", b"one\n2\n\tthree\nby hand\nno end")
    assert [(each.commit, each.text) for each in lines] == [
        (first, b"one"), (second, b"2"), (second, b"\tthree"), (None, b"by hand"), (None, b"no end"),
    ]  # fmt: skip


def test_no_program_that_a_repository_names_is_started(root: Path, tmp_path: Path) -> None:
    commit(root, {"a.md": "one\n", ".gitattributes": "*.md diff=evil merge=evil\n"})
    commit(root, {"a.md": "two\n"})
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran\ncat\n")
    program.chmod(0o755)
    for name in ("diff.evil.textconv", "diff.evil.command", "diff.external", "merge.evil.driver", "core.fsmonitor",
                 "core.pager", "gpg.program", "core.sshCommand", "core.editor"):  # fmt: skip
        git(root, "config", name, str(program))
    git(root, "config", "log.showSignature", "true")
    git(root, "config", "color.ui", "always")
    repository = checkout(root)
    assert len(log(repository, "a.md", follow=True)) == len(log(repository, "")) == 2
    assert len(blame(repository, "a.md", b"two\n")) == 1
    assert not (tmp_path / "ran").exists()


def test_changes_of_both_sides_are_put_together_or_left() -> None:
    base = b"one\n\ntwo\n\nthree\n"
    assert merged(base, b"1\n\ntwo\n\nthree\n", b"one\n\ntwo\n\n3\n") == b"1\n\ntwo\n\n3\n"
    assert merged(base, b"1\n\ntwo\n\nthree\n", b"uno\n\ntwo\n\nthree\n") is None
    assert merged(b"a\r\nb\r\n", b"a\r\nb\r\n", b"a\r\nc\r\n") == b"a\r\nc\r\n"


@settings(max_examples=15, deadline=None)
@given(
    st.binary(max_size=60).filter(lambda data: b"\0" not in data),
    st.binary(max_size=60).filter(lambda d: b"\0" not in d),
)
def test_where_one_side_changed_nothing_the_other_wins(base: bytes, changed: bytes) -> None:
    assert merged(base, base, changed) == changed
    assert merged(base, changed, base) == changed
