"""Trees over signals: what they add up to, and that what ships is read whole."""

from __future__ import annotations

import math

import pytest

from vademecum.recall.chances import nearest
from vademecum.recall.trees import Tree, learned_trees, voted

BOTH: Tree = ("old share", 0.5, -1.0, ("shared share", 0.5, -0.5, 2.0))


@pytest.mark.parametrize(
    ("old", "shared", "sum_of_all"),
    [(0.5, 1.0, -0.75), (0.6, 0.5, -0.25), (0.6, 0.6, 2.25)],
)
def test_a_tree_asks_one_signal_after_another_and_what_they_end_with_is_added_up(
    old: float, shared: float, sum_of_all: float
) -> None:
    assert voted({"old share": old, "shared share": shared}, [0.25, BOTH]) == pytest.approx(sum_of_all)


def test_the_trees_that_ship_start_from_a_number_and_ask_for_signals_that_there_are() -> None:
    start, *trees = learned_trees()
    _, [signals] = nearest("the port is 1", "the port is 2", ["the port is 1"])
    asked = {name for tree in trees for name in names(tree)}
    assert isinstance(start, float)
    assert len(trees) > 100
    assert asked <= set(signals)
    assert math.isfinite(voted(signals))


def names(tree: Tree) -> set[str]:
    if not isinstance(tree, tuple):
        return set()
    return {tree[0], *names(tree[2]), *names(tree[3])}
