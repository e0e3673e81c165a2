"""Drafts of questions for a person to look at: from prompts after which a page was opened, and from the pages.

A line of a page is a draft only when it shares less than a third of its words with the page's title and headings:
what repeats a title tests nothing but that titles are found. It reads, writes nothing, and draws the same drafts from
the same memory.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from hashlib import sha256
from itertools import chain, islice
from typing import NamedTuple

from vademecum.address import Address
from vademecum.errors import VademecumError
from vademecum.page import Page
from vademecum.page.lines import unify
from vademecum.page.scan import scan
from vademecum.recall.questions import Question
from vademecum.text import query_terms
from vademecum.upkeep.prompts import Opening

MOST_SHARED = 1 / 3
LEAST_WORDS = 4
MOST_CHARS = 200
FROM_PROMPT = "a prompt after which this page was opened"
FROM_QUESTION = "a question in the page"
FROM_ITEM = "a list item of the page"

_ASKED = re.compile(r"[^.!?。！？\n“”「」\"]+[?？]")
_ITEM = re.compile(r"[ \t>]*(?:[-+*]|[0-9]{1,9}[.)])[ \t]+\Z")
_BOX = re.compile(r"\A\s*\[[ xX]\]\s")
_MARKS = re.compile(r"!?\[\[(?:[^\]|]*\|)?([^\]|]*)\]\]|!?\[([^\]]*)\]\([^)]*\)|[*`]+")
# One of these may stand for a word; single signs beside their pairs and exact forms beside stems would count twice.
_COUNTED = frozenset({"word", "bigram", "part"})


class _Line(NamedTuple):
    """A line that could be asked; questions come before list items."""

    is_item: bool
    shared: float
    text: str


def suggest(
    openings: Iterable[Opening],
    pages: Iterable[Address],
    read: Callable[[Address], Page],
    *,
    known: Collection[str] = (),
    limit: int,
) -> list[Question]:
    """Up to ``limit`` drafts whose texts are not among ``known``: those from prompts first, then one from each page."""
    there = {str(page): page for page in pages}
    drafts = chain(_from_prompts(openings, there), _from_pages(there.values(), read))
    return list(islice(_fresh(drafts, known), limit))


def _fresh(drafts: Iterable[Question], known: Iterable[str]) -> Iterator[Question]:
    taken = set(known)
    for draft in drafts:
        if draft.text not in taken:
            taken.add(draft.text)
            yield draft


def _from_prompts(openings: Iterable[Opening], there: Collection[str]) -> Iterator[Question]:
    for opening in openings:
        text = " ".join(opening.prompt.split())
        opened = tuple(page for page in opening.pages if page in there)
        if opened and len(text) <= MOST_CHARS and len(_content(text)) >= LEAST_WORDS:
            yield Question(text, opened, confirmed=False, note=FROM_PROMPT)


def _from_pages(pages: Iterable[Address], read: Callable[[Address], Page]) -> Iterator[Question]:
    # In an order that is neither that of names nor of dates, so that the first few come from all over the memory.
    for address in sorted(pages, key=lambda page: sha256(str(page).encode()).digest()):
        try:
            lines = sorted(_lines(read(address)))
        except VademecumError:  # gone or unreadable since it was listed; other pages have lines too
            continue
        if lines:
            note = FROM_ITEM if lines[0].is_item else FROM_QUESTION
            yield Question(lines[0].text, (str(address),), confirmed=False, note=note)


def _lines(page: Page) -> Iterator[_Line]:
    """The questions and list items of a page that its title and headings don't give away."""
    text = unify(page.text)
    outline = scan(text, page.body_start)
    headings = {heading.text.strip() for heading in outline.headings}
    named = _content("\n".join((page.title, *headings)))
    for start, end in outline.inline:
        run = text[start:end]
        # What stands in a comment is not handed out, and a table's row is no sentence.
        if run.strip() in headings or "%%" in run or run.lstrip().startswith("|"):
            continue
        is_item = _ITEM.match(text, text.rfind("\n", 0, start) + 1, start) is not None
        asked = _ASKED.findall(run)
        for found in asked or ([run] if is_item else []):
            line = " ".join(_MARKS.sub(lambda mark: mark[1] or mark[2] or "", _BOX.sub("", found)).split())
            words = _content(line)
            if len(words) >= LEAST_WORDS and len(line) <= MOST_CHARS:
                shared = len(words & named) / len(words)
                if shared < MOST_SHARED:
                    yield _Line(not asked, shared, line)


def _content(text: str) -> frozenset[str]:
    """The words of a text that say something, stemmed; of a run of signs its pairs."""
    return frozenset(term.text for term in query_terms(text) if term.kind in _COUNTED)
