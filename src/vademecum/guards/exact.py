"""What bytes say in words, so that a write of exact bytes shows its guards all of it. Pure.

The attack that it answers is an archive whose bytes say another thing than the text that was scanned: an escape in a
JSON line, or a key beside the content, that no scan of the content alone would see.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vademecum.config import Format
from vademecum.errors import EditError
from vademecum.page.codec import decode
from vademecum.page.record import CONTENT_KEYS, read_record


def said_by(data: bytes, kind: Format) -> str:
    """A file's text with its byte-order mark; of a record's line the content, then every other text, a line each.

    Raises EditError for a line that is no record.
    """
    if kind == "folder":
        text, codec, _ = decode(data)
        return "\ufeff" * bool(codec.bom) + text
    record = read_record(data)
    if record is None:
        raise EditError("the bytes are no JSON object on one line")
    first = [record[key] for key in CONTENT_KEYS if key in record]
    rest = [part for key, value in record.items() if key not in CONTENT_KEYS for part in (key, value)]
    return "\n".join(text for value in (*first, *rest) for text in _texts(value))


def exact_bytes(text: str, data: bytes, kind: Format) -> bytes:
    """The bytes, when they say just this text. Raises EditError."""
    if said_by(data, kind) != text:
        raise EditError("the bytes to write say another text than the one that was checked")
    return data


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, Mapping):
        for key, each in value.items():
            yield str(key)
            yield from _texts(each)
