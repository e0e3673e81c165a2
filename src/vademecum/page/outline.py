"""What a scan of a page's text finds. Pure data; ``scan.py`` fills it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from vademecum.page.model import Span


class Heading(NamedTuple):
    """A heading that splits the page; ``start`` is where its first line begins, ``text`` its inline source."""

    level: int
    start: int
    text: str


class Definition(NamedTuple):
    """A link reference definition (``[label]: destination``) and the range it was read from."""

    label: str
    destination: str
    start: int
    end: int


@dataclass(slots=True)
class Outline:
    """What a scan finds, each list in order of position.

    ``inline`` are the stretches of paragraphs and headings where links and tags may stand; code and HTML blocks are
    in none of them. ``unpaired`` are offsets of ``%%`` marks that close nothing.
    """

    comments: list[Span]
    unpaired: list[int]
    headings: list[Heading] = field(default_factory=list)
    inline: list[Span] = field(default_factory=list)
    definitions: list[Definition] = field(default_factory=list)
