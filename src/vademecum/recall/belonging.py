"""Whether a fact says a claim's words of something else: of Alice's sister for Alice, of a test *mail* server. Pure.

Every check answers in doubt that it does: a candidate too many costs a person a look, a wrong choice takes a true fact
out of every recall.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from vademecum.recall.little_words import (
    APART,
    APART_AFTER,
    ASIDE_ENGLISH,
    ASIDE_HAN,
    DESCRIBING,
    HARMLESS_ENGLISH,
    OWNERS,
    TITLES,
    UNITS,
)
from vademecum.recall.match import Match
from vademecum.recall.meanings import is_harmless, is_relation, meaning_of, meanings_of
from vademecum.recall.statement import Statement, Token
from vademecum.text import is_sign

# What begins with one of them says when or where, and is no part of a name.
_BEGIN_ASIDE = frozenset("在从每自于")
_BEING = frozenset("是为")
_PREFIXES = frozenset("副非前准代")
# People are called 小林 and 老秦, and by Lin and Qin in English.
_BEFORE_NAMES = frozenset("小老阿")
_EXEMPT = frozenset(HARMLESS_ENGLISH.split())
_COUNTING = frozenset("个只条张辆把台位名家件种各全所")
_GROUPS = "company|firm|team|family|user|house|home|office"
_OURS = re.compile(rf" (?:us|both|all|each|every|this)\b| (?:our|my|the) (?:{_GROUPS})\b", re.IGNORECASE)
_OWNERS = frozenset(OWNERS.split())
_APART = tuple(APART.split())
_APART_AFTER = tuple(f" {place.strip()}" for place in APART_AFTER.split(","))
_TITLES = frozenset(TITLES.split())
_ADJECTIVES = frozenset(DESCRIBING.split())
_AFTER_ASIDE = tuple(ASIDE_HAN.split())
_BEFORE_ASIDE = tuple(f" {word.strip()}" for word in ASIDE_ENGLISH.split(","))


def is_of_another(match: Match) -> bool:
    """Whether what the fact says of the claim's words belongs to something else."""
    return (
        is_apart(match)
        or _is_owned(match)
        or has_prefix(match)
        or has_owner(match)
        or is_parted(match)
        or _is_headed(match)
        or is_value_headed(match)
        or is_beside(match)
        or is_turned_round(match)
        or is_counted_otherwise(match)
    )


def is_apart(match: Match) -> bool:
    """Whether the fact says of what it names that it is another, or another's: the *other* lift, 客户的监控."""
    firsts = match.places[match.asked.telling[0]]
    return bool(firsts) and all(_is_apart_at(first, match) for first in firsts)


def _is_apart_at(first: Token, match: Match) -> bool:
    before = match.stated.text[: first.start].lower()
    is_others = before.endswith(("'s ", "' ", "的")) and _has_before(first, match)
    heads = match.places[_head(match.asked)] or [first]
    is_further = all(match.stated.text.lower().startswith(_APART_AFTER, head.end) for head in heads)
    return is_others or is_further or before.rstrip(" 的").endswith(_APART)


def is_led(match: Match) -> bool:
    """Whether what the claim begins with is called by more: the *staff* canteen, the deposit *for the garage*."""
    first = match.asked.telling[0]
    is_verb = is_relation(first.keys) and match.asked.said(first).endswith("s")
    firsts = [] if is_verb else match.places[first]
    if firsts and all(_has_before(first, match) for first in firsts):
        return True
    heads = match.places[_head(match.asked)]
    return bool(heads) and all(_is_with(" for ", head, match) for head in heads)


def _has_before(first: Token, match: Match) -> bool:
    stated = match.stated
    before = [each for each in stated.tokens if each.end <= first.start]
    if first.han and before and stated.said(before[-1]) == "的":
        return not _is_called_as_people(match) and _is_owner(before[:-1], match)
    if not before or before[-1].weak or before[-1] in match.found or before[-1].clause != first.clause:
        return False
    said = stated.said(before[-1])
    gap = stated.text[before[-1].end : first.start]
    if first.han:
        if is_relation(before[-1].keys) and len(said) == 1:
            return False
        if (_is_called_as_people(match) and said in _TITLES) or (
            said in _BEFORE_NAMES and not match.asked.telling[0].han
        ):
            return False
        return not gap and not (is_sign(said[0]) and is_harmless(said)) and said not in _COUNTING
    if said.islower() and stated.said(first)[:1].isupper() and gap == " ":
        return False  # colleague Hannah
    return gap in {" ", "'s ", "' ", "-"} and said.lower() not in _ADJECTIVES | _EXEMPT


def _is_called_as_people(match: Match) -> bool:
    return match.asked.said(match.asked.telling[0]) in _BEFORE_NAMES


