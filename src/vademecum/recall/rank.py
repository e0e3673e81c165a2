"""Ranking: the one place where scores are made, and all their constants. Pure; it never asks an index for more.

Engines only propose (rule 10). A score is BM25F over the fields of a block and, at a small weight, of the blocks right
beside it, with statistics pooled over all mounts of the library, so that one library split over several indexes ranks
as it would in one. To that each kind of evidence adds its part (``evidence.py``). Scores of one answer can be compared
with each other, never with those of another query.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice

from vademecum.index.marks import ASKS, voice
from vademecum.index.proposal import FIELDS, Candidate, Lengths, Totals
from vademecum.index.record import ONCE, Counts, Found, reader
from vademecum.lean import NamedTuple
from vademecum.recall.evidence import NOBODY, Beside, PageKey, lenders, neighbours, page_strengths
from vademecum.text import Kind, Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from vademecum.recall.days import Span
    from vademecum.recall.instead import Instead
    from vademecum.recall.trace import Trace

FieldWeights: TypeAlias = tuple[float, float, float, float, float]
# Roles in which a term can be a person's name, or a piece of one.
_NAMING: frozenset[Kind] = frozenset({"whole", "word", "part", "bigram"})


class Weights(NamedTuple):
    """Every constant of the ranking; what each is worth stands in docs/reference/benchmarks.md.

    ``k1`` says how soon repeating a term stops to count, ``b`` how much a long block is held back: a small ``b`` suits
    chats, whose turns are all short, a large one lets a short note win over long pages.
    """

    k1: float = 1.2
    b: float = 0.5
    # No public set of questions has titles, headings and tags, so these follow custom: what a person wrote to name
    # a page weighs more than what stands in it.
    fields: FieldWeights = (3.0, 2.0, 2.0, 1.5, 1.0)
    # An exact form only breaks ties between forms of one word: its stem has already been counted.
    whole: float = 1.0
    word: float = 1.0
    bigram: float = 1.0
    part: float = 1.0
    exact: float = 0.3
    unigram: float = 1.0
    # Long questions say twice what they are about; the first repetition of a term adds half to its weight.
    repeat: float = 0.75
    # What a glossary added was not said, and may mean more than what was: so much of the weight of what was said.
    added: float = 0.85
    # One sign of a longer run is a piece of a word: 手机 answers no question about 飞机. Two of them may be the word
    # said otherwise, as 车子修好了 answers 修车.
    least_signs: int = 2
    # A word of the block before or after counts as this much of an occurrence: talk goes on about what it began with.
    # Where the block before asks, this one may be the answer, and the question's words are as good as its own.
    before: float = 0.2
    after: float = 0.2
    answer: float = 0.6
    # Only a block with at least this share of the best score that words give lends evidence to others.
    lends: float = 0.0
    # What asks seldom answers: so much of its score is taken off a block that ends in a question.
    asking: float = 0.1
    # A page of many good blocks is about the question: so much of the difference between its strength and a block's.
    page: float = 0.25
    # A question that names a person is answered by that person rather than by others: what that adds, as a share.
    voice: float = 0.35
    # The same for a block of the day, or the days, that a question asks for.
    day: float = 1.0
    # What the block nearest in meaning adds, where vectors tell: a share of all that the question's words could give.
    # So vectors lead where few words fit, and only tip the scales where many do.
    meaning: float = 0.14
    # A pasted page makes a query of thousands of terms; the rarest of them decide, and measured best at this number.
    most_terms: int = 48
    # What is worth telling unasked: set on bench/prompts.jsonl, so that hardly one prompt in thirty that deserves
    # nothing gets any text; ``floor.py`` says what the number means.
    floor: float = 0.16
    # What is worth showing to who asked, as a share of what the words of a question could add: 99 of 100 good answers
    # stay, and two thirds of the English questions that nothing answers get none. Longer texts are no questions.
    least_answer: float = 0.2
    longest_question: int = 16
    # A pair of signs that no block holds may be cut through two words; so much of it is asked for.
    unmet: float = 0.5

    def of_term(self, term: Term) -> float:
        """How much a term of the query weighs before its rarity."""
        kinds: dict[Kind, float] = {
            "whole": self.whole,
            "word": self.word,
            "bigram": self.bigram,
            "part": self.part,
            "exact": self.exact,
            "unigram": self.unigram,
        }
        said = self.added * term.share if term.source else 1.0
        return said * kinds[term.kind] * (1 + self.repeat * math.log(term.times))


WEIGHTS = Weights()


EVIDENCE = ("meaning", "asks", "page", "voice", "day", "again")
"""The kinds of evidence that are told apart from words; the last is of ``spread.py``, for further hits of a page."""


class _Asked(NamedTuple):
    """What stays the same for all candidates of a query."""

    terms: tuple[Term, ...]
    idfs: tuple[float, ...]
    gains: tuple[float, ...]
    totals: Totals
    weights: Weights
    average: float
    last: int
    signs: frozenset[int]
    instead: tuple[Instead, ...]
    read: Callable[[bytes], Found]


class _Held(NamedTuple):
    """What a candidate holds of the query: its words with their weighted counts, and the marks that it bears. ``norm``
    is what its length holds it back by."""

    mount: str
    candidate: Candidate
    words: list[tuple[int, float]]
    norm: float
    voices: int
    asks: bool


class Scored(NamedTuple):
    """A candidate with its score: ``counts`` are the weighted counts of its words and of those beside it, ``evidence``
    what each kind of ``EVIDENCE`` adds, in that order."""

    mount: str
    candidate: Candidate
    score: float
    asked: _Asked
    norm: float
    counts: list[tuple[int, float]]
    evidence: tuple[float, ...]

    @property
    def found(self) -> list[tuple[Term, float]]:
        """Each term that was found in it, with its rarity."""
        terms, idfs = self.asked.terms, self.asked.idfs
        return [(terms[at], idfs[at]) for at, _ in self.asked.read(self.candidate.record) if at < len(terms)]

    @property
    def values(self) -> list[float]:
        """What each of its words adds, in the order of ``counts``."""
        return _values(self.counts, self.norm, self.asked)

    @property
    def trace(self) -> Trace:
        """The score taken apart; made when asked for, since most candidates are never shown."""
        # A hook scores and shows no trace, so it need not wait for what only explains.
        from vademecum.recall.trace import EvidencePart, TermPart, Trace  # noqa: PLC0415

        own = dict(self.asked.read(self.candidate.record))
        words = [
            TermPart(
                term=self.asked.terms[at],
                value=value,
                frequency=self.asked.totals.frequency[self.asked.terms[at].text],
                idf=self.asked.idfs[at],
                weighted=count,
                fields=_places(own.get(at), count, self.asked.weights.fields),
            )
            for (at, count), value in zip(self.counts, self.values, strict=True)
        ]
        words.sort(key=lambda part: (-part.value, part.term.text))
        evidence = zip(EVIDENCE, self.evidence, strict=False)
        return Trace(tuple(words), tuple(EvidencePart(name, value) for name, value in evidence if value))


def pool(totals: Iterable[Totals]) -> Totals:
    """The statistics of several indexes as if they were one."""
    blocks, lengths, frequency = 0, [0] * len(FIELDS), dict[str, int]()
    for one in totals:
        blocks += one.blocks
        lengths = [a + b for a, b in zip(lengths, one.lengths, strict=True)]
        for term, count in one.frequency.items():
            frequency[term] = frequency.get(term, 0) + count
    return Totals(blocks, Lengths(*lengths), frequency)


def choose(terms: Iterable[Term], totals: Totals, weights: Weights = WEIGHTS) -> tuple[Term, ...]:
    """The terms that score: those that any block holds, rarest first, the rarest ``weights.most_terms`` of them.

    Exact forms are bounded apart: beside a stem they are always rarer, and would push whole words out.
    """
    known = sorted(
        (term for term in terms if totals.frequency.get(term.text)),
        key=lambda term: (totals.frequency[term.text], term.text),
    )
    words = islice((term for term in known if term.kind != "exact"), weights.most_terms)
    forms = islice((term for term in known if term.kind == "exact"), weights.most_terms)
    chosen = {*words, *forms}
    return tuple(term for term in known if term in chosen)


def drivers(terms: Iterable[Term]) -> list[str]:
    """The terms an index is asked to propose by, in the same order; an exact form finds nothing its stem does not."""
    return [term.text for term in terms if term.kind != "exact"]


def wanted(terms: Sequence[Term]) -> list[str]:
    """What an index is asked statistics for: the terms, and the marks of the people that they may name."""
    texts = [term.text for term in terms]
    return texts + [voice(term.text) for term in terms if term.kind in _NAMING]


def rank(
    candidates: Mapping[str, Iterable[Candidate]],
    terms: Sequence[Term],
    totals: Totals,
    weights: Weights = WEIGHTS,
    when: Sequence[Span] = (),
) -> list[Scored]:
    """The hits among the candidates of all mounts in order of score; equal scores in order of address.

    ``totals`` must hold the pooled statistics of all that is ``wanted``; terms that no block holds count for nothing.
    A block that holds no whole word, nor ``least_signs`` single signs of one, is no hit, unless its meaning is near.
    ``when`` are the days that are asked for.
    """
    asked = _ask(terms, totals, weights)
    held = _read(candidates, asked)
    alone = [_values(one.words, one.norm, asked) for one in held]
    most_meant = weights.meaning * _most(asked)
    meant = [most_meant * one.candidate.near for one in held]
    pages = [(one.mount, one.candidate.name) for one in held]
    lending = lenders(pages, [math.fsum([*each, more]) for each, more in zip(alone, meant, strict=True)], weights.lends)
    counts = _with_neighbours(held, pages, lending, weights)
    values = [
        words if with_others is one.words else _values(with_others, one.norm, asked)
        for one, words, with_others in zip(held, alone, counts, strict=True)
    ]
    own = [math.fsum([*each, more]) for each, more in zip(values, meant, strict=True)]
    said = [score * (1 - weights.asking) if one.asks else score for score, one in zip(own, held, strict=True)]
    strengths = page_strengths(lending, said)
    most = max((one.voices for one in held), default=0)
    near = _closeness(held, when)
    scored = []
    for at, one in enumerate(held):
        page = weights.page * (strengths.get(pages[at], said[at]) - said[at])
        named = weights.voice * one.voices / most * (said[at] + page) if one.voices else 0.0
        dated = weights.day * near[at] * (said[at] + page + named) if near else 0.0
        evidence = meant[at], said[at] - own[at], page, named, dated
        score = math.fsum([*values[at], *evidence]) if any(evidence) else own[at]
        scored.append(Scored(one.mount, one.candidate, score, asked, one.norm, counts[at], evidence))
    return sorted(scored, key=_place)


def distinct(scored: Iterable[Scored]) -> list[Scored]:
    """The first hit of each text: the same block of the same bytes in two mounts is shown once."""
    first: dict[tuple[str, int, int], Scored] = {}
    for hit in scored:
        block = hit.candidate
        first.setdefault((block.digest, block.start, block.end), hit)
    return list(first.values())


def _place(hit: Scored) -> tuple[float, str, str, tuple[str, ...], int]:
    block = hit.candidate
    return -hit.score, hit.mount, block.name, block.crumb, block.nth


def _ask(terms: Sequence[Term], totals: Totals, weights: Weights) -> _Asked:
    known = tuple(term for term in terms if totals.frequency.get(term.text))
    idfs = tuple(rarity(totals.blocks, totals.frequency[term.text]) for term in known)
    voices = [
        mark for mark in (voice(term.text) for term in known if term.kind in _NAMING) if totals.frequency.get(mark)
    ]
    return _Asked(
        terms=known,
        idfs=idfs,
        gains=tuple(idf * weights.of_term(term) * (weights.k1 + 1) for idf, term in zip(idfs, known, strict=True)),
        totals=totals,
        weights=weights,
        average=_weigh(totals.lengths, weights.fields) / max(totals.blocks, 1) or 1.0,
        last=len(known) + len(voices),
        instead=_instead(known),
        signs=frozenset(at for at, term in enumerate(known) if term.kind == "unigram"),
        # Behind the words come the marks: who may be named, and last whether a block asks.
        read=reader((*(term.text for term in known), *voices, ASKS)),
    )


def _read(candidates: Mapping[str, Iterable[Candidate]], asked: _Asked) -> list[_Held]:
    """What the hits among the candidates hold."""
    weights, words, read = asked.weights, len(asked.terms), asked.read
    fields, k1, b = weights.fields, weights.k1, weights.b
    once = fields[4]
    held = []
    for mount, proposed in candidates.items():
        for one in proposed:
            found = read(one.record)
            voices, asks = 0, False
            while found and found[-1][0] >= words:  # marks stand last
                if found.pop()[0] == asked.last:
                    asks = True
                else:
                    voices += 1
            if len(found) >= weights.least_signs or one.near or any(at not in asked.signs for at, _ in found):
                counts = [(at, once if each is ONCE else _weigh(each, fields)) for at, each in found]
                norm = k1 * (1 - b + b * _weigh(one.lengths, fields) / asked.average)
                held.append(_Held(mount, one, counts, norm, voices, asks))
    return held


def _closeness(held: Sequence[_Held], when: Sequence[Span]) -> list[float]:
    """How near each block is to the days that are asked for, nothing when none are."""
    if not when:
        return []
    # Few questions name a day, so a hook does not wait for it.
    from vademecum.recall.days import closeness  # noqa: PLC0415

    return [closeness(one.candidate.date, when) for one in held]


def _with_neighbours(
    held: Sequence[_Held], pages: Sequence[PageKey], lending: Mapping[PageKey, Sequence[int]], weights: Weights
) -> list[list[tuple[int, float]]]:
    """The counts of each block's words, and at their weights those of the lenders beside it."""
    blocks = [one.candidate for one in held]
    counts = [one.words for one in held]
    for at, page in enumerate(pages):
        lenders_there = lending.get(page, ())
        if len(lenders_there) > (at in lenders_there):
            near = neighbours(blocks[at], lenders_there, blocks)
            if near is not NOBODY:
                counts[at] = _joined(held[at], near, held, weights)
    return counts


