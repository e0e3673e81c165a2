"""Scores of block recall, keyword by keyword and floor by floor, against the numbers of the seed."""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import date, timedelta

import pytest
from hypothesis import given, strategies as st

from vademecum.recall.blocks.days import age_of, day_of, in_window, is_longterm, recency
from vademecum.recall.blocks.keywords import Keywords, counter, find_first, normalise, parse_keywords
from vademecum.recall.blocks.rules import RULES
from vademecum.recall.blocks.score import Countable, Scored, choose, countable, rank_blocks, rarity

TODAY = date(2026, 11, 30)


def days_ago(days: int) -> str:
    return (TODAY - timedelta(days=days)).isoformat()


def corpus_of(*texts: str, day: str | None = None) -> list[Countable]:
    return [countable(text, day, ("notes", f"topics/{at}", (), 1)) for at, text in enumerate(texts)]


def ask(blocks: Sequence[Countable], words: str) -> tuple[Scored, ...]:
    return rank_blocks(blocks, parse_keywords(words).words, TODAY).scored


def secondary(word: str) -> str:
    """A query in which the word comes fourth; the first three stand in no block."""
    return f"ghost-a ghost-b ghost-c {word}"


# -- keywords


def test_three_keywords_weigh_three_and_two_weigh_one_d25() -> None:
    found = parse_keywords("alpha beta\tgamma \n delta epsilon")
    assert [(word.text, word.weight) for word in found.words] == [
        ("alpha", 3), ("beta", 3), ("gamma", 3), ("delta", 1), ("epsilon", 1),
    ]  # fmt: skip
    assert found.notice == ""


def test_a_sixth_keyword_is_dropped_as_it_was_typed_and_told_d25() -> None:
    found = parse_keywords("a b c d e `F` G g")
    assert found.dropped == ("`F`", "G")
    assert found.notice == "keywords capped to 5 (dropped: `F`, G)"


def test_a_repeated_keyword_counts_where_it_stands_first_d25() -> None:
    found = parse_keywords("Limit `limit` settings LIMIT")
    assert [(word.text, word.weight) for word in found.words] == [("limit", 3), ("settings", 3)]


@pytest.mark.parametrize("text", ["", " \n\t", "`` ** ~~ “”", "'"])
def test_what_is_only_marks_is_no_keyword_d25(text: str) -> None:
    assert parse_keywords(text) == Keywords(())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dsh-memory `0.2.2`", "dsh-memory 0.2.2"),
        ("**待修 bug**：`appendd`", "待修 bug：appendd"),
        ("A\t\nB   C ", "a b c"),
        ('"don\'t" ‘x’ “y” ~~z~~', "dont x y z"),
        ("snake_case-v1.0", "snake_case-v1.0"),
    ],
)
def test_marks_and_case_go_and_what_names_are_made_of_stays_d26(text: str, expected: str) -> None:
    assert normalise(text) == expected


@pytest.mark.parametrize(
    ("word", "text", "times"),
    [
        ("log", "catalog login logo", 0),
        ("log", "log in the log-file, log.", 2),
        ("log", "日志log系统 (log)", 2),
        ("log", "log_2 2log log2", 0),
        ("a_b", "a_b xa_b a_bc a_b-c a_b", 2),
        ("a_b", "a_b.a_b", 2),
        ("memory-x", "the memory-x, dsh-memory-x", 1),
        ("v0.2.2", "v0.2.2 and rv0.2.22", 2),
        ("0.2.2", "v0.2.2 was shipped", 1),
        ("_x", "a_x", 1),
        ("日志", "我的日志里的日志系统", 2),
        ("啊啊", "啊啊啊啊啊", 2),
        ("c++", "c++ c++11", 2),
        ("zoë", "zoës", 1),
        ("ab", "", 0),
    ],
)
def test_letters_alone_count_as_words_and_all_else_anywhere_d28(word: str, text: str, times: int) -> None:
    assert counter(word)(text) == times


@given(st.text("abAB_-.1日志`*\n İσΣ", max_size=30), st.text("abAB_-.1日志İσΣ", min_size=1, max_size=3))
def test_a_keyword_is_found_in_the_text_as_written_where_it_is_counted_d28(text: str, typed: str) -> None:
    word = normalise(typed)
    found = find_first(text, [word])
    assert (found is not None) == (counter(word)(normalise(text).replace(" ", "\n")) > 0)
    if found is not None:
        # Cut out of its word, a sigma may be at an end, where it is written otherwise.
        assert word.replace("ς", "σ") in normalise(text[found[0] : found[1]]).replace("ς", "σ")


