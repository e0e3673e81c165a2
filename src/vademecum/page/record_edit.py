"""Changes of a record as the bytes of its line: a text or one key changes, and no other character (rule 2).

Pure; the gateway writes what comes out, and the store adds what only it knows: id, scope and times. Only a write
imports this module. Reading a record is in ``record.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite, nan

from vademecum.errors import EditError, NotFoundError
from vademecum.page.edit import replace_text
from vademecum.page.json_object import dump, remove_member, set_member
from vademecum.page.model import Page
from vademecum.page.record import CONTENT_KEYS, read_record

_GIVEN_ONCE = frozenset({"id", "scope", "createdAt", "updatedAt", "hits"})
_SUPERSEDED = frozenset({"superseded_by", "supersededBy"})


def new_record(text: str, title: str = "", meta: Mapping[str, str | Sequence[str]] | None = None) -> bytes:
    """The line of a new record without what its store adds: id, scope and times. Raises EditError without a text.

    ``title`` is left out where it is only the text's beginning; ``author`` becomes the source's ``origin``, and
    ``date`` is left to the times.
    """
    content = _filled(text)
    given = dict(meta or {})
    tags, author = given.pop("tags", ()), given.pop("author", "")
    given.pop("date", None)
    record: dict[str, object] = {"content": content, "tags": [tags] if isinstance(tags, str) else list(tags)}
    if title.strip() and not content.lstrip("# ").startswith(title.strip()):
        record["title"] = title.strip()
    record |= {key: value if isinstance(value, str) else list(value) for key, value in given.items()}
    if author:
        record["source"] = {"origin": author}
    return dump(record).encode()


def replace_content(page: Page, text: str) -> bytes:
    """The record's line with another text, without the space around it; raises EditError for an empty one."""
    return _with_content(page, _filled(text))


def replace_in_content(page: Page, old: str, new: str, *, every: bool = False) -> bytes:
    """The record's line with one literal text of its content in place of another; line ends of both follow it.

    Raises MatchError unless ``old`` is there exactly once, or at least once for ``every``.
    """
    return _with_content(page, replace_text(page, old, new, every=every).decode())


def add_to_content(page: Page, text: str, crumb: Sequence[str] = ()) -> bytes:
    """The record's line with lines added to its content; a record has no headings to add below."""
    if crumb:
        raise NotFoundError(f"{page.address} is a record and has no headings", hint="add to the record itself")
    added = text.strip("\r\n")
    if not added.strip():
        raise EditError("there is no text to append", hint="give a text that is more than white space")
    return _with_content(page, f"{page.text}{page.codec.newline}{added}" if page.text else added)


def set_record_key(page: Page, key: str, value: str | Sequence[str]) -> bytes:
    """The record's line with one key set, as the kind of value that it has; ``source.origin`` names a key of a map.

    ``superseded_by`` marks the record as superseded too. Raises EditError for keys that only the store sets.
    """
    if key in _SUPERSEDED:
        if not isinstance(value, str) or not value.strip():
            raise EditError("a record is superseded by one other", hint="give that record's id")
        return set_member(_marked(page, superseded=True), ["supersededBy"], value).encode()
    path = _path(_record(page), _settable(key))
    before = _parent(_record(page), path).get(path[-1])
    return set_member(page.raw.decode(), path, _as_before(key, value, before)).encode()


def remove_record_key(page: Page, key: str) -> bytes:
    """The record's line without one key; without ``superseded_by`` the record is live again.

    Raises EditError when there is no such key, or the store alone sets it.
    """
    record = _record(page)
    if key in _SUPERSEDED:
        return remove_member(_marked(page, superseded=False), ["supersededBy"]).encode()
    path = _path(record, _settable(key))
    if path[-1] not in _parent(record, path):
        raise EditError(f"the record has no key {key!r}", hint=f"its keys are: {', '.join(record)}")
    return remove_member(page.raw.decode(), path).encode()


def _marked(page: Page, *, superseded: bool) -> str:
    return set_member(page.raw.decode(), ["superseded"], superseded)


def _record(page: Page) -> dict[str, object]:
    return read_record(page.raw) or {}


def _with_content(page: Page, text: str) -> bytes:
    """The line with this text under the key that the text was read from."""
    if not page.codec.exact:
        hint = "replace the escapes of half surrogate pairs in the file by hand first"
        raise EditError(f"{page.address} holds what is no text, so it can't be written back exactly", hint=hint)
    key = next((key for key in CONTENT_KEYS if isinstance(_record(page).get(key), str)), CONTENT_KEYS[0])
    return set_member(page.raw.decode(), [key], _some(text)).encode()


def _some(text: str) -> str:
    if not text.strip():
        raise EditError("a record needs a text", hint="give a text that is more than white space, or forget the record")
    return text


def _filled(text: str) -> str:
    return _some(text.removeprefix("\ufeff").strip())


def _settable(key: str) -> str:
    if not key.strip() or key in _GIVEN_ONCE:
        raise EditError(f"{key!r} is set by the store alone", hint="set another key")
    if key in CONTENT_KEYS:
        raise EditError(f"{key!r} is the record's text", hint="edit the text instead")
    return key


def _path(record: Mapping[str, object], key: str) -> tuple[str, ...]:
    """A key as it is, or as a key of a map when that map is there or is ``source``, which every record may have."""
    outer, dot, inner = key.partition(".")
    nested = dot and key not in record and (isinstance(record.get(outer), dict) or outer not in record)
    return (outer, inner) if nested and outer and inner else (key,)


def _parent(record: Mapping[str, object], path: Sequence[str]) -> Mapping[str, object]:
    found = record if len(path) == 1 else record.get(path[0])
    return {str(key): value for key, value in found.items()} if isinstance(found, Mapping) else {}


def _as_before(key: str, value: str | Sequence[str], before: object) -> object:
    """The value as the kind that the key has; raises EditError for a text that can't be of that kind."""
    if key == "tags" or isinstance(before, list):
        return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else list(value)
    if not isinstance(value, str):
        return list(value)
    if key == "superseded" or isinstance(before, bool):
        if value not in {"true", "false"}:
            raise EditError(f"{key!r} is true or false, not {value!r}")
        return value == "true"
    if isinstance(before, int | float):
        return _number(key, value)
    return value


def _number(key: str, value: str) -> int | float:
    try:
        number = int(value) if value.lstrip("-").isdigit() else float(value)
    except ValueError:
        number = nan
    if not isfinite(number):
        raise EditError(f"{key!r} is a number, not {value!r}")
    return number
