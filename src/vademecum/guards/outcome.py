"""What a page's bytes would be after a change. Pure; only a write imports it, since editing a header needs YAML."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from vademecum.address import Address
from vademecum.config import Format
from vademecum.errors import EditError, NotFoundError
from vademecum.guards.changes import Addition, Content, Edit, KeyChange, RawText, Replacement
from vademecum.guards.exact import exact_bytes
from vademecum.page import Page, parse
from vademecum.page.codec import encode
from vademecum.page.edit import append_text, new_page, replace_body, replace_text
from vademecum.page.edit_keys import remove_key, set_key
from vademecum.page.model import Codec
from vademecum.page.record_edit import (
    add_to_content,
    new_record,
    remove_record_key,
    replace_content,
    replace_in_content,
    set_record_key,
)

AUTHOR = "author"
AGENT = "agent"
# Bytes are the same at any address.
_ANY = Address("any", "page")


def bytes_after(change: Edit, page: Page | None, kind: Format = "folder") -> bytes:
    """The page's bytes after the change; ``kind`` is that of its store, and says what a new page is.

    Raises MatchError, EditError or NotFoundError when there can be none.
    """
    if isinstance(change, RawText) and change.data is not None:
        return exact_bytes(change.text, change.data, kind)
    if page is None:
        made = _bytes_of_new(change) if kind == "folder" else _line_of_new(change)
    else:
        made = _line_after(change, page) if page.codec.kind == "record" else _bytes_after(change, page)
    return _signed(change, made) if isinstance(change, Content) and kind == "folder" else made


def _signed(change: Content, made: bytes) -> bytes:
    """A text that is an agent's from its first line to its last says so: neither the header that stood there before nor
    one that the agent brings along makes it a person's."""
    author = dict(change.meta).get(AUTHOR)
    if not isinstance(author, str) or not author.startswith(AGENT):
        return made
    page = parse(_ANY, made)
    return made if page.author == author else set_key(page, AUTHOR, author)


def _bytes_after(change: Edit, page: Page) -> bytes:
    match change:
        case Content(text):
            return replace_body(page, text)
        case Replacement(old, new, every):
            return replace_text(page, old, new, every=every)
        case Addition(text, crumb, nth):
            return append_text(page, text, crumb=crumb or None, nth=nth)
        case KeyChange(key, None):
            return remove_key(page, key)
        case KeyChange(key, value):
            return set_key(page, key, _value(value))
        case RawText(text):
            return encode(text, page.codec)
        case _:
            assert_never(change)


def _bytes_of_new(change: Edit) -> bytes:
    match change:
        case Content(text, title, meta):
            return new_page(title, text, dict(meta))
        case Addition(text, (), title=title, meta=meta):
            return new_page(title, text, dict(meta))
        case RawText(text):
            return encode(text, Codec())
        case _:
            raise NotFoundError("there is no such page to edit", hint="create it with its whole content")


def _line_after(change: Edit, page: Page) -> bytes:
    """The same for a record; what a person left in an editor is its text, since no more is shown there."""
    match change:
        case Content(text) | RawText(text):
            return replace_content(page, text)
        case Replacement(old, new, every):
            return replace_in_content(page, old, new, every=every)
        case Addition(text, crumb):
            return add_to_content(page, text, crumb)
        case KeyChange(key, None):
            return remove_record_key(page, key)
        case KeyChange(key, value):
            return set_record_key(page, key, _value(value))
        case _:
            assert_never(change)


def _line_of_new(change: Edit) -> bytes:
    match change:
        case Content(text, title, meta) | Addition(text, (), title=title, meta=meta):
            return new_record(text, title, dict(meta))
        case RawText(text):
            return new_record(text)
        case _:
            raise NotFoundError("there is no such record to edit", hint="remember its whole text")


def _value(value: str | Sequence[str] | None) -> str | list[str]:
    if value is None:
        raise EditError("a key can't be set to nothing", hint="remove the key instead")
    return value if isinstance(value, str) else list(value)
