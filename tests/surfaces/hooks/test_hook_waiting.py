"""Whether a message waits for an agent, by what Claude Code writes of its queue."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from vademecum.surfaces.hooks.waiting import TAIL, is_waiting


def transcript(folder: Path, *operations: str) -> str:
    file = folder / "session.jsonl"
    said = [{"type": "user", "message": {"content": 'what is a "queue-operation"?'}}]
    told = [{"type": "queue-operation", "operation": each, "content": "go on"} for each in operations]
    file.write_text("".join(f"{json.dumps(each)}\n" for each in [*said, *told]))
    return str(file)


@pytest.mark.parametrize(
    ("operations", "waits"),
    [
        ((), False),
        (("enqueue",), True),
        (("enqueue", "dequeue"), False),
        (("enqueue", "enqueue", "remove"), True),
        (("enqueue", "enqueue", "popAll"), False),
        (("dequeue", "enqueue"), True),
        (("enqueue", "something new"), True),
    ],
)
def test_P31_a_message_waits_that_was_put_in_and_not_taken_out(
    tmp_path: Path, operations: tuple[str, ...], *, waits: bool
) -> None:
    assert is_waiting(transcript(tmp_path, *operations)) is waits


def test_what_can_not_be_read_is_an_empty_queue(tmp_path: Path) -> None:
    assert not is_waiting(str(tmp_path / "none"))
    (tmp_path / "torn").write_bytes(b'{"type": "queue-operation", "operation": "enq\n["queue-operation"]\n')
    assert not is_waiting(str(tmp_path / "torn"))
    (tmp_path / "odd").write_bytes(b'{"type": "queue-operation", "operation": ["enqueue"]}\n')
    assert not is_waiting(str(tmp_path / "odd"))
    assert not is_waiting("no\0path")


def test_only_the_end_of_a_long_transcript_is_read(tmp_path: Path) -> None:
    file = Path(transcript(tmp_path, "enqueue"))
    file.write_text(file.read_text() + "x" * TAIL)
    assert not is_waiting(str(file))
