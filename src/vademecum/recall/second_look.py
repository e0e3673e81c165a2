"""A second look where the strict rules choose no fact: how much of a claim each one says, weighed and compared. Pure.

The strict rules ask for every word of a claim. People reword what carries little: the verb, the kind of the thing. Here
what names and counts still has to be said, each other word weighs something, and the facts are held against each
other: where one says what another leaves out, the claim's own words decide, or nothing is chosen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from vademecum.recall.claim_words import Word, words_of
from vademecum.recall.contrary import deciding_clause, says_contrary
from vademecum.recall.little_words import EMPTY, OF_AMOUNTS, OF_NAMES, OPPOSITES, WEAK_SIGNS
from vademecum.recall.match import Match
from vademecum.recall.meanings import meaning_of, meanings_of
from vademecum.recall.omitted import has_other, says_has, says_something_else
from vademecum.recall.said_of import is_of_another, lead_of, led_by
from vademecum.recall.statement import Token

_DENYING = frozenset("不没无未非")
_WEAK = frozenset(WEAK_SIGNS)
_PAIRS = [pair.split() for pair in OPPOSITES.split(",")]
_OPPOSITES = [(one, two) for left, right in _PAIRS for one, two in ((left, right), (right, left))]
_HALF = 0.5
# What something is made of is as good as what it uses; that it was made is something else.
_EMPTY = "use, name, happen, located, consist of, possess"


@dataclass(frozen=True, slots=True)
class Bounds:
    """How much a fact has to say. Found on open cases, with the rest of them left unseen until the end.

    ``share`` of a claim's weight: below it too much is missing. ``things``: the thing and the value, at least. A fact
    that says more of them may relate them otherwise than the claim, from ``topic`` on without the value, and may tell
    of them what the claim doesn't, from ``beside_other`` on; ``has`` puts something in between most easily. ``near``: a
    fact with that share is one that the claim may mean as well.
    """

    share: float = 0.9
    things: float = 1.9
    topic: float = 2.9
    beside_other: float = 3.4
    beside_has: float = 3.9
    near: float = 0.5


BOUNDS = Bounds()


@dataclass(frozen=True)
class _Look:
    """One fact beside the words of the claim."""

    match: Match
    words: tuple[Word, ...]

    @cached_property
    def said(self) -> tuple[float, ...]:
        """How much of each word the fact says, from 0 to 1."""
        return tuple(_said(word, self.match) for word in self.words)

    @property
    def _each(self) -> Iterator[tuple[Word, float]]:
        return zip(self.words, self.said, strict=True)

    @cached_property
    def share(self) -> float:
        """How much of the claim's weight the fact says."""
        whole = sum(word.weight for word in self.words)
        return sum(word.weight * said for word, said in self._each) / whole if whole else 0.0

    @cached_property
    def things(self) -> float:
        """What it says of that which names and counts."""
        return sum(word.weight * said for word, said in self._each if not word.soft)

    @cached_property
    def topic(self) -> float:
        """The same without the value."""
        return sum(word.weight * said for word, said in self._each if not word.soft and not word.old)

    @cached_property
    def missed(self) -> frozenset[int]:
        """The words for things that it leaves out."""
        return frozenset(
            at for at, (word, said) in enumerate(self._each) if not word.soft and word.kind != "user" and said <= _HALF
        )

    @property
    def says_thing(self) -> bool:
        """Whether it says what the claim begins with."""
        return next((said >= 1 for word, said in self._each if word.kind not in {"light", "user"}), False)

    @cached_property
    def may_state(self) -> bool:
        """Whether it may state the claim, as far as it alone can tell."""
        if self.share < BOUNDS.share or any(word.strict and said < 1 for word, said in self._each):
            return False
        clause = deciding_clause(self.match)
        if says_contrary(self.match, clause) or is_of_another(self.match) or _is_counted_otherwise(self.match):
            return False
        return not self._relates_otherwise(clause) and self.things >= self._least_things(clause)

    def _relates_otherwise(self, clause: int) -> bool:
        """Whether another relation stands in the place of the claim's."""
        if not any(word.kind == "relation" and not said for word, said in self._each):
            return False
        match, is_little = self.match, self.topic < BOUNDS.topic
        if is_little and _is_swapped(match):
            return True
        if _are_both_being(match):
            return False
        is_short = is_little and not (match.is_tight and self.things >= BOUNDS.topic)
        if is_short and not all(_goes_without_saying(word) for word, said in self._each if not said):
            return True
        if match.is_tight or not has_other(match, clause, meanings_of(_EMPTY)):
            return False
        return is_little or _is_opposite(match)

    def _least_things(self, clause: int) -> float:
        if self.missed or (self._lacks_unit() and not self.match.is_tight):
            return BOUNDS.topic
        if not says_something_else(self.match, clause):
            return BOUNDS.things
        return BOUNDS.beside_has if says_has(self.match, clause) else BOUNDS.beside_other

    def _lacks_unit(self) -> bool:
        """Whether an amount is there without what the claim counts in it."""
        return any(
            left.kind == "exact"
            and right.kind == "light"
            and right.tokens[0].start - left.tokens[-1].end <= 1
            and not said
            for (left, _), (right, said) in pairwise(self._each)
        )


