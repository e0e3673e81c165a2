"""A store of any size from real texts: pages of about a kilobyte, three blocks each, with title, headings and tags.

Each block is one to three pieces of real texts put together, so that words keep their real frequencies and no two
blocks are alike; three pages in ten are Chinese where the texts have any. The same texts, number and seed give the same
pages. What it can't give: a vocabulary that grows with the store as a real one's does, and links.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

BLOCKS_A_PAGE = 3
CHINESE = 0.3
_FOLDERS = 100
# Characters of a piece; a sign says about as much as three letters.
_PIECE = {False: 150, True: 50}
_TITLE = {False: 40, True: 10}
# What would make a heading, a list, a quote or code of a line that is none.
_MARKS = "#>-+*|`~= \t"
_FIRST_SIGN, _LAST_SIGN = "\u3040", "\u9fff"


class Block(NamedTuple):
    """A heading and the text below it."""

    heading: str
    text: str


class MadePage(NamedTuple):
    """A page by its name in the store; its first block stands below the title."""

    name: str
    tags: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def markdown(self) -> str:
        """The page's file."""
        head = f"---\ntags: [{', '.join(self.tags)}]\n---\n"
        return head + "\n".join(
            f"{'##' if number else '#'} {block.heading}\n\n{block.text}\n" for number, block in enumerate(self.blocks)
        )

    def texts(self) -> Iterator[tuple[str, str]]:
        """An id for each block, and all words that belong to it."""
        for number, block in enumerate(self.blocks):
            parts = [*self.tags, self.blocks[0].heading, *([block.heading] if number else []), block.text]
            yield f"{self.name}/{number}", " ".join(parts)


def is_chinese(text: str) -> bool:
    """Whether a fifth of a text's characters are signs."""
    return sum(_FIRST_SIGN <= character <= _LAST_SIGN for character in text) * 5 > len(text)


def made_pages(texts: Iterable[str], blocks: int, seed: int = 1) -> Iterator[MadePage]:
    """So many blocks, in pages; the last page may have fewer."""
    sources: dict[bool, list[str]] = {False: [], True: []}
    for text in texts:
        plain = " ".join(text.split())
        if plain:
            sources[is_chinese(plain)].append(plain)
    draw = random.Random(f"{len(sources[False])} {len(sources[True])} {seed}")  # noqa: S311 - a sample, no secret
    for number, first in enumerate(range(0, blocks, BLOCKS_A_PAGE)):
        chinese = bool(sources[True]) and (not sources[False] or draw.random() < CHINESE)
        count = min(BLOCKS_A_PAGE, blocks - first)
        yield _page(draw, sources[chinese], number, count, chinese=chinese)


def write(pages: Iterable[MadePage], root: Path) -> int:
    """Write pages as files in a hundred folders; returns how many bytes."""
    size = 0
    for folder in range(_FOLDERS):
        (root / f"{folder:02}").mkdir(parents=True, exist_ok=True)
    for page in pages:
        size += (root / f"{page.name}.md").write_bytes(page.markdown.encode())
    return size


def _page(draw: random.Random, texts: Sequence[str], number: int, count: int, *, chinese: bool) -> MadePage:
    def piece(length: int) -> str:
        return _piece(draw, draw.choice(texts), length)

    blocks = tuple(
        Block(
            _heading(piece(_TITLE[chinese])) or f"Part {nth}",
            " ".join(piece(_PIECE[chinese]) for _ in range(draw.randint(1, 3))).lstrip(_MARKS),
        )
        for nth in range(count)
    )
    words = (_heading(piece(_TITLE[chinese])).replace(" ", "-")[:20].strip("-") for _ in range(2))
    tags = tuple(dict.fromkeys(word for word in words if word))
    return MadePage(f"{number % _FOLDERS:02}/page {number}", tags, blocks)


def _piece(draw: random.Random, text: str, length: int) -> str:
    """A stretch of a text that begins and ends where words do, where words have ends."""
    start = draw.randrange(max(len(text) - length, 0) + 1)
    end = start + length
    if start:
        blank = text.find(" ", start, start + length // 2)
        start = blank + 1 if blank >= 0 else start
    if end < len(text):
        blank = text.rfind(" ", end - length // 3, end)
        end = blank if blank >= 0 else end
    return text[start:end]


def _heading(text: str) -> str:
    """Letters, digits and blanks alone, so that no mark of Markdown or YAML is among them."""
    return " ".join("".join(c if c.isalnum() else " " for c in text).split())
