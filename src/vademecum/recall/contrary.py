"""What speaks against a fact that says the words of a claim, whatever it says them of. Pure.

That is a denial, the past, a plan, or that it says the truth already.
"""

from __future__ import annotations

from collections import Counter

from vademecum.recall.little_words import HELPERS
from vademecum.recall.match import Match
from vademecum.recall.meanings import is_relation
from vademecum.recall.statement import Statement, Token

_HELPERS = frozenset(HELPERS.split())


def deciding_clause(match: Match) -> int:
    """The clause of a fact that says most of the claim; above all what the truth says otherwise, or where the truth
    only denies the claim, the claim's last word."""
    places = match.places
    counts: Counter[int] = Counter()
    for found in places.values():
        counts.update({token.clause for token in found})
    for old in [token for token in match.old if places[token]] or [match.asked.telling[-1]]:
        counts.update({token.clause: len(places) for token in places[old]})
    denials = match.stated.denials
    return max(range(len(denials)), key=lambda clause: (counts[clause], denials[clause]))


def says_contrary(match: Match, clause: int) -> str:
    """Why a fact does not state the claim in this clause, empty when it may."""
    asked, stated = match.asked, match.stated
    if sum(asked.denials) % 2 != stated.denials[clause] % 2:
        return "what fits best says the opposite"
    is_past = stated.given_up or clause in stated.past
    if is_past and not (asked.past or "前" in asked.text or asked.given_up or (asked.happened and not stated.given_up)):
        return "what fits best tells of the past"
    if _is_bygone(match):
        return "what fits best tells of the past"
    if clause in stated.unsettled and not asked.unsettled:
        return "what fits best does not state it"
    return "what fits best says the truth already" if match.is_truth else ""


def _is_bygone(match: Match) -> bool:
    """Whether the fact tells of what was, and the claim of what is: ``used`` for ``uses``, but not ``is used``."""
    return any(
        places and all(_is_past(place, match.stated) for place in places)
        for token, places in match.places.items()
        if is_relation(token.keys) and match.asked.said(token).lower().endswith("s")
    )


def _is_past(token: Token, stated: Statement) -> bool:
    said = stated.said(token).lower()
    before = stated.text[: token.start].rstrip().rpartition(" ")[2].lower()
    is_participle = before in _HELPERS or stated.text.startswith(" by ", token.end)
    return said.endswith("ed") and not is_participle
