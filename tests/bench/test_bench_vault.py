from __future__ import annotations

from statistics import mean

import pytest

from bench.__main__ import main
from bench.vault import Asked, ask_across, ask_all, table


def test_one_of_the_answers_is_enough_but_where_they_are_needed_together() -> None:
    one = Asked("q", "direct", "?", ("a", "b"), ("x", "b", "a"))
    assert [one.is_hit(cut) for cut in (1, 2, 3)] == [False, True, True]
    both = Asked("q", "cross-page", "?", ("a", "b"), ("x", "b", "a"))
    assert [both.is_hit(cut) for cut in (1, 2, 3)] == [False, False, True]


def test_a_miss_is_shown_with_what_was_found_instead() -> None:
    lines = list(table([Asked("q1", "direct", "why?", ("a",), ("x",)), Asked("q2", "absent", "who?", (), ())]))
    assert lines[2] == "| direct | 1 | 0.00 | 0.00 | 0.00 |"
    assert "nothing to find: 1 questions, 1 left without a hit" in lines[4]
    assert lines[5].split("\n") == ["q1 why?", "    expected a", "    found x"]


def test_the_example_vault_answers_what_it_holds() -> None:
    asked = [each for each in ask_all() if each.expected]
    # Of a hundred questions two are answered by nothing for the sake of silence where nothing fits.
    assert sum(each.is_hit(5) for each in asked) >= 0.88 * len(asked)
    assert all(each.is_hit(1) for each in asked if each.kind == "identifier")


def test_a_bench_without_data_says_what_it_wants(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "--vault" in capsys.readouterr().err


def test_a_glossary_lets_most_questions_in_another_language_find_their_page() -> None:
    shares = [mean(each.is_hit(5) for each in ask_across(glossary=given)) for given in (False, True)]
    assert shares[0] < 0.4
    assert shares[1] >= 0.65
