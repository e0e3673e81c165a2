"""What is asked of an index and what it proposes: the values that stand between an engine and the ranking. Pure.

They are named tuples in a module of their own, since a hook waits for their import and needs no others; everything
else that an index must answer is in ``contract.py``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vademecum.lean import NamedTuple

FIELDS = ("title", "headings", "tags", "summary", "body")


class Fields(NamedTuple):
    """One value a field of a block, in the order of ``FIELDS``."""

    title: Sequence[str] = ()
    headings: Sequence[str] = ()
    tags: Sequence[str] = ()
    summary: Sequence[str] = ()
    body: Sequence[str] = ()


class Lengths(NamedTuple):
    """Lengths of a block's fields in words, as the ranking counts them."""

    title: int = 0
    headings: int = 0
    tags: int = 0
    summary: int = 0
    body: int = 0


class Filter(NamedTuple):
    """Which pages and blocks may be proposed; empty means all. ``since`` and ``until`` are inclusive dates that
    undated blocks never meet; ``tags`` and ``types`` are any-of, whatever their case, and a tag stands for those nested
    in it too; ``path`` is a prefix of the name; ``salience`` is any of 1 to 3."""

    types: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    since: str | None = None
    until: str | None = None
    path: str = ""
    salience: frozenset[int] = frozenset()

    @property
    def is_empty(self) -> bool:
        """Whether it lets everything through."""
        return not any(self)


class Totals(NamedTuple):
    """Statistics of one index, to be added up over the mounts of a library: ``blocks`` in all, the ``lengths`` of all
    blocks added up, and in how many blocks each asked term occurs (absent terms are left out)."""

    blocks: int
    lengths: Lengths
    frequency: Mapping[str, int]


class Candidate(NamedTuple):
    """A proposed block with all that scoring needs. ``digest`` is its page's; ``record`` is read with ``record.py``.

    ``near`` is how near its meaning is to the question's, from 0 to 1, where vectors tell; no index does.
    """

    name: str
    crumb: tuple[str, ...]
    nth: int
    line: int
    start: int
    end: int
    date: str | None
    digest: str
    lengths: Lengths
    record: bytes
    near: float = 0.0
