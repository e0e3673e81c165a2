"""Writes that the gateway makes all or none, and what becomes of those that are cut off; tests/crash kills for real."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.errors import ConflictError, InputError, RefusedError, StorageError, TooLargeError
from vademecum.gateway import Gateway, Judged
from vademecum.gateway.together import check_together
from vademecum.gateway.writing import Ready, in_one_step
from vademecum.guards.changes import Actor, Addition, Change, Content, Proposal, Removal, Rename, Restoration
from vademecum.library import Library, Mount
from vademecum.memory import Memory, Setting
from vademecum.memory.founding import found_history, found_home
from vademecum.memory.unfinished import Unfinished
from vademecum.sessions import Session, SessionKey
from vademecum.store.journal import Group, Journal, Planned

ONE, TWO, NEW = (Address("notes", name) for name in ("one", "two", "new"))
AGENT = Actor("agent", "test-host")


def setting_of(setting: Setting, tmp_path: Path, **knobs: object) -> Setting:
    """A setting with a mount of two pages."""
    (tmp_path / "notes").mkdir(exist_ok=True)
    for name in ("one", "two"):
        (tmp_path / "notes" / f"{name}.md").write_text(f"{name}\n", encoding="utf-8")
    mount = MountConfig(name="notes", path=tmp_path / "notes", writable=True)
    config = Config(home=tmp_path / "home", mounts=(replace(mount, **knobs),))  # type: ignore[arg-type]  # the test's own
    return replace(setting, config=config, session=None)


@pytest.fixture
def notes(setting: Setting, tmp_path: Path) -> Iterator[Memory]:
    """A memory with that mount."""
    opened = Memory(setting_of(setting, tmp_path))
    yield opened
    opened.close()


def texts(tmp_path: Path) -> dict[str, str]:
    return {file.stem: file.read_text(encoding="utf-8") for file in (tmp_path / "notes").glob("*.md")}


def version(memory: Memory, address: Address) -> str:
    return memory.library.store(address.mount).read(address.name).digest


def three(memory: Memory) -> list[Proposal]:
    """One page changed, one taken away, one made."""
    return [
        Proposal(ONE, Content("changed"), version=version(memory, ONE)),
        Proposal(TWO, Removal(), version=version(memory, TWO)),
        Proposal(NEW, Content("made")),
    ]


def cut_off(tmp_path: Path, session: SessionKey | None = None) -> Group:
    """The same three writes as a process left them that died after the first."""
    root = str((tmp_path / "notes").resolve())
    group = Group(
        id="0123456789abcdef",
        subject="Tidy up",
        actor=("agent", "test-host"),
        session=None if session is None else (session.host, session.id),
        writes=(
            Planned(root, "notes", "one", b"one\n", b"changed\n"),
            Planned(root, "notes", "two", b"two\n", None),
            Planned(root, "notes", "new", None, b"made\n"),
        ),
    )
    Journal(tmp_path / "state").begin(group)
    (tmp_path / "notes" / "one.md").write_bytes(b"changed\n")
    return group


def test_whether_writes_are_to_different_pages_is_told_in_one_walk() -> None:
    compared: list[int] = []

    class Counted(str):
        """A name that counts how often it is compared with another."""

        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            compared.append(1)
            return str.__eq__(self, other) is True

        def __hash__(self) -> int:
            return str.__hash__(self)

    many = [Proposal(Address("notes", Counted(f"p{number}")), Content("x")) for number in range(500)]
    check_together(many)
    assert len(compared) < 5 * len(many)
    with pytest.raises(InputError, match="notes:p7 would be written twice at once"):
        check_together([*many, Proposal(Address("notes", "new"), Rename("p7"))])


def test_the_steps_of_many_writes_are_told_by_each_write_alone(setting: Setting, tmp_path: Path) -> None:
    class Apart(Ready):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            raise AssertionError("two writes were compared")

        __hash__ = None  # type: ignore[assignment]  # nothing asks for it

    memory = Memory(setting_of(setting, tmp_path, path=tmp_path / "facts.jsonl", format="records"))
    mount, store = memory.library.mount("notes"), memory.library.store("notes")
    changes: dict[Address, Change] = {ONE: Content("x"), NEW: Content("y"), TWO: Rename("three")}
    writes = [Judged(mount, store, Proposal(page, change), None, None) for page, change in changes.items()]
    ready = [Apart(each, None, None, b"x\n") for each in writes]
    assert in_one_step(ready[:2])
    assert not in_one_step(ready)
    memory.close()


def test_several_writes_are_made_and_each_has_its_receipt(notes: Memory, tmp_path: Path) -> None:
    receipts = notes.gateway.write_all(three(notes), "Tidy up")
    assert [(each.address, each.action) for each in receipts] == [(ONE, "replaced"), (TWO, "deleted"), (NEW, "created")]
    assert texts(tmp_path) == {"one": "changed\n", "new": "made\n"}
    assert Journal(tmp_path / "state").groups().whole == ()
    assert receipts[1].trash_id is not None
    notes.restore("notes", receipts[1].trash_id)
    assert texts(tmp_path)["two"] == "two\n"


def test_what_is_refused_of_one_is_refused_of_all(notes: Memory, tmp_path: Path) -> None:
    before = texts(tmp_path)
    with pytest.raises(ConflictError):
        notes.gateway.write_all([*three(notes)[:2], Proposal(NEW, Content("made"), version="0" * 64)])
    assert texts(tmp_path) == before


def test_an_error_in_the_middle_takes_back_what_was_written(setting: Setting, tmp_path: Path) -> None:
    memory = Memory(setting_of(setting, tmp_path, max_page_bytes=100, max_write_bytes=1000))
    proposals = [*three(memory), Proposal(Address("notes", "long"), Content("x" * 200))]
    with pytest.raises(TooLargeError):  # the store itself says so, when three pages are written
        memory.gateway.write_all(proposals)
    assert texts(tmp_path) == {"one": "one\n", "two": "two\n"}
    assert [memory.trash(), Journal(tmp_path / "state").groups().whole] == [[], ()]
    memory.close()


@pytest.mark.parametrize("step", ["put", "delete"])
def test_an_interrupt_right_after_a_page_was_written_takes_it_back_too(
    notes: Memory, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    store = notes.library.store("notes")
    write = getattr(store, step)

    def interrupted(*arguments: object, **named: object) -> None:
        monkeypatch.setattr(store, step, write)  # what is taken back is not interrupted again
        write(*arguments, **named)
        raise KeyboardInterrupt

    proposals = three(notes)
    monkeypatch.setattr(store, step, interrupted)
    with pytest.raises(KeyboardInterrupt):
        notes.gateway.write_all(proposals)
    assert texts(tmp_path) == {"one": "one\n", "two": "two\n"}
    assert Journal(tmp_path / "state").groups().whole == ()


def moved_and_brought_back(memory: Memory) -> list[Proposal]:
    """One page moved, and one brought back from the trash."""
    gone = memory.gateway.write(Proposal(TWO, Removal(), version=version(memory, TWO))).trash_id or ""
    return [
        Proposal(ONE, Rename("new"), version=version(memory, ONE)),
        Proposal(TWO, Restoration(gone, "two\n")),
    ]


def test_a_page_moves_and_another_comes_back_in_one_group(notes: Memory, tmp_path: Path) -> None:
    receipts = notes.gateway.write_all(moved_and_brought_back(notes), "Tidy up")
    assert [(each.address, each.action) for each in receipts] == [(NEW, "moved"), (TWO, "restored")]
    assert (texts(tmp_path), notes.trash()) == ({"new": "one\n", "two": "two\n"}, [])


def test_after_an_error_a_page_is_where_it_was_and_the_other_in_the_trash_again(
    setting: Setting, tmp_path: Path
) -> None:
    memory = Memory(setting_of(setting, tmp_path, max_page_bytes=100, max_write_bytes=1000))
    proposals = [*moved_and_brought_back(memory), Proposal(Address("notes", "long"), Content("x" * 200))]
    with pytest.raises(TooLargeError):
        memory.gateway.write_all(proposals)
    assert (texts(tmp_path), [item.name for _, item in memory.trash()]) == ({"one": "one\n"}, ["two"])
    memory.close()


@pytest.mark.parametrize("done", [0, 1, 2])
def test_a_move_that_was_cut_off_in_a_group_is_finished(setting: Setting, tmp_path: Path, done: int) -> None:
    mine, root = setting_of(setting, tmp_path), str((tmp_path / "notes").resolve())
    writes = (Planned(root, "notes", "new", None, b"one\n"), Planned(root, "notes", "one", b"one\n", None))
    Journal(tmp_path / "state").begin(Group("0" * 16, "Tidy up", ("person", ""), None, writes))
    if done:
        (tmp_path / "notes" / "new.md").write_bytes(b"one\n")
    if done == 2:
        (tmp_path / "notes" / "one.md").unlink()
    memory = Memory(mine)
    memory.sync()
    assert texts(tmp_path) == {"new": "one\n", "two": "two\n"}
    memory.close()


def test_pages_are_not_written_together_where_they_can_not_be_noted(notes: Memory, tmp_path: Path) -> None:
    before = texts(tmp_path)
    (tmp_path / "state" / "groups").mkdir(parents=True)
    (tmp_path / "state" / "groups").rmdir()
    (tmp_path / "state" / "groups").write_text("in the way", encoding="utf-8")
    with pytest.raises(StorageError, match="groups"):
        notes.gateway.write_all(three(notes))
    with pytest.raises(StorageError, match="noted"):
        Gateway(notes.library).write_all(three(notes))
    assert texts(tmp_path) == before


def test_a_page_is_written_once_in_a_group_under_whichever_of_its_names(notes: Memory) -> None:
    with pytest.raises(InputError, match="notes:one would be written twice"):
        notes.gateway.write_all([Proposal(ONE, Addition("a")), Proposal(ONE, Addition("b"))])
    with pytest.raises(InputError, match="notes:new would be written twice"):
        notes.gateway.write_all([Proposal(NEW, Content("a")), Proposal(TWO, Rename("new"))])
    with pytest.raises(InputError, match="letters' case"):
        notes.gateway.write_all([Proposal(ONE, Addition("a")), Proposal(TWO, Rename("Two"))])
    with pytest.raises(InputError, match="nothing"):
        notes.gateway.write_all([])


def test_the_next_open_finishes_what_was_cut_off_and_says_so(setting: Setting, tmp_path: Path) -> None:
    mine, told = setting_of(setting, tmp_path), list[str]()
    cut_off(tmp_path)
    memory = Memory(replace(mine, notice=told.append))
    assert memory.open_page("new").page.text == "made\n"
    assert texts(tmp_path) == {"one": "changed\n", "new": "made\n"}
    assert told == ['"Tidy up" was cut off, and is finished now: notes:one, notes:two, notes:new']
    assert [item.name for _, item in memory.trash()] == ["two"]
    memory.close()


def test_the_next_write_finishes_what_was_cut_off_since_the_memory_was_opened(notes: Memory, tmp_path: Path) -> None:
    notes.sync()
    cut_off(tmp_path)
    notes.write(Address("notes", "later"), Content("after it"))
    assert texts(tmp_path) == {"one": "changed\n", "new": "made\n", "later": "after it\n"}
    assert Journal(tmp_path / "state").groups().whole == ()


def test_what_is_finished_counts_as_its_sessions_own_and_is_one_commit(setting: Setting, tmp_path: Path) -> None:
    memory = Memory(replace(setting, session=None))
    found_home(memory)
    found_history(memory)
    (root := tmp_path / "home").joinpath("a.md").write_bytes(b"before\n")
    key = SessionKey("test-host", "dead")
    writes = (
        Planned(str(root.resolve()), "global", "a", b"before\n", b"after\n"),
        Planned(str(root.resolve()), "global", "b", None, b"new\n"),
    )
    Journal(tmp_path / "state").begin(Group("0" * 16, "Tidy up", ("agent", "test-host"), (key.host, key.id), writes))
    fresh = Memory(replace(setting, session=None))
    fresh.sync()
    assert Session(tmp_path / "state" / "sessions", key).seen(Address("global", "b")).digest is not None
    command = ["git", "-C", str(root), "log", "-1", "--name-only", "--format=%s|%(trailers:key=Vade-Session,valueonly)"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert said.startswith(f"Tidy up|{Path(key.file).stem}")
    assert said.split()[-2:] == ["a.md", "b.md"]
    memory.close()
    fresh.close()


def test_a_page_that_somebody_changed_since_is_left_to_them_and_the_text_is_kept(
    setting: Setting, tmp_path: Path
) -> None:
    mine, told = setting_of(setting, tmp_path), list[str]()
    cut_off(tmp_path)
    (tmp_path / "notes" / "one.md").write_text("by hand\n", encoding="utf-8")
    memory = Memory(replace(mine, notice=told.append))
    memory.sync()
    assert texts(tmp_path) == {"one": "by hand\n", "new": "made\n"}
    (kept,) = (tmp_path / "state" / "unsaved").glob("*.md")
    assert kept.read_text(encoding="utf-8") == "changed\n"
    assert told[1] == f"notes:one was changed meanwhile, so it is left as it is; its text is kept in {kept}"
    memory.close()


def test_what_can_not_be_finished_now_is_named_and_waits(setting: Setting, tmp_path: Path) -> None:
    mine, told = setting_of(setting, tmp_path), list[str]()
    group = cut_off(tmp_path)
    mount = replace(mine.config.mounts[0], writable=False)
    memory = Memory(replace(mine, config=replace(mine.config, mounts=(mount,)), notice=told.append))
    assert memory.open_page("one").page.text == "changed\n"
    assert told == ['"Tidy up" was cut off and can\'t be finished now: mount notes is read-only']
    assert Journal(tmp_path / "state").groups().whole == (group,)
    memory.close()


def test_what_was_cut_off_in_another_project_waits_for_it(setting: Setting, tmp_path: Path) -> None:
    setting_of(setting, tmp_path)
    group = cut_off(tmp_path)
    elsewhere = Memory(replace(setting, session=None))
    elsewhere.sync()
    assert Journal(tmp_path / "state").groups().whole == (group,)
    elsewhere.close()


def test_a_note_that_can_not_be_read_is_named_and_stops_nobody(setting: Setting, tmp_path: Path) -> None:
    told: list[str] = []
    (tmp_path / "state" / "groups").mkdir(parents=True)
    for name, text in {"a": "torn {", "b": "[]", "c": json.dumps({"format": 1, "id": "x"})}.items():
        (tmp_path / "state" / "groups" / f"{name}.json").write_text(text, encoding="utf-8")
    memory = Memory(replace(setting_of(setting, tmp_path), notice=told.append))
    memory.write(NEW, Content("made"))
    assert len(told) == 6
    assert all("can't be read, which notes writes that were cut off" in line for line in told)
    memory.close()


def test_a_group_is_the_same_after_it_was_noted(tmp_path: Path) -> None:
    group = Group(
        "f" * 16,
        "caf\u00e9",
        ("person", ""),
        ("host", "id"),
        (Planned("/s\udc80", "m", "n", b"\xff\x00", None), Planned("/t", "m", "o", None, b"")),
    )
    journal = Journal(tmp_path)
    journal.begin(group)
    assert journal.groups().whole == (group,)
    assert journal.has(group)
    journal.end(group)
    journal.end(group)
    assert (journal.groups().whole, journal.has(group)) == ((), False)


def test_stores_in_one_folder_are_written_together(setting: Setting, tmp_path: Path) -> None:
    (tmp_path / "facts").mkdir()
    mounts = [
        Mount(MountConfig(name=name, path=tmp_path / "facts" / f"{name}.jsonl", format="records", writable=True))
        for name in ("a", "b")
    ]
    library = Library(mounts, tmp_path / "cache")
    gateway = Gateway(library, groups=Unfinished(setting, library))
    gateway.write_all([Proposal(Address(name, "one"), Content("text")) for name in ("a", "b")])
    assert [library.store(name).read("one").text for name in ("a", "b")] == ["text", "text"]
    library.close()


def test_an_agent_sees_no_more_of_a_group_than_of_single_writes(setting: Setting, tmp_path: Path) -> None:
    memory = Memory(replace(setting_of(setting, tmp_path), actor=AGENT, session=SessionKey("test-host", "one")))
    with pytest.raises(RefusedError, match="notes:one can't be changed"):
        memory.gateway.write_all([Proposal(NEW, Content("made"), AGENT), Proposal(ONE, Content("x"), AGENT)])
    assert "new" not in texts(tmp_path)
    memory.close()
