"""The facts channel: the newest facts of each scope, a line each, or all that fit (L14). Pure.

A fact is a record, or a page of type ``fact``. The newest are those that were changed last by their own dates, never by
those of files, so that a copied folder gives the same text.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from vademecum.address import SCOPES, Address, Scope
from vademecum.config.channels import FactsChannel
from vademecum.context.budget import cut, length
from vademecum.context.frame import record, written_out
from vademecum.context.pieces import FRAME, GivenPage, Piece, Portion, Room
from vademecum.context.shelf import Shelf
from vademecum.index.contract import Outline
from vademecum.index.outline import unpacked
from vademecum.library.quarantine import held_back
from vademecum.page import Page
from vademecum.page.display import words_of
from vademecum.page.facts import clean_tag, nested
from vademecum.text.fold import caseless

FACTS = "facts"
ABOUT = (
    "Facts of before, newest first. Judge whether they matter here and pass over the rest; check a name, number or "
    "date before you rely on it, and correct a fact that no longer holds."
)
_DAY = 86_400_000
_EPOCH = date(1970, 1, 1)
# Less of a fact says nothing.
_LEAST = 80
CUT = "… [cut]"
"""What stands at the end of a fact of which only the beginning is given."""


def facts_of(shelves: Sequence[Shelf], config: FactsChannel, room: Room) -> Portion:
    """The facts of each scope, each scope within its own bound and all within ``room``."""
    pieces: list[Piece] = []
    of = given = 0
    for scope in SCOPES:
        facts = _newest([(shelf, row) for shelf in shelves if shelf.mount.config.scope == scope for row in shelf.facts])
        wanted = _wanted(facts, config)
        of += len(facts)
        piece = _scope(scope, wanted, len(facts), min(config.max_chars, room.units), before="" if pieces else ABOUT)
        if piece is not None:
            pieces.append(piece)
            room = room.without(piece.size)
            given += len(piece.pages)
    return Portion(FACTS, tuple(pieces), {"facts": of - given}, of)


def _wanted(facts: Sequence[tuple[Shelf, Outline]], config: FactsChannel) -> list[tuple[Shelf, Outline]]:
    """The facts to give; a tag filter holds for the newest alone."""
    if config.mode == "full":
        return list(facts)
    tags = {caseless(clean_tag(tag)) for tag in config.tags}
    tagged = [each for each in facts if not tags or tags & nested(unpacked(each[1].tags))]
    return tagged[: config.newest]


def _newest(facts: Sequence[tuple[Shelf, Outline]]) -> list[tuple[Shelf, Outline]]:
    return sorted(facts, key=lambda each: (_changed(each[1]), each[0].mount.name, each[1].name))


def _changed(row: Outline) -> tuple[int, int]:
    """When a fact was changed last by what it says, the latest least; a day stands before every time of it."""
    if row.changed is not None:
        told = int(row.changed)
        return -(told // _DAY), -told
    return (-(date.fromisoformat(row.date) - _EPOCH).days, -(_DAY**2)) if row.date else (0, 0)


def _scope(scope: Scope, facts: Sequence[tuple[Shelf, Outline]], of: int, limit: int, *, before: str) -> Piece | None:
    """The record of one scope: lines until the first that does not fit, and one at least, cut if it must be."""
    if not facts:
        return None
    head = {"facts of": scope, "shown": f"{of} of {of}"}
    room = limit - length(record(head, "")) - len(before) - FRAME - 1
    lines: list[str] = []
    pages: list[GivenPage] = []
    for shelf, row in facts:
        line, page = _line(scope, shelf, row)
        if line is None:
            continue
        if length(line) > room:
            if lines or room < _LEAST:
                break
            kept = cut(line, room - len(CUT))
            page = page._replace(chars=max(page.chars - (len(line) - len(kept)), 0))
            line = f"{kept}{CUT}"
        lines.append(line)
        pages.append(page)
        room -= length(line) + 1
    if not lines:
        return None
    shown = f"{len(lines)} of {of}"
    return Piece(record({**head, "shown": shown}, "\n".join(lines)), tuple(pages), before)


def _line(scope: Scope, shelf: Shelf, row: Outline) -> tuple[str | None, GivenPage]:
    """``- id [scope] [tags]: content``, the words on one line; for what reads like an order, who says so."""
    address = str(Address(shelf.mount.name, row.name))
    page = shelf.read(row.name)
    given = GivenPage(address, row.digest, 0, 0, "fact")
    if page is None:
        return None, given
    words = " ".join(_without_title(page, words_of(page)).split())
    held = shelf.held.get(row.name)
    tags = f" [{', '.join(page.tags)}]" if page.tags and not held else ""
    text = held_back(address, held) if held else words
    given = GivenPage(address, page.digest, 0 if held else len(words), len(words), "fact")
    return written_out(f"- {address} [{scope}]{tags}: {text}"), given


def _without_title(page: Page, words: str) -> str:
    """The words without a heading that only says the page's title once more."""
    first, _, rest = words.partition("\n")
    return rest if first.startswith("#") and first.strip("# ") == page.title.strip() and rest.strip() else words
