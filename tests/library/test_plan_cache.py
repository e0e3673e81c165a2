"""The cached plan: made from a configuration, and gone with anything that it was made from."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.config.places import state_folder
from vademecum.library.plan_cache import Plan, has_moved_on, load_plan, plan_file
from vademecum.library.planning import PLANS_KEPT, keep_plan, keep_synced, make_plan
from vademecum.library.trust import TRUST_FILE
from vademecum.memory import Memory
from vademecum.text.glossary import expand, from_plain


def planned(project: Path) -> tuple[str, Plan]:
    memory = Memory.open(cwd=project)
    state = state_folder(os.environ)
    file = plan_file(str(state), str(project), os.environ)
    plan = make_plan(memory.library, memory.setting.workspace, project, state, os.environ)
    keep_plan(file, plan)
    memory.close()
    return file, plan


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of somebody who has a home store."""
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))
    for folder in ("memory", "memory/user", "project"):
        (tmp_path / folder).mkdir()
    return tmp_path / "project"


def test_a_plan_holds_while_nothing_changes(project: Path) -> None:
    file, plan = planned(project)
    found = load_plan(file)
    assert found is not None
    assert [(mount.name, mount.root) for mount in found.mounts] == [(m.name, m.root) for m in plan.mounts]
    assert [mount.fingerprint for mount in found.mounts] == [mount.fingerprint for mount in plan.mounts]


def write_config(_project: Path) -> None:
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True)
    config.write_text("[recall]\nlimit = 3\n")


def write_trust(_project: Path) -> None:
    (state_folder(os.environ) / TRUST_FILE).write_text("[]")


def add_project_store(project: Path) -> None:
    (project / ".memory").mkdir()


def make_repository(project: Path) -> None:
    (project / ".git").mkdir()
    (project / ".git" / "HEAD").write_text("ref: refs/heads/main\n")


def replace_home_store(project: Path) -> None:
    home = project.parent / "memory"
    home.rename(project.parent / "old")
    home.mkdir()


def write_glossary(project: Path) -> None:
    (project.parent / "memory" / "user" / "glossary.md").write_text("渡轮 = ferry\n", encoding="utf-8")


@pytest.mark.parametrize(
    "change", [write_config, write_trust, add_project_store, make_repository, replace_home_store, write_glossary]
)
def test_a_plan_is_gone_with_what_it_was_made_from(project: Path, change: Callable[[Path], None]) -> None:
    file, _ = planned(project)
    change(project)
    assert load_plan(file) is None
    # A wrong configuration file leaves the last good plan in force; nothing else does.
    assert (load_plan(file, but_config=True) is not None) == (change is write_config)


def test_a_plan_holds_the_glossaries_that_may_speak_and_is_gone_with_each_change_of_one(project: Path) -> None:
    (project.parent / "memory" / "glossary.md").write_text("---\nprivate: true\n---\n潮 = tide\n", encoding="utf-8")
    write_glossary(project)
    file, _ = planned(project)
    found = load_plan(file)
    assert found is not None
    [glossary] = [each.glossary for each in found.mounts if each.glossary]
    assert from_plain(glossary).entries[0].sides == ("渡轮", "ferry")
    assert [term.text for term in expand("渡轮几点开", from_plain(glossary))] == ["ferri"]
    (project.parent / "memory" / "user" / "glossary.md").write_text("渡轮 = boat\n", encoding="utf-8")
    assert load_plan(file) is None


def test_what_a_file_of_records_says_of_words_is_in_no_plan_and_no_fact_makes_one_old(project: Path) -> None:
    facts = project.parent / "facts.jsonl"
    facts.write_text('{"id": "glossary", "content": "渡轮 = ferry"}\n', encoding="utf-8")
    config = Path(os.environ["XDG_CONFIG_HOME"], "vademecum", "config.toml")
    config.parent.mkdir(parents=True)
    config.write_text(f'[mounts.facts]\npath = "{facts}"\nformat = "records"\n', encoding="utf-8")
    file, plan = planned(project)
    assert [each.glossary for each in plan.mounts if each.name == "facts"] == [None]
    facts.write_text('{"id": "glossary", "content": "渡轮 = boat"}\n', encoding="utf-8")
    assert load_plan(file) is not None


