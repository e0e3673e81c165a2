"""Which writes wait for a person, and what becomes of them (L16's approval, rules 3 and 4)."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from threading import Thread

import pytest

from vademecum.address import Address
from vademecum.config import Config, MountConfig
from vademecum.config.model import Operation, WritingConfig
from vademecum.errors import (
    ConflictError,
    HeldError,
    InputError,
    LimitError,
    MatchError,
    NotFoundError,
    RefusedError,
    UnreadableError,
)
from vademecum.guards.approvals import operations_of
from vademecum.guards.change_json import change_from_json, change_to_json
from vademecum.guards.changes import (
    Actor,
    Addition,
    Change,
    Content,
    KeyChange,
    Proposal,
    RawText,
    Removal,
    Rename,
    Replacement,
    Restoration,
)
from vademecum.library import find_workspace
from vademecum.memory import Memory, Note, Setting
from vademecum.memory.approvals import MOST
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.live import LiveMemory

KETTLE = Address("notes", "kettle")
TEXT = "# Kettle\n\nOn the shelf.\n"
AGENT = Actor("agent", "test-host")
CHANGES: list[Change] = [
    Content("new", "Title", (("tags", ("a", "b")), ("type", "thing"))),
    Replacement("shelf", "table", every=True),
    Addition("more", ("A", "B"), 2, "T", (("date", "2026-11-30"),)),
    KeyChange("type", "thing"),
    KeyChange("tags", ("a", "b")),
    KeyChange("tags", None),
    RawText("raw \udc80 text"),
    RawText("caf\u00e9", "caf\u00e9".encode("utf-16")),
    Removal(),
    Rename("pot"),
    Restoration("20261130T120000Z-00000000", "old"),
]


@pytest.fixture
def held_memory(setting: Setting, tmp_path: Path) -> Iterator[Memory]:
    """An agent's memory with one mount in which every write waits, and one page."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "kettle.md").write_text(TEXT, encoding="utf-8")
    mount = MountConfig(name="notes", path=tmp_path / "notes", writable=True, approval=("all",))
    opened = Memory(replace(setting, config=Config(home=tmp_path / "home", mounts=(mount,)), actor=AGENT))
    yield opened
    opened.close()


def hold(memory: Memory, address: Address, change: Change, *, version: str | None = None) -> str:
    with pytest.raises(HeldError) as caught:
        memory.write(address, change, version=version)
    assert caught.value.id
    return caught.value.id


def text_of(tmp_path: Path, name: str = "kettle") -> str:
    return (tmp_path / "notes" / f"{name}.md").read_text(encoding="utf-8")


def at(memory: Memory, *, day: int) -> Memory:
    """The same memory on another day of December."""
    return Memory(replace(memory.setting, clock=lambda: datetime(2026, 12, day, 12, tzinfo=UTC)))


@pytest.mark.parametrize(
    ("change", "is_new", "operation"),
    [
        (Content("x"), True, "create"),
        (Content("x"), False, "replace"),
        (RawText("x"), True, "create"),
        (RawText("x"), False, "replace"),
        (Addition("x"), True, "create"),
        (Addition("x"), False, "append"),
        (Replacement("a", "b"), False, "edit"),
        (KeyChange("a", "b"), False, "edit"),
        (Removal(), False, "delete"),
        (Rename("pot"), False, "move"),
        (Restoration("id", "x"), True, "restore"),
    ],
)
def test_every_change_is_an_operation(change: Change, is_new: bool, operation: Operation) -> None:  # noqa: FBT001 - a table
    assert operations_of(Proposal(KETTLE, change), is_new=is_new) == {operation}


def test_a_write_can_be_several_operations_at_once() -> None:
    soul = Proposal(Address("wiki", "SOUL"), Content("x"), Actor("import", "chatgpt"))
    assert operations_of(soul, is_new=False) == {"replace", "import", "persona"}
    assert operations_of(Proposal(KETTLE, Addition("x"), purpose="correct"), is_new=False) == {"append", "correct"}
    assert operations_of(Proposal(KETTLE, Rename("soul"), AGENT, purpose="import"), is_new=False) == {
        "move",
        "import",
        "persona",
    }


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_is_the_same_after_it_was_kept(change: Change) -> None:
    assert change_from_json(json.loads(json.dumps(change_to_json(change)))) == change


@pytest.mark.parametrize(
    "found", [None, {}, {"kind": "zzz"}, {"kind": "raw", "text": 5}, {"kind": "key", "key": "a", "value": [5]}]
)
def test_what_is_no_change_is_not_guessed_at(found: object) -> None:
    with pytest.raises(ValueError, match="it holds"):
        change_from_json(found)


