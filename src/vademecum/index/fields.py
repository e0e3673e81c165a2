"""A block's texts as an index keeps them: terms and lengths by field. Pure; which texts those are is the caller's."""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.index.marks import ALONE, marks_of, voices_of
from vademecum.index.opening import LEAST_WORDS, opening_of
from vademecum.index.proposal import Fields, Lengths
from vademecum.text import index_terms

_NOTHING: tuple[Sequence[str], int] = ((), 0)


class PageFields:
    """The fields of a page's blocks. What several of them have in common, a heading above them too, is cut into terms
    once.

    ``title`` are a page's title and aliases, ``author`` is who wrote all of it, where that is known.
    """

    def __init__(self, *, title: Sequence[str], tags: Sequence[str], summary: str, author: str | None) -> None:
        (self._title, titles), (tagged, tag_words), (self._summary, summaries) = map(_terms, (title, tags, (summary,)))
        self._tags = [*tagged, *voices_of(author)] if author else tagged
        self._lengths = Lengths(title=titles, tags=tag_words, summary=summaries)
        self._headings: dict[tuple[str, ...], tuple[Sequence[str], int]] = {(): _NOTHING}

    def of(self, crumb: tuple[str, ...], text: str) -> tuple[Fields, Lengths]:
        """The terms and lengths of a block from its heading path, and from its own text without what a person hid in
        it. The text's marks stand beside its terms and have no length."""
        headings, above = self._of_headings(crumb)
        body, words = index_terms(text) if text else ([], 0)
        body += marks_of(text)
        lengths = Lengths(self._lengths.title, above, self._lengths.tags, self._lengths.summary, words)
        return Fields(self._title, headings, self._tags, self._summary, body), lengths

    def _of_headings(self, crumb: tuple[str, ...]) -> tuple[Sequence[str], int]:
        known = self._headings.get(crumb)
        if known is None:
            (above, words), (own, more) = self._of_headings(crumb[:-1]), index_terms(crumb[-1])
            known = self._headings[crumb] = [*above, *own], words + more
        return known


def fields_of(texts: Fields) -> tuple[Fields, Lengths]:
    """The terms and lengths of a block, or of some fields of it, from its texts by field.

    ``title`` holds its page's title and aliases, ``tags`` and ``summary`` its page's, ``headings`` its own heading
    path, ``body`` its own text.
    """
    found = [_terms(parts) for parts in texts]
    terms = Fields(*(terms for terms, _ in found))
    marks = marks_of("\n".join(texts.body))
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


def _terms(texts: Sequence[str]) -> tuple[Sequence[str], int]:
    text = "\n".join(texts)
    return index_terms(text) if text else _NOTHING
