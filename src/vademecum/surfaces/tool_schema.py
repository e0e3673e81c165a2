"""What an agent is told of the ``memory`` tool before it calls it: name, description and parameters.

Pure, and kept apart from the tool itself, so that a server can list it before it has imported anything that works.
Every character here is sent with each request of an agent, so it says no more than a call needs.
"""

from __future__ import annotations

from typing import Any

NAME = "memory"
DESCRIPTION = (
    "Long-term memory kept as Markdown pages. "
    "mode recall with keywords searches; without keywords it opens one page, or one block of it. "
    "mode remember writes one of: content, a new page's whole text (or an opened page's, to replace it); "
    "old_string and new_string, an exact edit of what you were shown; append, text to add at the end. "
    "topic names the page: a short name, or an address from a hit. Without topic it is today's diary page."
)


def _text(description: str) -> dict[str, Any]:
    return {"type": "string", "description": description}


# One plain type each: some hosts refuse a schema with several. What else clients send is still understood (A34).
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "mode": {"type": "string", "enum": ["recall", "remember"]},
        "keywords": _text("recall: what to look for, in any language"),
        "all": {"type": "boolean", "description": "recall: also what hardly fits the keywords"},
        "salience": {
            "type": "string",
            "enum": ["hot", "warm", "cold"],
            "description": "recall, with keywords: only pages that matter so much",
        },
        "retriever": {
            "type": "string",
            "enum": ["bm25", "blocks"],
            "description": "recall: blocks takes up to 5 literal keywords, the most important first",
        },
        "topic": _text("A name such as release-process, or an address from a hit"),
        "date": _text("recall: open the diary page of this day, YYYY-MM-DD"),
        "workspace": _text("recall, with date: whose diary, by a part of its name; yours by default"),
        "block": _text("Heading path of the one block to open, or to append to"),
        "content": _text("remember: the page's whole text"),
        "old_string": _text("remember: text that stands in the page exactly once"),
        "new_string": _text("remember: what to put in its place; empty deletes it"),
        "replace_all": {"type": "boolean", "description": "remember: replace every old_string"},
        "append": _text("remember: text to add at the end of the page or block"),
        "version": _text("remember: the version you were shown; the write is refused if the page changed since"),
    },
    "required": ["mode"],
    "additionalProperties": False,
}
