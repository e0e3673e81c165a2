"""What channels are made of: records with our words round them, what they tell of pages, and how much fits. Pure.

A piece is given whole or not at all; whoever makes it cuts it first. All records of one text stand between the same
marks, which occur in none of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from vademecum.context.budget import length
from vademecum.context.frame import PREFACE, framed

# The marks round a record with their line ends; a mark grows only against a hostile page.
FRAME = 44
# More than any model reads.
NO_BOUND = 10**12


class GivenPage(NamedTuple):
    """A page that is given, by which rule: how many characters of its words, of how many."""

    page: str
    digest: str
    chars: int
    of: int
    rule: str

    @property
    def is_whole(self) -> bool:
        """Whether none of its words is missing."""
        return self.chars == self.of


class Room(NamedTuple):
    """How much still fits: UTF-16 units, as hosts count, and bytes, as some budgets do."""

    units: int = NO_BOUND
    octets: int = NO_BOUND

    def takes(self, other: Room) -> bool:
        """Whether so much fits."""
        return other.units <= self.units and other.octets <= self.octets

    def without(self, other: Room) -> Room:
        """What is left beside it."""
        return Room(self.units - other.units, self.octets - other.octets)


def size_of(text: str) -> Room:
    """The room that a text takes."""
    return Room(length(text), len(text.encode("utf-8", "surrogatepass")))


@dataclass(frozen=True, slots=True)
class Piece:
    """One record, empty for none, with what is said before and after it, and the pages that it gives. ``listed`` counts
    pages that it only names."""

    record: str
    pages: tuple[GivenPage, ...] = ()
    before: str = ""
    after: str = ""
    listed: int = 0

    @property
    def size(self) -> Room:
        """The room that it takes, marks and line ends included."""
        own = size_of("\n".join(filter(None, (self.before, self.record, self.after))))
        return Room(own.units + FRAME, own.octets + FRAME)


@dataclass(frozen=True, slots=True)
class Portion:
    """What one channel gives: its pieces in order, or a ``text`` of its own that gives ``own`` pages, and counts of
    what it left out by reason. ``of`` says how many there were to give."""

    channel: str
    pieces: tuple[Piece, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    of: int = 0
    text: str = ""
    own: tuple[GivenPage, ...] = ()

    @property
    def units(self) -> int:
        """How much of a host's cap it takes."""
        return total(self.pieces).units + length(self.text)

    @property
    def pages(self) -> tuple[GivenPage, ...]:
        """The pages that it gives."""
        return (*self.own, *(page for piece in self.pieces for page in piece.pages))

    @property
    def listed(self) -> int:
        """How many pages it only names."""
        return sum(piece.listed for piece in self.pieces)


def fitting(pieces: Sequence[Piece], room: Room, *, stop: bool = False) -> list[int]:
    """The places of the pieces that fit, each whole, the earlier first. A later one may fit where an earlier did not
    (M18), unless the first that does not fit is to ``stop`` it (L14)."""
    places: list[int] = []
    for place, piece in enumerate(pieces):
        if room.takes(piece.size):
            places.append(place)
            room = room.without(piece.size)
        elif stop:
            break
    return places


def total(pieces: Sequence[Piece]) -> Room:
    """The room that all of them take."""
    sizes = [piece.size for piece in pieces]
    return Room(sum(size.units for size in sizes), sum(size.octets for size in sizes))


def joined(pieces: Sequence[Piece], *, last: Sequence[str] = ()) -> str:
    """The pieces as one text that begins by saying what records are, and ends with lines of ours; empty for none."""
    if not pieces:
        return "\n".join(filter(None, last))
    marks = iter(framed([piece.record for piece in pieces if piece.record]))
    lines = [PREFACE]
    for piece in pieces:
        lines += [piece.before, next(marks) if piece.record else "", piece.after]
    return "\n".join(filter(None, [*lines, *last]))
