"""``mount``: what it counts, what it keeps private, and which folders it will not take."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Vade = Callable[..., Any]


def folder(root: Path, *names: str, excluded: list[str] | None = None) -> Path:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"# {Path(name).stem}\n\nword\n", encoding="utf-8")
    if excluded is not None:
        (root / ".obsidian").mkdir(parents=True)
        settings = json.dumps({"userIgnoreFilters": excluded})
        (root / ".obsidian" / "app.json").write_text(settings, encoding="utf-8")
    return root


def configured() -> dict[str, dict[str, object]]:
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "vademecum" / "config.toml"
    found = tomllib.loads(file.read_text(encoding="utf-8"))["mounts"] if file.exists() else {}
    return dict(found)


def listed(vade: Vade) -> list[str]:
    return [line.split("\t")[0] for line in vade("list").out.splitlines()]


def test_mount_counts_pages_by_folder_and_writes_what_it_says(vade: Vade, tmp_path: Path) -> None:
    root = folder(tmp_path / "My Notes", "top.md", "a/1.md", "a/deep/2.md", "b/3.md")
    told = vade("mount", root, "--yes", "--json").json
    assert told["folders"] == {".": 1, "a": 2, "b": 1}
    assert (told["name"], told["inbox"], told["pages"], told["hidden"], told["written"]) == (
        "my-notes",
        "Inbox",
        4,
        0,
        True,
    )
    assert configured() == {"my-notes": {"path": str(root), "inbox": "Inbox"}}
    assert listed(vade) == ["my-notes:a/1", "my-notes:a/deep/2", "my-notes:b/3", "my-notes:top"]


def test_a_dry_run_writes_nothing(vade: Vade, tmp_path: Path) -> None:
    done = vade("mount", folder(tmp_path / "Notes", "a/1.md"), "--dry-run")
    assert (done.code, done.out) == (0, "a\t1\n")
    assert "would be mounted as notes, read-only but for Inbox/" in done.err
    assert configured() == {}


def test_what_obsidian_excludes_stays_private(vade: Vade, tmp_path: Path) -> None:
    names = ("open.md", "Secret/s.md", "drafts/d.md", "x/My Draft.md", "y/z.md", "y/zoo.md")
    root = folder(tmp_path / "Notes", *names, excluded=["Secret/", "drafts", "/draft/", "y/z.md"])
    done = vade("mount", root, "--yes")
    assert "4 of 6 pages stay hidden" in done.err
    assert "private, because Obsidian excludes it: /Secret/**" in done.err
    assert "/draft/ excludes 2 pages now" in done.err
    assert listed(vade) == ["notes:open", "notes:y/zoo"]
    assert vade("recall", "word", "--json").json["hits"][0]["address"] == "notes:open#open"


def test_an_exclusion_that_can_not_be_read_is_not_passed_over(vade: Vade, tmp_path: Path) -> None:
    root = folder(tmp_path / "Notes", "a.md", excluded=["/(?<=x*)y(/"])
    done = vade("mount", root, "--yes")
    assert (done.code, configured()) == (2, {})
    assert done.err.startswith("error: Obsidian excludes what can't be read as a pattern: /(?<=x*)y(/\nhint: say with")
    assert vade("mount", root, "--private", "/a*").code == 0


@pytest.mark.parametrize("spelled", ["inbox", "INBOX", "Inbox"])
def test_an_inbox_is_taken_as_it_is_spelled_on_disk(vade: Vade, tmp_path: Path, spelled: str) -> None:
    root = folder(tmp_path / "Notes", "a.md")
    (root / spelled).mkdir()
    assert vade("mount", root, "--yes", "--json").json["inbox"] == spelled
    assert vade("add", "text", "--title", "New", "--mount", "notes").out.startswith(f"created notes:{spelled}/New ")


def test_options_say_what_is_seen_and_where(vade: Vade, tmp_path: Path) -> None:
    root = folder(tmp_path / "Notes", "a/1.md", "b/2.md", "b/3.md")
    done = vade(
        "mount", root, "--expose", "b/**", "--private", "b/3*", "--read-only", "--only-in", tmp_path / "project"
    )
    assert done.code == 0, done.err
    assert "read-only\n2 of 3 pages stay hidden" in done.err
    assert listed(vade) == ["notes:b/2"]
    assert vade("add", "text", "--mount", "notes").code == 5


def test_a_mount_that_is_only_in_a_project_is_nowhere_else(
    vade: Vade, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vade("mount", folder(tmp_path / "Notes", "a.md"), "--yes", "--only-in", tmp_path / "project")
    assert listed(vade) == ["notes:a"]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    assert listed(vade) == []
    assert "mount-elsewhere" in vade("doctor", "--json").out


@pytest.mark.parametrize(
    ("place", "options", "message"),
    [
        ("absent", [], "absent is not there"),
        ("Notes/a.md", [], "a.md is a file, not a folder"),
        ("memory", [], "is a part of your memory already, as global"),
        ("memory/topics", [], "is inside your memory"),
        ("memory/user", [], "is a part of your memory already, as user"),
        ("Notes", ["--name", "user"], "the name user is taken"),
        ("Notes", ["--name", "clone"], "the name clone is taken"),
        ("Notes", ["--name", "a b"], "mount name 'a b' has ' '"),
        ("Notes", ["--inbox", "../out"], "--inbox must be a name inside the mount"),
        ("Notes", ["--private", ""], "--private"),
        ("Notes", ["--only-in", "absent"], "--only-in absent is no folder"),
    ],
)
def test_what_can_not_be_mounted_is_refused(
    vade: Vade, tmp_path: Path, place: str, options: list[str], message: str
) -> None:
    vade("init")
    folder(tmp_path / "Notes", "a.md")
    done = vade("mount", tmp_path / place, "--yes", *options)
    assert (done.code, done.out, configured()) == (2, "", {})
    assert message in done.err.splitlines()[0]


def test_the_same_folder_or_name_is_mounted_once(vade: Vade, tmp_path: Path) -> None:
    root = folder(tmp_path / "Notes", "a.md")
    (tmp_path / "link").symlink_to(root)
    assert vade("mount", root, "--yes").code == 0
    for path in (root, tmp_path / "link", f"{root}/."):
        done = vade("mount", path, "--yes", "--name", "other")
        assert (done.code, done.err.splitlines()[0]) == (2, f"error: {root} is mounted already, as notes")
    twin = vade("mount", folder(tmp_path / "more" / "Notes", "b.md"), "--yes")
    assert twin.err == "error: the name notes is taken\nhint: give another one with --name\n"


def test_a_mount_inside_another_is_told(vade: Vade, tmp_path: Path) -> None:
    root = folder(tmp_path / "Notes", "a.md", "part/b.md")
    vade("mount", root, "--yes")
    done = vade("mount", root / "part", "--yes")
    assert "it lies inside the mount notes, which leaves it out from now on" in done.err
    assert listed(vade) == ["notes:a", "part:b"]


def test_without_a_terminal_nothing_is_exposed_unasked(vade: Vade, tmp_path: Path) -> None:
    done = vade("mount", folder(tmp_path / "Notes", "a.md"))
    assert (done.code, done.out, configured()) == (2, "", {})
    assert done.err.endswith("hint: use --expose or --private, or --yes for everything\n")


def test_names_in_any_script_make_a_mount(vade: Vade, tmp_path: Path) -> None:
    assert vade("mount", folder(tmp_path / "我的 笔记", "潮汐.md"), "--yes").code == 0
    assert listed(vade) == ["我的-笔记:潮汐"]
    assert vade("config", "mounts.我的-笔记.inbox", "收件").code == 0
    assert vade("add", "文字", "--mount", "我的-笔记").out.startswith("created 我的-笔记:收件/文字 ")
