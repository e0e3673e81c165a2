"""What counts as use of a page, and the line that tells its last day."""

from __future__ import annotations

import subprocess
from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from vademecum.access import PlacedPage, Use, counted_since, note_listed, uses_in
from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.config.model import TrackAccess
from vademecum.memory import Memory, Setting
from vademecum.memory.founding import found_history, found_home
from vademecum.memory.using import count_read, stamp_uses
from vademecum.surfaces.tool import call_memory

DAY = date(2026, 11, 30)
CJK = """---\r
title: 普洱茶\r
last_access: 2026-09-01 # by hand\r
tags: [茶]\r
---\r
\r
# 普洱茶\r
\r
last_access: 2020-01-01\r
"""
BARE = "---\ntitle: Kettle\n---\n\n# Kettle\n\nlast_access: 2020-01-01\n"


def wiki(setting: Setting, root: Path, *, track: TrackAccess = "read", clock: datetime | None = None) -> Memory:
    """A memory with one wiki, whose clock stands still."""
    for name, text in {"concepts/普洱": CJK, "kettle": BARE, "raw/page": CJK}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        if not (root / f"{name}.md").exists():
            (root / f"{name}.md").write_bytes(text.encode())
    mount = MountConfig("wiki", root, writable=True, profile="wiki", stamp_access=True, track_access=track)
    moment = clock or setting.clock()
    return Memory(replace(setting, config=Config(setting.config.home, (mount,)), clock=lambda: moment))


def uses(memory: Memory, root: Path) -> dict[str, Use]:
    return dict(uses_in(memory.setting.state, str(root)))


def test_what_the_tool_opens_and_finds_was_read(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, tmp_path / "wiki")
    call_memory(memory, {"mode": "recall", "topic": "wiki:kettle"})
    assert uses(memory, tmp_path / "wiki") == {"kettle.md": Use(DAY, 1)}
    call_memory(memory, {"mode": "recall", "keywords": "普洱茶"})
    assert uses(memory, tmp_path / "wiki")["concepts/普洱.md"] == Use(DAY, 1)
    memory.close()


def test_a_mount_that_counts_nothing_counts_nothing(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, tmp_path / "wiki", track="off")
    call_memory(memory, {"mode": "recall", "topic": "wiki:kettle"})
    assert counted_since(memory.setting.state) is None
    assert stamp_uses(memory) == ()
    memory.close()


def test_P26_only_the_line_of_the_header_changes_and_a_body_that_says_the_same_stays_h4(
    setting: Setting, tmp_path: Path
) -> None:
    memory = wiki(setting, tmp_path / "wiki")
    count_read(memory, [Address("wiki", name) for name in ("concepts/普洱", "kettle", "raw/page")])
    memory.sync()
    assert [str(receipt.address) for receipt in stamp_uses(memory)] == ["wiki:concepts/普洱"]
    said = (tmp_path / "wiki/concepts/普洱.md").read_bytes().decode()
    assert said == CJK.replace("2026-09-01", "2026-11-30", 1)
    assert (tmp_path / "wiki/kettle.md").read_bytes().decode() == BARE
    assert (tmp_path / "wiki/raw/page.md").read_bytes().decode() == CJK
    memory.close()


def test_P26_a_page_is_stamped_once_a_day(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, tmp_path / "wiki")
    for _ in range(2):
        count_read(memory, [Address("wiki", "concepts/普洱")])
        memory.sync()
        stamped = stamp_uses(memory)
    assert stamped == ()
    memory.close()
    later = wiki(setting, tmp_path / "wiki", clock=setting.clock() + timedelta(1))
    count_read(later, [Address("wiki", "concepts/普洱")])
    later.sync()
    assert len(stamp_uses(later)) == 1
    later.close()


def test_P26_a_line_that_tells_a_later_day_stays(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, tmp_path / "wiki")
    page = tmp_path / "wiki/concepts/普洱.md"
    page.write_bytes(CJK.replace("2026-09-01", "2027-01-01", 1).encode())
    count_read(memory, [Address("wiki", "concepts/普洱")])
    memory.sync()
    assert stamp_uses(memory) == ()
    memory.close()


@pytest.mark.parametrize(("track", "stamped"), [("read", 0), ("listed", 1)])
def test_P26_being_named_counts_as_use_where_the_mount_says_so(
    setting: Setting, tmp_path: Path, track: TrackAccess, stamped: int
) -> None:
    memory = wiki(setting, tmp_path / "wiki", track=track)
    note_listed(memory.setting.state, [PlacedPage(str(tmp_path / "wiki"), "concepts/普洱")], DAY)
    memory.sync()
    assert len(stamp_uses(memory)) == stamped
    memory.close()


def test_other_mounts_than_wikis_are_never_written_for_a_reading(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, tmp_path / "wiki")
    (plain,) = (replace(mount, stamp_access=False) for mount in memory.setting.config.mounts)
    memory.close()
    memory = Memory(replace(memory.setting, config=Config(setting.config.home, (plain,))))
    count_read(memory, [Address("wiki", "concepts/普洱")])
    memory.sync()
    assert stamp_uses(memory) == ()
    memory.close()


@pytest.mark.parametrize("hours", [8, -8])
def test_H4_a_session_over_midnight_counts_by_the_local_day(setting: Setting, tmp_path: Path, hours: int) -> None:
    zone = timezone(timedelta(hours=hours))
    before, after = (datetime(2026, 11, day, hour, 59, tzinfo=zone) for day, hour in ((29, 23), (30, 0)))
    for clock, day in ((before, date(2026, 11, 29)), (after, date(2026, 11, 30))):
        memory = wiki(setting, tmp_path / "wiki", clock=clock)
        count_read(memory, [Address("wiki", "concepts/普洱")])
        assert uses(memory, tmp_path / "wiki")["concepts/普洱.md"].last_read == day
        memory.sync()
        (receipt,) = stamp_uses(memory)
        assert memory.open_page(str(receipt.address)).page.meta["last_access"] == day.isoformat()
        memory.close()


def test_of_stamps_that_must_wait_only_earlier_days_are_written(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, tmp_path / "wiki")
    count_read(memory, [Address("wiki", "concepts/普洱")])
    memory.sync()
    assert stamp_uses(memory, before=DAY) == ()
    assert len(stamp_uses(memory, before=DAY + timedelta(1))) == 1
    memory.close()


def test_all_stamps_of_a_time_are_one_commit(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, setting.config.home / "wiki")
    found_home(memory)
    found_history(memory)
    count_read(memory, [Address("wiki", "concepts/普洱")])
    memory.sync()
    assert len(stamp_uses(memory)) == 1
    log = subprocess.run(
        ["git", "-C", str(setting.config.home), "log", "-1", "--format=%s"], capture_output=True, check=True
    )
    assert log.stdout.decode().strip() == "Note when pages were used last"
    memory.close()
