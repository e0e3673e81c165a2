"""Hosts that write their logs down as the real ones were seen to, in our own words: each knows what its agent sees.

Versions seen: Codex 0.171 (and its older way of rollbacks), DeepSeek Harness with formats 0, 3 and 4, Gemini CLI 0.61,
Qwen Code 0.15 and 0.24. What an agent sees is counted here, message by message, and never read from the log.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import NamedTuple

import pytest
import zstandard

Write = Callable[[Sequence[str]], str]


class Message(NamedTuple):
    """What one message brought before the agent; the person's begin a turn."""

    id: str
    pages: tuple[str, ...] = ()
    is_turn: bool = False


class Writer:
    """A host with one conversation. ``view`` is what its agent sees, ``held`` are texts that wait for the next prompt.

    ``text_of`` makes a text of ours from pages, ``start_of`` one that only a session's start hands over.
    """

    host = ""
    name = "log.jsonl"
    can_rewind = True
    can_fork = False
    tells_of_compactions = True

    def __init__(self, folder: Path, text_of: Write, start_of: Write, session: str = "s1") -> None:
        self.folder = folder
        self.text_of, self.start_of = text_of, start_of
        self.session = session
        self.view: list[Message] = []
        self.held: list[str] = []
        self.system: list[str] = []
        self.ids = (f"{session}-{number:04}" for number in count(1))
        self.file = folder / self.name
        self.begin()

    def begin(self) -> None:
        """What stands in the log before anything is said."""

    def append(self, *lines: Mapping[str, object]) -> None:
        with self.file.open("ab") as log:
            log.write(b"".join(json.dumps(line, ensure_ascii=False).encode() + b"\n" for line in lines))

    def seen(self) -> list[str]:
        """The pages before the agent, as often as they are."""
        return [*self.system, *(page for message in self.view for page in message.pages)]

    def hold(self, page: str) -> None:
        """A text of ours has reached the host, which has written nothing of it yet."""
        self.held.append(page)

    def turns(self) -> list[int]:
        return [index for index, message in enumerate(self.view) if message.is_turn]

    def rewind(self, turns: int) -> None:
        """The person takes the last turns back, but never all, and all that was held with them."""
        begins = self.turns()
        if len(begins) > turns and self.can_go_back_to(self.view[begins[-turns]]):
            self.held.clear()
            self.take_back(begins[-turns])

    def can_go_back_to(self, message: Message) -> bool:
        return self.can_rewind

    def take_back(self, index: int) -> None:
        raise NotImplementedError

    def resume(self) -> None:
        """Another process goes on with the conversation; what its predecessor held is lost."""
        self.held.clear()


class Codex(Writer):
    """Every rewind and fork begins a file that goes on from a part of another."""

    host = "codex"
    can_fork = True

    def begin(self) -> None:
        self.file = self.folder / "sessions/2026/11/30" / f"rollout-2026-11-30T09-00-00-{self.session}.jsonl"
        self.file.parent.mkdir(parents=True, exist_ok=True)
        self.base: dict[str, object] | None = None
        self.places: dict[str, tuple[Path, int]] = {}
        self.files = count(1)
        self.head()

    def head(self) -> None:
        base = {"history_base": self.base} if self.base else {}
        self.append({"type": "session_meta", "payload": {"id": self.session, "history_mode": "paginated", **base}})

    def item(self, payload: Mapping[str, object], *pages: str, is_turn: bool = False) -> None:
        message = Message(next(self.ids), pages, is_turn)
        self.places[message.id] = self.file, self.file.stat().st_size
        self.append({"type": "response_item", "payload": payload})
        self.view.append(message)

    def start(self, pages: Sequence[str]) -> None:
        self.developer(self.start_of(pages), *pages)

    def developer(self, text: str, *pages: str) -> None:
        content = [{"type": "input_text", "text": text}]
        kinds = {"content_item_kinds": ["hooks.additional_context"]}
        self.item(
            {
                "type": "message",
                "role": "developer",
                "content": content,
                "internal_chat_message_metadata_passthrough": kinds,
            },
            *pages,
        )

    def prompt(self, words: str, pages: Sequence[str] = ()) -> None:
        content = [{"type": "input_text", "text": words}]
        kinds = {"content_item_kinds": ["user.text"]}
        self.item(
            {
                "type": "message",
                "role": "user",
                "content": content,
                "internal_chat_message_metadata_passthrough": kinds,
            },
            is_turn=True,
        )
        given = [*self.held, *pages]
        self.held.clear()
        if given:
            self.developer(self.text_of(given), *given)
        self.append({"type": "event_msg", "payload": {"type": "task_complete"}})

    def tool(self, name: str, text: str, *pages: str) -> str:
        call = next(self.ids)
        self.item({"type": "function_call", "name": name, "namespace": "mcp__vade", "call_id": call})
        output = [
            {"type": "input_text", "text": "Wall time: 0.1 seconds\nOutput:"},
            {"type": "input_text", "text": text},
        ]
        self.item({"type": "function_call_output", "call_id": call, "output": output}, *pages)
        return call

    def compact(self) -> None:
        """The person's messages stay, and nothing that a hook said."""
        kinds = {"content_item_kinds": ["user.text"]}
        kept = [
            {
                "type": "message",
                "role": "user",
                "content": [{"type": "input_text", "text": message.id}],
                "internal_chat_message_metadata_passthrough": kinds,
            }
            for message in self.view
            if message.is_turn
        ]
        self.view = [message for message in self.view if message.is_turn]
        self.places.clear()
        self.append({"type": "compacted", "payload": {"message": "So far.", "replacement_history": kept}})
        self.held.clear()

    def can_go_back_to(self, message: Message) -> bool:
        """What a compaction kept comes as one, and the host can't go back into the middle of it."""
        return message.id in self.places

    def take_back(self, index: int) -> None:
        file, end = self.places[self.view[index].id]
        del self.view[index:]
        self.go_on_from(file, end, f"{self.session}_{next(self.files):04}{self.session}")

    def go_on_from(self, file: Path, end: int, name: str) -> None:
        source = file.stem.removeprefix("rollout-2026-11-30T09-00-00-").rpartition("_")[2]
        self.base = {"thread_id": source, "end_ordinal_exclusive": 0, "end_byte_offset": end}
        self.file = self.file.with_name(f"rollout-2026-11-30T09-00-00-{name}.jsonl")
        self.head()

    def fork(self, session: str) -> Codex:
        made = type(self)(self.folder, self.text_of, self.start_of, session)
        made.file.unlink()
        made.view, made.places = [*self.view], {**self.places}
        made.go_on_from(self.file, self.file.stat().st_size, session)
        return made


