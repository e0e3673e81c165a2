"""Why a block ranks where it does: a score taken apart, for people to read and tests to hold. Pure."""

from __future__ import annotations

import math
from dataclasses import dataclass

from vademecum.text import Term


@dataclass(frozen=True, slots=True)
class TermPart:
    """One term's part in a score: ``frequency`` counts blocks, ``weighted`` its occurrences weighted by field."""

    term: Term
    value: float
    frequency: int
    idf: float
    weighted: float
    fields: tuple[str, ...]

    @property
    def name(self) -> str:
        """The term and its role in the query; for one that a glossary added, what the query says instead."""
        added = f" (from {self.term.source}, glossary)" if self.term.source else ""
        return f"{self.term.kind} {self.term.text}{added}"

    @property
    def detail(self) -> str:
        """The numbers behind the value, for people."""
        places = ", ".join(self.fields)
        return f"in {places}; {self.weighted:g} weighted, in {self.frequency} blocks, idf {self.idf:.3f}"


# What each kind of evidence says, for people.
_MEANINGS = {
    "meaning": "its meaning is near to the question's, as vectors tell",
    "asks": "it ends in a question, which seldom answers one",
    "page": "other blocks of its page fit as well",
    "voice": "written or said by somebody the question names",
    "again": "what its page says of itself has counted for a better block",
    "day": "of a day that the question asks for, or near one",
}


@dataclass(frozen=True, slots=True)
class EvidencePart:
    """What one kind of evidence adds to a score, or takes off."""

    name: str
    value: float

    @property
    def detail(self) -> str:
        """What it means, for people."""
        return _MEANINGS[self.name]


@dataclass(frozen=True, slots=True)
class Trace:
    """Why a block ranks where it does: its words, dearest first, then the evidence; the parts add up to the score
    exactly."""

    words: tuple[TermPart, ...]
    evidence: tuple[EvidencePart, ...] = ()

    @property
    def parts(self) -> tuple[TermPart | EvidencePart, ...]:
        """All parts."""
        return (*self.words, *self.evidence)

    @property
    def score(self) -> float:
        """The sum of all parts, rounded once."""
        return math.fsum(part.value for part in self.parts)
