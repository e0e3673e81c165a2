"""``vade eval``: a person's questions asked of a real memory, run after run."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from vademecum.address import Address
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.hooks.prompts import keep_prompt

Vade: TypeAlias = Callable[..., Any]
PAGES: dict[str, str | bytes] = {
    "Tide gauge.md": "# Tide gauge\n\nThe Skerry gauge reads 12 cm high since its float was replaced.\n",
    "Lamps.md": "# Lamps\n\nSodium lamps on the east pier are off by day.\n\nWho greases the copper hinge nowadays?\n",
    "灯塔.md": "# 灯塔\n\n东边的灯塔每十秒闪一次，灯泡放在值班室。\n",
}
QUESTIONS: list[dict[str, object]] = [
    {"id": "q1", "text": "is the Skerry gauge still wrong?", "expect": ["notes:Tide gauge"]},
    {"text": "灯塔多久闪一次？", "expect": ["灯塔"], "lang": "zh", "kind": "direct"},
    {"text": "sodium lamps by day", "expect": ["notes:Lamps"], "confirmed": False},
]


@pytest.fixture
def notes(vault: Callable[..., Path]) -> Path:
    return vault(PAGES)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return write(tmp_path / "questions.jsonl", QUESTIONS)


def write(file: Path, questions: list[dict[str, object]]) -> Path:
    file.write_text("".join(json.dumps(each) + "\n" for each in questions), encoding="utf-8")
    return file


def test_confirmed_and_suggested_questions_are_scored_apart(notes: Path, file: Path, vade: Vade) -> None:
    done = vade("eval", file)
    assert done.code == 0
    assert done.out == "confirmed\t2\t1.000\t1.000\t1.000\t1.000\nsuggested\t1\t1.000\t1.000\t1.000\t1.000\n"
    assert done.err == "3 questions asked; no earlier run to compare with\n"


def test_the_json_has_every_place_and_hit(notes: Path, file: Path, vade: Vade) -> None:
    told = vade("eval", file, "--json", "-k", "2", "-k", "1").json
    assert list(told) == ["mounts", "confirmed", "suggested", "expect_nothing", "since", "questions"]
    assert told["confirmed"] == {"questions": 2, "recall": {"1": 1.0, "2": 1.0}, "mrr": 1.0}
    assert told["since"] is None
    first = told["questions"][0]
    assert (first["line"], first["id"], first["places"]) == (1, "q1", [{"page": "notes:Tide gauge", "at": 1}])
    assert first["found"][0].startswith("notes:Tide gauge")


def test_a_question_that_got_worse_is_shown_and_fails_until_it_is_mended(notes: Path, file: Path, vade: Vade) -> None:
    assert vade("eval", file).code == 0
    for name in ("a", "b"):
        (notes / f"{name}.md").write_text("# Skerry gauge, wrong\n\nStill wrong: the Skerry gauge, the Skerry gauge.\n")
    for _ in range(2):  # a run that failed is not what the next is compared with
        done = vade("eval", file, "--fail-if-worse")
        assert done.code == 1
        assert "\nworse\t1 → " in done.out
        assert "1 worse" in done.err
        assert "warning: 1 confirmed question answered worse than last time" in done.err
    for name in ("a", "b"):
        (notes / f"{name}.md").unlink()
    done = vade("eval", file, "--fail-if-worse")
    assert (done.code, done.err.count("nothing has changed")) == (0, 1)


def test_without_the_flag_a_worse_run_is_told_once_and_becomes_the_last(notes: Path, file: Path, vade: Vade) -> None:
    vade("eval", file)
    (notes / "Tide gauge.md").write_text("# Tide gauge\n\nNothing.\n")
    (notes / "a.md").write_text("# Skerry gauge\n\nThe Skerry gauge is still wrong.\n")
    assert "worse\t1 → 2\tq1 is the Skerry gauge still wrong?\tnotes:Tide gauge\n" in vade("eval", file).out
    assert "nothing has changed" in vade("eval", file).err
    (notes / "a.md").unlink()
    assert "better\t2 → 1\tq1" in vade("eval", file).out


def test_a_page_that_is_not_there_is_told_by_line_and_never_a_zero(notes: Path, file: Path, vade: Vade) -> None:
    vade("eval", file)
    (notes / "Tide gauge.md").unlink()
    done = vade("eval", file)
    assert done.code == 1
    assert done.out.startswith("confirmed\t1\t1.000\t")
    assert "worse\t1 → gone\tq1" in done.out
    assert "line 1: notes:Tide gauge: there is no page" in done.err
    assert "1 not scored" in done.err
    assert vade("eval", file, "--json").json["questions"][0]["missing"][0]["page"] == "notes:Tide gauge"


def test_a_draft_whose_page_is_gone_is_told_and_fails_nothing(notes: Path, file: Path, vade: Vade) -> None:
    (notes / "Lamps.md").unlink()
    done = vade("eval", file, "--fail-under", "1")
    assert done.code == 0
    assert "suggested\t0\t-\t-\t-\t-\n" in done.out
    assert "line 3: notes:Lamps: " in done.err


def test_recall_under_a_bound_fails(notes: Path, tmp_path: Path, vade: Vade) -> None:
    missed: dict[str, object] = {"text": "copper hinge", "expect": ["notes:灯塔"]}
    file = write(tmp_path / "q.jsonl", [*QUESTIONS, missed])
    done = vade("eval", file, "--fail-under", "0.9", "--misses")
    assert done.code == 1
    assert "warning: recall@10 is 0.667, below 0.9\n" in done.err
    assert "missed\t-\tcopper hinge\tnotes:灯塔\n" in done.out
    assert vade("eval", file, "--fail-under", "0.6").code == 0


def test_a_bound_without_a_confirmed_question_fails(notes: Path, tmp_path: Path, vade: Vade) -> None:
    done = vade("eval", write(tmp_path / "q.jsonl", QUESTIONS[2:]), "--fail-under", "0")
    assert (done.code, "no confirmed question could be scored" in done.err) == (1, True)


def test_questions_that_expect_nothing_are_counted_apart(notes: Path, tmp_path: Path, vade: Vade) -> None:
    silent: list[dict[str, object]] = [{"text": "zwieback", "expect": []}, {"text": "sodium", "expect": []}]
    done = vade("eval", write(tmp_path / "q.jsonl", [*QUESTIONS, *silent]))
    assert done.out.startswith("confirmed\t2\t")
    assert "2 expect nothing, 1 of them got nothing" in done.err


def test_a_mistake_in_the_file_names_its_line_and_nothing_is_asked(notes: Path, tmp_path: Path, vade: Vade) -> None:
    file = tmp_path / "q.jsonl"
    file.write_text('{"text": "a", "expect": []}\n{"text": "b"}\n')
    done = vade("eval", file)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {file}:2: 'expect' is missing\n")


@pytest.mark.parametrize(
    ("content", "told"),
    [(None, "can't be read: No such file"), (b"\xff", "is not UTF-8 at byte 0"), (b"# nothing\n", "holds no question")],
)
def test_a_file_that_holds_no_question_is_an_error(
    vade: Vade, tmp_path: Path, content: bytes | None, told: str
) -> None:
    if content is not None:
        (tmp_path / "q").write_bytes(content)
    done = vade("eval", tmp_path / "q")
    assert done.code == 2
    assert told in done.err


@pytest.mark.parametrize(
    "options", [(), ("-n", "3", "q"), ("--suggest", "-k", "3"), ("--suggest", "--fail-under", "0")]
)
def test_options_that_say_nothing_together_are_refused(vade: Vade, options: tuple[str, ...]) -> None:
    assert vade("eval", *options).code == 2


def test_drafts_come_as_lines_that_can_be_asked_at_once(notes: Path, tmp_path: Path, vade: Vade) -> None:
    done = vade("eval", "--suggest")
    (line,) = map(json.loads, done.out.splitlines())
    assert (line["text"], line["confirmed"]) == ("Who greases the copper hinge nowadays?", False)
    assert line["expect"] == ["notes:Lamps"]
    file = tmp_path / "drafts.jsonl"
    file.write_text(done.out, encoding="utf-8")
    assert vade("eval", file).out.startswith("suggested\t1\t1.000")
    again = vade("eval", "--suggest", file)
    assert (again.code, again.out) == (1, "")


def test_a_recorded_prompt_that_led_to_a_page_is_drafted_first(notes: Path, vade: Vade) -> None:
    state, key = Path(os.environ["XDG_STATE_HOME"]) / "vademecum", SessionKey("claude-code", "s")
    keep_prompt(str(state), key, "/p", "how high does the Skerry gauge read since May?")
    Session(state / "sessions", key).observe(Address("notes", "Tide gauge"), "d")
    first = json.loads(vade("eval", "--suggest", "-n", "1", "--json").out)
    assert [each["text"] for each in first] == ["how high does the Skerry gauge read since May?"]
    assert first[0]["expect"] == ["notes:Tide gauge"]


def test_a_private_page_gives_no_draft(vault: Callable[..., Path], vade: Vade) -> None:
    vault({"a.md": "---\nprivate: true\n---\n# A\n\nWho greases the copper hinge nowadays?\n"})
    assert vade("eval", "--suggest").code == 1
