"""Every text that a write would put into a store, by name, and the write with each of them changed. Pure.

One function knows all fields, so that none is forgotten: a test compares it with the fields of each change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from typing import NamedTuple

from vademecum.guards.changes import Change, Proposal, Removal, Rename, Restoration

# What a change only points at: it is there already, or it is no text.
POINTERS = frozenset({"old", "every", "crumb", "nth", "trash_id", "data"})


class Text(NamedTuple):
    """A text of a write, and what it is there, such as ``text``, ``title`` or ``name``."""

    field: str
    text: str


def texts_of(proposal: Proposal) -> Iterator[Text]:
    """Each text that a write would put into a store, names and header values included."""
    change = proposal.change
    if isinstance(change, Removal):
        return
    if not isinstance(change, Rename | Restoration):
        yield Text("name", words_of(proposal.address.name))
    for each in fields(change):
        if each.name not in POINTERS:
            yield from (Text(each.name, text) for text in _texts_in(getattr(change, each.name)))
    if isinstance(change, Rename):
        yield Text("name", words_of(change.to))


def words_of(name: str) -> str:
    """A page's name as the words that it is made of."""
    return name.replace("-", " ").replace("_", " ").replace("/", "\n")


def with_texts(change: Change, step: Callable[[str], str]) -> Change:
    """The change with each of its texts as ``step`` makes it; names stay, since they say where."""
    if isinstance(change, Removal | Rename | Restoration):
        return change
    names = [each.name for each in fields(change) if each.name not in POINTERS and each.name != "key"]
    for name in names:
        # Each field keeps its own type, which no checker can follow through its name.
        change = replace(change, **{name: _changed(getattr(change, name), step)})  # type: ignore[arg-type]
    return change


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