# -- rarity, floors, scores


def test_rarity_has_the_numbers_of_the_seed_d29() -> None:
    told = {1: 1.0, 2: 0.2630, 3: 0.1361, 10: 0.0233, 100: 0.0012}
    assert {blocks: round(rarity(blocks, blocks), 4) for blocks in told} == told


@pytest.mark.parametrize("blocks", [1, 2, 3, 6, 12, 100, 10_000])
def test_a_keyword_of_one_block_weighs_exactly_one_d29(blocks: int) -> None:
    assert rarity(1, blocks) == 1.0
    assert math.log(1 + (blocks - 0.5) / 1.5) / math.log((blocks + 1) / 1.5) == pytest.approx(1.0, abs=1e-12)


def test_what_no_block_holds_weighs_nothing_d29() -> None:
    assert rarity(0, 7) == rarity(0, 0) == rarity(1, 0) == 0.0


def test_rarity_falls_with_every_block_more_d29() -> None:
    values = [rarity(frequency, 50) for frequency in range(1, 51)]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 50


def test_three_tenths_of_the_evidence_are_enough_and_less_is_not_d30() -> None:
    only_one = corpus_of("aa", "bb", "cc", "dd", "ee", *["filler"] * 5)
    assert [hit.block.text for hit in ask(only_one, "aa bb cc dd")] == ["aa", "bb", "cc"]  # 3 of 10
    assert ask(only_one, "aa bb cc dd ee") == ()  # 3 of 11


def test_keywords_that_no_block_holds_do_not_raise_the_bar_d30() -> None:
    assert (
        len(ask(corpus_of("# Only\n\nuniquetok is here"), "uniquetok ghost-one ghost-two ghost-three ghost-four")) == 1
    )


@pytest.mark.parametrize(
    ("days", "words", "expected"),
    [
        (None, "alpha", 1.5),
        (None, secondary("alpha"), 0.5),
        (30, secondary("alpha"), None),
        (30, "alpha", 0.75),
        (365, "alpha", 0.6),
        (0, "alpha", 1.5),
        (-3, "alpha", 1.5),
    ],
)
def test_the_vectors_of_the_seed_hold_to_nine_places_d31(days: int | None, words: str, expected: float | None) -> None:
    hits = ask(corpus_of("# Same\n\nalpha beta", day=None if days is None else days_ago(days)), words)
    assert [hit.score for hit in hits] == ([] if expected is None else [pytest.approx(expected, abs=1e-9)])


@pytest.mark.parametrize(
    ("days", "weight"), [(None, 1), (0, 1), (-1, 1), (30, 0.5), (15, 0.5**0.5), (0.25, 0.5 ** (1 / 120)), (365, 0.4)]
)
def test_age_halves_a_score_in_thirty_days_down_to_a_floor_d31(days: float | None, weight: float) -> None:
    assert recency(days) == pytest.approx(weight, abs=1e-12)


def test_the_floor_of_age_is_met_between_two_fractions_of_a_day_d31() -> None:
    at = 30 * math.log2(2.5)
    assert recency(at - 0.01) > 0.4
    assert recency(at + 0.01) == 0.4


def test_a_longer_block_is_held_back_by_its_share_of_the_average_d31() -> None:
    hits = ask(corpus_of("alpha", "alpha" + " x" * 10, "filler " * 4), "alpha")
    average = (5 + 25 + 28) / 3
    idf = math.log(1 + 1.5 / 2.5) / math.log(4 / 1.5)
    assert [hit.score for hit in hits] == [pytest.approx(3 * idf / (1 + n / average), abs=1e-12) for n in (5, 25)]


def test_lengths_are_counted_in_code_points_d31() -> None:
    assert countable("a😀b", None, ("m", "n", (), 1)).length == 3


def test_equal_scores_stand_newest_first_then_by_address_d32() -> None:
    places = [("b", None), ("a", None), ("d", days_ago(0)), ("c", days_ago(0)), ("e", days_ago(-2))]
    blocks = [countable("alpha", day, ("notes", name, (), 1)) for name, day in places]
    blocks += corpus_of(*["filler"] * 9)
    assert [hit.block.place[1] for hit in ask(blocks, "alpha")] == ["a", "b", "e", "c", "d"]


