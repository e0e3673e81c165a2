"""Which facts state a claim word for word, or in words that are listed as meaning the same (H9). Pure.

It is strict: a fact fits only when it says all that the claim says, each word of it or one that means the same, the
same amounts and names, denied where the claim is denied; and when it does not say the truth already, tells of no past,
and speaks of nothing else in the claim's place, as ``Alice's daughter`` does for Alice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from vademecum.recall.belonging import is_led, is_of_another
from vademecum.recall.contrary import deciding_clause, says_contrary
from vademecum.recall.match import Match
from vademecum.recall.omitted import is_light, may_miss, names_a_thing, says_something_else
from vademecum.recall.reading import read_statement
from vademecum.recall.statement import Statement

# So many words that fit otherwise make up for one of those that are often left out, such as ``use``.
_ENOUGH = 2
_SHORT = 2
_WITHIN_NAMES = frozenset({"", "的", "'s", "of", "of the"})


@dataclass(frozen=True, slots=True)
class _Reading:
    """How a fact reads beside a claim; ``names`` when it is about the very thing, whatever it says of it."""

    at: int
    fits: bool
    doubt: str = ""
    leading: bool = False
    tight: bool = False
    names: bool = False
    literal: bool = False
    aloud: str = ""


class Strict(NamedTuple):
    """The facts that state a claim strictly, by their number, and those that say all of it but of something else, of
    the past or the like; ``why`` tells of these."""

    stating: frozenset[int]
    doubtful: frozenset[int]
    why: str


def strictly(facts: Sequence[str], claim: str, truth: str) -> Strict:
    """Read all facts beside a claim."""
    asked, fresh = read_statement(claim), read_statement(truth)
    readings = [_read(at, fact, asked, fresh) for at, fact in enumerate(facts)]
    readings = [each for each in readings if plain(facts[each.at]) != plain(truth)]
    fitting = [reading for reading in readings if reading.fits and not reading.doubt]
    left, doubt = _without_rivals(fitting, asked)
    stating = frozenset(each.at for each in left)
    doubtful = frozenset(each.at for each in readings if each.fits) - stating
    return Strict(stating, doubtful, doubt or next((each.doubt for each in readings if each.doubt), ""))


def plain(text: str) -> str:
    """The letters and figures of a text, as they are compared."""
    return _plain(read_statement(text))


def _without_rivals(fitting: list[_Reading], asked: Statement) -> tuple[list[_Reading], str]:
    """What is left when one fact is about the very thing, and others about a thing called by one word more.

    What is called by one word more is another thing, as far as the words alone can tell.
    """
    if len(asked.telling) <= _SHORT:
        is_plain = any(each.tight for each in fitting)
        literal = [each for each in fitting if each.literal]
        if len(fitting) > 1 and len(literal) == 1 and not is_plain:
            return literal, ""
        if len(fitting) > 1 and not is_plain:
            return [], "several facts fit the claim, and nothing in it tells them apart"
        return [each for each in fitting if not (is_plain and each.leading)], ""
    if len({each.aloud for each in fitting if each.aloud}) > 1:
        return [], "several facts fit the claim, with names that are read alike"
    plain = [each for each in fitting if not each.leading]
    return plain, "what fits best speaks of something else" if fitting and not plain else ""


def _read(at: int, fact: str, asked: Statement, fresh: Statement) -> _Reading:
    match = Match(asked, fresh, read_statement(fact))
    if _plain(match.stated) == _plain(asked):
        return _Reading(at, fits=True, tight=True, names=True)
    is_longer = is_led(match)
    names = bool(match.places[asked.telling[0]]) and not is_longer
    if not _says_all(match):
        return _Reading(at, fits=False, names=names)
    return _Reading(at, True, _doubt(match), is_longer, match.is_tight, names, match.is_literal, match.aloud)


def _says_all(match: Match) -> bool:
    """Whether the fact leaves out nothing of the claim but what people leave out."""
    if not match.missing:
        return True
    clause = deciding_clause(match)
    is_said = names_a_thing(match) and all(may_miss(token, match, clause) for token in match.missing)
    there = len(match.asked.telling) - len(match.missing)
    missed = [token for token in match.missing if not (match.old and is_light(token, match))]
    return is_said and there >= max(_ENOUGH, 1 + len(missed))


def _doubt(match: Match) -> str:
    """Why a fact that says each word of the claim may not state it, empty when nothing speaks against it."""
    best = deciding_clause(match)
    if contrary := says_contrary(match, best):
        return contrary
    if not _is_in_one_clause(match):
        return "what fits best says the parts of it of different things"
    if says_something_else(match, best):
        return "what fits best says something else of it"
    return "what fits best speaks of something else" if is_of_another(match) else ""


def _is_in_one_clause(match: Match) -> bool:
    """Whether all but what the claim begins with, which later clauses leave out, is said in one clause."""
    asked, places = match.asked, match.places
    found = [{token.clause for token in places[wanted]} for wanted in asked.telling if places[wanted]]
    rest = found[1:]
    while len(rest) > 1 and not set.intersection(*rest) and _goes_on(asked, len(found) - len(rest)):
        rest = rest[1:]
    shared = set.intersection(*rest) if rest else set.union(*found)
    return bool(shared) and all(min(first) <= max(shared) for first in found)


def _goes_on(asked: Statement, number: int) -> bool:
    """Whether a token belongs to the name that the claim begins with: no word and no break stands before it."""
    tokens = asked.telling[: number + 1]
    gaps = (asked.text[left.end : right.start].strip() for left, right in pairwise(tokens))
    return all(gap in _WITHIN_NAMES for gap in gaps)


def _plain(statement: Statement) -> str:
    return "".join(char for char in statement.text.casefold() if char.isalnum())
