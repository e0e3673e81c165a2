"""The corpus of block recall: every block of the mounts asked, read from the files themselves.

Counting a keyword exactly takes each page's own text, which no index holds: a sign or a digit counts in the middle of
a word, and how rare a keyword is depends on blocks that no answer shows. So every page is read. What was made of a
page is kept by its digest while the program runs, so a server reads a page again only when it changed. Nothing is
written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple, TypeAlias

from vademecum.errors import VademecumError
from vademecum.library import Library, Mount
from vademecum.page import Block, Page
from vademecum.recall.blocks.cut import cut
from vademecum.recall.blocks.days import day_of, in_window
from vademecum.recall.blocks.score import Countable, Place, countable
from vademecum.recall.dense import NO_VECTORS, Dense

# What a program keeps of pages between two questions, in characters: some forty megabytes.
KEPT_CHARS = 20_000_000
# Pages that one question reads at most; ten times what a person writes in years, and some seconds' work.
MOST_PAGES = 50_000


_Key: TypeAlias = tuple[str, str, str, str, str]


class Source(NamedTuple):
    """Where a countable block comes from, and the date by which a filter knows it."""

    digest: str
    block: Block
    date: str | None


class PageTexts(NamedTuple):
    """The blocks of a page at one digest as they are scored, each with its source; none of a page that is hidden. One
    that can't be read has no digest."""

    digest: str
    blocks: tuple[Countable, ...] = ()
    sources: tuple[Source, ...] = ()


class Kept:
    """What was made of pages, by mount, name, digest and the mount's rules of exposure; and ``dense``, which finds by
    meaning and keeps vectors."""

    def __init__(self, most_chars: int = KEPT_CHARS, dense: Dense = NO_VECTORS) -> None:
        self.dense = dense
        self._pages: dict[_Key, PageTexts] = {}
        self._room = most_chars

    def get(self, key: _Key) -> PageTexts | None:
        """What was kept under this key."""
        return self._pages.get(key)

    def put(self, key: _Key, texts: PageTexts) -> None:
        """Keep a page's blocks, while there is room."""
        chars = sum(len(block.text) for block in texts.blocks)
        if chars <= self._room:
            self._room -= chars
            self._pages[key] = texts

    def only(self, keys: set[_Key]) -> None:
        """Forget all others of the mounts that these keys are of: their pages have changed or gone."""
        mounts = {key[0] for key in keys}
        for key in [each for each in self._pages if each[0] in mounts and each not in keys]:
            self._room += sum(len(block.text) for block in self._pages.pop(key).blocks)


@dataclass(slots=True)
class Corpus:
    """All blocks of one moment, with their sources by place; how many pages were over the bound, and whether each index
    was made by the rules of its mount."""

    blocks: list[Countable] = field(default_factory=list)
    sources: dict[Place, Source] = field(default_factory=dict)
    beyond: int = 0
    in_step: bool = True


def read_corpus(
    library: Library, mounts: Sequence[Mount], today: date, kept: Kept, *, most_pages: int = MOST_PAGES
) -> Corpus:
    """The blocks of all pages of these mounts that recall may show and that their windows hold."""
    corpus = Corpus()
    named: list[tuple[Mount, str, str]] = []
    for mount in mounts:
        with library.index(mount.name).view() as view:
            corpus.in_step = corpus.in_step and view.fingerprint == library.rows(mount.name).fingerprint
            named += ((mount, name, known.digest) for name, known in view.known().items() if known.digest)
    named = [each for each in named if in_window(day_of(each[1]), today, each[0].config.daily_window_days)]
    named.sort(key=lambda each: _recent_first(each[1]))
    corpus.beyond = max(0, len(named) - most_pages)
    used: set[_Key] = set()
    for mount, name, digest in named[:most_pages]:
        key = (str(mount.root), mount.name, name, digest, library.rows(mount.name).fingerprint)
        used.add(key)
        texts = kept.get(key)
        if texts is None:
            texts = _read(library, mount, name)
            if texts.digest == digest:
                kept.put(key, texts)
        corpus.blocks += texts.blocks
        corpus.sources.update(zip((block.place for block in texts.blocks), texts.sources, strict=True))
    kept.only(used)
    return corpus


def _recent_first(name: str) -> tuple[int, str]:
    """Long-term pages, then diaries from the newest: where there are too many, the oldest diaries are left out."""
    day = day_of(name)
    return (0, name) if day is None else (-date.fromisoformat(day).toordinal() + date.max.toordinal() + 1, name)


def _read(library: Library, mount: Mount, name: str) -> PageTexts:
    try:
        page = library.store(mount.name).read(name)
    except VademecumError:  # the sync that came before has it reported
        return PageTexts("")
    if library.rows(mount.name).why_hidden(page) is not None:
        return PageTexts(page.digest)
    made = list(_made(page, mount.name))
    return PageTexts(page.digest, tuple(each for each, _ in made), tuple(source for _, source in made))


def _made(page: Page, mount: str) -> Iterator[tuple[Countable, Source]]:
    day = day_of(page.address.name)
    for block, text in cut(page):
        place = (mount, page.address.name, block.crumb, block.nth)
        yield countable(text, day, place), Source(page.digest, block, block.date or page.date)
