"""Seeds: pages that a person marked to be given whole at each start, as many as fit (M16 to M19). Pure."""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.context.frame import record
from vademecum.context.pieces import GivenPage, Piece, Portion, Room, fitting
from vademecum.context.shelf import Shelf
from vademecum.library.provenance import origin_of
from vademecum.library.quarantine import held_back
from vademecum.page import Page
from vademecum.page.display import words_of

SEEDS = "seeds"


def seeds_of(shelves: Sequence[Shelf], room: Room) -> Portion:
    """The seeds of all stores, in their order; one that does not fit is left out whole, and a later one may fit. The
    same bytes are the same page, whichever stores they are in."""
    seeds: dict[str, tuple[Page, Shelf]] = {}
    for shelf in shelves:
        for page in shelf.seeds:
            seeds.setdefault(page.digest, (page, shelf))
    pieces = [_seed(page, shelf) for page, shelf in seeds.values()]
    kept = [pieces[place] for place in fitting(pieces, room)]
    return Portion(SEEDS, tuple(kept), {"seeds": len(pieces) - len(kept)}, of=len(pieces))


def _seed(page: Page, shelf: Shelf) -> Piece:
    address = str(page.address)
    words = words_of(page)
    held = shelf.held.get(page.address.name)
    given = GivenPage(address, page.digest, 0 if held else len(words), len(words), "seed")
    if held:
        return Piece(record({"seed": address}, held_back(address, held)), (given,))
    author = origin_of(page, shelf.mount).author
    facts = {"seed": address, "date": page.date, "author": author, "version": page.version}
    return Piece(record(facts, words), (given,))
