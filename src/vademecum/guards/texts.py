"""Every text that a write would put into a store, by name, and the write with each of them changed. Pure.

One function knows all fields, so that none is forgotten: a test compares it with the fields of each change. A header
key and its value are also told as the line that will stand there, since a word such as ``password`` says what the other
is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import partial
from typing import NamedTuple

from vademecum.guards.changes import Addition, Change, Content, KeyChange, Proposal, Removal, Rename, Restoration
from vademecum.library.rows import name_as_words

# What a change only points at: it is there already, it is a name, which is told as one, or it is no text.
POINTERS = frozenset({"old", "every", "crumb", "nth", "trash_id", "data", "to"})


class Text(NamedTuple):
    """A text of a write, and what it is there, such as ``text``, ``title`` or ``name``."""

    field: str
    text: str


def texts_of(proposal: Proposal) -> Iterator[Text]:
    """Each text that a write would put into a store, names and header values included."""
    change = proposal.change
    if isinstance(change, Removal):
        return
    if not isinstance(change, Restoration):
        yield Text("name", name_as_words(proposal.names[-1]))
    for each in fields(change):
        if each.name not in POINTERS:
            yield from (Text(each.name, text) for text in _texts_in(getattr(change, each.name)))


def header_lines_of(change: Change) -> Iterator[Text]:
    """Each value that a write would put into a header, behind its key as it will stand there."""
    match change:
        case KeyChange(key, value):
            yield from (Text("value", f"{key}: {text}") for text in _texts_in(value))
        case Content(meta=meta) | Addition(meta=meta):
            yield from (Text("meta", f"{key}: {text}") for key, value in meta for text in _texts_in(value))


def with_texts(change: Change, step: Callable[[str], str]) -> Change:
    """The change with each of its texts as ``step`` makes it, header values as it makes them behind their keys; names
    and the key that is set stay, since they say where."""
    match change:
        case Removal() | Rename() | Restoration():
            return change
        case KeyChange(key, value):
            return replace(change, value=_changed(value, partial(_value_behind, key, step)))  # type: ignore[arg-type] # _changed keeps each type
    names = [each.name for each in fields(change) if each.name not in POINTERS and each.name != "meta"]
    for name in names:
        # Each field keeps its own type, which no checker can follow through its name.
        change = replace(change, **{name: _changed(getattr(change, name), step)})  # type: ignore[arg-type]
    if isinstance(change, Content | Addition):
        meta = tuple((step(key), _changed(value, partial(_value_behind, key, step))) for key, value in change.meta)
        change = replace(change, meta=meta)  # type: ignore[arg-type] # _changed keeps each type
    return change


def _value_behind(key: str, step: Callable[[str], str], value: str) -> str:
    head = f"{key}: "
    line = step(head + value)
    return line.removeprefix(head) if line.startswith(head) else step(value)


def _texts_in(value: object) -> Iterator[str]:
    if isinstance(value, str):
        if value:
            yield value
    elif isinstance(value, tuple | list):
        for each in value:
            yield from _texts_in(each)


def _changed(value: object, step: Callable[[str], str]) -> object:
    if isinstance(value, str):
        return step(value)
    if isinstance(value, tuple | list):
        return tuple(_changed(each, step) for each in value)
    return value
