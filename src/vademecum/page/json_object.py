"""One JSON object as text: where its keys and values stand, and exact edits of one of them.

Pure. What an edit is not about keeps its characters: order, spacing, escapes, numbers as they were typed, and keys
that nobody here knows. It knows nothing of records.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_DECODER = json.JSONDecoder()
_BLANK = " \t\n\r"


class Member(NamedTuple):
    """A key of an object and the spans of it and of its value; ``end`` is where the value ends."""

    key: str
    start: int
    value_start: int
    end: int


def read_object(text: str) -> dict[str, object] | None:
    """The object that a text is, None when it is none or no JSON at all."""
    found = object_at(text, 0)
    return None if found is None or text[found[1] :].strip(_BLANK) else found[0]


def object_at(text: str, start: int) -> tuple[dict[str, object], int] | None:
    """The object that begins at ``start``, or at the first sign after blanks, and where it ends; None for none."""
    start = _after_blanks(text, start)
    if not text.startswith("{", start):
        return None
    try:
        value, end = _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):  # no JSON, a number of too many digits, or too many brackets
        return None
    return (value, end) if isinstance(value, dict) else None


def set_member(text: str, path: Sequence[str], value: object) -> str:
    """The object's text with one value set; a new key goes to the end. ``path`` leads through inner objects.

    ``text`` is an object, as ``read_object`` says. What stands in the way of the path, no object, is replaced.
    """
    return _set(text, path, dump(value))


def remove_member(text: str, path: Sequence[str]) -> str:
    """The object's text without a key, each time that it stands there; the comma beside it goes too."""
    if len(path) > 1:
        return _set(text, path[:1], remove_member(_inner(text, path[0]), path[1:]))
    while (found := _find(text, path[0])) is not None:
        members = list(_members(text))
        nth = members.index(found)
        if nth > 0:
            text = text[: members[nth - 1].end] + text[found.end :]
        elif len(members) > 1:
            text = text[: found.start] + text[members[1].start :]
        else:
            text = text[: found.start] + text[found.end :]
    return text


def _set(text: str, path: Sequence[str], written: str) -> str:
    key = path[0]
    if len(path) > 1:
        written = _set(_inner(text, key), path[1:], written)
    found = _find(text, key)
    if found is not None:
        return text[: found.value_start] + written + text[found.end :]
    members = list(_members(text))
    if not members:
        at = text.index("{") + 1
        return f"{text[:at]}{dump(key)}: {written}{text[at:]}"
    between, colon = _habits(text, members)
    end = members[-1].end
    return text[:end] + between + dump(key) + colon + written + text[end:]


def _inner(text: str, key: str) -> str:
    """The text of an inner object, an empty one when there is none."""
    found = _find(text, key)
    inner = "" if found is None else text[found.value_start : found.end]
    return inner if inner.startswith("{") else "{}"


def dump(value: object) -> str:
    """A value as JSON on one line; half a surrogate pair stays an escape, so that the text can be encoded."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    return text


def _find(text: str, key: str) -> Member | None:
    """The last of equal keys, which is the one that readers take."""
    found = None
    for member in _members(text):
        if member.key == key:
            found = member
    return found


def _members(text: str) -> Iterator[Member]:
    at = _after_blanks(text, text.index("{") + 1)
    while text[at] != "}":
        key, after = _DECODER.raw_decode(text, at)
        value_start = _after_blanks(text, text.index(":", after) + 1)
        _, end = _DECODER.raw_decode(text, value_start)
        yield Member(key, at, value_start, end)
        at = _after_blanks(text, end)
        if text[at] == ",":
            at = _after_blanks(text, at + 1)


def _habits(text: str, members: list[Member]) -> tuple[str, str]:
    """What stands between two members and between a key and its value, as this object has it."""
    last = members[-1]
    key_end = _DECODER.raw_decode(text, last.start)[1]
    between = text[members[-2].end : last.start] if len(members) > 1 else ", "
    return between, text[key_end : last.value_start]


def _after_blanks(text: str, at: int) -> int:
    while at < len(text) and text[at] in _BLANK:
        at += 1
    return at
