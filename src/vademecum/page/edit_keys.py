"""Exact edits of one header key: that line changes, and no other byte of the page (rule 2, A08).

Pure. It never tidies and never repairs: a header that YAML can't read, or a key whose extent is not certain, is
refused with EditError. Each edit is read back before it is returned, so that none changes what another key says.
"""

from __future__ import annotations

from vademecum.errors import EditError
from vademecum.page.codec import encode
from vademecum.page.header import explain_missing, find_second, locate
from vademecum.page.header_nodes import Header, Path, Value, read_values
from vademecum.page.model import Page


def set_key(page: Page, key: str, value: Value) -> bytes:
    """The page's bytes with one header key set; ``metadata.seed`` names a key of a nested map.

    A new key goes to the end of the header, a page without one gets one. Raises EditError when the header is
    malformed, or the extent of the old value is not certain.
    """
    encode("", page.codec)
    return encode(set_in(page.text, key, value, page.codec.newline), page.codec)


def remove_key(page: Page, key: str) -> bytes:
    """The page's bytes without one header key; a nested map that this leaves empty goes too.

    Raises EditError as ``set_key`` does, and when there is no such key.
    """
    encode("", page.codec)
    header = Header.of(page.text)
    path = header.path(key)
    pair = header.find(path)
    if pair is None:
        keys = ", ".join(found.value for found, _ in header.pairs)
        raise EditError(f"the header has no key {key!r}", hint=f"its keys are: {keys}" if keys else "it is empty")
    parent = header.find(path[:1])
    if parent is not None and parent is not pair and len(parent[1].value) == 1:
        path, pair = path[:1], parent
    return encode(_verified(header, header.without(pair), path, None), page.codec)


def set_in(text: str, key: str, value: Value, newline: str) -> str:
    """A page's text with one header key set: what ``set_key`` does, before there are bytes."""
    if not key.strip() or {"\n", "\r"} & set(key):
        raise EditError(f"{key!r} can't be a header key", hint="name it by words on one line")
    header = Header.of(_with_header(text, newline))
    path = header.path(key)
    pair = header.find(path)
    if pair is None and find_second(text, header.region) is not None:
        raise EditError("the page has two headers, and the key is not in the first", hint="merge them by hand first")
    changed = header.added(path, value, newline) if pair is None else header.replaced(pair, value, newline)
    return _verified(header, changed, path, value)


def _with_header(text: str, newline: str) -> str:
    """The text with an empty header when it has none; what only looks like one is refused (A03)."""
    if locate(text) is not None:
        return text
    problem = explain_missing(text)
    if problem is not None:
        raise EditError(f"line {problem.line}: {problem.message}", hint="mend the header by hand first")
    return f"---{newline}---{newline}{text}"


def _verified(header: Header, changed: str, path: Path, value: Value | None) -> str:
    """The page with its header changed, read back: the key says what was asked, all others what they said before."""
    page = header.put_back(changed)
    region = locate(page)
    kept = region is not None and page[region.yaml_start : region.yaml_end] == changed
    if not (kept and _says(changed, _wanted(header.text, path, value))):
        raise EditError(f"{'.'.join(path)!r} can't be set without touching more of the header", hint="edit it by hand")
    return page


def _wanted(before: str, path: Path, value: Value | None) -> dict[object, object]:
    """What the header is to say after the change."""
    wanted = _values(before)
    place = wanted
    for key in path[:-1]:
        inner = place.get(key)
        place[key] = place = inner if isinstance(inner, dict) else {}
    if value is None:
        place.pop(path[-1], None)
    else:
        place[path[-1]] = value if isinstance(value, str) else list(value)
    return wanted


def _says(yaml: str, wanted: dict[object, object]) -> bool:
    try:
        return _values(yaml) == wanted
    except EditError:
        return False


def _values(text: str) -> dict[object, object]:
    values = read_values(text)
    return values if isinstance(values, dict) else {}
