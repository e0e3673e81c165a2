"""A block's texts as an index keeps them: terms and lengths by field. Pure; which texts those are is the caller's."""

from __future__ import annotations

from vademecum.index.proposal import Fields, Lengths
from vademecum.text import index_terms


def fields_of(texts: Fields) -> tuple[Fields, Lengths]:
    """The terms and lengths of one block, from its texts by field.

    ``title`` holds its page's title and aliases, ``tags`` and ``summary`` its page's, ``headings`` its own heading
    path, ``body`` its own text without what a person hid in it.
    """
    found = [index_terms("\n".join(parts)) for parts in texts]
    return Fields(*(terms for terms, _ in found)), Lengths(*(words for _, words in found))
