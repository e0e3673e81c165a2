"""The one gateway for writes, its order and what it leaves behind (rule 3)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.errors import (
    ConflictError,
    HeldError,
    NotFoundError,
    ReadOnlyError,
    RefusedError,
    StorageError,
    TooLargeError,
    UnobservedError,
)
from vademecum.gateway import Gateway, Guards, within_write_bound
from vademecum.guards.changes import Addition, Content, KeyChange, Proposal, Removal, Rename, Replacement
from vademecum.guards.gate import Held, Refused
from vademecum.library import Library, Mount
from vademecum.memory import Memory, Setting
from vademecum.recall.pipeline import Request
from vademecum.sessions import Session, SessionKey

KETTLE = Address("notes", "kettle")


def library_of(tmp_path: Path, **knobs: object) -> Library:
    """A library of one writable mount that holds one page."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "kettle.md").write_text("# Kettle\n\nOn the shelf.\n", encoding="utf-8")
    config = MountConfig(name="notes", path=tmp_path / "notes", **{"writable": True, **knobs})  # type: ignore[arg-type]  # test knobs
    library = Library([Mount(config)], tmp_path / "cache")
    library.sync_all()
    return library


def session_of(tmp_path: Path) -> Session:
    return Session(tmp_path / "sessions", SessionKey("test-host", "one"))


def text_of(tmp_path: Path, name: str = "kettle") -> str:
    return (tmp_path / "notes" / f"{name}.md").read_text(encoding="utf-8")


def test_a_write_is_in_the_file_the_index_and_the_ledger_when_it_returns(tmp_path: Path) -> None:
    library, session = library_of(tmp_path), session_of(tmp_path)
    session.observe(KETTLE, library.store("notes").read("kettle").digest)
    receipt = Gateway(library, session).write(Proposal(KETTLE, Replacement("shelf", "table")))
    assert text_of(tmp_path) == "# Kettle\n\nOn the table.\n"
    assert session.seen(KETTLE).digest == receipt.after
    with library.index("notes").view() as view:
        row = view.page("kettle")
    assert row is not None
    assert row.digest == receipt.after
    assert (receipt.action, receipt.warnings) == ("edited", ())


@pytest.mark.parametrize(
    ("change", "action"),
    [
        (Content("new"), "replaced"),
        (Addition("more"), "appended"),
        (KeyChange("type", "thing"), "edited"),
        (Removal(), "deleted"),
        (Rename("pot"), "moved"),
    ],
)
def test_each_change_says_what_it_did(tmp_path: Path, change: Content, action: str) -> None:
    library = library_of(tmp_path)
    version = library.store("notes").read("kettle").version
    assert Gateway(library).write(Proposal(KETTLE, change, version=version)).action == action


def test_an_unread_page_is_left_as_it_was(tmp_path: Path) -> None:
    gateway = Gateway(library_of(tmp_path), session_of(tmp_path))
    with pytest.raises(UnobservedError):
        gateway.write(Proposal(KETTLE, Content("overwritten")))
    assert text_of(tmp_path) == "# Kettle\n\nOn the shelf.\n"


def test_H7_a_change_of_the_same_size_and_time_by_another_program_is_noticed(tmp_path: Path) -> None:
    import os  # noqa: PLC0415 - to set the time back

    library, session = library_of(tmp_path), session_of(tmp_path)
    session.observe(KETTLE, library.store("notes").read("kettle").digest)
    file = tmp_path / "notes" / "kettle.md"
    before = file.stat()
    file.write_text("# Kettle\n\nOn the shelv.\n", encoding="utf-8")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    with pytest.raises(ConflictError):
        Gateway(library, session).write(Proposal(KETTLE, Replacement("Kettle", "Pot")))
    assert text_of(tmp_path) == "# Kettle\n\nOn the shelv.\n"


