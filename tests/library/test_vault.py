"""A folder before it is mounted: what it holds, and what its owner hid."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vademecum.config import MountConfig
from vademecum.errors import InputError
from vademecum.library.vault import as_on_disk, look_at


def vault(root: Path, names: list[str], excluded: object = None) -> Path:
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text("text\n", encoding="utf-8")
    if excluded is not None:
        (root / ".obsidian").mkdir(parents=True, exist_ok=True)
        (root / ".obsidian" / "app.json").write_text(json.dumps({"userIgnoreFilters": excluded}), encoding="utf-8")
    return root


def test_pages_are_counted_by_top_folder(tmp_path: Path) -> None:
    found = look_at(vault(tmp_path, ["a.md", "x/b.md", "x/y/c.md", "z/d.MD", "z/no.txt", ".git/e.md"]))
    assert found.folders == {".": 1, "x": 2, "z": 1}
    assert found.left_out == {}


def test_excluded_paths_become_globs_and_expressions_pages(tmp_path: Path) -> None:
    names = ["Secret/a.md", "drafts/b.md", "x/My draft.md", "x/open.md"]
    found = look_at(vault(tmp_path, names, ["Secret/", "drafts", "/DRAFT\\.md$/", "/(/", " ", 7]))
    assert found.excluded == ("/Secret/**", "/drafts*", "/x/My draft.md")
    assert (found.matched, found.unclear) == ({"/DRAFT\\.md$/": 1}, ("/(/",))
    assert found.count_hidden(MountConfig("v", found.path, private=found.excluded)) == 3


def test_exclusions_of_the_vault_around_the_folder_count(tmp_path: Path) -> None:
    root = vault(tmp_path, ["part/in/a.md", "part/b.md", "other/c.md"], ["part/in/", "other/", "/^part.b/"])
    assert look_at(root / "part").excluded == ("/in/**", "/b.md")
    assert look_at(root / "part" / "in").excluded == ("**",)


def test_exclusions_of_vaults_inside_the_folder_count(tmp_path: Path) -> None:
    vault(tmp_path / "one", ["Secret/a.md", "b.md"], ["Secret/", "/^b/"])
    vault(tmp_path, ["b.md"])
    assert look_at(tmp_path).excluded == ("/one/Secret/**", "/one/b.md")


@pytest.mark.parametrize("settings", ["", "[]", "{", '{"userIgnoreFilters": "Secret/"}', '{"userIgnoreFilters": null}'])
def test_settings_that_say_nothing_exclude_nothing(tmp_path: Path, settings: str) -> None:
    vault(tmp_path, ["a.md"], [])
    (tmp_path / ".obsidian" / "app.json").write_text(settings, encoding="utf-8")
    assert look_at(tmp_path).excluded == ()


@pytest.mark.parametrize(
    ("place", "message"),
    [("absent", "is not there"), ("a.md", "is a file, not a folder"), ("x\0y", "can't be looked at")],
)
def test_what_is_no_folder_is_told_apart(tmp_path: Path, place: str, message: str) -> None:
    vault(tmp_path, ["a.md"])
    with pytest.raises(InputError, match=message):
        look_at(tmp_path / place)


def test_a_folder_is_spelled_as_it_is_on_disk(tmp_path: Path) -> None:
    vault(tmp_path, ["INBOX/Agents/a.md", "box/b.md", "Box/c.md", "file"])
    assert as_on_disk(tmp_path, "Inbox") == "INBOX"
    assert as_on_disk(tmp_path, "inbox/agents/New") == "INBOX/Agents/New"
    assert [as_on_disk(tmp_path, name) for name in ("Box", "box", "BOX")] == ["Box", "box", "Box"]
    assert as_on_disk(tmp_path, "File") == "File"
    assert as_on_disk(tmp_path / "absent", "Inbox") == "Inbox"
