"""What an index must answer: it keeps rows of pages and blocks, and proposes candidates. It never scores.

Final scores are computed in ``recall/rank.py`` from the term frequencies, lengths and statistics given here (rule 10),
so that two engines with the same rows give the same answers. No row holds a body: bodies are read from the store.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from vademecum.index.proposal import FIELDS, Candidate, Fields, Filter, Lengths, Totals
from vademecum.page import Digest, Link, MetaValue, Problem
from vademecum.store.contract import Stamp

__all__ = [
    "FIELDS",
    "BlockRow",
    "Candidate",
    "Changes",
    "Fields",
    "Filter",
    "Held",
    "Index",
    "Known",
    "Lengths",
    "Outline",
    "PageRow",
    "Totals",
    "View",
]


@dataclass(frozen=True, slots=True)
class BlockRow:
    """A block as indexed. ``terms`` are ready index terms, repeated as often as they occur; none holds white space.

    ``start`` and ``end`` are offsets in code points into the page's text; ``date`` is the block's own or its page's.
    """

    crumb: tuple[str, ...]
    nth: int
    line: int
    start: int
    end: int
    date: str | None
    terms: Fields
    lengths: Lengths


@dataclass(frozen=True, slots=True)
class PageRow:
    """A page as indexed; a page that is ``hidden`` has no blocks and no statistics, so that nothing leaks from it.

    ``threat`` names the rules by which its text reads like an order to an agent, joined by commas; mostly empty.
    """

    name: str
    digest: Digest
    stamp: Stamp
    title: str
    summary: str
    type: str | None
    date: str | None
    author: str | None
    tags: tuple[str, ...]
    aliases: tuple[str, ...]
    meta: Mapping[str, MetaValue]
    links: tuple[Link, ...]
    problems: tuple[Problem, ...]
    hidden: str | None = None
    chars: int = 0
    threat: str = ""
    blocks: tuple[BlockRow, ...] = field(default=(), repr=False)


class Outline(NamedTuple):
    """The little of a page that a session's start must know of every one.

    ``kind`` is the type as filters compare it, ``changed`` the milliseconds in which a fact says when it was changed
    last. The others are lists as ``outline.packed`` writes them: title and summary, tags, what the page links to, what
    its header calls it, and the words by which it wants to be brought in, None where it says nothing of those.
    """

    name: str
    digest: str
    kind: str | None
    date: str | None
    threat: str
    is_seed: int
    changed: str | None
    said: str
    tags: str
    targets: str
    called: str
    triggers: str | None


class Known(NamedTuple):
    """What sync compares with the disk. ``settled`` is False when the file changed so shortly before it was read
    that a later change could carry the same stamp; such a page is read again."""

    stamp: Stamp
    digest: Digest
    settled: bool


class Held(NamedTuple):
    """So many pages with so many characters in all."""

    pages: int
    chars: int


@dataclass(frozen=True, slots=True)
class Changes:
    """One sync's result, applied whole or not at all. ``restamped`` are pages whose bytes did not change; they are
    looked at after the last of ``pages``. With ``whole`` the ``pages`` are all there are: no other row stays."""

    pages: Iterable[PageRow] = ()
    removed: Iterable[str] = ()
    restamped: Mapping[str, Stamp] = field(default_factory=dict)
    unsettled: frozenset[str] = frozenset()
    whole: bool = False


class View(Protocol):
    """One moment of an index: all answers of one view agree with each other, whatever writers do meanwhile."""

    def totals(self, terms: Sequence[str]) -> Totals:
        """Statistics for these terms."""

    def propose(
        self, terms: Sequence[str], *, limit: int, within: Filter, bearing: Collection[str] = ()
    ) -> list[Candidate]:
        """Up to ``limit`` blocks that hold any of the terms, best first by the engine's own measure, and after them
        some that bear one of these marks and hold a term.

        ``terms`` are in the caller's order of rarity; which blocks are proposed depends on the rows alone, never on
        the order in which they were written.
        """

    def beside(self, blocks: Iterable[Candidate], within: Filter) -> list[Candidate]:
        """The blocks right before and right after these on their pages that the filter lets through.

        Only what this view has proposed has neighbours here, and what it has proposed is not given again.
        """

    def candidates(self, name: str, within: Filter) -> list[Candidate]:
        """All blocks of a page that the filter lets through, as if they had been proposed, in order."""

    def page(self, name: str) -> PageRow | None:
        """One page's row, without its blocks' terms."""

    def pages(self, within: Filter) -> Iterator[PageRow]:
        """Page rows in order of name, hidden ones included, without blocks."""

    def odd(self) -> list[PageRow]:
        """The rows of pages in which something is odd, in order of name, hidden ones included, without blocks."""

    def held(self) -> dict[str | None, Held]:
        """How many pages there are, and of how many characters, by why they are hidden; None for those that are not."""

    def outlines(self) -> list[Outline]:
        """What a start must know of every page that is not hidden, in order of name."""

    def called(self, words: Iterable[str]) -> list[PageRow]:
        """Pages whose title, alias or last part of the name is one of these, in order of name, without blocks."""

    def names(self) -> list[str]:
        """The names of all pages that are not hidden, in order."""

    def chars(self) -> int:
        """The characters of all pages together, hidden ones included, as their rows count them."""

    def stamps(self) -> dict[str, str]:
        """The stamp of each page as a text, by name; empty for a page that is not settled."""

    def known(self, names: Iterable[str] | None = None) -> dict[str, Known]:
        """What sync compares with the disk, of these pages or of all, by name; unknown ones are left out."""

    def count_undated(self, within: Filter, terms: Sequence[str]) -> int:
        """How many blocks that the terms meet only a date bound of the filter leaves out, for having no date."""

    @property
    def fingerprint(self) -> str:
        """The caller's mark that was stored with ``Index.apply``; empty before the first."""

    @property
    def digest(self) -> str:
        """A digest over the digests of all pages: equal stores have equal index digests."""


class Index(Protocol):
    """A derived search database of one mount."""

    def view(self) -> AbstractContextManager[View]:
        """Read one moment of the index."""

    def apply(self, changes: Changes, *, fingerprint: str, partial: bool = False) -> bool:
        """Apply one sync in one transaction. Pages are replaced whole, by name.

        ``fingerprint`` is a mark of the rules that made the rows; when it differs from the stored one the caller
        rebuilds. ``partial`` says that other pages' rows stay as they are: if those are of other rules, because
        another program emptied or rebuilt the index since the caller looked, nothing is applied and False returned.
        """

    def clear(self) -> None:
        """Forget everything."""

    def close(self) -> None:
        """Give back file handles; safe to call twice."""