def _is_owner(before: Sequence[Token], match: Match) -> bool:
    """Whether what has a 的 behind it is an owner that the claim doesn't name, and not what is done or who tells it."""
    run: list[Token] = []
    for token in reversed(before):
        if run and token.end != run[-1].start:
            break
        run.append(token)
    if not run or any(token in match.found for token in run) or _is_done(run):
        return False
    said = match.stated.text[run[-1].start : run[0].end]
    return said not in _OWNERS and not is_harmless(said)


def _is_done(run: Sequence[Token]) -> bool:
    """Whether signs before a 的 tell what is done, the last of them first: 出发的, 写的."""
    return any(token.is_verb and token.end - token.start > 1 for token in run) or (
        run[0].end - run[0].start == 1 and is_relation(run[0].keys)
    )


def _is_owned(match: Match) -> bool:
    """Whether something in the fact belongs to what the claim is about: the café of the museum, Alice's daughter."""
    for tokens in match.places.values():
        owned = [token for token in tokens if owns_other(token, match) or is_owned_by(token, match)]
        if owned and len(owned) == len(tokens):
            return True
    return False


def has_owner(match: Match) -> bool:
    """Whether what the claim begins with is somebody else's: the choir *of St Mary*."""
    heads = match.places[_head(match.asked)]
    return bool(heads) and all(_is_with(" of ", head, match) for head in heads)


def _head(asked: Statement) -> Token:
    """The last word of the name that a claim begins with: the agent of ``the build agent``."""
    head = asked.telling[0]
    for token in asked.telling[1:]:
        if asked.text[head.end : token.start] != " " or token.kind == "amount" or is_relation(token.keys):
            break
        head = token
    return head


def _is_with(preposition: str, token: Token, match: Match) -> bool:
    """Whether a preposition after a token binds it to something that the claim doesn't name."""
    stated = match.stated
    start = token.end + len(preposition) - 1
    if not stated.text.startswith(preposition, token.end) or _OURS.match(stated.text, start):
        return False
    after = next((each for each in stated.tokens if each.start > start and not each.weak), None)
    return after is not None and after not in match.found and after.kind != "amount" and after.clause == token.clause


def has_prefix(match: Match) -> bool:
    """Whether a sign such as 副 stands before the claim's words: 副主管 for 主管."""
    text = match.stated.text
    return any(text[token.start - 1 : token.start] in _PREFIXES for token in match.found if token.start) and not any(
        text[token.start] in _PREFIXES for token in match.found
    )


def owns_other(token: Token, match: Match) -> bool:
    """Whether what the fact says of a token's own is said of that, and not of the token."""
    stated = match.stated
    if not token.owns:
        return False
    after = next((each for each in stated.tokens if each.start > token.start and not each.weak), None)
    if after is None or after.clause != token.clause:
        return False
    if after in match.found:
        return not _is_needed(after, match)
    if stated.text[token.end : token.end + 1] == "的":
        return not is_harmless(stated.text[after.start : _end_of_run(after, stated)])
    return stated.said(after).lower() not in _EXEMPT | _ADJECTIVES


def _is_needed(token: Token, match: Match) -> bool:
    """Whether the claim has a word that the fact says here alone, or in these very letters: else what is owned says
    once more what is said of its owner, as ``Sven's boss manages`` does of Sven."""
    said = match.stated.said(token).lower()
    return any(
        token in places and (len(places) == 1 or match.asked.said(wanted).lower() == said)
        for wanted, places in match.places.items()
    )


def is_owned_by(token: Token, match: Match) -> bool:
    """``the health check of the server``."""
    stated = match.stated
    before = [each for each in stated.tokens if each.start < token.start]
    while before and before[-1].weak and stated.said(before[-1]).lower() != "of":
        before.pop()
    if not before or stated.said(before[-1]).lower() != "of" or len(before) == 1:
        return False
    head = before[-2]
    return head not in match.found and not head.weak and stated.said(head).lower() not in _EXEMPT


def is_parted(match: Match) -> bool:
    """Whether another word stands between two that the claim has side by side, as in ``test mail server``."""
    asked, places = match.asked, match.places
    for left, right in pairwise(asked.telling):
        gap = asked.text[left.end : right.start]
        if gap.strip() or not places[left] or not places[right] or _bounds(left):
            continue
        gaps = [stands_between(a, b, match) for a in places[left] for b in places[right] if a.end <= b.start]
        if gaps and all(gaps):
            return True
    return False


def _is_headed(match: Match) -> bool:
    """Whether what a claim begins with is only the first part of a longer name, as ``meeting`` of ``meeting room``."""
    asked = match.asked
    first = asked.telling[0]
    if len(asked.telling) > 1 and not asked.text[first.end : asked.telling[1].start].strip():
        first = asked.telling[1]
    heads = [_follows(token, match) for token in match.places[first] if token.kind == "word"]
    return bool(heads) and all(heads)