class CodexOfOld(Codex):
    """A rollback is a line in the one file, and no part of a message is said to be of a kind."""

    can_fork = False

    def can_go_back_to(self, message: Message) -> bool:
        return True

    def append(self, *lines: Mapping[str, object]) -> None:
        super().append(*(json.loads(json.dumps(line), object_pairs_hook=_without_kinds) for line in lines))

    def take_back(self, index: int) -> None:
        turns = len([begin for begin in self.turns() if begin >= index])
        del self.view[index:]
        self.append({"type": "event_msg", "payload": {"type": "thread_rolled_back", "num_turns": turns}})


def _without_kinds(pairs: list[tuple[str, object]]) -> dict[str, object]:
    return {key: value for key, value in pairs if key != "internal_chat_message_metadata_passthrough"}


class Dsh(Writer):
    """A surface of numbered events, and queues that are written down; packed, with a frame for every few lines."""

    host = "dsh"
    name = "session.v4.jsonl.zstd"
    version = 4
    can_rewind = False
    can_fork = True
    tells_of_compactions = False
    source: Mapping[str, str] = {"kind": "plugin:vademecum", "form": "recall"}

    def begin(self) -> None:
        self.file = self.folder / self.session / self.name
        self.file.parent.mkdir(parents=True)
        self.numbers = count(0)
        self.events: list[dict[str, object]] = []
        self.waiting: list[tuple[str, str]] = []
        self.write({"type": "session", "version": self.version, "id": self.session, "delegationDepth": 0})

    def write(self, *lines: Mapping[str, object]) -> None:
        text = b"".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n" for line in lines)
        with self.file.open("ab") as log:
            log.write(zstandard.ZstdCompressor(write_checksum=True).compress(text) if ".zstd" in self.name else text)

    def event(self, kind: str, data: Mapping[str, object], **more: object) -> str:
        number = next(self.numbers)
        self.events.append({"type": kind, "seq": number, "data": data, **more})
        self.write(self.events[-1])
        return str(number)

    def message(self, text: str, source: Mapping[str, str], key: str = "") -> dict[str, object]:
        content = [{"type": "text", "text": text}]
        return {"id": key or next(self.ids), "role": "user", "content": content, "source": {**source}}

    def put(self, message: Mapping[str, object], *pages: str, is_turn: bool = False) -> None:
        self.view.append(Message(self.event("user/message", message, surfaceOp="append"), pages, is_turn))

    def start(self, pages: Sequence[str]) -> None:
        self.put(self.message(self.start_of(pages), self.source), *pages)

    def hold(self, page: str) -> None:
        super().hold(page)
        self.waiting.append((next(self.ids), page))
        said = self.message(self.text_of([page]), self.source, self.waiting[-1][0])
        splice = {"target": "next-step", "start": len(self.waiting) - 1, "inserted": [said]}
        self.event("agent/inbox/spliced", splice)

    def prompt(self, words: str, pages: Sequence[str] = ()) -> None:
        self.event("turn/start", {"turn": 1})
        if self.waiting:
            left = {"target": "next-step", "start": 0, "removedCount": len(self.waiting), "inserted": []}
            self.event("agent/inbox/spliced", left)
        if pages:
            self.put(self.message(self.text_of(pages), self.source), *pages)
        for key, page in self.waiting:
            self.put(self.message(self.text_of([page]), self.source, key), page)
        self.waiting.clear()
        self.held.clear()
        self.put(self.message(words, {"kind": "user"}), is_turn=True)
        self.event("turn/end", {"turn": 1, "reason": {"kind": "completed"}})

    def tool(self, name: str, text: str, *pages: str) -> str:
        call = next(self.ids)
        self.event("tool/call", {"callId": call, "name": name, "arguments": "{}"})
        self.view.append(
            Message(self.event("tool/result", {"message": self.answer(call, text)}, surfaceOp="append"), pages)
        )
        return call

    def answer(self, call: str, text: str) -> dict[str, object]:
        source = {"kind": "tool", "callId": call}
        return {"role": "tool", "toolCallId": call, "source": source, "content": [{"type": "text", "text": text}]}

    def compact(self) -> None:
        """A summary in place of all but the last message."""
        if len(self.view) < 2:
            return
        first, last = self.view[0].id, self.view[-2].id
        checkpoint = self.message("So far.", {"kind": "compact-checkpoint"})
        number = self.event("user/message", checkpoint, surfaceOp=self.replacing(int(first), int(last)))
        self.view[:-1] = [Message(number)]

    def replacing(self, first: int, last: int) -> dict[str, object]:
        return {"op": "replace", "startSeq": first, "endSeq": last}

    def resume(self) -> None:
        self.event("session/end-seed", {})

    def fork(self, session: str) -> Dsh:
        made = type(self)(self.folder, self.text_of, self.start_of, session)
        made.events, made.view = [*self.events], [*self.view]
        made.held, made.waiting = [*self.held], [*self.waiting]
        made.numbers = count(len(made.events))
        made.write(*made.events)
        return made


