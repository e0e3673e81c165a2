"""Words said otherwise: what a glossary added counts in place of what the question says, never on top of it. Pure.

A block that holds the question's own word gains nothing by holding its translation too, unless that weighs more. So
pages in the language of the question stay where they are, and those in another one are found as well.
"""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.lean import NamedTuple
from vademecum.text import Term, query_terms


class Instead(NamedTuple):
    """The places, among a question's terms, of those that say one thing and of those added for it."""

    said: frozenset[int]
    added: frozenset[int]


def instead_of(terms: Sequence[Term]) -> tuple[Instead, ...]:
    """What stands for what among these terms, one for each source."""
    own = {term.text: at for at, term in enumerate(terms) if not term.source}
    added: dict[str, set[int]] = {}
    for at, term in enumerate(terms):
        if term.source:
            added.setdefault(term.source, set()).add(at)
    return tuple(
        Instead(frozenset(own[term.text] for term in query_terms(source) if term.text in own), frozenset(places))
        for source, places in added.items()
    )


def once(values: Sequence[float], places: Sequence[int], pairs: Sequence[Instead]) -> list[float]:
    """The values of terms at these places, those added cut to what they give beyond what was said."""
    cut = dict(zip(places, values, strict=True))
    for pair in pairs:
        given = sum(cut[at] for at in places if at in pair.added)
        said = sum(cut[at] for at in places if at in pair.said)
        for at in places:
            if at in pair.added and given:
                cut[at] *= max(0.0, given - said) / given
    return [cut[at] for at in places]
