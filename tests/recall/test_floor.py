"""What is worth telling to somebody who did not ask."""

from __future__ import annotations

import pytest

from vademecum.index.proposal import Candidate, Fields, Lengths, Totals
from vademecum.index.record import pack
from vademecum.recall.everyday import STEMS
from vademecum.recall.floor import answers, evidence, fit, is_question, is_telling, subject_of, worth_telling
from vademecum.recall.rank import WEIGHTS, Scored, choose, rank, rarity
from vademecum.text import Term, index_terms, query_terms

BLOCKS = 1000


def best(text: str, prompt: str, *, in_blocks: int = 2) -> tuple[Scored, float]:
    """A block ranked for a prompt, each of whose words stands in so many of a thousand blocks."""
    terms, words = index_terms(text)
    telling = [term for term in query_terms(prompt) if is_telling(term)]
    totals = Totals(BLOCKS, Lengths(body=BLOCKS * 40), dict.fromkeys(terms, in_blocks))
    block = Candidate("gauge", (), 1, 1, 0, len(text), None, "d", Lengths(body=words), pack(Fields(body=terms)))
    [hit] = rank({"notes": [block]}, choose(telling, totals), totals)
    return hit, subject_of(telling, totals)


def test_a_block_that_holds_what_the_prompt_is_about_is_told() -> None:
    assert worth_telling(*best("The Skerry gauge reads high.", "is the Skerry gauge still wrong?"))


def test_a_block_that_holds_one_word_of_a_long_trace_is_not() -> None:
    trace = " ".join(f"frame_{number} in module_{number} at 0x{number:x}" for number in range(60))
    assert not worth_telling(*best("The Skerry gauge reads high.", f"gauge failed\n{trace}"))


def test_a_word_of_half_the_notes_tells_little() -> None:
    rare, subject = best("The Skerry gauge reads high.", "what about Skerry?")
    common, same = best("The Skerry gauge reads high.", "what about Skerry?", in_blocks=500)
    assert evidence(common, same) < evidence(rare, subject) / 4


def test_more_of_the_prompt_found_is_more_evidence() -> None:
    part = evidence(*best("The Skerry gauge.", "Skerry gauge, ferry and zorgle"))
    assert part < evidence(*best("The Skerry gauge of the ferry.", "Skerry gauge, ferry and zorgle"))


@pytest.mark.parametrize(
    "prompt", ["continue", "ok, next", "fix the failing tests", "继续", "好的，谢谢", "改一下这个文件", "2026 77 4"]
)
def test_prompts_of_everyday_words_are_about_nothing(prompt: str) -> None:
    assert [term for term in query_terms(prompt) if is_telling(term)] == []


def test_names_compounds_and_rarer_pairs_are_telling() -> None:
    told = {term.text for term in query_terms("why did HBR-142 drop Skerry? 候潮窗口怎么算") if is_telling(term)}
    assert {"hbr-142", "hbr", "skerri", "候潮", "潮窗"} <= told
    assert not {"窗口", "怎么", "142", "潮"} & told
    assert not is_telling(Term("=gauges", "exact"))


def test_everyday_words_are_listed_as_the_stemmer_leaves_them() -> None:
    for word in ("changes", "running", "database", "really", "because"):
        assert index_terms(word)[0][0] in STEMS
    assert not any(char.isupper() for char in "".join(STEMS))


def test_who_asks_gets_no_answer_that_holds_next_to_nothing_of_the_question() -> None:
    question = "which ferry took Skerry wool to Hamburg, Bremen, Kiel and Danzig in storms?"
    hit, _ = best("The weather was mild and the ferry late.", "ferry")
    assert not answers(hit, query_terms(question))
    assert answers(hit, query_terms("which ferry was late?"))


