"""docs/reference/benchmarks.md as its numbers make it: tables between marks, and charts. Words are a person's.

``benchmarks.json`` beside the page holds all numbers; measuring replaces a part of it and the page follows, so that no
number is ever typed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.charts import charts
from bench.tables import TABLES, tables

FOLDER = Path(__file__).parents[1] / "docs" / "reference"
PAGE, NUMBERS, CHARTS = "benchmarks.md", "benchmarks.json", "charts"
_PLACE = re.compile(r"(<!-- numbers: ([a-z]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def read_numbers(folder: Path = FOLDER) -> dict[str, Any]:
    """All numbers by part; none before the first measurement."""
    file = folder / NUMBERS
    return dict(json.loads(file.read_text(encoding="utf-8"))) if file.exists() else {}


def rendered(text: str, numbers: Mapping[str, Any]) -> str:
    """A page's text with every place filled from the numbers. Raises KeyError for a place that no table has."""
    filled = {name: table for part, each in numbers.items() for name, table in tables(part, each).items()}

    def fill(place: re.Match[str]) -> str:
        part = TABLES[place[2]][0]
        if place[2] not in filled:
            return f"{place[1]}Not measured yet: `python -m bench DATA --parts {part} --write`.\n{place[3]}"
        measured = numbers[part]
        sqlite = f"the control's SQLite is {measured['sqlite']}"
        on = f"Measured on {measured['on']} with Python {measured['python']}; {sqlite}."
        return f"{place[1]}{filled[place[2]]}\n\n{on}\n{place[3]}"

    return _PLACE.sub(fill, text)


def drawn(numbers: Mapping[str, Any]) -> dict[str, str]:
    """All charts by file name."""
    return {name: svg for part, each in numbers.items() for name, svg in charts(part, each).items()}


def write(numbers: Mapping[str, Any], folder: Path = FOLDER) -> None:
    """Keep the numbers, fill the page, draw the charts."""
    kept = json.dumps(_rounded(numbers), indent=1, ensure_ascii=False)
    (folder / NUMBERS).write_text(f"{kept}\n", encoding="utf-8")
    again = read_numbers(folder)  # what is kept is what is shown
    page = folder / PAGE
    page.write_text(rendered(page.read_text(encoding="utf-8"), again), encoding="utf-8")
    (folder / CHARTS).mkdir(exist_ok=True)
    for name, svg in drawn(again).items():
        (folder / CHARTS / name).write_text(svg, encoding="utf-8")


def _rounded(value: object) -> object:
    """The value with six significant digits in every fraction: more says nothing and changes with each run."""
    if isinstance(value, float):
        return float(f"{value:.6g}")
    if isinstance(value, Mapping):
        return {name: _rounded(each) for name, each in value.items()}
    return [_rounded(each) for each in value] if isinstance(value, list | tuple) else value