def test_the_store_is_asked_before_anything_else(tmp_path: Path) -> None:
    library = library_of(tmp_path, writable=False, inbox="Inbox")
    gateway = Gateway(library)
    with pytest.raises(ReadOnlyError):
        gateway.write(Proposal(KETTLE, Addition("more")))
    receipt = gateway.write(Proposal(Address("notes", "Inbox/tea"), Content("green")))
    assert receipt.action == "created"
    assert text_of(tmp_path, "Inbox/tea") == "green\n"


def test_a_page_cannot_be_moved_out_of_the_part_that_may_be_written(tmp_path: Path) -> None:
    library = library_of(tmp_path, writable=False, inbox="Inbox")
    gateway = Gateway(library)
    receipt = gateway.write(Proposal(Address("notes", "Inbox/tea"), Content("green")))
    with pytest.raises(ReadOnlyError):
        gateway.write(Proposal(receipt.address, Rename("tea"), version=receipt.version))


def test_guards_stand_in_their_order_and_each_can_stop_the_write(tmp_path: Path) -> None:
    passed: list[str] = []
    guards = Guards(
        scans=(lambda _proposal: passed.append("scan"),),
        approvals=(lambda *_write: passed.append("approval"),),
        budgets=(lambda *_write: passed.append("budget"), within_write_bound),
        histories=(lambda _mount, _proposal, _receipt: passed.append("history"),),
    )
    Gateway(library_of(tmp_path), guards=guards).write(Proposal(KETTLE, Addition("more")))
    assert passed == ["scan", "approval", "budget", "history"]


def test_a_scan_that_refuses_leaves_the_page_as_it_was(tmp_path: Path) -> None:
    def refuse(_proposal: Proposal) -> None:
        raise RefusedError("it looks like an order to an agent")

    with pytest.raises(RefusedError):
        Gateway(library_of(tmp_path), guards=Guards(scans=(refuse,))).write(Proposal(KETTLE, Addition("more")))
    assert text_of(tmp_path) == "# Kettle\n\nOn the shelf.\n"


def test_a_held_write_waits_and_nothing_is_written(tmp_path: Path) -> None:
    guards = Guards(approvals=(lambda *_write: Held("a person must agree"),))
    with pytest.raises(HeldError):
        Gateway(library_of(tmp_path), guards=guards).write(Proposal(KETTLE, Addition("more")))
    assert text_of(tmp_path) == "# Kettle\n\nOn the shelf.\n"


def test_all_that_a_person_must_agree_to_is_told_and_what_is_refused_comes_first(tmp_path: Path) -> None:
    asked: list[Held] = []
    library = library_of(tmp_path)

    def queue(_writes: object, verdict: Held, _subject: str) -> str:
        asked.append(verdict)
        return "1"

    first, second = (lambda *_write: Held("one")), (lambda *_write: Held("two"))
    guards = Guards(approvals=(first, second, first), alarms=(lambda *_write: Held("three"),), queue=queue)
    with pytest.raises(HeldError, match="held: one; two; three"):
        Gateway(library, guards=guards).write(Proposal(KETTLE, Addition("more")))
    assert asked == [Held("one; two; three")]
    refused = replace(guards, alarms=(lambda *_write: Refused(RefusedError("never")),))
    with pytest.raises(RefusedError, match="never"):
        Gateway(library, guards=refused).write(Proposal(KETTLE, Addition("more")))
    assert len(asked) == 1
    assert text_of(tmp_path) == "# Kettle\n\nOn the shelf.\n"


def test_D10_the_budget_is_on_the_final_state(tmp_path: Path) -> None:
    library = library_of(tmp_path, max_write_bytes=40)
    gateway = Gateway(library)
    gateway.write(Proposal(KETTLE, Addition("1234567890")))
    with pytest.raises(TooLargeError):
        gateway.write(Proposal(KETTLE, Addition("1234567890")))
    assert text_of(tmp_path).count("1234567890") == 1


def test_what_fails_after_the_write_is_told_and_not_raised(tmp_path: Path) -> None:
    def fail(*_: object) -> None:
        raise OSError("git is not here")

    receipt = Gateway(library_of(tmp_path), guards=Guards(histories=(fail,))).write(Proposal(KETTLE, Addition("more")))
    assert text_of(tmp_path).endswith("more\n")
    assert receipt.warnings == ("git is not here",)


