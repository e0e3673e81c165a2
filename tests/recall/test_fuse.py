"""Two ranked lists as one, by normalised scores or by rank (D40)."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from vademecum.recall.fuse import convex, rrf

keys = st.sampled_from("abcdefgh")
scored = st.lists(st.tuples(keys, st.integers(-1000, 1000).map(float)), unique_by=lambda each: each[0])


def test_places_alone_decide_by_reciprocal_rank_d40() -> None:
    fused = rrf([["a", "b", "c"], ["c", "a"]])
    assert [key for key, _ in fused] == ["a", "c", "b"]
    assert fused[0][1] == pytest.approx(1 / 61 + 1 / 62)
    assert fused[2][1] == pytest.approx(1 / 62)


def test_raw_scores_of_two_lists_are_never_compared_d40() -> None:
    words, meanings = [("a", 31.0), ("b", 11.0), ("c", 1.0)], [("c", 0.9), ("b", 0.8), ("a", 0.1)]
    scaled = [(key, score * 1000) for key, score in words]
    assert convex(scaled, meanings, 0.5) == convex(words, meanings, 0.5)
    assert convex(words, meanings, 0.5)[0][0] == "b"


def test_a_share_of_nothing_or_all_leaves_one_list_in_its_order() -> None:
    words, meanings = [("a", 3.0), ("b", 2.0)], [("c", 0.9), ("b", 0.8)]
    assert convex(words, meanings, 0)[0] == ("a", 1.0)
    assert convex(words, meanings, 1)[0] == ("c", 1.0)
    with pytest.raises(ValueError, match="between 0 and 1"):
        convex(words, meanings, 1.5)


def test_a_list_alone_or_of_equal_scores_is_no_trouble() -> None:
    assert convex([], [], 0.3) == []
    assert convex([("b", 2.0), ("a", 2.0)], [], 0.25) == [("a", 0.75), ("b", 0.75)]
    assert rrf([]) == []


@given(scored, scored, st.sampled_from([0.0, 0.2, 0.5, 1.0]))
def test_every_entry_is_kept_once_between_nothing_and_one(
    words: list[tuple[str, float]], meanings: list[tuple[str, float]], share: float
) -> None:
    fused = convex(words, meanings, share)
    assert sorted(key for key, _ in fused) == sorted({key for key, _ in [*words, *meanings]})
    assert all(0 <= score <= 1 for _, score in fused)
    assert fused == sorted(fused, key=lambda each: (-each[1], each[0]))


@given(st.lists(st.lists(keys, unique=True), max_size=4))
def test_the_order_of_the_lists_changes_nothing(lists: list[list[str]]) -> None:
    assert rrf(lists) == rrf(lists[::-1])


@given(scored, st.lists(keys, unique=True))
def test_the_order_of_a_scored_list_changes_nothing(words: list[tuple[str, float]], other: list[str]) -> None:
    meanings = [(key, float(at)) for at, key in enumerate(other)]
    assert convex(words[::-1], meanings[::-1], 0.3) == convex(words, meanings, 0.3)
