"""A change as JSON and back, for what has to be kept until somebody decides. Pure; it touches no disk.

What is read back is checked like any other input, field by field: a file may be edited, or of another version.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict
from typing import TypeAlias

from vademecum.guards.changes import (
    Addition,
    Change,
    Content,
    KeyChange,
    RawText,
    Removal,
    Rename,
    Replacement,
    Restoration,
)

Meta: TypeAlias = tuple[tuple[str, str | tuple[str, ...]], ...]

_KINDS: Mapping[type, str] = {
    Content: "content",
    Replacement: "replacement",
    Addition: "addition",
    KeyChange: "key",
    RawText: "raw",
    Removal: "removal",
    Rename: "rename",
    Restoration: "restoration",
}


def change_to_json(change: Change) -> dict[str, object]:
    """The change as values that JSON has."""
    values: dict[str, object] = {"kind": _KINDS[type(change)], **asdict(change)}
    if isinstance(change, RawText) and change.data is not None:
        values["data"] = b64encode(change.data).decode()
    return values


def change_from_json(found: object) -> Change:  # noqa: PLR0911 - one return a kind
    """Undo ``change_to_json``. Raises ValueError for what it did not make."""
    match found:
        case {"kind": "content", "text": str(text), "title": str(title), "meta": list(meta)}:
            return Content(text, title, _meta(meta))
        case {"kind": "replacement", "old": str(old), "new": str(new), "every": bool(every)}:
            return Replacement(old, new, every)
        case {"kind": "addition", "text": str(text), "crumb": list(crumb), "nth": int() | None as nth, **rest}:
            return Addition(text, _texts(crumb), nth, str(rest.get("title", "")), _meta(rest.get("meta")))
        case {"kind": "key", "key": str(key), "value": str() | None as value}:
            return KeyChange(key, value)
        case {"kind": "key", "key": str(key), "value": list(values)}:
            return KeyChange(key, _texts(values))
        case {"kind": "raw", "text": str(text), "data": str() | None as data}:
            return RawText(text, None if data is None else b64decode(data, validate=True))
        case {"kind": "removal"}:
            return Removal()
        case {"kind": "rename", "to": str(to)}:
            return Rename(to)
        case {"kind": "restoration", "trash_id": str(trash_id), "text": str(text)}:
            return Restoration(trash_id, text)
        case _:
            raise ValueError("it holds no change that this version knows")


def _meta(found: object) -> Meta:
    pairs = found if isinstance(found, list) else []
    return tuple(_pair(pair) for pair in pairs)


def _pair(found: object) -> tuple[str, str | tuple[str, ...]]:
    match found:
        case [str(key), str(value)]:
            return key, value
        case [str(key), list(values)]:
            return key, _texts(values)
        case _:
            raise ValueError("it holds a header key that is none")


def _texts(found: list[object]) -> tuple[str, ...]:
    texts = tuple(each for each in found if isinstance(each, str))
    if len(texts) != len(found):
        raise ValueError("it holds a list of more than texts")
    return texts
