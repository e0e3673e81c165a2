"""Reading a data set: ``corpus.jsonl``, ``queries.jsonl`` and ``qrels.jsonl`` in a folder of its name."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ALL = "all"


@dataclass(frozen=True, slots=True)
class Document:
    """One text to be found; ``session`` names the conversation it is a turn of."""

    id: str
    text: str
    group: str
    session: str | None
    day: str | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question that has an answer in its group."""

    id: str
    text: str
    group: str
    relevant: frozenset[str]


@dataclass(frozen=True, slots=True)
class DataSet:
    """Questions, and the documents each may be answered from, by group."""

    name: str
    groups: Mapping[str, tuple[Document, ...]]
    questions: tuple[Question, ...]


def set_names(folder: Path) -> list[str]:
    """The data sets of a folder, in order of name."""
    return sorted(place.parent.name for place in folder.glob("*/corpus.jsonl"))


def load(folder: Path) -> DataSet:
    """Read one data set. A conversation set is searched inside the question's own conversation only."""
    answers = {row["qid"]: frozenset[str](row["ids"]) for row in _rows(folder / "qrels.jsonl")}
    asked = [
        Question(row["id"], row["text"], row.get("group", ALL), answers.get(row["id"], frozenset()))
        for row in _rows(folder / "queries.jsonl")
    ]
    one_group = all(question.group == ALL for question in asked)
    groups: dict[str, list[Document]] = {}
    for row in _rows(folder / "corpus.jsonl"):
        group = ALL if one_group else row.get("group") or row["id"].split("/")[0]
        groups.setdefault(group, []).append(_document(row, group))
    return DataSet(
        folder.name,
        {group: tuple(documents) for group, documents in groups.items()},
        tuple(question for question in asked if question.relevant and question.group in groups),
    )


def _rows(path: Path) -> Iterator[dict[str, Any]]:  # JSON enters here
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def _document(row: dict[str, Any], group: str) -> Document:
    # A set without conversations numbers all its texts as one; only a session named in the id's manner is a page.
    session = row.get("session")
    day = str(row["timestamp"])[:10] if row.get("timestamp") else None
    return Document(row["id"], row["text"], group, session if session and "/" in str(session) else None, day)
