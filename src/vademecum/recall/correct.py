"""Which of the stored facts state what a claim says, so that the truth can take their place (H9, L15). Pure.

A fact is chosen only when it says all that the claim says: each word of it, or one that means the same, the same
amounts and names, denied where the claim is denied; and when it does not say the truth already, tells of no past, and
speaks of nothing else in the claim's place, as ``Alice's daughter`` does for Alice. Sharing words makes a candidate, no
more. A wrong choice takes a true fact out of every recall, a missed one leaves a question to whoever corrects: so each
doubt makes a candidate of what would have been a choice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from vademecum.recall.alike import DESCRIBING, HARMLESS_ENGLISH
from vademecum.recall.meanings import is_harmless, meaning_of
from vademecum.recall.statement import Statement, Token, read_statement
from vademecum.text import is_sign

MOST_CANDIDATES = 5
# Below this share of the claim a fact is not worth a person's look.
_LEAST_SHARE = 0.4
# Where nothing is chosen, the fact that is meant may be said in quite other words.
_LEAST_SHARE_ALONE = 0.2
# So many words that fit otherwise make up for one of those that are often left out, such as ``use``.
_ENOUGH = 2
_SHORT = 2
_EXEMPT = frozenset(HARMLESS_ENGLISH.split())
_WITHIN_NAMES = frozenset({"", "的", "'s", "of", "of the"})
# What begins with one of them says when or where, and is no part of a name.
_BEGIN_ASIDE = frozenset("在从每自于")
_PREFIXES = frozenset("副非前准代")
_ADJECTIVES = frozenset(DESCRIBING.split())


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
    """How a fact reads beside a claim."""

    fact: Fact
    share: float
    fits: bool
    doubt: str = ""
    leading: bool = False
    tight: bool = False


def choose_targets(facts: Iterable[Fact], claim: str, truth: str) -> Choice:
    """The facts to be superseded when ``truth`` takes the place of ``claim``.

    Facts that already say the truth are never among them. Equal facts and texts give the same choice, in the facts'
    order.
    """
    asked = read_statement(claim)
    if not asked.telling:
        return Choice((), (), "the claim says nothing that a fact could be found by")
    fresh = read_statement(truth)
    if _plain(asked) == _plain(fresh):
        return Choice((), (), "the claim and the truth say the same")
    readings = [_read(fact, asked, fresh) for fact in facts if _plain(read_statement(fact.text)) != _plain(fresh)]
    fitting = [reading for reading in readings if reading.fits and not reading.doubt]
    fitting, doubt = _without_rivals(fitting, asked)
    targets = tuple(reading.fact.id for reading in fitting)
    least = _LEAST_SHARE if targets else _LEAST_SHARE_ALONE
    rest = [each for each in readings if each.fact.id not in targets and each.share >= least]
    rest.sort(key=lambda each: (not each.fits, -each.share))
    candidates = tuple(each.fact.id for each in rest[:MOST_CANDIDATES])
    return Choice(targets, candidates, None if targets else _why_none(doubt, rest))


def _why_none(doubt: str, rest: Sequence[_Reading]) -> str:
    told = doubt or next((each.doubt for each in rest if each.doubt), "")
    return told or ("no fact states all of the claim" if rest else "no fact states anything like the claim")


def _without_rivals(fitting: list[_Reading], asked: Statement) -> tuple[list[_Reading], str]:
    """What is left when one fact is about the very thing, and others about a thing called by one word more."""
    tight = [each for each in fitting if each.tight]
    if tight:
        return [each for each in fitting if not each.leading], ""
    short = len(asked.telling) <= _SHORT
    if len(fitting) > 1 and (short or sum(each.leading for each in fitting) > 1):
        return [], "several facts fit the claim, and nothing in it tells them apart"
    return fitting, ""


def _read(fact: Fact, asked: Statement, fresh: Statement) -> _Reading:
    stated = read_statement(fact.text)
    wanted = asked.telling
    places = _places(wanted, asked, stated)
    missing = [token for token in wanted if not places[token]]
    share = 1 - len(missing) / len(wanted)
    old = _news(fresh, asked)
    found = {place for places_of in places.values() for place in places_of}
    tight = _is_tight(stated, found)
    strict = [
        token for token in missing if not (token.loose or (tight and token.keys & meaning_of("user"))) or token in old
    ]
    fits = not strict and (not missing or len(wanted) - len(missing) >= _ENOUGH)
    if not fits:
        return _Reading(fact, share, fits=False)
    doubt = _doubt(asked, stated, fresh, places)
    return _Reading(fact, share, True, doubt, _is_led(wanted, stated, places), tight)


def _doubt(asked: Statement, stated: Statement, fresh: Statement, places: dict[Token, list[Token]]) -> str:
    """Why a fact that says each word of the claim may not state it, empty when nothing speaks against it."""
    best = _deciding_clause(asked, fresh, stated, places)
    if sum(asked.denials) % 2 != stated.denials[best] % 2:
        return "what fits best says the opposite"
    if not asked.past and not asked.given_up and (stated.given_up or best in stated.past):
        return "what fits best tells of the past"
    if best in stated.unsettled and not asked.unsettled:
        return "what fits best does not state it"
    news = _news(asked, fresh)
    if news and all(_places(news, fresh, stated).values()) and _are_whole(news, fresh, stated):
        return "what fits best says the truth already"
    if not _is_in_one_clause(asked, places):
        return "what fits best says the parts of it of different things"
    if _is_of_another(stated, places):
        return "what fits best speaks of something else"
    other = _is_parted(asked, stated, places) or _is_headed(asked, stated, places)
    return "what fits best speaks of something else" if other else ""


def _places(wanted: Sequence[Token], asked: Statement, stated: Statement) -> dict[Token, list[Token]]:
    """Where each token of a claim is said in a fact."""
    found = {token: [each for each in stated.tokens if each.keys & token.keys] for token in wanted}
    for token, places in found.items():
        said = asked.said(token)
        if not places and token.kind != "amount" and said and is_sign(said[0]) and said in stated.text:
            found[token] = [each for each in stated.tokens if each.start <= stated.text.find(said) < each.end]
    for run in _runs(wanted):
        if len(run) > 1 and not _holds(run, asked, stated):
            found |= {token: [] for token in run}
    return found


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


def _holds(run: Sequence[Token], asked: Statement, stated: Statement) -> bool:
    """Whether at least half of a run of signs is in the fact in pairs, as words are; single signs meet by chance."""
    said = [asked.said(token) for token in run]
    paired = {at for at, pair in enumerate(pairwise(said)) if "".join(pair) in stated.text}
    covered = paired | {at + 1 for at in paired}
    return 2 * len(covered) >= len(said)


def _deciding_clause(asked: Statement, fresh: Statement, stated: Statement, places: dict[Token, list[Token]]) -> int:
    """The clause of a fact that says most of the claim; above all what the truth says otherwise, or where the truth
    only denies the claim, the claim's last word."""
    counts: Counter[int] = Counter()
    for found in places.values():
        counts.update({token.clause for token in found})
    for old in [token for token in _news(fresh, asked) if places[token]] or [asked.telling[-1]]:
        counts.update({token.clause: len(places) for token in places[old]})
    return max(range(len(stated.denials)), key=lambda clause: (counts[clause], stated.denials[clause]))


