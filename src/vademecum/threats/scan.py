"""The scan itself: a text's blocks, each in all its readings, sentence by sentence. Pure, and linear in the text.

A sentence is judged by what it asks of whoever reads it, not by a list of phrases. Whole pages are looked over first
for a word that any rule needs and for signs of hiding, since most of what people write has neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from vademecum.threats.encoded import decoded, may_be_encoded
from vademecum.threats.markup import marks, without_code
from vademecum.threats.meaning import may_be_spelled, may_be_spelled_otherwise, may_mean, meanings, spelled_otherwise
from vademecum.threats.needs import may_be_exfiltration, may_stand
from vademecum.threats.possible import bits, may_break, possible_meanings
from vademecum.threats.quotations import without_quotations
from vademecum.threats.rules import IN_CHINESE, KEYS, broken
from vademecum.threats.signs import excuses, has_sign, is_exfiltration, signs
from vademecum.threats.views import (
    joined,
    may_hide_words,
    may_read_otherwise,
    plain,
    readings,
    turned_back,
    unseen_words,
    without_ends,
)

_WHY = {
    "marker-inject": "it holds a mark that ends a record or opens another voice",
    "html-injection": "it holds HTML that runs or hides",
    "hidden-text": "it holds words in characters that nobody sees",
    "exfil-curl-wget": "it holds a command that sends secrets away",
}
_BLOCK = re.compile(r"\n[ \t]*\n|\n(?=[ \t>]*(?:[-*+] |\d{1,9}[.)] |#{1,6} |\||>|`{3}|~{3}|<!--))")
_SENTENCE = re.compile(r"(?<=[.!?])\s|[。！？\n]")
# What is longer is a listing rather than a sentence: it is judged in pieces, each of which begins within the last.
_PIECE, _STEP = 600, 300
_SHORT_PAGE = 2000
# Nobody writes an honest note in a writing that has to be decoded: an order is meant for whoever decodes it.
_ENCODED = frozenset({"must"})
_NOTHING: frozenset[str] = frozenset()


class Threat(NamedTuple):
    """One threat: the rule's id, the line it begins in, the offsets of the lines that hold it, and what it asks for."""

    rule: str
    line: int
    start: int
    end: int
    why: str


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
    starts = [0, *(at.end() for at in re.finditer("\n", text)), len(text) + 1]
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
    hides = may_hide_words(text)
    seen = turned_back(text) if hides else text
    flat = plain(seen)
    for rule, at in marks(flat):
        yield _Found(flat.count("\n", 0, at), 1, rule, _WHY[rule])
    page = _Page.of(seen, flat, hides=hides)
    if page.is_harmless(flat):
        return
    flat_lines = flat.split("\n")
    for line, block in _blocks(seen):
        lines = block.count("\n") + 1
        for rule, why in page.judge(block, "\n".join(flat_lines[line : line + lines])):
            yield _Found(line, lines, rule, why)


def _blocks(text: str) -> Iterator[tuple[int, str]]:
    """Paragraphs, list items, headings and rows of tables, each with its first line."""
    line = at = 0
    ends = chain(((gap.start(), gap.end()) for gap in _BLOCK.finditer(text)), [(len(text), len(text))])
    for end, after in ends:
        if not text[at:end].isspace() and at < end:
            yield line, text[at:end]
        line += text.count("\n", at, after)
        at = after


class _Page(NamedTuple):
    """What is known of a whole page before its blocks are judged: what of it needs no second look."""

    otherwise: bool
    encoded: bool
    spelled: bool
    unseen: bool
    signs: int
    exfiltrates: bool

    @staticmethod
    def of(seen: str, flat: str, *, hides: bool) -> _Page:
        """What a page shows at a glance."""
        han_joined = without_ends(flat)
        stand = may_stand(han_joined)
        return _Page(
            otherwise=may_read_otherwise(flat),
            encoded=may_be_encoded(seen),
            spelled=may_be_spelled_otherwise(flat),
            unseen=hides,
            signs=bits(stand),
            exfiltrates=may_be_exfiltration(han_joined, stand),
        )

    def is_harmless(self, flat: str) -> bool:
        """Whether no block can break a rule. A long page has words of all kinds, so it is not asked as a whole."""
        if self.otherwise or self.encoded or self.unseen or len(flat) > _SHORT_PAGE:
            return False
        return max(map(len, flat.split("\n\n"))) <= _PIECE and not self._may_break(flat)

    def judge(self, seen: str, flat: str) -> Iterator[tuple[str, str]]:
        """The rules that a block breaks, in any of its readings."""
        if self.unseen:
            yield from _hidden(seen)
        if len(flat) > _PIECE or self._may_break(flat):
            yield from self._as_written(flat)
        if self.otherwise and may_read_otherwise(flat):
            for text in readings(without_quotations(flat)):
                yield from self._broken_in(text, spelled=True)
            for text in readings(without_quotations(without_code(flat))):
                yield from _marks_in(text)
        if self.encoded and next(decoded(seen), None) is not None:
            for text in map(plain, decoded(without_quotations(seen))):
                yield from self._broken_in(text, _ENCODED)
                yield from _marks_in(text)

    def _may_break(self, flat: str) -> bool:
        """Whether the words of a text may break a rule, whatever of it is left out as quoted.

        It must have no sentence that is judged in pieces, of which each could begin within a word.
        """
        if self.exfiltrates or self.spelled:
            return True
        found = possible_meanings(flat)
        return may_break(found | self.signs) and may_break(found | bits(may_stand(without_ends(flat))))

    def _as_written(self, flat: str) -> Iterator[tuple[str, str]]:
        for found in self._broken_in(without_quotations(flat)):
            if not (self.spelled or may_mean(flat, KEYS) or has_sign(flat, KEYS)):
                return
            yield found

    def _broken_in(
        self, text: str, besides: frozenset[str] = frozenset(), *, spelled: bool = False
    ) -> Iterator[tuple[str, str]]:
        if is_exfiltration(text):
            yield "exfil-curl-wget", _WHY["exfil-curl-wget"]
        whole = joined(text)
        spelled = (spelled or self.spelled) and may_be_spelled(whole)
        possible = bits(may_stand(whole)) | bits(besides)
        if not spelled and len(whole) <= _PIECE and not may_break(possible | possible_meanings(whole)):
            return
        for sentence in chain.from_iterable(map(_pieces, _SENTENCE.split(whole))):
            otherwise = spelled_otherwise(sentence) if spelled else _NOTHING
            if may_break(possible | possible_meanings(sentence) | bits(otherwise)):
                yield from _broken_by(sentence, besides | otherwise)


def _broken_by(sentence: str, besides: frozenset[str]) -> Iterator[tuple[str, str]]:
    """The rules that a sentence breaks by its words, its signs and what else it is known to mean."""
    found = meanings(sentence) | besides
    found |= signs(sentence, found)
    for rule in broken(found):
        if not rule.but & (found | excuses(sentence)):
            yield f"{rule.id}-cn" if "cn" in found and rule.id in IN_CHINESE else rule.id, rule.why


def _pieces(sentence: str) -> Iterator[str]:
    yield sentence[:_PIECE]
    yield from (sentence[at : at + _PIECE] for at in range(_STEP, len(sentence) - _STEP, _STEP))


def _hidden(seen: str) -> Iterator[tuple[str, str]]:
    for words in unseen_words(seen):
        if words.strip():
            yield "hidden-text", _WHY["hidden-text"]


def _marks_in(text: str) -> Iterator[tuple[str, str]]:
    yield from ((rule, _WHY[rule]) for rule, _ in marks(text))
