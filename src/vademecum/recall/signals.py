"""What speaks for and against a fact being what a claim means, in numbers that are weighed in ``chances.py``. Pure.

The words of a claim are ``shared`` with the truth or ``old``, which the truth puts something in the place of; the words
of the truth are shared with the claim or ``new``. Each fact is looked at alone and then beside the others, since what
another fact says better, this one is not asked for. Nothing here decides anything.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from vademecum.recall.alternatives import alternatives
from vademecum.recall.in_line import beside
from vademecum.recall.sayings import SAID, Kind, Saying, denies, how_far
from vademecum.recall.statement import Token
from vademecum.recall.telltale import APART, CHANGED, KIN, LIMITS, NAMES, PAST, UNSURE, WAS_DONE

KINDS: tuple[Kind, ...] = ("amount", "name", "relation", "thing")
# What is compared between the facts.
COMPARED = (
    *("clause", "claim", "extra", "old share", "old of subject", "of both", "of claim", "rare", "rare claim"),
    *("in line with truth", "lined up of truth", "old in place of truth", "in line with claim", "lined up of claim"),
)
_NOUNS = frozenset({"name", "thing"})
_MOST = 4.0
_MOST_OF_KIND = 3.0
_RELATION = 0.3  # another fact that says the relation takes little away
_WHOLE = 0.95
_FEW, _SOME = 0.2, 0.25


@dataclass(frozen=True)
class Asked:
    """A claim and the truth, and which of their words the other one says."""

    claim: Saying
    truth: Saying

    @cached_property
    def shared(self) -> list[bool]:
        """Which words of the claim the truth says too."""
        return [far >= SAID for far in how_far(self.claim, self.truth)]

    @cached_property
    def old(self) -> list[bool]:
        """Which it does not."""
        return [not each for each in self.shared]

    @cached_property
    def known(self) -> list[bool]:
        """Which words of the truth the claim says too."""
        return [far >= SAID for far in how_far(self.truth, self.claim)]

    @cached_property
    def new(self) -> list[bool]:
        """Which it does not."""
        return [not each for each in self.known]


@dataclass(frozen=True)
class Side:
    """A fact beside a claim and a truth."""

    asked: Asked
    fact: Saying

    @cached_property
    def claim(self) -> list[float]:
        """How far the fact says each word of the claim."""
        return how_far(self.asked.claim, self.fact)

    @cached_property
    def truth(self) -> list[float]:
        """How far it says each word of the truth."""
        return how_far(self.asked.truth, self.fact)

    @cached_property
    def by_claim(self) -> list[bool]:
        """Which of its words the claim says."""
        return [far >= SAID for far in how_far(self.fact, self.asked.claim)]

    @cached_property
    def by_truth(self) -> list[bool]:
        """Which of its words the truth says."""
        return [far >= SAID for far in how_far(self.fact, self.asked.truth)]

    @cached_property
    def by_any(self) -> list[bool]:
        """Which of its words either says."""
        return [claim or truth for claim, truth in zip(self.by_claim, self.by_truth, strict=True)]

    @cached_property
    def nearness(self) -> float:
        """How much of claim and truth it says, without a look at other facts."""
        asked = self.asked
        return _sum(asked.claim.weights, self.claim) + _sum(asked.truth.weights, self.truth)


def signals(sides: Sequence[Side]) -> list[dict[str, float]]:
    """The signals of each of several facts, by their names."""
    found = [{**_words(side), **_rest(side), **_telling(side), **_order(side), **_instead(side)} for side in sides]
    for side, each in zip(sides, found, strict=True):
        each.update(_elsewhere(side, sides) | _rare(side, sides))
    return [each | _compared(at, found) for at, each in enumerate(found)]


def _sum(weights: Sequence[float], shares: Sequence[float | bool]) -> float:
    return sum(weight * share for weight, share in zip(weights, shares, strict=True))


def _words(side: Side) -> dict[str, float]:
    """How much of the claim's and of the truth's words the fact says."""
    asked, claim, truth = side.asked, side.asked.claim, side.asked.truth
    found = {
        **_part("shared", claim, side.claim, asked.shared),
        **_part("old", claim, side.claim, asked.old),
        **_part("new", truth, side.truth, asked.new),
        **_part("known", truth, side.truth, asked.known),
    }
    missing = dict.fromkeys(KINDS, 0.0)
    for kind, weight, far in zip(claim.kinds, claim.weights, side.claim, strict=True):
        missing[kind] += weight * (far < SAID)
    extra = dict.fromkeys(KINDS, 0.0)
    for kind, weight, is_said in zip(side.fact.kinds, side.fact.weights, side.by_any, strict=True):
        extra[kind] += weight * (not is_said)
    lost = (w * (far < SAID) for w, far, is_in in zip(claim.weights, side.claim, asked.shared, strict=True) if is_in)
    found |= {f"extra {kind}": min(extra[kind], _MOST_OF_KIND) for kind in KINDS}
    found |= {f"instead {kind}": min(missing[kind], extra[kind], _MOST_OF_KIND) for kind in ("amount", "name")}
    found |= {"instead": min(sum(missing.values()), sum(extra.values())), "shared lost": min(sum(lost), _MOST)}
    found["old of subject"] = found["old share"] * max(found["shared share"], 0.0, found["known share"])
    return found


def _part(name: str, said: Saying, far: Sequence[float], chosen: Sequence[bool]) -> dict[str, float]:
    """How much of some words is said, in all and of the kinds that name something."""
    all_of, got = dict.fromkeys(KINDS, 0.0), dict.fromkeys(KINDS, 0.0)
    for kind, weight, share, is_in in zip(said.kinds, said.weights, far, chosen, strict=True):
        all_of[kind] += weight * is_in
        got[kind] += weight * is_in * share
    whole, there = sum(all_of.values()), sum(got.values())
    found = {
        f"{name} share": there / whole if whole else -1.0,
        f"{name} said": min(there, _MOST),
        f"{name} missing": min(whole - there, _MOST),
    }
    if name != "known":
        for kind in KINDS if name == "new" else ("amount", "name"):
            found[f"{name} {kind} said"] = min(got[kind], _MOST_OF_KIND)
            found[f"{name} {kind} missing"] = min(all_of[kind] - got[kind], _MOST_OF_KIND)
    return found


def _rest(side: Side) -> dict[str, float]:
    """Whose the fact's own words are, and whether one clause of the truth says or denies all of it."""
    fact, whole = side.fact, sum(side.fact.weights) or 1.0
    both = list(zip(fact.weights, side.by_claim, side.by_truth, strict=True))
    claim = _sum(side.asked.claim.weights, [far >= SAID for far in side.claim])
    found = {
        "extra": sum(weight for weight, claim, truth in both if not claim and not truth) / whole,
        "of claim": sum(weight for weight, claim, truth in both if claim and not truth) / whole,
        "of truth": sum(weight for weight, claim, truth in both if truth and not claim) / whole,
        "of both": sum(weight for weight, claim, truth in both if truth and claim) / whole,
        "clause": _best_clause(side),
        "claim": claim / (sum(side.asked.claim.weights) or 1.0),
    }
    is_alias = found["of claim"] and found["of truth"] and found["of both"] < _FEW and found["extra"] < _SOME
    found["alias"] = float(bool(is_alias))
    stated, denied = _by_truth(side, whole)
    return found | {"stated by truth": stated, "denied by truth": denied, "all by truth": float(stated > _WHOLE)}


