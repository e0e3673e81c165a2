"""A block's texts as an index keeps them: terms and lengths by field. Pure; which texts those are is the caller's."""

from __future__ import annotations

from vademecum.index.marks import ALONE, marks_of
from vademecum.index.opening import LEAST_WORDS, opening_of
from vademecum.index.proposal import Fields, Lengths
from vademecum.text import index_terms


def fields_of(texts: Fields) -> tuple[Fields, Lengths]:
    """The terms and lengths of a block, or of some fields of it, from its texts by field.

    ``title`` holds its page's title and aliases, ``tags`` and ``summary`` its page's, ``headings`` its own heading
    path, ``body`` its own text without what a person hid in it. The body's marks stand beside its terms and have no
    length.
    """
    joined = ["\n".join(parts) for parts in texts]
    found = [index_terms(text) if text else ((), 0) for text in joined]
    terms = Fields(*(terms for terms, _ in found))
    marks = marks_of(joined[-1])
    return terms._replace(body=(*terms.body, *marks)) if marks else terms, Lengths(*(words for _, words in found))


def alone(terms: Fields, lengths: Lengths, text: str) -> tuple[Fields, Lengths]:
    """The terms and lengths of a block of this text that is all its page says, with the mark of one.

    Where neither a heading nor a summary says what a long one is about, its opening stands for the summary.
    """
    terms = terms._replace(body=(*terms.body, ALONE))
    if lengths.body < LEAST_WORDS or terms.headings or terms.summary:
        return terms, lengths
    found, words = index_terms(opening_of(text))
    return terms._replace(summary=found), lengths._replace(summary=words)
