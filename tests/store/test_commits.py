"""Quiet commits with real git: only what a write touched is committed, and nothing of anybody else's is disturbed."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.errors import HistoryError
from vademecum.page.model import digest_of
from vademecum.store.checkout import Checkout, checkout_of
from vademecum.store.commits import Note, Touched, keep
from vademecum.store.founding import found_repository
from vademecum.store.under_way import our_turn

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def git(folder: Path, *arguments: str, **variables: str) -> str:
    """Run git as a person named t would; returns what it says."""
    options = ("-c", "user.name=t", "-c", "user.email=t@example.invalid")
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")} | variables
    command = ["git", *options, *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=True).stdout


def repository(folder: Path, *options: str) -> Path:
    folder.mkdir(parents=True)
    git(folder, "init", "--quiet", "--initial-branch=main", *options)
    return folder.resolve()


def commit_by_hand(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
        git(root, "add", "--", name)
    git(root, "commit", "--quiet", "--message", "by hand")


def checkout(root: Path) -> Checkout:
    found = checkout_of(root)
    assert found is not None
    return found


def write(root: Path, name: str, text: str | None) -> Touched:
    """Write a page as the gateway does, and say what was touched."""
    file = root / name
    before = file.read_bytes() if file.exists() else None
    if text is None:
        file.unlink()
        return Touched(file, before, None)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode())
    return Touched(file, before, digest_of(text.encode()))


def commit(root: Path, *touched: Touched, only_own: bool = False) -> None:
    note = Note(NOON, "Write it", {"Vade-Actor": "agent:claude-code", "Vade-Session": ""})
    keep(checkout(root), touched, note, root.parent / "state", only_own=only_own)


def save(root: Path, name: str, text: str | None) -> None:
    commit(root, write(root, name, text))


def changed_in(root: Path, name: str = "HEAD") -> list[str]:
    return git(root, "show", "--format=", "--name-only", "-z", name).strip("\0").split("\0")


def count(root: Path) -> int:
    return int(git(root, "rev-list", "--count", "HEAD"))


def versions(root: Path, name: str) -> list[str]:
    """What each commit of a page holds, oldest first."""
    found = git(root, "rev-list", "--reverse", "HEAD", "--", name).split()
    return [git(root, "show", f"{each}:{name}") for each in found]


def is_clean(root: Path) -> bool:
    git(root, "fsck", "--strict")
    return git(root, "status", "--porcelain") == ""


def test_p35_a_write_is_one_commit_of_that_page(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    save(root, "a.md", "one\n")
    save(root, "a.md", "two\n")
    assert versions(root, "a.md") == ["one\n", "two\n"]
    assert git(root, "log", "-1", "--format=%an <%ae>%n%ad%n%B", "--date=iso").split("\n", 3) == [
        "Vademecum <vade@localhost>",
        "2026-11-30 12:00:00 +0000",
        "Write it",
        "\nVade-Actor: agent:claude-code\n\n",
    ]
    assert is_clean(root)


def test_a_person_with_a_name_is_the_author_and_the_agent_stands_in_a_trailer(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    git(root, "config", "user.name", "Ada")
    git(root, "config", "user.email", "ada@example.invalid")
    save(root, "a.md", "one\n")
    shown = git(root, "log", "-1", "--format=%an %cn %(trailers:key=Vade-Actor,valueonly)")
    assert shown.strip() == "Ada Ada agent:claude-code"


def test_A36_staged_unstaged_and_untracked_work_stays_as_it_was(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {"app.py": "base\n", "memory/old.md": "old\n"})
    (root / "app.py").write_text("base\nstaged\n")
    git(root, "add", "app.py")
    (root / "app.py").write_text("base\nstaged\nunstaged\n")
    for name in ("untracked.txt", ".env"):
        (root / name).write_text("scratch\n")
    staged, unstaged = git(root, "diff", "--cached"), git(root, "diff")

    save(root, "memory/x.md", "saved\n")
    save(root, "memory/old.md", "new\n")

    assert changed_in(root) == ["memory/old.md"]
    assert changed_in(root, "HEAD~1") == ["memory/x.md"]
    assert (git(root, "diff", "--cached"), git(root, "diff")) == (staged, unstaged)
    assert git(root, "ls-files", "--others").split() == [".env", "untracked.txt"]
    git(root, "fsck", "--strict")


def test_two_files_of_one_write_are_one_commit(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    save(root, "a.md", "text\n")
    old, new = root / "a.md", root / "b.md"
    old.rename(new)
    commit(root, Touched(old, b"text\n", None), Touched(new, None, digest_of(b"text\n")))
    assert git(root, "show", "--format=", "--name-status", "-M", "HEAD") == "R100\ta.md\tb.md\n"
    assert is_clean(root)


def test_what_a_hand_had_changed_is_kept_before_it_is_replaced(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    save(root, "a.md", "one\n")
    (root / "a.md").write_text("by hand\n")
    save(root, "a.md", "two\n")
    assert versions(root, "a.md") == ["one\n", "by hand\n", "two\n"]


def test_a_page_that_was_never_committed_is_kept_before_it_is_deleted(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    (root / "a.md").write_text("by hand\n")
    save(root, "a.md", None)
    assert git(root, "show", "HEAD~1:a.md") == "by hand\n"
    assert is_clean(root)


@pytest.mark.parametrize("name", ['q"uote\n.md', "新/ü é.md", ":(glob)*.md", "-f.md", "a b/\t.md", "*.md"])
def test_any_file_name_is_committed_as_it_is(tmp_path: Path, name: str) -> None:
    root = repository(tmp_path / "r")
    (root / "bystander.md").write_text("not written by us\n")
    save(root, name, "one\n")
    save(root, name, "two\n")
    assert changed_in(root) == [name]
    assert git(root, "ls-files", "--others").split() == ["bystander.md"]


def test_a_repository_with_sha256_is_committed_to(tmp_path: Path) -> None:
    root = repository(tmp_path / "r", "--object-format=sha256")
    save(root, "a.md", "one\n")
    save(root, "a.md", "two\n")
    save(root, "a.md", None)
    assert count(root) == 3
    assert is_clean(root)


def test_a_worktree_and_a_submodule_have_their_own_branch(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {"a.md": "one\n"})
    git(root, "worktree", "add", "--quiet", "-b", "side", str(tmp_path / "tree"))
    tree = (tmp_path / "tree").resolve()
    save(tree, "a.md", "two\n")
    assert (count(root), count(tree)) == (1, 2)

    outer = repository(tmp_path / "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(root), "inner")
    git(outer, "commit", "--quiet", "--message", "with a submodule")
    save(outer / "inner", "a.md", "three\n")
    assert (count(outer), count(outer / "inner")) == (1, 2)


def test_only_a_repository_of_our_own_is_committed_to_unless_the_mount_says_always(tmp_path: Path) -> None:
    theirs = repository(tmp_path / "theirs")
    commit(theirs, write(theirs, "a.md", "one\n"), only_own=True)
    assert git(theirs, "status", "--porcelain") == "?? a.md\n"

    ours = tmp_path / "ours"
    ours.mkdir()
    assert found_repository(ours.resolve()) is not None
    commit(ours, write(ours, "a.md", "one\n"), only_own=True)
    assert count(ours) == 1


def test_where_nothing_is_to_be_committed_git_is_not_even_looked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    theirs = repository(tmp_path / "theirs")
    touched = write(theirs, "a.md", "one\n")
    monkeypatch.setenv("PATH", str(tmp_path))
    commit(theirs, touched, only_own=True)
    with pytest.raises(HistoryError, match="git is not installed"):
        commit(theirs, touched)


def test_a_mark_in_the_persons_own_configuration_makes_no_repository_ours(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    Path(os.environ["HOME"], ".gitconfig").write_text("[vademecum]\n\tcreated = true\n")
    commit(root, write(root, "a.md", "one\n"), only_own=True)
    assert git(root, "status", "--porcelain") == "?? a.md\n"


def test_no_repository_is_made_inside_another_one(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    (root / "memory").mkdir()
    assert found_repository(root / "memory") is None
    assert not (root / "memory" / ".git").exists()


def test_no_hook_of_a_template_comes_into_a_repository_of_ours(tmp_path: Path) -> None:
    template = tmp_path / "template"
    (template / "hooks").mkdir(parents=True)
    (template / "hooks" / "pre-commit").write_text("#!/bin/sh\nsleep 600\n")
    Path(os.environ["HOME"], ".gitconfig").write_text(f"[init]\n\ttemplateDir = {template}\n")
    root = tmp_path / "r"
    root.mkdir()
    found_repository(root)
    assert not (root / ".git" / "hooks").exists()


def test_hooks_that_hang_signing_editors_and_monitors_are_not_run(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {"a.md": "one\n"})
    names = ("pre-commit", "commit-msg", "post-commit", "reference-transaction", "post-index-change", "monitor")
    (root / ".git" / "hooks").mkdir(exist_ok=True)
    for name in names:
        hook = root / ".git" / "hooks" / name
        hook.write_text(f"#!/bin/sh\ntouch {tmp_path}/ran-{name}\nsleep 600\n")
        hook.chmod(0o755)
    settings = {
        "commit.gpgSign": "true", "gpg.program": str(hook), "core.editor": str(hook), "core.pager": str(hook),
        "core.fsmonitor": str(hook), "core.hooksPath": str(hook.parent), "credential.helper": str(hook),
    }  # fmt: skip
    for name, value in settings.items():
        git(root, "config", name, value)
    save(root, "a.md", "two\n")
    assert not list(tmp_path.glob("ran-*"))
    for name in settings:
        git(root, "config", "--unset", name)
    shutil.rmtree(root / ".git" / "hooks")
    assert count(root) == 2
    assert is_clean(root)


def test_A37_leaked_variables_of_git_name_no_other_repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outer, mem = repository(tmp_path / "outer"), repository(tmp_path / "mem")
    for root in (outer, mem):
        commit_by_hand(root, {"f": "x\n"})
    monkeypatch.setenv("GIT_DIR", str(outer / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(outer / ".git" / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(outer))
    monkeypatch.setenv("GIT_OBJECT_DIRECTORY", str(outer / ".git" / "objects"))
    save(mem, "a.md", "one\n")
    assert (count(outer), count(mem)) == (1, 2)
    assert is_clean(outer)
    assert is_clean(mem)


def test_A35_a_lock_of_others_puts_the_commit_off_and_the_next_write_commits_both(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {"a.md": "one\n"})
    lock = root / ".git" / "index.lock"
    lock.touch()
    hours_ago = lock.stat().st_mtime - 2 * 3600 - 60
    os.utime(lock, (hours_ago, hours_ago))
    for text in ("two\n", "three\n"):
        with pytest.raises(HistoryError, match=r"put off: .*index\.lock is there since 2 hours"):
            save(root, "a.md", text)
    assert lock.exists()
    assert count(root) == 1

    lock.unlink()
    save(root, "b.md", "other\n")
    assert versions(root, "a.md") == ["one\n", "two\n", "three\n"]
    assert changed_in(root) == ["b.md"]
    assert is_clean(root)


def conflict(root: Path) -> None:
    commit_by_hand(root, {"app.py": "base\n"})
    git(root, "checkout", "--quiet", "-b", "side")
    commit_by_hand(root, {"app.py": "side\n"})
    git(root, "checkout", "--quiet", "main")
    commit_by_hand(root, {"app.py": "main\n"})


@pytest.mark.parametrize("command", ["merge", "rebase", "cherry-pick"])
def test_A36_work_under_way_is_left_alone_and_told(tmp_path: Path, command: str) -> None:
    root = repository(tmp_path / "r")
    conflict(root)
    with pytest.raises(subprocess.CalledProcessError):
        git(root, command, "side")
    before = git(root, "status", "--porcelain"), git(root, "rev-parse", "HEAD")
    with pytest.raises(HistoryError, match=rf"put off: a {command} is under way"):
        save(root, "x.md", "saved\n")
    assert git(root, "status", "--porcelain") == before[0] + "?? x.md\n"
    assert git(root, "rev-parse", "HEAD") == before[1]

    git(root, command, "--abort")
    save(root, "y.md", "other\n")
    assert changed_in(root, "HEAD~1") == ["x.md"]
    assert is_clean(root)


def test_A36_where_no_branch_is_checked_out_no_commit_is_made(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {"a.md": "one\n"})
    git(root, "checkout", "--quiet", "--detach")
    with pytest.raises(HistoryError, match="no branch is checked out"):
        save(root, "a.md", "two\n")
    assert count(root) == 1


def test_A36_an_ignored_page_is_left_alone_and_told(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {".gitignore": "memory/\n"})
    with pytest.raises(HistoryError, match=r"memory/x\.md is not committed: a \.gitignore leaves it out"):
        save(root, "memory/x.md", "saved\n")
    assert count(root) == 1
    assert is_clean(root)


def test_a_page_that_goes_through_a_filter_is_left_alone_since_git_may_be_meant_to_encrypt_it(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    git(root, "config", "filter.crypt.clean", f"touch {tmp_path}/ran")
    commit_by_hand(root, {".gitattributes": "secret.md filter=crypt\nopen.md filter=unknown\n"})
    with pytest.raises(HistoryError, match="filter crypt, which is not run"):
        save(root, "secret.md", "plain\n")
    save(root, "open.md", "plain\n")
    assert changed_in(root) == ["open.md"]
    assert not (tmp_path / "ran").exists()


def test_a_version_that_the_person_staged_is_left_to_them(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {"a.md": "one\n"})
    (root / "a.md").write_text("staged\n")
    git(root, "add", "a.md")
    (root / "a.md").write_text("staged and more\n")
    before = git(root, "diff", "--cached")
    with pytest.raises(HistoryError, match="staged by hand"):
        save(root, "a.md", "two\n")
    assert git(root, "diff", "--cached") == before

    git(root, "commit", "--quiet", "--message", "by hand")
    save(root, "a.md", "three\n")
    assert versions(root, "a.md")[-2:] == ["two\n", "three\n"]
    assert is_clean(root)


def test_a_page_that_was_staged_as_it_stands_is_kept_and_then_replaced(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    (root / "a.md").write_text("staged\n")
    git(root, "add", "a.md")
    save(root, "a.md", "two\n")
    assert versions(root, "a.md") == ["staged\n", "two\n"]
    assert is_clean(root)


def test_line_ends_that_the_repository_unifies_leave_no_page_looking_changed(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {".gitattributes": "* text=auto\n"})
    git(root, "config", "core.safecrlf", "true")
    save(root, "a.md", "one\r\ntwo\r\n")
    assert (root / "a.md").read_bytes() == b"one\r\ntwo\r\n"
    assert is_clean(root)


def test_a_mode_that_git_has_for_a_page_stays(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    (root / "a.md").write_text("one\n")
    (root / "a.md").chmod(0o755)
    git(root, "add", "a.md")
    git(root, "commit", "--quiet", "--message", "by hand")
    save(root, "a.md", "two\n")
    assert git(root, "ls-tree", "HEAD").startswith("100755")


def test_what_another_writer_has_written_meanwhile_is_that_ones_to_commit(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    first, second = write(root, "a.md", "one\n"), write(root, "a.md", "two\n")
    commit(root, second)
    commit(root, first)
    assert versions(root, "a.md") == ["one\n", "two\n"]


def test_a_person_who_commits_what_waited_has_it_committed_once(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {"a.md": "one\n"})
    (root / ".git" / "index.lock").touch()
    with pytest.raises(HistoryError):
        save(root, "a.md", "two\n")
    (root / ".git" / "index.lock").unlink()
    commit_by_hand(root, {"a.md": "two\n"})
    save(root, "b.md", "other\n")
    assert versions(root, "a.md") == ["one\n", "two\n"]
    assert changed_in(root) == ["b.md"]


def test_no_byte_of_a_page_is_changed_by_a_commit(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    pages = [write(root, f"{name}.md", f"{name}\r\n\ufefftext") for name in ("a", "b", "c/d")]
    before = {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in root.rglob("*.md")}
    commit(root, *pages)
    assert {file: (file.read_bytes(), file.stat().st_mtime_ns) for file in root.rglob("*.md")} == before
    assert len(changed_in(root)) == 3


@pytest.mark.parametrize("count_of", [9, 1200])
def test_an_import_of_many_pages_is_one_commit_and_takes_in_no_bystander(tmp_path: Path, count_of: int) -> None:
    root = repository(tmp_path / "r")
    commit_by_hand(root, {"app.py": "base\n"})
    (root / "app.py").write_text("staged\n")
    git(root, "add", "app.py")
    (root / "bystander.md").write_text("x\n")
    odd = ['q"uo\\te\n.md', "新/ü é.md", " lead.md", "tab\t.md", "#.md"]
    names = odd + [f"{number % 7}/{number}.md" for number in range(count_of - len(odd))]
    commit(root, *(write(root, name, f"{name}\r\n") for name in names))
    assert sorted(changed_in(root)) == sorted(names)
    assert git(root, "show", "HEAD:" + odd[0]) == f"{odd[0]}\n"  # text mode reads \r\n as \n
    assert git(root, "status", "--porcelain").splitlines() == ["M  app.py", "?? bystander.md"]


def test_processes_that_commit_at_once_lose_none(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    children = [start(root, f"{number}.md") for number in range(4)]
    assert [child.wait() for child in children] == [0, 0, 0, 0]
    assert count(root) == 4
    assert is_clean(root)


def test_a_turn_that_others_never_give_back_is_told(tmp_path: Path) -> None:
    root = repository(tmp_path / "r")
    with (
        our_turn(checkout(root)),
        pytest.raises(HistoryError, match="took longer than 0 s"),
        our_turn(checkout(root), wait=0),
    ):
        pass


WRITER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from vademecum.page.model import digest_of
from vademecum.store.checkout import checkout_of
from vademecum.store.commits import Note, Touched, keep

root, name = Path(sys.argv[1]), sys.argv[2]
(root / name).write_bytes(b"by a child\\n")
touched = Touched(root / name, None, digest_of(b"by a child\\n"))
keep(checkout_of(root), [touched], Note(datetime.now(UTC), "x", {}), root.parent / "state", only_own=False)
"""


