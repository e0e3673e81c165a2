"""Every constant of the ranking, in one frozen value. Pure; it computes no score.

What each constant is worth stands in docs/reference/benchmarks.md. A hook waits for this module.
"""

from __future__ import annotations

import math

from vademecum.lean import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    from vademecum.text import Kind, Term

FieldWeights: TypeAlias = tuple[float, float, float, float, float]


class Weights(NamedTuple):
    """The constants of the ranking.

    ``k1`` says how soon repeating a term stops to count, ``b`` how much a long block is held back, and ``b_alone`` how
    much one that is all its page says. A page's own blocks were cut by who wrote them, as turns of a talk are, and a
    long one says more; pages of one block are of all lengths, and a short note may win over a long one.
    """

    k1: float = 1.2
    b: float = 0.25
    b_alone: float = 0.75
    # No public set of questions has titles, headings and tags, so these follow custom: what a person wrote to name
    # a page weighs more than what stands in it. What a long text opens with stands for its summary: from 1 to 2.5 this
    # is worth .005 to .009 of cmrc2018's first hits on either half.
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
    # Only a block with at least this share of the best score that words give counts for its page. Weak ones hardly
    # change a page's strength, and no proposal could find them all.
    gathers: float = 0.6
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
    # What is worth showing to who asked, as a share of what ``floor.py`` says: 19 of 20 good answers stay, and of the
    # questions that nothing answers two thirds at least get none. A longer text is no question.
    least_answer: float = 0.22
    # The same of what is also near in meaning: something always is, whatever is asked, and its score has that in it.
    # Nine in ten good answers stay, and of the questions that nothing answers seven in ten get none.
    least_meant: float = 0.28
    longest_question: int = 16

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
