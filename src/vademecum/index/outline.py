"""The outline of a page: the little of it that a session's start must know of every page, read without its row. Pure.

A row says all of a page and takes a hundred times as long to take apart as its outline does to read. Pages that are
hidden have none.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence

from vademecum.index.columns import Value
from vademecum.index.contract import Outline, PageRow
from vademecum.lean import dumps
from vademecum.page import Link, MetaValue
from vademecum.text.fold import caseless
from vademecum.visibility import is_true

OUTLINE_COLUMNS = ", ".join(Outline._fields)

# Where a fact says when it was changed, the first that does.
_CHANGED = ("updatedAt", "updated_at", "createdAt", "created_at")


def outline_values(number: int, row: PageRow) -> tuple[Value, ...]:
    """A page's number and its outline, in the order of OUTLINE_COLUMNS."""
    kind = None if row.type is None else caseless(row.type)
    declared = declared_triggers(row.meta)
    return (
        number,
        row.name,
        row.digest,
        kind,
        row.date,
        row.threat,
        int(is_seed(row.meta)),
        _changed(row.meta),
        packed((row.title, row.summary)),
        packed(row.tags),
        packed(sorted(targets_of(row.links))),
        packed(called_in(row.meta)),
        None if declared is None else packed(declared),
    )


def packed(texts: Sequence[str]) -> str:
    """Texts as one. There are two of these to read for every page, so JSON is kept for those that need it."""
    joined = "\n".join(texts)
    is_plain = joined.isascii() and joined.count("\n") == len(texts) - 1 and not joined.startswith("[")
    return joined if is_plain and all(texts) else dumps(texts) if texts else ""


def unpacked(text: str) -> list[str]:
    """Undo ``packed``. Raises ValueError."""
    if not text:
        return []
    return [str(each) for each in json.loads(text)] if text.startswith("[") else text.split("\n")


def is_seed(meta: Mapping[str, MetaValue]) -> bool:
    """Whether a page's header marks it as a seed; a mark at the top of the header means nothing (M4)."""
    inner = meta.get("metadata")
    return isinstance(inner, Mapping) and is_true(inner.get("seed"))


def targets_of(links: Iterable[Link]) -> set[str]:
    """What links name, by the last part or the path of a page, as names are compared."""
    return {link.target.casefold().removesuffix(".md").removeprefix("./") for link in links if link.target}


def declared_triggers(meta: Mapping[str, MetaValue]) -> list[str] | None:
    """The words by which a page wants to be brought in, None where its header says nothing of it."""
    inner = meta.get("metadata")
    declared = inner.get("triggers") if isinstance(inner, Mapping) else None
    return None if declared is None else list(_texts(declared))


def called_in(meta: Mapping[str, MetaValue]) -> list[str]:
    """What a header calls its page."""
    return list(_texts(meta.get("name", meta.get("title", ""))))


def _texts(value: MetaValue | None) -> Iterator[str]:
    """The texts of a list, or one alone."""
    if isinstance(value, str):
        yield value
    elif value is not None and not isinstance(value, Mapping):
        yield from (text for text in value if isinstance(text, str))


def _changed(meta: Mapping[str, MetaValue]) -> str | None:
    said = (meta.get(key) for key in _CHANGED)
    return next((value for value in said if isinstance(value, str) and value.isdecimal()), None)
