"""Ranking: the one place where scores are made, and all their constants. Pure; it never asks an index for more.

Engines only propose (rule 10). A score is BM25F over the fields of a block, with statistics pooled over all mounts of
the library, so that one library split over several indexes ranks as it would in one. Scores of one answer can be
compared with each other, never with those of another query.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from vademecum.index.proposal import FIELDS, Candidate, Lengths, Totals
from vademecum.index.record import ONCE, Found, reader
from vademecum.text import Kind, Term

if TYPE_CHECKING:
    from vademecum.recall.trace import Trace

FieldWeights: TypeAlias = tuple[float, float, float, float, float]


class Weights(NamedTuple):
    """Every constant of the ranking; what each is worth stands in docs/reference/benchmarks.md.

    ``k1`` says how soon repeating a term stops to count, ``b`` how much a long block is held back: a small ``b`` suits
    chats, whose turns are all short, a large one lets a short note win over long pages.
    """

    k1: float = 1.2
    b: float = 0.5
    # No public set of questions has titles, headings and tags, so these follow custom: what a person wrote to name
    # a page weighs more than what stands in it.
    fields: FieldWeights = (3.0, 2.0, 2.0, 1.5, 1.0)
    # An exact form only breaks ties between forms of one word: its stem has already been counted.
    whole: float = 1.0
    word: float = 1.0
    bigram: float = 1.0
    part: float = 1.0
    exact: float = 0.3
    unigram: float = 1.0
    # Long questions say twice what they are about; the first repetition of a term adds a third to its weight.
    repeat: float = 0.5
    # One sign of a longer run is a piece of a word: 手机 answers no question about 飞机. Two of them may be the word
    # said otherwise, as 车子修好了 answers 修车.
    least_signs: int = 2
    # A pasted page makes a query of thousands of terms; the rarest of them decide, and measured best at this number.
    most_terms: int = 48
    # What is worth telling unasked: set on bench/prompts.jsonl, so that hardly one prompt in thirty that deserves
    # nothing gets any text; ``floor.py`` says what the number means.
    floor: float = 0.16

    def of_term(self, term: Term) -> float:
        """How much a term of the query weighs before its rarity."""
        kinds: dict[Kind, float] = {
            "whole": self.whole,
            "word": self.word,
            "bigram": self.bigram,
            "part": self.part,
            "exact": self.exact,
            "unigram": self.unigram,
        }
        return kinds[term.kind] * (1 + self.repeat * math.log(term.times))


WEIGHTS = Weights()


class _Asked(NamedTuple):
    """What stays the same for all candidates of a query."""

    terms: tuple[Term, ...]
    idfs: tuple[float, ...]
    gains: tuple[float, ...]
    totals: Totals
    weights: Weights
    average: float
    signs: frozenset[int]
    read: Callable[[bytes], Found]


class Scored(NamedTuple):
    """A candidate with its score."""

    mount: str
    candidate: Candidate
    score: float
    asked: _Asked

    @property
    def _found(self) -> Found:
        return self.asked.read(self.candidate.record)

    @property
    def found(self) -> list[tuple[Term, float]]:
        """Each term that was found, with its rarity."""
        return [(self.asked.terms[at], self.asked.idfs[at]) for at, _ in self._found]

    @property
    def trace(self) -> Trace:
        """The score taken apart; made when asked for, since most candidates are never shown."""
        # A hook scores and shows no trace, so it need not wait for what only explains.
        from vademecum.recall.trace import TermPart, Trace  # noqa: PLC0415

        parts = [
            TermPart(
                term=self.asked.terms[at],
                value=value,
                frequency=self.asked.totals.frequency[self.asked.terms[at].text],
                idf=self.asked.idfs[at],
                weighted=_weigh(counts, self.asked.weights.fields),
                fields=tuple(name for name, count in zip(FIELDS, counts, strict=True) if count),
            )
            for (at, counts), value in zip(self._found, _values(self.candidate, self._found, self.asked), strict=True)
        ]
        return Trace(tuple(sorted(parts, key=lambda part: (-part.value, part.term.text))))


def pool(totals: Iterable[Totals]) -> Totals:
    """The statistics of several indexes as if they were one."""
    blocks, lengths, frequency = 0, [0] * len(FIELDS), dict[str, int]()
    for one in totals:
        blocks += one.blocks
        lengths = [a + b for a, b in zip(lengths, one.lengths, strict=True)]
        for term, count in one.frequency.items():
            frequency[term] = frequency.get(term, 0) + count
    return Totals(blocks, Lengths(*lengths), frequency)


def choose(terms: Iterable[Term], totals: Totals, weights: Weights = WEIGHTS) -> tuple[Term, ...]:
    """The terms that score: those that any block holds, rarest first, the rarest ``weights.most_terms`` of them.

    Exact forms are bounded apart: beside a stem they are always rarer, and would push whole words out.
    """
    known = sorted(
        (term for term in terms if totals.frequency.get(term.text)),
        key=lambda term: (totals.frequency[term.text], term.text),
    )
    words = islice((term for term in known if term.kind != "exact"), weights.most_terms)
    forms = islice((term for term in known if term.kind == "exact"), weights.most_terms)
    chosen = {*words, *forms}
    return tuple(term for term in known if term in chosen)


def drivers(terms: Iterable[Term]) -> list[str]:
    """The terms an index is asked to propose by, in the same order; an exact form finds nothing its stem does not."""
    return [term.text for term in terms if term.kind != "exact"]


def rank(
    candidates: Mapping[str, Iterable[Candidate]], terms: Sequence[Term], totals: Totals, weights: Weights = WEIGHTS
) -> list[Scored]:
    """The hits among the candidates of all mounts in order of score; equal scores in order of address.

    ``totals`` must hold the pooled statistics of all ``terms``; terms that no block holds count for nothing. A block
    that holds no whole word, nor ``least_signs`` single signs of one, is no hit.
    """
    asked = _ask(terms, totals, weights)
    scored = []
    for mount, proposed in candidates.items():
        for one in proposed:
            found = asked.read(one.record)
            if len(found) >= weights.least_signs or any(at not in asked.signs for at, _ in found):
                scored.append(Scored(mount, one, math.fsum(_values(one, found, asked)), asked))
    return sorted(scored, key=_place)


def distinct(scored: Iterable[Scored]) -> list[Scored]:
    """The first hit of each text: the same block of the same bytes in two mounts is shown once."""
    first: dict[tuple[str, int, int], Scored] = {}
    for hit in scored:
        block = hit.candidate
        first.setdefault((block.digest, block.start, block.end), hit)
    return list(first.values())


def _place(hit: Scored) -> tuple[float, str, str, tuple[str, ...], int]:
    block = hit.candidate
    return -hit.score, hit.mount, block.name, block.crumb, block.nth


def _ask(terms: Sequence[Term], totals: Totals, weights: Weights) -> _Asked:
    known = tuple(term for term in terms if totals.frequency.get(term.text))
    idfs = tuple(rarity(totals.blocks, totals.frequency[term.text]) for term in known)
    return _Asked(
        terms=known,
        idfs=idfs,
        gains=tuple(idf * weights.of_term(term) * (weights.k1 + 1) for idf, term in zip(idfs, known, strict=True)),
        totals=totals,
        weights=weights,
        average=_weigh(totals.lengths, weights.fields) / max(totals.blocks, 1) or 1.0,
        signs=frozenset(at for at, term in enumerate(known) if term.kind == "unigram"),
        read=reader(tuple(term.text for term in known)),
    )


def rarity(blocks: int, frequency: int) -> float:
    """Robertson's and Sparck Jones's weight, with one added inside so that a common term never counts against."""
    return math.log(1 + (blocks - frequency + 0.5) / (frequency + 0.5))


def _weigh(counts: Sequence[int], fields: FieldWeights) -> float:
    # Written out: this line runs for each term of each candidate, and a sum over zip takes four times as long.
    title, headings, tags, summary, body = counts
    return fields[0] * title + fields[1] * headings + fields[2] * tags + fields[3] * summary + fields[4] * body


def _values(candidate: Candidate, found: Found, asked: _Asked) -> list[float]:
    """What each term that was found in the candidate adds to its score, in the order of ``found``."""
    weights, gains = asked.weights, asked.gains
    fields = weights.fields
    length = _weigh(candidate.lengths, fields)
    norm = weights.k1 * (1 - weights.b + weights.b * length / asked.average)
    once = fields[4] / (fields[4] + norm)
    return [
        gains[at] * (once if counts is ONCE else (weighted := _weigh(counts, fields)) / (weighted + norm))
        for at, counts in found
    ]
