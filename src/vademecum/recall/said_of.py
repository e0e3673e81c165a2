"""Whether a fact that rewords a claim speaks of the same thing: the checks of ``belonging.py``, less strict where the
facts can be held against each other. Pure.

What stays a doubt: a sister, a café, a test mail server for the mail server, what is near. What is none: where the
thing is, whose it is when it is the memory's own person's, who somebody is, and a verb between two words of it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Literal

from vademecum.recall import belonging
from vademecum.recall.claim_words import BEFORE_NAMES
from vademecum.recall.little_words import DESCRIBING, FRONTING, PLACE_ENDS
from vademecum.recall.match import Match
from vademecum.recall.meanings import is_relation, meanings_of
from vademecum.recall.omitted import relates
from vademecum.recall.statement import Statement, Token
from vademecum.text import is_sign

Lead = Literal["", "place", "other"]

_OWN = frozenset({"owner", "user"})
_FRONTING = tuple(word.strip() + (" " if word.strip().isascii() else "") for word in FRONTING.split(","))
# How far from a 的 the 是 may be that says what the owned thing is.
_NEAR = 10
_DESCRIBING = frozenset(DESCRIBING.split())


def is_of_another(match: Match) -> bool:
    """Whether what the fact says of the claim's words belongs to something else."""
    return (
        (belonging.is_apart(match) and led_by(match) != "place")
        or _is_late(match)
        or _is_counted_otherwise(match)
        or _is_owned(match)
        or _is_parted(match)
        or belonging.has_prefix(match)
        or belonging.has_owner(match)
        or belonging.is_value_headed(match)
        or belonging.is_beside(match)
        or belonging.is_turned_round(match)
    )


def led_by(match: Match) -> Lead:
    """What the fact calls the thing by beyond the claim: where or the owner's it is, or something that makes it
    another."""
    first = match.asked.telling[0]
    is_name = match.asked.said(first) in BEFORE_NAMES
    befores = [match.stated.text[place.start - 1 : place.start] for place in match.places[first] if place.start]
    if (is_name and any(before != "的" for before in befores)) or not belonging.is_led(match):
        return ""  # 打印机小灰 says what 小灰 is
    lead = lead_of(match)
    if not lead:
        return "other"
    is_place = lead[-1] in PLACE_ENDS if is_sign(lead[-1]) else lead.lower() in _OWN
    return "place" if is_place else "other"


def lead_of(match: Match) -> str:
    """The word right before the thing in a fact."""
    stated = match.stated
    places = match.places[match.asked.telling[0]]
    before = [each for each in stated.tokens if places and each.end <= places[0].start and stated.said(each) != "的"]
    return stated.said(before[-1]) if before else ""


def _is_late(match: Match) -> bool:
    """Whether the thing comes only in a clause after that of the value: ``Ben's is 318 too, says Ana``."""
    first = match.places[match.asked.telling[0]]
    values = [place.clause for old in match.old[-1:] for place in match.places[old]]
    if not first or not values or match.stated.text.lower().startswith(_FRONTING):
        return False
    return min(token.clause for token in first) > max(values)


def _is_counted_otherwise(match: Match) -> bool:
    """Whether the fact counts in something what the claim only numbers; money often goes without its name."""
    money = meanings_of("euro, dollar, yuan")
    return belonging.is_counted_otherwise(match) and not any(token.keys & money for token in match.stated.tokens)


def _is_owned(match: Match) -> bool:
    for tokens in match.places.values():
        owned = [token for token in tokens if _owns_other(token, match) or belonging.is_owned_by(token, match)]
        if owned and len(owned) == len(tokens):
            return True
    return False


def _owns_other(token: Token, match: Match) -> bool:
    if not belonging.owns_other(token, match):
        return False
    stated = match.stated
    if stated.text.startswith("的", token.end):
        return not _uses_what_it_has(token, match)
    return not _owns_known(token, match)


def _uses_what_it_has(token: Token, match: Match) -> bool:
    """Whether the claim says what something uses, and the fact what a part of it is: 系统的数据库是 MySQL."""
    asked = match.asked
    uses = "用" in asked.text or any(each.keys & meanings_of("use, run") for each in asked.telling)
    being = match.stated.text.find("是", token.end, token.end + _NEAR)
    return uses and being >= 0 and any(place.start - being in {1, 2} for place in match.found)


def _owns_known(token: Token, match: Match) -> bool:
    """Whether only words that describe it stand before what is owned: ``Priya's personal best`` is Priya's best."""
    stated = match.stated
    start = end = token.end + len("'s")
    for each in stated.tokens:
        if each.start < start or each.weak:
            continue
        if stated.text[end : each.start].strip() or each.clause != token.clause:
            return False
        if each in match.found:
            return end > start and not relates(each, stated)
        if not _describes(stated.said(each).lower()):
            return False
        end = each.end
    return False


def _describes(said: str) -> bool:
    """Whether an English word is an adjective, as far as its ending can tell: personal, but not mountain."""
    return said in _DESCRIBING or said.endswith(("al", "ed", "ive", "ous", "est", "ary"))


def _is_parted(match: Match) -> bool:
    """Whether a word that makes it another thing stands between two words of a name; a verb makes none."""
    if not belonging.is_parted(match):
        return False
    asked, places = match.asked, match.places
    for left, right in pairwise(asked.telling):
        if asked.text[left.end : right.start].strip() or not _is_name(left, right):
            continue
        gaps = [(a, b) for a in places[left] for b in places[right] if a.end <= b.start]
        if gaps and all(belonging.stands_between(a, b, match) and not _has_verb(a, b, match.stated) for a, b in gaps):
            return True
    return False


def _is_name(left: Token, right: Token) -> bool:
    return not (right.han and (right.is_verb or is_relation(right.keys) or is_relation(left.keys)))


def _has_verb(left: Token, right: Token, stated: Statement) -> bool:
    return right.han and any(
        each.is_verb for each in stated.tokens if left.end <= each.start and each.end <= right.start
    )
