"""The scan itself: a text's blocks, each in all its readings, sentence by sentence. Pure, and linear in the text.

A sentence is judged by what it asks of whoever reads it, not by a list of phrases. Whole pages are looked over first
for a word that any rule needs and for signs of hiding, since most of what people write has neither.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from vademecum.threats.chains import stands
from vademecum.threats.encoded import decoded, may_be_encoded
from vademecum.threats.markup import marks, without_code
from vademecum.threats.meaning import Placed, is_pinyin, meanings, placed, spelled_otherwise
from vademecum.threats.possible import bits, may_break, may_break_a_rule, possible_meanings
from vademecum.threats.quotations import introduces, without_quotations
from vademecum.threats.rule import Chain, Rule
from vademecum.threats.rules import CARRIED, IN_CHINESE, may_be_broken
from vademecum.threats.signs import excuses, is_exfiltration, places_named, signs
from vademecum.threats.views import (
    cuts_words,
    joined,
    may_hide_words,
    may_read_otherwise,
    plain,
    readings,
    turned_back,
    unseen_words,
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
_ITEM = re.compile(r"[ \t>]*(?:[-*+] |\d{1,9}[.)、] |\||>)")
_REST_OF_RUN = re.compile("[a-z0-9]+")
# So many characters of blocks are looked at together.
_GROUP = 500
# Nobody writes an honest note in a writing that has to be decoded: an order is meant for whoever decodes it.
_ENCODED = frozenset({"must"})


_CARRIED = bits(CARRIED)
# What is meant for its reader names one, or says what it wants in more ways than these.
_MANY = 2
_READERS = frozenset({"agent", "calls", "evertime", "fromnow", "reader", "theuser", "yours"})


class Threat(NamedTuple):
    """One threat: the rule's id, the line it begins in, the offsets of the lines that hold it, and what it asks for."""

    rule: str
    line: int
    start: int
    end: int
    why: str


class _Block(NamedTuple):
    line: int
    lines: int
    text: str


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
    page = _Page(seen, flat, hides=hides)
    for group in _groups(_blocks(seen)):
        (first, _, _), (last, lines, _) = group[0], group[-1]
        if page.is_plain and not may_break_a_rule(page.lines(first, last + lines - first)):
            continue
        for block in group:
            for rule, why in page.judge(block):
                yield _Found(block.line, block.lines, rule, why)


def _groups(blocks: Iterable[_Block]) -> Iterator[list[_Block]]:
    """Blocks that are looked at together, since to look at each costs more than at as many words of one."""
    group: list[_Block] = []
    size = 0
    for block in blocks:
        if group and size + len(block.text) > _GROUP:
            yield group
            group, size = [], 0
        group.append(block)
        size += len(block.text)
    if group:
        yield group


def _blocks(text: str) -> Iterator[_Block]:
    """Paragraphs, list items, headings and rows of tables."""
    line = at = 0
    ends = chain(((gap.start(), gap.end()) for gap in _BLOCK.finditer(text)), [(len(text), len(text))])
    for end, after in ends:
        if not text[at:end].isspace() and at < end:
            yield _Block(line, text.count("\n", at, end) + 1, text[at:end])
        line += text.count("\n", at, after)
        at = after


class _Page:
    """What is known of a whole page before its blocks are judged: what of it needs no second look."""

    def __init__(self, seen: str, flat: str, *, hides: bool) -> None:
        self._flat = flat
        self._lines = flat.split("\n")
        self.otherwise = may_read_otherwise(flat)
        self.encoded = may_be_encoded(seen)
        self.unseen = hides

    @cached_property
    def _bare(self) -> list[str]:
        """Its lines without code; a fence is seen as a whole only here, since each of its ends begins a block."""
        return without_code(self._flat).split("\n")

    @cached_property
    def _over(self) -> list[str]:
        """For each of its lines what stands over the list that the line belongs to."""
        return _lines_over(self._lines)

    @cached_property
    def _over_bare(self) -> list[str]:
        """The same without code, so that it stands over a fence too."""
        return _lines_over(self._bare)

    @property
    def is_plain(self) -> bool:
        """Whether nothing in it could be read in another way, so that a look at its words says all."""
        return not (self.otherwise or self.encoded or self.unseen)

    def lines(self, first: int, count: int) -> str:
        """Some lines of it in plain form."""
        return "\n".join(self._lines[first : first + count])

    def judge(self, block: _Block) -> Iterator[tuple[str, str]]:
        """The rules that a block breaks, in any of its readings."""
        flat = self.lines(block.line, block.lines)
        if self.unseen:
            yield from _hidden(block.text)
        broken: set[tuple[str, Rule]] = set()
        disguised: set[tuple[str, Rule]] = set()
        if may_break_a_rule(flat):
            own = self._own_words(block)
            yield from _commands_in(own)
            broken.update(_broken_in(own))
        if self.otherwise and may_read_otherwise(flat):
            own = self._own_words(block)
            for text in readings(own):
                yield from _commands_in(text)
                (broken if text == own.replace("\n", "") else disguised).update(_broken_in(text))
            bare = "\n".join(self._bare[block.line : block.line + block.lines])
            for text in readings(without_quotations(bare)):
                yield from _marks_in(text)
        if self.encoded and next(decoded(block.text), None) is not None:
            for text in map(plain, decoded(without_quotations(block.text))):
                yield from _commands_in(text)
                yield from ((name, rule.why) for name, rule in _broken_in(text, _ENCODED))
                yield from _marks_in(text)
        if disguised <= broken and broken and not self._is_order(block, {rule for _, rule in broken}):
            return
        yield from ((name, rule.why) for name, rule in broken | disguised)

    def _is_order(self, block: _Block, broken: set[Rule]) -> bool:
        """Whether what breaks these rules is meant for its reader: it says so in many ways, or hides, or names them."""
        hides = self.unseen or cuts_words(block.text) or is_pinyin(self.lines(block.line, block.lines))
        is_clear = any(rule.is_sure for rule in broken) or len(broken) > _MANY
        return is_clear or hides or self._names_its_reader(block)

    def _names_its_reader(self, block: _Block) -> bool:
        """Whether a block, or the line over its list, speaks to or of agents, of their person, or of every time."""
        over = self._over[block.line] if _ITEM.match(self._lines[block.line]) else ""
        return any(
            not _READERS.isdisjoint(meanings(text) | spelled_otherwise(text))
            for part in (self.lines(block.line, block.lines), over)
            for text in (joined(part), *readings(part))
        )

    def _own_words(self, block: _Block) -> str:
        """A block without what it quotes, or what a line over its list or code says to be quoted."""
        flat = self.lines(block.line, block.lines)
        if _ITEM.match(flat):
            over = self._over[block.line]
            return "" if introduces(over, "specimen") else without_quotations(flat, is_introduced=introduces(over))
        bare = "\n".join(self._bare[block.line : block.line + block.lines]) if "`" in self._flat else flat
        is_code = not bare.strip()
        is_specimen = is_code and introduces(self._over_bare[block.line], "specimen")
        return bare if is_specimen else without_quotations(flat)


