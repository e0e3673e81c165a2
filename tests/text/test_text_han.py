from __future__ import annotations

import subprocess
import sys

import pytest

from vademecum.recall.everyday import PAIRS, SIGNS
from vademecum.text import han, query_terms, rules, terms
from vademecum.text.han import one_form
from vademecum.text.stops import STOP_PAIRS, STOP_SIGNS

HAN = [chr(code) for code in range(0x3400, 0xA000)]


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("潮汐預報系統", "潮汐预报系统"), ("后台数据库", "後台數據庫"), ("臺灣", "台湾"), ("看著海", "看着海"),
        ("図書館の検索", "图书馆"), ("檢索", "検索"), ("経済", "经济"), ("黒潮", "黑潮"), ("闘争", "鬥爭"),
    ],
)  # fmt: skip
def test_traditional_simplified_and_japanese_forms_of_a_word_are_one(stored: str, asked: str) -> None:
    asked_for = {term.text for term in query_terms(asked) if term.kind == "bigram"}
    assert asked_for <= set(terms(stored))


@pytest.mark.parametrize(("one", "other"), [("予", "豫"), ("欠", "缺"), ("弁", "辨"), ("芸", "艺")])
def test_a_sign_that_simplified_chinese_has_itself_stays_apart_from_its_japanese_old_form(one: str, other: str) -> None:
    assert one_form(one) == one != one_form(other)


def test_every_form_is_one_character_and_stays_what_it_is() -> None:
    forms = {one_form(sign) for sign in HAN}
    assert {len(form) for form in forms} == {1}
    assert {form for form in forms if one_form(form) != form} == set()
    assert len(forms) < len(HAN) - 3000


@pytest.mark.parametrize("dictionary", [han._TRADITIONAL, han._JAPANESE])
def test_a_form_is_the_same_whether_few_or_many_are_asked_for(dictionary: str, monkeypatch: pytest.MonkeyPatch) -> None:
    some = HAN[::23]
    monkeypatch.setattr(han, "_MANY", 0)
    many = [han._listed(dictionary, sign) for sign in some]
    monkeypatch.setattr(han, "_MANY", sys.maxsize)
    assert [han._listed(dictionary, sign) for sign in some] == many
    assert any(many)


@pytest.mark.parametrize("character", ["a", "é", "ガ", "灯", "학", "𠮷", "\n", "\t", ""])
def test_what_has_no_other_form_is_left_alone(character: str) -> None:
    assert one_form(character) == character


@pytest.mark.parametrize("words", [STOP_PAIRS, STOP_SIGNS, PAIRS, SIGNS])
def test_lists_of_words_are_written_in_the_form_that_terms_have(words: frozenset[str]) -> None:
    assert [word for word in words if "".join(map(one_form, word)) != word] == []


def test_without_the_dictionaries_forms_stay_apart_and_the_rules_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    with_them = rules()
    monkeypatch.setattr(han, "_PACKAGE", "no_such_package")
    han._text.cache_clear()
    assert one_form("後") == "後"
    assert rules() != with_them
    monkeypatch.undo()
    han._text.cache_clear()
    assert (one_form("後"), rules()) == ("后", with_them)


def test_a_prompt_without_han_reads_no_dictionary() -> None:
    code = "import sys; from vademecum.text import terms; terms({!r}); print('vademecum.text.han' in sys.modules)"
    said = [subprocess.check_output([sys.executable, "-c", code.format(text)]) for text in ("the gauge", "潮位")]
    assert [each.strip() for each in said] == [b"False", b"True"]
