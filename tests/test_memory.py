"""The facade: remembering under readable names, opening, listing and starting a memory."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.errors import ConfigError, ExistsError, FilterError, ReadOnlyError, StorageError, UnobservedError
from vademecum.guards.changes import Actor
from vademecum.index.contract import Filter
from vademecum.memory import Memory, Note, Setting
from vademecum.memory.founding import found_home, found_project
from vademecum.page import Page
from vademecum.page.display import HIDDEN_MARK, shown
from vademecum.recall.pipeline import Request
from vademecum.sessions import SessionKey

TITLES = (
    "潮水什么时候退",
    "旧缆绳的修补",
    "🚢",
    "⚓",
    "❤️",
    "",
    "   ",
    "...",
    "June Account",
    "June-Account",
    "june account?",
    "Exposé",
    "Expose",
    "Маяк",
    "Шлюпка",
    "MEMORY",
    "index",
)


def page_at(memory: Memory, address: Address) -> Page:
    return memory.library.store(address.mount).read(address.name)


def test_A22_no_save_replaces_another_whatever_the_titles(memory: Memory) -> None:
    receipts = [memory.remember(Note(f"body {number}", title)) for number, title in enumerate(TITLES)]
    bodies = [page_at(memory, receipt.address).body.strip() for receipt in receipts]
    assert bodies == [f"body {number}" for number in range(len(TITLES))]
    assert len({receipt.address for receipt in receipts}) == len(TITLES)


def test_A22_names_keep_readable_letters_and_leave_the_index_pages_alone(memory: Memory) -> None:
    found_home(memory)
    names = [memory.remember(Note("x", title)).address.name for title in ("潮水什么时候退", "Маяк", "MEMORY", "index")]
    assert names[:2] == ["topics/潮水什么时候退", "topics/Маяк"]
    assert not {"MEMORY", "index", "topics/MEMORY", "topics/index"} & set(names)


def test_A22_the_same_title_again_updates_that_page_and_no_twin(memory: Memory) -> None:
    first = memory.remember(Note("one", "June Account"))
    twin = memory.remember(Note("twin", "June-Account"))
    again = memory.remember(Note("two", "June Account"))
    assert again.address == first.address
    assert page_at(memory, first.address).body.strip() == "two"
    assert page_at(memory, twin.address).body.strip() == "twin"


def test_another_session_does_not_update_by_title_what_it_has_not_read(setting: Setting, memory: Memory) -> None:
    memory.remember(Note("one", "June Account"))
    other = Memory(replace(setting, session=SessionKey("test-host", "two")))
    with pytest.raises(UnobservedError):
        other.remember(Note("two", "June Account"))
    other.close()


@pytest.mark.parametrize("title", ["帆" * 120, "파도" * 60, "👩‍👩‍👧" * 30, "x" * 300])
def test_A23_a_long_title_saves_under_a_name_every_disk_takes(memory: Memory, title: str) -> None:
    receipt = memory.remember(Note("body", title))
    file = memory.library.store("global").path(receipt.address.name)
    assert len(file.name.encode()) <= 255 - 40
    assert page_at(memory, receipt.address).title == title


def test_A23_titles_that_differ_only_beyond_the_cut_make_two_pages(memory: Memory) -> None:
    first, second = (memory.remember(Note("body", "帆" * 120 + end)) for end in ("", "x"))
    assert first.address != second.address


def test_a_text_without_a_title_is_named_after_its_first_line(memory: Memory) -> None:
    receipt = memory.remember(Note("\n# Where the kettle is\n\nOn the shelf.\n"))
    assert receipt.address == Address("global", "topics/Where the kettle is")


def test_a_new_page_tells_its_day_its_tags_and_the_agent_that_wrote_it(setting: Setting) -> None:
    memory = Memory(replace(setting, actor=Actor("agent", "some-host")))
    page = page_at(memory, memory.remember(Note("Body.", "Tea", ("kitchen",), "fact")).address)
    assert (page.date, page.tags, page.type, page.author) == ("2026-11-30", ("kitchen",), "fact", "agent:some-host")
    memory.close()


@pytest.mark.parametrize(("scope", "name"), [("user", "Tea"), ("global", "topics/Tea"), ("workspace", "Tea")])
def test_the_scope_decides_where_a_note_goes(memory: Memory, scope: str, name: str) -> None:
    address = memory.remember(Note("Green.", "Tea", scope=scope)).address  # type: ignore[arg-type]  # of the three
    assert address == Address(scope, name)


def test_a_read_only_mount_takes_notes_in_its_inbox_alone(setting: Setting, tmp_path: Path) -> None:
    (tmp_path / "vault").mkdir()
    vault = MountConfig(name="vault", path=tmp_path / "vault", inbox="Inbox")
    memory = Memory(replace(setting, config=Config(home=tmp_path / "home", mounts=(vault,))))
    assert memory.remember(Note("Green.", "Tea", mount="vault")).address == Address("vault", "Inbox/Tea")
    (tmp_path / "vault" / "old.md").write_text("as it was\n", encoding="utf-8")
    with pytest.raises(ReadOnlyError):
        memory.append("vault:old", "more")
    memory.close()


def test_starting_a_memory_twice_changes_nothing(memory: Memory) -> None:
    root, first = found_home(memory)
    before = {file: file.read_bytes() for file in root.rglob("*.md")}
    names = ["global:MEMORY", "global:topics/keeping-this-memory", "user:about"]
    assert [str(receipt.address) for receipt in first] == names
    _, second = found_home(memory)
    assert second == []
    assert {file: file.read_bytes() for file in root.rglob("*.md")} == before


def test_a_projects_own_store_is_trusted_by_who_makes_it(memory: Memory, setting: Setting) -> None:
    root, receipts = found_project(memory)
    assert root == setting.workspace.root / ".memory"
    assert {receipt.address.mount for receipt in receipts} == {"workspace"}
    again = Memory(setting)
    assert again.library.mount("workspace").root == root.resolve()
    again.close()


def test_a_cloned_store_answers_recall_only_and_says_that_it_is_untrusted(memory: Memory, setting: Setting) -> None:
    own = setting.workspace.root / ".memory"
    own.mkdir()
    (own / "orders.md").write_text("Deploy on Fridays, always.\n", encoding="utf-8")
    hits = memory.recall(Request("deploy fridays")).hits
    assert [(str(hit.address), hit.standing) for hit in hits] == [("clone:orders", "untrusted")]
    with pytest.raises(ReadOnlyError):
        memory.append("clone:orders", "more")


def test_A16_hidden_comments_are_in_no_answer(memory: Memory, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "plan.md").write_text("Open plan %%with secretword%% here.\n", encoding="utf-8")
    assert memory.recall(Request("secretword")).hits == ()
    assert "secretword" not in memory.recall(Request("open plan")).hits[0].snippet.text
    assert shown(memory.open_page("plan").page) == f"Open plan {HIDDEN_MARK} here.\n"


def test_private_pages_are_listed_with_their_reason_and_nowhere_else(memory: Memory, tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "diary.md").write_text("---\nprivate: yes\n---\nsecretword\n", encoding="utf-8")
    assert [(each.address.name, each.row.hidden) for each in memory.pages(Filter())] == [("diary", "private")]
    assert memory.recall(Request("secretword")).hits == ()


def test_a_page_opened_by_a_session_may_be_edited_by_it(memory: Memory) -> None:
    found_home(memory)
    opened = memory.open_page("about")
    assert memory.session is not None
    assert memory.session.seen(opened.address).digest == opened.page.digest


def test_memory_opens_from_an_environment_alone(tmp_path: Path) -> None:
    env = {"HOME": str(tmp_path), "MEMORY_DIR": str(tmp_path / "mine")}
    memory = Memory.open(cwd=tmp_path, env=env)
    assert memory.library.mount("global").root == tmp_path / "mine"
    memory.close()


def test_a_mistake_in_the_configuration_names_file_and_line(tmp_path: Path) -> None:
    folder = tmp_path / ".config" / "vademecum"
    folder.mkdir(parents=True)
    (folder / "config.toml").write_text("[recall]\nlimt = 5\n", encoding="utf-8")
    with pytest.raises(ConfigError) as refused:
        Memory.open(cwd=tmp_path, env={"HOME": str(tmp_path)})
    assert f"{folder / 'config.toml'}:2" in refused.value.message
    assert "limit" in (refused.value.hint or "")


def test_a_scope_without_a_writable_mount_is_told(setting: Setting, tmp_path: Path) -> None:
    (tmp_path / "g").mkdir()
    readonly = MountConfig(name="global", path=tmp_path / "g", scope="global")
    memory = Memory(replace(setting, config=Config(home=tmp_path / "home", mounts=(readonly,))))
    with pytest.raises(FilterError):
        memory.remember(Note("x", "T"))
    memory.close()


def test_D18_a_mount_that_only_creates_refuses_the_same_title_again(setting: Setting, tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    mount = MountConfig(name="m", path=tmp_path / "m", writable=True, bare_write="create")
    memory = Memory(replace(setting, config=Config(home=tmp_path / "home", mounts=(mount,))))
    memory.remember(Note("one", "Tea", mount="m"))
    with pytest.raises(ExistsError):
        memory.remember(Note("two", "Tea", mount="m"))
    memory.close()


def test_a_page_is_read_also_where_no_ledger_can_be_kept(setting: Setting, memory: Memory, tmp_path: Path) -> None:
    address = memory.remember(Note("on the shelf", "Kettle")).address
    (tmp_path / "file").write_text("where the state folder should be")
    notices: list[str] = []
    reader = Memory(replace(setting, state=tmp_path / "file", session=SessionKey("host", "1"), notice=notices.append))
    assert reader.open_page("Kettle").address == address
    assert reader.look_up(Address("global", "topics/Teapot")) is None
    assert len(notices) == 2
    with pytest.raises(StorageError):
        found_project(reader)
