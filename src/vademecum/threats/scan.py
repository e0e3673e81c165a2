"""The scan itself: a text's passages, each in all its readings, and how much each reads like an order. Pure, and linear
in the text.

What shows by itself, be it said in whatever words, has rules of its own: marks that open another voice, words that
nobody sees, a command that sends secrets away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from vademecum.threats.commands import sends_secrets
from vademecum.threats.encoded import decoded, may_be_encoded
from vademecum.threats.likeness import ALONE, HINTED, ORDER, OUTRIGHT, Likeness, likeness, telling
from vademecum.threats.markup import marks
from vademecum.threats.naming import asked_for
from vademecum.threats.passages import blocks, passages
from vademecum.threats.run_together import apart
from vademecum.threats.views import may_hide_words, may_read_otherwise, plain, readings, turned_back, unseen_words
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
    """One threat: the rule's id, the line it begins in, the offsets of the lines that hold it, and what it asks for."""

    rule: str
    line: int
    start: int
    end: int
    why: str


class Passage(NamedTuple):
    """A passage as it can be read: from which line on, in how many, in plain form, otherwise, and once decoded; and the
    marks in it, each with its rule and offset."""

    line: int
    lines: int
    said: str
    otherwise: tuple[str, ...]
    decoded: tuple[str, ...]
    marks: tuple[tuple[str, int], ...]

    @property
    def wordings(self) -> Iterator[tuple[str, float]]:
        """Each of its wordings with the likeness from which on it is an order."""
        yield from ((text, ORDER) for text in (self.said, *self.otherwise))
        yield from ((text, _ENCODED) for text in self.decoded)


class _Found(NamedTuple):
    line: int
    lines: int
    rule: str
    why: str


def scan(text: str) -> tuple[Threat, ...]:
    """All threats in a text, one of a rule for each place, in order."""
    found = dict.fromkeys(_found_in(text))
    if not found:
        return ()
    starts = [0, *(at + 1 for at, char in enumerate(text) if char == "\n"), len(text) + 1]
    firsts = {(each.line, each.rule): each for each in reversed(list(found))}
    return tuple(
        Threat(rule, line + 1, starts[line], starts[min(line + each.lines, len(starts) - 1)] - 1, each.why)
        for (line, rule), each in sorted(firsts.items())
    )


def is_threat(text: str) -> bool:
    """Whether a text holds any threat."""
    return next(_found_in(text), None) is not None


def _found_in(text: str) -> Iterator[_Found]:
    """Threats as they are met; whoever needs only the first one stops there."""
    if may_hide_words(text):
        for at, words in unseen_words(text):
            if words.strip():
                yield _Found(text.count("\n", 0, at), 1, "hidden-text", _WHY["hidden-text"])
    for passage in read_passages(text):
        yield from _judged(passage)


def read_passages(text: str) -> Iterator[Passage]:
    """The passages of a text in all their readings."""
    seen = turned_back(text)
    flat = plain(seen)
    reads_otherwise, is_encoded = may_read_otherwise(flat), may_be_encoded(seen)
    raw = seen.split("\n") if is_encoded else []
    marked = list(marks(flat))
    line = at = 0
    for start, end in passages(flat):
        line += flat.count("\n", at, start)
        at = start
        said = flat[start:end]
        lines = said.count("\n") + 1
        hidden = _parts_of_decoded("\n".join(raw[line : line + lines])) if is_encoded else ()
        yield Passage(
            line,
            lines,
            said,
            tuple(readings(said)) if reads_otherwise else (),
            tuple(hidden),
            tuple((rule, place - start) for rule, place in marked if start <= place < end),
        )


def _parts_of_decoded(text: str) -> Iterator[str]:
    for found in map(plain, decoded(text)):
        yield from (found[start:end] for start, end in passages(found))


def _judged(passage: Passage) -> Iterator[_Found]:
    """What a passage is held for, in the first of its wordings that is an order."""
    for text, least in passage.wordings:
        is_said = text is passage.said
        like = likeness(text)
        if sends_secrets(text):
            yield _found("exfil-curl-wget", _WHY["exfil-curl-wget"], passage)
        if like.whole >= HINTED:
            for rule, at in passage.marks if is_said else marks(text):
                yield _found(rule, _WHY[rule], passage, at if is_said else None)
        if _is_order(text, like, least):
            at, block = _most_telling(text)
            yield _found(*asked_for(block, telling(block)), passage, at if is_said else None, block)
            return
        if (words := apart(text)) != text and _is_order(words, likeness(words), least):
            yield _found(*asked_for(words, telling(words)), passage)
            return


def _is_order(text: str, like: Likeness, least: float) -> bool:
    if like.whole >= least or like.part >= max(ALONE, least):
        return True
    known = known_wording(text) if like.whole >= OUTRIGHT else None
    return known is not None and (known.is_outright or max(like.whole, like.part) >= HINTED)


def _found(rule: str, why: str, passage: Passage, at: int | None = None, block: str = "") -> _Found:
    """A threat in a paragraph at an offset of a passage as it is said, or anywhere in the passage."""
    if at is None:
        return _Found(passage.line, passage.lines, rule, why)
    return _Found(passage.line + passage.said.count("\n", 0, at), block.count("\n") + 1, rule, why)


def _most_telling(text: str) -> tuple[int, str]:
    """The paragraph of a passage that has a known wording, or that reads most like an order, and where it begins."""
    parts = [(start, text[start:end]) for start, end in blocks(text)]
    return max(parts, key=lambda part: (bool(known_wording(part[1])), likeness(part[1]).whole), default=(0, text))
