"""The values a page is made of. Pure data: what they mean on disk or in an index is decided elsewhere.

Positions are offsets in code points into ``Page.text``, the whole file as text (header included, line ends as they
are, byte-order mark taken off); lines and columns count from 1, and only ``\\n``, ``\\r\\n`` and ``\\r`` end a line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Literal, NewType, TypeAlias

from vademecum.address import Address

Digest = NewType("Digest", str)
Span: TypeAlias = tuple[int, int]
MetaValue: TypeAlias = "str | Sequence[MetaValue] | Mapping[str, MetaValue]"
LinkKind = Literal["wiki", "embed", "markdown"]

VERSION_LENGTH = 12


def digest_of(raw: bytes) -> Digest:
    """The content digest of a page's bytes: SHA-256 in hex."""
    return Digest(sha256(raw).hexdigest())


@dataclass(frozen=True, slots=True)
class Codec:
    """How the bytes became text; ``exact`` is whether encoding the text gives the same bytes again.

    ``kind`` tells a Markdown file from a record, whose bytes are a JSON line and whose text is its content.
    """

    encoding: str = "utf-8"
    bom: bytes = b""
    newline: Literal["\n", "\r\n", "\r"] = "\n"
    exact: bool = True
    kind: Literal["markdown", "record"] = "markdown"


@dataclass(frozen=True, slots=True)
class Problem:
    """Something odd in a page that a person should know of; the page is indexed all the same."""

    code: str
    line: int
    column: int
    message: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link as written. ``target`` is empty for the same page; ``anchor`` is a heading, or ``^`` and a block id."""

    kind: LinkKind
    target: str
    anchor: str | None
    label: str | None
    line: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """A heading's section without its subsections; the untitled block before the first heading has level 0.

    ``crumb`` is the heading path, its own heading last; ``nth`` counts equal paths from 1; ``date`` is a real
    ``YYYY-MM-DD`` in the nearest heading of the path; ``ids`` are the Obsidian block ids that it holds.
    """

    crumb: tuple[str, ...]
    nth: int
    level: int
    line: int
    start: int
    end: int
    date: str | None = None
    ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """One Markdown file, or one record, as values; ``raw`` stays the truth."""

    address: Address
    raw: bytes = field(repr=False)
    digest: Digest
    codec: Codec
    text: str = field(repr=False)
    meta: Mapping[str, MetaValue]
    body_start: int
    blocks: tuple[Block, ...]
    links: tuple[Link, ...]
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    comments: tuple[Span, ...]
    problems: tuple[Problem, ...]
    title: str
    summary: str
    type: str | None
    date: str | None
    author: str | None

    @property
    def version(self) -> str:
        """The short digest that a person or an agent passes back."""
        return self.digest[:VERSION_LENGTH]

    @property
    def body(self) -> str:
        """The text after the header."""
        return self.text[self.body_start :]

    def text_of(self, block: Block) -> str:
        """A block's own characters, as they stand in the file."""
        return self.text[block.start : block.end]
