from __future__ import annotations

import json
import math
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, strategies as st

from bench.__main__ import main
from bench.charts import bars, lines
from bench.page import CHARTS, FOLDER, NUMBERS, PAGE, drawn, read_numbers, rendered, write
from bench.parts import PARTS
from bench.tables import TABLES

NUMBERS_OF_STEPS = {"on": "2026-11-30", "python": "3", "sqlite": "3", "sets": ["a"], "steps": {"x": {"a": [0.5, 0.25]}}}
SVG = "{http://www.w3.org/2000/svg}"


def test_the_page_says_what_was_measured_and_nothing_else() -> None:
    text = (FOLDER / PAGE).read_text(encoding="utf-8")
    assert text == rendered(text, read_numbers()), "numbers are written by make bench alone"
    for name, svg in drawn(read_numbers()).items():
        assert (FOLDER / CHARTS / name).read_text(encoding="utf-8") == svg


def test_the_page_has_a_place_for_each_table() -> None:
    text = (FOLDER / PAGE).read_text(encoding="utf-8")
    assert sorted(line[14:-4] for line in text.splitlines() if line.startswith("<!-- numbers: ")) == sorted(TABLES)


def test_every_table_has_a_part_that_measures_it() -> None:
    assert {part for part, _ in TABLES.values()} == PARTS.keys()


def test_only_the_place_between_the_marks_is_written(tmp_path: Path) -> None:
    page = tmp_path / PAGE
    page.write_text(
        "before\n<!-- numbers: steps -->\nold\n<!-- end -->\nbetween\n<!-- numbers: vault -->\n<!-- end -->\n"
    )
    write({"steps": NUMBERS_OF_STEPS}, tmp_path)
    text = page.read_text(encoding="utf-8")
    assert text.startswith(
        "before\n<!-- numbers: steps -->\n| nDCG@10, half A / half B | a |\n|---|---|\n| x | 0.500 / 0.250 |\n"
    )
    assert "old" not in text
    assert "between\n<!-- numbers: vault -->\nNot measured yet: `python -m bench DATA --parts vault --write`." in text
    write({"steps": NUMBERS_OF_STEPS}, tmp_path)
    assert page.read_text(encoding="utf-8") == text


def test_numbers_are_kept_with_six_digits(tmp_path: Path) -> None:
    (tmp_path / PAGE).write_text("")
    write({"steps": {**NUMBERS_OF_STEPS, "steps": {"x": {"a": [1 / 3, 2e-9 / 3]}}}}, tmp_path)
    assert json.loads((tmp_path / NUMBERS).read_text())["steps"]["steps"]["x"]["a"] == [0.333333, 6.66667e-10]


def test_a_place_that_no_table_has_is_an_error() -> None:
    with pytest.raises(KeyError):
        rendered("<!-- numbers: nonsense -->\n<!-- end -->", {})


def test_bars_are_as_long_as_their_values_and_told_in_words() -> None:
    root = ET.fromstring(bars("A & B", {"one": {"ours": 0.5, "theirs": 0.25}, "two": {"ours": 1.0}}))  # noqa: S314 - ours
    widths = [float(rect.get("width", 0)) for rect in root.iter(f"{SVG}rect") if rect.find(f"{SVG}title") is not None]
    assert widths[0] == pytest.approx(2 * widths[1])
    assert widths[2] == pytest.approx(2 * widths[0])
    assert (root.findtext(f"{SVG}title"), root.get("role")) == ("A & B", "img")
    assert "one: ours 0.500, theirs 0.250" in (root.findtext(f"{SVG}desc") or "")


@given(st.lists(st.tuples(st.floats(1, 1e7), st.floats(1e-3, 1e5)), min_size=1, max_size=5))
def test_lines_stay_inside_their_frame(points: list[tuple[float, float]]) -> None:
    root = ET.fromstring(lines("t", "blocks", "ms", {"ours": points}))  # noqa: S314 - as above
    _, _, width, height = map(float, (root.get("viewBox") or "").split())
    for circle in root.iter(f"{SVG}circle"):
        x, y = float(circle.get("cx", math.nan)), float(circle.get("cy", math.nan))
        assert 0 < x < width
        assert 0 < y < height


def test_parts_without_data_are_measured_without_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--parts", "vault", "silence"]) == 0
    shown = capsys.readouterr().out
    assert "| kind | questions | hit@1 |" in shown
    assert "| kind | deserving | hit | told | not deserving | noise |" in shown
    assert main(["--parts", "vault", "speed"]) == 2


def test_questions_across_languages_are_shown_beside_those_without_a_glossary(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--parts", "across"]) == 0
    [row] = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| all |")]
    found, without = (float(cell.strip(" ()")) for cell in row.split("|")[-2].replace("(", "|").split("|")[:2])
    assert 0 <= without <= found <= 1


def test_where_the_model_is_not_installed_the_page_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("bench.parts.find_spec", lambda _name: None)
    place = tmp_path / "tiny"
    place.mkdir()
    for name in ("corpus", "queries", "qrels"):
        (place / f"{name}.jsonl").touch()
    assert main([str(tmp_path), "--parts", "meaning"]) == 0
    assert "Left out: its local model is not installed." in capsys.readouterr().out
