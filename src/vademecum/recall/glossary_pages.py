"""What the library's glossaries add to a question that is asked. It reads them, and never writes."""

from __future__ import annotations

from typing import NamedTuple

from vademecum.library import Library
from vademecum.library.glossaries import glossaries
from vademecum.text import Term
from vademecum.text.glossary import MOST_ADDED, expand


class Widened(NamedTuple):
    """A question's own terms with those that glossaries add, the glossaries that added any, and notices of lines that
    can't be used."""

    terms: tuple[Term, ...]
    pages: frozenset[tuple[str, str]]
    notices: tuple[str, ...]


def widened(library: Library, text: str, terms: tuple[Term, ...]) -> Widened:
    """The terms of a question and what the library's glossaries add to them, in order of mounts."""
    added: dict[str, Term] = {}
    used = set[tuple[str, str]]()
    notices = []
    for page, glossary in glossaries(library):
        found = expand(text, glossary)
        if found:
            used.add((page.address.mount, page.address.name))
        for term in found:
            added.setdefault(term.text, term)
        if glossary.mistakes:
            line, message = glossary.mistakes[0]
            more = f", and {len(glossary.mistakes) - 1:,} more" if len(glossary.mistakes) > 1 else ""
            notices.append(f"line {line} of {page.address} counts for nothing: {message}{more}")
    return Widened((*terms, *list(added.values())[:MOST_ADDED]), frozenset(used), tuple(notices))