def _news(asked: Statement, fresh: Statement) -> list[Token]:
    """What the truth says beyond the claim; a word that it says twice and the claim once is beyond it too."""
    left = list(asked.telling)
    news = []
    for token in fresh.telling:
        known = next((each for each in left if each.keys & token.keys), None)
        if known is None:
            news.append(token)
        else:
            left.remove(known)
    return news


def _is_in_one_clause(asked: Statement, places: dict[Token, list[Token]]) -> bool:
    """Whether all but what the claim begins with, which later clauses leave out, is said in one clause."""
    found = [{token.clause for token in places[wanted]} for wanted in asked.telling if places[wanted]]
    rest = found[1:]
    while len(rest) > 1 and not set.intersection(*rest) and _goes_on(asked, len(found) - len(rest)):
        rest = rest[1:]
    return not rest or bool(set.intersection(*rest))


def _goes_on(asked: Statement, number: int) -> bool:
    """Whether a token belongs to the name that the claim begins with: no word and no break stands before it."""
    tokens = asked.telling[: number + 1]
    gaps = (asked.text[left.end : right.start].strip() for left, right in pairwise(tokens))
    return all(gap in _WITHIN_NAMES for gap in gaps)


def _are_whole(news: Sequence[Token], fresh: Statement, stated: Statement) -> bool:
    """Whether signs of the truth are in the fact with a neighbour: the 海 of 上海 is not that of 海淀."""
    signs = [token for token in news if token.kind == "sign"]
    pairs = ((fresh.text[max(sign.start - 1, 0) : sign.end], fresh.text[sign.start : sign.end + 1]) for sign in signs)
    return all(any(len(pair) > 1 and pair in stated.text for pair in both) for both in pairs)


def _is_of_another(stated: Statement, places: dict[Token, list[Token]]) -> bool:
    """Whether something in the fact belongs to what the claim is about: the café of the museum, Alice's daughter."""
    found = {token for tokens in places.values() for token in tokens}
    for tokens in places.values():
        owned = [token for token in tokens if _owns_other(token, stated, found) or _is_owned_by(token, stated, found)]
        if owned and len(owned) == len(tokens):
            return True
    return any(stated.text[token.start - 1 : token.start] in _PREFIXES for token in found if token.start) and not any(
        stated.text[token.start] in _PREFIXES for token in found
    )