def test_what_is_near_in_meaning_answers_when_it_shares_no_word_with_the_question_or_enough_of_them() -> None:
    question = "which ferry took Skerry wool to Hamburg, Bremen, Kiel and Danzig in storms?"

    def is_answer(text: str) -> bool:
        return answers(hit_among(BLOCKS, text, question=question, near=1.0), query_terms(question))

    assert is_answer("船只运送货物的记录")
    assert is_answer("Wool went by ferry from Skerry to Hamburg and Kiel in storms.")
    assert not is_answer("The weather was mild and the ferry late.")


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("which ferry was late?", True),
        ("which ferry was late?\n", True),
        (" ".join(f"word{letter}" for letter in "abcdefghijklmnop"), True),
        (" ".join(f"word{letter}" for letter in "abcdefghijklmnopq"), False),
        ("Ann: the ferry was late\nBo: which ferry?", False),
        ("下午四点半停靠在南边码头修理螺旋桨时打电话通知船主家属", True),
        (
            "下午四点半停靠在南边码头修理螺旋桨时打电话通知船主家属。昨夜潮水漫过北堤冲走缆绳木桶，清晨渔民捡回两捆旧帆布。",
            False,
        ),
    ],
)
def test_a_text_of_several_lines_and_a_long_one_are_no_question(text: str, *, is_one: bool) -> None:
    assert is_question(text, query_terms(text)) is is_one


def test_of_more_blocks_with_words_as_common_the_best_has_to_hold_more_of_the_question() -> None:
    question = query_terms("ferry Hamburg late")
    few, many = (fit(hit_among(blocks, "The ferry to Hamburg.", blocks // 20), question) for blocks in (100, 100_000))
    assert few > many


def test_a_question_of_words_that_many_blocks_hold_is_met_by_chance() -> None:
    question = query_terms("which ferry took Skerry wool to Hamburg?")
    rare, common = (fit(best("The ferry to Hamburg.", "ferry Hamburg", in_blocks=n)[0], question) for n in (2, 400))
    assert rare > 2 * common


@pytest.mark.parametrize("text", ["ferry", "渡轮"])
def test_a_question_of_one_word_is_answered_by_the_block_that_holds_it_in_a_store_of_any_size(text: str) -> None:
    assert [answers(hit_among(blocks, text), query_terms(text)) for blocks in (1, 2, 10, 1000, 10**6)] == [True] * 5


@pytest.mark.parametrize("text", ["ferry", "渡轮", "ferry late"])
def test_what_holds_every_word_of_a_question_answers_it_however_many_do(text: str) -> None:
    assert [answers(hit_among(n, text, n // 5), query_terms(text)) for n in (10, 1000, 10_000)] == [True] * 3


def hit_among(blocks: int, text: str, in_blocks: int = 1, *, question: str = "", near: float = 0.0) -> Scored:
    """A block found by its own words unless by others, or by its meaning; each of its words is in some of so many."""
    terms, words = index_terms(text)
    totals = Totals(blocks, Lengths(body=blocks * words), dict.fromkeys(terms, in_blocks))
    block = Candidate("gauge", (), 1, 1, 0, len(text), None, "d", Lengths(body=words), pack(Fields(body=terms)))
    asked = choose(query_terms(question or text), totals)
    [hit] = rank({"notes": [block._replace(near=near)]}, asked, totals)
    return hit


def test_what_a_glossary_added_is_not_what_the_prompt_is_about() -> None:
    said, added = Term("候潮", "bigram"), Term("tide", "word", source="候潮")
    totals = Totals(BLOCKS, Lengths(), {"tide": 3})
    assert subject_of([said, added], totals) == subject_of([said], totals)


def test_one_entry_of_a_glossary_is_found_once_however_many_of_its_sides_a_block_holds() -> None:
    said = [term for term in query_terms("验潮站") if is_telling(term)]
    sides = [Term(word, "word", source="验潮站") for word in ("gaug", "meter", "pole")]
    assert found_instead(said, sides[:1], "The gauge.") <= found_instead(said, sides, "The gauge, meter, pole.") <= 1.0


def found_instead(said: list[Term], sides: list[Term], text: str) -> float:
    """The share of what a prompt is about that a block holds by the words of a glossary alone."""
    terms, words = index_terms(text)
    totals = Totals(BLOCKS, Lengths(body=BLOCKS * 40), dict.fromkeys(terms, 2))
    block = Candidate("gauge", (), 1, 1, 0, len(text), None, "d", Lengths(body=words), pack(Fields(body=terms)))
    [hit] = rank({"notes": [block]}, choose([*said, *sides], totals), totals)
    most = (WEIGHTS.k1 + 1) * rarity(BLOCKS, 1)
    return evidence(hit, subject_of([*said, *sides], totals)) / (hit.score / most)
