from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from functools import lru_cache

from hypothesis import given, settings, strategies as st

from vademecum.index.contract import FIELDS, Candidate, Fields, Lengths, Totals
from vademecum.index.fields import alone, fields_of
from vademecum.index.record import pack
from vademecum.page import digest_of
from vademecum.recall.rank import WEIGHTS, Scored, Weights, choose, distinct, drivers, pool, rank, without_copies
from vademecum.text import Term, query_terms

WORDS = ("anchor", "boats", "boat", "chart", "dock-side", "灯台", "台風", "Ebb", "running", "run")

made_of = lru_cache(maxsize=None)(fields_of)


def candidate(name: str, texts: Fields, *, is_alone: bool = False) -> Candidate:
    terms, lengths = made_of(texts)
    if is_alone:
        terms, lengths = alone(terms, lengths, "\n".join(texts.body))
    return Candidate(name, (), 1, 1, 0, 9, None, digest_of(name.encode()), lengths, pack(terms))


def totals_of(documents: Sequence[Fields], query: Sequence[Term]) -> Totals:
    made = [made_of(texts) for texts in documents]
    held = [set().union(*fields) for fields, _ in made]
    lengths = Lengths(*(sum(column) for column in zip(*(lengths for _, lengths in made), strict=True)))
    counts = {term.text: sum(term.text in terms for terms in held) for term in query}
    return Totals(len(made), lengths, {term: count for term, count in counts.items() if count})


def ranked(documents: Mapping[str, Fields], query: str, weights: Weights = WEIGHTS) -> list[Scored]:
    terms = query_terms(query)
    totals = totals_of(list(documents.values()), terms)
    found = {"notes": [candidate(name, texts) for name, texts in documents.items()]}
    return rank(found, choose(terms, totals, weights), totals, weights)


def bodies(**texts: str) -> dict[str, Fields]:
    return {name: Fields(body=(text,)) for name, text in texts.items()}


def plain_score(documents: Sequence[Fields], at: int, query: Sequence[Term], weights: Weights) -> float:
    """BM25F straight from the formula, over lists of terms instead of records."""
    made = [made_of(texts) for texts in documents]
    lengths = [sum(w * n for w, n in zip(weights.fields, lengths, strict=True)) for _, lengths in made]
    average = sum(lengths) / len(lengths) or 1.0
    score = 0.0
    for term in query:
        frequency = sum(any(term.text in field for field in fields) for fields, _ in made)
        idf = math.log(1 + (len(made) - frequency + 0.5) / (frequency + 0.5))
        tf = sum(w * list(field).count(term.text) for w, field in zip(weights.fields, made[at][0], strict=True))
        norm = weights.k1 * (1 - weights.b + weights.b * lengths[at] / average)
        score += weights.of_term(term) * idf * tf * (weights.k1 + 1) / (tf + norm)
    return score


def is_hit(texts: Fields, query: Sequence[Term]) -> bool:
    held = [term for term in query if any(term.text in field for field in made_of(texts)[0])]
    return len(held) >= 2 or any(term.kind != "unigram" for term in held)


texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)
blocks = st.builds(Fields, *(st.tuples(texts) for _ in FIELDS))


@settings(max_examples=60, deadline=None)
@given(st.lists(blocks, min_size=1, max_size=6), st.lists(st.sampled_from(WORDS), min_size=1, max_size=5))
def test_a_second_implementation_of_the_formula_agrees(documents: list[Fields], words: list[str]) -> None:
    query = query_terms(" ".join(words))
    found = ranked({str(at): texts for at, texts in enumerate(documents)}, " ".join(words))
    assert {int(hit.candidate.name) for hit in found} == {
        at for at, texts in enumerate(documents) if is_hit(texts, query)
    }
    for hit in found:
        assert math.isclose(hit.score, plain_score(documents, int(hit.candidate.name), query, WEIGHTS), abs_tol=1e-9)


@settings(max_examples=40, deadline=None)
@given(st.lists(blocks, min_size=1, max_size=5), st.lists(st.sampled_from(WORDS), min_size=1, max_size=5))
def test_a_trace_adds_up_to_its_score_exactly(documents: list[Fields], words: list[str]) -> None:
    for hit in ranked({str(at): texts for at, texts in enumerate(documents)}, " ".join(words)):
        assert hit.trace.score == hit.score


@settings(max_examples=40, deadline=None)
@given(st.lists(blocks, min_size=1, max_size=6), st.lists(st.sampled_from(WORDS), min_size=1), st.randoms())
def test_no_order_of_candidates_terms_or_mounts_changes_an_answer(
    documents: list[Fields], words: list[str], draw: random.Random
) -> None:
    terms = list(query_terms(" ".join(words)))
    totals = totals_of(documents, terms)
    found = {m: [candidate(f"{m}{at}", texts) for at, texts in enumerate(documents)] for m in ("a", "b")}
    first = [(hit.mount, hit.candidate.name, hit.score) for hit in rank(found, terms, totals)]
    draw.shuffle(terms)
    for each in found.values():
        draw.shuffle(each)
    again = rank(dict(reversed(found.items())), terms, totals)
    assert [(hit.mount, hit.candidate.name, hit.score) for hit in again] == first


def test_one_library_split_over_two_indexes_scores_as_it_did_in_one() -> None:
    left, right = [Fields(body=("anchor and chart",)), Fields(body=("chart",))], [Fields(title=("anchor",))]
    query = query_terms("anchor chart")
    assert pool([totals_of(left, query), totals_of(right, query)]) == totals_of(left + right, query)


def test_equal_scores_stand_in_order_of_address() -> None:
    found = ranked(bodies(c="anchor", a="anchor", b="anchor"), "anchor")
    assert [hit.candidate.name for hit in found] == ["a", "b", "c"]


