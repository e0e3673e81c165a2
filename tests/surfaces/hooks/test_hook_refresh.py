"""The sync that hooks leave behind."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from filelock import FileLock

from vademecum.library.plan_cache import load_plan, plan_file
from vademecum.surfaces.hooks.refresh import LOCK, MARK, refresh, start_refresh

Host: TypeAlias = Any


def wait_for_children() -> None:
    with suppress(ChildProcessError):  # there is no child left to wait for
        while True:
            os.wait()


def test_a_refresh_brings_the_mounts_in_step_and_dates_the_plan(host: Host) -> None:
    host.write("harbour/Fog horn", "# Fog horn\n\nThe Skerry fog horn sounds twice a minute.\n")
    assert refresh(str(host.project))
    assert "Fog horn" in host.prompt("how often does the Skerry fog horn sound?")
    plan = load_plan(plan_file(str(host.state), str(host.project), os.environ))
    assert plan is not None
    assert plan.synced_ns > 0
    assert str(host.store / "harbour") in plan.folders


def test_only_one_refresh_runs_at_a_time(host: Host) -> None:
    assert refresh(str(host.project))
    with FileLock(host.state / LOCK):
        assert not refresh(str(host.project))


def test_prompts_in_a_row_start_one_refresh(host: Host) -> None:
    start_refresh(host.place)
    mark = host.state / MARK
    os.utime(mark, ns=(first := mark.stat().st_mtime_ns - 1_000_000, first))
    start_refresh(host.place)
    assert mark.stat().st_mtime_ns == first


def test_a_start_leaves_a_refresh_behind_that_finds_what_came_since(host: Host) -> None:
    host.write("harbour/Fog horn", "# Fog horn\n\nThe Skerry fog horn sounds twice a minute.\n")
    host.start()
    wait_for_children()
    assert load_plan(plan_file(str(host.state), str(host.project), os.environ)).synced_ns > 0  # type: ignore[union-attr]  # the start made it
    assert "Fog horn" in host.prompt("how often does the Skerry fog horn sound?")


def test_a_clone_can_put_nothing_on_the_import_path_of_the_refresh(
    host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("vademecum", "runpy", "json", "filelock"):
        (host.project / f"{name}.py").write_text(f"open({str(tmp_path / 'hijacked')!r}, 'w')\n")
    monkeypatch.chdir(host.project)
    host.start()
    wait_for_children()
    assert not (tmp_path / "hijacked").exists()
    assert load_plan(plan_file(str(host.state), str(host.project), os.environ)).synced_ns > 0  # type: ignore[union-attr]  # the start made it


def test_A31_a_refresh_in_any_locale_loses_no_page_with_a_name_of_its_script(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    host.write("港/潮位", "# 候潮窗口\n\n候潮窗口从高潮前两小时起。\n")
    for name, value in {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}.items():
        monkeypatch.setenv(name, value)
    host.start()
    wait_for_children()
    assert "从高潮前两小时起" in host.prompt("候潮窗口怎么算")
