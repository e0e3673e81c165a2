"""A place within one line, by offset and by column: tabs stop at every fourth column. It knows no Markdown."""

from __future__ import annotations

TAB_STOP = 4


class Cursor:
    """The current line from ``line`` to ``eol``, and the place in it; ``pos`` is where the next line begins."""

    line = eol = at = column = 0
    _rest, _rest_column = -1, 0

    def __init__(self, text: str, start: int) -> None:
        self.text = text
        self.end = len(text)
        self.pos = start

    def take_line(self) -> None:
        """Go to the start of the next line."""
        self.line = self.at = self.pos
        self.column = 0
        self._rest = -1
        self.end_line_after(self.pos)

    def end_line_after(self, offset: int) -> None:
        """Let the current line reach to the line end that follows ``offset``."""
        eol = self.text.find("\n", offset)
        self.eol = self.end if eol < 0 else eol
        self.pos = self.eol + 1

    def indent(self) -> tuple[int, int]:
        """Offset and column of the next character that is no space or tab; found once for each run of them."""
        if self.at <= self._rest:
            return self._rest, self._rest_column
        at, column = self.at, self.column
        while at < self.eol and (char := self.text[at]) in " \t":
            column += 1 if char == " " else TAB_STOP - column % TAB_STOP
            at += 1
        self._rest, self._rest_column = at, column
        return at, column

    def advance(self, columns: int) -> None:
        """Move over white space by columns; a tab may be used up in part."""
        goal = self.column + columns
        while self.column < goal and self.at < self.eol:
            stop = self.column + TAB_STOP - self.column % TAB_STOP
            if self.text[self.at] == "\t" and stop > goal:
                self.column = goal
                return
            self.column = stop if self.text[self.at] == "\t" else self.column + 1
            self.at += 1
