"""Receipts read back, and what the ledger says became of the pages."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from vademecum.sessions import RECEIPTS, Offer, Session, SessionKey
from vademecum.upkeep.receipts import read_traces

HOST = "claude-code"
GAUGE = "global:harbour/Tide gauge"


def keep(state: Path, session: str, lines: Sequence[object], host: str = HOST) -> Path:
    file = state / RECEIPTS / SessionKey(host, session).file
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(each if isinstance(each, str) else json.dumps(each) + "\n" for each in lines))
    return file


def size_of(state: Path) -> int:
    """How far the session's ledger goes, as its receipts note it."""
    return (state / "sessions" / SessionKey(HOST, "one").file).stat().st_size


def line(
    session: str = "one", at: str = "2026-03-01T10:00:00+0000", page: str = f"{GAUGE}#Float", ledger: int = 0
) -> dict[str, object]:
    pages = [{"page": page, "version": "0123456789ab", "rule": "prompt", "chars": 60, "of": 90, "score": 3.5}]
    told: dict[str, object] = {"at": at, "event": "UserPromptSubmit", "session": session, "cwd": "/p", "ledger": ledger}
    given = {"channel": "recall", "pages": pages, "chars": 400, "left_out": {"too long": 2}, "verified": "hits only"}
    return {**told, **given}


def test_a_receipt_is_read_as_it_was_kept(tmp_path: Path) -> None:
    keep(tmp_path, "one", [line()])
    (trace,) = read_traces(tmp_path)
    assert (trace.host, trace.session, trace.cwd, trace.pages, trace.chars) == (HOST, "one", "/p", 1, 400)
    (event,) = trace.events
    assert (event.event, event.channel, event.verified, event.left_out) == (
        *("UserPromptSubmit", "recall", "hits only"),
        {"too long": 2},
    )
    (page,) = event.pages
    assert (page.page, page.rule, page.version, page.chars, page.of, page.score, page.afterwards) == (
        *(f"{GAUGE}#Float", "prompt", "0123456789ab", 60, 90, 3.5),
        (),
    )


def test_no_state_folder_gives_no_sessions(tmp_path: Path) -> None:
    assert read_traces(tmp_path / "none") == []


def test_the_session_that_was_given_something_last_comes_first_whatever_its_time_zone(tmp_path: Path) -> None:
    keep(tmp_path, "early", [line("early", "2026-03-01T11:00:00+0800")])
    keep(tmp_path, "late", [line("late", "2026-03-01T04:00:00+0000")])
    assert [trace.session for trace in read_traces(tmp_path)] == ["late", "early"]


def test_two_blocks_of_a_page_are_one_page_given(tmp_path: Path) -> None:
    keep(tmp_path, "one", [line(page=f"{GAUGE}#Float"), line(page=f"{GAUGE}#Datum"), line(page="global:b")])
    assert [trace.pages for trace in read_traces(tmp_path)] == [2]


def test_torn_and_foreign_lines_are_passed_over(tmp_path: Path) -> None:
    keep(tmp_path, "one", ['{"at": "20\n', "[]\n", {"at": "yesterday"}, "[" * 100_000 + "\n", line(), '{"at"'])
    assert [len(trace.events) for trace in read_traces(tmp_path)] == [1]


def test_lines_with_odd_values_are_read_as_far_as_they_go(tmp_path: Path) -> None:
    odd = {**line(), "pages": ["x", {"page": 5, "chars": "many"}], "chars": None, "left_out": []}
    keep(tmp_path, "one", [odd])
    (event,) = read_traces(tmp_path)[0].events
    assert (event.chars, event.left_out, [(page.page, page.chars) for page in event.pages]) == (0, {}, [("5", None)])


def test_a_file_without_a_receipt_is_no_session(tmp_path: Path) -> None:
    keep(tmp_path, "one", ["nothing\n"])
    keep(tmp_path, "two", [{"at": "yesterday", "session": "two"}])
    assert read_traces(tmp_path) == []


def test_what_the_session_did_with_a_page_afterwards_is_told(tmp_path: Path) -> None:
    keep(tmp_path, "one", [line()])
    ledger = Session(tmp_path / "sessions", SessionKey(HOST, "one"))
    ledger.offer("recall", [Offer(GAUGE, "Float", "0123")])
    ledger.offer("tool", [Offer(GAUGE, "", "0123")])
    ledger.read_by_host(Offer(GAUGE))
    ledger.read_by_host(Offer(GAUGE, digest="0123"))
    (event,) = read_traces(tmp_path)[0].events
    assert (event.pages[0].afterwards, event.used) == (("asked for", "opened"), 1)


def test_what_was_read_before_it_was_given_is_not_told_as_afterwards(tmp_path: Path) -> None:
    ledger = Session(tmp_path / "sessions", SessionKey(HOST, "one"))
    ledger.read_by_host(Offer(GAUGE))
    ledger.offer("recall", [Offer(GAUGE, "Float", "0123")])
    keep(tmp_path, "one", [line(ledger=size_of(tmp_path))])
    (event,) = read_traces(tmp_path)[0].events
    assert (event.pages[0].afterwards, event.used) == ((), 0)


def test_a_use_is_told_of_the_event_that_gave_the_page_last(tmp_path: Path) -> None:
    ledger = Session(tmp_path / "sessions", SessionKey(HOST, "one"))
    ledger.offer("recall", [Offer(GAUGE, "Float", "0123")])
    first = line(ledger=size_of(tmp_path))
    ledger.read_by_host(Offer(GAUGE))
    ledger.compacted()
    ledger.offer("recall", [Offer(GAUGE, "Float", "0123")])
    keep(tmp_path, "one", [first, line(ledger=size_of(tmp_path))])
    assert [event.pages[0].afterwards for event in read_traces(tmp_path)[0].events] == [("opened",), ()]
    ledger.offer("tool", [Offer(GAUGE)])
    assert [event.pages[0].afterwards for event in read_traces(tmp_path)[0].events] == [("opened",), ("asked for",)]


def test_a_receipt_that_names_no_place_in_the_ledger_tells_of_no_use(tmp_path: Path) -> None:
    odd = line()
    del odd["ledger"]
    keep(tmp_path, "one", [odd])
    Session(tmp_path / "sessions", SessionKey(HOST, "one")).read_by_host(Offer(GAUGE))
    assert read_traces(tmp_path)[0].events[0].pages[0].afterwards == ()


def test_another_hosts_ledger_tells_nothing_of_this_session(tmp_path: Path) -> None:
    keep(tmp_path, "one", [line()])
    other = Session(tmp_path / "sessions", SessionKey("other", "one"))
    other.offer("recall", [Offer(GAUGE)])
    other.read_by_host(Offer(GAUGE))
    assert read_traces(tmp_path)[0].events[0].pages[0].afterwards == ()
