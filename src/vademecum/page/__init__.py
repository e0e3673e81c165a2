"""Markdown pages as values: reading them, and editing them so that no other byte changes. Pure."""

from vademecum.page.comments import visible_runs
from vademecum.page.model import Block, Codec, Digest, Link, LinkKind, MetaValue, Page, Problem, Span, digest_of
from vademecum.page.parse import parse

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
    "digest_of",
    "parse",
    "visible_runs",
]
