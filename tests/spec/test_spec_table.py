"""The page that says which test holds each rule stays true: every rule has a line, and every test it names is there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "concepts" / "spec-differences.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in PAGE.splitlines() if line.startswith("| ")]
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def names_in(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}


RULES = {
    "M": range(1, 36),
    "P": range(16, 35),
    "D": (*range(1, 25), 43),
    "L": range(1, 20),
    "H": (1, 2, 3, 4, 6, 7, 10),
}


def test_every_rule_about_writing_facts_and_giving_has_a_line() -> None:
    told = {cells[0].split()[0] for cells in ROWS}
    assert [f"{letter}{n}" for letter, numbers in RULES.items() for n in numbers if f"{letter}{n}" not in told] == []


def test_every_test_that_is_named_is_there_and_carries_its_rule() -> None:
    for cells in ROWS:
        for file, name in NAMED.findall(cells[1]):
            assert name in names_in(file), f"{file} has no {name}"
            rule = cells[0].split()[0]
            assert re.search(rf"_{rule}(_|$)", name, re.IGNORECASE), f"{name} does not carry {rule}"


def test_a_rule_that_no_test_holds_says_why() -> None:
    silent = [cells[0] for cells in ROWS if cells[1].startswith("no test") and len(cells[-1]) < 40]
    assert silent == []
    assert {cells[0].split()[0] for cells in ROWS if cells[1].startswith("no test")} == {"M9", "P30", "D24", "L19"}
