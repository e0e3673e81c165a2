"""The boot block: who the agent is here, how this memory is kept, and what happened last, in one bounded text. Pure.

It goes with the first words of a person (P16). Header, directive, recent activity and the marks of what is cut are
reserved first; only what is left is shared out among the pages, so that no cut ever takes what says that there was one
(P17 to P19). Which pages play which part is for ``roles.py``, and reading them for ``shelf.py``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vademecum.context.budget import cut, length
from vademecum.context.frame import PREFACE, Facts, framed, record
from vademecum.context.pieces import FRAME

RULE = "\n\n---\n\n"
NO_ROOM = "[no room for {names}]"


@dataclass(frozen=True, slots=True)
class Part:
    """A page of the block: the name that its section bears, where the whole of it is, what is known of it and its
    words. ``budget`` is what a person set aside for it, 0 for a share; an ``index`` goes first where room is short.
    ``is_held`` says that other words stand for its own."""

    page: str
    digest: str
    role: str
    name: str
    whole: str
    facts: Facts
    words: str
    budget: int = 0
    is_held: bool = False

    def section(self, kept: str) -> str:
        """The page's record, with so much of its words."""
        return record({**self.facts, "shown": None if kept == self.words else _shown(self, kept)}, kept)

    def mark(self, kept: str) -> str:
        """What stands behind a page that is cut: full length, given length and where the whole is (P18)."""
        return f"[cut: {_shown(self, kept)} of {self.name} are given; all of it: {self.whole}]"

    @property
    def overhead(self) -> int:
        """All that its section takes beside its words when they are cut."""
        # A count of what is given is at most as long as that of all its words.
        head = record({**self.facts, "shown": _shown(self, self.words)}, "")
        return length(f"### {self.name}\n{head}\n{self.mark(self.words)}{RULE}") + FRAME


@dataclass(frozen=True, slots=True)
class Recent:
    """The newest entries of a log, oldest of them first: its address, and one line each."""

    page: str
    lines: tuple[str, ...]

    def section(self) -> str:
        """Their record."""
        return record({"newest entries of": self.page}, "\n".join(self.lines))


@dataclass(frozen=True, slots=True)
class Words:
    """What stands in a block that is from no page: the header, and the directive of a persona that is still missing."""

    header: str
    directive: str = ""


@dataclass(frozen=True, slots=True)
class Boot:
    """A block: its text, empty for none, how many units of each page's words it holds, in order, and names of pages
    for which there was no room at all."""

    text: str
    kept: tuple[tuple[Part, str], ...] = ()
    left_out: tuple[str, ...] = ()


def allocate(pool: int, sizes: Sequence[int], budgets: Sequence[int] = (), first: int | None = None) -> list[int]:
    """How much of a pool each text gets (P17). ``budgets`` are fixed amounts, 0 for a share; ``first`` is the place of
    the text that is served first.

    What has a budget takes it, in order. Every other text gets an equal share, or less if it needs less. What is then
    left goes to those that need more, the first one first, then the larger, each up to twice its equal part of all.
    """
    fixed = [*budgets, *([0] * len(sizes))][: len(sizes)]
    given, rest = [0] * len(sizes), max(pool, 0)
    for at, budget in enumerate(fixed):
        given[at] = min(max(budget, 0), rest)
        rest -= given[at]
    flexible = sorted((at for at, budget in enumerate(fixed) if budget <= 0), key=lambda at: at != first)
    if not flexible:
        return given
    share = rest // len(flexible)
    for at in flexible:
        given[at] = min(share, sizes[at])
        rest -= given[at]
    ceiling = max(pool, 0) * 2 // len(flexible)
    for at in sorted(flexible, key=lambda at: (at != first, -sizes[at])):
        more = max(min(rest, sizes[at] - given[at], ceiling - given[at]), 0)
        given[at] += more
        rest -= more
    return given


def boot_block(parts: Sequence[Part], words: Words, recent: Recent | None, *, total: int) -> Boot:
    """The block of these pages within ``total`` UTF-16 units; nothing when there is nothing of a store in it.

    Where even names and marks have no room, the last pages are left out first, and the text says which.
    """
    if not (parts or recent or words.directive):
        return Boot("")
    for count in range(len(parts), -1, -1):
        made = _block(parts[:count], parts[count:], words, recent, total)
        if made is not None:
            return made
    return boot_block(parts, words, None, total=total) if recent else Boot("", (), tuple(part.name for part in parts))


def _block(
    parts: Sequence[Part], without: Sequence[Part], words: Words, recent: Recent | None, total: int
) -> Boot | None:
    """The block with these pages and without those, None when it does not fit."""
    fixed = _around(words, without)
    reserved = length(RULE.join(fixed)) + len(RULE) + len(PREFACE) + 1
    reserved += length(recent.section()) + FRAME + len(RULE) if recent else 0
    pool = total - reserved - sum(part.overhead for part in parts)
    if pool < 0:
        return None
    first = next((at for at, part in enumerate(parts) if part.role == "index"), None)
    sizes = [length(part.words) for part in parts]
    given = allocate(pool, sizes, [part.budget for part in parts], first)
    kept = tuple((part, cut(part.words, size)) for part, size in zip(parts, given, strict=True))
    text = _joined(fixed, kept, recent)
    excess = length(text) - total
    if excess > 0:  # a page made the marks longer, so that they still occur nowhere in it
        return _block(parts, without, words, recent, total - excess)
    return Boot(text, kept, tuple(part.name for part in without))


def _around(words: Words, without: Sequence[Part]) -> list[str]:
    """The sections that are from no page."""
    told = NO_ROOM.format(names=", ".join(part.name for part in without)) if without else ""
    return [section for section in (words.header, words.directive, told) if section]


def _joined(around: Sequence[str], kept: Sequence[tuple[Part, str]], recent: Recent | None) -> str:
    records = [part.section(words) for part, words in kept] + ([recent.section()] if recent else [])
    shown = framed(records)
    sections = [
        "\n".join([f"### {part.name}", text, *([] if words == part.words else [part.mark(words)])])
        for (part, words), text in zip(kept, shown, strict=False)
    ]
    sections += shown[len(kept) :]
    from_pages = [f"{PREFACE}\n{RULE.join(sections)}"] if sections else []
    return RULE.join([*around, *from_pages])


def _shown(part: Part, kept: str) -> str:
    return f"{_count(kept)} of {_count(part.words)} characters"


def _count(text: str) -> str:
    return f"{length(text):,}"
