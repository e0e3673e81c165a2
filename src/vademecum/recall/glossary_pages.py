"""Where glossaries are read: the page named ``glossary`` of each mount that a person trusts. It never writes.

A clone's glossary would choose what is found in the person's own pages, so one that nobody trusts, or that a pull has
changed and nobody has looked at since, counts for nothing; nor does one that is hidden from recall.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from vademecum.errors import LookupFailedError, StorageError
from vademecum.library import Library
from vademecum.library.provenance import standing_of
from vademecum.page import Page
from vademecum.recall.glossary import MOST_ADDED, Glossary, expand, parse_glossary
from vademecum.text import Term

NAME = "glossary"


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


def glossaries(library: Library) -> Iterator[tuple[Page, Glossary]]:
    """The glossaries that may speak, with their pages."""
    for mount in library.mounts:
        if not mount.trusted:
            continue
        try:
            page = library.store(mount.name).read(NAME)
        except (LookupFailedError, StorageError):
            continue
        if not standing_of(page, mount) and library.rows(mount.name).why_hidden(page) is None:
            yield page, _parsed(page.text, page.body_start)


@lru_cache(maxsize=16)
def _parsed(text: str, body_start: int) -> Glossary:
    # The header's lines stay as blank ones, so that a mistake is told by its line in the file.
    return parse_glossary("\n" * text.count("\n", 0, body_start) + text[body_start:])
