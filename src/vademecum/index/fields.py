"""A block's texts as an index keeps them: terms and lengths by field. Pure; which texts those are is the caller's."""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.index.marks import ALONE, marks_of, voices_of
from vademecum.index.opening import LEAST_WORDS, opening_of
from vademecum.index.proposal import Fields, Lengths
from vademecum.lean import NamedTuple
from vademecum.text import index_terms, index_terms_of

_IN_COMMON = len(("title", "tags", "summary"))


class PageTexts(NamedTuple):
    """What the blocks of a page have in common: ``title`` are its title and aliases, ``author`` is who wrote all of it,
    where that is known."""

    title: Sequence[str]
    tags: Sequence[str]
    summary: str
    author: str | None


def fields_of_blocks(page: PageTexts, blocks: Sequence[tuple[tuple[str, ...], str]]) -> list[tuple[Fields, Lengths]]:
    """The terms and lengths of each block of a page from its heading path, and from its own text without what a person
    hid in it. A text's marks stand beside its terms and have no length.

    All texts are cut at once, and those that several blocks have in common once.
    """
    above = list(dict.fromkeys(heading for crumb, _ in blocks for heading in crumb))
    bodies = [text for _, text in blocks]
    cut = index_terms_of(["\n".join(page.title), "\n".join(page.tags), page.summary, *above, *bodies])
    (title, titles), (tags, tag_words), (summary, summaries) = cut[:_IN_COMMON]
    if page.author:
        tags += voices_of(page.author)
    headings = dict(zip(above, cut[_IN_COMMON:], strict=False))
    found = []
    for (crumb, text), (body, words) in zip(blocks, cut[_IN_COMMON + len(above) :], strict=True):
        body.extend(marks_of(text))
        path = [headings[heading] for heading in crumb]
        own = path[0][0] if len(path) == 1 else [term for terms, _ in path for term in terms]
        lengths = Lengths(titles, sum(length for _, length in path), tag_words, summaries, words)
        found.append((Fields(title, own, tags, summary, body), lengths))
    return found


def fields_of(texts: Fields) -> tuple[Fields, Lengths]:
    """The terms and lengths of the one block of a page that nobody is known to have written, from its texts by field.

    ``title`` holds its page's title and aliases, ``tags`` and ``summary`` its page's, ``headings`` its own heading
    path, ``body`` its own text. For who has texts and no pages, as measuring does.
    """
    page = PageTexts(texts.title, texts.tags, "\n".join(texts.summary), None)
    [made] = fields_of_blocks(page, [(tuple(texts.headings), "\n".join(texts.body))])
    return made


def alone(terms: Fields, lengths: Lengths, text: str) -> tuple[Fields, Lengths]:
    """The terms and lengths of a block of this text that is all its page says, with the mark of one.

    Where neither a heading nor a summary says what a long one is about, its opening stands for the summary.
    """
    terms = terms._replace(body=(*terms.body, ALONE))
    if lengths.body < LEAST_WORDS or terms.headings or terms.summary:
        return terms, lengths
    found, words = index_terms(opening_of(text))
    return terms._replace(summary=found), lengths._replace(summary=words)
