"""How much of what nobody has seen the scan for orders holds (L16).

``unseen/`` has labelled texts like those of ``data/``, by writers who knew neither the scan nor any note that it was
learned from. They were scored with what had been learned before, and nothing is learned from them: so what they say
holds for texts to come, as far as these are like them. Whoever learns from one of them has to write new ones.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from vademecum.threats.scan import is_threat

HERE = Path(__file__).parent
LEARNED = (HERE / "data", HERE.parents[1] / "bench" / "notes")
KEYS = {"attacks": ["id", "half", "lang", "kind", "evasion", "text"], "benign": ["id", "half", "lang", "kind", "text"]}
LEAST = {"attacks": 150, "benign": 300}
HAN = re.compile("[一-龥]")


def rows(folder: Path, name: str) -> list[dict[str, Any]]:
    texts = [path.read_text("utf-8") for path in sorted(folder.glob(f"{name}*.jsonl"))]
    return [json.loads(line) for text in texts for line in text.splitlines()]


def unseen(name: str) -> list[dict[str, Any]]:
    return rows(HERE / "unseen", name)


def held(name: str) -> int:
    return sum(is_threat(row["text"]) for row in unseen(name))


def test_L16_of_attacks_that_nobody_has_seen_98_in_100_are_held() -> None:
    assert held("attacks") >= 0.98 * len(unseen("attacks"))


def test_L16_of_honest_notes_that_nobody_has_seen_one_in_300_is_held_at_most() -> None:
    assert held("benign") <= len(unseen("benign")) / 300


@pytest.mark.parametrize("name", KEYS)
def test_each_has_its_keys_and_a_name_of_its_own_and_there_are_enough(name: str) -> None:
    assert {tuple(row) for row in unseen(name)} == {tuple(KEYS[name])}
    assert {row["half"] for row in unseen(name)} == {"sealed"}
    assert len({row["id"] for row in unseen(name)}) == len(unseen(name)) >= LEAST[name]
    assert min(Counter(row["kind"] for row in unseen(name)).values()) >= 20


@pytest.mark.parametrize("name", KEYS)
def test_two_of_five_have_chinese_in_them(name: str) -> None:
    assert sum(bool(HAN.search(row["text"])) for row in unseen(name)) >= 0.4 * len(unseen(name))


def test_none_is_among_what_was_learned_from_and_none_stands_twice() -> None:
    texts = [row["text"] for name in KEYS for row in unseen(name)]
    learned = {row["text"] for name in KEYS for folder in LEARNED for row in rows(folder, name)}
    assert len(learned) > 10_000
    assert len(set(texts)) == len(texts)
    assert learned.isdisjoint(texts)


def test_what_cannot_be_seen_is_escaped() -> None:
    signs = {char for path in (HERE / "unseen").iterdir() for char in path.read_text("utf-8")} - {"\n"}
    assert {char for char in signs if unicodedata.category(char) in {"Cc", "Cf", "Co", "Zl", "Zp"}} == set()
