"""What the lines of all hosts have in common: JSON that may be broken, and texts in lists of parts. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vademecum.lean import loads

# What every frame of ours begins with, as it stands in JSON; ``context/frame.py`` makes it.
FRAME = "<record-"
_ESCAPED = "&lt;record-"


def object_in(line: bytes) -> Mapping[str, object] | None:
    """The JSON object that a line is, None for anything else."""
    try:
        found = loads(line.decode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


def fields(value: object) -> Mapping[str, object]:
    """A value's fields, none for one that is no object."""
    return value if isinstance(value, dict) else {}


def items(value: object) -> list[object]:
    """A value's items, none for one that is no list."""
    return value if isinstance(value, list) else []


def word(value: object) -> str:
    """A value that is a text, empty for another."""
    return value if isinstance(value, str) else ""


def texts(content: object) -> Iterator[str]:
    """Texts alone, in a list, or as parts with a text each."""
    if isinstance(content, str):
        yield content
    elif isinstance(content, dict):
        yield from texts(content.get("text"))
    elif isinstance(content, list):
        for part in content:
            yield from texts(part)


def plain(text: str) -> str:
    """A text of ours as it was before a host that escapes what hooks say took the signs of its frames away; empty when
    it was not escaped, as what a person types is not (M23)."""
    if _ESCAPED not in text or FRAME in text:
        return ""
    return text.replace("&lt;", "<").replace("&gt;", ">")
