"""Ranking: the one place where scores are made. Pure; its constants are in ``weights.py``.

Engines only propose (rule 10). A score is BM25F over the fields of a block and, at a small weight, of the blocks right
beside it, with statistics pooled over all mounts of the library, so that one library split over several indexes ranks
as it would in one. To that each kind of evidence adds its part (``evidence.py``). Scores of one answer can be compared
with each other, never with those of another query.

Words are scored first, for all candidates. What stands beside the best of them may win by what these lend, however few
words it has itself, so the index is asked once more for those blocks alone. Then the whole score is made.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence

from vademecum.index.marks import ALONE, ASKS
from vademecum.index.proposal import FIELDS, Candidate, Totals
from vademecum.index.record import ONCE, Counts, Found, reader
from vademecum.lean import NamedTuple
from vademecum.recall.evidence import groups, line_up, strength
from vademecum.recall.terms import choose, drivers, named, pool, wanted
from vademecum.recall.weights import WEIGHTS, FieldWeights, Weights
from vademecum.text import Term

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.recall.days import Span
    from vademecum.recall.instead import Instead
    from vademecum.recall.trace import Trace

__all__ = [
    "EVIDENCE",
    "WEIGHTS",
    "Around",
    "Scored",
    "Weights",
    "choose",
    "distinct",
    "drivers",
    "named",
    "pool",
    "rank",
    "rarity",
    "wanted",
    "without_copies",
]

# So many of the best blocks are asked what stands beside them; with fewer, some of the exact top ten are lost.
_STRONG = 80
_NO_EVIDENCE: tuple[float, ...] = (0.0,) * 5

EVIDENCE = ("meaning", "asks", "page", "voice", "day", "again")
"""The kinds of evidence that are told apart from words; the last is of ``spread.py``, for further hits of a page."""


class Around(NamedTuple):
    """What is known beside the words of a question: the days that it asks for, and who gives, by mount, those blocks
    right before and after others that are no candidates yet."""

    when: Sequence[Span] = ()
    beside: Mapping[str, Callable[[Sequence[Candidate]], Iterable[Candidate]]] = {}


_ALONE = Around()


class _Asked(NamedTuple):
    """What stays the same for all candidates of a query."""

    terms: tuple[Term, ...]
    idfs: tuple[float, ...]
    gains: tuple[float, ...]
    totals: Totals
    weights: Weights
    average: float
    most: float
    last: int
    signs: frozenset[int]
    instead: tuple[Instead, ...]
    read: Callable[[bytes], Found]


class _Held(NamedTuple):
    """What a candidate holds of the query: its words with their weighted counts and what these add, and the marks that
    it bears. ``norm`` is what its length holds it back by, ``own`` what words and meaning give it."""

    mount: str
    candidate: Candidate
    words: list[tuple[int, float]]
    values: list[float]
    norm: float
    meant: float
    own: float
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


def rank(
    candidates: Mapping[str, Iterable[Candidate]],
    terms: Sequence[Term],
    totals: Totals,
    weights: Weights = WEIGHTS,
    around: Around = _ALONE,
) -> list[Scored]:
    """The hits among the candidates of all mounts in order of score; equal scores in order of address.

    ``totals`` must hold the pooled statistics of all that is ``wanted``; terms that no block holds count for nothing.
    A block that holds no whole word, nor ``least_signs`` single signs of one, is no hit, unless its meaning is near.
    """
    asked = _ask(terms, totals, weights)
    held = [one for mount, proposed in candidates.items() for one in _read(mount, proposed, asked)]
    if around.beside:
        for mount, strong in _strong(held, around.when, weights).items():
            held += _read(mount, around.beside[mount](strong), asked)
    best = max((one.own for one in held), default=0.0)
    paged: dict[int, float] = {}
    for group in groups([(one.mount, one.candidate.name) for one in held]):
        _lend(group, held, paged, best, asked)
    most = max((one.voices for one in held), default=0)
    near = _closeness(held, around.when) if around.when else []
    scored = []
    for at, one in enumerate(held):
        score, evidence = one.own, _NO_EVIDENCE
        if near or one.voices or one.asks or one.meant or at in paged:
            evidence = _evidence(
                one, paged.get(at, 0.0), one.voices / most if most else 0.0, near[at] if near else 0.0, weights
            )
            score = math.fsum([*one.values, *evidence])
        scored.append(Scored(one.mount, one.candidate, score, asked, one.norm, one.words, evidence))
    return sorted(scored, key=_place)


def _evidence(one: _Held, page: float, named: float, near: float, weights: Weights) -> tuple[float, ...]:
    """What each kind of ``EVIDENCE`` adds to a block, where ``named`` and ``near`` are shares of all that is asked."""
    said = _said(one, weights)
    voice = weights.voice * named * (said + page)
    day = weights.day * near * (said + page + voice)
    return one.meant, said - one.own, page, voice, day


def distinct(scored: Iterable[Scored]) -> list[Scored]:
    """The first hit of each text, as what is told unasked tells it: the same bytes are the same page (rule 7)."""
    first: dict[tuple[str, int, int], Scored] = {}
    for hit in scored:
        block = hit.candidate
        first.setdefault((block.digest, block.start, block.end), hit)
    return list(first.values())


def without_copies(scored: Iterable[Scored]) -> list[Scored]:
    """The hits, and of the same block of the same bytes and day in two mounts the first alone.

    Pages of one mount are pages of their own, whatever they say: two days that were noted in the same words are two.
    """
    first: dict[tuple[str, int, int, str | None], str] = {}
    texts = ((hit, (block.digest, block.start, block.end, block.date)) for hit in scored for block in [hit.candidate])
    return [hit for hit, text in texts if first.setdefault(text, hit.mount) == hit.mount]


def _place(hit: Scored) -> tuple[float, str, str, tuple[str, ...], int]:
    block = hit.candidate
    return -hit.score, hit.mount, block.name, block.crumb, block.nth


def _ask(terms: Sequence[Term], totals: Totals, weights: Weights) -> _Asked:
    known = tuple(term for term in terms if totals.frequency.get(term.text))
    idfs = tuple(rarity(totals.blocks, totals.frequency[term.text]) for term in known)
    voices = [mark for mark in named(known) if totals.frequency.get(mark)]
    gains = tuple(idf * weights.of_term(term) * (weights.k1 + 1) for idf, term in zip(idfs, known, strict=True))
    return _Asked(
        terms=known,
        idfs=idfs,
        gains=gains,
        most=_most(known, gains),
        totals=totals,
        weights=weights,
        average=_weigh(totals.lengths, weights.fields) / max(totals.blocks, 1) or 1.0,
        last=len(known) + len(voices),
        instead=_instead(known),
        signs=frozenset(at for at, term in enumerate(known) if term.kind == "unigram"),
        # Behind the words come the marks: who may be named, and last whether a block asks.
        read=reader((*(term.text for term in known), *voices, ASKS, ALONE)),
    )


def _strong(held: Sequence[_Held], when: Sequence[Span], weights: Weights) -> dict[str, list[Candidate]]:
    """The best by words, who lend to others, and the best by all that is known of them before any lends, by mount."""
    near = _closeness(held, when) if when else [0.0] * len(held)
    most = max((one.voices for one in held), default=0) or 1
    promise = [
        _said(one, weights) * (1 + weights.voice * one.voices / most) * (1 + weights.day * each)
        for one, each in zip(held, near, strict=True)
    ]
    chosen = {*_first([one.own for one in held], held), *_first(promise, held)}
    found: dict[str, list[Candidate]] = {}
    for at in chosen:
        found.setdefault(held[at].mount, []).append(held[at].candidate)
    return found


def _first(scores: Sequence[float], held: Sequence[_Held]) -> list[int]:
    """The places of the best; of those that equal the last of them addresses choose, as in any order."""

    def order(at: int) -> tuple[float, str, str, int]:
        return -scores[at], held[at].mount, held[at].candidate.name, held[at].candidate.start

    least = sorted(scores, reverse=True)[:_STRONG][-1] if scores else 0.0
    return sorted((at for at, score in enumerate(scores) if score >= least), key=order)[:_STRONG]


def _read(mount: str, proposed: Iterable[Candidate], asked: _Asked) -> list[_Held]:
    """What the hits among the candidates hold."""
    weights, words, read = asked.weights, len(asked.terms), asked.read
    fields, gains, signs, instead = weights.fields, asked.gains, asked.signs, asked.instead
    once, most = fields[4], weights.meaning * asked.most
    norms = [(weights.k1 * (1 - b), weights.k1 * b / asked.average) for b in (weights.b, weights.b_alone)]
    held = []
    for one in proposed:
        found = read(one.record)
        voices, asks = 0, False
        flat, slope = norms[0]
        while found and found[-1][0] >= words:  # marks stand last
            mark = found.pop()[0] - asked.last
            if mark < 0:
                voices += 1
            elif mark:
                flat, slope = norms[1]
            else:
                asks = True
        if len(found) >= weights.least_signs or one.near or any(at not in signs for at, _ in found):
            counts = [(at, once if each is ONCE else _weigh(each, fields)) for at, each in found]
            norm = flat + slope * _weigh(one.lengths, fields)
            # Written out, since this runs for each term of each candidate.
            values = [gains[at] * count / (count + norm) for at, count in counts]
            if instead:
                values = _values(counts, norm, asked)
            meant = most * one.near
            own = math.fsum([*values, meant] if meant else values)
            held.append(_Held(mount, one, counts, values, norm, meant, own, voices, asks))
    return held


def _lend(group: Sequence[int], held: list[_Held], paged: dict[int, float], best: float, asked: _Asked) -> None:
    """Give the blocks of one page what its lenders add: their words to those beside them, and to all the page's part,
    which goes to ``paged``."""
    weights = asked.weights
    alone = {at: held[at] for at in group}
    lined = line_up((at, one.candidate) for at, one in alone.items())
    for at, one in alone.items():
        before, after = lined.beside(one.candidate)
        if before is not None or after is not None:
            counts = _joined(one, _at(alone, before), _at(alone, after), weights)
            values = _values(counts, one.norm, asked)
            held[at] = one._replace(words=counts, values=values, own=math.fsum([*values, one.meant]))
    strong = [_said(held[at], weights) for at, one in alone.items() if one.own >= weights.gathers * best]
    if strong:
        together = strength(strong)
        for at in group:
            paged[at] = weights.page * (together - _said(held[at], weights))


def _at(held: Mapping[int, _Held], place: int | None) -> _Held | None:
    return None if place is None else held[place]


def _said(one: _Held, weights: Weights) -> float:
    """What words and meaning give a block, less for one that asks."""
    return one.own * (1 - weights.asking) if one.asks else one.own


def _joined(one: _Held, before: _Held | None, after: _Held | None, weights: Weights) -> list[tuple[int, float]]:
    """The counts of a block's words with, at their weights, those of the lenders beside it."""
    counts = dict(one.words)
    if before is not None:
        share = weights.answer if before.asks else weights.before
        for at, count in before.words:
            counts[at] = counts.get(at, 0.0) + share * count
    if after is not None:
        for at, count in after.words:
            counts[at] = counts.get(at, 0.0) + weights.after * count
    return list(counts.items())


def _closeness(held: Sequence[_Held], when: Sequence[Span]) -> list[float]:
    """How near each block is to the days that are asked for."""
    # Few questions name a day, so a hook does not wait for it.
    from vademecum.recall.days import closeness  # noqa: PLC0415

    return [closeness(one.candidate.date, when) for one in held]


def _most(terms: Sequence[Term], gains: Sequence[float]) -> float:
    """The most that the words of a question could give a block, those that a glossary added aside; 1 without words."""
    return math.fsum(gain for gain, term in zip(gains, terms, strict=True) if not term.source) or 1.0


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
