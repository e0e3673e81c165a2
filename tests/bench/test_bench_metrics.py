from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from bench.__main__ import main
from bench.control import Control, question_words
from bench.data import load, set_names
from bench.metrics import Quality, is_held_out, mean, quality, quantile
from bench.product import Product
from bench.quality import CONTROL, OURS, below_control
from bench.recall import compare, of_half


def write_set(folder: Path) -> Path:
    rows: dict[str, list[dict[str, object]]] = {
        "corpus": [
            {"id": "c/1", "text": "Ada: the anchor", "timestamp": "2025-05-01T10:00", "session": "c/S1", "group": "c"},
            {"id": "c/2", "text": "Bo: a kite", "timestamp": "2025-05-01T10:00", "session": "c/S1", "group": "c"},
            {"id": "d/1", "text": "Cy: one more anchor", "session": None, "group": "d"},
        ],
        "queries": [
            {"id": "q1", "text": "whose anchors?", "group": "c", "type": "t"},
            {"id": "q2", "text": "a kite", "group": "c", "type": "t"},
            {"id": "q3", "text": "no answer", "group": "c", "type": "t"},
        ],
        "qrels": [{"qid": "q1", "ids": ["c/1"]}, {"qid": "q2", "ids": ["c/2"]}],
    }
    place = folder / "tiny"
    place.mkdir()
    for name, lines in rows.items():
        (place / f"{name}.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return place


def test_a_list_is_judged_as_by_hand() -> None:
    found = quality(["x", "a", "y", "b", "z", "c"], {"a", "b", "c", "d"})
    gain = 1 / math.log2(3) + 1 / math.log2(5) + 1 / math.log2(7)
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4) + 1 / math.log2(5)
    assert found == pytest.approx(Quality(0.0, 0.5, 0.75, gain / ideal, 0.5))


def test_the_ideal_list_scores_one_and_a_useless_one_nothing() -> None:
    assert quality(["a", "b", "x"], {"a", "b"}) == Quality(0.5, 1.0, 1.0, 1.0, 1.0)
    assert quality(["x"], {"a"}) == quality([], {"a"}) == Quality(0, 0, 0, 0, 0)


def test_what_stands_below_the_tenth_place_does_not_count() -> None:
    assert quality([*"abcdefghij", "right"], {"right"}) == Quality(0, 0, 0, 0, 0)


def test_means_are_taken_measure_by_measure() -> None:
    assert mean([Quality(0, 0, 1, 0.5, 0), Quality(1, 0, 1, 0, 0)]) == Quality(0.5, 0, 1, 0.25, 0)
    assert mean([]) == Quality(0, 0, 0, 0, 0)


@pytest.mark.parametrize(("share", "value"), [(0.5, 2), (0.99, 4), (1.0, 4), (0.25, 1), (0.0, 1)])
def test_a_quantile_is_a_value_that_was_measured(share: float, value: float) -> None:
    assert quantile([4, 1, 3, 2], share) == value


def test_the_halves_are_even_and_the_same_in_every_run() -> None:
    held_out = [is_held_out(f"q{n}") for n in range(1000)]
    assert 450 < sum(held_out) < 550
    assert held_out[:8] == [is_held_out(f"q{n}") for n in range(8)]


def test_a_question_is_asked_in_its_own_group_and_only_if_it_has_an_answer(tmp_path: Path) -> None:
    data = load(write_set(tmp_path))
    assert set_names(tmp_path) == ["tiny"]
    assert {group: len(documents) for group, documents in data.groups.items()} == {"c": 2, "d": 1}
    assert [question.id for question in data.questions] == ["q1", "q2"]


def test_both_engines_answer_from_the_same_documents(tmp_path: Path) -> None:
    compared = compare(load(write_set(tmp_path)))
    assert of_half(compared.product, "all").recall_1 == of_half(compared.control, "all").recall_1 == 1.0
    assert [each.question for each in compared.product] == ["q1", "q2"]


def test_the_control_stems_stops_and_cuts_signs() -> None:
    control = Control(Path(":memory:"), [("a", "two anchors"), ("b", "灯塔在岛上")])
    assert control.ask("what is an anchor") == ["a"]
    assert control.ask("灯塔") == ["b"]
    assert question_words("我的灯塔") == ["我的", "的灯", "灯塔", "灯", "塔"]
    assert control.ask("what is it") == []
    control.close()


def test_a_conversation_is_one_page_of_blocks_that_are_found_apart(tmp_path: Path) -> None:
    data = load(write_set(tmp_path))
    product = Product(tmp_path / "index.db", data.groups["c"])
    assert product.ask("anchor") == ["c/1"]
    assert [hit.candidate.name for hit in product.scored("kite")] == ["c/S1"]
    product.close()


def test_the_command_prints_numbers_of_all_engines_and_is_content_with_a_draw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    write_set(tmp_path)
    assert main([str(tmp_path), "tiny", "--json", "--parts", "quality"]) == 0
    told = json.loads(capsys.readouterr().out)["quality"]
    engines = told["sets"]["tiny"]["engines"]
    assert {"Vademecum", "control", "plain FTS5"} <= engines.keys()
    assert engines["Vademecum"]["all"]["recall_1"] == engines["control"]["all"]["recall_1"] == 1.0
    assert engines["plain FTS5"]["A"].keys() == engines["control"]["B"].keys()


def test_the_command_prints_tables_for_people(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write_set(tmp_path)
    assert main([str(tmp_path), "--parts", "quality", "steps"]) == 0
    shown = capsys.readouterr()
    assert "| tiny | all | 1.000 (1.000) |" in shown.out
    assert "| as shipped | 1.000 / " in shown.out
    assert "tiny: 2 questions" in shown.err


def test_below_the_control_is_a_failure() -> None:
    def engine(recall: float) -> dict[str, dict[str, float]]:
        return {"all": Quality(1, recall, 1, 1, 1)._asdict()}

    sets = {name: {"engines": {OURS: engine(ours), CONTROL: engine(0.5)}} for name, ours in (("a", 0.4), ("b", 0.5))}
    assert below_control({"sets": sets}) == ["a"]


def test_a_folder_without_a_data_set_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path)]) == 2
    assert "no data set in" in capsys.readouterr().err