def test_a_long_text_that_opens_with_what_is_asked_stands_before_one_that_says_it_in_passing() -> None:
    rest = "and much else that nobody asks for, " * 10
    documents = {
        "passing": Fields(body=(f"Nobody knew who came that day. The north light was out, {rest}",)),
        "subject": Fields(body=(f"The north light was out. Nobody knew who came that day, {rest}",)),
    }
    made = {name: candidate(name, texts, is_alone=True) for name, texts in documents.items()}
    terms = query_terms("north light")
    found = rank({"notes": made.values()}, terms, totals_of(list(documents.values()), terms))
    assert [hit.candidate.name for hit in found] == ["subject", "passing"]
    assert {part.fields for part in found[0].trace.words} == {("summary", "body")}


def test_a_long_page_of_one_block_is_held_back_more_than_a_long_block_among_others() -> None:
    long = "anchor and much else that nobody asks for, at length, and then some more of it"
    documents = {"long": Fields(body=(long,)), "short": Fields(body=("anchor chain",))}
    terms = query_terms("anchor")
    totals = totals_of(list(documents.values()), terms)

    def share(*, is_alone: bool) -> float:
        made = {name: candidate(name, texts, is_alone=is_alone) for name, texts in documents.items()}
        scores = {hit.candidate.name: hit.score for hit in rank({"notes": list(made.values())}, terms, totals)}
        return scores["long"] / scores["short"]

    assert share(is_alone=True) < share(is_alone=False) < 1


def test_a_word_in_the_title_outweighs_one_in_the_body() -> None:
    documents = {"body": Fields(body=("anchor chain",)), "title": Fields(title=("anchor",), body=("chain",))}
    assert ranked(documents, "anchor")[0].candidate.name == "title"


def test_a_trace_says_which_term_was_found_where() -> None:
    [hit] = ranked(bodies(a="an anchor", b="a chart"), "the anchors")
    assert [(part.term.text, part.fields, part.frequency) for part in hit.trace.words] == [("anchor", ("body",), 1)]
    assert hit.trace.words[0].name == "word anchor"
    assert "in body" in hit.trace.words[0].detail


def test_the_form_that_was_asked_for_comes_first_among_forms() -> None:
    found = ranked(bodies(a="it runs", b="it was running", c="other"), "running")
    assert [hit.candidate.name for hit in found] == ["b", "a"]


def test_A19_the_whole_identifier_outranks_its_parts() -> None:
    documents = bodies(
        decoy="4 tides, 12 boats, 90 ropes. LMN crew, cabin 7. Start cold, cold start. New pkg scope. Shut the hatch.",
        notes="Released 4.12.90 as LMN-7: cold_start() of @scope/new-pkg, some long-tail work, shutTheHatch and more "
        "words that make this page the longer of the two.",
    )
    for query in ("4.12.90", "LMN-7", "lmn-7", '"cold_start"', "@scope/new-pkg", "shutTheHatch"):
        assert ranked(documents, query)[0].candidate.name == "notes", query


def test_a_long_query_is_cut_to_its_rarest_terms() -> None:
    documents = [Fields(body=("common " + " ".join(f"w{n}" for n in range(at, 60)),)) for at in range(50)]
    query = query_terms("common " + " ".join(f"w{n}" for n in range(60)))
    chosen = choose(query, totals_of(documents, query), Weights(most_terms=10))
    assert [term.text for term in chosen] == sorted(f"w{n}" for n in range(10))


def test_an_exact_form_scores_but_never_proposes() -> None:
    query = query_terms("running")
    totals = totals_of([Fields(body=("running",))], query)
    assert [term.text for term in choose(query, totals)] == ["=running", "run"]
    assert drivers(choose(query, totals)) == ["run"]


def test_a_query_of_unknown_words_has_no_hit() -> None:
    assert ranked(bodies(a="anchor"), "kite") == []


def test_A20_one_sign_of_a_longer_word_is_no_hit_and_two_are() -> None:
    pages = bodies(phone="新手机很好", repair="车子修好了", word="机")
    assert ranked(pages, "飞机") == []
    assert [hit.candidate.name for hit in ranked(pages, "修车")] == ["repair"]
    assert [hit.candidate.name for hit in ranked(pages, "机")] == ["word", "phone"]


def test_the_same_bytes_in_two_mounts_are_one_hit() -> None:
    same = candidate("a", Fields(body=("anchor",)))
    query = query_terms("anchor")
    found = rank({"x": [same], "y": [same]}, query, totals_of([Fields(body=("anchor",))], query))
    assert [hit.mount for hit in distinct(found)] == [hit.mount for hit in without_copies(found)] == ["x"]


def test_the_same_bytes_on_two_days_or_on_two_pages_of_a_mount_are_two_hits() -> None:
    query, totals = query_terms("anchor"), totals_of([Fields(body=("anchor",))], query_terms("anchor"))
    first = candidate("2024-01-01", Fields(body=("anchor",)))._replace(digest="d", date="2024-01-01")
    second = first._replace(name="2024-02-02", date="2024-02-02")
    copy = first._replace(name="b")
    for mounts in ({"x": [first, second]}, {"x": [first], "y": [second]}, {"x": [first, copy]}):
        found = rank(mounts, query, totals)
        assert len(without_copies(found)) == 2
        assert len(distinct(found)) == 1
    both = without_copies(rank({"x": [first, copy], "y": [first, second]}, query, totals))
    assert [(hit.mount, hit.candidate.name) for hit in both] == [("x", "2024-01-01"), ("x", "b"), ("y", "2024-02-02")]
