"""Words of which a thing is one and no other, in a fact beside claim and truth (H9)."""

from __future__ import annotations

import pytest

from vademecum.recall.alternatives import alternatives


def told(fact: str, claim: str, truth: str) -> set[str]:
    return {name for name, count in alternatives(fact, claim, truth).items() if count}


@pytest.mark.parametrize(
    ("fact", "claim", "truth", "names"),
    [
        (
            "The left door sticks",
            "The right door sticks",
            "The right door is fine",
            {"another than both", "another than truth"},
        ),
        ("The upper bunk is Ida's", "The lower bunk is Ida's", "It is Tom's", {"another than claim"}),
        ("Ida has a dog", "Ida has a cat", "Ida has a dog", {"that of truth"}),
        ("Ida has a cat", "Ida has a cat", "Ida has a dog", {"that of claim"}),
        ("Ida has a rabbit", "Ida has a pet", "Ida has a dog", {"another than truth"}),
        ("Ida's second bike is red", "Ida's bike is fast", "Ida's bike is slow", {"another of its own"}),
        ("前轮气压是2.4", "后轮气压是2.4", "后轮气压是2.7", {"another than both", "another than truth"}),
        ("机票是去年买的", "机票是明年买的", "机票是去年买的", {"that of truth"}),
        ("The door sticks", "The left door sticks", "The left door is fine", {"alternative left out"}),
        ("The door sticks", "The gate sticks", "The gate is fine", set()),
    ],
)
def test_h9_what_names_another_of_two_that_leave_each_other_out_is_told(
    fact: str, claim: str, truth: str, names: set[str]
) -> None:
    assert told(fact, claim, truth) == names


def test_h9_words_of_a_line_that_say_the_same_leave_nothing_out() -> None:
    assert told("The rear tyre is flat", "The back tyre is flat", "The back tyre is new") == set()


def test_h9_a_word_within_another_is_none() -> None:
    assert told("The background is grey-green", "The front is closed", "The front is open") == {"alternative left out"}
