"""What the readers of other hosts' logs make of what only some of these write, and of what none should."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import zstandard
from hypothesis import given, strategies as st

from vademecum.context.frame import PREFACE, framed, record
from vademecum.sessions import GONE, NEVER, QUEUED, STARTS, VISIBLE, Offer, Session, SessionKey
from vademecum.surfaces.hooks.event import HookEvent, Place
from vademecum.surfaces.hooks.transcript import Transcript, pages_in
from vademecum.transcripts import codex, dsh, gemini, log as module, qwen
from vademecum.transcripts.by_host import read_as
from vademecum.transcripts.reading import Reading, Sought, View, as_json, from_json, view_of
from vademecum.transcripts.surface import Surface

Writer: TypeAlias = Any
Writers: TypeAlias = Mapping[str, type[Writer]]
KETTLE, PAN, SEED = "notes:kettle", "notes:pan", "notes:seed"
VERSION = "1" * 12
NAMES = ("Codex", "CodexOfOld", "Dsh", "DshThree", "DshZero", "DshPlain", "Gemini", "Qwen", "QwenOfOld")
DSH = ("Dsh", "DshThree", "DshZero")


def text_of(pages: Sequence[str], fact: str = "address") -> str:
    return "\n".join([PREFACE, *framed([record({fact: page, "version": VERSION}, "Words.") for page in pages])])


def made(writers: Writers, name: str, folder: Path) -> Writer:
    return writers[name](folder, text_of, lambda pages: text_of(pages, "seed"))


def look(host: Writer, last: Reading | None = None, calls: Sequence[str] = ()) -> Reading:
    looked = read_as(host.host, str(host.file), last, Sought(pages_in, calls=calls))
    assert looked is not None
    return looked.reading


def view(host: Writer, last: Reading | None = None) -> View:
    return view_of(look(host, last))


def pages(host: Writer, last: Reading | None = None) -> list[str]:
    return sorted(page for page, _ in view(host, last).pages)


@pytest.mark.parametrize("name", NAMES)
def test_what_our_tool_answered_is_in_view_and_what_another_one_said_is_not_m23(
    writers: Writers, name: str, tmp_path: Path
) -> None:
    host = made(writers, name, tmp_path)
    host.prompt("look it up")
    host.tool("memory", text_of([KETTLE]), KETTLE)
    last = look(host)
    host.tool("grep", text_of([PAN]))
    assert pages(host) == pages(host, last) == [KETTLE]


@pytest.mark.parametrize("name", NAMES)
def test_a_call_that_the_ledger_wants_is_found_until_a_compaction(writers: Writers, name: str, tmp_path: Path) -> None:
    host = made(writers, name, tmp_path)
    host.prompt("read it")
    call = host.tool("read", "Words.")
    host.prompt("go on")
    assert view_of(look(host, calls=[call])).calls == {call}
    host.compact()
    assert view_of(look(host, calls=[call])).calls == frozenset()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "line", [b"", b"null", b"{", b'{"type":"compacted"', b"\xff\xfe", b"[" * 99_999, b'"surfaceOp"']
)
def test_lines_that_are_no_events_are_passed_over(writers: Writers, name: str, line: bytes, tmp_path: Path) -> None:
    host = made(writers, name, tmp_path)
    host.prompt("hello", [KETTLE])
    last = look(host)
    junk = line + b"\n"
    with host.file.open("ab") as lines:
        lines.write(zstandard.ZstdCompressor().compress(junk) if host.file.suffix == ".zstd" else junk)
    host.prompt("go on", [PAN])
    assert pages(host) == pages(host, last) == [KETTLE, PAN]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_still_being_written_is_left_for_the_next_time(writers: Writers, name: str, tmp_path: Path) -> None:
    host = made(writers, name, tmp_path)
    host.prompt("hello", [KETTLE])
    before = host.file.stat().st_size
    host.prompt("go on", [PAN])
    whole = host.file.read_bytes()
    host.file.write_bytes(whole[: before + 20])
    last = look(host)
    assert view_of(last).pages.keys() == {(KETTLE, "")}
    with host.file.open("ab") as lines:
        lines.write(whole[before + 20 :])
    assert pages(host, last) == [KETTLE, PAN]


@pytest.mark.parametrize("name", NAMES)
def test_a_log_that_is_not_there_or_that_another_took_the_place_of_is_not_believed(
    writers: Writers, name: str, tmp_path: Path
) -> None:
    host = made(writers, name, tmp_path)
    host.prompt("hello", [KETTLE])
    last = look(host)
    host.file.rename(host.file.with_name("old"))
    assert read_as(host.host, str(host.file), last, Sought(pages_in)) is None
    host.file.write_bytes(b"")
    assert pages(host, last) == []


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 9) | st.text(max_size=3) | st.just(text_of([KETTLE])),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([
                "type", "payload", "role", "content", "text", "id", "uuid", "parentUuid", "data", "seq", "surfaceOp",
                "op", "start", "end", "source", "kind", "message", "messages", "$set", "$rewindTo", "inserted",
                "removedCount", "target", "replacement_history", "num_turns", "call_id", "output", "parts",
                "functionResponse", "response", "systemPayload", "compressedHistory", "subtype", "history_base",
            ]),
            inner,
            max_size=5,
        )
    ),
    max_leaves=12,
)  # fmt: skip
KINDS = ["response_item", "compacted", "event_msg", "thread_rolled_back", "user", "tool_result", "agent/inbox/spliced"]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(KINDS),
            st.dictionaries(
                st.sampled_from(
                    [
                        "payload",
                        "data",
                        "message",
                        "id",
                        "surfaceOp",
                        "$set",
                        "$rewindTo",
                        "systemPayload",
                        "uuid",
                        "parentUuid",
                        "subtype",
                        "seq",
                    ]
                ),
                JUNK,
            ),
        ),
        max_size=6,
    )
)
def test_no_line_whatever_it_holds_stops_a_reader(lines: list[tuple[str, dict[str, object]]]) -> None:
    surfaces = [Surface(Sought(pages_in)) for _ in (codex, dsh, gemini)]
    for number, (kind, fields) in enumerate(lines):
        line = json.dumps({"type": kind, **fields}).encode()
        for surface, reader in zip(surfaces, (codex, dsh, gemini), strict=True):
            reader.read_line(line, str(number), surface)
        qwen.entry_in(line)
        codex.base_of("/nowhere", line)
    for surface in surfaces:
        read = surface.reading(1, 1, 1)
        kept = from_json(as_json(read))
        assert kept is not None
        assert view_of(kept) == view_of(read)


@pytest.mark.parametrize("name", DSH)
def test_m21_the_four_states_of_a_page_are_told_from_the_log(writers: Writers, name: str, tmp_path: Path) -> None:
    host = made(writers, name, tmp_path)
    seen = [state(host, tmp_path, PAN)]
    Session(str(tmp_path / "sessions"), SessionKey("dsh", "s1")).offer("recall", [Offer(PAN, "", VERSION)])
    for step in (lambda: host.hold(PAN), lambda: host.prompt("go on"), lambda: host.prompt("on"), host.compact):
        step()
        seen.append(state(host, tmp_path, PAN))
    assert seen == [NEVER, QUEUED, VISIBLE, VISIBLE, GONE]


def state(host: Writer, folder: Path, page: str, version: str = VERSION) -> str:
    """The state of a page as a new prompt finds it."""
    session = Session(str(folder / "sessions"), SessionKey(host.host, host.session))
    event = HookEvent("", host.session, host=host.host, transcript=str(host.file))
    transcript = Transcript(event, Place(str(folder), str(folder), {}), session)
    session.believe(transcript.look)
    session.next_turn()
    found = session.state(Offer(page, "", version))
    transcript.keep()
    return found


def test_m22_a_message_that_has_left_its_queue_counts_until_its_turn_ends(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Dsh", tmp_path)
    host.hold(PAN)
    host.event("turn/start", {"turn": 1})
    host.event("agent/inbox/spliced", {"target": "next-step", "start": 0, "removedCount": 1, "inserted": []})
    last = look(host)
    assert view_of(last).queued == {(PAN, ""): VERSION}
    host.event("turn/end", {"turn": 1, "reason": {"kind": "blocked"}})
    assert view(host) == view(host, last)
    assert view(host).queued == {}


def test_m22_a_page_may_be_on_its_way_beside_an_older_version_of_it(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Dsh", tmp_path)
    host.prompt("hello", [PAN])
    newer = text_of([PAN]).replace(VERSION, "2" * 12)
    splice = {"target": "next-step", "start": 0, "inserted": [host.message(newer, host.source)]}
    host.event("agent/inbox/spliced", splice)
    assert [state(host, tmp_path, PAN), state(host, tmp_path, PAN, "2" * 12)] == [VISIBLE, QUEUED]


def test_m23_only_our_own_plugin_counts(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "DshThree", tmp_path)
    for source in (
        {"kind": "plugin", "plugin": "other"},
        {"kind": "plugin:other"},
        {"kind": "plugin"},
        {"kind": "user"},
    ):
        host.put(host.message(text_of([PAN]), source))
    host.put(host.message(text_of([KETTLE]), {"kind": "plugin:vademecum"}))
    assert pages(host) == [KETTLE]


def test_an_answer_that_the_host_has_shortened_shows_only_what_is_left_of_it(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Dsh", tmp_path)
    call = host.tool("memory", text_of([KETTLE, PAN]))
    number = int(host.view[-1].id)
    last = look(host)
    host.event("tool/result", {"message": host.answer(call, "[left out]")}, surfaceOp=host.replacing(number, number))
    assert pages(host) == pages(host, last) == []


def test_a_packed_log_counts_as_none_without_its_extra(
    writers: Writers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = made(writers, "Dsh", tmp_path)
    monkeypatch.setitem(sys.modules, "zstandard", None)
    assert read_as("dsh", str(host.file), None, Sought(pages_in)) is None


def test_a_damaged_frame_ends_what_is_known_of_a_log(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Dsh", tmp_path)
    host.prompt("hello", [KETTLE])
    with host.file.open("ab") as frames:
        frames.write(b"no frame at all")
    host.prompt("go on", [PAN])
    assert pages(host) == [KETTLE]


def test_the_log_of_a_session_is_found_in_its_newest_format(tmp_path: Path) -> None:
    folder = tmp_path / "--home-me--" / "s1"
    folder.mkdir(parents=True)
    assert dsh.find_log(str(tmp_path), "s1") == dsh.find_log(str(tmp_path / "none"), "s1") == ""
    for name in ("session.jsonl.zstd", "session.lock", "session.v4.jsonl.zstd", "session.v3.jsonl"):
        (folder / name).touch()
    assert dsh.find_log(str(tmp_path), "s1") == str(folder / "session.v4.jsonl.zstd")


def test_m20_a_fork_sees_what_its_log_goes_on_from_wherever_that_is(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Codex", tmp_path)
    host.start([SEED])
    host.prompt("hello", [KETTLE])
    fork = host.fork("f1")
    host.prompt("only here", [PAN])
    earlier = tmp_path / "sessions/2025/01/02"
    earlier.mkdir(parents=True)
    host.file.rename(earlier / host.file.name)
    assert pages(fork) == [KETTLE, SEED]
    packed = earlier / f"{host.file.name}.zst"
    packed.write_bytes(zstandard.ZstdCompressor().compress((earlier / host.file.name).read_bytes()))
    (earlier / host.file.name).unlink()
    assert pages(fork) == [KETTLE, SEED]
    packed.unlink()
    assert pages(fork) == []


def test_m22_a_second_rewind_leaves_what_the_first_one_went_on_with(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Codex", tmp_path)
    for number in range(3):
        host.prompt(f"message {number}")
    host.rewind(1)
    assert state(host, tmp_path, PAN) == NEVER
    Session(str(tmp_path / "sessions"), SessionKey("codex", "s1")).offer("recall", [Offer(PAN, "", VERSION)])
    host.prompt("another question", [PAN])
    host.rewind(2)
    session = Session(str(tmp_path / "sessions"), SessionKey("codex", "s1"))
    event = HookEvent("", "s1", host="codex", transcript=str(host.file))
    session.believe(Transcript(event, Place(str(tmp_path), str(tmp_path), {}), session).look)
    assert session.state(Offer(PAN, "", VERSION)) == GONE


def test_m22_a_rewind_is_noticed_where_a_long_rollout_is_read_only_in_part(
    writers: Writers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = made(writers, "Codex", tmp_path)
    for number in range(20):
        host.prompt(f"message {number} " + "x" * 1000)
    host.compact()
    for number in range(3):
        host.prompt(f"message {number}")
    monkeypatch.setattr(module, "SPANS", (12_000, 10**6))
    last = look(host)
    host.rewind(2)
    looked = read_as("codex", str(host.file), last, Sought(pages_in))
    assert looked is not None
    assert looked.is_rewound
    again = read_as("codex", str(host.file), looked.reading, Sought(pages_in))
    assert again is not None
    assert not again.is_rewound


def test_a_rollout_that_goes_on_from_itself_ends(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Codex", tmp_path)
    host.file.write_bytes(b"")
    host.base = {"thread_id": "s1", "end_ordinal_exclusive": 0, "end_byte_offset": 150}
    host.head()
    host.prompt("hello", [KETTLE])
    assert pages(host) == [KETTLE]


def test_a_long_rollout_is_read_backwards_only_as_far_as_its_last_compaction(
    writers: Writers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = made(writers, "CodexOfOld", tmp_path)
    for number in range(40):
        host.prompt(f"message {number} " + "x" * 1000)
    host.compact()
    host.prompt("hello", [KETTLE])
    lines: list[bytes] = []

    def noted(line: bytes, key: str, surface: Surface) -> None:
        lines.append(line)
        codex.read_line(line, key, surface)

    monkeypatch.setattr(module, "SPANS", (9_000, 20_000, 10**6))
    looked = module.read_log(str(host.file), None, codex.LOG._replace(read_line=noted), Sought(pages_in))
    assert looked is not None
    assert [page for page, _ in view_of(looked.reading).pages] == [KETTLE]
    assert len(lines) < 20


def test_more_turns_than_were_read_are_rolled_back_by_reading_further(
    writers: Writers, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = made(writers, "CodexOfOld", tmp_path)
    host.start([SEED])
    for number in range(9):
        host.prompt(f"message {number} " + "x" * 1000, [KETTLE] if number == 1 else [])
    host.append({"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": 20}})
    monkeypatch.setattr(module, "SPANS", (2_000, 4_000, 10**6))
    assert pages(host) == [SEED]


def test_a_rewind_to_a_message_that_the_host_does_not_know_clears_all(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Gemini", tmp_path)
    host.prompt("hello", [KETTLE])
    last = look(host)
    host.append({"$rewindTo": "no message of mine"})
    assert pages(host) == pages(host, last) == []


def test_a_chat_of_the_older_form_is_read_whole(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Gemini", tmp_path)
    host.prompt("hello", [KETTLE])
    chat = tmp_path / "session-2025-01-01T00-00-0.json"
    host.file = chat
    chat.write_text(json.dumps({"sessionId": "s", "messages": list(host.records.values())}, indent=2))
    last = look(host)
    assert pages(host, last) == [KETTLE]
    assert view_of(last).pages == view(host, last).pages
    chat.write_text(json.dumps({"sessionId": "s", "messages": []}, indent=2))
    assert pages(host, last) == []
    chat.write_text('{"sessionId": "s", "messages": [')
    assert pages(host) == []


def test_a_rewind_past_a_compression_shows_what_stood_before_it(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Qwen", tmp_path)
    host.prompt("hello", [KETTLE])
    before = host.newest
    host.prompt("go on")
    host.compact()
    last = look(host)
    assert pages(host) == []
    host.newest = before
    host.record("system", {"subtype": "rewind", "systemPayload": {}})
    assert pages(host) == pages(host, last) == [KETTLE]


def test_the_ledger_is_believed_for_starts_where_no_transcript_tells_of_them(writers: Writers, tmp_path: Path) -> None:
    host = made(writers, "Qwen", tmp_path)
    session = Session(str(tmp_path / "sessions"), SessionKey("qwen", "s1"))
    session.name_snapshot("one")
    session.offer(STARTS, [Offer(SEED, "", VERSION), Offer(PAN, "", VERSION.replace("1", "2"))])
    for _ in range(3):
        host.prompt("go on")
        assert state(host, tmp_path, SEED) == VISIBLE
    session.name_snapshot("two")
    session.offer(STARTS, [Offer(PAN, "", VERSION.replace("1", "2"))])
    session.next_turn()
    assert state(host, tmp_path, SEED) == GONE


def test_a_host_of_which_nothing_is_known_has_no_transcript() -> None:
    assert read_as("another", os.devnull, None, Sought(pages_in)) is None


@pytest.mark.parametrize(
    ("host", "others"), [("codex", "dsh gemini qwen claude_code"), ("qwen", "log surface codex dsh")]
)
def test_a_reader_loads_no_other_and_no_extra_before_it_is_needed(host: str, others: str) -> None:
    code = (
        "import sys; from vademecum.transcripts.by_host import read_as, Sought; "
        f"assert read_as({host!r}, {os.devnull!r}, None, Sought(lambda text: ())); print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, encoding="utf-8")
    names = {"zstandard", *(f"vademecum.transcripts.{name}" for name in others.split())}
    assert names.isdisjoint(done.stdout.split())
