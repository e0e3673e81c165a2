"""Pages that go cold, over months, and what is done about them once a person agrees."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime, timedelta, timezone
from pathlib import Path

import pytest

from vademecum.access import PlacedPage, note_listed, uses_in
from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.guards.changes import Addition
from vademecum.library.mutes import Mute, mute, read_mutes
from vademecum.memory import Memory, Setting
from vademecum.memory.tending import carry_out, gone_cold
from vademecum.memory.using import count_read

BEGAN = datetime(2026, 1, 1, 12, tzinfo=timezone(timedelta(hours=8)))
PAGES = {
    "concepts/茶": "---\r\nsalience: 3\r\ndate: 2025-12-01\r\n---\r\n\r\n# 茶\r\n",
    "concepts/kettle": "---\nsalience: cold # by hand\ndate: 2025-12-01\n---\n\nSee [tea](茶.md) and [[茶|it]].\n",
    "skills/pour": "---\nmetadata:\n  salience: warm\ndate: 2025-12-01\n---\n\n# Pour\n\n[[kettle]]\n",
    "seed": "---\nsalience: 3\ndate: 2025-12-01\nmetadata:\n  seed: true\n---\n\n# Seed\n",
    "raw/source": "---\nsalience: 3\ndate: 2025-12-01\n---\n\n# Source\n",
    "2025-12-01/diary": "---\nsalience: 3\n---\n\n# Diary\n",
}


def wiki(setting: Setting, root: Path, clock: datetime) -> Memory:
    for name, text in PAGES.items():
        file = root / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.exists():
            file.write_bytes(text.encode())
    mount = MountConfig("wiki", root, writable=True, profile="wiki", stamp_access=True)
    opened = Memory(replace(setting, config=Config(setting.config.home, (mount,)), clock=lambda: clock))
    opened.sync()
    return opened


def text_of(root: Path, name: str) -> str:
    return (root / f"{name}.md").read_bytes().decode()


@pytest.mark.parametrize("hours", [8, -8])
def test_H4_after_100_sessions_what_was_but_listed_is_a_candidate_and_what_was_read_is_not(
    setting: Setting, tmp_path: Path, hours: int
) -> None:
    root = tmp_path / "wiki"
    zone = timezone(timedelta(hours=hours))
    clock = datetime(2026, 1, 1, 23, 59, tzinfo=zone)
    memory = wiki(setting, root, clock)
    read, listed = Address("wiki", "concepts/茶"), Address("wiki", "concepts/kettle")
    for session in range(100):
        clock = datetime(2026, 1, 1, 23, 59, tzinfo=zone) + timedelta(days=2 * session)
        memory = Memory(replace(memory.setting, clock=lambda now=clock: now))  # type: ignore[misc]  # bound in the loop
        note_listed(setting.state, [PlacedPage(str(root), each.name) for each in (read, listed)], memory.today())
        if session % 15 == 0:
            count_read(memory, [read])
    memory.sync()
    found = {each.address: each.action for each in gone_cold(memory)}
    assert found == {listed: "archive", Address("wiki", "skills/pour"): "demote"}
    assert uses_in(setting.state, str(root))["concepts/kettle.md"].listings == 100
    memory.close()


def test_H4_looking_changes_no_byte(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, tmp_path / "wiki", BEGAN)
    before = {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "wiki").rglob("*.md")}
    later = Memory(replace(memory.setting, clock=lambda: BEGAN + timedelta(365)))
    assert len(gone_cold(later)) == 3
    assert {path: (path.read_bytes(), path.stat().st_mtime_ns) for path in (tmp_path / "wiki").rglob("*.md")} == before
    memory.close()
    later.close()


def test_what_a_person_agreed_to_is_done_and_links_follow(setting: Setting, tmp_path: Path) -> None:
    root = tmp_path / "wiki"
    memory = wiki(setting, root, BEGAN + timedelta(365))
    count_read(memory, [Address("wiki", "seed")])
    done = carry_out(memory, gone_cold(memory))
    assert [each.fault for each in done] == [""] * 3
    assert text_of(root, "archive/concepts/茶") == PAGES["concepts/茶"]
    assert text_of(root, "skills/pour") == PAGES["skills/pour"].replace("warm", "cold")
    kettle = text_of(root, "archive/concepts/kettle")
    memory.sync()
    assert "salience: cold # by hand" in kettle
    assert not (root / "concepts/kettle.md").exists()
    opened = memory.open_page("wiki:archive/concepts/kettle")
    assert [link.target for link in opened.page.links] == ["茶.md", "茶"]
    assert gone_cold(memory) == ()
    memory.close()
    later = Memory(replace(memory.setting, clock=lambda: BEGAN + timedelta(365 + 91)))
    assert [str(each.address) for each in gone_cold(later)] == ["wiki:skills/pour"]
    later.close()


def test_a_page_that_is_in_the_way_keeps_both_as_they_are(setting: Setting, tmp_path: Path) -> None:
    root = tmp_path / "wiki"
    (root / "archive/concepts").mkdir(parents=True)
    (root / "archive/concepts/茶.md").write_text("# Older\n", encoding="utf-8")
    memory = wiki(setting, root, BEGAN + timedelta(365))
    proposals = [each for each in gone_cold(memory) if each.address.name == "concepts/茶"]
    (done,) = carry_out(memory, proposals)
    assert done.receipts == ()
    assert "archive/concepts/茶" in done.fault
    assert text_of(root, "concepts/茶") == PAGES["concepts/茶"]
    memory.close()


def test_a_muted_page_that_is_put_away_stays_muted_and_no_other_is(setting: Setting, tmp_path: Path) -> None:
    root = tmp_path / "wiki"
    memory = wiki(setting, root, BEGAN + timedelta(365))
    mute(setting.state, Mute(str(root), "concepts/茶", "wiki:concepts/茶"))
    carry_out(memory, gone_cold(memory))
    assert (root / "archive/concepts/kettle.md").exists()
    assert {each.address for each in read_mutes(setting.state)} == {"wiki:concepts/茶", "wiki:archive/concepts/茶"}
    memory.close()


def test_its_use_goes_with_a_page_that_is_put_away(setting: Setting, tmp_path: Path) -> None:
    root = tmp_path / "wiki"
    memory = wiki(setting, root, BEGAN)
    count_read(memory, [Address("wiki", "concepts/茶")])
    memory.close()
    later = Memory(replace(memory.setting, clock=lambda: BEGAN + timedelta(120)))
    carry_out(later, [each for each in gone_cold(later) if each.address.name == "concepts/茶"])
    assert uses_in(setting.state, str(root))["archive/concepts/茶.md"].last_read == date(2026, 1, 1)
    later.close()


def test_a_page_that_was_changed_is_not_cold_however_old_its_date_is(setting: Setting, tmp_path: Path) -> None:
    memory = wiki(setting, tmp_path / "wiki", BEGAN + timedelta(365))
    memory.write(Address("wiki", "concepts/kettle"), Addition("It sings at 96 degrees."), version=None)
    assert "concepts/kettle" not in [each.address.name for each in gone_cold(memory)]
    memory.close()