def start(root: Path, name: str, **variables: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen([sys.executable, "-c", WRITER, str(root), name], env=os.environ | variables)


def deadly_git(folder: Path, at: int) -> str:
    """A search path on which git kills its caller at the call of that number, before it does anything."""
    real = shutil.which("git")
    folder.mkdir()
    script = f"""\
        #!/bin/sh
        echo >> {folder}/calls
        [ "$(wc -l < {folder}/calls)" -eq {at} ] && kill -9 $PPID && exit 1
        exec {real} "$@"
        """
    (folder / "git").write_text(textwrap.dedent(script))
    (folder / "git").chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def test_a_process_killed_between_any_two_steps_leaves_a_whole_repository(tmp_path: Path) -> None:
    killed = 0
    for at in range(1, 30):
        root = repository(tmp_path / f"{at}" / "r")
        commit_by_hand(root, {"app.py": "base\n"})
        child = start(root, "a.md", PATH=deadly_git(tmp_path / f"bin{at}", at))
        if child.wait() == 0:
            break
        killed += 1
        git(root, "fsck", "--strict")
        assert not (root / ".git" / "index.lock").exists()
        assert (root / "a.md").read_text() == "by a child\n"
        save(root, "a.md", "by the next\n")
        assert versions(root, "a.md") == ["by a child\n", "by the next\n"]
        assert is_clean(root)
    assert killed > 8
