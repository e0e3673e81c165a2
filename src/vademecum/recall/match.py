"""A claim and a fact side by side: where the fact says what the claim says, and what it leaves out. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from vademecum.recall.little_words import WEAK_SIGNS
from vademecum.recall.statement import Statement, Token

_DENYING = frozenset("不没无未非")
_WEAK = frozenset(WEAK_SIGNS)


@dataclass(frozen=True)
class Match:
    """What a fact ``stated`` of what was ``asked``, which a ``fresh`` truth is to replace."""

    asked: Statement
    fresh: Statement
    stated: Statement

    @cached_property
    def places(self) -> dict[Token, list[Token]]:
        """Where each token of the claim is said."""
        return places_of(self.asked.telling, self.asked, self.stated)

    @cached_property
    def found(self) -> frozenset[Token]:
        """The tokens of the fact that say something of the claim."""
        return frozenset(place for places in self.places.values() for place in places)

    @cached_property
    def missing(self) -> tuple[Token, ...]:
        """What the claim says and the fact doesn't."""
        return tuple(token for token in self.asked.telling if not self.places[token])

    @cached_property
    def old(self) -> tuple[Token, ...]:
        """What the claim says and the truth doesn't: the value that is wrong."""
        return tuple(news_of(self.fresh, self.asked))

    @cached_property
    def news(self) -> tuple[Token, ...]:
        """What the truth says and the claim doesn't: the value that holds."""
        return tuple(news_of(self.asked, self.fresh))

    @cached_property
    def is_tight(self) -> bool:
        """Whether the fact says hardly anything beyond the claim."""
        return all(token in self.found or token.weak for token in self.stated.tokens)

    @cached_property
    def is_literal(self) -> bool:
        """Whether the fact says each word of the claim in the same letters."""
        said = {self.stated.said(place).lower() for place in self.found}
        return all(self.asked.said(token).lower() in said for token in self.asked.telling)

    @cached_property
    def aloud(self) -> str:
        """The signs of a name that the claim writes as they are read: 小敏 and 小民 for ``Xiaomin``."""
        known = {token: {key for key in token.keys if key.startswith("@")} for token in self.asked.telling}
        read = {place for token, places in self.places.items() for place in places if known[token] & place.abroad}
        return "".join(self.stated.said(place) for place in sorted(read, key=lambda place: place.start))

    @cached_property
    def is_truth(self) -> bool:
        """Whether the fact says all that the truth says beyond the claim, and denies it where the truth does."""
        there = places_of(self.news, self.fresh, self.stated)
        if not self.news or not all(there.values()) or not _are_whole(self.news, self.fresh, self.stated):
            return False
        clause = there[self.news[-1]][-1].clause
        return self.stated.denials[clause] % 2 == sum(self.fresh.denials) % 2


def places_of(wanted: Sequence[Token], asked: Statement, stated: Statement) -> dict[Token, list[Token]]:
    """Where each token of a claim is said in a fact."""
    found = {token: [each for each in stated.tokens if each.says(token)] for token in wanted}
    for token, places in found.items():
        said = asked.said(token)
        if not places and token.kind != "amount" and token.han and _is_said(token, asked, stated):
            found[token] = [each for each in stated.tokens if _is_within(said, each, stated)]
    found = {token: _left_to(token, places, found, asked, stated) for token, places in found.items()}
    for run in _runs(wanted):
        if len(run) > 1 and not _holds(run, asked, stated, found):
            found |= {token: [] for token in run}
    return found


def _is_said(token: Token, asked: Statement, stated: Statement) -> bool:
    """Whether a fact has these signs, a single one with a neighbour that it has in the claim: 车 is not in 自行车."""
    said = asked.said(token)
    if len(said) > 1:
        return said in stated.text
    pairs = asked.text[max(token.start - 1, 0) : token.end], asked.text[token.start : token.end + 1]
    return any(len(pair) > 1 and pair in stated.text and not set(pair) & _WEAK for pair in pairs)


def _is_within(said: str, token: Token, stated: Statement) -> bool:
    """Whether signs begin within a token of a fact that doesn't deny them, as 不喜欢 denies 喜欢."""
    return token.start <= stated.text.find(said) < token.end and stated.text[token.start] not in _DENYING


def _left_to(
    token: Token, places: list[Token], found: dict[Token, list[Token]], asked: Statement, stated: Statement
) -> list[Token]:
    """The places of a token that are not another's to the letter: the host in ``host a2`` says no ``runs on``."""
    said = asked.said(token).lower()
    before = sum(asked.said(other).lower() == said and other.start < token.start for other in found)
    if len(places) <= before:
        return []  # what the claim says twice, as the lawyer Ms. Ng, the lawyer, the fact has to say twice
    others = {asked.said(other).lower() for other in found if other is not token} - {said}
    return [place for place in places if place.han != token.han or stated.said(place).lower() not in others]


def news_of(asked: Statement, fresh: Statement) -> list[Token]:
    """What the truth says beyond the claim; a word that it says twice and the claim once is beyond it too."""
    left = list(asked.telling)
    news = []
    for token in fresh.telling:
        known = next((each for each in left if each.says(token)), None)
        if known is None:
            news.append(token)
        else:
            left.remove(known)
    return news


def _runs(tokens: Sequence[Token]) -> list[list[Token]]:
    """Signs that stand beside each other."""
    runs: list[list[Token]] = []
    for token in tokens:
        if token.kind != "sign":
            continue
        if runs and runs[-1][-1].end == token.start:
            runs[-1].append(token)
        else:
            runs.append([token])
    return runs


def _holds(run: Sequence[Token], asked: Statement, stated: Statement, found: dict[Token, list[Token]]) -> bool:
    """Whether at least half of a run of signs is in the fact in pairs, as words are, or by what its words mean; single
    signs meet by chance."""
    said = [asked.said(token) for token in run]
    paired = {at for at, pair in enumerate(pairwise(said)) if "".join(pair) in stated.text}
    meant = {at for at, token in enumerate(run) if any(asked.said(token) != stated.said(each) for each in found[token])}
    covered = paired | {at + 1 for at in paired} | meant
    return 2 * len(covered) >= len(said)


def _are_whole(news: Sequence[Token], fresh: Statement, stated: Statement) -> bool:
    """Whether signs of the truth are in the fact with a neighbour: the 海 of 上海 is not that of 海淀."""
    signs = [token for token in news if token.kind == "sign"]
    pairs = ((fresh.text[max(sign.start - 1, 0) : sign.end], fresh.text[sign.start : sign.end + 1]) for sign in signs)
    return all(any(len(pair) > 1 and pair in stated.text for pair in both) for both in pairs)
