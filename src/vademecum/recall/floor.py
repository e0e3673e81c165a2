"""Whether anything found is worth telling to somebody who did not ask. Pure; the ranking has been made before.

Most prompts deserve nothing: "continue", a diff, a stack trace. Words that all prompts are made of tell nothing,
however rare they are in the notes, nor do single signs; only the others, the **telling** terms, are looked for. A
block is told where the prompt speaks of what the block speaks of, which is measured in two parts. **Strength** is its
score in units of the most that one word can add to any. **Share** is how much of what the prompt is about was found in
it: the rarity of the telling terms that it holds, against that of all. Their product is the evidence, which can be
compared between prompts and between libraries, as no score can.

Who did ask gets what there is, unless the best of it answers so little of the question that it can't be meant. Its
score is held against two others. The **most** is what all words of the question could add. **Luck** is what the best of
so many blocks gets where words stand by chance: the more blocks there are, and the more each of them holds, the better
looks one that has nothing to do with the question. A share of their geometric mean is asked for. So one constant does
for words and for signs, for twenty blocks and for thousands, for turns of a talk and for long pages.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from vademecum.index.proposal import Totals
from vademecum.recall.everyday import PAIRS, SIGNS, STEMS
from vademecum.recall.rank import WEIGHTS, Scored, Weights, rarity
from vademecum.text import Term, query_terms

# Pieces of what other terms say already.
_PIECES = frozenset({"exact", "unigram"})
# How the best of many grows with their number, where the floor was measured; in larger stores no more is asked.
_CHANCES = 1.5
_MEASURED = 10_000


def worth_telling(hit: Scored, subject: float, weights: Weights = WEIGHTS) -> bool:
    """Whether a block is good enough for a prompt whose telling terms have this rarity together."""
    return evidence(hit, subject, weights) >= weights.floor


def is_question(text: str, terms: Iterable[Term], weights: Weights = WEIGHTS) -> bool:
    """Whether a text asks one thing. One of several lines, or a long one, is talk or a page, of which no block can hold
    much; two pairs of signs are as long as a word."""
    if "\n" in text.strip():
        return False
    said = [term.kind for term in terms if term.kind not in _PIECES and not term.source]
    return len(said) - said.count("bigram") / 2 <= weights.longest_question


def answers(hit: Scored, terms: Sequence[Term], weights: Weights = WEIGHTS) -> bool:
    """Whether the best hit may be meant by somebody who asked with these terms.

    What a glossary found need not share any word of the question, nor need what vectors alone found, as in another
    language; and what holds every one of its words can't fit better, however many others do too.
    """
    if not hit.found or any(term.source for term, _ in hit.found) or _holds_all(hit, terms):
        return True
    least = weights.least_meant if hit.candidate.near else weights.least_answer
    return fit(hit, terms, weights) >= least


def fit(hit: Scored, terms: Iterable[Term], weights: Weights = WEIGHTS) -> float:
    """A hit's score as a share of what is asked for; it can be compared between questions and between libraries."""
    most, luck = _most_and_luck(terms, hit.asked.totals, weights)
    return hit.score / ((weights.k1 + 1) * math.sqrt(luck * most) or 1.0)


def _holds_all(hit: Scored, terms: Sequence[Term]) -> bool:
    wanted = {term.text for term in terms if term.kind not in _PIECES}
    return bool(wanted) and wanted <= {term.text for term, _ in hit.found}


def _most_and_luck(terms: Iterable[Term], totals: Totals, weights: Weights) -> tuple[float, float]:
    """What all terms together could add, and what the best of so many blocks gets by chance."""
    most = mean = square = 0.0
    for term in terms:
        if term.kind != "exact" and not term.source:
            gain = weights.of_term(term) * _rarity_of(term, totals)
            # As if there were one block more that holds half of each term: nothing is certain, and nothing impossible.
            share = (totals.frequency.get(term.text, 0) + 0.5) / (totals.blocks + 1)
            most += gain
            mean += gain * share
            square += gain * gain * share * (1 - share)
    return most, (mean + math.sqrt(square)) * math.log(min(totals.blocks, _MEASURED) + 1) ** _CHANCES


def evidence(hit: Scored, subject: float, weights: Weights = WEIGHTS) -> float:
    """Strength times share of a block that was ranked by telling terms alone."""
    most = (weights.k1 + 1) * rarity(hit.asked.totals.blocks, 1)
    return hit.score / most * _held(hit) / subject


def subject_of(terms: Iterable[Term], totals: Totals) -> float:
    """The rarity of a prompt's telling terms together; one that no block holds counts as if one did.

    What a glossary added is not what the prompt is about but another way to say it, so it counts for nothing here.
    """
    return sum(_rarity_of(term, totals) for term in terms if not term.source)


def _held(hit: Scored) -> float:
    """The rarity of what a block holds of the prompt. What a glossary added stands for what was said, once: it gives no
    more than is missing of that."""
    found = hit.found
    held = sum(idf for term, idf in found if not term.source)
    instead: dict[str, float] = {}
    for term, idf in found:
        if term.source:
            instead[term.source] = instead.get(term.source, 0.0) + idf * term.share
    own = {term.text for term, _ in found if not term.source}
    for source, given in instead.items():
        said = [term for term in query_terms(source) if is_telling(term)]
        held += min(given, sum(_rarity_of(term, hit.asked.totals) for term in said if term.text not in own))
    return held


def _rarity_of(term: Term, totals: Totals) -> float:
    return rarity(totals.blocks, max(totals.frequency.get(term.text, 0), 1))


def is_telling(term: Term) -> bool:
    """Whether a term says what a prompt is about."""
    text, kind = term.text, term.kind
    if kind in {"exact", "unigram"} or len(text) == 1 or text.isdigit():
        return False
    if kind == "bigram":
        return text not in PAIRS and SIGNS.isdisjoint(text)
    return text not in STEMS
