from __future__ import annotations

import os
from pathlib import Path

import pytest

from vademecum.config.live import LiveConfig
from vademecum.errors import ConfigError


def live_with(home: Path, text: str, workspace: Path | None = None) -> LiveConfig:
    (home / "vademecum").mkdir()
    write(home, text)
    return LiveConfig({"XDG_CONFIG_HOME": str(home), "MEMORY_DIR": str(home / "m")}, workspace=workspace)


def write(home: Path, text: str) -> None:
    (home / "vademecum/config.toml").write_text(text, encoding="utf-8")


def line_of_error(live: LiveConfig) -> int | None:
    return None if live.error is None else live.error.line


def limit(rows: int) -> str:
    return f"[recall]\nlimit = {rows}\n"


def test_an_unchanged_file_gives_the_same_object(tmp_path: Path) -> None:
    live = live_with(tmp_path, limit(3))
    assert live.current() is live.current()


def test_a_changed_file_is_in_force_at_once(tmp_path: Path) -> None:
    live = live_with(tmp_path, limit(3))
    write(tmp_path, limit(14))
    assert live.current().recall.limit == 14


def test_a_file_of_the_same_size_and_time_is_still_a_change_A43(tmp_path: Path) -> None:
    live = live_with(tmp_path, limit(3))
    file = tmp_path / "vademecum/config.toml"
    was = file.stat()
    (tmp_path / "other").write_text(limit(4), encoding="utf-8")
    os.utime(tmp_path / "other", ns=(was.st_atime_ns, was.st_mtime_ns))
    (tmp_path / "other").replace(file)
    assert (file.stat().st_size, file.stat().st_mtime_ns) == (was.st_size, was.st_mtime_ns)
    assert live.current().recall.limit == 4


def test_P10_a_broken_file_keeps_the_last_good_one_whole(tmp_path: Path) -> None:
    live = live_with(tmp_path, limit(3))
    write(tmp_path, "[recall]\nlimit = 9\nsnippet_chars = 0\n")
    assert live.current().recall.limit == 3
    assert line_of_error(live) == 3
    write(tmp_path, limit(15))
    assert (live.current().recall.limit, line_of_error(live)) == (15, None)


def test_a_file_that_is_taken_away_gives_the_defaults(tmp_path: Path) -> None:
    live = live_with(tmp_path, limit(3))
    (tmp_path / "vademecum/config.toml").unlink()
    assert (live.current().recall.limit, live.error) == (5, None)


def test_a_file_that_gives_way_to_a_folder_ends_the_error_without_an_edit(tmp_path: Path) -> None:
    live = live_with(tmp_path, limit(3))
    (tmp_path / "n").write_text("a file", encoding="utf-8")
    write(tmp_path, f'{limit(4)}[mounts.n]\npath = "{tmp_path}/n"\n')
    assert (live.current().recall.limit, live.error is None) == (3, False)
    (tmp_path / "n").unlink()
    (tmp_path / "n").mkdir()
    assert (live.current().recall.limit, live.error) == (4, None)


def test_a_project_file_counts_from_the_call_that_trusts_it(tmp_path: Path) -> None:
    (tmp_path / "site/.memory").mkdir(parents=True)
    (tmp_path / "site/.memory/config.toml").write_text(limit(8), encoding="utf-8")
    live = live_with(tmp_path, limit(3), workspace=tmp_path / "site")
    assert [live.current(trusted=trusted).recall.limit for trusted in (False, True, False)] == [3, 8, 3]


def test_the_first_load_has_nothing_to_fall_back_on(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="limit must be"):
        live_with(tmp_path, limit(0))
