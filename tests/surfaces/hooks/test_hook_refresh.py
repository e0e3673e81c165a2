"""The sync that hooks leave behind."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from filelock import FileLock

from vademecum.errors import StorageError
from vademecum.library.plan_cache import load_plan, plan_file
from vademecum.memory import Memory
from vademecum.surfaces.hooks.failures import TOLD_AFTER, hook_failures, told
from vademecum.surfaces.hooks.refresh import LOCK, OWN_LOCK, mark_file, refresh, start_refresh, started

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


def test_one_refresh_of_a_folder_runs_at_a_time(host: Host) -> None:
    assert refresh(str(host.project))
    with FileLock(f"{plan_file(str(host.state), str(host.project), os.environ)}{OWN_LOCK}"):
        assert not refresh(str(host.project))


def test_a_refresh_waits_for_that_of_another_folder_and_leaves_nothing_to_it(host: Host) -> None:
    host.write("harbour/Fog horn", "# Fog horn\n\nThe Skerry fog horn sounds twice a minute.\n")
    with ThreadPoolExecutor() as pool:
        with FileLock(host.state / LOCK):
            waiting = pool.submit(refresh, str(host.project))
        assert waiting.result()
    assert "Fog horn" in host.prompt("how often does the Skerry fog horn sound?")


def test_a_session_in_another_folder_starts_a_refresh_of_its_own(host: Host, tmp_path: Path) -> None:
    other = host.place._replace(cwd=str(tmp_path / "other"))
    Path(other.cwd).mkdir()
    start_refresh(host.place)
    start_refresh(other)
    wait_for_children()
    for place in (host.place, other):
        plan = load_plan(plan_file(place.state, place.cwd, os.environ))
        assert plan is not None
        assert plan.synced_ns > 0


def test_a_refresh_that_fails_again_and_again_is_told_to_the_person(
    host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(_memory: Memory) -> None:
        raise StorageError("no room on the disk")

    with monkeypatch.context() as patch:
        patch.setattr(Memory, "sync", broken)
        for _ in range(TOLD_AFTER):
            with pytest.raises(StorageError):
                refresh(str(host.project))
    assert "sync failed 3 times in a row: StorageError: no room on the disk" in told(hook_failures(str(host.state)))
    assert refresh(str(host.project))
    assert hook_failures(str(host.state)) == ()


def test_a_program_that_goes_on_keeps_no_refresh_that_has_ended(host: Host) -> None:
    wait_for_children()  # those that tests before this one left at work
    for _ in range(3):
        start_refresh(host.place)
        mark = Path(mark_file(host.place))
        os.utime(mark, (1, 1))
        (child,) = started
        os.waitid(os.P_PID, child, os.WEXITED | os.WNOWAIT)
    start_refresh(host.place)
    assert child not in started
    assert len(started) == 1
    wait_for_children()


def test_prompts_in_a_row_start_one_refresh(host: Host) -> None:
    start_refresh(host.place)
    mark = Path(mark_file(host.place))
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
