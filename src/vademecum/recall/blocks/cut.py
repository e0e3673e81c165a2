"""From a page to the texts that block recall counts in: a block below the headings that it stands under (D27). Pure.

The blocks are those of the project's own parser, so no line in a code fence begins one, and each has its own address.
What a person hid in comments is in no text (A16); it divides a word as a space does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from vademecum.page import Block, Page, visible_runs

_UNDERLINE = re.compile(r"^ {0,3}(?:=+|-+)[ \t]*$", re.MULTILINE)


class BlockText(NamedTuple):
    """A block of a page, and its text below the lines of all headings that it stands under."""

    block: Block
    text: str


class _Open(NamedTuple):
    level: int
    crumb: tuple[str, ...]
    line: str


def cut(page: Page) -> Iterator[BlockText]:
    """The blocks of a page that say more than their heading, in order."""
    above: list[_Open] = []
    for block in page.blocks:
        while above and above[-1].level >= block.level:
            above.pop()
        own = _own_text(page, block)
        if _below_heading(own, block.level).strip():
            yield BlockText(block, "\n".join([*(each.line for each in above if each.line), own]))
        if block.level:
            said = block.crumb[len(above[-1].crumb) if above else 0 :]
            above.append(_Open(block.level, block.crumb, f"{'#' * block.level} {said[0]}" if said else ""))


def _own_text(page: Page, block: Block) -> str:
    """A block's visible lines without the end of the last one, as lines joined; the file's own last end stays."""
    shown = " ".join(page.text[start:end] for start, end in visible_runs(page, block))
    text = shown.replace("\r\n", "\n").replace("\r", "\n")
    if not block.level:
        text = text.lstrip("\n")
    return text if block is page.blocks[-1] else text.removesuffix("\n")


def _below_heading(text: str, level: int) -> str:
    if not level:
        return text
    first, _, rest = text.partition("\n")
    if first.lstrip(" ").startswith("#"):
        return rest
    underline = _UNDERLINE.search(rest)
    return rest[underline.end() :] if underline else rest
