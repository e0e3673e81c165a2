"""What a transcript of Claude Code proves: whether a text is still before the agent. It is read, never parsed whole."""

from __future__ import annotations

import mmap

# The line that the program writes where it has put a summary in place of all before.
_BOUNDARY = b'"compact_boundary"'


def holds(path: str, mark: str) -> bool:
    """Whether a mark stands in a transcript after its last compaction; False for a transcript that can't be read."""
    if not mark:
        return False
    try:
        with open(path, "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as lines:
            return lines.find(mark.encode(), max(lines.rfind(_BOUNDARY), 0)) >= 0
    except (OSError, ValueError):
        return False
