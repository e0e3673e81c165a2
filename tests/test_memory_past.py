"""Asking about an earlier day: what git kept then, by the rules of today, with what has no past told."""

from __future__ import annotations

import os
import subprocess
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from vademecum.config import Config, MountConfig
from vademecum.errors import NotFoundError
from vademecum.memory import Memory, Setting
from vademecum.recall.pipeline import Answer, Request


def git(folder: Path, *arguments: str, on: str = "2026-01-01") -> None:
    noon = str(int(datetime.fromisoformat(f"{on}T12:00:00").astimezone(UTC).timestamp()))
    dates = {"GIT_COMMITTER_DATE": f"@{noon} +0000", "GIT_AUTHOR_DATE": f"@{noon} +0000"}
    options = ("-c", "user.name=t", "-c", "user.email=t@example.invalid", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *options, *arguments], cwd=folder, env=os.environ | dates, capture_output=True, check=True)


def commit(folder: Path, files: dict[str, str | None], on: str) -> None:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text, encoding="utf-8")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", "change", on=on)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    git(folder, "init", "--quiet")
    commit(folder, {"port.md": "# Port\n\nThe gauge listens on 8080.\n", "old.md": "# Old\n\nquince\n"}, "2026-02-10")
    commit(folder, {"port.md": "# Port\n\nThe gauge listens on 9090.\n", "old.md": None}, "2026-04-20")
    commit(folder, {"secret.md": "---\nprivate: true\n---\nThe gauge key.\n"}, "2026-05-01")
    return folder


@pytest.fixture
def mounted(setting: Setting, vault: Path) -> Setting:
    mount = MountConfig(name="vault", path=vault, private=("port-private.md",))
    return replace(setting, config=Config(home=setting.config.home, mounts=(mount,)))


def asked(setting: Setting, text: str, day: str, **request: str) -> Answer:
    memory = Memory(setting)
    try:
        return memory.recall(Request(text, as_of=date.fromisoformat(day), mount=request.get("mount")))
    finally:
        memory.close()


def test_recall_answers_as_of_a_day(mounted: Setting) -> None:
    [then] = asked(mounted, "gauge", "2026-03-01", mount="vault").hits
    assert "8080" in then.snippet.text
    [later] = asked(mounted, "gauge", "2026-04-20", mount="vault").hits
    assert "9090" in later.snippet.text
    assert [str(hit.address) for hit in asked(mounted, "quince", "2026-03-01", mount="vault").hits] == ["vault:old#Old"]
    assert asked(mounted, "quince", "2026-04-21", mount="vault").hits == ()


def test_what_is_not_committed_is_not_there(mounted: Setting, vault: Path) -> None:
    (vault / "port.md").write_text("# Port\n\nThe gauge listens on 7070.\n", encoding="utf-8")
    [hit] = asked(mounted, "gauge", "2026-11-30", mount="vault").hits
    assert "9090" in hit.snippet.text


def test_what_is_private_was_private_then_too(mounted: Setting) -> None:
    assert [hit.address.name for hit in asked(mounted, "gauge key", "2026-06-01", mount="vault").hits] == ["port"]


def test_a_mount_without_a_past_is_left_out_and_told(mounted: Setting) -> None:
    mounted.config.home.mkdir()
    (mounted.config.home / "gauge.md").write_text("# Gauge\n\nThe gauge of today.\n", encoding="utf-8")
    answer = asked(mounted, "gauge", "2026-03-01")
    assert {hit.address.mount for hit in answer.hits} == {"vault"}
    assert "global is left out: git kept nothing of it by 2026-03-01" in answer.notices
    before = asked(mounted, "gauge", "2025-12-31", mount="vault")
    assert before.hits == ()
    assert before.notices == ("vault is left out: git kept nothing of it by 2025-12-31",)


def test_a_past_page_opens_as_it_was_and_does_not_count_as_read(mounted: Setting, vault: Path) -> None:
    memory = Memory(mounted)
    assert "8080" in memory.open_past("vault:port", date(2026, 3, 1)).page.text
    assert "quince" in memory.open_past("old", date(2026, 3, 1)).page.text
    with pytest.raises(NotFoundError):
        memory.open_past("old", date(2026, 6, 1))
    assert memory.session is not None
    assert memory.session.seen(memory.open_past("vault:port", date(2026, 3, 1)).address).digest is None
    memory.close()


def test_asking_again_about_a_day_reads_no_page_again(
    mounted: Setting, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = asked(mounted, "gauge", "2026-03-01", mount="vault")
    monkeypatch.setattr("vademecum.library.sync._read", lambda *_: pytest.fail("a page was read anew"))
    second = asked(mounted, "gauge", "2026-03-02", mount="vault")
    assert [hit.address for hit in first.hits] == [hit.address for hit in second.hits]


def test_of_past_indexes_the_newest_few_are_kept(mounted: Setting, vault: Path, setting: Setting) -> None:
    for day in range(1, 13):
        commit(vault, {"day.md": f"# Day\n\nnumber {day}\n"}, f"2026-06-{day:02}")
        assert len(asked(mounted, "number", f"2026-06-{day:02}", mount="vault").hits) == 1
    assert len(list((setting.cache / "past").iterdir())) == 8