def _best_clause(side: Side) -> float:
    best = 0.0
    for clause in {token.clause for token in side.fact.tokens}:
        words = [
            (weight, is_said)
            for token, weight, is_said in zip(side.fact.tokens, side.fact.weights, side.by_any, strict=True)
            if token.clause == clause
        ]
        there = sum(weight for weight, is_said in words if is_said)
        best = max(best, there / sum(weight for weight, _ in words) * min(1.0, there / 2))
    return best


def _by_truth(side: Side, whole: float) -> tuple[float, float]:
    """How much of the fact one clause of the truth says, and how much one that denies what the fact affirms."""
    truth, fact = side.asked.truth, side.fact
    is_denied = denies(fact, (side.asked.claim, truth))
    stated = denied = 0.0
    for clause in {token.clause for token in truth.tokens}:
        words = [token for token in truth.tokens if token.clause == clause]
        there = sum(
            weight
            for token, weight in zip(fact.tokens, fact.weights, strict=True)
            if any(word.says(token) for word in words)
        )
        if (truth.statement.denials[clause] % 2 == 1) == is_denied:
            stated = max(stated, there / whole)
        else:
            denied = max(denied, there / whole)
    return stated, denied


def _telling(side: Side) -> dict[str, float]:
    """What else tells of the past, of a plan, of somebody else or of the contrary."""
    fact, claim, truth = side.fact.text, side.asked.claim.text, side.asked.truth.text
    kin, claims_kin, truths_kin = (frozenset(KIN.findall(text.lower())) for text in (fact, claim, truth))
    limits, claims, truths = (len(LIMITS.findall(text)) for text in (fact, claim, truth))
    return {
        "kin extra": len(kin - claims_kin - truths_kin),
        "kin missing": len(claims_kin - kin),
        "kin of truth missing": len(truths_kin - kin),
        "kin said": len(kin & (claims_kin | truths_kin)),
        "past": bool(PAST.search(fact)) and not PAST.search(claim),
        "changed": bool(CHANGED.search(fact)) and not CHANGED.search(claim),
        "changes": len(CHANGED.findall(fact)),
        "was done": bool(WAS_DONE.search(fact)) and not WAS_DONE.search(claim),
        "unsure": bool(UNSURE.search(fact)) and not UNSURE.search(claim),
        "limits": min(limits, 2),
        "limits unlike claim": (limits > 0) != (claims > 0),
        "limits unlike truth": (limits > 0) != (truths > 0),
        "limits more": limits > claims,
        "denied claim": ((limits > 0) != (claims > 0)) * _sum(side.asked.claim.weights, side.claim)
        / (sum(side.asked.claim.weights) or 1.0),
        "names": bool(NAMES.search(fact)) and not NAMES.search(claim),
        "apart": bool(APART.search(fact)) and not APART.search(claim),
    }  # fmt: skip


