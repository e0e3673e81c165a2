"""Markdown pages as values: reading them, and editing them so that no other byte changes. Pure."""

from importlib import import_module
from typing import TYPE_CHECKING

from vademecum.page.codec import encode
from vademecum.page.comments import visible_runs
from vademecum.page.model import Block, Codec, Digest, Link, LinkKind, MetaValue, Page, Problem, Span, digest_of
from vademecum.page.names import check_name, page_name
from vademecum.page.parse import parse

if TYPE_CHECKING:
    from vademecum.page.edit import append_text, new_page, remove_key, replace_body, replace_text, set_key

__all__ = [
    "Block",
    "Codec",
    "Digest",
    "Link",
    "LinkKind",
    "MetaValue",
    "Page",
    "Problem",
    "Span",
    "append_text",
    "check_name",
    "digest_of",
    "encode",
    "new_page",
    "page_name",
    "parse",
    "remove_key",
    "replace_body",
    "replace_text",
    "set_key",
    "visible_runs",
]

# Editing needs a YAML library, which takes 30 ms to import; a hook only reads.
_EDITS = frozenset({"append_text", "new_page", "remove_key", "replace_body", "replace_text", "set_key"})


def __getattr__(name: str) -> object:
    if name not in _EDITS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("vademecum.page.edit"), name)
