"""Which terms of a question count, and what an index is asked for them. Pure; it scores nothing.

A hook waits for this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from vademecum.index.marks import voice
from vademecum.index.proposal import FIELDS, Lengths, Totals
from vademecum.recall.weights import WEIGHTS, Weights
from vademecum.text import Kind, Term

# Roles in which a term can be a person's name, or a piece of one.
_NAMING: frozenset[Kind] = frozenset({"whole", "word", "part", "bigram"})


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


def wanted(terms: Sequence[Term]) -> list[str]:
    """What an index is asked statistics for: the terms, and the marks of the people that they may name."""
    return [*(term.text for term in terms), *named(terms)]


def named(terms: Iterable[Term]) -> list[str]:
    """The marks of the people that terms may name."""
    return [voice(term.text) for term in terms if term.kind in _NAMING]