def test_a_deleted_page_comes_back_byte_for_byte(tmp_path: Path) -> None:
    library = library_of(tmp_path)
    gateway = Gateway(library)
    version = library.store("notes").read("kettle").version
    gone = gateway.write(Proposal(KETTLE, Removal(), version=version))
    assert not (tmp_path / "notes" / "kettle.md").exists()
    assert gone.trash_id is not None
    back = gateway.restore("notes", gone.trash_id)
    assert (back.address, back.before, back.after) == (KETTLE, None, gone.before)
    assert text_of(tmp_path) == "# Kettle\n\nOn the shelf.\n"


def test_A24_a_rename_that_changes_only_case_leaves_one_index_entry(tmp_path: Path) -> None:
    library = library_of(tmp_path)
    version = library.store("notes").read("kettle").version
    Gateway(library).write(Proposal(KETTLE, Rename("Kettle"), version=version))
    with library.index("notes").view() as view:
        assert list(view.known()) == ["Kettle"]
    assert [file.name for file in (tmp_path / "notes").glob("*.md")] == ["Kettle.md"]


def test_a_session_that_read_a_page_knows_it_under_its_new_name(tmp_path: Path) -> None:
    library, session = library_of(tmp_path), session_of(tmp_path)
    session.observe(KETTLE, library.store("notes").read("kettle").digest)
    gateway = Gateway(library, session)
    gateway.write(Proposal(KETTLE, Rename("pot")))
    assert gateway.write(Proposal(Address("notes", "pot"), Replacement("shelf", "table"))).action == "edited"
    with pytest.raises((NotFoundError, ConflictError)):
        gateway.write(Proposal(KETTLE, Replacement("shelf", "table")))


def test_A38_A28_an_append_goes_on_a_line_of_its_own(tmp_path: Path) -> None:
    (library_of(tmp_path).store("notes").root / "daily.md").write_bytes(b"- one")
    gateway = Gateway(
        Library([Mount(MountConfig(name="notes", path=tmp_path / "notes", writable=True))], tmp_path / "c")
    )
    gateway.write(Proposal(Address("notes", "daily"), Addition("- two")))
    assert text_of(tmp_path, "daily") == "- one\n- two\n"


def test_a_new_page_is_recalled_at_once(memory: Memory) -> None:
    memory.write(Address("global", "topics/tea"), Content("Green tea is on the second shelf.", "Tea"))
    assert [hit.address.name for hit in memory.recall(Request("second shelf")).hits] == ["topics/tea"]


def test_bare_write_is_the_mounts_to_decide(setting: Setting, tmp_path: Path) -> None:
    from dataclasses import replace  # noqa: PLC0415 - here only

    mine = MountConfig(name="mine", path=tmp_path / "mine", writable=True, bare_write="never_replace")
    (tmp_path / "mine").mkdir()
    memory = Memory(replace(setting, config=Config(home=tmp_path / "home", mounts=(mine,))))
    address = Address("mine", "tea")
    memory.write(address, Content("green"))
    with pytest.raises(RefusedError):
        memory.write(address, Content("black"))
    assert (tmp_path / "mine" / "tea.md").read_text(encoding="utf-8") == "green\n"
    memory.close()


def test_A44_a_folder_that_is_away_is_not_made_anew_by_a_write(tmp_path: Path) -> None:
    library = library_of(tmp_path)
    (tmp_path / "notes").rename(tmp_path / "unplugged")
    for address in (KETTLE, Address("notes", "pot")):
        with pytest.raises(StorageError, match="the folder of notes is not there"):
            Gateway(library).write(Proposal(address, Content("new")))
    assert not (tmp_path / "notes").exists()
    (tmp_path / "unplugged").rename(tmp_path / "notes")
    assert Gateway(library).write(Proposal(Address("notes", "pot"), Content("new"))).action == "created"