def _order(side: Side) -> dict[str, float]:
    """What stands before, after and in the place of what is said."""
    fact, said = side.fact, side.by_any
    first = said.index(True) if True in said else len(said)
    tokens = fact.tokens
    beside = [right.start - left.end <= 1 for left, right in pairwise(tokens)]
    joined = list(zip(tokens, beside, said, said[1:], fact.kinds, strict=False))
    head, truth_head = (far[0] if far else 0.0 for far in (side.claim, side.truth))
    subject, truth_subject = (far[0] if far else False for far in (side.by_claim, side.by_truth))
    names = (weight for weight, kind in zip(fact.weights[:first], fact.kinds[:first], strict=True) if kind == "name")
    swaps = sum(_swaps(side, said_by, far) for said_by, far in _both(side))
    return {
        "head": head,
        "truth head": truth_head,
        "heads": max(head, truth_head),
        "subject": subject,
        "truth subject": truth_subject,
        "subjects": subject or truth_subject,
        "before": min(sum(fact.weights[:first]), _MOST),
        "names before": sum(names),
        "swapped": min(swaps, _MOST),
        "beside": min(sum(near and two and not one and kind in _NOUNS for _, near, one, two, kind in joined), _MOST),
        "owned": min(sum(token.owns and one and not two for token, _, one, two, _ in joined), 2),
    }  # fmt: skip


def _instead(side: Side) -> dict[str, float]:
    """What the fact says in the place of what claim and truth say."""
    asked, fact = side.asked, side.fact
    of_truth = beside("truth", fact, asked.truth, side.by_claim, asked.known)
    of_claim = beside("claim", fact, asked.claim, side.by_truth, asked.shared)
    return of_truth | of_claim | alternatives(fact.text, asked.claim.text, asked.truth.text)


