"""What a checkup finds, each with its remedy, and that a healthy memory has nothing to mend."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.errors import ConfigError
from vademecum.library import Library
from vademecum.library.mounts import plan_mounts
from vademecum.library.workspace import find_workspace
from vademecum.page import parse
from vademecum.upkeep.finding import Finding, counted
from vademecum.upkeep.health import Places, diagnose, of_mistakes
from vademecum.upkeep.machine import of_machine
from vademecum.upkeep.status import status_of
from vademecum.upkeep.unsaved import keep_text, kept_texts


def checkup(tmp_path: Path, *mounts: MountConfig) -> dict[str, Finding]:
    """The findings by code, in a library of these mounts, synced."""
    home, project = tmp_path / "home", tmp_path / "project"
    for folder in (home, project):
        folder.mkdir(exist_ok=True)
    config = Config(home=home, mounts=mounts)
    library = Library(plan_mounts(config, find_workspace(project), ()), tmp_path / "cache")
    places = Places(config, tmp_path / "cache", tmp_path / "state")
    found = diagnose(library, status_of(library, library.sync_all()), places)
    library.close()
    return {finding.code: finding for finding in found if finding.code != "no-git"}


def notes(tmp_path: Path, *names: str) -> MountConfig:
    root = tmp_path / "Notes"
    root.mkdir()
    for name in names:
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(f"# {Path(name).stem}\n", encoding="utf-8")
    return MountConfig("notes", root)


def test_a_healthy_memory_has_no_findings(tmp_path: Path) -> None:
    assert checkup(tmp_path, replace(notes(tmp_path, "a.md", "Inbox/b.md"), inbox="Inbox")) == {}


def test_errors_come_first_and_each_has_a_remedy_that_destroys_nothing(tmp_path: Path) -> None:
    root = tmp_path / "Notes"
    config = replace(notes(tmp_path, "a.md", "b/a.md", "inbox/c.md"), inbox="Inbox")
    (root / "odd.md").write_bytes(b"caf\xe9\n")
    found = checkup(tmp_path, config, MountConfig("gone", tmp_path / "gone"), MountConfig("twice", root))
    assert {"mount-missing", "mount-twice", "inbox-case", "page-problems", "titles-shared"} <= set(found)
    assert next(iter(found)) == "mount-missing"
    remedies = [each.remedy for each in found.values()]
    assert all(remedies)
    assert [text for text in remedies if any(word in text for word in ("delete", "remove", "rm "))] == []


def test_an_empty_mount_is_told(tmp_path: Path) -> None:
    assert list(checkup(tmp_path, notes(tmp_path))) == ["mount-empty"]


def test_a_mount_for_another_project_is_told(tmp_path: Path) -> None:
    config = replace(notes(tmp_path, "a.md"), only_in=(tmp_path / "elsewhere",))
    assert list(checkup(tmp_path, config)) == ["mount-elsewhere"]


def test_pages_that_a_bound_leaves_out_are_counted(tmp_path: Path) -> None:
    finding = checkup(tmp_path, replace(notes(tmp_path, "a.md", "b.md", "c.md"), max_pages=1))["pages-left-out"]
    assert "leaves out 2 pages beyond max_pages" in finding.message


def test_an_inbox_in_another_case_comes_with_the_command_that_mends_it(tmp_path: Path) -> None:
    finding = checkup(tmp_path, replace(notes(tmp_path, "INBOX/a.md"), inbox="Inbox"))["inbox-case"]
    assert finding.remedy.endswith("vade config mounts.notes.inbox INBOX")


def test_shared_titles_name_their_pages(tmp_path: Path) -> None:
    finding = checkup(tmp_path, notes(tmp_path, "x/Log.md", "y/log.md", "z/LOG.md", "w/log.md", "one.md"))[
        "titles-shared"
    ]
    assert finding.severity == "note"
    assert "has 1 title that several pages share, first 'log': w/log, x/Log, y/log, …" in finding.message


def test_an_index_that_sqlite_finds_damaged_is_an_error(tmp_path: Path) -> None:
    config = notes(tmp_path, *(f"{number}.md" for number in range(200)))
    checkup(tmp_path, config)
    index = max((tmp_path / "cache" / "index").glob("*.db"), key=lambda file: file.stat().st_size)
    data = bytearray(index.read_bytes())
    data[-8192:] = b"\xa5" * 8192
    index.write_bytes(data)
    finding = checkup(tmp_path, config)["index-damaged"]
    assert (finding.severity, "sync --rebuild" in finding.remedy) == ("error", True)


def test_a_folder_that_takes_no_files_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    found = [each.code for each in of_machine(tmp_path, tmp_path / "file" / "cache", tmp_path / "state")]
    assert "folder-is-file" in found


def test_a_home_store_that_everybody_can_write_to_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o777)
    finding = next(each for each in of_machine(tmp_path, tmp_path, tmp_path) if each.code == "folder-open")
    assert finding.remedy.endswith(f"chmod o-w {tmp_path}")


def test_without_git_a_warning_tells_that_no_history_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert [(each.code, each.severity) for each in of_machine(tmp_path, tmp_path, tmp_path)] == [("no-git", "warning")]


def test_texts_that_were_kept_stay_apart_and_are_told(tmp_path: Path) -> None:
    page = parse(Address("notes", "deep/潮汐 表"), b"old\n")
    files = [keep_text(tmp_path, page, text) for text in ("one\n", "two\n")]
    assert [file.read_text(encoding="utf-8") for file in files] == ["one\n", "two\n"]
    assert kept_texts(tmp_path) == tuple(sorted(files))
    finding = next(each for each in of_machine(tmp_path, tmp_path, tmp_path) if each.code == "unsaved")
    assert all(str(file) in finding.message for file in files)


def test_every_mistake_of_a_configuration_is_a_finding(tmp_path: Path) -> None:
    mistakes = [
        ConfigError("limit is wrong", file=tmp_path, line=3),
        ConfigError("b", hint="do c"),
    ]
    assert [(each.message, each.remedy) for each in of_mistakes(mistakes)] == [
        (f"{tmp_path}:3: limit is wrong", "correct it in that file"),
        ("b", "do c"),
    ]


def test_counts_agree_with_their_words() -> None:
    assert (counted(1, "page"), counted(2, "page"), counted(1200, "text")) == ("1 page", "2 pages", "1,200 texts")
