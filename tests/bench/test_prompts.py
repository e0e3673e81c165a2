"""The labelled coding prompts hold what a calibration of silence needs: both answers, both languages, two even halves.

Owns the shape of `bench/prompts.jsonl`. Never asks anything of the memory: the labels were given without looking at it.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass, fields
from importlib.resources import files
from pathlib import Path

PROMPTS = Path(__file__).parents[2] / "bench" / "prompts.jsonl"
VAULT = Path(str(files("vademecum"))) / "examples" / "vault"
HAN = re.compile(r"[\u3400-\u9fff]")
LATIN = re.compile(r"[A-Za-z]")

DESERVING = {"question", "implicit-task", "identifier", "incident-trace", "preference"}
UNDESERVING = {
    "ack", "smalltalk", "commit", "generic-task", "project-task", "lookalike",
    "data", "stack-trace", "diff", "log", "code",
}  # fmt: skip


@dataclass(frozen=True)
class Prompt:
    """One line of the file; `expect` names the pages of which any one is right, and is empty when silence is."""

    id: str
    lang: str
    kind: str
    prompt: str
    expect: tuple[str, ...]
    split: str


def prompts() -> list[Prompt]:
    rows = [json.loads(line) for line in PROMPTS.read_text(encoding="utf-8").splitlines()]
    return [Prompt(**{**row, "expect": tuple(row["expect"])}) for row in rows]


def words(text: str) -> int:
    # Two Han characters stand for one word, so that a long Chinese prompt counts as long.
    return len(HAN.sub(" ", text).split()) + len(HAN.findall(text)) // 2


def page_names() -> dict[str, str]:
    # File systems differ in the form of "ë"; labels are written in NFC.
    return {unicodedata.normalize("NFC", page.stem): page.read_text(encoding="utf-8") for page in VAULT.rglob("*.md")}


def test_every_line_has_the_stated_fields_in_order() -> None:
    names = [field.name for field in fields(Prompt)]
    for line in PROMPTS.read_text(encoding="utf-8").splitlines():
        assert list(json.loads(line)) == names


def test_every_value_is_from_its_stated_list() -> None:
    rows = prompts()
    assert {row.lang for row in rows} == {"en", "zh", "mixed"}
    assert {row.split for row in rows} == {"tune", "test"}
    assert {row.kind for row in rows} == DESERVING | UNDESERVING
    assert all(row.prompt.strip() for row in rows)


def test_no_id_and_no_prompt_comes_twice() -> None:
    rows = prompts()
    assert len({row.id for row in rows}) == len(rows)
    assert len({row.prompt.casefold() for row in rows}) == len(rows)


def test_the_set_is_large_and_half_of_it_is_chinese() -> None:
    rows = prompts()
    chinese = [row for row in rows if row.lang != "en"]
    assert len(rows) >= 320
    assert 0.45 <= len(chinese) / len(rows) <= 0.55


def test_the_language_is_the_one_written() -> None:
    for row in prompts():
        assert bool(HAN.search(row.prompt)) == (row.lang != "en"), row.id
        assert row.lang != "mixed" or LATIN.search(row.prompt), row.id


def test_about_two_thirds_deserve_silence_in_every_language_and_half() -> None:
    rows = prompts()
    groups = [
        [row for row in rows if row.split == split and (row.lang == "en") == english]
        for split in ("tune", "test")
        for english in (True, False)
    ]
    for group in groups:
        assert 0.6 <= sum(not row.expect for row in group) / len(group) <= 0.72


def test_a_kind_either_deserves_pages_or_silence() -> None:
    for row in prompts():
        assert bool(row.expect) == (row.kind in DESERVING), row.id
        assert len(set(row.expect)) == len(row.expect) <= 3, row.id


def test_expected_pages_exist_and_none_is_private() -> None:
    pages = page_names()
    expected = {name for row in prompts() for name in row.expect}
    assert expected <= set(pages)
    assert not [name for name in expected if re.search(r"^private: true$", pages[name], re.MULTILINE)]


def test_most_of_the_vault_is_wanted_by_somebody_and_no_page_by_everybody() -> None:
    wanted = Counter(name for row in prompts() for name in row.expect)
    assert len(wanted) >= 0.8 * len(page_names())
    assert max(wanted.values()) <= 0.1 * sum(bool(row.expect) for row in prompts())


def test_both_halves_hold_the_same_of_each_kind_and_language() -> None:
    count = Counter((row.kind, row.lang, row.split) for row in prompts())
    for kind, lang, _ in list(count):
        assert abs(count[kind, lang, "tune"] - count[kind, lang, "test"]) <= 1, (kind, lang)


def test_forty_prompts_that_deserve_silence_are_long_in_both_languages_and_halves() -> None:
    long = [row for row in prompts() if not row.expect and words(row.prompt) > 150]
    assert len(long) >= 40
    for split in ("tune", "test"):
        half = [row for row in long if row.split == split]
        assert sum(row.lang == "en" for row in half) >= 8
        assert sum(row.lang != "en" for row in half) >= 8


def test_length_alone_does_not_tell_the_two_answers_apart() -> None:
    def share(rows: list[Prompt]) -> float:
        return sum(bool(row.expect) for row in rows) / len(rows)

    rows = prompts()
    assert share([row for row in rows if 3 <= words(row.prompt) < 40]) >= 0.25
    assert share([row for row in rows if 40 <= words(row.prompt) < 150]) >= 0.15
