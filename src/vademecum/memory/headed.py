"""A text to remember that brings a header along: the title that it says, and what was asked for set in that header.

Pure. What is asked for with a text wins over what its header says; tags are added to those that it has. A page that is
written over keeps its header where the text has none, so there the same is set in that one.
"""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.address import Address
from vademecum.page import Page, parse
from vademecum.page.facts import clean_tag, tags_of, text_of
from vademecum.page.header import locate
from vademecum.text.fold import caseless

_NOWHERE = Address("text", "text")


def headed(text: str) -> Page | None:
    """The text as a page, None when it has no header."""
    if not text.startswith("---") or locate(text) is None:
        return None
    return parse(_NOWHERE, text.encode("utf-8", "replace"))


def title_said(page: Page) -> str:
    """The title that a header says, empty when it says none."""
    return text_of(page.meta, "title", "name") or ""


def with_asked(page: Page, *, title: str = "", kind: str | None = None, tags: Sequence[str] = ()) -> str:
    """The page's text with a title, a type and more tags set in its header. Raises EditError where they can't be."""
    from vademecum.page.edit_keys import set_in  # noqa: PLC0415 - most texts bring no header, and need no YAML written

    text, newline = page.text, page.codec.newline
    has = tags_of(page.meta, ())
    known = set(map(caseless, has))
    more = [tag for tag in map(clean_tag, tags) if tag and caseless(tag) not in known]
    if title and title != title_said(page):
        text = set_in(text, "name" if "title" not in page.meta and "name" in page.meta else "title", title, newline)
    if kind and kind != page.type:
        text = set_in(text, "type", kind, newline)
    key = "tag" if "tag" in page.meta and "tags" not in page.meta else "tags"
    return set_in(text, key, (*has, *more), newline) if more else text
