"""Trees over signals: what they add up to, and that what ships is read whole."""

from __future__ import annotations

import math

import pytest

from vademecum.recall.chances import nearest
from vademecum.recall.second_look import Sum, second_look
from vademecum.recall.trees import FIRST, SECOND, Tree, learned_trees, voted

BOTH: Tree = ("old share", 0.5, -1.0, ("shared share", 0.5, -0.5, 2.0))


@pytest.mark.parametrize(
    ("old", "shared", "sum_of_all"),
    [(0.5, 1.0, -0.75), (0.6, 0.5, -0.25), (0.6, 0.6, 2.25)],
)
def test_a_tree_asks_one_signal_after_another_and_what_they_end_with_is_added_up(
    old: float, shared: float, sum_of_all: float
) -> None:
    assert voted({"old share": old, "shared share": shared}, [0.25, BOTH]) == pytest.approx(sum_of_all)


def own_signals() -> dict[str, float]:
    _, [signals] = nearest("the port is 1", "the port is 2", ["the port is 1"])
    return signals


def second_signals() -> dict[str, float]:
    [signals] = second_look([Sum("the port is 1", 1.0, 2.0, is_stating=True, is_doubtful=False)])
    return signals


@pytest.mark.parametrize(("file", "signals"), [(FIRST, own_signals()), (SECOND, second_signals())])
def test_the_trees_that_ship_start_from_a_number_and_ask_for_signals_that_there_are(
    file: str, signals: dict[str, float]
) -> None:
    start, *trees = learned_trees(file)
    asked = {name for tree in trees for name in names(tree)}
    assert isinstance(start, float)
    assert len(trees) > 100
    assert asked <= set(signals)
    assert math.isfinite(voted(signals, learned_trees(file)))


def names(tree: Tree) -> set[str]:
    if not isinstance(tree, tuple):
        return set()
    return {tree[0], *names(tree[2]), *names(tree[3])}
