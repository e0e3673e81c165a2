"""Where glossaries are read: the page named ``glossary`` of each mount that a person trusts. It never writes.

A clone's glossary would choose what is found in the person's own pages, so one that nobody trusts, or that a pull has
changed and nobody has looked at since, counts for nothing; nor does one that is hidden from recall.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from vademecum.errors import LookupFailedError, StorageError
from vademecum.library.library import Library
from vademecum.library.mounts import Mount
from vademecum.library.plan_cache import GLOSSARY
from vademecum.library.provenance import standing_of
from vademecum.page import Page
from vademecum.text.glossary import Glossary, parse_glossary


def glossaries(library: Library) -> Iterator[tuple[Page, Glossary]]:
    """The glossaries that may speak, with their pages, in order of mounts."""
    for mount in library.mounts:
        page = glossary_page(library, mount)
        if page is not None and not standing_of(page, mount):
            yield page, _parsed(page.text, page.body_start)


def glossary_page(library: Library, mount: Mount) -> Page | None:
    """The page of a trusted mount that may be its glossary, if nothing but a pull keeps it from speaking."""
    if not mount.trusted:
        return None
    try:
        page = library.store(mount.name).read(GLOSSARY)
    except (LookupFailedError, StorageError):
        return None
    return page if library.rows(mount.name).why_hidden(page) is None else None


@lru_cache(maxsize=16)
def _parsed(text: str, body_start: int) -> Glossary:
    # The header's lines stay as blank ones, so that a mistake is told by its line in the file.
    return parse_glossary("\n" * text.count("\n", 0, body_start) + text[body_start:])
