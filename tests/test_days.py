"""One local day for stamps, windows, recency and what goes cold, on whichever side of the date line (H4, rule 13)."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from vademecum.access import uses_in
from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.config.model import UpkeepConfig
from vademecum.memory import Memory, Setting
from vademecum.memory.tending import gone_cold
from vademecum.memory.using import count_read
from vademecum.recall.blocks.days import age_of, in_window, recency
from vademecum.recall.pipeline import Request

DIARY = "2026-10-16"
LAST, NEXT = date(2026, 11, 30), date(2026, 12, 1)


def memory_at(setting: Setting, root: Path, clock: datetime) -> Memory:
    """Notes whose diaries leave the search after 45 days, at a moment."""
    (root / DIARY).mkdir(parents=True, exist_ok=True)
    (root / DIARY / "harbour.md").write_text("# Harbour\n\nThe lighthouse lens was cleaned.\n", encoding="utf-8")
    (root / "lens.md").write_text("---\ndate: 2026-10-16\n---\n\n# Lens\n\nThe spare pane.\n", encoding="utf-8")
    mount = MountConfig("notes", root, writable=True, profile="notes", retriever="blocks", daily_window_days=45)
    config = Config(setting.config.home, (mount,), upkeep=UpkeepConfig(stale_days=45))
    return Memory(replace(setting, config=config, clock=lambda: clock))


@pytest.mark.parametrize("hours", [8, -8])
def test_H4_day_45_is_in_and_day_46_is_out_by_the_local_midnight(setting: Setting, tmp_path: Path, hours: int) -> None:
    midnight = datetime(2026, 12, 1, tzinfo=timezone(timedelta(hours=hours)))
    for clock, today, is_found in ((midnight - timedelta(minutes=1), LAST, True), (midnight, NEXT, False)):
        memory = memory_at(setting, tmp_path / "notes", clock)
        assert memory.today() == today
        hits = memory.recall(Request("lighthouse", mount="notes")).hits
        assert bool(hits) is is_found
        memory.close()


@pytest.mark.parametrize("hours", [8, -8])
def test_H4_what_goes_cold_turns_at_the_same_midnight_as_the_window(
    setting: Setting, tmp_path: Path, hours: int
) -> None:
    midnight = datetime(2026, 12, 1, tzinfo=timezone(timedelta(hours=hours)))
    for clock, is_cold in ((midnight - timedelta(minutes=1), False), (midnight, True)):
        memory = memory_at(setting, tmp_path / "notes", clock)
        memory.sync()
        assert [str(each.address) for each in gone_cold(memory)] == ["notes:lens"] * is_cold
        memory.close()


@pytest.mark.parametrize("hours", [8, -8])
def test_H4_a_reading_counts_for_the_day_on_the_persons_clock(setting: Setting, tmp_path: Path, hours: int) -> None:
    midnight = datetime(2026, 12, 1, tzinfo=timezone(timedelta(hours=hours)))
    for clock, today in ((midnight - timedelta(minutes=1), LAST), (midnight, NEXT)):
        memory = memory_at(setting, tmp_path / "notes", clock)
        count_read(memory, [Address("notes", "lens")])
        assert uses_in(setting.state, str(tmp_path / "notes"))["lens.md"].last_read == today
        memory.close()


def test_H4_window_and_recency_count_days_alike() -> None:
    assert [age_of(DIARY, day) for day in (LAST, NEXT)] == [45, 46]
    assert [in_window(DIARY, day, 45) for day in (LAST, NEXT)] == [True, False]
    assert recency(30) == pytest.approx(0.5)