def _joined(one: _Held, near: Beside, held: Sequence[_Held], weights: Weights) -> list[tuple[int, float]]:
    counts = dict(one.words)
    if near.before is not None:
        before = held[near.before]
        share = weights.answer if before.asks else weights.before
        for at, count in before.words:
            counts[at] = counts.get(at, 0.0) + share * count
    if near.after is not None:
        for at, count in held[near.after].words:
            counts[at] = counts.get(at, 0.0) + weights.after * count
    return list(counts.items())


def _most(asked: _Asked) -> float:
    """The most that the words of a question could give a block, those that a glossary added aside; 1 without words."""
    return math.fsum(gain for gain, term in zip(asked.gains, asked.terms, strict=True) if not term.source) or 1.0


def rarity(blocks: int, frequency: int) -> float:
    """Robertson's and Sparck Jones's weight, with one added inside so that a common term never counts against."""
    return math.log(1 + (blocks - frequency + 0.5) / (frequency + 0.5))


def _weigh(counts: Sequence[int], fields: FieldWeights) -> float:
    # Written out: this line runs for each term of each candidate, and a sum over zip takes four times as long.
    title, headings, tags, summary, body = counts
    return fields[0] * title + fields[1] * headings + fields[2] * tags + fields[3] * summary + fields[4] * body


def _values(counts: Sequence[tuple[int, float]], norm: float, asked: _Asked) -> list[float]:
    """What each term adds to a candidate's score, in the order of ``counts``."""
    gains = asked.gains
    values = [gains[at] * count / (count + norm) for at, count in counts]
    if not asked.instead:
        return values
    from vademecum.recall.instead import once  # noqa: PLC0415 - no question without a glossary waits for it

    return once(values, [at for at, _ in counts], asked.instead)


def _instead(terms: Sequence[Term]) -> tuple[Instead, ...]:
    if not any(term.source for term in terms):
        return ()
    from vademecum.recall.instead import instead_of  # noqa: PLC0415 - the same

    return instead_of(terms)


def _places(own: Counts | None, count: float, fields: FieldWeights) -> tuple[str, ...]:
    """The fields in which a term was found, and whether it was found beside the block."""
    found = tuple(name for name, number in zip(FIELDS, own or (), strict=False) if number)
    return (*found, "neighbours") if own is None or count > _weigh(own, fields) else found
