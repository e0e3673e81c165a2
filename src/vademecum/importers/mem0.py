"""What mem0 gives out: a JSON list of memories, bare or under ``results``, of its library, API or dashboard. Pure.

Each memory becomes a page of its own. Its categories and tags become tags, its other values header keys that begin
with ``mem0_``: a key of a foreign file must not become one that means something here, such as ``seed``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping

from vademecum.errors import InputError
from vademecum.importers.entry import (
    Entry,
    Fault,
    Files,
    Item,
    as_json,
    as_text,
    day_of,
    mapping,
    tags_of,
    text_at,
    texts,
)

KIND = "mem0"
_LISTS = ("results", "memories", "data")
_TEXTS = ("memory", "data", "text")
_OWNERS = ("user_id", "agent_id", "app_id", "run_id")
_NO_KEY = re.compile(r"[^A-Za-z0-9_]+")


def looks_like(document: object) -> bool:
    """Whether a JSON document is such an export: its first entry has a ``memory``."""
    found = _memories(document) or [None]
    return isinstance(mapping(found[0]).get("memory"), str)


def read(files: Files) -> Iterator[Item]:
    """The memories of an export. Raises InputError for a document that holds no list of them."""
    for path, data in files.items():
        found = _memories(as_json(path, as_text(path, data)))
        if found is None:
            raise InputError(f"{path} holds no list of memories", hint="mem0 gives them as a list, or under results")
        for number, each in enumerate(found, start=1):
            yield _item(f"{path}: record {number}", mapping(each))


def _memories(document: object) -> list[object] | None:
    if isinstance(document, list):
        return document
    inside = mapping(document)
    return next((found for key in _LISTS if isinstance(found := inside.get(key), list)), None)


def _item(where: str, memory: Mapping[str, object]) -> Item:
    text = text_at(memory, *_TEXTS)
    if not text:
        return Fault(where, "has no text under memory")
    about = mapping(memory.get("metadata"))
    tags = [*texts(memory.get("categories")), *texts(about.get("tags")), *texts(about.get("category"))]
    owners = {key: memory.get(key) for key in _OWNERS}
    rest = {key: value for key, value in about.items() if key not in {"tags", "category", "type"}}
    return Entry(
        where=where,
        text=text,
        tags=tags_of(tags),
        date=day_of(memory.get("created_at")) or day_of(memory.get("updated_at")),
        type=text_at(about, "type"),
        source=f"{KIND} {text_at(memory, 'id')}".strip(),
        more=tuple(
            (f"mem0_{_NO_KEY.sub('_', key)}", said) for key, value in (owners | rest).items() if (said := _said(value))
        ),
    )


def _said(value: object) -> str | tuple[str, ...]:
    """A value as a header has it, on one line; nothing for what says nothing. What has parts stands as its JSON."""
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return tuple(" ".join(each.split()) for each in texts(value) if each.strip())
    if isinstance(value, str):
        return " ".join(value.split())
    return "" if value is None or value in ([], {}) else json.dumps(value, ensure_ascii=False)
