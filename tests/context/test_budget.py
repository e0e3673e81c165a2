"""What fits, chosen whole."""

from __future__ import annotations

from hypothesis import given, strategies as st

from vademecum.context.budget import cut_at_line, first_fit, length, tokens

texts = st.lists(st.text(max_size=30), max_size=12)


def test_lengths_are_those_of_hosts_that_run_on_javascript() -> None:
    assert length("tide") == 4
    assert length("潮位") == 2
    assert length("🙂") == 2


def test_four_ascii_characters_or_one_of_another_kind_count_as_a_token() -> None:
    assert [tokens(text) for text in ("", "a", "tide", "tides", "潮位", "潮 tide 🙂")] == [0, 1, 1, 2, 2, 4]


@given(st.text(max_size=80), st.text(max_size=80))
def test_more_text_is_never_fewer_tokens(first: str, second: str) -> None:
    assert tokens(first) <= tokens(first + second) <= tokens(first) + tokens(second)


def test_a_later_text_may_fit_where_an_earlier_did_not() -> None:
    assert first_fit(["aaaa", "bbbbbbbb", "cc"], 9) == [0, 2]


@given(texts, st.integers(min_value=0, max_value=100))
def test_what_is_chosen_fits_with_all_that_stands_between(given_texts: list[str], limit: int) -> None:
    chosen = first_fit(given_texts, limit, between=3)
    assert sum(length(given_texts[at]) + 3 for at in chosen) <= limit
    assert chosen == sorted(set(chosen))


@given(st.text(alphabet="ab\n🙂潮", max_size=80), st.integers(min_value=0, max_value=80))
def test_a_text_is_cut_between_lines_alone(text: str, limit: int) -> None:
    kept = cut_at_line(text, limit)
    assert length(kept) <= limit
    assert kept in {text, ""} or text.startswith(kept + "\n")
