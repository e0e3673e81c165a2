from __future__ import annotations

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.text import Term, fold, index_terms, index_terms_of, query_terms, terms
from vademecum.text.fold import plain
from vademecum.text.irregular import IRREGULAR


def texts_of(query: str) -> set[str]:
    return {term.text for term in query_terms(query)}


@pytest.mark.parametrize(
    "query",
    [
        "won't sail", "m/s", "Docs/spring", "C++", "C#", "deno.ts", "bo@harbour.org", "--stop-on-ice",
        '"--stop-on-ice"', "key:value", "title:rope", '"open quote', "(left", "right)", "rope AND", "OR", "NOT rope",
        "NEAR(", "rope*", "*", "^begin", "-less", "{x y}: z", "'); DROP TABLE page;--", "🚢", "x\0y", "", " \t\n", "?!",
    ],
)  # fmt: skip
def test_A18_any_text_is_a_query(query: str) -> None:
    assert all(text and not any(c.isspace() or c < "!" for c in text) for text in texts_of(query))


@pytest.mark.parametrize("query", ["", " \t\n", "?!.,;", "*", "--", "\0", "''"])
def test_A18_a_query_without_a_word_has_no_terms(query: str) -> None:
    assert query_terms(query) == ()


@pytest.mark.parametrize(
    ("written", "whole", "parts"),
    [
        ("2.10.4", "2.10.4", {"2", "10", "4"}),
        ("v0.2.1", "0.2.1", {"v0", "2", "1"}),
        ("ABC-123", "abc-123", {"abc", "123"}),
        ("2026-11-01", "2026-11-01", {"2026", "11", "01"}),
        ("cold_start", "cold_start", {"cold", "start"}),
        ("dsh_session-log", "dsh_session-log", {"dsh", "session", "log"}),
        ("@scope/new-pkg", "scope/new-pkg", {"scope", "new", "pkg"}),
        ("a@b.co", "a@b.co", {"b", "co"}),
        ("src/x.py", "src/x.py", {"src", "x", "py"}),
        (r"src\x.py", "src/x.py", {"src", "x", "py"}),
        ("node.js", "node.js", {"node", "js"}),
        ("std::move", "std::move", {"std", "move"}),
        ("shutTheHatch", "shutthehatch", {"shut", "hatch"}),
        ("HTTPServer", "httpserver", {"http", "server"}),
    ],
)
def test_A19_a_compound_is_found_whole_and_by_its_parts(written: str, whole: str, parts: set[str]) -> None:
    found = texts_of(f'see "{written}",')
    assert {whole, *parts} <= found
    assert Term(whole, "whole") in query_terms(written)
    assert found <= set(terms(written)) | {"see"}


def test_A19_the_parts_apart_do_not_make_the_whole() -> None:
    assert "cold_start" not in terms("a cold engine will not start")


@pytest.mark.parametrize(("written", "whole"), [("C++", "c++"), ("(c#)", "c#"), ("F#,", "f#"), ("g++.", "g++")])
def test_A19_signs_after_a_language_belong_to_its_name(written: str, whole: str) -> None:
    assert whole in terms(written)


def test_A19_a_file_inside_a_path_is_found_by_its_own_name() -> None:
    assert "boot-log.md" in terms("notes/2026/boot-log.md")


def test_A20_a_run_of_signs_gives_its_characters_and_pairs() -> None:
    assert sorted(terms("灯台守")) == sorted(["灯", "台", "守", "灯台", "台守"])


def test_A20_no_pair_reaches_over_punctuation_or_another_script() -> None:
    assert not {"台船", "台b", "台です"} & set(terms("灯台。船とAPI灯台b船、灯台 船"))


@pytest.mark.parametrize("text", ["重启svc-gate后", "请看API文档", "그것은NAS입니다", "用的是NAS。"])
def test_A20_latin_glued_to_signs_is_a_word_of_its_own(text: str) -> None:
    assert {"svc-gate", "api", "nas"} & set(terms(text))


@pytest.mark.parametrize("word", ["𠮷野", "カメラ", "ひらがな", "정박", "々木", "﨑陽", "㐂寿"])
def test_A20_signs_of_all_planes_form_pairs(word: str) -> None:
    assert {len(text) for text in texts_of(word)} == {1, 2}


def test_A20_scripts_without_spaces_are_found_by_pairs() -> None:
    assert texts_of("เรือ") <= set(terms("วันนี้เรือมาช้า"))


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("ｶﾒﾗ", "カメラ"), ("ＡＰＩ", "api"), ("２０２５", "2025"), ("Zoë", "zoe"), ("Zoe\u0308", "ZOË"),
        ("Über", "uber"), ("ﬂag", "flag"), ("Straße", "STRASSE"), ("smørrebrød", "smorrebrod"),
        ("İzmir", "izmir"), ("Ёлка", "елка"), ("e\u00adlec\u200dtric", "electric"), ("don’t", "don't"),
        ("ガ", "カ\u3099"),
    ],
)  # fmt: skip
def test_A21_every_way_of_writing_a_word_is_the_same_word(stored: str, asked: str) -> None:
    assert fold(stored) == fold(asked)
    assert texts_of(asked) <= set(terms(stored))


def test_an_english_word_is_found_by_its_other_forms_and_told_from_them() -> None:
    assert "run" in texts_of("running") & set(terms("runs"))
    assert "=running" in texts_of("running") - set(terms("runs"))


@pytest.mark.parametrize("plural", ["PDFs", "pdfs", "PRs", "APIs", "LLMs", "IDs"])
def test_a_plural_acronym_is_found_by_its_singular_and_is_no_compound(plural: str) -> None:
    singular = plural.lower().removesuffix("s")
    assert singular in terms(plural)
    assert {term.kind for term in query_terms(plural)} == {"word", "exact"}


