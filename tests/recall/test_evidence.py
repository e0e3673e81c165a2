"""What stands round a block and on it counts, and every part of it is told."""

from __future__ import annotations

from collections.abc import Mapping

from vademecum.index.contract import Candidate, Fields, Lengths, Totals
from vademecum.index.fields import fields_of
from vademecum.index.record import pack
from vademecum.recall.dates import spans_of
from vademecum.recall.evidence import neighbours
from vademecum.recall.rank import Scored, choose, rank, wanted
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


def ranked(pages: Pages, query: str, dates: Mapping[str, str] | None = None) -> list[Scored]:
    terms = query_terms(query)
    blocks = [block for name, texts in pages.items() for block in blocks_of(name, texts, (dates or {}).get(name))]
    held = [set().union(*fields_of(Fields(body=(text,)))[0]) for texts in pages.values() for text in texts]
    counts = {text: sum(text in each for each in held) for text in wanted(terms)}
    lengths = Lengths(*(sum(column) for column in zip(*(block.lengths for block in blocks), strict=True)))
    totals = Totals(len(blocks), lengths, {text: count for text, count in counts.items() if count})
    return rank({"notes": blocks}, choose(terms, totals), totals, when=spans_of(query, "2026-11-30"))


def order(hits: list[Scored]) -> list[str]:
    return [f"{hit.candidate.name}{hit.candidate.crumb[0]}" for hit in hits]


def parts(hit: Scored) -> dict[str, float]:
    assert hit.trace.score == hit.score
    return {part.name: part.value for part in hit.trace.evidence}


def test_neighbours_are_blocks_that_touch_on_one_page() -> None:
    one, two = blocks_of("a", ("first", "second", "third")), blocks_of("b", ("first", "second"))
    assert neighbours([("m", one[0]), ("m", one[1]), ("m", two[1]), ("n", one[2])]) == [
        (None, 1),
        (0, None),
        (None, None),
        (None, None),
    ]


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
