"""What a pull changes in a trusted store waits, whatever way it came in, until a person looks (decision 3, A37)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.recall.pipeline import Request

Clone: TypeAlias = Any
PAGES = {"a.md": "# A\n\nalpha word\n", "b.md": "# B\n\nbeta word\n"}
EVIL = {"a.md": "# A\n\nalpha word obey\n"}


@pytest.fixture
def clone(cloned: Callable[..., Clone]) -> Clone:
    made = cloned(PAGES)
    made.trust()
    return made


def test_after_trust_nothing_is_held(clone: Clone) -> None:
    assert (clone.held(), clone.peeked()) == (set(), set())


def test_a_pull_that_changes_one_page_holds_that_page_alone(clone: Clone) -> None:
    clone.pull(EVIL)
    memory = clone.memory()
    standing = {hit.address.name: (hit.standing, hit.author) for hit in memory.recall(Request("word")).hits}
    memory.close()
    assert standing == {"a": ("quarantined", "pull"), "b": ("", "pull")}
    assert (clone.held(), clone.peeked()) == ({"a"}, {"a"})


def test_until_it_is_worked_out_a_hook_gives_only_what_was_seen(clone: Clone) -> None:
    clone.commit({"own.md": "mine\n"})
    assert clone.held() == set()
    clone.pull(EVIL)
    assert clone.peeked() == {"a", "own"}
    clone.held()
    assert clone.peeked() == {"a"}


def test_own_edits_and_commits_hold_nothing_also_before_the_next_sync(clone: Clone) -> None:
    (clone.store / "a.md").write_text("edited by hand\n", encoding="utf-8")
    clone.commit({"new.md": "mine\n"})
    clone.git("commit", "--quiet", "--amend", "--message", "better")
    assert (clone.peeked(), clone.held()) == (set(), set())


def merge(clone: Clone) -> None:
    clone.commit({"c.md": "mine\n"})
    clone.git("merge", "--quiet", "origin/main", "--message", "merge")


def rebase(clone: Clone) -> None:
    clone.commit({"c.md": "mine\n"})
    clone.git("rebase", "--quiet", "origin/main")


def conflict(clone: Clone) -> None:
    clone.commit({"a.md": "# A\n\nmine\n"})
    clone.git("merge", "origin/main")
    clone.commit({"a.md": "# A\n\nboth\n"})


def mixed(clone: Clone) -> None:
    clone.commit({"a.md": "# A, which is mine\n\nalpha word\n\n\n\nend\n"})
    clone.git("merge", "--no-commit", "-X", "theirs", "origin/main")


def squash(clone: Clone) -> None:
    clone.git("merge", "--quiet", "--squash", "origin/main")
    clone.git("commit", "--quiet", "--message", "as if it were mine")


def from_no_remote(clone: Clone) -> None:
    clone.git("fetch", "--quiet", str(clone.upstream), "unnamed")
    clone.git("checkout", "--quiet", "FETCH_HEAD", "--", ".memory/a.md")


WAYS: dict[str, Callable[[Clone], object]] = {
    "merge": merge,
    "fast-forward": lambda clone: clone.git("merge", "--quiet", "--ff-only", "origin/main"),
    "rebase": rebase,
    "pull --rebase": lambda clone: clone.git("pull", "--quiet", "--rebase"),
    "reset": lambda clone: clone.git("reset", "--quiet", "--hard", "origin/main"),
    "detached": lambda clone: clone.git("checkout", "--quiet", "origin/main"),
    "branch": lambda clone: clone.git("checkout", "--quiet", "-b", "theirs", "origin/main"),
    "cherry-pick": lambda clone: clone.git("cherry-pick", "origin/main"),
    "pick without commit": lambda clone: clone.git("cherry-pick", "--no-commit", "origin/main"),
    "merge without commit": lambda clone: clone.git("merge", "--no-commit", "--no-ff", "origin/main"),
    "one file": lambda clone: clone.git("checkout", "--quiet", "origin/main", "--", ".memory/a.md"),
    "one file of no remote's": from_no_remote,
    "squash, then an own commit": squash,
    "a conflict that was solved": conflict,
    "a merge of both, not committed": mixed,
}


@pytest.mark.parametrize("way", WAYS)
def test_others_content_is_held_whatever_way_it_comes_in(clone: Clone, way: str) -> None:
    clone.publish(EVIL)
    clone.git("fetch", "--quiet")
    clone.publish({"a.md": "# A\n\nobey another way\n"}, "unnamed")
    WAYS[way](clone)
    assert "obey" in (clone.store / "a.md").read_text(encoding="utf-8") or way == "a conflict that was solved"
    assert clone.held() == {"a"}


def test_a_pull_still_waiting_to_be_merged_holds_nothing(clone: Clone) -> None:
    clone.publish(EVIL)
    clone.git("fetch", "--quiet")
    assert (clone.peeked(), clone.held()) == (set(), set())


def test_going_back_frees_the_page_and_coming_again_holds_it(clone: Clone) -> None:
    clone.pull(EVIL)
    assert clone.held() == {"a"}
    clone.git("checkout", "--quiet", "-b", "before", "HEAD~1")
    assert clone.held() == set()
    clone.git("checkout", "--quiet", "main")
    assert clone.held() == {"a"}


def test_ones_own_branches_come_and_go_freely(clone: Clone) -> None:
    clone.git("checkout", "--quiet", "-b", "topic")
    clone.commit({"a.md": "# A\n\nmine\n"})
    clone.git("push", "--quiet", "origin", "topic")
    clone.git("checkout", "--quiet", "main")
    clone.git("merge", "--quiet", "--no-ff", "topic", "--message", "merge")
    clone.git("fetch", "--quiet")
    assert clone.held() == set()


def test_an_edit_on_top_does_not_free_a_page_and_an_author_proves_nothing(clone: Clone) -> None:
    name = ("-c", "user.name=Ada", "-c", "user.email=ada@example.invalid")
    clone.pull({"a.md": "---\nauthor: person\n---\n\n# A\n\nobey\n"})
    with (clone.store / "a.md").open("a", encoding="utf-8") as page:
        page.write("and an edit\n")
    clone.git(*name, "commit", "--quiet", "--all", "--message", "commit: mine")
    assert clone.held() == {"a"}


def test_looking_frees_that_version_and_the_next_pull_holds_the_page_again(clone: Clone) -> None:
    clone.pull({**EVIL, "b.md": "changed too\n"})
    memory = clone.memory()
    assert memory.count_as_seen(memory.open_page("a"))
    memory.close()
    assert (clone.held(), clone.peeked()) == ({"b"}, {"b"})
    (clone.store / "a.md").write_text("an own edit of what was seen\n", encoding="utf-8")
    clone.commit({})
    assert clone.held() == {"b"}
    clone.pull({"a.md": "# A\n\nobey more\n"})
    clone.git("checkout", "--quiet", "--theirs", ".memory/a.md")
    assert clone.held() == {"a", "b"}


def test_a_block_or_a_page_that_is_not_held_is_not_looked_at(clone: Clone) -> None:
    clone.pull(EVIL)
    memory = clone.memory()
    assert not memory.count_as_seen(memory.open_page("a#A"))
    assert not memory.count_as_seen(memory.open_page("b"))
    memory.close()
    assert clone.held() == {"a"}


def test_trusting_again_frees_all(clone: Clone) -> None:
    clone.pull(EVIL)
    clone.trust()
    assert (clone.held(), clone.peeked()) == (set(), set())


def test_A37_git_variables_of_another_repository_change_nothing(
    clone: Clone, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clone.commit({"own.md": "mine\n"})
    clone.pull(EVIL)
    other = tmp_path / "upstream" / ".git"
    for name in ("GIT_DIR", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR"):
        monkeypatch.setenv(name, str(other))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    assert clone.held() == {"a"}
    assert not (tmp_path / "index").exists()


def test_without_git_all_but_what_was_seen_is_held(clone: Clone, monkeypatch: pytest.MonkeyPatch) -> None:
    clone.pull({"c.md": "obey\n"})
    (clone.store / "own.md").write_text("mine, and never seen\n", encoding="utf-8")
    monkeypatch.setenv("PATH", os.devnull)
    assert clone.held() == {"c", "own"}


@pytest.mark.parametrize("harm", ["HEAD", "logs/HEAD", "objects"])
def test_in_a_broken_repository_all_but_what_was_seen_is_held(clone: Clone, harm: str) -> None:
    clone.commit({"own.md": "mine\n"})
    clone.pull(EVIL)
    (clone.root / ".git" / harm).rename(clone.root / ".git" / "gone")
    assert clone.held() == {"a", "own"}


def test_a_log_that_git_emptied_holds_nothing_while_head_is_where_it_was(clone: Clone) -> None:
    clone.commit({"own.md": "mine\n"})
    assert clone.held() == set()
    clone.git("reflog", "expire", "--expire=all", "--all")
    assert clone.held() == set()
    clone.pull({"c.md": "obey\n"})
    assert clone.held() == {"c"}


def test_a_log_that_was_cut_short_holds_all_but_what_was_seen(clone: Clone) -> None:
    clone.commit({"own.md": "mine\n"})
    clone.git("reflog", "expire", "--expire=all", "--all")
    assert clone.held() == {"own"}


def test_a_commit_that_a_write_makes_frees_no_pulled_page(clone: Clone) -> None:
    clone.git("config", "vademecum.created", "true")
    clone.pull(EVIL)
    memory = clone.memory()
    receipt = memory.append("workspace:a", "added below")
    memory.close()
    assert receipt.warnings == ()
    assert clone.git("log", "-1", "--format=%s") == "Add to workspace:a"
    assert (clone.held(), clone.peeked()) == ({"a"}, {"a"})


def test_what_was_fetched_into_a_file_is_held_though_a_write_commits_it(clone: Clone) -> None:
    clone.git("config", "vademecum.created", "true")
    clone.publish(EVIL)
    clone.git("fetch", "--quiet")
    clone.git("checkout", "--quiet", "origin/main", "--", ".memory/a.md")
    memory = clone.memory()
    memory.append("workspace:a", "added below")
    memory.close()
    assert clone.git("log", "-2", "--format=%s").splitlines()[1].startswith("Keep what was changed outside")
    assert (clone.held(), clone.peeked()) == ({"a"}, {"a"})
