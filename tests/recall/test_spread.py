"""What a page says of itself counts once in an answer, and nothing else changes."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given, strategies as st

from vademecum.index.contract import Candidate, Fields, Lengths, Totals
from vademecum.index.fields import fields_of
from vademecum.index.record import pack
from vademecum.recall.rank import Scored, choose, rank, wanted
from vademecum.recall.spread import spread
from vademecum.text import query_terms

WORDS = ("harbour", "tide", "lantern", "rope")


def ranked(pages: Mapping[tuple[str, str], tuple[str, ...]], query: str) -> list[Scored]:
    """The blocks of pages, by name and title, in order of score."""
    blocks, fields = [], []
    for (name, title), texts in pages.items():
        for at, text in enumerate(texts, start=1):
            fields.append(fields_of(Fields(title=(title,), body=(text,))))
            held, length = fields[-1]
            blocks.append(Candidate(name, (str(at),), 1, 1, at, at, None, name, length, pack(held)))
    terms = query_terms(query)
    found = {text: sum(text in {*held.title, *held.body} for held, _ in fields) for text in wanted(terms)}
    lengths = Lengths(*(sum(column) for column in zip(*(length for _, length in fields), strict=True)))
    totals = Totals(len(fields), lengths, {text: count for text, count in found.items() if count})
    return rank({"notes": blocks}, choose(terms, totals), totals)


def order(hits: list[Scored]) -> list[str]:
    return [f"{hit.candidate.name}{hit.candidate.crumb[0]}" for hit in hits]


def test_a_title_that_fits_gives_its_page_one_place_before_others() -> None:
    pages = {
        ("a", "Harbour tide"): ("opened in spring", "painted in summer", "closed in winter"),
        ("b", "Diary"): ("we sailed by the tide of the evening",),
        ("c", "Letters"): ("nothing of the kind",),
    }
    hits = ranked(pages, "harbour tide")
    assert order(hits) == ["a1", "a2", "a3", "b1"]
    kept = spread(hits, 5)
    assert order(kept) == ["a1", "b1", "a2", "a3"]
    assert kept[:2] == [hits[0], hits[3]]
    again = [{part.name: part.value for part in hit.trace.evidence}.get("again", 0.0) for hit in kept]
    assert again[0] == again[1] == 0
    assert max(again[2:]) < 0


def test_what_blocks_say_themselves_keeps_its_place() -> None:
    pages = {("a", "Log"): ("the tide rose", "tide and tide again"), ("b", "Log"): ("a tide of letters", "ropes")}
    hits = ranked(pages, "tide")
    assert spread(hits, 5) == hits


@given(
    st.lists(
        st.tuples(
            st.lists(st.sampled_from(WORDS), min_size=1, max_size=2).map(" ".join),
            st.lists(
                st.lists(st.sampled_from((*WORDS, "sand", "salt")), min_size=1, max_size=4).map(" ".join),
                min_size=1,
                max_size=4,
            ),
        ),
        min_size=1,
        max_size=5,
    ),
    st.integers(0, 8),
)
def test_the_first_so_many_are_those_of_the_whole_list(pages: list[tuple[str, list[str]]], limit: int) -> None:
    hits = ranked({(str(at), title): tuple(texts) for at, (title, texts) in enumerate(pages)}, " ".join(WORDS))
    whole = spread(hits, len(hits) + 1)
    assert spread(hits, limit) == whole[:limit]
    assert sorted(order(whole)) == sorted(order(hits))
    assert all(hit.trace.score == hit.score for hit in whole)
    assert whole[:1] == hits[:1]
