"""What the library's glossaries add to a question that is asked. It reads them, and never writes."""

from __future__ import annotations

from hashlib import sha256
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


def marks_of_added(library: Library, text: str) -> dict[str, str]:
    """A mark of what each glossary adds to a question, by mount; those that add nothing have none."""
    found = {page.address.mount: expand(text, glossary) for page, glossary in glossaries(library)}
    return {mount: sha256(repr(terms).encode()).hexdigest()[:16] for mount, terms in found.items() if terms}
