"""A page's passages: some neighbouring paragraphs, list items and rows of tables, which are judged together. Pure.

An order and what it is about stand near each other, and beside much that is harmless: a longer passage would hide the
order among other words, a shorter one would lose what it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

MOST = 700
"""So many characters a passage has at most. Found on the labelled notes: 250 and 400 tell less."""

_BLOCK = re.compile(r"\n\s*\n|\n(?=[ \t>]*(?:[-*+] |\d{1,9}[.)] |#{1,6} |\||>|`{3}|~{3}|<!--))")
_SENTENCE_END = re.compile(r"[.!?;][ \t\n]|[。！？；\n]")


def passages(text: str) -> Iterator[tuple[int, int]]:
    """Where the passages of a text begin and end, in order; together they hold all of it that is not blank."""
    start = end = 0
    for part_start, part_end in _parts(text):
        if end > start and part_end - start > MOST:
            yield start, end
            start = part_start
        elif end == start:
            start = part_start
        end = part_end
    if end > start:
        yield start, end


def _parts(text: str) -> Iterator[tuple[int, int]]:
    """Blocks, those that are too long in pieces that end with a sentence where there is one."""
    for start, end in blocks(text):
        at = start
        while end - at > MOST:
            stop = _end_of_sentence(text, at, at + MOST)
            yield at, stop
            at = _first_seen(text, stop)
        if at < end:
            yield at, end


def blocks(text: str) -> Iterator[tuple[int, int]]:
    """Where paragraphs, list items, headings and rows of tables begin, in the line of their first word, and end."""
    at = 0
    for start, end in _ends(text):
        if said := text[at:start].lstrip():
            yield start - len(said), start
        at = end


def _ends(text: str) -> Iterable[tuple[int, int]]:
    yield from (gap.span() for gap in _BLOCK.finditer(text))
    yield len(text), len(text)


def _first_seen(text: str, at: int) -> int:
    while text[at : at + 1].isspace():
        at += 1
    return at


def _end_of_sentence(text: str, start: int, most: int) -> int:
    """Where the last sentence ends that ends in the second half of a stretch, else where the stretch does."""
    ends = [found.end() for found in _SENTENCE_END.finditer(text, (start + most) // 2, most)]
    if ends:
        return ends[-1]
    blank = text.rfind(" ", (start + most) // 2, most)
    return blank + 1 if blank >= 0 else most
