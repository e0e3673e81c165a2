"""One JSON line as a page: what a record's keys mean, and what a store adds to a line that is written. Pure; no clock.

A record's text is its ``content``, in one block without a title. It is plain text: Markdown in it means nothing, and
nothing in it is hidden. What the other keys say becomes the page's ``meta``, read as forgivingly as the files of other
programs need it (L2). Changes of a record are in ``record_edit.py``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256

from vademecum.address import Address
from vademecum.errors import EditError
from vademecum.page.codec import newline_of
from vademecum.page.facts import date_of, text_of
from vademecum.page.json_object import dump, read_object, set_member
from vademecum.page.model import Block, Codec, MetaValue, Page, Problem, digest_of

# The second is what other programs call it; a record is written back under the key that it was read from.
CONTENT_KEYS = ("content", "text")
NO_ID = "noid-"
UNKNOWN = "unknown"

_TITLE_MAX = 80
_ID_MAX = 200


def id_of(raw: bytes, record: Mapping[str, object]) -> str:
    """The name of a record: its ``id``, a text or a whole number; for one without, a name made from its bytes."""
    found = record.get("id")
    if isinstance(found, int) and not isinstance(found, bool):
        return str(found)
    if isinstance(found, str) and _can_be_said(found):
        return unicodedata.normalize("NFC", found)
    return NO_ID + sha256(raw).hexdigest()[:16]


def parse_record(address: Address, raw: bytes) -> Page:
    """Read one record; what is odd in it becomes a problem of the page. Raises EditError for what is no record."""
    record = read_record(raw)
    if record is None:
        raise EditError(f"{address} is no JSON object on one line")
    content = _content(record)
    text = _clean(content or "")
    meta = _meta_of(record)
    tags = _tags(record.get("tags"))
    return Page(
        address=address.page,
        raw=raw,
        digest=digest_of(raw),
        codec=Codec(newline=newline_of(text), exact=text == (content or ""), kind="record"),
        text=text,
        meta=meta,
        body_start=0,
        blocks=(Block(crumb=(), nth=1, level=0, line=1, start=0, end=len(text)),),
        links=(),
        tags=tags,
        aliases=(),
        comments=(),
        problems=tuple(_problems(raw, record, content)),
        title=text_of(meta, "title", "name") or first_words(text) or address.name,
        summary=text_of(meta, "summary", "description") or "",
        type=text_of(meta, "type"),
        date=date_of(meta, ""),
        author=text_of(meta, "author", "by") or _origin(meta),
    )


def read_record(raw: bytes) -> dict[str, object] | None:
    """The keys and values of a line, None when it is no JSON object in UTF-8."""
    try:
        return read_object(raw.decode())
    except UnicodeDecodeError:
        return None


def first_words(text: str) -> str:
    """The first line that says anything, cut at a word: what a record is called that has no title."""
    line = next((line for line in map(" ".join, map(str.split, text.split("\n"))) if line), "")
    if len(line) <= _TITLE_MAX:
        return line
    head = line[: _TITLE_MAX + 1]
    return (head.rpartition(" ")[0] or head[:_TITLE_MAX]).rstrip()


def completed(raw: bytes, name: str, scope: str, now_ms: int) -> bytes:
    """A new record's line with what every record has, in the usual order; what it says already stays as it is."""
    record = read_record(raw) or {}
    shown: dict[str, object] = {"id": name, "scope": scope}
    shown |= record
    shown |= {key: value for key, value in _defaults(now_ms).items() if key not in record}
    return dump(shown).encode()


def stamped(raw: bytes, name: str, now_ms: int) -> bytes:
    """A changed record's line with the time of its change (L7), and with its name if it had no id."""
    text = raw.decode()
    if id_of(raw, read_record(raw) or {}) != name:
        text = set_member(text, ["id"], name)
    return set_member(text, ["updatedAt"], now_ms).encode()


def says_the_same(one: bytes, other: bytes) -> bool:
    """Whether two lines are one record, written at different times: all that a store sets by itself left aside."""
    return _told(one) == _told(other)


def _told(raw: bytes) -> dict[str, object]:
    record = read_record(raw) or {}
    given = {"id", "scope", "createdAt", "updatedAt"}
    nothing = _defaults(0)
    return {key: value for key, value in record.items() if key not in given and nothing.get(key, ...) != value}


def _defaults(now_ms: int) -> dict[str, object]:
    return {"tags": [], "createdAt": now_ms, "updatedAt": now_ms, "hits": 0, "superseded": False}


def _content(record: Mapping[str, object]) -> str | None:
    return next((value for key in CONTENT_KEYS if isinstance(value := record.get(key), str)), None)


def _can_be_said(text: str) -> bool:
    """Whether a text can be the name in an address: not empty, not endless, and no half of a surrogate pair."""
    return bool(text.strip()) and len(text) <= _ID_MAX and _clean(text) == text


def _clean(text: str) -> str:
    """The text with U+FFFD for halves of surrogate pairs, which no file and no database can keep."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= char <= "\udfff" else char for char in text)
    return text


def _meta_of(record: Mapping[str, object]) -> dict[str, MetaValue]:
    """What the keys say, as a header would say it; values that mean nothing are left out (L2)."""
    meta = {_clean(key): said for key, value in record.items() if (said := _said(key, value)) is not None}
    for key, name in (("createdAt", "created"), ("updatedAt", "updated")):
        if (day := _moment(record.get(key))) is not None:
            meta[name] = day
    if record.get("superseded") is True:
        meta["superseded_by"] = text_of(meta, "supersededBy", "superseded_by") or UNKNOWN
    return meta


def _said(key: str, value: object) -> MetaValue | None:
    if key in CONTENT_KEYS and isinstance(value, str):
        return None
    if key == "tags":
        return _tags(value)
    if key == "superseded" and not isinstance(value, bool):
        return None
    if key == "hits":
        return str(max(value, 0)) if isinstance(value, int) and not isinstance(value, bool) else "0"
    return _value(value)


def _value(value: object) -> MetaValue | None:
    match value:
        case None:
            return None
        case bool():
            return "true" if value else "false"
        case str():
            return _clean(value)
        case list():
            return tuple(said for each in value if (said := _value(each)) is not None)
        case dict():
            return {_clean(key): said for key, each in value.items() if (said := _value(each)) is not None}
        case _:
            return str(value)


def _tags(value: object) -> tuple[str, ...]:
    """The texts of a list of tags, without ``#``; what is no text is left out (L2), and letter case makes no second."""
    found: dict[str, str] = {}
    for tag in value if isinstance(value, list) else ():
        if isinstance(tag, str) and (clean := _clean(tag).strip().lstrip("#")):
            found.setdefault(clean.casefold(), clean)
    return tuple(found.values())


def _moment(value: object) -> str | None:
    """A time in milliseconds as local date and time; None for what is no time."""
    if not isinstance(value, int | float) or isinstance(value, bool):
        return None
    try:
        return datetime.fromtimestamp(value / 1000).astimezone().isoformat(timespec="seconds")
    except (ValueError, OverflowError, OSError):
        return None


def _origin(meta: Mapping[str, MetaValue]) -> str | None:
    source = meta.get("source")
    return text_of(source, "origin") if isinstance(source, Mapping) else None


def _problems(raw: bytes, record: Mapping[str, object], content: str | None) -> list[Problem]:
    found = []
    if id_of(raw, record).startswith(NO_ID):
        found.append(Problem("record-no-id", 1, 1, "the record has no id that can stand in an address"))
    if content is None:
        found.append(Problem("record-no-content", 1, 1, "the record has no content"))
    return found