def is_value_headed(match: Match) -> bool:
    """Whether the wrong value only describes something else: he is vegetarian, the ``vegetarian restaurant``."""
    if not match.old:
        return False
    last = match.old[-1]
    if last.kind != "word" or not match.asked.said(last).islower() or _has_follower(last, match.asked):
        return False
    heads = [_follows(token, match) for token in match.places[last]]
    return bool(heads) and all(heads)


def _has_follower(token: Token, asked: Statement) -> bool:
    return any(each.start >= token.end and not each.weak for each in asked.tokens)


def is_beside(match: Match) -> bool:
    """Whether the fact tells what is near the value, or all but it."""
    text = match.stated.text
    places = [token for old in match.old for token in match.places[old]]
    return any(text.startswith(_AFTER_ASIDE, token.end) for token in places) or any(
        text[: token.start].rstrip().lower().endswith(_BEFORE_ASIDE) for token in places
    )


def is_turned_round(match: Match) -> bool:
    """Whether the fact says of two people the other way round what the claim says: Ben reports to Ann."""
    asked, stated = match.asked, match.stated
    first, last = asked.telling[0], asked.telling[-1]
    between = {asked.said(token).lower() for token in asked.telling[1:-1] if is_relation(token.keys)}
    if not (between and _is_person(first, asked) and _is_person(last, asked)):
        return False
    is_same = any(stated.said(token).lower() in between for token in match.found)
    is_passive = any(word in f" {stated.text.lower()} " for word in (" by ", "被", "由")) != any(
        word in f" {asked.text.lower()} " for word in (" by ", "被", "由")
    )
    places = match.places
    ends = [(a.start, b.start) for a in places[first] for b in places[last]]
    return is_same and not is_passive and bool(ends) and all(a > b for a, b in ends)


def is_counted_otherwise(match: Match) -> bool:
    """Whether the fact counts in something what the claim only numbers: ``4 seconds`` for ``4``."""
    units = meanings_of(UNITS)
    amounts = [match.places[old] for old in match.old if old.kind == "amount"]
    return any(places and all(_has_unit(place, match, units) for place in places) for places in amounts)


def _has_unit(place: Token, match: Match, units: frozenset[str]) -> bool:
    after = next((each for each in match.stated.tokens if each.start >= place.end), None)
    beside = after is not None and after.start - place.end <= 1
    return after is not None and beside and after not in match.found and bool(after.keys & units)


def _is_person(token: Token, asked: Statement) -> bool:
    """Whether something is called as people are."""
    said = asked.said(token)
    return said[:1].isupper() or said in _BEFORE_NAMES or asked.text[token.start - 1 : token.start] in _BEFORE_NAMES


def _follows(token: Token, match: Match) -> bool:
    stated = match.stated
    after = next((each for each in stated.tokens if each.start >= token.end), None)
    if after is None or after.weak or after in match.found or after.kind != "word" or after.clause != token.clause:
        return False
    if is_relation(after.keys):
        return False
    said = stated.said(after)
    is_verb = said.endswith(("s", "ed")) or stated.said(token).endswith("s")  # as far as an ending can tell
    beside = stated.text[token.end : after.start] == " "
    return beside and said.isascii() and said.isalpha() and said.islower() and not is_verb and said not in _EXEMPT


def _bounds(token: Token) -> bool:
    """``at most`` has a verb between it and its amount as often as not."""
    return bool(token.keys & meaning_of("maximum"))


def stands_between(left: Token, right: Token, match: Match) -> bool:
    """Whether only words that are not the claim's stand between two, without anything that ends what they name."""
    stated = match.stated
    between = [token for token in stated.tokens if left.end <= token.start and token.end <= right.start]
    said = stated.text[left.end : right.start].strip(" -")
    if not between or any(token in match.found or token.kind == "amount" for token in between):
        return False
    if is_sign(said[0]):
        return (
            said[0] not in _BEGIN_ASIDE
            and not set(said) & _BEING
            and not is_harmless(said)
            and _is_whole(between, said)
        )
    return len(between) == 1 and said.isalpha() and not between[0].weak


def _is_whole(between: Sequence[Token], said: str) -> bool:
    """Whether the tokens are all that is between: what denies is no token, and ends a name."""
    return sum(token.end - token.start for token in between) == len(said)


def _end_of_run(token: Token, stated: Statement) -> int:
    end = token.end
    for each in stated.tokens:
        if each.start == end and not each.weak and not is_relation(each.keys):
            end = each.end
    return end
