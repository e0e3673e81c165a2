"""A memory that follows its configuration, its mounts and the trust in them from call to call."""

from __future__ import annotations

import os
from pathlib import Path

from vademecum.config.places import state_folder
from vademecum.library.trust import trust_store
from vademecum.sessions import SessionKey
from vademecum.surfaces.live import LiveMemory

KEY = SessionKey("test-host", "one")


def config_file() -> Path:
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "vademecum" / "config.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    return file


def mounts_of(live: LiveMemory) -> list[str]:
    return [mount.name for mount in live.current().library.mounts]


def test_the_same_memory_serves_until_something_changes(tmp_path: Path) -> None:
    live = LiveMemory(KEY, cwd=tmp_path)
    assert live.current() is live.current()
    live.close()


def test_a_new_mount_is_there_at_the_next_call(tmp_path: Path) -> None:
    live = LiveMemory(KEY, cwd=tmp_path)
    assert mounts_of(live) == ["user", "workspace", "global"]
    (tmp_path / "vault").mkdir()
    config_file().write_text(f'[mounts.vault]\npath = "{tmp_path / "vault"}"\n', encoding="utf-8")
    assert mounts_of(live) == ["user", "workspace", "global", "vault"]
    live.close()


def test_a_mistake_is_told_once_and_the_last_good_configuration_stays(tmp_path: Path) -> None:
    told: list[str] = []
    config_file().write_text("[recall]\nlimit = 3\n", encoding="utf-8")
    live = LiveMemory(KEY, cwd=tmp_path, notice=told.append)
    config_file().write_text("[recall]\nlimit = 'many'\n", encoding="utf-8")
    assert [live.current().setting.config.recall.limit for _ in range(3)] == [3, 3, 3]
    assert len(told) == 1
    assert f"the last good configuration stays in force: {config_file()}:2" in told[0]
    config_file().write_text("[recall]\nlimit = 4\n", encoding="utf-8")
    assert live.current().setting.config.recall.limit == 4
    live.close()


def test_a_projects_store_is_the_workspace_as_soon_as_a_person_trusts_it(tmp_path: Path) -> None:
    (tmp_path / ".memory").mkdir()
    live = LiveMemory(KEY, cwd=tmp_path)
    assert "clone" in mounts_of(live)
    trust_store(state_folder(os.environ), tmp_path / ".memory")
    assert "clone" not in mounts_of(live)
    live.close()


def test_what_was_seen_stays_seen_when_the_mounts_change(tmp_path: Path) -> None:
    live = LiveMemory(KEY, cwd=tmp_path)
    page = live.current().library.mount("global").root / "topics" / "kettle.md"
    page.parent.mkdir(parents=True)
    page.write_text("Red.\n", encoding="utf-8")
    opened = live.current().open_page("global:topics/kettle")
    config_file().write_text("[recall]\nlimit = 4\n", encoding="utf-8")
    session = live.current().session
    assert session is not None
    assert session.seen(opened.address).digest == opened.page.digest
    live.close()
