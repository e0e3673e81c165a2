"""``log``, ``diff``, ``blame``, ``restore``, ``forget --purge`` and the repository that ``init`` makes."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from vademecum.address import Address
from vademecum.guards.changes import Actor, RawText, Replacement
from vademecum.memory import Memory
from vademecum.sessions import SessionKey

Vade = Callable[..., Any]
Vault = Callable[..., Path]


def git(folder: Path, *arguments: str) -> str:
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    options = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")
    done = subprocess.run(
        ["git", *options, *arguments], cwd=folder, env=env, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.fixture
def home(vade: Vade, tmp_path: Path) -> Path:
    """A memory with a page that was made and edited."""
    assert vade("init").code == 0
    assert vade("add", "# Bread\n\nrye", "--title", "Bread").code == 0
    assert vade("edit", "Bread", "--old", "rye", "--new", "wheat").code == 0
    return tmp_path / "memory"


def versions(vade: Vade, name: str) -> list[str]:
    return [each["version"] for each in vade("log", name, "--json").json["versions"]]


def test_init_makes_a_repository_of_its_own_and_begins_with_what_is_there(vade: Vade, tmp_path: Path) -> None:
    home = tmp_path / "memory"
    (home / "user").mkdir(parents=True)
    (home / "old.md").write_text("was here\n")
    done = vade("init", "--json")
    assert done.json["repository"] == str(home)
    assert git(home, "config", "--local", "vademecum.created") == "true\n"
    assert "old.md" in git(home, "ls-files").split()
    assert git(home, "status", "--porcelain") == ""
    assert vade("init", "--json").json["repository"] is None
    assert git(home, "rev-list", "--count", "HEAD") == "1\n"


def test_init_makes_no_repository_inside_one_that_is_there(vade: Vade, tmp_path: Path) -> None:
    git(tmp_path, "init", "--quiet")
    assert vade("init", "--json").json["repository"] is None
    assert not (tmp_path / "memory" / ".git").exists()
    vade("add", "a note", "--title", "Note")
    assert git(tmp_path, "status", "--porcelain", "--", "memory").startswith("?? memory/")
    done = vade("log")
    assert (done.code, done.out) == (1, "")


def test_without_git_a_memory_is_made_and_the_person_told(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    done = vade("init")
    assert done.code == 0
    assert "no history is kept: git is not installed" in done.err
    assert vade("add", "a note", "--title", "Note").code == 0
    done = vade("log", "Note")
    assert done.code == 6
    assert "is in no git repository" in done.err
    assert "hint: vade init makes a repository" in done.err


def test_log_lists_every_write_and_who_made_it(vade: Vade, home: Path) -> None:
    rows = [line.split("\t") for line in vade("log").out.splitlines()]
    assert [row[2:] for row in rows] == [
        ["person", "Edit global:topics/Bread"],
        ["person", "Add global:topics/Bread"],
        ["Vademecum", "Begin with the pages that are there"],
    ]
    assert vade("log", "--limit", "1", "--json").json[0]["commit"].startswith(rows[0][0])


def test_log_of_a_page_lists_its_versions_under_all_its_names_and_after_its_end(vade: Vade, home: Path) -> None:
    first, second = reversed(versions(vade, "Bread"))
    assert vade("show", "Bread", "--json").json["version"] == second
    (home / "topics" / "Bread.md").rename(home / "topics" / "Loaf.md")
    vade("add", "more", "--to", "topics/Loaf")
    assert versions(vade, "topics/Loaf")[-2:] == [second, first]
    vade("forget", "topics/Loaf", "--yes")
    gone = vade("log", "Loaf")
    assert gone.code == 0
    assert gone.out.startswith("(gone)\t")


def test_diff_shows_the_last_change_any_two_versions_and_what_a_hand_changed(vade: Vade, home: Path) -> None:
    first, second = reversed(versions(vade, "Bread"))
    changed = vade("diff", "Bread").out.splitlines()
    assert changed[:2] == [f"--- global:topics/Bread ({first})", "+++ global:topics/Bread (now)"]
    assert changed[-2:] == ["-rye", "+wheat"]
    assert "+rye" in vade("diff", "Bread", "--from", second, "--to", first[:8]).out.splitlines()
    assert vade("diff").code == 1

    with (home / "topics" / "Bread.md").open("a") as file:
        file.write("by hand\n")
    by_hand = vade("diff")
    assert (by_hand.code, by_hand.out.splitlines()[-1]) == (0, "+by hand")
    assert vade("diff", "--json").json[0]["address"] == "global:topics/Bread"
    assert "the page as it is now is not kept yet" in vade("log", "Bread").err


def test_blame_tells_each_lines_commit_and_what_is_not_kept_yet(vade: Vade, home: Path) -> None:
    with (home / "topics" / "Bread.md").open("a") as file:
        file.write("by hand\n")
    lines = {each["text"]: each["kept"] for each in vade("blame", "Bread", "--json").json}
    assert lines["# Bread"]["message"] == "Add global:topics/Bread"
    assert lines["wheat"]["message"] == "Edit global:topics/Bread"
    assert lines["by hand"] is None
    assert vade("blame", "Bread").out.splitlines()[-1].startswith("not kept yet ")


def test_restore_brings_a_version_back_to_the_byte_and_can_be_undone_itself(vade: Vade, home: Path) -> None:
    file = home / "topics" / "Bread.md"
    first, second = reversed(versions(vade, "Bread"))
    wheat = file.read_bytes()
    done = vade("restore", "Bread", "--version", first)
    assert (done.code, done.out) == (0, f"edited global:topics/Bread · version {first}\n")
    assert b"rye" in file.read_bytes()
    assert vade("restore", "Bread", "--version", second).code == 0
    assert file.read_bytes() == wheat
    assert "says that already" in vade("restore", "Bread", "--version", second).err
    assert len(versions(vade, "Bread")) == 4


@pytest.mark.parametrize("data", [b"\xef\xbb\xbf# B\r\n\r\nx\r\n", "# B\n\nütf".encode("utf-16"), b"# B\n\ncaf\xe9\n"])
def test_restore_writes_any_encoding_as_it_was(vade: Vade, home: Path, data: bytes) -> None:
    file = home / "topics" / "odd.md"
    file.write_bytes(data)
    assert vade("forget", "topics/odd", "--yes").code == 0
    assert vade("add", "plain", "--title", "odd").code == 0
    assert vade("restore", "topics/odd", "--version", versions(vade, "topics/odd")[-1]).code == 0
    assert file.read_bytes() == data


def test_restore_without_a_version_brings_a_deleted_page_back_from_the_trash_or_from_git(
    vade: Vade, home: Path
) -> None:
    file = home / "topics" / "Bread.md"
    text = file.read_bytes()
    refused = vade("restore", "Bread")
    assert (refused.code, "is not deleted" in refused.err) == (2, True)
    vade("forget", "Bread", "--yes")
    assert vade("restore", "Bread").out.startswith("restored global:topics/Bread")
    vade("forget", "Bread", "--yes", "--purge")
    assert vade("restore", "Bread").out.startswith("created global:topics/Bread")
    assert file.read_bytes() == text


def test_restore_as_of_a_day_takes_what_stood_there_then(vade: Vade, vault: Vault) -> None:
    root = vault({"a.md": "old\n"}, "--read-only")
    git(root, "init", "--quiet")
    git(root, "add", ".")
    subprocess.run(
        ["git", "-c", "user.name=t", "-c", "user.email=t@e", "commit", "--quiet", "--message", "old"],
        cwd=root, check=True, env=os.environ | {"GIT_COMMITTER_DATE": "2026-01-10T12:00:00"},
    )  # fmt: skip
    (root / "a.md").write_text("new\n")
    vade("config", "mounts.notes.writable", "true")
    assert vade("restore", "notes:a", "--as-of", "2026-01-09").code == 4
    assert vade("restore", "notes:a", "--as-of", "2026-01-10").code == 0
    assert (root / "a.md").read_text() == "old\n"


def test_a_version_that_is_not_there_is_told_with_what_to_do(vade: Vade, home: Path) -> None:
    done = vade("restore", "Bread", "--version", "feedbeef0123")
    assert done.code == 4
    assert "git kept no version 'feedbeef0123' of global:topics/Bread" in done.err
    assert "hint: vade log global:topics/Bread lists what there is" in done.err


def test_what_was_private_stays_private_in_every_version(vade: Vade, home: Path) -> None:
    vade("edit", "Bread", "--set", "private=true")
    assert vade("diff", "global:topics/Bread").code == 4
    assert vade("blame", "global:topics/Bread").code == 4
    assert "private" in vade("diff", "global:topics/Bread", "--hidden").out
    vade("edit", "Bread", "--unset", "private", "--hidden")
    with_private = next(each for each in versions(vade, "Bread")[1:2])
    assert vade("diff", "Bread", "--from", with_private).code == 4


def test_a_vault_of_ones_own_is_committed_to_only_when_its_mount_says_so(vade: Vade, vault: Vault) -> None:
    root = vault({"a.md": "one\n"}, "--inbox", "Inbox")
    git(root, "init", "--quiet")
    vade("add", "first", "--title", "first", "--mount", "notes")
    assert git(root, "status", "--porcelain", "--untracked-files=all").count("??") >= 2
    vade("config", "mounts.notes.commit", "always")
    vade("add", "second", "--title", "second", "--mount", "notes")
    assert git(root, "show", "--format=", "--name-only", "HEAD") == "Inbox/second.md\n"
    vade("config", "mounts.notes.commit", "never")
    vade("add", "third", "--title", "third", "--mount", "notes")
    assert git(root, "rev-list", "--count", "HEAD") == "1\n"


def test_a_commit_that_is_put_off_is_a_warning_and_the_write_stands(vade: Vade, home: Path) -> None:
    (home / ".git" / "index.lock").touch()
    done = vade("add", "a note", "--title", "Note")
    assert (done.code, done.out.startswith("created ")) == (0, True)
    assert "warning: the commit is put off" in done.err
    (home / ".git" / "index.lock").unlink()
    vade("add", "another", "--title", "Other")
    assert git(home, "status", "--porcelain") == ""


def test_purge_takes_a_page_out_of_the_trash_and_says_what_git_still_holds(vade: Vade, home: Path) -> None:
    done = vade("forget", "Bread", "--purge", "--yes")
    assert (done.code, done.out) == (0, "purged global:topics/Bread\n")
    assert vade("forget", "--list", "--json").json == []
    assert f"3 commits in {home} still hold it" in done.err
    assert f"git -C {home} filter-repo --force --invert-paths --path topics/Bread.md" in done.err
    assert git(home, "rev-list", "--count", "HEAD") == "4\n"
    assert not list(home.rglob("page.md"))


def test_purge_finds_what_is_in_the_trash_already(vade: Vade, home: Path) -> None:
    vade("forget", "Bread", "--yes")
    told = vade("forget", "Bread", "--purge", "--yes", "--json").json
    assert (told["action"], len(told["purged"]), len(told["git"]["commits"])) == ("purged", 1, 3)
    assert vade("forget", "Bread", "--purge", "--yes").code == 4


ALIKE = ("--tag", "person", "--tag", "family", "--type", "person")


@pytest.fixture
def alike(vade: Vade, home: Path) -> Path:
    """Two pages that differ in a word, one made after the other."""
    vade("add", "drinks tea", "--title", "P1", *ALIKE)
    vade("add", "drinks milk", "--title", "P2", *ALIKE)
    return home


def test_a_page_that_is_like_another_has_its_own_past_alone(vade: Vade, alike: Path) -> None:
    assert len(versions(vade, "P2")) == 1
    (of_other,) = versions(vade, "P1")
    assert vade("restore", "P2", "--version", of_other).code == 4
    assert "tea" not in vade("diff", "P2").out
    assert len({line.split()[0] for line in vade("blame", "P2").out.splitlines()}) == 1


def test_purge_names_no_page_that_is_like_the_one_that_goes(vade: Vade, alike: Path) -> None:
    told = vade("forget", "P2", "--purge", "--yes", "--json").json["git"]
    assert (told["paths"], told["formers"], len(told["commits"])) == (["topics/P2.md"], [], 2)
    assert "P1" not in told["remedy"]
    assert versions(vade, "P1")


def test_purge_names_the_name_that_a_page_had_before_it_was_moved(vade: Vade, home: Path) -> None:
    git(home, "mv", "topics/Bread.md", "topics/Loaf.md")
    git(home, "commit", "--quiet", "--message", "move")
    assert len(versions(vade, "global:topics/Loaf")) == 3
    told = vade("forget", "global:topics/Loaf", "--purge", "--yes", "--json").json["git"]
    assert told["paths"] == ["topics/Loaf.md", "topics/Bread.md"]
    assert len(told["commits"]) == 4


def test_purge_leaves_a_former_name_alone_that_another_page_has_had_since(vade: Vade, home: Path) -> None:
    git(home, "mv", "topics/Bread.md", "topics/Loaf.md")
    git(home, "commit", "--quiet", "--message", "move")
    (home / "topics" / "Bread.md").write_text("another page, not in git yet\n")
    done = vade("forget", "global:topics/Loaf", "--purge", "--yes")
    assert "--path topics/Loaf.md\n" in done.err
    assert "topics/Bread.md was its name before" in done.err
    assert "--path topics/Bread.md" not in done.err


def test_a_page_that_was_moved_by_hand_keeps_its_past_and_one_that_was_forgotten_gives_none(
    vade: Vade, home: Path
) -> None:
    (home / "topics" / "Bread.md").rename(home / "topics" / "Loaf.md")
    assert vade("add", "more", "--to", "topics/Loaf").code == 0
    assert len(versions(vade, "topics/Loaf")) == 4
    (home / "topics" / "Twin.md").write_bytes((home / "topics" / "Loaf.md").read_bytes())
    assert vade("edit", "topics/Twin", "--old", "more", "--new", "less").code == 0
    assert vade("forget", "topics/Loaf", "--yes").code == 0
    assert len(versions(vade, "topics/Twin")) == 2


def test_purge_asks_whether_a_name_that_git_knows_by_likeness_was_the_pages(vade: Vade, alike: Path) -> None:
    page = alike / "topics" / "P3.md"
    page.write_text((alike / "topics" / "P1.md").read_text().replace("tea", "cocoa"))
    (alike / "topics" / "P1.md").unlink()
    git(alike, "add", "--all")
    git(alike, "commit", "--quiet", "--message", "tidy")
    done = vade("forget", "global:topics/P3", "--purge", "--yes")
    assert "--invert-paths --path topics/P3.md\n" in done.err
    assert "topics/P1.md may have been its name before" in done.err
    assert "add --path topics/P1.md if it was" in done.err


def test_purge_is_for_a_person_and_asks_first(vade: Vade, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert vade("forget", "Bread", "--purge").code == 2
    monkeypatch.setenv("CLAUDECODE", "1")
    refused = vade("forget", "Bread", "--purge", "--yes")
    assert (refused.code, "for a person to do" in refused.err) == (2, True)
    assert (home / "topics" / "Bread.md").exists()


@pytest.fixture
def written(home: Path, vade: Vade) -> Path:
    """The memory after an agent's session edited one page, made another, and held a third."""
    memory = Memory.open(session=SessionKey("claude-code", "abc-1"), actor=Actor("agent", "claude-code"))
    bread = memory.open_page("Bread").page
    memory.write(bread.address, Replacement("wheat", "spelt"), version=bread.digest)
    memory.write(Address("global", "made"), RawText("new\n"))
    memory.close()
    return home


