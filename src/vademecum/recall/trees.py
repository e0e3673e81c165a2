"""What the signals of a fact say together: a sum over small decision trees. Pure.

A weighed sum takes each signal by itself. But that a fact says the old value speaks for it only where it says the thing
too, and that is what a tree tells: it asks one signal after another, and ends with a number that is added up (Friedman,
"Greedy function approximation: a gradient boosting machine", 2001). Nobody wrote the trees: ``bench/correction.py``
learned them, and a file holds them, a line each.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from typing import TypeAlias

FIRST, SECOND = "signal_trees.jsonl", "second_trees.jsonl"
"""The files: the trees over a fact's own signals, and those over what ``second_look.py`` tells."""

# What a tree ends with, or: a signal, a bound, what comes next when the signal is at most that much, and what else.
Tree: TypeAlias = "float | tuple[str, float, Tree, Tree]"


def voted(signals: Mapping[str, float], trees: Iterable[Tree]) -> float:
    """The logarithm of the odds that a fact with these signals is meant, as far as these trees tell."""
    return sum(_end(tree, signals) for tree in trees)


def _end(tree: Tree, signals: Mapping[str, float]) -> float:
    while isinstance(tree, tuple):
        signal, bound, less, more = tree
        tree = less if signals[signal] <= bound else more
    return tree


@lru_cache(maxsize=2)
def learned_trees(file: str) -> tuple[Tree, ...]:
    """The trees of a file; the first one is a bare number, from which the others go on."""
    lines = files(__package__).joinpath(file).read_text(encoding="utf-8").splitlines()
    return tuple(_read(json.loads(line)) for line in lines)


def _read(tree: object) -> Tree:
    if isinstance(tree, list):
        signal, bound, less, more = tree
        return str(signal), float(bound), _read(less), _read(more)
    if isinstance(tree, float | int):
        return float(tree)
    raise ValueError(f"no tree: {tree!r}")