def test_L16_a_held_write_changes_nothing_and_is_kept_with_all_a_person_needs(
    held_memory: Memory, tmp_path: Path
) -> None:
    version = held_memory.open_page("notes:kettle").page.digest
    name = hold(held_memory, KETTLE, Replacement("shelf", "table"))
    assert text_of(tmp_path) == TEXT
    (held,) = held_memory.approvals.review().held
    assert (held.id, held.digest, held.session) == (name, version, SessionKey("test-host", "one"))
    assert (held.proposal.actor, held.state) == (AGENT, "waiting")
    assert (held.expires - held.created).days == 7
    assert held.difference.splitlines()[-2:] == ["-On the shelf.", "+On the table."]
    file = tmp_path / "state" / "approvals" / f"{name}.json"
    assert (stat.S_IMODE(file.stat().st_mode), stat.S_IMODE(file.parent.stat().st_mode)) == (0o600, 0o700)


def test_L16_only_the_operations_that_are_named_wait(setting: Setting, tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    mount = MountConfig(name="notes", path=tmp_path / "notes", writable=True, approval=("delete", "move"))
    memory = Memory(replace(setting, config=Config(home=tmp_path / "home", mounts=(mount,)), session=None))
    version = memory.write(KETTLE, Content("On the shelf.")).after
    memory.write(KETTLE, Addition("more"))
    with pytest.raises(HeldError, match="mount notes has a person agree to delete"):
        memory.write(KETTLE, Removal(), version=memory.library.store("notes").read("kettle").digest)
    assert version is not None
    memory.close()


def test_the_persona_of_a_wiki_waits_and_its_other_pages_do_not(setting: Setting, tmp_path: Path) -> None:
    (tmp_path / "wiki").mkdir()
    mount = MountConfig(name="wiki", path=tmp_path / "wiki", writable=True, profile="wiki", approval=("persona",))
    memory = Memory(replace(setting, config=Config(home=tmp_path / "home", mounts=(mount,)), actor=AGENT))
    memory.write(Address("wiki", "concepts/tide"), Content("Twice a day."))
    hold(memory, Address("wiki", "SOUL"), Content("You obey the sea."))
    assert not (tmp_path / "wiki" / "SOUL.md").exists()
    memory.close()


def test_an_approved_write_is_in_file_index_and_the_ledger_of_who_asked(held_memory: Memory, tmp_path: Path) -> None:
    held_memory.open_page("notes:kettle")
    name = hold(held_memory, KETTLE, Replacement("shelf", "table"))
    person = Memory(replace(held_memory.setting, session=None, actor=Actor()))
    (receipt,) = person.approvals.approve(name[:5])
    assert (receipt.action, text_of(tmp_path)) == ("edited", TEXT.replace("shelf", "table"))
    assert person.approvals.review().held == ()
    assert held_memory.session is not None
    assert held_memory.session.seen(KETTLE).digest == receipt.after
    person.close()


def test_a_page_that_changed_since_keeps_its_bytes_and_the_write_goes_stale(
    held_memory: Memory, tmp_path: Path
) -> None:
    held_memory.open_page("notes:kettle")
    name = hold(held_memory, KETTLE, Replacement("shelf", "table"))
    (tmp_path / "notes" / "kettle.md").write_text(TEXT + "By hand, on the shelf.\n", encoding="utf-8")
    with pytest.raises(ConflictError) as caught:
        held_memory.approvals.approve(name)
    assert caught.value.hint is not None
    assert "proposed again" in caught.value.hint
    assert text_of(tmp_path) == TEXT + "By hand, on the shelf.\n"
    (held,) = held_memory.approvals.review().held
    assert (held.state, held.note) == ("stale", caught.value.message)


def test_a_page_that_appeared_since_is_not_written_over(held_memory: Memory, tmp_path: Path) -> None:
    name = hold(held_memory, Address("notes", "pot"), Content("Mine."))
    (tmp_path / "notes" / "pot.md").write_text("Yours.\n", encoding="utf-8")
    with pytest.raises(ConflictError, match="appeared since"):
        held_memory.approvals.approve(name)
    assert text_of(tmp_path, "pot") == "Yours.\n"


def test_two_held_additions_to_one_page_can_both_be_approved(held_memory: Memory, tmp_path: Path) -> None:
    names = [hold(held_memory, KETTLE, Addition(line)) for line in ("First.", "Second.")]
    for name in names:
        held_memory.approvals.approve(name)
    assert text_of(tmp_path).endswith("First.\nSecond.\n")


def test_an_approval_that_was_cut_off_never_adds_the_text_twice(held_memory: Memory, tmp_path: Path) -> None:
    name = hold(held_memory, KETTLE, Addition("Once."))
    file = tmp_path / "state" / "approvals" / f"{name}.json"
    before = file.read_text(encoding="utf-8")
    held_memory.approvals.approve(name)
    # The process died between the write and the removal of the entry.
    file.write_text(before.replace('"state": "waiting"', '"state": "begun"'), encoding="utf-8")
    with pytest.raises(ConflictError):
        held_memory.approvals.approve(name)
    assert text_of(tmp_path).count("Once.") == 1


def test_the_whole_gate_runs_again_when_a_write_is_approved(held_memory: Memory, tmp_path: Path) -> None:
    held_memory.open_page("notes:kettle")
    name = hold(held_memory, KETTLE, Content("# Kettle\n\nReplaced.\n"))
    mount = replace(held_memory.library.mount("notes").config, bare_write="never_replace")
    config = replace(held_memory.setting.config, mounts=(mount,))
    strict = Memory(replace(held_memory.setting, config=config))
    with pytest.raises(RefusedError, match="never replaces"):
        strict.approvals.approve(name)
    assert text_of(tmp_path) == TEXT
    strict.close()


def test_a_replacement_can_be_approved_when_its_session_is_long_forgotten(held_memory: Memory, tmp_path: Path) -> None:
    held_memory.open_page("notes:kettle")
    name = hold(held_memory, KETTLE, Content("# Kettle\n\nIn the sink.\n"))
    key = held_memory.setting.session
    assert key is not None
    (tmp_path / "state" / "sessions" / key.file).unlink()
    fresh = Memory(held_memory.setting)
    assert [each.action for each in fresh.approvals.approve(name)] == ["replaced"]
    fresh.close()


def test_a_change_that_can_not_be_made_is_refused_at_once_and_not_kept(held_memory: Memory) -> None:
    held_memory.open_page("notes:kettle")
    with pytest.raises(MatchError):
        held_memory.write(KETTLE, Replacement("spoon", "fork"))
    assert held_memory.approvals.review().held == ()


def test_the_same_write_asked_for_again_waits_once(held_memory: Memory) -> None:
    held_memory.open_page("notes:kettle")
    first = hold(held_memory, KETTLE, Replacement("shelf", "table"))
    assert hold(held_memory, KETTLE, Replacement("shelf", "table")) == first
    assert hold(held_memory, KETTLE, Replacement("shelf", "floor")) != first


def test_a_rejected_write_keeps_its_reason_and_can_not_be_approved(held_memory: Memory, tmp_path: Path) -> None:
    name = hold(held_memory, KETTLE, Addition("more"))
    held_memory.approvals.reject(name, "not true")
    with pytest.raises(RefusedError, match="was rejected: not true"):
        held_memory.approvals.approve(name)
    assert text_of(tmp_path) == TEXT
    assert hold(held_memory, KETTLE, Addition("more")) != name


def test_what_nobody_decides_on_in_time_is_refused_dropped_and_counted(held_memory: Memory, tmp_path: Path) -> None:
    first = hold(held_memory, KETTLE, Addition("more"))
    hold(held_memory, KETTLE, Addition("again"))
    late = at(held_memory, day=8)
    with pytest.raises(NotFoundError, match="waited for a person until 2026-12-07 12:00, and was dropped"):
        late.approvals.approve(first)
    assert (late.approvals.review().dropped, text_of(tmp_path)) == (1, TEXT)
    assert late.approvals.review().dropped == 0
    late.close()


def test_the_time_a_write_waits_is_a_knob(held_memory: Memory) -> None:
    config = replace(held_memory.setting.config, writing=WritingConfig(approval_days=1))
    hasty = Memory(replace(held_memory.setting, config=config))
    hold(hasty, KETTLE, Addition("more"))
    (held,) = hasty.approvals.review().held
    assert (held.expires - held.created).days == 1
    hasty.close()


def test_a_file_that_can_not_be_read_is_named_and_stops_no_other(held_memory: Memory, tmp_path: Path) -> None:
    name = hold(held_memory, KETTLE, Addition("more"))
    (tmp_path / "state" / "approvals" / "0badbadb.json").write_text("{torn", encoding="utf-8")
    review = held_memory.approvals.review()
    assert ([held.id for held in review.held], len(review.unreadable)) == ([name], 1)
    with pytest.raises(UnreadableError, match="0badbadb"):
        held_memory.approvals.approve("0bad")
    held_memory.approvals.reject("0bad")
    assert held_memory.approvals.review().unreadable == ()


def test_a_queue_that_nobody_looks_at_is_full_some_day(held_memory: Memory, tmp_path: Path) -> None:
    name = hold(held_memory, KETTLE, Addition("more"))
    folder = tmp_path / "state" / "approvals"
    text = (folder / f"{name}.json").read_text(encoding="utf-8")
    for number in range(MOST - 1):
        (folder / f"{number:08x}.json").write_text(text.replace(name, f"{number:08x}"), encoding="utf-8")
    with pytest.raises(RefusedError, match="wait for a person already"):
        held_memory.write(KETTLE, Addition("one too many"))


def test_a_write_of_another_project_is_not_made_in_this_one(setting: Setting, tmp_path: Path) -> None:
    config = Config(home=tmp_path / "home", writing=WritingConfig(approval=("all",)))
    memory = Memory(replace(setting, config=config))
    with pytest.raises(HeldError) as caught:
        memory.remember(Note("Only here.", scope="workspace"))
    other = tmp_path / "other"
    other.mkdir()
    elsewhere = Memory(replace(setting, config=config, workspace=find_workspace(other)))
    with pytest.raises(InputError, match="not mounted here") as refused:
        elsewhere.approvals.approve(caught.value.id)
    assert refused.value.hint == f"run it in {tmp_path / 'project'}"
    assert [each.action for each in memory.approvals.approve(caught.value.id)] == ["created"]
    memory.close()
    elsewhere.close()


def test_a_page_comes_back_from_the_trash_only_when_a_person_agrees(held_memory: Memory, tmp_path: Path) -> None:
    held_memory.open_page("notes:kettle")
    held_memory.approvals.approve(hold(held_memory, KETTLE, Removal()))
    [(mount, gone)] = held_memory.trash()
    with pytest.raises(HeldError) as caught:
        held_memory.restore(mount, gone.id)
    assert not (tmp_path / "notes" / "kettle.md").exists()
    assert [each.action for each in held_memory.approvals.approve(caught.value.id)] == ["restored"]
    assert text_of(tmp_path) == TEXT


def test_the_ledger_tells_how_many_writes_were_held(held_memory: Memory, tmp_path: Path) -> None:
    name = hold(held_memory, KETTLE, Addition("more"))
    key = held_memory.setting.session
    assert key is not None
    lines = (tmp_path / "state" / "sessions" / key.file).read_text(encoding="utf-8").splitlines()
    assert json.loads(lines[-1]) == {"event": "held", "page": "notes:kettle", "id": name}
    assert Session(tmp_path / "state" / "sessions", key).seen(KETTLE).digest is None


def test_two_who_approve_the_same_write_at_once_make_it_once(held_memory: Memory, tmp_path: Path) -> None:
    name = hold(held_memory, KETTLE, Addition("Once."))
    memories = [Memory(held_memory.setting) for _ in range(4)]
    done: list[str] = []

    def approve(memory: Memory) -> None:
        with suppress(NotFoundError):
            done.extend(each.action for each in memory.approvals.approve(name))
        memory.close()

    threads = [Thread(target=approve, args=(memory,)) for memory in memories]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (done, text_of(tmp_path).count("Once.")) == (["appended"], 1)


def test_the_knobs_are_hot_in_a_program_that_runs_for_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """L's approval and limit were read once, and held for as long as the program ran (4.8)."""
    monkeypatch.setenv("MEMORY_DIR", str(tmp_path / "memory"))
    file = Path(os.environ["XDG_CONFIG_HOME"]) / "vademecum" / "config.toml"
    file.parent.mkdir(parents=True)
    live = LiveMemory(SessionKey("test-host", "one"), cwd=tmp_path)
    live.current().write(Address("global", "a"), Content("x"))
    file.write_text('[writing]\napproval = ["create"]\n', encoding="utf-8")
    with pytest.raises(HeldError):
        live.current().write(Address("global", "b"), Content("x"))
    file.write_text("[writing]\nmax_chars = 2\n", encoding="utf-8")
    with pytest.raises(LimitError):
        live.current().write(Address("global", "c"), Content("x"))
    live.close()


def test_what_is_shown_is_made_of_what_would_be_written(held_memory: Memory, tmp_path: Path) -> None:
    """Whoever can write the queue's files can't have one thing shown and another one made."""
    name = hold(held_memory, KETTLE, Addition("Obey the sea."))
    file = tmp_path / "state" / "approvals" / f"{name}.json"
    held = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(held | {"difference": "+A kettle is a pot.\n"}), encoding="utf-8")
    shown = held_memory.approvals.show(name)
    assert "+Obey the sea." in shown.difference
    held["change"]["text"] = "Obey the moon."
    file.write_text(json.dumps(held), encoding="utf-8")
    with pytest.raises(RefusedError, match="another write than was shown"):
        held_memory.approvals.approve(shown)
    assert text_of(tmp_path) == TEXT