def test_the_better_score_stands_first_whatever_its_day_d32() -> None:
    old, new = (
        countable("alpha alpha", days_ago(9), ("m", "b", (), 1)),
        countable("alpha", days_ago(0), ("m", "a", (), 1)),
    )
    assert [hit.block for hit in ask([new, old, *corpus_of(*["filler"] * 9)], "alpha")] == [old, new]


def test_a_keyword_that_no_block_or_every_block_holds_is_told_d33() -> None:
    ranking = rank_blocks(corpus_of("shared one", "shared two"), parse_keywords("one ghost shared").words, TODAY)
    assert ranking.notices == (
        'no block holds "ghost"',
        '"shared" is in every block, so it tells none from another',
    )


def test_one_block_alone_makes_no_keyword_common_d33() -> None:
    assert rank_blocks(corpus_of("shared"), parse_keywords("shared").words, TODAY).notices == ()


def test_words_that_stand_everywhere_have_no_answer_h5() -> None:
    assert ask(corpus_of(*[f"common text {n}" for n in range(12)]), "common text") == ()


def test_no_blocks_and_no_keywords_give_no_answer() -> None:
    assert ask([], "alpha") == ()
    assert ask(corpus_of("alpha"), "``") == ()


# -- the added seat


def scored(*pages: str | None) -> list[Scored]:
    """Answers in order; those with a day are diaries."""
    return [
        Scored(Countable("", 0, day, ("notes", str(at), (), 1)), 9.0 - at / 100, ()) for at, day in enumerate(pages)
    ]


@pytest.mark.parametrize("limit", [1, 10])
def test_the_best_longterm_block_is_added_and_none_evicted_d34(limit: int) -> None:
    day = days_ago(1)
    ranked = scored(*[day] * (limit + 1), None, None)
    assert choose(ranked, limit, lambda _: True) == [*ranked[:limit], ranked[limit + 1]]


def test_no_seat_is_added_beside_a_longterm_block_or_to_an_empty_answer_d34() -> None:
    ranked = scored(days_ago(1), None, None)
    assert choose(ranked, 2, lambda _: True) == ranked[:2]
    assert choose([], 2, lambda _: True) == []


def test_the_seat_can_be_switched_off_d34() -> None:
    ranked = scored(days_ago(1), None)
    assert choose(ranked, 1, lambda _: False) == ranked[:1]


def test_the_seat_comes_from_the_pool_alone_d32() -> None:
    day = days_ago(1)
    inside, outside = scored(*[day] * 5, None), scored(*[day] * 6, None)
    assert choose(inside, 2, lambda _: True) == [*inside[:2], inside[5]]
    assert choose(outside, 2, lambda _: True) == outside[:2]
    far = scored(*[day] * 30, None)
    assert choose(far, 25, lambda _: True) == far[:25]


# -- days


@pytest.mark.parametrize(
    ("name", "day"),
    [
        ("2026-08-20/--D-Project-x--", "2026-08-20"),
        ("日记/2026-08-20", "2026-08-20"),
        ("topics/windows-env", None),
        ("memory/old", None),
        ("project-1/a", None),
        ("archive-2025/a", None),
        ("notes 2/a", None),
        ("2026-02-30/a", None),
        ("2026/a", None),
        ("20260820/a", None),
        ("2026-08-20 review", None),
        ("2024-02-29", "2024-02-29"),
    ],
)
def test_only_a_real_day_makes_a_diary_and_all_else_is_longterm_d6(name: str, day: str | None) -> None:
    assert day_of(name) == day
    assert is_longterm(name) == (day is None)


def test_day_forty_five_is_in_the_window_and_forty_six_is_out_d38() -> None:
    assert [in_window(days_ago(age), TODAY, 45) for age in (-1, 0, 45, 46)] == [True, True, True, False]


def test_topics_and_a_window_of_no_days_keep_everything_d38() -> None:
    assert in_window(None, TODAY, 45)
    assert in_window(days_ago(9999), TODAY, 0)


def test_age_is_counted_in_local_days_and_never_below_none_d31() -> None:
    assert [age_of(days_ago(age), TODAY) for age in (-5, 0, 1, 400)] == [0, 0, 1, 400]


def test_the_constants_are_those_of_the_seed() -> None:
    assert tuple(RULES) == (3, 3.0, 2, 1.0, "`'\"“”‘’*~", 0.3, 0.5, 30.0, 0.4, 3, 30, 0.45, 60, 1000, 200, 4)
