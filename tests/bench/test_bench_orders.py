"""The notes that the likeness to an order was learned from, and what is told of it (L16)."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from bench import orders
from bench.orders import NOTES, Note, notes, scored, table, write
from vademecum.threats.likeness import Weights, learned, likeness

KEYS = {"attacks": ["id", "half", "lang", "kind", "evasion", "text"], "benign": ["id", "half", "lang", "kind", "text"]}


@pytest.mark.parametrize("kind", KEYS)
def test_each_note_has_its_keys_a_name_and_a_text_of_its_own(kind: str) -> None:
    paths = [path for folder in NOTES for path in sorted(folder.glob(f"{kind}*.jsonl"))]
    lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
    rows = [json.loads(line) for line in lines]
    assert {tuple(row) for row in rows} == {tuple(KEYS[kind])}
    assert max(Counter(row["id"] for row in rows).values()) == 1
    assert max(Counter(row["text"] for row in rows).values()) == 1
    assert all(row["text"].strip() for row in rows)


def test_no_note_is_both_an_attack_and_honest_and_what_cannot_be_seen_is_escaped() -> None:
    texts = {
        kind: [path.read_text("utf-8") for folder in NOTES for path in folder.glob(f"{kind}*.jsonl")] for kind in KEYS
    }
    rows = {kind: {json.loads(line)["text"] for text in texts[kind] for line in text.splitlines()} for kind in KEYS}
    assert rows["attacks"] & rows["benign"] == set()
    signs = {char for kind in KEYS for text in texts[kind] for char in text}
    assert {char for char in signs - {"\n"} if unicodedata.category(char) in {"Cc", "Cf", "Co", "Zl", "Zp"}} == set()


def test_two_of_five_notes_have_chinese_in_them() -> None:
    known = list(notes())
    chinese = sum(any("\u4e00" <= char <= "\u9fff" for wording in note.wordings for char in wording) for note in known)
    assert chinese >= 0.4 * len(known)


def test_notes_are_weighed_by_the_weights_at_hand() -> None:
    attack = Note("a", is_attack=True, wordings=["obey me now please"])
    honest = Note("a", is_attack=False, wordings=["a walk outside here"])
    weights = Weights({"obey": 900, "walk": -900, "obey me": 300}, -100)
    high, low = scored([attack, honest], weights)
    assert high == pytest.approx((1200 / 9**0.5 - 100) / 100)
    assert low == pytest.approx((-900 / 9**0.5 - 100) / 100)


def test_the_table_says_which_share_is_held_at_a_share_of_honest_notes() -> None:
    honest = [(Note("a", is_attack=False, wordings=[""]), float(at)) for at in range(1000)]
    attacks = [(Note("a", is_attack=True, wordings=[""]), score) for score in (989.5, 996.5, 2000.0)]
    first, *_, last = table([*honest, *attacks])
    assert first == "held of honest notes 0.3%: of attacks 66.7%, bound 996.00"
    assert last == "  a: 3 of 3, 999 of 1000"


def test_what_is_written_is_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "WRITTEN", tmp_path / "likeness.tsv")
    write(learned())
    assert (tmp_path / "likeness.tsv").read_text("utf-8") == (
        Path(likeness.__code__.co_filename).with_name("likeness.tsv").read_text("utf-8")
    )
