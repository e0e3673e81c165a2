"""The scan itself: a text's passages, each in all its readings, and how much each reads like an order. Pure, and linear
in the text.

What shows by itself, be it said in whatever words, has rules of its own: marks that open another voice, words that
nobody sees, a command that sends secrets away.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator
from typing import NamedTuple

from vademecum.threats.commands import sends_secrets
from vademecum.threats.encoded import decoded
from vademecum.threats.likeness import ALONE, HINTED, ORDER, OUTRIGHT, Likeness, likeness, telling
from vademecum.threats.markup import marks
from vademecum.threats.naming import asked_for
from vademecum.threats.passages import blocks, passages
from vademecum.threats.run_together import apart
from vademecum.threats.unseen import may_hide_words, unseen_words
from vademecum.threats.views import in_lines, may_read_otherwise, plain, readings, turned_back
from vademecum.threats.wordings import known_wording

_WHY = {
    "marker-inject": "it holds a mark that ends a record or opens another voice",
    "html-injection": "it holds HTML that runs or hides",
    "hidden-text": "it holds words in characters that nobody sees",
    "exfil-curl-wget": "it holds a command that sends secrets away",
}
# Nobody writes an honest note in a writing that has to be decoded.
_ENCODED = ORDER - 1.5


class Threat(NamedTuple):
    """One threat: the rule's id, the line it begins in, and what it asks for."""

    rule: str
    line: int
    why: str


class Passage(NamedTuple):
    """A passage as it can be read: from which line on, in plain form and otherwise, and the marks in it, each with its
    rule and offset. What was decoded is one of its own, of which all stands in one line."""

    line: int
    said: str
    otherwise: tuple[str, ...]
    marks: tuple[tuple[str, int], ...]
    is_decoded: bool

    @property
    def wordings(self) -> Iterator[tuple[str, float]]:
        """Each of its wordings with the likeness from which on it is an order."""
        yield from ((text, _ENCODED if self.is_decoded else ORDER) for text in (self.said, *self.otherwise))

    def line_of(self, at: int) -> int:
        """The line of an offset in what it says."""
        return self.line if self.is_decoded else self.line + self.said.count("\n", 0, at)


def scan(text: str) -> tuple[Threat, ...]:
    """All threats in a text, one of a rule for each line, in order."""
    firsts = {(each.line, each.rule): each for each in reversed(list(_found_in(text)))}
    return tuple(each for _, each in sorted(firsts.items()))


def is_threat(text: str) -> bool:
    """Whether a text holds any threat."""
    return next(_found_in(text), None) is not None


def _found_in(text: str) -> Iterator[Threat]:
    """Threats as they are met; whoever needs only the first one stops there."""
    text = in_lines(text)
    if may_hide_words(text):
        for at, words in unseen_words(text):
            if words.strip():
                yield Threat("hidden-text", text.count("\n", 0, at) + 1, _WHY["hidden-text"])
    for passage in read_passages(text):
        yield from _judged(passage)


def read_passages(text: str) -> Iterator[Passage]:
    """The passages of a text in all their readings, and those of what is decoded in it, which is done once for all."""
    for seen in dict.fromkeys((text, turned_back(text))):
        yield from _passages_of(plain(seen))
        yield from _decoded_in(seen)


def _passages_of(flat: str) -> Iterator[Passage]:
    reads_otherwise, marked = may_read_otherwise(flat), list(marks(flat))
    line, at = 1, 0
    for start, end in passages(flat):
        line += flat.count("\n", at, start)
        at = start
        said = flat[start:end]
        otherwise = tuple(readings(said)) if reads_otherwise else ()
        within = tuple((rule, place - start) for rule, place in marked if start <= place < end)
        yield Passage(line, said, otherwise, within, is_decoded=False)


def _decoded_in(text: str) -> Iterator[Passage]:
    ends: list[int] = []
    for at, found in decoded(text):
        ends = ends or [each for each, char in enumerate(text) if char == "\n"]
        flat = plain(found)
        for start, end in passages(flat):
            said = flat[start:end]
            yield Passage(bisect(ends, at) + 1, said, (), tuple(marks(said)), is_decoded=True)


def _judged(passage: Passage) -> Iterator[Threat]:
    """What a passage is held for, in the first of its wordings that is an order."""
    for text, least in passage.wordings:
        is_said = text is passage.said
        like = likeness(text)
        if sends_secrets(text):
            yield _found("exfil-curl-wget", _WHY["exfil-curl-wget"], passage)
        if like.whole >= HINTED:
            for rule, at in passage.marks if is_said else marks(text):
                yield _found(rule, _WHY[rule], passage, at if is_said else 0)
        if _is_order(text, like, least):
            at, block = _most_telling(text)
            yield _found(*asked_for(block, telling(block)), passage, at if is_said else 0)
            return
        if (words := apart(text)) != text and _is_order(words, likeness(words), least):
            yield _found(*asked_for(words, telling(words)), passage)
            return


def _is_order(text: str, like: Likeness, least: float) -> bool:
    if like.whole >= least or like.part >= max(ALONE, least):
        return True
    known = known_wording(text) if like.whole >= OUTRIGHT else None
    return known is not None and (known.is_outright or max(like.whole, like.part) >= HINTED)


def _found(rule: str, why: str, passage: Passage, at: int = 0) -> Threat:
    """A threat at an offset of a passage as it is said, or anywhere in it."""
    return Threat(rule, passage.line_of(at), why)


def _most_telling(text: str) -> tuple[int, str]:
    """The paragraph of a passage that has a known wording, or that reads most like an order, and where it begins."""
    parts = [(start, text[start:end]) for start, end in blocks(text)]
    return max(parts, key=lambda part: (bool(known_wording(part[1])), likeness(part[1]).whole), default=(0, text))