def test_undo_shows_its_plan_asks_and_takes_back_one_session_in_one_commit(vade: Vade, written: Path) -> None:
    before = git(written, "rev-parse", "HEAD")
    planned = vade("undo", "--session", "last", "--dry-run")
    assert planned.out.splitlines() == ["global:made\tmoved to the trash\t", "global:topics/Bread\tput back\t"]
    assert "wrote 2" in planned.err
    assert vade("undo", "--session", "last").code == 2  # nobody is there to be asked
    assert git(written, "rev-parse", "HEAD") == before

    done = vade("undo", "--session", "last", "--yes")
    assert (done.code, done.err.splitlines()[-1]) == (0, "2 pages taken back")
    assert "wheat" in vade("show", "Bread").out
    assert git(written, "rev-parse", "HEAD~1") == before
    assert git(written, "show", "--format=", "--name-only", "HEAD").split() == ["made.md", "topics/Bread.md"]
    assert vade("undo", "--session", "last", "--yes").code == 1


def test_undo_names_what_it_leaves_alone(vade: Vade, written: Path) -> None:
    vade("edit", "Bread", "--old", "spelt", "--new", "spelt or rye")
    done = vade("undo", "--session", "last", "--yes", "--json")
    assert done.code == 5
    assert [(each["address"], each["action"], each["why"]) for each in done.json["pages"]] == [
        ("global:made", "remove", None),
        ("global:topics/Bread", "leave", "later changes touch the same lines"),
    ]
    assert "spelt or rye" in vade("show", "Bread").out


