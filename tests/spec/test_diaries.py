"""Diaries: where one is, how it is called, and that what was noted on a day stays (D2 to D5, D16, A46)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import MountConfig
from vademecum.errors import InputError, ReadOnlyError
from vademecum.guards.changes import Actor, Addition, Content, KeyChange, Proposal, Removal, Rename, Replacement
from vademecum.library import find_workspace
from vademecum.memory import Memory, Setting
from vademecum.surfaces.fact_tools import call_fact_tool
from vademecum.surfaces.naming import label
from vademecum.surfaces.tool import call_memory

AGENT = Actor("agent", "test-host")
TODAY, BEFORE = "2026-11-30", "2026-11-29"


def agent_of(setting: Setting, *mounts: MountConfig) -> Memory:
    config = replace(setting.config, mounts=mounts)
    return Memory(replace(setting, config=config, actor=AGENT))


def page_in(folder: Path, name: str, text: str = "Rain.\n") -> Path:
    file = folder / f"{name}.md"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


def test_the_root_is_where_the_variable_says_d1(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path / "me"), "MEMORY_DIR": str(tmp_path / "there")}
    assert Memory.open(cwd=tmp_path, env=env).library.mount("global").root == tmp_path / "there"
    assert Memory.open(cwd=tmp_path, env=env | {"MEMORY_DIR": ""}).library.mount("global").root.name == ".memory"


def test_a_days_diary_is_one_page_a_workspace_below_the_day_d2(setting: Setting, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    for each in (setting, replace(setting, workspace=find_workspace(other))):
        call_memory(agent_of(each), {"mode": "remember", "append": f"From {each.workspace.root.name}."})
    written = sorted(file.relative_to(tmp_path / "home").as_posix() for file in (tmp_path / "home").rglob("*.md"))
    assert [name.split("-")[:3] for name in written] == [["2026", "11", "30/other"], ["2026", "11", "30/project"]]


def test_workspaces_whose_paths_differ_in_odd_signs_alone_keep_diaries_apart_d3(tmp_path: Path) -> None:
    slugs = set()
    for path in ("a/b", "a-b", "a--b", "a_b", "甲", "乙"):
        (tmp_path / path).mkdir(parents=True, exist_ok=True)
        slugs.add(find_workspace(tmp_path / path).slug)
    assert len(slugs) == 6
    assert not any("/" in slug or ":" in slug for slug in slugs)


def test_a_diary_is_called_without_the_dashes_at_its_ends_d4() -> None:
    assert label(Address("notes", "2026-11-30/--D-Project-x--")) == "D-Project-x"
    assert label(Address("notes", "2026-11-30/--general--")) == "general"


def test_the_day_turns_at_local_midnight_while_the_session_goes_on_d5_a46(setting: Setting, tmp_path: Path) -> None:
    times = iter(["2026-03-10T23:59:30+08:00", "2026-03-11T00:00:30+08:00"])
    now = [datetime.fromisoformat(next(times))]
    memory = Memory(replace(setting, actor=AGENT, clock=lambda: now[0]))
    call_memory(memory, {"mode": "remember", "append": "- Evening."})
    now[0] = datetime.fromisoformat(next(times))
    call_memory(memory, {"mode": "remember", "append": "- Morning."})
    slug = setting.workspace.slug
    kept = {day: (tmp_path / "home" / day / f"{slug}.md").read_text() for day in ("2026-03-10", "2026-03-11")}
    assert kept["2026-03-10"].endswith("- Evening.\n")
    assert kept["2026-03-11"].endswith("- Morning.\n")
    with pytest.raises(ReadOnlyError, match="the diary of 2026-03-10"):
        call_memory(memory, {"mode": "remember", "date": "2026-03-10", "append": "- Late."})


@pytest.mark.parametrize("zone", ["+08:00", "-08:00", "+00:00", "+14:00"])
def test_an_evening_entry_lands_in_the_local_day_a46(setting: Setting, tmp_path: Path, zone: str) -> None:
    for hour in ("00:15", "23:45"):
        clock = datetime.fromisoformat(f"2026-03-10T{hour}:00{zone}")
        memory = Memory(replace(setting, actor=AGENT, clock=lambda clock=clock: clock))  # type: ignore[misc]  # bound at once
        call_memory(memory, {"mode": "remember", "append": f"- At {hour}."})
    [file] = (tmp_path / "home").rglob("*.md")
    assert file.parent.name == "2026-03-10"
    assert "date: 2026-03-10" in file.read_text()


def test_old_entries_stay_where_they_are_when_the_zone_changes_a46(setting: Setting, tmp_path: Path) -> None:
    for time in ("2026-03-10T23:45:00+08:00", "2026-03-10T07:50:00-08:00"):  # five minutes later, in another zone
        now = datetime.fromisoformat(time)
        memory = Memory(replace(setting, actor=AGENT, clock=lambda now=now: now))  # type: ignore[misc]  # bound at once
        call_memory(memory, {"mode": "remember", "append": f"- At {time[11:16]}."})
    [file] = (tmp_path / "home").rglob("*.md")
    assert file.parent.name == "2026-03-10"
    assert file.read_text().endswith("- At 23:45.\n- At 07:50.\n")


def test_a_past_diary_of_an_older_library_that_is_absent_is_not_offered_to_be_written_d14(
    setting: Setting, tmp_path: Path
) -> None:
    (tmp_path / "notes").mkdir()
    notes = MountConfig(name="notes", path=tmp_path / "notes", writable=True, profile="notes")
    told = call_memory(agent_of(setting, notes), {"mode": "recall", "topic": f"notes:{BEFORE}/x"})
    assert told == f"ABSENT notes:{BEFORE}/x\nNo diary was written there that day."


CHANGES = [
    Content("Sun.\n"),
    Replacement("Rain", "Sun"),
    Addition("More."),
    KeyChange("title", "Sun"),
    Removal(),
    Rename("topics/rain"),
]


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: type(change).__name__)
@pytest.mark.parametrize("mount", ["global", "notes"])
def test_no_agent_changes_a_past_diary_by_any_change_that_there_is_d16(
    setting: Setting, tmp_path: Path, mount: str, change: Content
) -> None:
    notes = MountConfig(name="notes", path=tmp_path / "notes", writable=True, profile="notes")
    memory = agent_of(setting, notes)
    file = page_in(tmp_path / ("home" if mount == "global" else "notes"), f"{BEFORE}/x")
    version = memory.open_page(f"{mount}:{BEFORE}/x").page.version
    with pytest.raises(ReadOnlyError, match=f"is the diary of {BEFORE}"):
        memory.write(Address(mount, f"{BEFORE}/x"), change, version=version)
    assert file.read_text() == "Rain.\n"


def test_nothing_is_moved_to_a_past_day_d16(setting: Setting, tmp_path: Path) -> None:
    memory = agent_of(setting)
    page_in(tmp_path / "home", "topics/rain")
    version = memory.open_page("global:topics/rain").page.version
    with pytest.raises(ReadOnlyError, match=f"is the diary of {BEFORE}"):
        memory.write(Address("global", "topics/rain"), Rename(f"{BEFORE}/rain"), version=version)


def test_a_fact_tool_is_no_way_round_it_d16(setting: Setting, tmp_path: Path) -> None:
    memory = agent_of(setting)
    file = page_in(tmp_path / "home", f"{BEFORE}/x")
    with pytest.raises(ReadOnlyError, match="only today's is written to"):
        call_fact_tool(memory, "memory_forget", {"id": f"global:{BEFORE}/x"})
    assert file.exists()


def test_a_person_and_a_mark_of_what_holds_instead_may_change_it_d16(setting: Setting, tmp_path: Path) -> None:
    page_in(tmp_path / "home", f"{BEFORE}/x")
    address = Address("global", f"{BEFORE}/x")
    agent = agent_of(setting)
    digest = agent.open_page(str(address)).page.digest
    marked = Proposal(address, KeyChange("superseded_by", "topics/sun"), AGENT, digest, purpose="correct")
    assert agent.gateway.write(marked).action == "edited"
    person = Memory(setting)
    version = person.open_page(str(address), hidden_too=True).page.version
    assert person.write(address, Replacement("Rain", "Sun"), version=version).action == "edited"


def test_todays_diary_and_folders_that_are_no_day_may_be_changed_d16(setting: Setting, tmp_path: Path) -> None:
    memory = agent_of(setting)
    for name in (f"{TODAY}/x", "2026-02-30/x", "project-1/x", f"{BEFORE} plan/x", f"topics/{BEFORE}"):
        page_in(tmp_path / "home", name)
        version = memory.open_page(f"global:{name}").page.version
        assert memory.write(Address("global", name), Replacement("Rain", "Sun"), version=version).action == "edited"


def test_in_a_persons_own_vault_a_folder_called_like_a_day_is_their_order_d16(setting: Setting, tmp_path: Path) -> None:
    vault = MountConfig(name="vault", path=tmp_path / "vault", writable=True)
    memory = agent_of(setting, vault)
    page_in(tmp_path / "vault", f"{BEFORE}/meeting")
    version = memory.open_page(f"vault:{BEFORE}/meeting").page.version
    edit = Replacement("Rain", "Sun")
    assert memory.write(Address("vault", f"{BEFORE}/meeting"), edit, version=version).action == "edited"


@pytest.mark.parametrize("day", ["2026-02-30", "project-1", "notes 2", "2026-1-1", "20261130"])
def test_only_a_real_day_is_a_date_d8_h6(setting: Setting, day: str) -> None:
    with pytest.raises(InputError, match="no day"):
        call_memory(agent_of(setting), {"mode": "recall", "date": day})
