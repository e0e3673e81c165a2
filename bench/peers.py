"""Other engines that run offline, on the same documents: plain full text, bm25s, rank_bm25 and tantivy.

Each is set up as its own documentation shows, with its stemmer and stop list where it has them. None cuts Chinese into
words, so all are handed texts that ``control.document_words`` has cut into pairs and single signs; without that they
find nothing in Chinese. A peer that is not installed is left out, and the reason is told.
"""

from __future__ import annotations

import importlib
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Protocol

from bench.control import document_words, question_words
from bench.data import Document

PLAIN = "plain FTS5"


class Peer(Protocol):
    """An engine over fixed documents."""

    def ask(self, text: str, limit: int = 10) -> list[str]:
        """The ids of the best documents, best first."""

    def close(self) -> None:
        """Give back files and memory."""


class Plain:
    """SQLite FTS5 as it comes: every word of the question counts, the commonest too, joined by *or*; no stemmer."""

    def __init__(self, file: Path, documents: Iterable[tuple[str, str]]) -> None:
        self._db = sqlite3.connect(file)
        self._db.execute("create virtual table page using fts5(words, id unindexed)")
        rows = ((" ".join(document_words(text)), name) for name, text in documents)
        with self._db:
            self._db.executemany("insert into page values (?, ?)", rows)

    @classmethod
    def of(cls, folder: Path, documents: Sequence[Document]) -> Plain:
        """One over documents, in a file of its own."""
        return cls(folder / "plain.db", ((each.id, each.text) for each in documents))

    def ask(self, text: str, limit: int = 10) -> list[str]:
        """The ids of the best documents, best first."""
        return ask_plain(self._db, text, limit)

    def close(self) -> None:
        """Give back the file."""
        self._db.close()


def ask_plain(connection: sqlite3.Connection, text: str, limit: int = 10) -> list[str]:
    """What ``Plain`` answers, asked of an open file."""
    match = " OR ".join(f'"{word}"' for word in dict.fromkeys(document_words(text)))
    sql = "select id from page where page match ? order by bm25(page), rowid limit ?"
    return [name for (name,) in connection.execute(sql, (match, limit))] if match else []


class Bm25s:
    """bm25s with its English stop list and PyStemmer, scores in NumPy."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._module: Any = importlib.import_module("bm25s")
        self._stem: Any = importlib.import_module("Stemmer").Stemmer("english")
        self._ids = [each.id for each in documents]
        self._engine = self._module.BM25()
        self._engine.index(self._cut([each.text for each in documents]), show_progress=False)

    @classmethod
    def of(cls, _folder: Path, documents: Sequence[Document]) -> Bm25s:
        """One over documents, in memory."""
        return cls(documents)

    def ask(self, text: str, limit: int = 10) -> list[str]:
        """The ids of the best documents, best first."""
        cut = self._cut([text])
        if not cut.ids[0]:
            return []
        found, scores = self._engine.retrieve(cut, k=min(limit, len(self._ids)), show_progress=False)
        pairs = zip(found[0].tolist(), scores[0].tolist(), strict=True)
        return [self._ids[number] for number, score in pairs if score > 0]

    def close(self) -> None:
        """Nothing is held but memory."""

    def _cut(self, texts: Iterable[str]) -> Any:  # noqa: ANN401 - the library has no types
        return self._module.tokenize(
            [" ".join(document_words(text)) for text in texts],
            stopwords="en",
            stemmer=self._stem,
            token_pattern=r"\S+",  # noqa: S106 - no password; its own pattern drops words of one sign
            show_progress=False,
        )


class RankBm25:
    """rank_bm25's Okapi; it has neither stemmer nor stop list, so it is asked without the control's stop words."""

    def __init__(self, documents: Sequence[Document]) -> None:
        module: Any = importlib.import_module("rank_bm25")
        self._ids = [each.id for each in documents]
        self._engine = module.BM25Okapi([document_words(each.text) for each in documents])

    @classmethod
    def of(cls, _folder: Path, documents: Sequence[Document]) -> RankBm25:
        """One over documents, in memory."""
        return cls(documents)

    def ask(self, text: str, limit: int = 10) -> list[str]:
        """The ids of the best documents, best first."""
        scores = self._engine.get_scores(question_words(text)).tolist()
        best = sorted(range(len(scores)), key=lambda number: -scores[number])[:limit]
        return [self._ids[number] for number in best if scores[number] > 0]

    def close(self) -> None:
        """Nothing is held but memory."""


class Tantivy:
    """tantivy with its English stemmer; words joined by *or*, without the control's stop words."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._module: Any = importlib.import_module("tantivy")
        schema = self._module.SchemaBuilder()
        schema.add_text_field("words", tokenizer_name="en_stem")
        schema.add_text_field("id", stored=True, tokenizer_name="raw")
        self._index = self._module.Index(schema.build())
        writer = self._index.writer(heap_size=64 << 20, num_threads=1)
        for each in documents:
            writer.add_document(self._module.Document(words=" ".join(document_words(each.text)), id=each.id))
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()

    @classmethod
    def of(cls, _folder: Path, documents: Sequence[Document]) -> Tantivy:
        """One over documents, in memory."""
        return cls(documents)

    def ask(self, text: str, limit: int = 10) -> list[str]:
        """The ids of the best documents, best first."""
        words = " ".join(f'"{word}"' for word in question_words(text))
        if not words:
            return []
        query = self._index.parse_query(words, ["words"])
        hits = self._searcher.search(query, limit).hits
        return [self._searcher.doc(address)["id"][0] for _, address in hits]

    def close(self) -> None:
        """Nothing is held but memory."""


Maker = Callable[[Path, Sequence[Document]], Peer]
# By name: the module that must be there, and what makes one.
_PEERS: Mapping[str, tuple[str, Maker]] = {
    PLAIN: ("sqlite3", Plain.of),
    "bm25s": ("bm25s", Bm25s.of),
    "rank_bm25": ("rank_bm25", RankBm25.of),
    "tantivy": ("tantivy", Tantivy.of),
}


def peers() -> tuple[dict[str, Maker], dict[str, str]]:
    """The peers that can run here, and why the others can't."""
    there = {name: make for name, (module, make) in _PEERS.items() if find_spec(module)}
    return there, {name: "not installed" for name in _PEERS if name not in there}
