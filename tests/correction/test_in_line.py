"""A fact word by word beside claim or truth (H9)."""

from __future__ import annotations

from hypothesis import given, settings, strategies as st

from vademecum.recall.in_line import beside, in_line
from vademecum.recall.sayings import read_saying

WORDS = st.lists(st.sampled_from(["port", "bay", "tea", "ida", "tram", "wood"]), max_size=6).map(" ".join)


def words(one: str, two: str) -> tuple[list[str], list[tuple[str, str]]]:
    """What both say in the same order, and what stands in each gap."""
    own, others = read_saying(one), read_saying(two)
    line = in_line(own, others)
    gaps = [
        (
            " ".join(own.said(own.tokens[at]) for at in gap.own),
            " ".join(others.said(others.tokens[at]) for at in gap.others),
        )
        for gap in line.gaps
    ]
    return [own.said(own.tokens[at]) for at, _ in line.pairs], gaps


def test_h9_what_both_say_stands_in_line_and_what_one_says_in_the_place_of_the_other_is_a_gap() -> None:
    same, gaps = words("Ezra sells seven old typewriters", "Ezra sells two old typewriters")
    assert same == ["Ezra", "sells", "old", "typewriters"]
    assert gaps == [("seven", "two")]


def test_h9_what_only_one_says_is_a_gap_with_nothing_in_it_on_the_other_side() -> None:
    assert words("Ida rents the front garage", "Ida rents the garage")[1] == [("front", "")]


@settings(deadline=None)
@given(WORDS, WORDS)
def test_h9_every_word_stands_in_line_or_in_one_gap(one: str, two: str) -> None:
    own, others = read_saying(one), read_saying(two)
    line = in_line(own, others)
    assert sorted([*(at for at, _ in line.pairs), *(at for gap in line.gaps for at in gap.own)]) == list(
        range(len(own.tokens))
    )
    assert sorted([*(at for _, at in line.pairs), *(at for gap in line.gaps for at in gap.others)]) == list(
        range(len(others.tokens))
    )
    assert all(one_at < two_at for one_at, two_at in zip(line.pairs, line.pairs[1:], strict=False))


@settings(deadline=None)
@given(WORDS)
def test_h9_a_text_is_wholly_in_line_with_itself(text: str) -> None:
    saying = read_saying(text)
    assert len(in_line(saying, saying).pairs) == len(saying.tokens)


def test_h9_a_fact_that_is_the_truth_but_for_one_place_with_what_the_claim_says_is_one_change_with_the_old_in_it() -> (
    None
):
    fact, truth = read_saying("The cron job runs at 02:30"), read_saying("The cron job runs at 03:15")
    claim_says = [fact.said(token) == "02:30" for token in fact.tokens]
    claim_knows = [truth.said(token) != "03:15" for token in truth.tokens]
    found = beside("truth", fact, truth, claim_says, claim_knows)
    assert found["one change to truth"] == 1
    assert found["old in place of truth"] == 1
    assert found["new replaced of truth"] == 1
    assert found["unknown in place of truth"] == 0
