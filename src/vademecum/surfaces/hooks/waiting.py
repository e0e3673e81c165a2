"""Whether a message waits for an agent already, as Claude Code's transcript tells: then it is no moment for a nudge.

The program notes what is put into its queue and what is taken out. What can't be read counts as an empty queue.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import suppress

# A turn's end is all that matters; what was queued before that is long taken out.
TAIL = 256 * 1024
_MARK = b'"queue-operation"'


def is_waiting(transcript: str) -> bool:
    """Whether more was put into the queue than was taken out."""
    depth = 0
    for line in _operations(transcript):
        operation = line.get("operation")
        if operation == "enqueue":
            depth += 1
        elif operation in ("dequeue", "remove"):
            depth = max(depth - 1, 0)
        elif operation == "popAll":
            depth = 0
    return depth > 0


def _operations(transcript: str) -> Iterator[Mapping[str, object]]:
    try:
        with open(transcript, "rb") as file:
            file.seek(max(os.fstat(file.fileno()).st_size - TAIL, 0))
            lines = file.read().split(b"\n")
    except (OSError, ValueError):  # a path that holds what none can hold is a ValueError
        return
    for line in lines:
        if _MARK in line:
            with suppress(ValueError, RecursionError):
                found = json.loads(line)
                if isinstance(found, dict) and found.get("type") == "queue-operation":
                    yield found
