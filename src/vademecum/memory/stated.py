"""What the pages of a scope state, as facts that can be corrected: which text is one fact, and of which page.

A record is one fact, and so is a page of one paragraph. A longer page says many things, and giving up all of it for one
that is wrong would lose the others: each of its sentences is a fact that can be edited, never one to be superseded. It
reads pages and writes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from vademecum.address import Address, Scope
from vademecum.errors import NotFoundError, UnreadableError
from vademecum.index.contract import Filter
from vademecum.library import Library, Mount
from vademecum.page import Block, Page
from vademecum.store.scaffold import GLOBAL, USER
from vademecum.text import query_terms

# A paragraph that is longer tells a story.
LONGEST_FACT = 600
# So many pages are read one by one; of a larger mount the index proposes those that share words with the claim.
READ_ALL = 1_000
PROPOSED = 400

_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])")
_ITEM = re.compile(r"^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?")


@dataclass(frozen=True, slots=True)
class Stated:
    """A fact as it stands: its text, and the page that says it; ``whole`` when the page says nothing else."""

    address: Address
    text: str
    page: Page
    whole: bool


def mounts_of(library: Library, scope: Scope) -> list[Mount]:
    """The mounts of a scope that can be written and are there; nothing else can be corrected in it (L15)."""
    return [m for m in library.mounts if m.config.scope == scope and m.config.writable and not m.is_missing]


def facts_of(library: Library, mounts: Iterable[Mount], claim: str) -> list[Stated]:
    """The facts of these mounts that recall may show, in order; of a very large one, those near the claim."""
    return [fact for mount in mounts for page in _pages(library, mount, claim) for fact in stated_by(page)]


def stated_by(page: Page) -> list[Stated]:
    """The facts that a page states."""
    text = fact_text(page)
    if text is not None:
        return [Stated(page.address, text, page, whole=True)] if text else []
    return [
        Stated(page.address.block(block.crumb, block.nth), sentence, page, whole=False)
        for block in page.blocks
        for sentence in _sentences(page, block)
    ]


def fact_text(page: Page) -> str | None:
    """The one fact that a page is, None for a page that says more than one thing."""
    if page.codec.kind == "record":
        return page.text.strip()
    lines = [line.strip() for line in page.body.strip().splitlines()]
    if lines and lines[0].startswith("#") and lines[0].lstrip("# ").strip() == page.title.strip():
        lines = lines[1:]
    text = "\n".join(lines).strip()
    is_one = len(text) <= LONGEST_FACT and "\n\n" not in text and not any(line.startswith("#") for line in lines)
    items = sum(bool(_ITEM.match(line)) for line in text.splitlines())
    return _ITEM.sub("", text) if is_one and items <= 1 else None


def _sentences(page: Page, block: Block) -> Iterator[str]:
    for line in page.text_of(block).splitlines():
        if line.lstrip().startswith("#"):
            continue
        yield from filter(None, map(str.strip, _SENTENCE_END.split(_ITEM.sub("", line))))


def _pages(library: Library, mount: Mount, claim: str) -> Iterator[Page]:
    rows, store = library.rows(mount.name), library.store(mount.name)
    for name in _names(library, mount, claim):
        try:
            page = store.read(name)
        except (NotFoundError, UnreadableError):
            continue  # it went meanwhile, or nobody can read it; status tells of it
        if rows.why_hidden(page) is None and not _is_beginning(page):
            yield page


def _is_beginning(page: Page) -> bool:
    """Whether it is a page that the store began with, as it was: how to keep a memory is nothing that holds or not."""
    return any(beginnings.get(page.address.name) == page.text for beginnings in (GLOBAL, USER))


def _names(library: Library, mount: Mount, claim: str) -> list[str]:
    with library.index(mount.name).view() as view:
        names = list(islice(view.names(), READ_ALL + 1))
        if len(names) <= READ_ALL:
            return names
        terms = [term.text for term in query_terms(claim)]
        return sorted({found.name for found in view.propose(terms, limit=PROPOSED, within=Filter())})
