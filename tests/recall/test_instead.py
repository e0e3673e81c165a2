from __future__ import annotations

import math

from hypothesis import given, strategies as st

from vademecum.recall.instead import Instead, instead_of, once
from vademecum.text import Term, query_terms

PAIR = Instead(frozenset({0, 1}), frozenset({2, 3}))


def test_what_was_added_stands_for_the_terms_of_its_source() -> None:
    terms = (*query_terms("缓存怎么清"), Term("cach", "word", source="缓存"), Term("wipe", "word", source="清"))
    pairs = [
        ({terms[at].text for at in each.said}, {terms[at].text for at in each.added}) for each in instead_of(terms)
    ]
    assert pairs == [({"缓存", "缓", "存"}, {"cach"}), ({"清"}, {"wipe"})]


def test_a_block_gains_the_more_of_both_and_never_their_sum() -> None:
    assert once([3.0], [2], [PAIR]) == [3.0]
    assert once([2.0, 3.0], [0, 2], [PAIR]) == [2.0, 1.0]
    assert once([2.0, 2.0, 3.0, 1.0], [0, 1, 2, 3], [PAIR]) == [2.0, 2.0, 0.0, 0.0]


@given(st.lists(st.floats(0, 1e3), min_size=5, max_size=5), st.sets(st.integers(0, 4)))
def test_nothing_said_is_lost_and_nothing_counts_twice(values: list[float], held: set[int]) -> None:
    places = sorted(held)
    cut = dict(zip(places, once([values[at] for at in places], places, [PAIR]), strict=True))
    assert all(cut[at] == values[at] for at in places if at not in PAIR.added)
    said, added = (sum(values[at] for at in places if at in group) for group in PAIR)
    assert math.isclose(sum(cut[at] for at in places if at in PAIR.said | PAIR.added), max(said, added), abs_tol=1e-9)
