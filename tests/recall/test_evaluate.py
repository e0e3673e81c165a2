from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address, parse
from vademecum.errors import AmbiguousError, NotFoundError
from vademecum.recall.evaluate import Asked, Missing, Place, evaluate, score
from vademecum.recall.questions import Question

A, B, C = (Address("notes", name) for name in "abc")


def find(name: str) -> Address:
    if name == "gone":
        raise NotFoundError("there is no page called 'gone'")
    if name == "two":
        raise AmbiguousError("2 pages are called 'two'", ["x:two", "y:two"])
    return parse(name, "notes")


def asked(*expect: str, hits: tuple[Address, ...] = (A, B, C)) -> Asked:
    (found,) = evaluate([Question("q", expect)], lambda _text: hits, find)
    return found


def test_a_page_comes_at_the_place_of_its_first_block() -> None:
    hits = (A.block(("x",)), B.block(("x",)), B.block(("y",)), C)
    assert asked("b", "c", hits=hits).places == (Place(B, 2), Place(C, 4))


def test_a_block_that_is_expected_is_not_found_by_another_one_of_its_page() -> None:
    hits = (A.block(("x",)), A.block(("y",)))
    assert asked("a#y", hits=hits).places == (Place(A.block(("y",)), 2),)
    assert asked("a#z", hits=hits).places == (Place(A.block(("z",)), None),)


def test_a_page_that_is_not_there_is_told_and_no_miss() -> None:
    one = asked("gone", "a", "two")
    assert one.places == (Place(A, 1),)
    assert one.missing == (
        Missing("gone", "there is no page called 'gone'"),
        Missing("two", "2 pages are called 'two'"),
    )
    assert one.recall(1) == 1.0


def test_names_of_the_same_page_count_once() -> None:
    assert asked("a", "notes:a").places == (Place(A, 1),)


def test_recall_is_the_share_of_the_pages_and_mrr_goes_by_the_best() -> None:
    both = asked("b", "c")
    assert [both.recall(cut) for cut in (1, 2, 3)] == [0.0, 0.5, 1.0]
    assert both.reciprocal == 0.5
    assert both.gain == pytest.approx(1 / 2 + 1 / 3)


def test_means_are_over_the_questions_with_a_page_to_be_found() -> None:
    found = score([asked("a"), asked("b"), asked("gone"), asked()], (1, 5))
    assert found == (2, (0.5, 1.0), 0.75)
    assert score([asked("gone"), asked()]) is None


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.sets(st.sampled_from("abcdefgh"), min_size=1))
def test_recall_never_falls_with_the_cut_and_stays_between_none_and_all(hits: list[str], expect: set[str]) -> None:
    one = asked(*sorted(expect), hits=tuple(Address("notes", hit) for hit in hits))
    shares = [one.recall(cut) for cut in range(1, 10)]
    assert shares == sorted(shares)
    assert 0 <= shares[0] <= shares[-1] == len(expect & set(hits)) / len(expect)
    assert (one.reciprocal > 0) == (one.gain > 0) == bool(expect & set(hits))
