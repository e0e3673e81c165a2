"""``python -m bench --vault``: the questions about the example vault, asked as a person asks them, misses listed.

``ask_all`` asks in the language of the answer, ``ask_across`` in another one. Unlike the public sets these pages have
titles, headings, tags, links and dates, and the whole of recall answers: files are walked, synced and read. The
questions are few and the vault is ours, so they find faults and choose no weights.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import as_file, files
from pathlib import Path
from shutil import copytree, ignore_patterns
from tempfile import TemporaryDirectory

from vademecum.config import MountConfig
from vademecum.library import Library, Mount
from vademecum.recall.pipeline import Request, recall

CUTS = (1, 3, 5)
_ALL_NEEDED = "cross-page"


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the pages of the first hits, best first, one name a hit."""

    id: str
    kind: str
    text: str
    expected: tuple[str, ...]
    found: tuple[str, ...]

    def is_hit(self, cut: int) -> bool:
        """Whether the first ``cut`` hits hold a page that answers, or all of them where the answer is in several."""
        held = [page in self.found[:cut] for page in self.expected]
        return all(held) if self.kind == _ALL_NEEDED else any(held)


def ask_all() -> list[Asked]:
    """Every question of the list, asked of recall over the example vault."""
    return _ask("questions.jsonl", left_out=())


def ask_across(*, glossary: bool = True) -> list[Asked]:
    """Every question in another language than its answer, with or without the vault's glossary page."""
    return _ask("questions-across.jsonl", left_out=() if glossary else ("glossary.md",))


def _ask(name: str, *, left_out: tuple[str, ...]) -> list[Asked]:
    examples = files("vademecum.examples")
    questions = [json.loads(line) for line in examples.joinpath(name).read_text("utf-8").splitlines()]
    with as_file(examples.joinpath("vault")) as source, TemporaryDirectory() as folder:
        vault = Path(folder, "vault")
        copytree(source, vault, ignore=ignore_patterns(*left_out))
        library = Library([Mount(MountConfig(name="vault", path=vault))], Path(folder, "cache"))
        asked = [
            Asked(row["id"], row["kind"], row["text"], tuple(row["expect"]), _pages(library, row["text"]))
            for row in questions
        ]
        library.close()
    return asked


def _pages(library: Library, text: str) -> tuple[str, ...]:
    return tuple(hit.address.name for hit in recall(library, Request(text, limit=max(CUTS))).hits)


def table(asked: Sequence[Asked]) -> Iterator[str]:
    """Shares of questions that were answered, by kind; then each question whose answer is not among the hits."""
    answerable = [each for each in asked if each.expected]
    yield f"| kind | questions | {' | '.join(f'hit@{cut}' for cut in CUTS)} |"
    yield "|---|---|" + "---|" * len(CUTS)
    for kind in dict.fromkeys(each.kind for each in answerable):
        yield _row(kind, [each for each in answerable if each.kind == kind])
    yield _row("all", answerable)
    silent = [each for each in asked if not each.expected]
    yield f"\nnothing to find: {len(silent)} questions, {sum(not each.found for each in silent)} left without a hit"
    for each in answerable:
        if not each.is_hit(max(CUTS)):
            yield f"{each.id} {each.text}\n    expected {', '.join(each.expected)}\n    found {', '.join(each.found)}"


def _row(name: str, asked: Sequence[Asked]) -> str:
    shares = (sum(each.is_hit(cut) for each in asked) / len(asked) for cut in CUTS)
    return f"| {name} | {len(asked)} | {' | '.join(f'{share:.2f}' for share in shares)} |"