class DshThree(Dsh):
    name = "session.v3.jsonl.zstd"
    version = 3
    source: Mapping[str, str] = {"kind": "plugin", "plugin": "vademecum", "form": "recall"}

    def answer(self, call: str, text: str) -> dict[str, object]:
        part = {"type": "tool-result", "toolCallId": call, "content": [{"type": "text", "text": text}]}
        return {"role": "user", "source": {"kind": "tool", "callId": call}, "content": [part]}


class DshZero(DshThree):
    name = "session.jsonl.zstd"
    version = 0

    def replacing(self, first: int, last: int) -> dict[str, object]:
        return {"op": "replace", "start": first, "end": last}


class DshPlain(DshZero):
    name = "session.jsonl"


class Gemini(Writer):
    """What hooks say is a part of the person's message; who takes a chat up again leaves out those that begin so."""

    host = "gemini"
    name = "session-2026-11-30T09-00-1234abcd.jsonl"
    tells_of_compactions = False

    def begin(self) -> None:
        self.records: dict[str, dict[str, object]] = {}
        self.begun: list[str] = []
        self.append({"sessionId": self.session, "projectHash": "0", "kind": "main"})
        self.anew()

    def record(self, kind: str, content: object, *pages: str, is_turn: bool = False) -> None:
        key = next(self.ids)
        self.records[key] = {"id": key, "type": kind, "content": content}
        self.view.append(Message(key, pages, is_turn))
        self.append(self.records[key], {"$set": {"lastUpdated": "now"}})

    def anew(self) -> None:
        self.append({"$set": {"messages": [self.records[message.id] for message in self.view]}})

    def start(self, pages: Sequence[str]) -> None:
        self.begun = [*pages]

    def prompt(self, words: str, pages: Sequence[str] = ()) -> None:
        given, begun = [*self.held, *pages], self.begun
        self.held, self.begun = [], []
        first = f"{_hooked(self.start_of(begun))}\n\n{words}" if begun else words
        parts = [{"text": first}, *([{"text": _hooked(self.text_of(given))}] if given else [])]
        self.record("user", parts, *begun, *given, is_turn=True)
        self.record("gemini", "FAKE")

    def tool(self, name: str, text: str, *pages: str) -> str:
        call = f"mcp_vade_{name}_{next(self.ids)}"
        self.record("gemini", [{"functionCall": {"id": call}}])
        response = {"output": f"<untrusted_context>\n{text}\n</untrusted_context>"}
        answer = {"functionResponse": {"id": call, "name": f"mcp_vade_{name}", "response": response}}
        self.record("user", [answer], *pages)
        return call

    def can_go_back_to(self, message: Message) -> bool:
        """What a start has handed over goes with the next prompt, and none goes back before that one here."""
        return not self.begun

    def compact(self) -> None:
        self.view.clear()
        key = next(self.ids)
        self.records[key] = {"id": key, "type": "user", "content": [{"text": "So far."}]}
        self.view.append(Message(key))
        self.anew()
        if self.held:
            self.prompt("the prompt before which there was no room left")

    def take_back(self, index: int) -> None:
        self.append({"$rewindTo": self.view[index].id})
        del self.view[index:]

    def resume(self) -> None:
        super().resume()
        self.begun = []
        self.view = [message for message in self.view if not self.is_left_out(message)]
        self.anew()

    def is_left_out(self, message: Message) -> bool:
        return '"text": "<hook_context>' in json.dumps(self.records[message.id])[:120]


