"""What a transcript of Claude Code proves to be before the agent, and how little of it is read to know."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from hypothesis import given, strategies as st

from vademecum.context.frame import PREFACE, framed, record
from vademecum.surfaces.hooks.transcript import pages_in
from vademecum.transcripts import reading as module
from vademecum.transcripts.claude_code import entry_in
from vademecum.transcripts.reading import Entry, Reading, Sought, Source, View, as_json, from_json, read_on, view_of

Conversation: TypeAlias = Any
SOURCE = Source(entry_in, Sought(pages_in))
KETTLE, PAN = ("notes:kettle", "111111111111"), ("notes:pan", "222222222222")
SIDE = '{"parentUuid":"x","isSidechain":true,"type":"user","message":{"content":"hi"},"uuid":"side"}'

GOOD = as_json(
    Reading(1, 2, 3, "e", ["a", "b"], {"a": [module.Handed(is_start=True, call="", pages=[["p", "", "v"]])]}, ["t"])
)


def text_of(*pages: tuple[str, str], fact: str = "address") -> str:
    return "\n".join(
        [PREFACE, *framed([record({fact: page, "version": version}, "Words.") for page, version in pages])]
    )


def look(conversation: Conversation, last: Reading | None = None, source: Source = SOURCE) -> Reading:
    looked = read_on(str(conversation.file), last, source)
    assert looked is not None
    return looked.reading


def view(conversation: Conversation, last: Reading | None = None, source: Source = SOURCE) -> View:
    return view_of(look(conversation, last, source))


def watched(seen: list[bytes]) -> Source:
    """A source that notes each line that it is asked about."""

    def entry_of(line: bytes) -> Entry | None:
        seen.append(line)
        return entry_in(line)

    return SOURCE._replace(entry_in=entry_of)


def pages(conversation: Conversation, last: Reading | None = None) -> list[str]:
    return sorted(page for page, _ in view(conversation, last).pages)


def test_what_hooks_handed_over_is_in_view_with_its_version(conversation: Conversation) -> None:
    conversation.hand_over(text_of(KETTLE, fact="seed"), "SessionStart")
    conversation.say("hello")
    conversation.hand_over(text_of(("notes:pan#Lid", "2222"), KETTLE))
    found = view(conversation)
    assert found.pages == {("notes:kettle", ""): KETTLE[1], ("notes:pan", "Lid"): "2222"}
    assert found.has_start


def test_an_index_page_in_part_is_not_in_view(conversation: Conversation) -> None:
    whole = record({"index page": "notes:MEMORY", "version": "1"}, "Words.")
    part = record({"index page": "other:MEMORY", "version": "1", "shown": "3 of 9 lines"}, "Words.")
    conversation.hand_over("\n".join([PREFACE, *framed([whole, part])]), "SessionStart")
    assert pages(conversation) == ["notes:MEMORY"]


def test_M23_what_a_person_types_or_another_tool_says_is_not_ours(conversation: Conversation) -> None:
    conversation.say(text_of(KETTLE))
    conversation.use("Bash", "toolu_1")
    conversation.answer("toolu_1", text_of(PAN))
    assert pages(conversation) == []


def test_what_our_tool_answered_is_in_view_also_when_it_is_read_later(conversation: Conversation) -> None:
    conversation.use("mcp__vade__memory", "toolu_1")
    last = look(conversation)
    conversation.answer("toolu_1", text_of(KETTLE))
    assert pages(conversation) == pages(conversation, last) == ["notes:kettle"]


def test_answers_to_tools_that_were_called_at_once_are_all_in_view(conversation: Conversation) -> None:
    first = conversation.use("mcp__vade__memory", "toolu_1")
    second = conversation.use("mcp__vade__memory", "toolu_2")
    conversation.answer("toolu_1", text_of(KETTLE), first)
    last = look(conversation)
    conversation.answer("toolu_2", text_of(PAN), second)
    conversation.say("Noted.", "assistant")
    assert pages(conversation) == pages(conversation, last) == ["notes:kettle", "notes:pan"]


def test_a_call_that_the_ledger_wants_is_found_while_its_answer_is_in_view(conversation: Conversation) -> None:
    source = SOURCE._replace(sought=Sought(pages_in, calls={"toolu_1"}))
    conversation.say("read it")
    conversation.use("Read", "toolu_1")
    conversation.answer("toolu_1", "1 Words.")
    last = look(conversation, source=source)
    assert "toolu_1" in view_of(last).calls
    conversation.rewind_to(1)
    conversation.say("something else")
    assert "toolu_1" not in view(conversation, last, source).calls


def test_a_compaction_takes_all_from_view_but_what_it_kept(conversation: Conversation) -> None:
    conversation.hand_over(text_of(KETTLE), "SessionStart")
    kept = conversation.hand_over(text_of(PAN))
    last = look(conversation)
    conversation.compact(kept=[kept])
    conversation.say("go on")
    assert pages(conversation) == pages(conversation, last) == ["notes:pan"]
    assert not view(conversation).has_start


def test_a_conversation_that_was_wound_back_loses_what_came_after(conversation: Conversation) -> None:
    conversation.hand_over(text_of(KETTLE))
    conversation.say("one", "assistant")
    conversation.hand_over(text_of(PAN))
    last = look(conversation)
    conversation.rewind_to(3)
    conversation.say("another question")
    looked = read_on(str(conversation.file), last, SOURCE)
    assert looked is not None
    assert looked.is_rewound
    assert pages(conversation) == pages(conversation, last) == ["notes:kettle"]


def test_a_conversation_that_goes_back_to_what_was_left_has_it_again(conversation: Conversation) -> None:
    conversation.say("hello")
    conversation.hand_over(text_of(KETTLE))
    left = [*conversation.view]
    conversation.rewind_to(1)
    conversation.say("another question")
    last = look(conversation)
    conversation.view = left
    conversation.say("back again")
    assert pages(conversation, last) == ["notes:kettle"]


def test_a_rewind_past_a_compaction_shows_what_stood_before_it(conversation: Conversation) -> None:
    conversation.hand_over(text_of(KETTLE))
    before = [*conversation.view]
    conversation.compact()
    last = look(conversation)
    conversation.view = before
    conversation.say("as if it had not been compacted")
    assert pages(conversation) == pages(conversation, last) == ["notes:kettle"]


def test_a_compaction_is_not_a_rewind(conversation: Conversation) -> None:
    for number in range(3):
        conversation.say(f"message {number}")
    last = look(conversation)
    conversation.compact()
    looked = read_on(str(conversation.file), last, SOURCE)
    assert looked is not None
    assert not looked.is_rewound


def test_M20_a_fork_sees_what_was_copied_to_it(conversation: Conversation, tmp_path: Path) -> None:
    conversation.hand_over(text_of(KETTLE), "SessionStart")
    fork = conversation.fork(tmp_path / "fork.jsonl", "f")
    fork.say("in the fork")
    assert pages(fork) == ["notes:kettle"]
    assert view(fork).has_start


def test_only_what_was_added_is_read(conversation: Conversation) -> None:
    for number in range(300):
        conversation.say(f"message {number} " + "x" * 1000)
    last = look(conversation)
    conversation.hand_over(text_of(KETTLE))
    seen: list[bytes] = []
    assert ("notes:kettle", "") in view(conversation, last, watched(seen)).pages
    assert len(seen) == 2


def test_a_line_that_is_still_being_written_is_left_for_the_next_time(conversation: Conversation) -> None:
    conversation.say("hello")
    conversation.hand_over(text_of(KETTLE))
    whole = conversation.file.read_bytes()
    conversation.file.write_bytes(whole[:-20])
    last = look(conversation)
    assert view_of(last).pages == {}
    with conversation.file.open("ab") as transcript:
        transcript.write(whole[-20:])
    assert pages(conversation, last) == ["notes:kettle"]


@pytest.mark.parametrize("change", ["shorter", "another end", "another file"])
def test_a_file_that_is_no_longer_the_one_that_was_read_is_read_anew(conversation: Conversation, change: str) -> None:
    conversation.say("hello")
    conversation.hand_over(text_of(KETTLE))
    last = look(conversation)
    if change == "shorter":
        conversation.file.write_bytes(b"")
    elif change == "another end":
        conversation.file.write_bytes(conversation.file.read_bytes().replace(b"kettle", b"teapot"))
    else:
        conversation.file.rename(conversation.file.with_suffix(".old"))
    conversation.view = []
    conversation.hand_over(text_of(PAN))
    assert "notes:kettle" not in pages(conversation, last)
    assert "notes:pan" in pages(conversation, last)


def test_a_long_transcript_is_read_backwards_only_as_far_as_its_last_root(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SPANS", (2_000, 10_000, 10**6))
    for number in range(50):
        conversation.say(f"message {number} " + "x" * 1000)
    conversation.compact()
    conversation.hand_over(text_of(KETTLE))
    seen: list[bytes] = []
    assert ("notes:kettle", "") in view(conversation, None, watched(seen)).pages
    assert len(seen) < 10


def test_what_stands_further_back_than_is_ever_read_counts_as_gone(
    conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SPANS", (1_000, 5_000))
    conversation.hand_over(text_of(KETTLE))
    for number in range(20):
        conversation.say(f"message {number} " + "x" * 1000)
    conversation.hand_over(text_of(PAN))
    assert pages(conversation) == ["notes:pan"]


@pytest.mark.parametrize(
    "line", ['{"type":"mode"}', "null", "", "{", '{"parentUuid":3,"uuid":"x"}', SIDE, "[" * 99_999]
)
def test_lines_of_other_kinds_and_broken_ones_are_passed_over(conversation: Conversation, line: str) -> None:
    conversation.hand_over(text_of(KETTLE))
    last = look(conversation)
    with conversation.file.open("a") as transcript:
        transcript.write(line + "\n")
    conversation.say("go on")
    assert pages(conversation) == pages(conversation, last) == ["notes:kettle"]


def test_a_message_written_before_the_one_that_it_follows_hides_nothing(conversation: Conversation) -> None:
    conversation.hand_over(text_of(KETTLE))
    conversation.message("attachment", {"attachment": {"type": "date"}}, parent="not written yet")
    last = look(conversation)
    assert pages(conversation) == ["notes:kettle"]
    conversation.say("go on")
    assert pages(conversation, last) == ["notes:kettle"]


def test_messages_written_again_without_their_parents_count_as_they_were_first(conversation: Conversation) -> None:
    conversation.hand_over(text_of(KETTLE))
    name = conversation.say("hello")
    conversation.write({"parentUuid": None, "isSidechain": False, "type": "user", "message": {}, "uuid": name})
    conversation.say("go on")
    assert pages(conversation) == ["notes:kettle"]


def test_ids_inside_what_was_said_are_no_ids(conversation: Conversation) -> None:
    conversation.hand_over(text_of(KETTLE))
    said = {"message": {"content": '"uuid":"x"'}, "toolUseResult": {"uuid": "x", "parentUuid": "y"}}
    conversation.message("user", said)
    conversation.say("go on")
    assert pages(conversation) == ["notes:kettle"]


def test_a_circle_of_messages_ends(tmp_path: Path) -> None:
    file = tmp_path / "transcript.jsonl"
    file.write_text('{"parentUuid":"b","uuid":"a"}\n{"parentUuid":"a","uuid":"b"}\n')
    looked = read_on(str(file), None, SOURCE)
    assert looked is not None
    assert sorted(looked.reading.tail) == ["a", "b"]


@pytest.mark.parametrize("path", ["", "/nowhere/at all", "a\0b", "/"])
def test_without_a_transcript_nothing_is_known(path: str) -> None:
    assert read_on(path, None, SOURCE) is None


@pytest.mark.parametrize("content", [b"", b"\n", b"no JSON\n", b"\xff\xfe\n"])
def test_a_transcript_without_messages_shows_nothing(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "transcript.jsonl"
    file.write_bytes(content)
    looked = read_on(str(file), None, SOURCE)
    assert looked is not None
    assert view_of(looked.reading) == View({}, frozenset(), has_start=False)
    again = read_on(str(file), looked.reading, SOURCE)
    assert again == looked


def test_a_kept_reading_comes_back_as_it_was(conversation: Conversation) -> None:
    conversation.hand_over(text_of(KETTLE), "SessionStart")
    conversation.use("mcp__vade__memory", "toolu_1")
    made = look(conversation)
    assert as_json(from_json(as_json(made)) or made) == as_json(made)
    assert view_of(from_json(as_json(made)) or made) == view_of(made)


@given(
    st.binary(max_size=80)
    | st.integers(0, 400).map(lambda cut: GOOD[:cut])
    | st.integers(0, 400).map(lambda at: GOOD[:at] + b"1" + GOOD[at + 1 :])
)
def test_a_damaged_reading_is_none_or_one_that_can_be_used(data: bytes) -> None:
    found = from_json(data)
    if found is not None:
        assert view_of(from_json(as_json(found)) or found) == view_of(found)
        assert read_on(os.devnull, found, SOURCE) is not None


def test_an_entry_says_the_same_by_its_bytes_as_by_its_json(conversation: Conversation) -> None:
    conversation.say("hello")
    conversation.use("Read", "toolu_1")
    conversation.answer("toolu_1", "text")
    lines = conversation.file.read_bytes().splitlines()
    quick = [entry_in(line) for line in lines]
    slow = [entry_in(line.replace(b'{"parentUuid":', b'{ "parentUuid":')) for line in lines]
    assert [each and each._replace(texts=()) for each in slow] == quick
    assert quick[-1] == Entry(conversation.view[-1], conversation.view[-2], call="toolu_1")