def _both(side: Side) -> Iterator[tuple[Saying, list[float]]]:
    yield side.asked.claim, side.claim
    yield side.asked.truth, side.truth


def _swaps(side: Side, saying: Saying, far: Sequence[float]) -> int:
    """How often something else stands beside a word than what the claim or the truth says beside it."""
    places = [_place(token, saying, side.fact) for token in saying.tokens]
    count = 0
    for at, place in enumerate(places):
        for step in (-1, 1):
            next_to = at + step
            if place is None or not 0 <= next_to < len(places):
                continue
            if places[next_to] is not None or far[next_to] >= SAID or not _are_joined(saying.tokens, at, next_to):
                continue
            there = place + step
            is_in = 0 <= there < len(side.fact.tokens) and _are_joined(side.fact.tokens, place, there)
            count += is_in and not side.by_any[there]
    return count


def _are_joined(tokens: Sequence[Token], one: int, two: int) -> bool:
    return tokens[max(one, two)].start - tokens[min(one, two)].end <= 1


def _place(token: Token, saying: Saying, fact: Saying) -> int | None:
    said = saying.said(token)
    return next((at for at, each in enumerate(fact.tokens) if each.says(token) or fact.said(each) == said), None)


def _elsewhere(side: Side, sides: Sequence[Side]) -> dict[str, float]:
    """How much another fact says of what this one leaves out."""
    others = [other for other in sides if other is not side]
    asked = side.asked
    claim = [any(other.claim[at] >= SAID for other in others) for at in range(len(side.claim))]
    truth = [any(other.truth[at] >= SAID for other in others) for at in range(len(side.truth))]
    both = [True] * max(len(claim), len(truth))
    return {
        "claim elsewhere": _left_out(asked.claim, side.claim, claim, both),
        "truth elsewhere": _left_out(asked.truth, side.truth, truth, both),
        "shared elsewhere": _left_out(asked.claim, side.claim, claim, asked.shared),
        "known elsewhere": _left_out(asked.truth, side.truth, truth, asked.known),
    }


def _left_out(saying: Saying, far: Sequence[float], elsewhere: Sequence[bool], chosen: Sequence[bool]) -> float:
    words = zip(saying.kinds, saying.weights, far, elsewhere, chosen, strict=False)
    left = (
        weight * (_RELATION if kind == "relation" else 1.0)
        for kind, weight, share, is_there, is_in in words
        if is_in and is_there and share < SAID
    )
    return min(sum(left), _MOST)


def _rare(side: Side, sides: Sequence[Side]) -> dict[str, float]:
    """How much it says of claim and truth where each word weighs more the fewer facts say it."""
    claims = [_rarity([each.claim[at] for each in sides]) for at in range(len(side.claim))]
    truths = [_rarity([each.truth[at] for each in sides]) for at in range(len(side.truth))]
    claim = [weight * rare for weight, rare in zip(side.asked.claim.weights, claims, strict=True)]
    truth = [weight * rare for weight, rare in zip(side.asked.truth.weights, truths, strict=True)]
    of_claim, of_truth, whole = _sum(claim, side.claim), _sum(truth, side.truth), sum(claim)
    return {
        "rare claim": of_claim / whole if whole > 0 else 0.0,
        "rare said": of_claim,
        "rare truth": of_truth,
        "rare": of_claim + of_truth,
    }


def _rarity(shares: Sequence[float]) -> float:
    return math.log((len(shares) + 1) / (sum(shares) + 0.5))


def _compared(at: int, found: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """How far it is before the best other fact, and how many are before it."""
    compared: dict[str, float] = {}
    for name in COMPARED:
        others = [each[name] for number, each in enumerate(found) if number != at]
        own = found[at][name]
        compared[f"{name}: lead"] = own - max(others, default=0.0)
        compared[f"{name}: rank"] = min(sum(other > own for other in others), 3)
    return compared
