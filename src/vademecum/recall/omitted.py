"""What people leave out of a statement without saying anything else: ``CI uses Drone`` for ``CI runs on Drone``. Pure.

What names a thing, and the value that is wrong, are never left out. A relation may be where it goes without saying:
that a tool is used, that a meeting takes place, that a bag weighs what it weighs. It goes without saying only as long
as the fact names no other relation in its place, as ``CI writes to Drone`` would.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from vademecum.recall.little_words import EMPTY, LIGHT, OF_ADDRESSES, OF_AMOUNTS, OF_NAMES, UNITS
from vademecum.recall.match import Match
from vademecum.recall.meanings import is_relation, meaning_of, meanings_of
from vademecum.recall.statement import Statement, Token

_LIGHT = frozenset(LIGHT.split())
_HAS = re.compile(r"\b(?:has|have|had) (?:an?|the|its|their|two|three|some|many|no)\b|有", re.IGNORECASE)
_AWAY = (" from", "从", "离")
_HOST = re.compile(r"[a-z][\w-]*(?:\.[a-z][\w-]*)+", re.IGNORECASE)


def may_miss(token: Token, match: Match, clause: int) -> bool:
    """Whether the fact may leave out a token of the claim and say the same, going by this clause of it."""
    if token in match.old:
        return match.is_tight and bool(token.keys & meanings_of(UNITS)) and any(map(match.places.get, match.old))
    if token.loose or (match.is_tight and token.keys & meaning_of("user")):
        return True
    said = match.asked.said(token)
    if is_light(token, match):
        return True
    is_of_many = token.han and len(said) == 1  # 开 is open, start, drive, run
    if not match.old or is_of_many or said[:1].isupper():  # what begins with a capital may be a name, as Max is
        return False
    known = meanings_of(EMPTY) | token.keys
    if any(_is_address(old, match) for old in match.old):
        return bool(token.keys & meanings_of(OF_ADDRESSES)) and not has_other(
            match, clause, known | meanings_of(OF_ADDRESSES)
        )
    has_amount = any(old.kind == "amount" for old in match.old)
    goes_without_saying = meanings_of(OF_AMOUNTS if has_amount else OF_NAMES)
    return bool(token.keys & goes_without_saying) and not has_other(match, clause, known)


def is_light(token: Token, match: Match) -> bool:
    """Whether a token of the claim says so little that nobody would miss it."""
    return token not in match.old and match.asked.said(token).lower() in _LIGHT


def names_a_thing(match: Match) -> bool:
    """Whether the fact says more of the claim than the value that is wrong and what it is counted in."""
    said = (token for token in match.asked.telling if match.places[token] and token not in match.old)
    return any(token.kind != "amount" and not token.keys & meanings_of(UNITS) for token in said)


def says_something_else(match: Match, clause: int) -> bool:
    """Whether the fact relates what the claim only puts together: ``Kim teaches two children`` for ``Kim has two``."""
    there = [token for token in match.found if token.clause == clause]
    if not there or any(relates(token, match.asked) for token in match.asked.telling):
        return False
    first, last = min(token.start for token in there), max(token.end for token in there)
    if _says_has(match.stated, first, last) and not _says_has(match.asked, 0, len(match.asked.text)):
        return True
    known = meanings_of(EMPTY) | meanings_of(OF_AMOUNTS) | meanings_of(OF_NAMES)
    if any(first < token.start and (token.han or token.start < last) for token in _others(match, clause, known)):
        return True
    before = [match.stated.text[: place.start].rstrip().lower() for old in match.old for place in match.places[old][:1]]
    return bool(before) and before[0].endswith(_AWAY) and not any(word in match.asked.text for word in _AWAY)


def _says_has(statement: Statement, first: int, last: int) -> bool:
    """Whether what stands between two places of a text has something: a car park on Mill Road."""
    return _HAS.search(statement.text, first, last) is not None


def has_other(match: Match, clause: int, known: frozenset[str]) -> bool:
    """Whether a clause of the fact relates something by what is neither the claim's nor known."""
    return next(_others(match, clause, known), None) is not None


def _others(match: Match, clause: int, known: frozenset[str]) -> Iterator[Token]:
    """What a clause of the fact relates that is neither the claim's nor known."""
    for token in match.stated.tokens:
        is_new = token.clause == clause and not token.weak and token not in match.found and not token.keys & known
        if is_new and relates(token, match.stated) and not _is_light(match.stated.said(token)):
            yield token


def _is_light(said: str) -> bool:
    """Whether a word, or the verb of a phrase such as ``goes to``, says hardly anything."""
    return said.lower() in _LIGHT or said.lower().partition(" ")[0] in _LIGHT


def relates(token: Token, statement: Statement) -> bool:
    """Whether a token may say what one thing has to do with another."""
    return token.is_verb or is_relation(token.keys) or _may_be_verb(token, statement)


def _may_be_verb(token: Token, statement: Statement) -> bool:
    """As far as an ending can tell of a word that is not listed, and counted by no amount."""
    said = statement.said(token)
    is_listed = any(key.startswith("=") for key in token.keys)
    is_counted = any(each.kind == "amount" and each.end + 1 == token.start for each in statement.tokens)
    is_ending = said.isascii() and said.islower() and said.endswith(("s", "ed", "ing"))
    return is_ending and not is_listed and not is_counted


def _is_address(token: Token, match: Match) -> bool:
    """Whether something is written as an address is, of a machine, a page, a file, a channel or a mailbox."""
    said = match.asked.said(token)
    is_marked = match.asked.text[token.start - 1 : token.start] in {"#", "@", "/"}
    return is_marked or _HOST.fullmatch(said) is not None or (said.isascii() and any(sign in said for sign in "@/"))
