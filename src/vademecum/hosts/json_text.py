"""Edits of a JSON text that leave every byte outside them as it is: indentation, key order, line ends, odd spacing.

Pure. It knows JSON and nothing of hosts. Positions are indexes into the text, and are good for that text alone: after
an edit they are looked up again. Only the containers on the way to a place are looked into; all else is skipped.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeAlias

Path: TypeAlias = Sequence[str | int]

_SPACE = re.compile(r"[ \t\r\n]*")
# What Python reads and JSON has not; strings are matched too, so that nothing is found inside them.
_CONSTANT = re.compile(r'"(?:[^"\\]|\\.)*"|-?Infinity|NaN')
_INDENT = re.compile(r"\n([ \t]+)")
_DEFAULT_INDENT = "  "


class NotJsonError(ValueError):
    """The text is no JSON, or not of one meaning; ``line`` and ``column`` count from 1."""

    def __init__(self, fault: str, line: int, column: int) -> None:
        super().__init__(f"{fault} (line {line}, column {column})")
        self.fault = fault
        self.line = line
        self.column = column


@dataclass(frozen=True, slots=True)
class Slot:
    """A value in the text: from ``at`` to ``end``; a member of an object has its ``key``, which stands at ``start``."""

    start: int
    at: int
    end: int
    value: object
    key: str | None = None


def parse(text: str) -> Slot:
    """The whole text as one value; raises NotJsonError."""

    def refuse(constant: str) -> NoReturn:
        at = next(found.start() for found in _CONSTANT.finditer(text) if found[0] == constant)
        raise json.JSONDecodeError(f"{constant} is no value of JSON", text, at)

    try:
        value = json.loads(text, parse_constant=refuse)
    except json.JSONDecodeError as error:
        raise NotJsonError(error.msg, error.lineno, error.colno) from error
    except RecursionError as error:
        raise NotJsonError("it is nested too deeply", 1, 1) from error
    at = _skip(text, 0)
    return Slot(at, at, len(text.rstrip(" \t\r\n")), value)


def find(text: str, path: Path) -> Slot | None:
    """The value at a path of keys and indexes, None when there is none; raises NotJsonError, also for a key twice."""
    found = parse(text)
    for step in path:
        inner = slots(text, found)
        if isinstance(step, int):
            here = inner[step : step + 1] if isinstance(found.value, list) else ()
        else:
            here = tuple(each for each in inner if each.key == step)
        if len(here) > 1:
            line, column = _place(text, here[1].start)
            raise NotJsonError(f"the key {step!r} stands there twice", line, column)
        if not here:
            return None
        found = here[0]
    return found


def slots(text: str, container: Slot) -> tuple[Slot, ...]:
    """What an object or an array holds, in order; nothing for any other value."""
    if not isinstance(container.value, dict | list):
        return ()
    found: list[Slot] = []
    position = _skip(text, container.at + 1)
    while text[position] not in "}]":
        found.append(_slot(text, position, keyed=isinstance(container.value, dict)))
        position = _skip(text, found[-1].end)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return tuple(found)


def _slot(text: str, start: int, *, keyed: bool) -> Slot:
    key, at = None, start
    if keyed:
        key, end = _decode(text, start)
        at = _skip(text, _skip(text, end) + 1)
    value, end = _decode(text, at)
    return Slot(start, at, end, value, key if isinstance(key, str) else None)


def _decode(text: str, at: int) -> tuple[object, int]:
    value, end = json.JSONDecoder().raw_decode(text, at)
    return value, end


def put(text: str, path: Path, value: object) -> str:
    """The text with a value at the path: in place of what is there, else after all else in its container.

    Objects that are missing on the way are made; the last step may be an index one past the end of an array.
    """
    found = find(text, path)
    if found is not None:
        start = found.at
        return _spliced(text, start, found.end, _dump(text, value, _lead(text, start)))
    *parents, last = path
    container = find(text, parents)
    if container is None:
        return put(text, parents, {last: value} if isinstance(last, str) else [value])
    if not isinstance(container.value, dict if isinstance(last, str) else list):
        raise TypeError(f"what stands at {list(parents)} can't hold {last!r}")
    return _insert(text, container, last, value)


def remove(text: str, path: Path) -> str:
    """The text without the value at the path, which must be there, and without the comma that it no longer needs."""
    container, gone = find(text, path[:-1]), find(text, path)
    if container is None or gone is None:
        raise KeyError(*path)
    inner = slots(text, container)
    index = next(number for number, each in enumerate(inner) if each.start == gone.start)
    if len(inner) == 1:
        return _spliced(text, container.at + 1, container.end - 1, "")
    if index == 0:
        return _spliced(text, gone.start, inner[1].start, "")
    return _spliced(text, inner[index - 1].end, gone.end, "")


def _insert(text: str, container: Slot, step: str | int, value: object) -> str:
    inner = slots(text, container)
    if not inner:
        return _fill(text, container, step, value)
    before = text[_skip_back(text, inner[-1].start) : inner[-1].start]
    if "\n" not in before:
        written = _member(step, json.dumps(value, ensure_ascii=False))
        return _spliced(text, inner[-1].end, inner[-1].end, f", {written}")
    written = _member(step, _dump(text, value, before.rpartition("\n")[2]))
    return _spliced(text, inner[-1].end, inner[-1].end, f",{before}{written}")


def _fill(text: str, container: Slot, step: str | int, value: object) -> str:
    """Put the first value into an empty container, on a line of its own unless the text is all on one line."""
    if _is_one_line(text):
        inner = _member(step, json.dumps(value, ensure_ascii=False))
    else:
        outer = _lead(text, container.at)
        deeper, end = outer + _indent(text), _newline(text)
        inner = f"{end}{deeper}{_member(step, _dump(text, value, deeper))}{end}{outer}"
    return _spliced(text, container.at + 1, container.end - 1, inner)


def _member(step: str | int, written: str) -> str:
    return written if isinstance(step, int) else f"{json.dumps(step, ensure_ascii=False)}: {written}"


def _dump(text: str, value: object, lead: str) -> str:
    """A value in the style of the text, for a line that starts with ``lead``."""
    if _is_one_line(text):
        return json.dumps(value, ensure_ascii=False)
    written = json.dumps(value, ensure_ascii=False, indent=_indent(text))
    return written.replace("\n", _newline(text) + lead)


def _is_one_line(text: str) -> bool:
    """Whether a text with something in it goes without line breaks; an empty object says nothing of style."""
    return "\n" not in text.strip() and text.strip() != "{}"


def _indent(text: str) -> str:
    found = _INDENT.search(text)
    return found[1] if found else _DEFAULT_INDENT


def _newline(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def _lead(text: str, at: int) -> str:
    """The white space at the start of the line on which a position stands."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    return line[: len(line) - len(line.lstrip(" \t"))]


def _skip(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _skip_back(text: str, at: int) -> int:
    return len(text[:at].rstrip(" \t\r\n"))


def _spliced(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def _place(text: str, at: int) -> tuple[int, int]:
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
