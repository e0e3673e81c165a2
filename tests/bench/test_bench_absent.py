"""The measure of silence: who is asked what, and which shares come of it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bench.absent import Fits, main, measure, measure_all, ways
from bench.data import DataSet, Document, Question
from bench.tables import tables

WORDS = ("ferry", "heron", "rope", "kettle", "lantern", "anchor", "barrel", "chimney")


def collection(groups: Sequence[str]) -> DataSet:
    """Two texts on each word, and a question that the first of them answers."""
    documents = [
        Document(f"{group}/{word}{n}", f"The {word} of {group} number {n}.", group, None, None)
        for group in groups
        for word in WORDS
        for n in (1, 2)
    ]
    questions = [Question(f"{g} {w}", f"which {w}?", g, frozenset({f"{g}/{w}1"})) for g in groups for w in WORDS]
    by_group = {group: tuple(each for each in documents if each.group == group) for group in groups}
    return DataSet("set", by_group, tuple(questions))


def test_a_conversation_is_asked_of_the_next_one_and_of_all_others() -> None:
    apart, together = ways(collection(["ann", "bo"]))
    assert {(each.own, each.other) for each in apart.asked} == {("ann", "bo"), ("bo", "ann")}
    assert {len(documents) for documents in together.stores.values()} == {32}
    first = together.asked[0]
    assert [first.hides(name) for name in ("ann/ferry1", "ann/rope2", "bo/ferry1")] == [True, True, False]


def test_one_collection_is_asked_in_parts_that_do_not_answer() -> None:
    *parted, whole = ways(collection(["all"]))
    assert [len(way.stores) for way in parted] == [8, 2]
    for way in parted:
        assert sum(map(len, way.stores.values())) == 16
        for each in way.asked:
            assert each.own != each.other
            assert not {document.id for document in way.stores[each.other]} & each.question.relevant
    assert all(each.hides(name) for each in whole.asked for name in each.question.relevant)


def test_each_question_counts_where_it_is_answered_and_where_it_is_not() -> None:
    halves = measure(list(ways(collection(["all"])))[-1])
    assert sum(len(half.elsewhere) for half in halves.values()) == len(WORDS)
    assert sum(len(half.good) for half in halves.values()) == len(WORDS)
    assert all(half.kept(0.01) == 1.0 for half in halves.values())


def test_shares_are_told_at_a_floor_and_where_nine_in_ten_are_kept() -> None:
    fits = Fits([value / 10 for value in range(1, 11)], [0.05, 0.15, 0.25, 0.95])
    assert (fits.kept(0.5), fits.wrong(0.5)) == (0.6, 0.25)
    assert fits.at(0.9) == 0.5
    assert Fits([], []).kept(0.5) == 0.0


def test_the_table_has_a_row_for_each_way_and_half_that_the_numbers_have() -> None:
    numbers = measure_all([collection(["ann", "bo"])])
    rows = tables("absent", numbers)["absent"].splitlines()[2:]
    assert len(rows) == 4
    assert rows[0].startswith("| set | the next conversation | 16 | A |")
    assert rows[3].startswith("| set | all other conversations | 32 | B |")


def test_without_a_set_it_says_what_it_wants(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["folder"]) == 2
    assert "which sets" in capsys.readouterr().err
