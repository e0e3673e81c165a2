"""What the signals of a fact say together: a sum over small decision trees. Pure.

A weighed sum takes each signal by itself. But that a fact says the old value speaks for it only where it says the thing
too, and that is what a tree tells: it asks one signal after another, and ends with a number that is added up (Friedman,
"Greedy function approximation: a gradient boosting machine", 2001). Nobody wrote the trees: ``bench/correction.py``
learned them, and ``signal_trees.jsonl`` holds them, a line each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

# What a tree ends with, or: a signal, a bound, what comes next when the signal is at most that much, and what else.
Tree: TypeAlias = "float | tuple[str, float, Tree, Tree]"


def voted(signals: Mapping[str, float], trees: Iterable[Tree] | None = None) -> float:
    """The logarithm of the odds that a fact with these signals is meant, as far as these trees tell, or those that
    ship."""
    return sum(_end(tree, signals) for tree in trees or learned_trees())


def _end(tree: Tree, signals: Mapping[str, float]) -> float:
    while isinstance(tree, tuple):
        signal, bound, less, more = tree
        tree = less if signals[signal] <= bound else more
    return tree


@lru_cache(maxsize=1)
def learned_trees() -> tuple[Tree, ...]:
    """The trees of ``signal_trees.jsonl``; the first one is a bare number, from which the others go on."""
    lines = files(__package__).joinpath("signal_trees.jsonl").read_text(encoding="utf-8").splitlines()
    return tuple(_read(json.loads(line)) for line in lines)


def _read(tree: object) -> Tree:
    if isinstance(tree, list):
        signal, bound, less, more = tree
        return str(signal), float(bound), _read(less), _read(more)
    if isinstance(tree, float | int):
        return float(tree)
    raise ValueError(f"no tree: {tree!r}")
