"""``python -m bench [DATA] [SET ...]``: tables on stdout, progress on stderr; docs/reference/benchmarks.md tells all.

``--parts`` says what is measured, everything by default. ``--write`` puts the numbers into the page and draws its
charts, as ``make bench`` does. ``--vault`` lists the questions about the example vault that were missed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from bench.data import load, set_names
from bench.page import read_numbers, write
from bench.parts import NEED_DATA, PARTS, Options, measure
from bench.quality import below_control
from bench.speed import SIZES
from bench.tables import tables
from bench.vault import ask_all, table

ROUNDS = 9


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; 1 when the product is below the control on any set in R@5 or nDCG@10."""
    options = _parser().parse_args(arguments)
    if options.vault:
        print("\n".join(table(ask_all())))
        return 0
    if options.data is None and not NEED_DATA.isdisjoint(options.parts):
        print("say which folder holds the data, or name --parts that need none, or --vault", file=sys.stderr)
        return 2
    names = options.sets or (set_names(options.data) if options.data else [])
    if options.data and not names:
        print(f"no data set in {options.data}", file=sys.stderr)
        return 2
    given = Options([load(options.data / name) for name in names], options.sizes, options.rounds)
    numbers: dict[str, Any] = {}
    for part in options.parts:
        print(f"measuring {part}", file=sys.stderr)
        numbers[part] = measure(part, given)
        if options.write:  # after each part, so that a run that is stopped keeps what it has
            write({**read_numbers(), part: numbers[part]})
    print(json.dumps(numbers, indent=1, ensure_ascii=False) if options.json else _shown(numbers))
    worse = below_control(numbers["quality"]) if "quality" in numbers else []
    for name in worse:
        print(f"{name}: below the control", file=sys.stderr)
    return 1 if worse else 0


def _shown(numbers: Mapping[str, Any]) -> str:
    found = (f"{name}\n\n{lines}" for part, each in numbers.items() for name, lines in tables(part, each).items())
    return "\n\n".join(found)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("data", type=Path, metavar="DATA", nargs="?", help="folder with one folder a data set")
    parser.add_argument("sets", nargs="*", metavar="SET", help="names of data sets; all without it")
    parser.add_argument("--parts", nargs="+", choices=list(PARTS), default=list(PARTS), help="what is measured")
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES, help="numbers of blocks for the part speed")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="how often a process is started")
    parser.add_argument("--json", action="store_true", help="all numbers as JSON")
    parser.add_argument("--write", action="store_true", help="put the numbers into docs/reference/benchmarks.md")
    parser.add_argument("--vault", action="store_true", help="the questions about the example vault, and nothing else")
    return parser


if __name__ == "__main__":
    sys.exit(main())
