"""Which facts a claim is found to be stated by (H9, L15): measured on the open half, and rule by rule."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hypothesis import given, settings, strategies as st

from vademecum.recall import han_words
from vademecum.recall.correct import MOST_CANDIDATES, Choice, Fact, choose_targets
from vademecum.recall.reading import read_statement


def choose(claim: str, truth: str, *facts: str) -> list[str]:
    """The facts chosen, as texts."""
    chosen = of(claim, truth, *facts).targets
    return [fact for number, fact in enumerate(facts) if str(number) in chosen]


def of(claim: str, truth: str, *facts: str) -> Choice:
    return choose_targets([Fact(str(number), fact) for number, fact in enumerate(facts)], claim, truth)


def scoring() -> ModuleType:
    """The module beside this one, which is a program too."""
    spec = importlib.util.spec_from_file_location("scoring", Path(__file__).with_name("scoring.py"))
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_h9_nearly_all_that_is_chosen_in_the_open_half_is_right_and_most_is_found() -> None:
    found = scoring().score("open", every=7)
    assert found.cases >= 900
    assert found.precision >= 0.985, scoring().table(found)
    assert found.recall >= 0.65, scoring().table(found)
    assert found.named >= 0.99


def test_h9_of_cases_that_nothing_was_learned_from_nearly_all_that_is_chosen_is_right() -> None:
    found = scoring().score("sealed")
    assert found.cases == 380
    assert found.precision >= 0.98, scoring().table(found)
    assert found.recall >= 0.7, scoring().table(found)
    assert found.named >= 0.99


@pytest.fixture
def without_dictionary(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As it is where the extra is not installed."""
    monkeypatch.setattr(han_words, "_dictionary", lambda: None)
    caches = read_statement, han_words.han_words
    for cached in caches:
        cached.cache_clear()
    yield
    for cached in caches:
        cached.cache_clear()


@pytest.mark.usefixtures("without_dictionary")
def test_h9_without_the_dictionary_of_chinese_words_less_is_found_and_no_more_is_wrong() -> None:
    found = scoring().score("open", every=12)
    assert found.precision >= 0.98, scoring().table(found)
    assert found.recall >= 0.55, scoring().table(found)
    assert choose("房东是邱先生", "房东是徐先生", "The landlord is Mr. Qiu.") == []


WORDS = ("server", "port", "staging", "listens", "database", "cache", "host", "deploy", "backup", "bucket")


def crowd() -> list[str]:
    """Fifty facts that share words and single signs with the claim, none of which states it."""
    english = [
        f"The {WORDS[number % 10]} of region {number} listens on port {5000 + number}, not the staging server."
        for number in range(20)
    ]
    names = [f"{name} server listens on port 8080." for name in ("Production", "Build", "Backup", "Test", "Mail")]
    chinese = [
        f"第{number}台服务器的端口是 {9000 + number}，放在{place}。" for number, place in enumerate("北南西东中" * 3)
    ]
    others = [f"The staging {word} is reset every {day}." for word in WORDS[3:8] for day in ("Sunday", "Monday")]
    return [*english, *names, *chinese, *others]


def test_h9_of_fifty_facts_that_share_its_words_only_the_one_that_states_the_claim_is_chosen() -> None:
    facts = crowd()
    assert len(facts) == 50
    facts.insert(23, "The staging server listens on port 8080.")
    chosen = choose("The staging server listens on port 8080", "The staging server listens on port 8090", *facts)
    assert chosen == ["The staging server listens on port 8080."]


def test_h9_of_fifty_facts_none_is_chosen_when_none_states_the_claim() -> None:
    found = of("The staging server listens on port 8080", "The staging server listens on port 8090", *crowd())
    assert found.targets == ()
    assert found.abstained
    assert 0 < len(found.candidates) <= MOST_CANDIDATES


