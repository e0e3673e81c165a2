from __future__ import annotations

import json
from importlib.resources import files

import pytest

from vademecum.errors import InputError
from vademecum.recall.questions import Question, as_line, read_questions

GOOD = '{"text": "how high is the gauge?", "expect": ["notes:Tide gauge"]}'


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("how high?", "no JSON"),
        ("[]", "no JSON object"),
        ('{"text": "a"}', "'expect' is missing"),
        ('{"expect": []}', "'text' is missing"),
        ('{"text": " ", "expect": []}', "'text' is empty"),
        ('{"text": "a", "expect": "notes:a"}', "'expect' is a list of pages"),
        ('{"text": "a", "expect": [""]}', "'expect' names each page by a text"),
        ('{"text": "a", "expect": [1]}', "'expect' names each page by a text"),
        ('{"text": "a", "expect": [], "confirmed": "no"}', "'confirmed' is true or false"),
        ('{"text": "a", "expect": [], "confirmd": false}', "there is no key 'confirmd'"),
        (GOOD, "the question of line 3 once more"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_each_mistake_is_named_by_file_and_line(line: str, told: str) -> None:
    with pytest.raises(InputError) as error:
        read_questions(f"# mine\n\n{GOOD}\n{line}\n", "q.jsonl")
    assert error.value.message.startswith(f"q.jsonl:4: {told}")


def test_a_misspelt_key_is_told_with_the_right_one() -> None:
    with pytest.raises(InputError) as error:
        read_questions('{"text": "a", "expcet": []}', "q")
    assert error.value.hint == "did you mean expect?"


def test_a_question_is_confirmed_unless_it_says_otherwise() -> None:
    draft = '{"text": "and   now?", "expect": [" notes:b "], "confirmed": false, "id": "q2", "note": "n"}'
    first, second = read_questions(f"\ufeff{GOOD}\r\n{draft}", "q")
    assert first == Question("how high is the gauge?", ("notes:Tide gauge",), line=1)
    assert second == Question("and now?", ("notes:b",), "q2", confirmed=False, note="n", line=2)
    assert (first.name, second.name) == ("how high is the gauge?", "q2 and now?")


def test_a_line_that_was_written_reads_the_same() -> None:
    question = Question("潮位计准吗？", ("notes:潮位计#浮子",), "q1", confirmed=False, note="draft")
    (back,) = read_questions(as_line(question), "q")
    assert (back.text, back.expect, back.id, back.confirmed, back.note) == (
        *("潮位计准吗？", ("notes:潮位计#浮子",), "q1", False, "draft"),
    )


def test_a_question_stays_the_same_when_its_line_moves_and_not_when_its_pages_change() -> None:
    one, moved, other = Question("a", ("x", "y")), Question("a", ("y", "x"), line=9), Question("a", ("x",))
    assert one.key == moved.key != other.key


def test_the_questions_about_the_example_vault_can_be_read() -> None:
    text = files("vademecum.examples").joinpath("questions.jsonl").read_text("utf-8")
    assert len(read_questions(text, "questions.jsonl")) == len([json.loads(line) for line in text.splitlines()])
