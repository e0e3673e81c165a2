"""What an import reads out of a file: entries to remember, what could not be read, and what was left out. Pure."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TypeAlias

from vademecum.address import Scope
from vademecum.errors import InputError
from vademecum.page.dates import find_date

Header: TypeAlias = tuple[tuple[str, str | tuple[str, ...]], ...]

_TAG_BREAKS = re.compile(r"[\s,，、\[\]\"'#]+")


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing to remember. ``where`` names its file, line or record for a person.

    ``name`` is the path it had, without ``.md``; ``source`` says for its header where it came from. What Vademecum
    exported itself has ``data`` too, the exact bytes of a page or a record's line, as ``is_record`` says; then ``name``
    is kept as it is. ``mount`` and ``scope`` say where it was.
    """

    where: str
    text: str
    title: str = ""
    tags: tuple[str, ...] = ()
    date: str = ""
    type: str = ""
    name: str = ""
    source: str = ""
    more: Header = ()
    data: bytes | None = None
    is_record: bool = False
    mount: str = ""
    scope: Scope | None = None


@dataclass(frozen=True, slots=True)
class Fault:
    """A part of the file that can't be read as an entry, and why."""

    where: str
    reason: str


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of the file that is well, and no entry: what it says is said elsewhere, or is no page."""

    where: str
    reason: str


Item: TypeAlias = Entry | Fault | LeftOut
Files: TypeAlias = Mapping[str, bytes]
"""What is imported: the bytes of each file by its path, with ``/`` between folders."""
Reader: TypeAlias = Callable[[Files], Iterator[Item]]


def as_text(path: str, data: bytes) -> str:
    """A file's text without its byte-order mark. Raises InputError naming the file for what is no UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{path} is not UTF-8: byte {error.start}", hint="save it as UTF-8 and try again") from error


def as_json(path: str, text: str) -> object:
    """The JSON document that a file is. Raises InputError naming the file, line and column."""
    try:
        found: object = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"{path}:{error.lineno}: it is no JSON at column {error.colno}: {error.msg}") from error
    except (RecursionError, ValueError) as error:
        raise InputError(f"{path} is no JSON that can be read: it has too many brackets or digits") from error
    return found


def mapping(value: object) -> Mapping[str, object]:
    """A JSON object's keys and values; none for anything else."""
    return {str(key): each for key, each in value.items()} if isinstance(value, Mapping) else {}


def texts(value: object) -> tuple[str, ...]:
    """The texts of a JSON list, or a text alone."""
    if isinstance(value, str):
        return (value,)
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def text_at(record: Mapping[str, object], *keys: str) -> str:
    """The first of the keys that holds a text which says anything, else nothing."""
    found = (value for key in keys if isinstance(value := record.get(key), str) and value.strip())
    return next(found, "")


def tags_of(values: Iterable[str]) -> tuple[str, ...]:
    """Texts as tags: no space in them, and letter case makes no second one."""
    found: dict[str, str] = {}
    for value in values:
        tag = _TAG_BREAKS.sub("-", value.strip()).strip("-/")
        if tag:
            found.setdefault(tag.casefold(), tag)
    return tuple(found.values())


def day_of(value: object) -> str:
    """The day of a time as other programs write it: a text that begins with a date, seconds or milliseconds."""
    if isinstance(value, str):
        return find_date(value[:10]) or ""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return ""
    # Seconds reach this only in the year 5138, milliseconds had it in 1973.
    seconds = value / 1000 if value >= 1e11 else value  # noqa: PLR2004 - said above
    try:
        return datetime.fromtimestamp(seconds, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return ""
