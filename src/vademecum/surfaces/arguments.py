"""Reading a tool's arguments as agents really send them: lists as JSON text, flags as words (A34). Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from vademecum.errors import InputError

_FLAGS = {"true": True, "false": False, "": False}
_KINDS = {bool: "true or false", int: "a number", float: "a number", str: "text", list: "a list", dict: "an object"}


def text(arguments: Mapping[str, Any], name: str) -> str | None:
    """A text, None when it is not given. Raises InputError for anything else, naming the argument."""
    value = arguments.get(name)
    if value is None or isinstance(value, str):
        return value
    raise _wrong(name, "text", value)


def text_or_list(arguments: Mapping[str, Any], name: str) -> str | None:
    """A text, or a list of texts joined by spaces; a list may also come as JSON in a text."""
    value = arguments.get(name)
    if isinstance(value, str):
        value = _list_in(value)
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, list):
        raise _wrong(name, "text or a list of texts", value)
    for each in value:
        if not isinstance(each, str):
            raise _wrong(name, "text or a list of texts", each, within="a list with ")
    return " ".join(value)


def word_or_number(arguments: Mapping[str, Any], name: str) -> str | None:
    """A text that may be a figure, which some clients send as a number. Raises InputError for anything else."""
    value = arguments.get(name)
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else text(arguments, name)


def flag(arguments: Mapping[str, Any], name: str) -> bool:
    """A yes or no, no when it is not given; the words true and false count too."""
    value = arguments.get(name)
    if value is None or isinstance(value, bool):
        return bool(value)
    if isinstance(value, str) and value.strip().lower() in _FLAGS:
        return _FLAGS[value.strip().lower()]
    raise _wrong(name, "true or false", value)


def _list_in(value: str) -> object:
    """The list that a text holds as JSON, else the text itself; ``[42]`` may be what somebody looks for."""
    if not value.lstrip().startswith("["):
        return value
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        return value
    return found if isinstance(found, list) and all(isinstance(each, str) for each in found) else value


def _wrong(name: str, wanted: str, value: object, *, within: str = "") -> InputError:
    got = _KINDS.get(type(value), "null")
    return InputError(f"{name} must be {wanted}, got {within}{got}", hint=f"send {name} as {wanted}")
