"""Snippets: the piece of a block that is shown for a query. Pure; what a person hid in comments is in none (A16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from vademecum.page import Block, Page, visible_runs
from vademecum.page.lines import line_column
from vademecum.recall.excerpt import excerpt
from vademecum.text import Term


@dataclass(frozen=True, slots=True)
class Snippet:
    """``page.text[start:end]`` with ``\\n`` as its line end. ``line`` is the line in the file where it starts, ``of``
    the length of all that may be shown of the block, and ``cut`` says that the snippet is not the whole of it."""

    text: str
    start: int
    end: int
    line: int
    cut: bool
    of: int


def snippet(page: Page, block: Block, query: Iterable[Term], limit: int) -> Snippet:
    """The block whole when it fits in ``limit`` code points, else the lines and sentences round its densest matches.

    Where a comment divides the block, the snippet is taken from one side of it. A visible character longer than the
    limit is left out rather than cut, so the text may be empty.
    """
    found = excerpt(page.text, visible_runs(page, block) or ((block.start, block.start),), query, limit)
    line = line_column(page.text, found.start)[0]
    return Snippet(found.text, found.start, found.end, line, found.cut, found.of)
