from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from vademecum.text import Term, query_terms, terms
from vademecum.text.glossary import MOST_ADDED, MOST_ENTRIES, Entry, expand, parse_glossary

PAGE = """# Words we use

What stands on one line means the same = that is all there is to it.

- 缓存 = cache = キャッシュ
* deploy window = 发布窗口
部署 = deploy = 배포
潮 = tide
> quoted = ignored
```
x = 1
```
<!-- hidden = ignored
over = lines --> %% also = hidden %%
- C++ = 西加加
"""


def added(text: str, glossary: str = PAGE) -> dict[str, str]:
    return {term.text: term.source for term in expand(text, parse_glossary(glossary))}


def test_each_line_with_a_sign_is_an_entry_and_nothing_else_is() -> None:
    entries = parse_glossary(PAGE).entries
    assert [entry.line for entry in entries] == [3, 5, 6, 7, 8, 15]
    assert entries[1] == Entry(5, ("缓存", "cache", "キャッシュ"))


@pytest.mark.parametrize(
    ("question", "word", "source"),
    [
        ("缓存怎么清", "cach", "缓存"),
        ("快取與緩存", "cach", "缓存"),
        ("clear the Caches", "缓存", "cache"),
        ("ｷｬｯｼｭを消す", "cach", "キャッシュ"),
        ("배포를 언제 하나요", "部署", "배포"),
        ("用C++写的", "加加", "C++"),
        ("written in c++", "加加", "C++"),
        ("潮 2026", "tide", "潮"),
    ],
)
def test_a_side_in_a_question_adds_the_others_however_it_is_written(question: str, word: str, source: str) -> None:
    assert added(question)[word] == source


@pytest.mark.parametrize("question", ["潮位", "C and its libraries", "cachet", "redeployed", ""])
def test_a_piece_of_a_word_is_no_match(question: str) -> None:
    assert not {"缓存", "tide", "加加", "部署"} & added(question).keys()


def test_an_identifier_is_not_said_as_its_parts_are() -> None:
    assert added("what is deploy_window set to") == {}
    assert set(added("what is the deploy-window set to")) == {"发布", "布窗", "窗口"}


def test_the_longest_side_counts_and_takes_its_words_with_it() -> None:
    assert added("when is the deploy window") == {
        "发布": "deploy window",
        "布窗": "deploy window",
        "窗口": "deploy window",
    }
    assert "部署" in added("deploy in the deploy window")


def test_two_sides_that_stand_beside_each_other_are_both_found() -> None:
    assert {"cach", "deploy"} <= added("部署缓存").keys()
    assert {"缓存", "部署"} <= added("deploy cache").keys()


def test_what_the_question_says_itself_is_not_added() -> None:
    assert "cach" not in added("缓存 cache")


def test_added_terms_say_where_they_come_from_and_are_words_only() -> None:
    assert expand("缓存", parse_glossary("缓存 = caching layer = ニ")) == (
        Term("cach", "word", source="缓存", share=1.5),
        Term("layer", "word", source="缓存", share=1.5),
        Term("ニ", "word", source="缓存", share=3.0),
    )


def test_added_terms_weigh_together_what_the_question_says_instead() -> None:
    glossary = parse_glossary("数据库 = database\n上线 = going live")
    for question in ("数据库", "database", "上线", "going live"):
        assert sum(term.share for term in expand(question, glossary)) == len(query_terms(question))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("缓存 =", "a side is empty"),
        ("= cache", "a side is empty"),
        ("a == b", "a side is empty"),
        ("!! = cache", "'!!' is no word"),
        ("cache = cache", "all sides are the same"),
        (f"cache = {'x' * 81}", "a side has more than 80 characters"),
    ],
)
def test_a_line_that_cannot_be_used_is_told_by_its_number_and_the_others_count(line: str, message: str) -> None:
    glossary = parse_glossary(f"# Words\n{line}\nharbour = 港口\n")
    assert [(each.line, each.message) for each in glossary.mistakes] == [(2, message)]
    assert glossary.entries == (Entry(3, ("harbour", "港口")),)


def test_a_comment_that_never_ends_hides_nothing() -> None:
    assert len(parse_glossary("a = b\n%% c = d\n<!-- e = f\ng = h").entries) == 4


def test_a_glossary_is_bounded_and_so_is_what_it_adds() -> None:
    glossary = parse_glossary(
        "\n".join(f"word{n} = {chr(0x4E00 + n)}{chr(0x4F00 + n)}" for n in range(MOST_ENTRIES + 9))
    )
    assert len(glossary.entries) == MOST_ENTRIES
    assert [each.line for each in glossary.mistakes] == [MOST_ENTRIES + 1]
    assert 0 < len(expand(" ".join(f"word{n}" for n in range(500)), glossary)) <= MOST_ADDED


@given(st.text(alphabet="ab =缓存-#`%<!->\n\r潮"), st.text(alphabet="ab 缓存潮="))
def test_any_page_is_a_glossary_and_adds_only_words_that_its_lines_hold(page: str, question: str) -> None:
    glossary = parse_glossary(page)
    assert {term.text for term in expand(question, glossary)} <= set(terms(page))
    lines = [*(each.line for each in glossary.entries), *(each.line for each in glossary.mistakes)]
    assert all(1 <= line <= page.count("\n") + page.count("\r") + 1 for line in lines)
