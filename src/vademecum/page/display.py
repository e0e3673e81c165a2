"""A page as readers are given it: line ends as ``\\n``, and a mark in place of what a person hid. Pure.

One choice everywhere: ``%%`` comments are never handed out, to agents or in a terminal (A16). The mark tells that
something is there; only the file itself, or ``vade show --raw``, has the words.
"""

from __future__ import annotations

from bisect import bisect_right
from operator import itemgetter

from vademecum.page.model import Block, Page

HIDDEN_MARK = "%%…%%"


def shown(page: Page, block: Block | None = None) -> str:
    """The page's text, or one block's, as it may be shown."""
    start, end = (0, len(page.text)) if block is None else (block.start, block.end)
    parts: list[str] = []
    for index in range(bisect_right(page.comments, start, key=itemgetter(1)), len(page.comments)):
        hidden_from, hidden_to = page.comments[index]
        if hidden_from >= end:
            break
        parts += [page.text[start:hidden_from], HIDDEN_MARK]
        start = hidden_to
    parts.append(page.text[start:end])
    return "".join(parts).replace("\r\n", "\n").replace("\r", "\n")


def words_of(page: Page) -> str:
    """All that the page says as it may be shown, without its header."""
    return shown(page, Block((), 1, 0, 1, page.body_start, len(page.text))).strip("\n")
