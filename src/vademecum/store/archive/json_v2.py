"""The ``json-v2`` bundle: every page and record whole, hidden and superseded ones too, so that nothing is lost.

The fields of a record are documented in docs/concepts/export-and-import.md. ``raw`` is the truth and all that an import
of ours reads, or ``raw_base64`` where the bytes are no UTF-8; the others are for programs that know no Markdown. A
record that another program made needs ``content`` alone.
"""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Iterable, Iterator, Mapping

from vademecum.address import SCOPES
from vademecum.importers.entry import Entry, Fault, Files, Item, day_of, tags_of, text_at, texts
from vademecum.page.model import MetaValue, digest_of
from vademecum.store.archive.exported import Exported
from vademecum.store.archive.json_v1 import json_bytes, records_of

VERSION = 2


def dump(pages: Iterable[Exported]) -> bytes:
    """The bundle of all these pages; equal pages give equal bytes."""
    return json_bytes({"version": VERSION, "records": [_record(each) for each in pages]})


def read(files: Files) -> Iterator[Item]:
    """The entries of a bundle. Raises InputError for what is none."""
    for path, data in files.items():
        for number, record in records_of(path, data, VERSION):
            yield _item(f"{path}: record {number}", record)


def _record(each: Exported) -> dict[str, object]:
    page = each.page
    return {
        "mount": each.mount,
        "scope": each.scope,
        "format": each.format,
        "name": page.address.name,
        "digest": page.digest,
        "title": page.title,
        "summary": page.summary,
        "type": page.type,
        "date": page.date,
        "author": page.author,
        "tags": list(page.tags),
        "aliases": list(page.aliases),
        "hidden": each.hidden,
        "superseded_by": _plain(page.meta.get("superseded_by")),
        "source": _plain(page.meta.get("source")),
        "meta": _plain(page.meta),
        "content": page.body,
        **_raw(page.raw),
    }


def _raw(data: bytes) -> dict[str, str]:
    try:
        return {"raw": data.decode()}
    except UnicodeDecodeError:
        return {"raw_base64": b64encode(data).decode()}


def _plain(value: MetaValue | None) -> object:
    """A header's value as JSON has it."""
    if value is None or isinstance(value, str):
        return value
    if isinstance(value, Mapping):
        return {key: _plain(each) for key, each in value.items()}
    return [_plain(each) for each in value]


def _item(where: str, record: Mapping[str, object]) -> Item:
    try:
        data = _bytes_of(record)
    except ValueError:
        return Fault(where, "its raw_base64 is no base64")
    digest = record.get("digest")
    if data is not None and isinstance(digest, str) and digest_of(data) != digest:
        return Fault(where, "its raw text is not the one that its digest names")
    if data is not None and not text_at(record, "name"):
        return Fault(where, "has a raw text and no name")
    if data is None and not text_at(record, "content"):
        return Fault(where, "has neither raw nor content")
    return Entry(
        where=where,
        text=text_at(record, "content"),
        title=text_at(record, "title"),
        tags=tags_of(texts(record.get("tags"))),
        date=day_of(record.get("date")),
        type=text_at(record, "type"),
        name=text_at(record, "name"),
        source=text_at(record, "source"),
        data=data,
        is_record=record.get("format") == "records",
        mount=text_at(record, "mount"),
        scope=next((each for each in SCOPES if each == record.get("scope")), None),
    )


def _bytes_of(record: Mapping[str, object]) -> bytes | None:
    """The exact bytes, None without any. Raises ValueError for a raw_base64 that is none."""
    raw, coded = record.get("raw"), record.get("raw_base64")
    if isinstance(raw, str):
        return raw.encode()
    return b64decode(coded, validate=True) if isinstance(coded, str) else None