def test_undo_of_an_unknown_session_is_told(vade: Vade, written: Path) -> None:
    done = vade("undo", "--session", "nobody")
    assert (done.code, done.out) == (4, "")
    assert "no session's id begins with 'nobody'" in done.err


def contents(folder: Path) -> dict[Path, tuple[bytes, int]]:
    return {
        file: (file.read_bytes(), file.stat().st_mtime_ns)
        for file in folder.rglob("*")
        if file.is_file() and ".vade" not in file.parts
    }


def test_asking_about_history_writes_nothing_to_the_store_or_its_repository(vade: Vade, written: Path) -> None:
    (written / "made.md").write_text("by hand\n")
    before = contents(written)
    asked = ("log", "log Bread", "diff", "diff Bread", "blame Bread", "undo --session last --dry-run", "trace")
    for words in asked:
        assert vade(*words.split()).code in {0, 1, 5}
    assert contents(written) == before


def test_writing_history_changes_no_file_outside_of_git_but_the_page_itself(vade: Vade, written: Path) -> None:
    before = {file: told for file, told in contents(written).items() if ".git" not in file.parts}
    vade("edit", "Bread", "--old", "spelt", "--new", "rye")
    after = {file: told for file, told in contents(written).items() if ".git" not in file.parts}
    changed = {file.name for file in before.keys() | after.keys() if before.get(file) != after.get(file)}
    assert changed == {"Bread.md"}