def _lines_over(lines: Iterable[str]) -> list[str]:
    """For each line the last one before it that is neither blank nor of a list or table."""
    over: list[str] = []
    last = ""
    for line in lines:
        over.append(last)
        if line.strip() and not _ITEM.match(line):
            last = line
    return over


def _commands_in(text: str) -> Iterator[tuple[str, str]]:
    if is_exfiltration(text):
        yield "exfil-curl-wget", _WHY["exfil-curl-wget"]


def _broken_in(text: str, besides: frozenset[str] = frozenset()) -> Iterator[tuple[str, Rule]]:
    """The rules that a text breaks, by the names that they have there."""
    for sentence in chain.from_iterable(map(_pieces, _SENTENCE.split(joined(text)))):
        means = possible_meanings(sentence)
        if may_break(means | bits(besides)):
            yield from _broken_by(sentence, besides)
        # Who speaks in one sentence, or is spoken to, does so in those after it.
        if means & _CARRIED:
            besides |= carried_on(sentence)


def _broken_by(sentence: str, besides: frozenset[str]) -> Iterator[tuple[str, Rule]]:
    """The rules that a sentence breaks by its words, its signs and what else it is known to mean."""
    words = [*placed(sentence)]
    besides |= spelled_otherwise(sentence)
    found = besides.union(*(word.means for word in words))
    found |= signs(sentence, found)
    if "secretpath" in found:
        words += places_named(sentence)
    # An order is one to its reader, be an attack spoken of or not; what tells of one is none.
    if "specimen" in found and "calls" not in found and introduces(sentence, "specimen"):
        return
    for rule in broken(sentence, words, found, besides):
        if not rule.but & (found | excuses(sentence)):
            yield f"{rule.id}-cn" if "cn" in found and rule.id in IN_CHINESE else rule.id, rule


def carried_on(sentence: str) -> frozenset[str]:
    """What the sentences behind this one mean too."""
    found = frozenset[str]().union(*(word.means for word in placed(sentence)))
    return frozenset(later for meaning, later in CARRIED.items() if meaning in found)


def broken(sentence: str, words: Sequence[Placed], found: frozenset[str], besides: frozenset[str]) -> Iterator[Rule]:
    """The rules that a sentence with these words and meanings breaks, unless it has one of their ``but``. What it means
    ``besides`` its words has no place, and so no order."""
    for rule in may_be_broken(found):
        if all(_has(besides, links) or stands(links, sentence, words) for links in rule.chains):
            yield rule


def _has(besides: frozenset[str], chain: Chain) -> bool:
    return all(link.group & besides for link in chain)


def _pieces(sentence: str) -> Iterator[str]:
    """A sentence, or overlapping pieces of a long one, none of which begins or ends within a word."""
    start = 0
    while start < len(sentence):
        end = _end_of_run(sentence, start + _PIECE)
        yield sentence[start:end]
        if end >= len(sentence):
            return
        start = _end_of_run(sentence, start + _STEP)


def _end_of_run(text: str, at: int) -> int:
    is_within = _REST_OF_RUN.match(text, at - 1)
    return is_within.end() if is_within else at


def _hidden(seen: str) -> Iterator[tuple[str, str]]:
    for words in unseen_words(seen):
        if words.strip():
            yield "hidden-text", _WHY["hidden-text"]


def _marks_in(text: str) -> Iterator[tuple[str, str]]:
    yield from ((rule, _WHY[rule]) for rule, _ in marks(text))
