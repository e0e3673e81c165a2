"""Vectors in mounts of the profile ``notes``: joined from a floor on, and fused by rank and age (D40)."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import date
from typing import TYPE_CHECKING

import pytest

from vademecum.index.vectors.search import Near
from vademecum.library.vectors import embed_library
from vademecum.recall.blocks.answer import recall_blocks
from vademecum.recall.blocks.corpus import Kept
from vademecum.recall.blocks.keywords import parse_keywords
from vademecum.recall.blocks.meaning import fused, near_enough
from vademecum.recall.blocks.score import Countable, Place, countable, rank_blocks
from vademecum.recall.dense import Dense
from vademecum.recall.pipeline import Answer, Request
from vademecum.recall.retrievers import answer

if TYPE_CHECKING:
    from tests.vectors.conftest import HashEmbedder
    from vademecum.library import Library

    Make = Callable[..., Library]

TODAY = date(2026, 11, 30)
PAGES = {
    "spine": "# Spine\n\nlumbar\n",
    "tea": "# Tea\n\nkettle\n",
    "2026-10-31/log": "# Log\n\nkettle lumbar\n",
    **{f"other-{number}": f"# Other {number}\n\nnothing{number}\n" for number in range(6)},
}


def block(name: str, text: str, day: str | None = None) -> Countable:
    return countable(text, day, ("notes", name, (), 1))


def names(answer: Answer) -> list[str]:
    return [hit.address.name for hit in answer.hits]


def test_d40_ranks_from_one_are_added_and_each_is_worth_less_with_age() -> None:
    old, new, near = block("old", "kettle", "2026-10-31"), block("new", "kettle"), block("near", "tea")
    others = [block(f"other-{number}", f"nothing{number}") for number in range(8)]
    ranking = rank_blocks([old, new, near, *others], parse_keywords("kettle").words, TODAY)
    assert [each.block for each in ranking.scored] == [new, old]
    found = {each.block.place[1]: each.score for each in fused(ranking.scored, [near, old], TODAY)}
    assert found == pytest.approx({"new": 1 / 61, "old": 0.5 / 62 + 0.5 / 62, "near": 1 / 61})


def test_d40_without_a_vector_that_joins_scores_stay_to_the_digit() -> None:
    ranking = rank_blocks([block("a", "kettle"), block("b", "tea")], parse_keywords("kettle").words, TODAY)
    assert fused(ranking.scored, [], TODAY) == list(ranking.scored)


def test_d40_a_vector_joins_from_a_cosine_of_45_hundredths_on_and_while_its_page_is_the_same() -> None:
    here: dict[Place, tuple[Countable, str]] = {("notes", name, (), 1): (block(name, "x"), "digest") for name in "abc"}
    near = [Near("a", "digest", (), 1, 0.45), Near("b", "digest", (), 1, 0.4499), Near("c", "older", (), 1, 0.9)]
    gone = Near("gone", "digest", (), 1, 0.9)
    assert near_enough({"notes": [*near, gone]}, here) == [here["notes", "a", (), 1][0]]


def recalled(library: Library, embedder: HashEmbedder, text: str) -> Answer:
    kept = Kept(dense=Dense(lambda: embedder))
    return recall_blocks(library, Request(text), TODAY, kept)


def test_a_note_that_shares_no_word_joins_and_its_trace_adds_up(make_library: Make, embedder: HashEmbedder) -> None:
    library = make_library(notes=PAGES)
    embed_library(library, embedder)
    assert names(recall_blocks(library, Request("back"), TODAY)) == []
    found = recalled(library, embedder, "back")
    assert names(found)[0] == "spine"
    assert found.notices == ('no block holds "back"',)
    for hit in recalled(library, embedder, "kettle").hits:
        assert math.fsum(part.value for part in hit.trace.parts) == pytest.approx(hit.score, abs=1e-12)


def test_a_failing_embedder_leaves_the_answer_of_the_keywords_with_one_warning_d42(
    make_library: Make, embedder: HashEmbedder
) -> None:
    library = make_library(notes=PAGES)
    embed_library(library, embedder)
    plain = recall_blocks(library, Request("kettle"), TODAY)
    embedder.fail_after = 0
    found = recalled(library, embedder, "kettle")
    assert found.hits == plain.hits
    assert found.notices == (*plain.notices, "found by words alone: the fake is down")


def test_one_question_to_both_retrievers_is_embedded_once(make_library: Make, embedder: HashEmbedder) -> None:
    both = make_library(notes=PAGES, config={"retriever": "blocks"})
    words = make_library(work={"tea": "# Tea\n\nkettle\n"})
    both.mounts = (*both.mounts, *words.mounts)
    embed_library(both, embedder)
    embedder.given.clear()
    found = answer(both, Request("kettle"), TODAY, Kept(dense=Dense(lambda: embedder)))
    assert {hit.retriever for hit in found.hits} == {"bm25", "blocks"}
    assert embedder.given == ["kettle"]
