"""Why a page is hidden (rule 5)."""

from __future__ import annotations

from typing import Literal, TypeAlias
from unicodedata import normalize

import pytest

from vademecum.visibility import Rules, rules_for, why_hidden

Form: TypeAlias = Literal["NFC", "NFD"]


def open_rules() -> Rules:
    return rules_for((), (), ("private",))


def test_an_ordinary_page_is_hidden_from_nobody() -> None:
    assert why_hidden("notes/kettle", {"title": "Kettle"}, ["kitchen"], open_rules()) is None


@pytest.mark.parametrize("typed", ["true", "yes", "on", "True", "1"])
def test_private_in_the_header_hides_a_page_from_all(typed: str) -> None:
    assert why_hidden("a", {"private": typed}, (), open_rules()) == "private"
    assert why_hidden("a", {"private": typed}, (), open_rules(), "open") == "private"


def test_private_said_to_be_false_hides_nothing() -> None:
    assert why_hidden("a", {"private": "false"}, (), open_rules()) is None


@pytest.mark.parametrize("tag", ["private", "Private", "private/health"])
def test_a_private_tag_and_those_nested_in_it_hide_a_page(tag: str) -> None:
    assert why_hidden("a", {}, [tag], open_rules()) == "private"


@pytest.mark.parametrize("tag", ["privé", "PRIVÉ/health", "привёт", "가족"])
@pytest.mark.parametrize(("configured", "typed"), [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_private_tag_hides_a_page_however_either_is_composed(tag: str, configured: Form, typed: Form) -> None:
    rules = rules_for((), (), (normalize(configured, f"#{tag.partition('/')[0]}/"),))
    assert why_hidden("a", {}, [normalize(typed, tag)], rules) == "private"
    assert why_hidden("a", {}, [normalize(typed, f"{tag}x")] if "/" not in tag else ["prive"], rules) is None


def test_a_tag_that_only_begins_like_a_private_one_hides_nothing() -> None:
    assert why_hidden("a", {}, ["privately"], open_rules()) is None


def test_private_globs_win_over_what_is_exposed() -> None:
    rules = rules_for(("Work/**",), ("Work/pay/**",), ())
    assert why_hidden("Work/pay/may", {}, (), rules) == "private"
    assert why_hidden("Work/plan", {}, (), rules) is None
    assert why_hidden("Home/plan", {}, (), rules) == "not-exposed"


@pytest.mark.parametrize(("key", "reason"), [("superseded_by", "superseded"), ("forgotten", "forgotten")])
def test_what_is_out_of_date_leaves_recall_and_still_opens(key: str, reason: str) -> None:
    meta = {key: "true"}
    assert why_hidden("a", meta, (), open_rules()) == reason
    assert why_hidden("a", meta, (), open_rules(), "push") == reason
    assert why_hidden("a", meta, (), open_rules(), "open") is None
