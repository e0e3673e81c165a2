"""The labelled cases that the correction of facts is measured with: what they are, and that they are what they say.

``data/corrections.jsonl`` and ``data/fresh-*.jsonl`` hold, for each case, four to twelve stored ``facts``; a ``claim``,
which is the wrong statement in the words of whoever wants it corrected; the ``truth``, which is what holds instead; the
``targets``, which are the facts that state the claim and must be superseded, all of them and no other; and
``candidates_ok``, facts that a person could accept as well, so that choosing one of them is neither asked for nor a
mistake. In some cases there is no target: nothing stored states the claim, however many words it shares.

What each signal weighs is learned from them (``bench/correction.py``), so that they prove nothing by themselves: how
well that carries over is measured with files left out. ``data/known.jsonl`` holds what the tests beside this one name.

All were written by hand, in English and Chinese, by people who had not seen the rules. Those that are ``open`` may be
looked at while writing rules. Those that are ``sealed`` may not, and are scored once, at the end: what was scored is
spent, so it is opened then, and fresh cases are sealed for the next time. Where two cases tell the same in two
languages, both are open or both sealed.
Some facts are there to fill a store and are in many cases; they concern nothing that any case claims. ``mixed`` means
that a case has both languages; in those of kind ``across`` the claim is in another language than its target.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

DATA = Path(__file__).parent / "data"
KEYS = ("id", "half", "lang", "kind", "facts", "claim", "truth", "targets", "candidates_ok")
KINDS = {
    "value-change",
    "near-duplicate",
    "negation",
    "one-of-two",
    "paraphrase",
    "other-words",
    "short-claim",
    "across",
    "already-true",
    "duplicates",
    "long-fact",
    "no-target",
}
HAN = re.compile("[一-龥]")
FRESH = re.compile(r"c\d+-")


def cases() -> list[dict[str, Any]]:
    files = [path.read_text(encoding="utf-8") for path in sorted(DATA.glob("*.jsonl"))]
    return [json.loads(line) for text in files for line in text.splitlines()]


def sorted_cases() -> list[dict[str, Any]]:
    """Those that are of their kind by the letter; who wrote the fresh ones took the kinds by their sense."""
    return [row for row in cases() if FRESH.match(row["id"]) is None]


def halves() -> set[str]:
    return {row["half"] for row in cases()}


def named(case: dict[str, Any], ids: str) -> list[str]:
    """The texts of the facts that a case names in ``targets`` or ``candidates_ok``."""
    facts = {fact["id"]: fact["text"] for fact in case["facts"]}
    return [facts[each] for each in case[ids]]


def test_cases_have_their_keys_a_name_of_their_own_and_a_half() -> None:
    rows = cases()
    assert {tuple(row) for row in rows} == {KEYS}
    assert len({row["id"] for row in rows}) == len(rows)
    assert len({(row["claim"], row["truth"]) for row in rows}) == len(rows)
    assert {"open"} <= halves() <= {"open", "sealed"}
    assert all(row["claim"] != row["truth"] for row in rows)


def test_cases_are_many_and_of_every_kind() -> None:
    kinds = Counter(row["kind"] for row in cases())
    assert set(kinds) == KINDS
    assert sum(kinds.values()) >= 300
    assert min(kinds[kind] for kind in KINDS - {"across"}) >= 10


def test_each_half_is_of_every_kind_and_large_enough_to_measure_by() -> None:
    for half in halves():
        kinds = Counter(row["kind"] for row in cases() if row["half"] == half)
        assert set(kinds) == KINDS
        assert sum(kinds.values()) >= 80


def test_at_least_two_of_five_are_chinese_in_each_half() -> None:
    for half in halves():
        langs = [row["lang"] for row in cases() if row["half"] == half]
        assert langs.count("zh") >= 0.4 * len(langs)


def test_a_case_has_four_to_twelve_facts_each_said_once() -> None:
    for row in cases():
        facts = row["facts"]
        assert 4 <= len(facts) <= 12
        assert [fact["id"] for fact in facts] == [f"f{number}" for number in range(1, len(facts) + 1)]
        assert len({fact["text"] for fact in facts}) == len(facts)


def test_targets_and_candidates_are_among_the_facts_and_apart() -> None:
    for row in cases():
        assert len(named(row, "targets")) == len(set(row["targets"]))
        assert len(named(row, "candidates_ok")) == len(set(row["candidates_ok"]))
        assert set(row["targets"]).isdisjoint(row["candidates_ok"])


def test_a_kind_has_the_targets_that_it_says() -> None:
    for row in sorted_cases():
        number = len(row["targets"])
        match row["kind"]:
            case "no-target":
                assert number == 0, row["id"]
            case "duplicates":
                assert number >= 2, row["id"]
            case "already-true":
                assert number <= 1, row["id"]
            case _:
                assert number == 1, row["id"]


def test_enough_cases_have_no_target() -> None:
    assert sum(not row["targets"] for row in cases()) >= 30


def test_targets_are_in_no_place_of_their_own() -> None:
    places = Counter(row["targets"][0] for row in cases() if row["targets"])
    assert max(places.values()) <= 0.3 * sum(places.values())


def is_chinese(text: str) -> bool:
    """Whether most of a text is; a name of the other language may stand in it."""
    return len(HAN.findall(text)) > len(re.findall("[A-Za-z]+", text))


def test_a_claim_across_languages_is_in_another_than_its_target() -> None:
    for row in sorted_cases():
        if row["kind"] == "across":
            assert all(is_chinese(row["claim"]) != is_chinese(text) for text in named(row, "targets")), row["id"]


def test_a_long_fact_is_long_and_a_short_claim_is_shorter_than_its_fact() -> None:
    for row in sorted_cases():
        for text in named(row, "targets"):
            if row["kind"] == "long-fact":
                assert len(text) >= (28 if row["lang"] == "zh" else 110), row["id"]
            if row["kind"] == "short-claim":
                assert 2 * len(row["claim"]) < len(text), row["id"]
