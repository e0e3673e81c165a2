"""The signals of facts beside a claim, and that what was learned weighs each of them (H9)."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from vademecum.recall.chances import NEAREST, Chance, chances, nearest
from vademecum.recall.signal_weights import BOUND, WEIGHTS
from vademecum.recall.strict import strictly

CLAIM, TRUTH = "Nora parks in bay B14", "Nora's bay is B17."
FACTS = ("Nora's parking bay is B14.", "Nora's parking bay is B17.", "Nora's sister parks in bay B14.", "Tea is green.")


def told(facts: Sequence[str]) -> dict[int, Chance]:
    return chances(CLAIM, TRUTH, facts, strictly(facts, CLAIM, TRUTH))


def test_every_signal_has_a_weight_and_nothing_else_has() -> None:
    _, found = nearest(CLAIM, TRUTH, FACTS)
    assert {frozenset(each) for each in found} == {frozenset(WEIGHTS)}
    assert 0.5 < BOUND < 1


def test_what_says_the_old_value_of_the_thing_is_likelier_than_what_says_it_of_another_or_says_the_truth() -> None:
    found = told(FACTS)
    assert max(found, key=lambda at: found[at].value) == 0
    assert found[3].value < 0.01


@pytest.mark.parametrize(
    ("name", "fact"),
    [
        ("kin extra", "Nora's brother parks in bay B14."),
        ("past", "Nora used to park in bay B14."),
        ("limits unlike claim", "Nora never parks in bay B14."),
        ("new said", "Nora parks in bay B17."),
        ("instead amount", "Nora parks in bay 14."),
        ("unsure", "Nora might park in bay B14."),
        ("apart", "The other Nora parks in bay B14."),
        ("new name said", "Nora parks in bay B17."),
        ("another of its own", "Nora parks in the front bay B14."),
        ("nouns added to claim", "Nora parks in the visitors' bay B14."),
    ],
)
def test_a_signal_is_seen_in_what_it_is_made_for_and_not_in_the_claim_itself(name: str, fact: str) -> None:
    claim, truth = ("Nora parks in bay 12", "Nora parks in bay 17") if "amount" in name else (CLAIM, TRUTH)
    _, (seen, plain) = nearest(claim, truth, [fact, claim])
    assert seen[name] > plain[name]


def test_of_a_large_store_only_the_nearest_facts_are_held_against_each_other() -> None:
    crowd = [f"Box {number} holds blue paint." for number in range(60)]
    found = told([*crowd, *FACTS])
    assert len(found) == NEAREST
    assert max(found, key=lambda at: found[at].value) == len(crowd)


def test_what_another_fact_says_better_is_less_likely_beside_it() -> None:
    alone = told([FACTS[2], FACTS[3]])[0].value
    assert told([FACTS[2], FACTS[3], FACTS[0]])[0].value < alone
