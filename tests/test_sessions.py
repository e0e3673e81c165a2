"""The ledger of a session."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address
from vademecum.errors import StorageError
from vademecum.observation import NEVER_SEEN, Seen, after_opening, after_writing
from vademecum.sessions import SESSIONS_KEPT, Offer, Session, SessionKey
from vademecum.transcripts.reading import View

PAGE = Address("notes", "kettle")
KEY = SessionKey("test-host", "run/1 ?")


def test_D21_what_was_seen_survives_a_restart(tmp_path: Path) -> None:
    Session(tmp_path, KEY).observe(PAGE, "d1")
    assert Session(tmp_path, KEY).seen(PAGE) == Seen(digest="d1")


def test_D14_a_page_looked_for_in_vain_is_seen_as_absent(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.observe(PAGE, None)
    assert session.seen(PAGE) == Seen(absent=True)


def test_an_opened_block_does_not_count_as_a_read_page(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.observe(PAGE.block(("Kitchen",)), "d1")
    assert session.seen(PAGE) == Seen(blocks={"Kitchen": "d1"})


def test_D23_sessions_do_not_see_what_others_saw(tmp_path: Path) -> None:
    Session(tmp_path, KEY).observe(PAGE, "d1")
    assert Session(tmp_path, SessionKey("test-host", "run/2")).seen(PAGE) == NEVER_SEEN


def test_two_processes_of_one_session_share_its_ledger(tmp_path: Path) -> None:
    first, second = Session(tmp_path, KEY), Session(tmp_path, KEY)
    first.observe(PAGE, "d1")
    second.wrote(PAGE, "d1", "d2", whole=False)
    assert first.seen(PAGE) == Seen(digest="d2")


def test_a_line_torn_by_a_crash_loses_only_itself(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.observe(PAGE, "d1")
    with (tmp_path / KEY.file).open("ab") as ledger:
        ledger.write(b'{"event": "observed", "pa')
    session.observe(Address("notes", "pan"), "d2")
    again = Session(tmp_path, KEY)
    assert again.seen(PAGE) == Seen(digest="d1")
    assert again.seen(Address("notes", "pan")) == Seen(digest="d2")


def test_D21_the_oldest_sessions_make_room(tmp_path: Path) -> None:
    for number in range(SESSIONS_KEPT + 2):
        key = SessionKey("test-host", str(number))
        Session(tmp_path, key).observe(PAGE, "d")
        os.utime(tmp_path / key.file, ns=(number, number))
    assert len(list((tmp_path / "test-host").glob("*.jsonl"))) == SESSIONS_KEPT
    assert Session(tmp_path, SessionKey("test-host", "0")).seen(PAGE) == NEVER_SEEN


def test_ids_never_become_file_names(tmp_path: Path) -> None:
    Session(tmp_path, SessionKey("test-host", "../../../etc/passwd")).observe(PAGE, "d")
    assert [file.parent.name for file in tmp_path.rglob("*.jsonl")] == ["test-host"]


@pytest.mark.parametrize("host", ["../../elsewhere", "a\0b", "..", ""])
def test_neither_do_odd_signs_of_a_host(tmp_path: Path, host: str) -> None:
    Session(tmp_path / "sessions", SessionKey(host, "\ud800")).observe(PAGE, "d")
    [ledger] = tmp_path.rglob("*.jsonl")
    assert ledger.parent.parent == tmp_path / "sessions"
    assert Session(tmp_path / "sessions", SessionKey(host, "\ud800")).seen(PAGE) == Seen(digest="d")


@pytest.mark.parametrize(
    "line",
    [
        b'{"event": [], "page": "x"}',
        b'{"event": {}, "page": "x"}',
        b"\xff\xfe",
        b"null",
        b'{"event": "wrote", "page": "notes:kettle", "before": 3}',
        b"[" * 100_000,
    ],
)
def test_a_line_that_is_no_event_is_passed_over(tmp_path: Path, line: bytes) -> None:
    session = Session(tmp_path, KEY)
    session.observe(Address("notes", "pan"), "d1")
    with (tmp_path / KEY.file).open("ab") as ledger:
        ledger.write(line + b"\n")
    session.observe(Address("notes", "pot"), "d2")
    assert session.seen(Address("notes", "pan")) == Seen(digest="d1")
    assert session.seen(Address("notes", "pot")) == Seen(digest="d2")


def test_a_ledger_that_cannot_be_written_is_told_as_an_error_of_the_disk(tmp_path: Path) -> None:
    (tmp_path / "sessions").write_text("a file where the folder should be")
    session = Session(tmp_path / "sessions", KEY)
    with pytest.raises(StorageError, match="ledger could not be written"):
        session.observe(PAGE, "d1")
    assert session.seen(PAGE) == NEVER_SEEN


def test_a_page_in_view_covers_its_blocks_and_a_block_no_page(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.offer("recall", [Offer("notes:kettle", "Kitchen", "d1"), Offer("notes:pan", "", "d2")])
    assert session.is_shown(Offer("notes:kettle", "Kitchen", "d1"))
    assert not session.is_shown(Offer("notes:kettle", "Cellar", "d1"))
    assert not session.is_shown(Offer("notes:kettle", "", "d1"))
    assert session.is_shown(Offer("notes:pan", "Lid", "d2"))


def test_what_has_changed_since_it_was_shown_is_not_in_view(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.offer("tool", [Offer("notes:kettle", "", "0123")])
    assert session.is_shown(Offer("notes:kettle", "", "0123456789ab"))
    assert not session.is_shown(Offer("notes:kettle", "", "ba9876543210"))


def test_a_compaction_takes_all_from_view_and_no_observation(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.observe(PAGE, "d1")
    session.name_snapshot("s1")
    assert session.is_shown(Offer(str(PAGE), "", "d1"))
    session.compacted()
    other = Session(tmp_path, KEY)
    assert not other.is_shown(Offer(str(PAGE), "", "d1"))
    assert (other.snapshot, other.seen(PAGE)) == (None, Seen(digest="d1"))


def seen_through(session: Session, view: View | None) -> Session:
    session.believe(lambda: view)
    return session


NOTHING = View({}, frozenset(), has_start=False)


def test_H1_what_was_offered_is_on_its_way_for_one_turn(tmp_path: Path) -> None:
    Session(tmp_path, KEY).offer("recall", [Offer("notes:pan", "", "d2")])
    session = seen_through(Session(tmp_path, KEY), NOTHING)
    assert session.is_shown(Offer("notes:pan", "", "d2"))
    session.next_turn()
    assert not session.is_shown(Offer("notes:pan", "", "d2"))


def test_H1_a_turn_in_which_nothing_was_on_its_way_is_not_noted(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.next_turn()
    session.offer("recall", [Offer("notes:pan", "", "d2")])
    session.next_turn()
    session.next_turn()
    assert (tmp_path / KEY.file).read_bytes().count(b'"turn"') == 1


def test_H1_the_transcript_decides_where_it_can_be_read(tmp_path: Path) -> None:
    view = View({("notes:pan", ""): "d2"}, frozenset(), has_start=False)
    session = seen_through(Session(tmp_path, KEY), view)
    assert session.is_shown(Offer("notes:pan", "Lid", "d2"))
    assert not session.is_shown(Offer("notes:pan", "Lid", "d3"))
    session.offer("recall", [Offer("notes:pot", "", "d4")])
    assert seen_through(Session(tmp_path, KEY), None).is_shown(Offer("notes:pot", "", "d4"))


def test_H1_what_was_written_counts_until_the_conversation_is_wound_back(tmp_path: Path) -> None:
    session = seen_through(Session(tmp_path, KEY), NOTHING)
    session.wrote(PAGE, None, "d1", whole=True)
    session.next_turn()
    assert session.is_shown(Offer(str(PAGE), "", "d1"))
    session.rewound()
    assert not session.is_shown(Offer(str(PAGE), "", "d1"))
    assert session.seen(PAGE) == Seen(digest="d1")


def test_H1_what_the_host_read_counts_while_its_answer_is_in_view(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.read_by_host(Offer("notes:pan", "", "d2"), "toolu_1")
    session.next_turn()
    assert session.calls == {"toolu_1"}
    assert seen_through(session, NOTHING._replace(calls=frozenset({"toolu_1"}))).is_shown(Offer("notes:pan", "", "d2"))
    assert not seen_through(session, NOTHING).is_shown(Offer("notes:pan", "", "d2"))


def test_a_page_of_the_same_version_in_another_store_is_the_same_page(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.offer("recall", [Offer("notes:pan", "Lid", "d2"), Offer("notes:pot")])
    assert session.is_shown(Offer("copy:pan", "Lid", "d2"))
    assert not session.is_shown(Offer("copy:pan", "Bottom", "d2"))
    assert not session.is_shown(Offer("copy:pan", "Lid", "d3"))


def test_a_page_that_the_session_wrote_or_its_host_read_is_in_view(tmp_path: Path) -> None:
    session = Session(tmp_path, KEY)
    session.wrote(PAGE, None, "d1", whole=True)
    session.read_by_host(Offer("notes:pan"))
    assert session.is_shown(Offer(str(PAGE), "", "d1"))
    assert session.is_shown(Offer("notes:pan", "Lid", "any"))
    assert session.seen(Address("notes", "pan")) == NEVER_SEEN


def test_D19_edit_after_edit_needs_no_new_reading() -> None:
    seen = after_writing(after_opening(NEVER_SEEN, "", "d1"), "d1", "d2", whole=False)
    assert after_writing(seen, "d2", "d3", whole=False) == Seen(digest="d3")


def test_an_edit_on_a_version_that_was_not_seen_whole_makes_nothing_seen() -> None:
    assert after_writing(NEVER_SEEN, "d1", "d2", whole=False) == NEVER_SEEN


@given(st.lists(st.sampled_from(["open", "open block", "other writes", "edit"]), max_size=12))
def test_a_page_counts_as_read_only_while_nothing_unseen_is_in_it(steps: list[str]) -> None:
    seen, now, known = NEVER_SEEN, 0, False
    for step in steps:
        if step == "open":
            seen, known = after_opening(seen, "", str(now)), True
        elif step == "open block":
            seen = after_opening(seen, "A", str(now))
        elif step == "other writes":
            now, known = now + 1, False
        else:
            seen = after_writing(seen, str(now), str(now + 1), whole=False)
            now += 1
        assert (seen.digest == str(now)) == known
