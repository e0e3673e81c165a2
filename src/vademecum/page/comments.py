"""Obsidian's ``%%`` comments: what a person hid. Pure; it sees one line of text at a time.

The rule (A16): a ``%%`` that leads a line hides up to the next ``%%`` anywhere; one inside a line hides up to the next
in the same paragraph or heading; an unpaired one hides nothing. Marks in code spans of the line are no marks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from operator import itemgetter

from vademecum.page.code import CodeRuns
from vademecum.page.model import Block, Page, Span

_MARK = "%%"
_TOKEN = re.compile(r"\\[\\`%]|`+|%%")


class Comments:
    """The comments of one text, found while its lines are read; ``unpaired`` are marks that close nothing."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._possible = _MARK in text
        self._open: int | None = None
        self.spans: list[Span] = []
        self.unpaired: list[int] = []

    def hide(self, at: int, eol: int, *, leads: bool) -> int:
        """Pair the marks of a line from ``at``; return where text goes on that may be seen, maybe lines further."""
        if not self._possible or self._text.find(_MARK, at, eol) < 0:
            return at
        codes, shown = CodeRuns(self._text, at, eol), at
        while (mark := self._next(at, eol, codes)) >= 0:
            at = mark + len(_MARK)
            if self._open is not None:
                shown = self._close(self._open, at)
            elif not (leads and mark == shown):
                self._open = mark
            elif (closing := self._text.find(_MARK, at)) < 0:
                self.unpaired.append(mark)
            else:
                at = shown = self._close(mark, closing + len(_MARK))
                if at > eol:
                    eol = self._text.find("\n", at)
                    eol = len(self._text) if eol < 0 else eol
                    codes = CodeRuns(self._text, at, eol)
            leads = False
        return shown

    def end_paragraph(self) -> None:
        """No comment that began within a line reaches over the end of its paragraph."""
        if self._open is not None:
            self.unpaired.append(self._open)
            self._open = None

    def without(self, start: int, end: int) -> str:
        """The text of a stretch that ends where reading has come to, without what is hidden in it."""
        return "".join(self._text[run_start:run_end] for run_start, run_end in cut(start, end, self.spans))

    def _close(self, start: int, end: int) -> int:
        self.spans.append((start, end))
        self._open = None
        return end

    def _next(self, at: int, eol: int, codes: CodeRuns) -> int:
        """The next mark of the line or -1; inside a comment code means nothing."""
        if self._open is not None:
            return self._text.find(_MARK, at, eol)
        while token := _TOKEN.search(self._text, at, eol):
            at = token.end()
            if token[0] == _MARK:
                return token.start()
            if token[0].startswith("`"):
                at = codes.close(at, len(token[0])) or at
        return -1


def cut(start: int, end: int, hidden: Sequence[Span]) -> tuple[Span, ...]:
    """What is left of a stretch without the ``hidden`` spans, which are in order; empty runs are left out."""
    runs: list[Span] = []
    for index in range(bisect_right(hidden, start, key=itemgetter(1)), len(hidden)):
        hidden_start, hidden_end = hidden[index]
        if hidden_start >= end:
            break
        if start < hidden_start:
            runs.append((start, hidden_start))
        start = max(start, hidden_end)
    if start < end:
        runs.append((start, end))
    return tuple(runs)


def visible_runs(page: Page, block: Block) -> tuple[Span, ...]:
    """The stretches of a block that may be shown: all of it but what stands in comments."""
    return cut(block.start, block.end, page.comments)