def test_an_untrusted_mount_is_in_no_plan(project: Path) -> None:
    add_project_store(project)
    _, plan = planned(project)
    assert [mount.name for mount in plan.mounts] == ["user", "workspace", "global"]
    assert str(project / ".memory") not in [mount.root for mount in plan.mounts]


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "[1]", "[99, [], {}, {}, [], 0]", '[1, [["x"]], {}, {}, [], 0]', "null"]
)
def test_what_is_no_plan_is_no_error(tmp_path: Path, text: str) -> None:
    file = tmp_path / "plan.json"
    file.write_text(text)
    assert load_plan(str(file)) is None


def test_folders_and_places_have_plans_of_their_own(tmp_path: Path) -> None:
    one = plan_file("state", "/a", {"HOME": "/h"})
    assert one == plan_file("state", "/a", {"HOME": "/h", "EDITOR": "vi"})
    assert (
        len({one, plan_file("state", "/b", {"HOME": "/h"}), plan_file("state", "/a", {"HOME": "/h", "VADE_X": "1"})})
        == 3
    )


def test_a_login_of_its_own_has_no_plan_of_its_own() -> None:
    first = {"HOME": "/h", "XDG_SESSION_ID": "3", "XDG_ACTIVATION_TOKEN": "one"}
    assert plan_file("state", "/a", first) == plan_file("state", "/a", {"HOME": "/h", "XDG_SESSION_ID": "4"})
    assert plan_file("state", "/a", first) != plan_file("state", "/a", {**first, "XDG_CACHE_HOME": "/c"})


def test_the_newest_plans_stay_with_what_stands_beside_them(project: Path) -> None:
    file, plan = planned(project)
    folder = Path(file).parent
    for number in range(PLANS_KEPT + 2):
        for name in (f"{number}.json", f"{number}.json.claude-code"):
            (folder / name).write_text("[]")
            os.utime(folder / name, ns=(number, number))
    keep_plan(str(folder / "new.json"), plan)
    kept = {each.name.partition(".")[0] for each in folder.iterdir()}
    assert len(kept) == PLANS_KEPT
    assert {"new", Path(file).stem, str(PLANS_KEPT + 1)} <= kept
    assert not (folder / "0.json.claude-code").exists()


def test_a_plan_made_again_stays_in_step_while_it_is_of_the_same_mounts(project: Path) -> None:
    file, plan = planned(project)
    keep_plan(file, plan._replace(folders=["/a"], synced_ns=7))
    planned(project)
    again = load_plan(file)
    assert again is not None
    assert (again.folders, again.synced_ns) == (["/a"], 7)
    keep_plan(file, plan._replace(recall_chars=0))
    other = load_plan(file)
    assert other is not None
    assert (other.folders, other.synced_ns) == ([], 0)


def test_a_plan_of_stores_that_were_never_in_step_has_moved_on(project: Path) -> None:
    assert has_moved_on(planned(project)[1])


def test_a_folder_that_changes_after_the_sync_is_noticed(project: Path) -> None:
    page = project.parent / "memory" / "harbour" / "gauge.md"
    page.parent.mkdir()
    page.write_text("# Gauge\n")
    file, _ = planned(project)
    memory = Memory.open(cwd=project)
    memory.sync()
    keep_synced(file, memory.library, page.parent.stat().st_mtime_ns + 1)
    memory.close()
    plan = load_plan(file)
    assert plan is not None
    assert str(page.parent) in plan.folders
    assert not has_moved_on(plan)
    (page.parent / "horn.md").write_text("# Horn\n")
    os.utime(page.parent, ns=(0, 0))  # as programs do that copy a folder with its times
    assert has_moved_on(plan)


@pytest.mark.skipif(os.name == "nt", reason="Windows keeps no time that nobody can set")
def test_a_folder_with_a_time_that_is_still_to_come_has_not_moved_on_for_ever(project: Path) -> None:
    store = project.parent / "memory"
    os.utime(store, (9e9, 9e9))
    file, _ = planned(project)
    memory = Memory.open(cwd=project)
    memory.sync()
    keep_synced(file, memory.library, store.stat().st_ctime_ns + 10**12)
    memory.close()
    plan = load_plan(file)
    assert plan is not None
    assert not has_moved_on(plan)
