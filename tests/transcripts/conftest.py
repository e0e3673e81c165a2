"""A conversation as Claude Code 2.1.332 writes it down: what was said, handed over, compacted, wound back, forked."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import count
from pathlib import Path

import pytest


class Conversation:
    """A transcript that grows. ``view`` are the messages before the agent, as the host itself knows, and ``written``
    those that the transcript tells of: one that was wound back looks as before until the next message."""

    def __init__(self, file: Path, *, ids: str = "m") -> None:
        self.file = file
        self.view: list[str] = []
        self.written: list[str] = []
        self.added: list[str] = []
        self._ids = (f"{ids}{number:04}-0000-4000-8000-000000000000" for number in count(1))
        self._lines: dict[str, dict[str, object]] = {}

    def write(self, line: dict[str, object]) -> None:
        """One more line, in the program's way: no spaces, no escapes but those that JSON needs."""
        with self.file.open("ab") as transcript:
            transcript.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")

    def message(self, kind: str, more: dict[str, object], *, parent: str | None = None) -> str:
        """A message after the last one, or after ``parent``; its id."""
        name = next(self._ids)
        before = parent or (self.view[-1] if self.view else None)
        front = {"parentUuid": before, "isSidechain": False, "type": kind}
        self._lines[name] = {**front, **more, "uuid": name, "sessionId": "s"}
        self.write(self._lines[name])
        self.view.append(name)
        self.added.append(name)
        self.written = [*self.view]
        return name

    def say(self, text: str, kind: str = "user") -> str:
        return self.message(kind, {"message": {"role": kind, "content": text}})

    def hand_over(self, text: str, event: str = "UserPromptSubmit") -> str:
        """What a hook gave, beside the hook's own output, which the agent does not see."""
        output: dict[str, object] = {
            "type": "hook_success",
            "hookEvent": event,
            "stdout": json.dumps({"additionalContext": text}),
        }
        self.message("attachment", {"attachment": output})
        given: dict[str, object] = {"type": "hook_additional_context", "content": [text], "hookEvent": event}
        return self.message("attachment", {"attachment": given})

    def use(self, name: str, call: str) -> str:
        tool = {"type": "tool_use", "id": call, "name": name, "input": {}}
        return self.message("assistant", {"message": {"role": "assistant", "content": [tool]}})

    def answer(self, call: str, text: str, asked_by: str | None = None) -> str:
        part = {"tool_use_id": call, "type": "tool_result", "content": [{"type": "text", "text": text}]}
        body: dict[str, object] = {"message": {"role": "user", "content": [part]}, "toolUseResult": text}
        return self.message("user", body, parent=asked_by)

    def compact(self, *, kept: Sequence[str] = ()) -> None:
        """A summary in place of all before; messages that are kept stay where they are."""
        metadata = {"preservedMessages": {"uuids": list(kept)}} if kept else {"trigger": "manual"}
        self.view.clear()
        self.message("system", {"subtype": "compact_boundary", "compactMetadata": metadata})
        self.view[:0] = kept
        self.say("This session is being continued from a previous conversation.")

    def rewind_to(self, place: int) -> None:
        """Take back all messages from the place on; nothing is written until the next one is said."""
        del self.view[place:]

    def fork(self, file: Path, ids: str) -> Conversation:
        """A copy of what is in view, as another session's."""
        made = Conversation(file, ids=ids)
        made.view = [*self.view]
        made._lines = {**self._lines}
        made.written = [*self.view]
        for name in made.view:
            made.write({**self._lines[name], "sessionId": "forked"})
        return made


@pytest.fixture
def conversation(tmp_path: Path) -> Conversation:
    return Conversation(tmp_path / "transcript.jsonl")
