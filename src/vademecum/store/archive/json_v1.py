"""The ``json-v1`` bundle: ``{"version": 1, "records": [{"scope", "content", "tags"}]}``, of live texts only (L17)."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping

from vademecum.address import SCOPES
from vademecum.errors import InputError
from vademecum.importers.entry import Entry, Fault, Files, Item, as_json, as_text, mapping, tags_of, text_at, texts
from vademecum.store.archive.exported import Exported

VERSION = 1


def dump(pages: Iterable[Exported]) -> bytes:
    """The bundle of the live ones among these pages; equal pages give equal bytes."""
    records = [
        {"scope": each.scope, "content": each.page.body.strip(), "tags": list(each.page.tags)}
        for each in pages
        if each.is_live and each.page.body.strip()
    ]
    return json_bytes({"version": VERSION, "records": records})


def json_bytes(document: object) -> bytes:
    """A JSON document as every export writes one: indented, in UTF-8, halves of surrogate pairs escaped."""
    text = json.dumps(document, ensure_ascii=False, indent=2) + "\n"
    try:
        return text.encode()
    except UnicodeEncodeError:
        return (json.dumps(document, indent=2) + "\n").encode()


def read(files: Files) -> Iterator[Item]:
    """The entries of a bundle. Raises InputError for what is none."""
    for path, data in files.items():
        for number, record in records_of(path, data, VERSION):
            yield _item(f"{path}: record {number}", record)


def records_of(path: str, data: bytes, version: int) -> list[tuple[int, Mapping[str, object]]]:
    """The records of a bundle with their numbers. Raises InputError for another version, or without a list of them."""
    bundle = mapping(as_json(path, as_text(path, data)))
    if bundle.get("version") != version:
        found = bundle.get("version")
        raise InputError(f"{path} is no bundle of version {version}: its version is {found!r}", hint="leave --from out")
    records = bundle.get("records")
    if not isinstance(records, list):
        raise InputError(f"{path} has no list of records", hint="vade export --format json-v2 shows one that has")
    return [(number, mapping(each)) for number, each in enumerate(records, start=1)]


def _item(where: str, record: Mapping[str, object]) -> Item:
    text = text_at(record, "content")
    if not text:
        return Fault(where, "has no content")
    scope = next((each for each in SCOPES if each == record.get("scope")), None)
    return Entry(where, text, tags=tags_of(texts(record.get("tags"))), scope=scope)