def _owns_other(token: Token, stated: Statement, found: set[Token]) -> bool:
    if not token.owns:
        return False
    after = next((each for each in stated.tokens if each.start > token.start and not each.weak), None)
    if after is None or after in found or after.clause != token.clause:
        return False
    if stated.text[token.end : token.end + 1] == "的":
        return not is_harmless(stated.text[after.start : _end_of_run(after, stated)])
    return stated.said(after).lower() not in _EXEMPT | _ADJECTIVES


def _is_owned_by(token: Token, stated: Statement, found: set[Token]) -> bool:
    """``the health check of the server``."""
    before = [each for each in stated.tokens if each.start < token.start]
    while before and before[-1].weak and stated.said(before[-1]).lower() != "of":
        before.pop()
    if not before or stated.said(before[-1]).lower() != "of" or len(before) == 1:
        return False
    head = before[-2]
    return head not in found and not head.weak and stated.said(head).lower() not in _EXEMPT


def _is_parted(asked: Statement, stated: Statement, places: dict[Token, list[Token]]) -> bool:
    """Whether another word stands between two that the claim has side by side, as in ``test mail server``."""
    found = {token for tokens in places.values() for token in tokens}
    for left, right in pairwise(asked.telling):
        gap = asked.text[left.end : right.start]
        if gap.strip() or not places[left] or not places[right] or _bounds(left):
            continue
        gaps = [_between(a, b, stated, found) for a in places[left] for b in places[right] if a.end <= b.start]
        if gaps and all(gaps):
            return True
    return False


def _is_headed(asked: Statement, stated: Statement, places: dict[Token, list[Token]]) -> bool:
    """Whether what a claim begins with is only the first part of a longer name, as ``meeting`` of ``meeting room``."""
    found = {token for tokens in places.values() for token in tokens}
    first = asked.telling[0]
    if len(asked.telling) > 1 and not asked.text[first.end : asked.telling[1].start].strip():
        first = asked.telling[1]
    heads = [_follows(token, stated, found) for token in places[first] if token.kind == "word"]
    return bool(heads) and all(heads)


def _follows(token: Token, stated: Statement, found: set[Token]) -> bool:
    after = next((each for each in stated.tokens if each.start >= token.end), None)
    if after is None or after.weak or after in found or after.kind != "word" or after.clause != token.clause:
        return False
    said = stated.said(after)
    is_verb = said.endswith(("s", "ed"))  # as far as an ending can tell
    beside = stated.text[token.end : after.start] == " "
    return beside and said.isascii() and said.islower() and not is_verb and said not in _EXEMPT


def _bounds(token: Token) -> bool:
    """``at most`` has a verb between it and its amount as often as not."""
    return bool(token.keys & meaning_of("maximum"))


def _between(left: Token, right: Token, stated: Statement, found: set[Token]) -> bool:
    """Whether only words that are not the claim's stand between two, without anything that ends what they name."""
    between = [token for token in stated.tokens if left.end <= token.start and token.end <= right.start]
    said = stated.text[left.end : right.start].strip()
    if not between or any(token in found or token.kind == "amount" for token in between):
        return False
    if is_sign(said[0]):
        return said[0] not in _BEGIN_ASIDE and not is_harmless(said) and _is_whole(between, said)
    return len(between) == 1 and said.isalpha() and not between[0].weak


def _is_whole(between: Sequence[Token], said: str) -> bool:
    """Whether the tokens are all that is between: what denies is no token, and ends a name."""
    return sum(token.end - token.start for token in between) == len(said)


def _end_of_run(token: Token, stated: Statement) -> int:
    end = token.end
    for each in stated.tokens:
        if each.start == end and not each.weak:
            end = each.end
    return end


def _is_led(wanted: Sequence[Token], stated: Statement, places: dict[Token, list[Token]]) -> bool:
    """Whether a word of its own stands right before what the claim begins with: the *staff* canteen."""
    found = {token for tokens in places.values() for token in tokens}
    firsts = places[wanted[0]]
    return bool(firsts) and all(_has_before(first, stated, found) for first in firsts)


def _has_before(first: Token, stated: Statement, found: set[Token]) -> bool:
    before = [each for each in stated.tokens if each.end <= first.start]
    if not before or before[-1].weak or before[-1] in found or before[-1].clause != first.clause:
        return False
    gap = stated.text[before[-1].end : first.start]
    return gap == "" if is_sign(stated.text[first.start]) else gap == " "


def _is_tight(stated: Statement, found: set[Token]) -> bool:
    """Whether the fact says hardly anything beyond the claim."""
    return all(token in found or token.weak for token in stated.tokens)


def _plain(statement: Statement) -> str:
    return "".join(char for char in statement.text.casefold() if char.isalnum())