@pytest.mark.parametrize("word", ["css", "ms", "bus", "gas"])
def test_what_is_no_plural_keeps_its_s(word: str) -> None:
    assert word in terms(word)


def test_a_possessive_is_the_name_itself() -> None:
    assert set(terms("Marta's")) == set(terms("Marta"))


def test_a_word_after_an_elision_is_found_alone() -> None:
    assert texts_of("eau") <= set(terms("l'eau"))


def test_lengths_count_words_and_not_terms() -> None:
    assert index_terms("Running cold_start, 灯台守!")[1] == 1 + 2 + 2


def test_stop_words_leave_a_query_but_not_a_text() -> None:
    assert texts_of("where is the anchor") == {"anchor"}
    assert "the" in terms("the anchor")


@pytest.mark.parametrize("query", ["to be or not to be", "what is it", "我的", "これは"])
def test_a_query_of_stop_words_alone_keeps_them(query: str) -> None:
    assert query_terms(query)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("我的钥匙在哪里", {"钥匙"}),
        ("備份是怎麼做的", {"备份"}),
        ("船はいつ出港しますか", {"出港"}),
        ("灯台の鍵を探す", {"灯台"}),
        ("등대에서 열쇠를 찾습니다", {"등대", "열쇠"}),
        ("酒吧在首都存在多久了", {"酒吧", "首都", "存在"}),
    ],
)
def test_grammar_and_what_cuts_through_two_words_leave_a_query_and_words_stay(query: str, said: set[str]) -> None:
    pairs = {term.text for term in query_terms(query) if term.kind == "bigram"}
    assert said <= pairs
    assert not pairs & {
        "的钥", "匙在", "哪里", "份是", "是怎", "怎么", "做的", "船は", "はい", "ます", "台の", "の鍵", "鍵を", "を探",
        "에서", "습니", "니다", "吧在", "在首", "都存", "多久", "久了",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("query", "said", "empty"),
    [
        ("周会改到什么时候", {"周", "改"}, {"时", "候"}),
        ("小猫是什么意思", {"猫"}, {"意", "思"}),
        ("何时候潮", {"候潮", "候"}, {"何"}),
    ],
)
def test_a_sign_that_stands_in_empty_pairs_alone_says_nothing(query: str, said: set[str], empty: set[str]) -> None:
    assert said <= texts_of(query)
    assert not empty & texts_of(query)


@pytest.mark.parametrize("word", ["酒吧", "在线", "和服", "也门", "目的", "会议", "要求", "了吗"])
def test_two_signs_that_stand_alone_are_a_word_that_was_meant(word: str) -> None:
    assert word in texts_of(word)
    assert word in texts_of(f"anchor {word}") or word == "了吗"


def test_a_repeated_word_is_one_term_that_says_how_often() -> None:
    assert query_terms("rope, ropes and a ROPE")[0] == Term("rope", "word", 3)


@settings(max_examples=150)
@given(st.text())
def test_folding_twice_changes_nothing(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@settings(max_examples=200)
@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("aZ_-./@'+#灯台ガ ก้"))))
def test_every_term_of_a_query_is_found_in_a_text_that_quotes_it(text: str) -> None:
    assert texts_of(text) <= set(terms(text))


@settings(max_examples=200)
@given(st.text(alphabet=st.one_of(st.characters(), st.sampled_from("aZ_-./@'+#灯台ガ ก้"))))
def test_no_index_term_is_empty_or_holds_blanks_or_control_characters(text: str) -> None:
    assert all(term and not any(c.isspace() or c < "!" for c in term) for term in terms(text))


@given(st.lists(st.one_of(st.text(), st.text("aZ9 .-'=+/\\\x06\x07\u4e2d\u6587\u0e44\u0301\u3099\n"))))
def test_texts_that_are_cut_at_once_have_the_terms_that_each_has_alone(texts: list[str]) -> None:
    assert index_terms_of(texts) == [index_terms(text) for text in texts]


def test_A18_a_pasted_book_is_a_query_of_bounded_size() -> None:
    book = " ".join(f"word{n} {chr(0x4E00 + n % 20000)}{chr(0x4E00 + n * 7 % 20000)}" for n in range(50_000))
    assert 0 < len(query_terms(book)) <= 2_000


def test_an_embedded_image_gives_few_terms() -> None:
    blob = "".join(f"Ab{n}+x/Yz" for n in range(100_000))
    assert len(terms(f"![](data:image/png;base64,{blob}) after")) < 200


@settings(max_examples=300)
@given(
    st.text(alphabet=st.one_of(st.characters(), st.sampled_from("カハﾊﾞﾟ\u3099\u309a가ᄒ\u1161\u11a8e\u0301\u200d각灯é")))
)
def test_a_text_gives_the_terms_of_its_plain_form_whatever_stands_beside_what(text: str) -> None:
    assert terms(text) == terms(plain(text))


@pytest.mark.parametrize(
    ("form", "base"), [("bought", "buy"), ("Children", "child"), ("WRITTEN", "write"), ("saw", "see")]
)
def test_a_form_that_no_ending_tells_is_found_by_the_word_it_is_a_form_of(form: str, base: str) -> None:
    [asked, *_] = query_terms(base)
    assert asked.text in terms(form)
    assert [term.kind for term in query_terms(form)] == ["word", "exact"]


def test_an_irregular_form_stands_for_one_word_that_is_no_such_form_itself() -> None:
    assert not IRREGULAR.keys() & IRREGULAR.values()
    assert IRREGULAR.keys().isdisjoint({"left", "lay", "wound"})