def second_look(matches: Sequence[Match]) -> list[int]:
    """Which facts, by their number, state the claim in other words than its own."""
    if not matches:
        return []
    words = words_of(matches[0])
    looks = [_Look(match, words) for match in matches]
    return [at for at, look in enumerate(looks) if look.may_state and not _is_beaten(look, looks)]


def _is_beaten(look: _Look, looks: Sequence[_Look]) -> bool:
    """Whether another fact says a thing of the claim that this one leaves out, or one leads to another such thing."""
    lead = led_by(look.match)
    if lead == "other":
        return True
    others = [other for other in looks if other is not look]
    return any(look.missed - other.missed and other.share >= BOUNDS.near for other in others) or (
        lead == "place" and any(_is_elsewhere(look, other) for other in others)
    )


def _is_elsewhere(look: _Look, other: _Look) -> bool:
    """Whether another fact says of such a thing that it is in another place: the office's printer and the hall's."""
    return other.says_thing and led_by(other.match) == "place" and lead_of(other.match) != lead_of(look.match)


def _goes_without_saying(word: Word) -> bool:
    """Whether a relation may be missing where little else tells what the fact says: that something is used."""
    usual = meanings_of(OF_NAMES) | meanings_of(OF_AMOUNTS) | meanings_of(EMPTY)
    return word.kind != "relation" or any(token.keys & usual for token in word.tokens)


def _is_opposite(match: Match) -> bool:
    """Whether the fact says the opposite relation: that it starts what the claim ends."""
    return any(
        any(token.keys & meaning_of(one) for token in match.asked.telling)
        and any(token.keys & meaning_of(two) for token in match.stated.telling)
        for one, two in _OPPOSITES
    )


def _are_both_being(match: Match) -> bool:
    """Whether both only say what something is: 用的是 and 接的是."""
    return "的是" in match.asked.text and "的是" in match.stated.text


def _is_swapped(match: Match) -> bool:
    """Whether the fact says the value before the thing, which the claim says after it."""
    first = match.asked.telling[0]
    if first in match.old or not match.old:
        return False
    at, value = _place(first, match), _place(match.old[-1], match)
    return at is not None and value is not None and at > value


def _place(token: Token, match: Match) -> int | None:
    places = [each.start for each in match.places[token]]
    at = match.stated.text.find(match.asked.said(token))
    return min(places) if places else at if at >= 0 else None


def _is_counted_otherwise(match: Match) -> bool:
    """Whether an amount counts something else in the fact than in the claim: 21 racks for 21 degrees."""
    return any(token.kind == "amount" and _counts_other(token, match) for token in match.asked.telling)


def _counts_other(token: Token, match: Match) -> bool:
    unit = next((each for each in match.asked.telling if 0 <= each.start - token.end <= 1), None)
    if unit is None or _is_said(unit, match):
        return False
    places = match.places[token]
    return bool(places) and all(_has_unit(place, match) for place in places)


def _has_unit(place: Token, match: Match) -> bool:
    return any(
        0 <= each.start - place.end <= 1 and each not in match.found and not each.weak for each in match.stated.tokens
    )


def _said(word: Word, match: Match) -> float:
    """How much of a word is in a fact; half a word of two signs is less than half of it, as 冷水 for 热水."""
    there = [_is_said(token, match) for token in word.tokens]
    share = sum(there) / len(there)
    return share if share > _HALF else share / 2


def _is_said(token: Token, match: Match) -> bool:
    """Whether a fact says a token, signs also where too few others of their run are there for the strict rules."""
    if match.places[token]:
        return True
    said, stated = match.asked.said(token), match.stated.text
    is_twice = any(each is not token and match.asked.said(each) == said for each in match.asked.telling)
    if token.kind == "amount" or not token.han or is_twice:
        return False
    if len(said) > 1:
        return _is_in(said, stated)
    text = match.asked.text
    pairs = text[max(token.start - 1, 0) : token.end], text[token.start : token.end + 1]
    return any(len(pair) > 1 and not set(pair) & _WEAK and _is_in(pair, stated) for pair in pairs)


def _is_in(said: str, stated: str) -> bool:
    """Whether signs are in a text that doesn't deny them right before."""
    at = stated.find(said)
    return at >= 0 and stated[max(at - 1, 0) : at] not in _DENYING
