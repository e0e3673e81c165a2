"""Block recall against a second implementation, written from the seed's formulas, that knows nothing of ours (H5)."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, strategies as st

from vademecum.address import Address
from vademecum.config import MountConfig
from vademecum.library import Library, Mount
from vademecum.page import parse
from vademecum.recall.blocks.answer import recall_blocks
from vademecum.recall.blocks.cut import cut
from vademecum.recall.blocks.keywords import parse_keywords
from vademecum.recall.blocks.score import Countable, Scored, countable, rank_blocks
from vademecum.recall.pipeline import Request

TODAY = date(2026, 11, 30)


def days_ago(days: int) -> str:
    return (TODAY - timedelta(days=days)).isoformat()


class Plain(NamedTuple):
    text: str
    day: str | None
    name: str


def naive_count(text: str, word: str) -> int:
    found, at = 0, 0
    bounded = re.fullmatch(r"[A-Za-z][A-Za-z_-]*", word) is not None
    beside = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
    while at + len(word) <= len(text):
        if text[at : at + len(word)] != word:
            at += 1
            continue
        before = text[at - 1] if at else " "
        after = text[at + len(word)] if at + len(word) < len(text) else " "
        if bounded and (before in beside or after in beside):
            at += 1
            continue
        found += 1
        at += len(word)
    return found


def naive_plain(text: str) -> str:
    return re.sub(r"\s+", " ", re.sub("[`'\"“”‘’*~]", "", text.lower())).strip()


def naive(corpus: list[Plain], query: str, today: date) -> list[tuple[str, float]]:
    """The formulas of the seed, block by block and word by word."""
    words: list[str] = []
    for typed in query.split():
        word = naive_plain(typed)
        if word and word not in words:
            words.append(word)
    weighed = [(word, 3 if at < 3 else 1) for at, word in enumerate(words[:5])]
    n = len(corpus)
    idf = {}
    for word, _ in weighed:
        df = sum(1 for block in corpus if naive_count(naive_plain(block.text), word))
        idf[word] = math.log(1 + (n - df + 0.5) / (df + 0.5)) / math.log((n + 1) / 1.5) if df else 0.0
    most = sum(weight * idf[word] for word, weight in weighed)
    average = sum(len(block.text) for block in corpus) / n
    found = []
    for block in corpus:
        weighted = sum(w * naive_count(naive_plain(block.text), word) * idf[word] for word, w in weighed)
        if weighted == 0 or weighted / most < 0.3 - 1e-12:
            continue
        age = 0.0
        if block.day is not None:
            age = max(0.0, (today - date.fromisoformat(block.day)).days)
        fresh = 1.0 if block.day is None else max(0.4, 2 ** (-age / 30))
        score = weighted * fresh / (1 + len(block.text) / average)
        if score >= 0.5 - 1e-12:
            found.append((block, score))
    found.sort(key=lambda pair: pair[0].name)
    found.sort(key=lambda pair: pair[0].day or "9999-99-99", reverse=True)
    found.sort(key=lambda pair: round(pair[1], 9), reverse=True)
    return [(block.name, score) for block, score in found]


def naive_blocks(text: str) -> list[tuple[str, str]]:
    """Heading paths and texts as the seed cuts a page of plain headings, line by line."""
    blocks: list[tuple[str, str]] = []
    stack: list[tuple[int, str]] = []
    lines: list[str] = []

    def close() -> None:
        body = "\n".join(lines)
        if not stack:
            body = body.lstrip("\n")
        whole = "\n".join([*(f"{'#' * level} {title}" for level, title in stack), body] if lines else [])
        if body.strip():
            blocks.append((" > ".join(title for _, title in stack), whole))

    for line in re.split(r"\r?\n", text):
        heading = re.fullmatch(r"(#{1,6}) (.+)", line)
        if heading is None:
            lines.append(line)
            continue
        close()
        lines = []
        level = len(heading[1])
        stack = [*(each for each in stack if each[0] < level), (level, heading[2])]
    close()
    return blocks


def ask(blocks: Sequence[Countable], words: str) -> tuple[Scored, ...]:
    return rank_blocks(blocks, parse_keywords(words).words, TODAY).scored


PIECES = (
    "log",
    "catalog",
    "Log",
    "a_b",
    "a_bc",
    "v0.2.2",
    "0.2",
    "日志",
    "日",
    "志系统",
    "x-y",
    "`log`",
    "*志*",
    "the",
    "zz",
)
WORDS = ("log", "catalog", "a_b", "0.2.2", "v0.2", "日志", "志", "x-y", "x", "the", "ghost", "LOG", "`the`")


def random_corpus(rng: random.Random) -> list[Plain]:
    ages = (None, 0, 1, 15, 30, 39, 40, 45, 90, 365)
    corpus = []
    for number in range(rng.randint(1, 24)):
        text = rng.choice(("", " ", "\n")).join(rng.choice(PIECES) for _ in range(rng.randint(1, 14)))
        age = rng.choice(ages)
        corpus.append(Plain(text, None if age is None else days_ago(age), f"page-{number:02}"))
    return corpus


def test_a_second_implementation_agrees_on_a_thousand_random_corpora_h5() -> None:
    rng = random.Random(25)  # noqa: S311 - chosen corpora, not secrets
    answered = 0
    for _ in range(1000):
        corpus = random_corpus(rng)
        query = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 7)))
        blocks = [countable(text, day, ("notes", name, (), 1)) for text, day, name in corpus]
        ours = ask(rng.sample(blocks, len(blocks)), query)
        theirs = naive(corpus, query, TODAY)
        assert [hit.block.place[1] for hit in ours] == [name for name, _ in theirs], (corpus, query)
        assert [hit.score for hit in ours] == pytest.approx([score for _, score in theirs], abs=1e-9)
        answered += bool(ours)
    assert answered > 300


@given(st.integers(0, 10_000))
def test_the_parts_of_a_score_add_up_to_it(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311 - chosen corpora, not secrets
    blocks = [countable(text, day, ("notes", name, (), 1)) for text, day, name in random_corpus(rng)]
    for hit in ask(blocks, "log 日志 a_b the 0.2"):
        assert math.fsum(part.value for part in hit.parts) == pytest.approx(hit.score, abs=1e-12)
        assert all(part.times and part.frequency for part in hit.parts)


LINES = st.lists(
    st.sampled_from(
        ["", "text", "日志 一行", "two  words", "- item", "# A", "## B", "### C", "## D", "###### E", "# F"]
    ),
    min_size=1,
    max_size=16,
)


@given(LINES, st.sampled_from(["\n", "\r\n"]), st.sampled_from([0, 1]))
def test_plain_pages_are_cut_as_the_seed_cuts_them_d27(lines: list[str], end: str, last: int) -> None:
    text = end.join(lines) + end * last
    ours = [(" > ".join(each.block.crumb), each.text) for each in cut(parse(Address("notes", "page"), text.encode()))]
    assert ours == naive_blocks(text)


def random_page(rng: random.Random) -> str:
    """A page of plain headings, each with text below it."""
    parts = []
    for _ in range(rng.randint(1, 5)):
        said = " ".join(rng.choice(PIECES) for _ in range(rng.randint(1, 12)))
        parts.append(f"{'#' * rng.randint(1, 4)} {rng.choice(('Log', '日志', 'a_b', 'Other'))}\n\n{said}\n")
    return "\n".join(parts[rng.randint(0, 1) :] or parts)


def test_whole_libraries_answer_as_the_seed_would_h5(tmp_path: Path) -> None:
    rng = random.Random(38)  # noqa: S311 - chosen pages, not secrets
    library = Library([Mount(MountConfig(name="notes", path=tmp_path / "notes"))], tmp_path / "cache")
    corpus = []
    for number in range(60):
        age, text = rng.choice((None, 0, 3, 20, 44)), random_page(rng)
        name = f"{'topics' if age is None else days_ago(age)}/page-{number:02}"
        file = tmp_path / "notes" / f"{name}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{text}\nend {number}\n", encoding="utf-8")
        blocks = naive_blocks(f"{text}\nend {number}\n")
        corpus += [Plain(said, None if age is None else days_ago(age), f"{name}#{path}") for path, said in blocks]
    answered = 0
    for _ in range(60):
        query = " ".join(rng.choice(WORDS) for _ in range(rng.randint(1, 5)))
        hits = recall_blocks(library, Request(query, limit=10), TODAY).hits
        expected = naive(corpus, query, TODAY)[:10]
        ours = [(f"{hit.address.name}#{' > '.join(hit.address.crumb)}", hit.score) for hit in hits[:10]]
        assert [round(score, 9) for _, score in ours] == [round(score, 9) for _, score in expected], query
        assert sorted(name for name, _ in ours) == sorted(name for name, _ in expected), query
        answered += bool(hits)
    assert answered > 20