class Qwen(Writer):
    """A tree, as Claude Code's. What a start hands over goes into the system prompt, and into no transcript."""

    host = "qwen"

    def begin(self) -> None:
        self.newest: str | None = None
        self.before: dict[str, str | None] = {}
        self.contents: dict[str, object] = {}
        self.record("system", {"subtype": "session_model", "systemPayload": {}})

    def record(self, kind: str, more: Mapping[str, object]) -> str:
        key = next(self.ids)
        self.before[key] = self.newest
        self.append({"uuid": key, "parentUuid": self.newest, "sessionId": self.session, "type": kind, **more})
        self.newest = key
        return key

    def message(self, kind: str, parts: Sequence[object], *pages: str, is_turn: bool = False, **more: object) -> None:
        content = {"role": "user", "parts": [*parts]}
        key = self.record(kind, {"message": content, **more})
        self.contents[key] = content
        self.view.append(Message(key, pages, is_turn))

    def start(self, pages: Sequence[str]) -> None:
        self.system = [*pages]

    def prompt(self, words: str, pages: Sequence[str] = ()) -> None:
        given = [*self.held, *pages]
        self.held.clear()
        said = _escaped(self.text_of(given))
        tagged = f"<qwen:user-prompt-submit-context>\n{said}\n</qwen:user-prompt-submit-context>"
        parts = [{"text": words}, *([{"text": tagged}] if given else [])]
        more = {"systemPayload": {"displayText": words, "hookContext": said}} if given else {}
        self.message("user", parts, *given, is_turn=True, **more)
        self.record("system", {"subtype": "ui_telemetry"})

    def tool(self, name: str, text: str, *pages: str) -> str:
        call = next(self.ids)
        tool = f"mcp__vade__{name}"
        self.message("assistant", [{"functionCall": {"id": call, "name": tool}}])
        answer = {"functionResponse": {"id": call, "name": tool, "response": {"output": text}}}
        self.message("tool_result", [answer], *pages)
        return call

    def compact(self) -> None:
        """The last message stays, be it one with a text of ours."""
        kept = self.view[-1:]
        history = [{"role": "user", "parts": [{"text": "So far."}]}, *(self.contents[each.id] for each in kept)]
        key = self.record("system", {"subtype": "chat_compression", "systemPayload": {"compressedHistory": history}})
        self.contents[key] = history[-1]
        pages = [page for message in kept for page in message.pages]
        self.view = [Message(key, tuple(pages))]
        self.held.clear()

    def take_back(self, index: int) -> None:
        self.newest = self.before[self.view[index].id]
        del self.view[index:]
        self.record("system", {"subtype": "rewind", "systemPayload": {}})

    def resume(self) -> None:
        super().resume()
        self.system = []


class QwenOfOld(Qwen):
    """What hooks say stands beside the person's words, without a tag and nowhere else."""

    def message(self, kind: str, parts: Sequence[object], *pages: str, is_turn: bool = False, **more: object) -> None:
        bare = json.loads(json.dumps([*parts]).replace("<qwen:user-prompt-submit-context>\\n", ""))
        super().message(kind, bare, *pages, is_turn=is_turn)


def _escaped(text: str) -> str:
    return text.replace("<", "&lt;").replace(">", "&gt;")


def _hooked(text: str) -> str:
    return f"<hook_context>{_escaped(text)}</hook_context>"


WRITERS = {
    writer.__name__: writer for writer in (Codex, CodexOfOld, Dsh, DshThree, DshZero, DshPlain, Gemini, Qwen, QwenOfOld)
}


@pytest.fixture
def writers() -> Mapping[str, type[Writer]]:
    return WRITERS