@pytest.mark.parametrize(
    ("claim", "truth", "stated", "other"),
    [
        ("Mia's cat is black", "Mia's cat is grey", "Mia's cat is black.", "Mia's sister's cat is black."),
        ("The museum opens at 9", "The museum opens at 10", "The museum opens at 9.", "The museum's café opens at 9."),
        ("The test server runs Arch", "It runs BSD", "The test server runs Arch.", "The test mail server runs Arch."),
        ("The meeting is on Friday", "It is today", "The meeting is on Friday.", "The meeting room is full on Friday."),
        ("Lars studied law", "Lars studied art", "Lars studied law.", "Lars studied art, and teaches law."),
        ("仓库的主管是老丁", "仓库的主管是老于", "仓库的主管是老丁。", "仓库的副主管是老丁。"),
        ("小白对芒果过敏", "小白对海鲜过敏", "小白对芒果过敏。", "小白的表妹对芒果过敏。"),
        ("支付服务用 Redis", "支付服务用 Kafka", "支付服务用 Redis。", "支付对账服务用 Redis。"),
    ],
)  # fmt: skip
def test_h9_what_belongs_to_another_is_left_alone(claim: str, truth: str, stated: str, other: str) -> None:
    assert choose(claim, truth, stated, other) == [stated]


@pytest.mark.parametrize(
    ("claim", "truth", "fact"),
    [
        ("School begins at half past eight", "School begins at nine", "学校八点半开始上课。"),
        ("The rent is 1,200 euros a month", "The rent is 1,300 euros a month", "Monthly rent: 1200 €"),
        ("Mia's birthday is on May 4th", "Mia's birthday is on May 5th", "Mia 的生日是五月四日。"),
        ("My favourite tea is oolong", "My favourite tea is sencha", "Favourite tea: oolong"),
        ("Bob lives in Berlin", "Bob lives in Bonn", "Bob resides in Berlin."),
        ("访客不能用打印机", "访客可以用打印机", "禁止访客使用打印机。"),
        ("No password is needed", "A password is needed", "Passwords are not required."),
    ],
)
def test_the_same_in_other_words_is_chosen(claim: str, truth: str, fact: str) -> None:
    assert choose(claim, truth, fact) == [fact]


@pytest.mark.parametrize(
    "fact",
    [
        "The parser doesn't accept tabs.",
        "The parser rejects tabs.",
        "The old parser accepted tabs.",
        "Until March the parser accepted tabs.",
        "We plan that the parser accepts tabs.",
        "The parser accepts spaces instead of tabs.",
    ],
)
def test_what_denies_the_claim_tells_of_the_past_or_only_weighs_it_is_left_alone(fact: str) -> None:
    assert choose("The parser accepts tabs", "The parser takes spaces", fact) == []


def test_what_says_the_truth_already_is_no_target_and_no_candidate_l15() -> None:
    found = of(
        "The port is 8080", "The port is 9000", "The port is 9000!", "Until 2023 the port was 8080; now it is 9000."
    )
    assert found.targets == ()
    assert "0" not in found.candidates


def test_several_facts_that_a_short_claim_fits_are_left_to_a_person() -> None:
    found = of("port 3000", "port 3100", "The docs server listens on port 3000.", "The shop listens on port 3000.")
    assert found.targets == ()
    assert set(found.candidates) == {"0", "1"}
    assert "several" in str(found.abstained)


def test_every_copy_of_the_claim_is_chosen() -> None:
    facts = ("Compiler: gcc 11", "We build with GCC 11.", "The debugger is GDB 11.")
    assert choose("The compiler is GCC 11", "The compiler is GCC 13", *facts) == list(facts[:2])


@pytest.mark.parametrize(("claim", "truth"), [("", "x"), ("is it?", "no"), ("The port is 80", "the port is 80.")])
def test_a_claim_that_says_nothing_or_only_the_truth_is_not_looked_for(claim: str, truth: str) -> None:
    found = of(claim, truth, "The port is 80.", "It is.")
    assert (found.targets, found.candidates) == ((), ())
    assert found.abstained


TEXTS = st.text(alphabet="ab 1二天的不没.,'%五点ABé\n", max_size=30)


@settings(deadline=None)  # the first of all reads the lists
@given(claim=TEXTS, truth=TEXTS, facts=st.lists(TEXTS, max_size=6))
def test_any_texts_give_the_same_choice_each_time_and_none_that_is_the_truth(
    claim: str, truth: str, facts: list[str]
) -> None:
    found = of(claim, truth, *facts)
    assert found == of(claim, truth, *facts)
    assert set(found.targets).isdisjoint(found.candidates)
    assert all(facts[int(each)].casefold() != truth.casefold() for each in found.targets)
