"""Which of the stored facts state what a claim says, so that the truth can take their place (H9, L15). Pure.

A fact is chosen only when it says all that the claim says: each word of it, or one that means the same, the same
amounts and names, denied where the claim is denied; and when it does not say the truth already, tells of no past, and
speaks of nothing else in the claim's place, as ``Alice's daughter`` does for Alice. Sharing words makes a candidate, no
more. A wrong choice takes a true fact out of every recall, a missed one leaves a question to whoever corrects: so each
doubt makes a candidate of what would have been a choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from vademecum.recall.belonging import is_led, is_of_another
from vademecum.recall.contrary import deciding_clause, says_contrary
from vademecum.recall.lead_in import without_lead_in
from vademecum.recall.match import Match
from vademecum.recall.omitted import is_light, may_miss, names_a_thing, says_something_else
from vademecum.recall.reading import read_statement
from vademecum.recall.said_of import led_by
from vademecum.recall.second_look import second_look
from vademecum.recall.statement import Statement

MOST_CANDIDATES = 5
# Below this share of the claim a fact is not worth a person's look.
_LEAST_SHARE = 0.4
# Where nothing is chosen, the fact that is meant may be said in quite other words.
_LEAST_SHARE_ALONE = 0.2
# So many words that fit otherwise make up for one of those that are often left out, such as ``use``.
_ENOUGH = 2
_SHORT = 2
_WITHIN_NAMES = frozenset({"", "的", "'s", "of", "of the"})


class Fact(NamedTuple):
    """One stored fact: what it is called, and what it says."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The facts that state the claim, those that a person may find to state it, best first, and why none is chosen."""

    targets: tuple[str, ...]
    candidates: tuple[str, ...] = ()
    abstained: str | None = None


@dataclass(frozen=True, slots=True)
class _Reading:
    """How a fact reads beside a claim; ``names`` when it is about the very thing, whatever it says of it."""

    fact: Fact
    match: Match
    share: float
    fits: bool
    doubt: str = ""
    leading: bool = False
    tight: bool = False
    names: bool = False
    literal: bool = False
    aloud: str = ""


def choose_targets(facts: Iterable[Fact], claim: str, truth: str) -> Choice:
    """The facts to be superseded when ``truth`` takes the place of ``claim``.

    Facts that already say the truth are never among them. Equal facts and texts give the same choice, in the facts'
    order.
    """
    asked = read_statement(without_lead_in(claim))
    if not asked.telling:
        return Choice((), (), "the claim says nothing that a fact could be found by")
    fresh = read_statement(without_lead_in(truth))
    if _plain(asked) == _plain(fresh):
        return Choice((), (), "the claim and the truth say the same")
    readings = [_read(fact, asked, fresh) for fact in facts if _plain(read_statement(fact.text)) != _plain(fresh)]
    fitting = [reading for reading in readings if reading.fits and not reading.doubt]
    are_several = len(fitting) > 1
    fitting, doubt = _without_rivals(fitting, asked, is_named=any(reading.names for reading in readings))
    if not fitting and not are_several:
        fitting = [readings[at] for at in second_look([reading.match for reading in readings])]
    targets = tuple(reading.fact.id for reading in fitting)
    least = _LEAST_SHARE if targets else _LEAST_SHARE_ALONE
    rest = [each for each in readings if each.fact.id not in targets and each.share >= least]
    rest.sort(key=lambda each: (not each.fits, -each.share))
    candidates = tuple(each.fact.id for each in rest[:MOST_CANDIDATES])
    return Choice(targets, candidates, None if targets else _why_none(doubt, rest))


def _why_none(doubt: str, rest: Sequence[_Reading]) -> str:
    told = doubt or next((each.doubt for each in rest if each.doubt), "")
    return told or ("no fact states all of the claim" if rest else "no fact states anything like the claim")


def _without_rivals(fitting: list[_Reading], asked: Statement, *, is_named: bool) -> tuple[list[_Reading], str]:
    """What is left when one fact is about the very thing, and others about a thing called by one word more.

    What is called by one word more is another thing, unless the word says where it is, and no other fact names the
    very thing.
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
    if not plain and fitting and (len(fitting) > 1 or is_named or led_by(fitting[0].match) == "other"):
        return [], "what fits best speaks of something else"
    return plain or fitting, ""


def _read(fact: Fact, asked: Statement, fresh: Statement) -> _Reading:
    match = Match(asked, fresh, read_statement(fact.text))
    if _plain(match.stated) == _plain(asked):
        return _Reading(fact, match, 1.0, fits=True, tight=True, names=True)
    share = 1 - len(match.missing) / len(asked.telling)
    is_longer = is_led(match)
    names = bool(match.places[asked.telling[0]]) and not is_longer
    if not _says_all(match):
        return _Reading(fact, match, share, fits=False, names=names)
    return _Reading(
        fact, match, share, True, _doubt(match), is_longer, match.is_tight, names, match.is_literal, match.aloud
    )


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
