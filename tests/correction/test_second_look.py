"""What facts that were weighed tell of each other (H9)."""

from __future__ import annotations

import pytest

from vademecum.recall.second_look import Sum, chance, second_look


def weighed(text: str, mean: float) -> Sum:
    return Sum(text, mean - 1, mean + 1, is_stating=False, is_doubtful=True)


def test_h9_a_fact_is_seen_beside_the_likeliest_other_one_and_how_much_it_says_the_same() -> None:
    best, like, other = second_look(
        [weighed("the port is 80", 3.0), weighed("the port is 81", 1.0), weighed("tea is green", -4.0)]
    )
    assert (best["sum"], best["best other"], best["lead"], best["next other"]) == (3.0, 1.0, 2.0, -4.0)
    assert (like["best other"], like["lead"], like["likely others"], like["possible others"]) == (3.0, -2.0, 1, 1)
    assert like["like the best other"] == pytest.approx(3 / 5)
    assert other["likely others"] == 2
    assert other["like the best other"] == pytest.approx(1 / 6)
    assert best["chances of others"] == pytest.approx(chance(1.0) + chance(-4.0))
    assert (best["sum of weights"], best["sum of trees"], best["doubtful"], best["facts"]) == (2.0, 4.0, 1, 3)


def test_h9_a_fact_alone_has_no_other_before_it() -> None:
    [alone] = second_look([weighed("端口是80", 0.0)])
    assert alone["best other"] == alone["next other"] == -alone["lead"]
    assert alone["like the best other"] == alone["chances of others"] == 0


def test_a_chance_is_between_nothing_and_all_however_large_its_logit() -> None:
    assert 0 <= chance(-1e9) < 1e-9
    assert chance(0.0) == 0.5
    assert 1 - 1e-9 < chance(1e9) <= 1
