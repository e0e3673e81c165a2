"""What stands round a block and on it counts, and every part of it is told."""

from __future__ import annotations

from collections.abc import Mapping

from vademecum.index.contract import Candidate, Fields, Lengths, Totals
from vademecum.index.fields import fields_of
from vademecum.index.record import pack
from vademecum.recall.dates import spans_of
from vademecum.recall.evidence import lenders, neighbours, page_strengths
from vademecum.recall.rank import WEIGHTS, Scored, Weights, choose, rank, wanted
from vademecum.text import query_terms

Pages = Mapping[str, tuple[str, ...]]


def blocks_of(name: str, texts: tuple[str, ...], date: str | None = None) -> list[Candidate]:
    made, start = [], 0
    for at, text in enumerate(texts, start=1):
        terms, lengths = fields_of(Fields(body=(text,)))
        end = start + len(text)
        made.append(Candidate(name, (str(at),), 1, 1, start, end, date, name, lengths, pack(terms)))
        start = end
    return made


def ranked(
    pages: Pages,
    query: str,
    dates: Mapping[str, str] | None = None,
    of: Pages | None = None,
    weights: Weights = WEIGHTS,
) -> list[Scored]:
    """The blocks of these pages in order; ``of`` are those of the whole library, if it has more."""
    terms, whole = query_terms(query), of or pages
    blocks = [block for name, texts in pages.items() for block in blocks_of(name, texts, (dates or {}).get(name))]
    fields = [fields_of(Fields(body=(text,))) for texts in whole.values() for text in texts]
    counts = {text: sum(text in held.body for held, _ in fields) for text in wanted(terms)}
    lengths = Lengths(*(sum(column) for column in zip(*(length for _, length in fields), strict=True)))
    totals = Totals(len(fields), lengths, {text: count for text, count in counts.items() if count})
    return rank({"notes": blocks}, choose(terms, totals), totals, weights, spans_of(query, "2026-11-30"))


def order(hits: list[Scored]) -> list[str]:
    return [f"{hit.candidate.name}{hit.candidate.crumb[0]}" for hit in hits]


def parts(hit: Scored) -> dict[str, float]:
    assert hit.trace.score == hit.score
    return {part.name: part.value for part in hit.trace.evidence}


def test_neighbours_are_blocks_that_touch_on_one_page() -> None:
    blocks = blocks_of("a", ("first", "second", "", "third"))
    assert [neighbours(block, (0, 1, 3), blocks) for block in blocks] == [(None, 1), (0, 3), (1, 3), (1, None)]
    assert [neighbours(block, (0,), blocks) for block in blocks] == [
        (None, None),
        (0, None),
        (None, None),
        (None, None),
    ]


def test_only_blocks_of_some_score_lend_and_pages_and_mounts_stay_apart() -> None:
    pages = [("m", "a"), ("m", "b"), ("n", "a"), ("m", "a")]
    assert lenders(pages, [4.0, 1.0, 2.0, 2.0], 0.5) == {("m", "a"): [0, 3], ("n", "a"): [2]}
    assert lenders([], [], 0.5) == {}


def test_a_page_of_one_strong_block_is_about_as_much_as_that() -> None:
    strengths = page_strengths({("m", "a"): [0, 1], ("m", "b"): [2]}, [3.0, 4.0, 0.1])
    assert strengths == {("m", "a"): 5.0, ("m", "b"): 0.1}


def test_a_weak_block_changes_no_other_whether_it_was_proposed_or_not() -> None:
    texts = ("A kiln from Oslo.", "The kiln.", "Rain in Oslo came on, and it went on for days and days.")
    weights = WEIGHTS._replace(lends=0.9)
    some, every = ({"a": texts[:2]}, {"a": texts})
    scores = [
        {hit.candidate.crumb: hit.score for hit in ranked(each, "kiln Oslo", of=every, weights=weights)}
        for each in (some, every)
    ]
    assert scores[0].items() <= scores[1].items()


def test_the_answer_to_a_question_inherits_its_words() -> None:
    pages = {"a": ("Where was the kiln bought?", "The kiln came from Oslo."), "b": ("The kiln came from Rome.",)}
    hits = ranked(pages, "where was the kiln bought")
    assert order(hits) == ["a1", "a2", "b1"]
    assert "neighbours" in {place for part in hits[1].trace.words for place in part.fields}


def test_what_asks_stands_behind_what_says_and_the_trace_tells_it() -> None:
    hits = ranked({"a": ("is the kiln hot?",), "b": ("so the kiln is hot.",)}, "kiln hot")
    assert order(hits) == ["b1", "a1"]
    assert parts(hits[1])["asks"] < 0


def test_of_equal_blocks_the_one_on_a_page_about_the_question_is_first() -> None:
    pages = {"a": ("A kiln.", "Rain.", "Nothing."), "b": ("A kiln.", "Rain.", "More kiln wares.")}
    hits = ranked(pages, "kiln")
    assert order(hits)[0] == "b1"
    assert parts(hits[0])["page"] > 0


def test_who_is_named_answers_rather_than_who_is_spoken_to() -> None:
    pages = {"a": ("Ann: the kiln, Bob.",), "b": ("Bob: the kiln, Ann.",)}
    assert order(ranked(pages, "what did Bob say of the kiln"))[0] == "b1"
    assert order(ranked(pages, "what did Ann say of the kiln"))[0] == "a1"
    assert parts(ranked(pages, "Ann on the kiln")[0])["voice"] > 0


def test_a_name_in_signs_is_found_before_its_colon() -> None:
    pages = {"a": ("小红：窑买好了，小明。",), "b": ("小明：窑买好了，小红。",)}
    assert order(ranked(pages, "小明买了什么窑"))[0] == "b1"


def test_a_block_of_the_days_asked_for_is_first_and_no_other_is_left_out() -> None:
    pages = {"a": ("the kiln",), "b": ("the kiln",), "c": ("the kiln",)}
    hits = ranked(pages, "the kiln in May 2023", {"b": "2023-05-20", "c": "2023-06-03"})
    assert order(hits) == ["b1", "c1", "a1"]
    assert [list(parts(hit)) for hit in hits] == [["day"], ["day"], []]
