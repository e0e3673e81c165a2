"""What stands round a block and on it counts, and every part of it is told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vademecum.index.contract import Candidate, Fields, Lengths, Totals
from vademecum.index.fields import fields_of
from vademecum.index.record import pack
from vademecum.recall.dates import spans_of
from vademecum.recall.evidence import groups, line_up, strength
from vademecum.recall.rank import WEIGHTS, Around, Scored, Weights, choose, rank, wanted
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
    blocks = [block for name, texts in pages.items() for block in blocks_of(name, texts, (dates or {}).get(name))]
    return judged(blocks, query, of or pages, weights, Around(spans_of(query, "2026-11-30")))


def judged(
    blocks: Sequence[Candidate], query: str, of: Pages, weights: Weights = WEIGHTS, around: Around | None = None
) -> list[Scored]:
    """These blocks of a library in order."""
    terms = query_terms(query)
    fields = [fields_of(Fields(body=(text,))) for texts in of.values() for text in texts]
    counts = {text: sum(text in held.body for held, _ in fields) for text in wanted(terms)}
    lengths = Lengths(*(sum(column) for column in zip(*(length for _, length in fields), strict=True)))
    totals = Totals(len(fields), lengths, {text: count for text, count in counts.items() if count})
    return rank({"notes": blocks}, choose(terms, totals), totals, weights, around or Around())


def order(hits: list[Scored]) -> list[str]:
    return [f"{hit.candidate.name}{hit.candidate.crumb[0]}" for hit in hits]


def parts(hit: Scored) -> dict[str, float]:
    assert hit.trace.score == hit.score
    return {part.name: part.value for part in hit.trace.evidence}


def test_neighbours_are_blocks_that_touch_on_one_page() -> None:
    blocks = blocks_of("a", ("first", "second", "", "third"))
    lined = line_up(enumerate(blocks))
    assert [lined.beside(block) for block in blocks] == [(None, 1), (0, 3), (1, 3), (1, None)]
    assert [line_up([(0, blocks[0])]).beside(block) for block in blocks] == [
        (None, None),
        (0, None),
        *[(None, None)] * 2,
    ]


def test_only_blocks_of_one_page_of_one_mount_stand_together() -> None:
    assert groups([("m", "a"), ("m", "b"), ("n", "a"), ("m", "a")]) == [[0, 3]]
    assert groups([]) == []


def test_a_page_of_one_strong_block_is_about_as_much_as_that() -> None:
    assert strength([3.0, 4.0]) == strength([4.0, 3.0]) == 5.0
    assert strength([0.1]) == 0.1


def test_a_weak_block_adds_nothing_to_its_page_whether_it_was_proposed_or_not() -> None:
    texts = ("A kiln from Oslo.", "Nothing at all.", "The rain in Oslo came on and on, for days and days and weeks.")
    some, every = ({"a": texts[:1]}, {"a": texts})
    scores = [{hit.candidate.crumb: hit.score for hit in ranked(each, "kiln Oslo", of=every)} for each in (some, every)]
    assert scores[0].items() < scores[1].items()


def test_what_stands_beside_the_best_is_asked_for_and_may_win() -> None:
    texts = ("Where did the kiln from Oslo come to stand?", "It stands in the yard.", "More of the kiln.", "Rain.")
    others = {f"o{n}": ("A kiln is hot.",) for n in range(3)}
    blocks = blocks_of("a", texts)
    library = {"a": texts, **others}
    proposed = [blocks[0], *(block for name, each in others.items() for block in blocks_of(name, each))]
    asked: list[Candidate] = []

    def beside(strong: Sequence[Candidate]) -> list[Candidate]:
        asked.extend(strong)
        return blocks[1:2]

    found = judged(proposed, "the kiln from Oslo in the yard", library, around=Around(beside={"notes": beside}))
    assert set(asked) == set(proposed)
    assert order(found)[:2] == ["a2", "a1"]
    every = judged([*proposed, blocks[1]], "the kiln from Oslo in the yard", library)
    assert [hit.score for hit in found] == [hit.score for hit in every]


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
