"""The control: plain SQLite FTS5 with the porter stemmer, OR-joined words, a short stop list, bm25.

It is what a careful person gets in an afternoon. It is frozen: every claim is made against this, in the same run.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable
from pathlib import Path

_WORDS = re.compile(r"[a-z0-9_']+|[\u3400-\u9fff\u3040-\u30ff\uac00-\ud7af]+")
_FIRST_SIGN = "\u3000"
_STOP_WORDS = frozenset(
    """
    a an and are as at be been but by can could did do does for from had has have he her him his how i in is it its me
    my of on or our she should so that the their them then there they this to was we were what when where which who whom
    why will with would you your
    """.split()  # noqa: SIM905 - read by people
)
_STOP_SIGNS = frozenset("的了吗呢是在和与我你他她它们有么什哪谁多少个这那为")


def document_words(text: str) -> list[str]:
    """All words of a text; a run of signs gives its pairs and its single signs."""
    return [word for run in _WORDS.findall(text.lower()) for word in _cut(run)]


def question_words(text: str) -> list[str]:
    """The distinct words of a question that are not on the stop list."""
    words = (word for word in document_words(text) if word not in _STOP_WORDS and word not in _STOP_SIGNS)
    return list(dict.fromkeys(words))


def _cut(run: str) -> list[str]:
    if run < _FIRST_SIGN:
        word = run.strip("'")
        return [word] if word else []
    return [run[at : at + 2] for at in range(len(run) - 1)] + list(run)


class Control:
    """One full-text table of documents."""

    def __init__(self, file: Path, documents: Iterable[tuple[str, str]]) -> None:
        self._db = sqlite3.connect(file)
        self._db.execute("create virtual table page using fts5(words, id unindexed, tokenize = 'porter unicode61')")
        rows = ((" ".join(document_words(text)), name) for name, text in documents)
        with self._db:
            self._db.executemany("insert into page values (?, ?)", rows)

    def ask(self, text: str, limit: int = 10) -> list[str]:
        """The ids of the best documents, best first."""
        words = question_words(text)
        if not words:
            return []
        match = " OR ".join(f'"{word}"' for word in words)
        sql = "select id from page where page match ? order by bm25(page), rowid limit ?"
        return [name for (name,) in self._db.execute(sql, (match, limit))]

    def close(self) -> None:
        """Give back the file."""
        self._db.close()
