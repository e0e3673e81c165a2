"""The block structure of Markdown, as far as a memory needs it: headings, inline text, hidden comments.

One pass over lines by CommonMark's own algorithm: match the open containers, try new block starts, else text. It
builds no tree and never looks inside a line, ``%%`` comments apart, since those may hide lines from it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from vademecum.page import marks
from vademecum.page.comments import Comments
from vademecum.page.cursor import Cursor
from vademecum.page.outline import Definition, Heading, Outline

_CODE_INDENT = 4
# Deeper marks are text: the cost of a line grows with the containers that are open.
_MAX_NESTING = 100


def scan(unified: str, start: int = 0) -> Outline:
    """The outline of a text whose only line end is ``\\n``, from the line that begins at ``start``."""
    scanner = _Scanner(unified, start)
    scanner.run()
    return scanner.outline


# What is open inside the innermost container. Plain numbers: an enum member costs a lookup for each line.
_NONE, _PARAGRAPH, _FENCE, _HTML = range(4)


@dataclass(slots=True)
class _Container:
    """A block quote (``indent`` 0) or a list item, whose lines are indented by ``indent`` columns."""

    indent: int
    empty: bool = False


class _Scanner(Cursor):
    """The blocks that are open between two lines; ``matched`` counts the containers that go on in the current one."""

    leaf = _NONE
    matched = 0
    fence = ""
    html_end = marks.BLANK
    paragraph_line = paragraph_start = paragraph_end = 0

    def __init__(self, text: str, start: int) -> None:
        super().__init__(text, start)
        self.comments = Comments(text)
        self.outline = Outline(self.comments.spans, self.comments.unpaired)
        self.containers: list[_Container] = []

    def run(self) -> None:
        """Read all lines: runs of plain ones at once, the others one by one."""
        while self.pos < self.end:
            block = marks.PLAIN_BLOCK.match(self.text, self.pos)
            if block is None or not self._plain_block(block):
                self._line()
        self._close_paragraph()

    def _plain_block(self, block: re.Match[str]) -> bool:
        """Take an unindented heading, bullet or paragraph whole; what it is doesn't depend on what is open.

        The one thing that may is a number other than 1, which can't interrupt a paragraph.
        """
        level, heading, item, _, ends = block.groups()
        if item and self.leaf == _PARAGRAPH and not self.containers and not _interrupts(item[:-2]):
            return False
        if item or level or self.leaf != _PARAGRAPH:
            self._close_paragraph()
            self.leaf = _NONE
            self.containers = [_Container(len(item))] if item else []
        if level:
            self.outline.headings.append(Heading(len(level), self.pos, marks.heading_text(heading)))
            self.outline.inline.append(block.span(2))
        else:
            if self.leaf == _NONE:
                self._open_paragraph(self.pos, block.start(4))
            self.paragraph_end = block.end(4)
            if len(ends) > 1:
                self._end_plain_paragraph()
        self.pos = block.end()
        return True

    def _end_plain_paragraph(self) -> None:
        """An empty line ends the paragraph and the quotes round it."""
        self._close_paragraph()
        for index, container in enumerate(self.containers):
            if not container.indent:
                del self.containers[index:]
                return

    def _line(self) -> None:
        self.take_line()
        self.matched = self._match_containers()
        if self.leaf in (_FENCE, _HTML):
            if self.matched == len(self.containers):
                self._continue_raw()
                return
            self.leaf = _NONE
        self._open_blocks()

    # -- containers

    def _match_containers(self) -> int:
        """How many open containers go on in this line; the cursor moves past their marks."""
        for index, container in enumerate(self.containers):
            at, column = self.indent()
            if not (self._match_item(container, at, column) if container.indent else self._match_quote(at, column)):
                return index
        return len(self.containers)

    def _match_quote(self, at: int, column: int) -> bool:
        if column - self.column >= _CODE_INDENT or self.text[at : at + 1] != ">":
            return False
        self._skip_quote_mark(at, column)
        return True

    def _match_item(self, container: _Container, at: int, column: int) -> bool:
        if at == self.eol:
            return not container.empty
        if column - self.column < container.indent:
            return False
        self.advance(container.indent)
        return True

    def _skip_quote_mark(self, at: int, column: int) -> None:
        self.at, self.column = at + 1, column + 1
        if self.at < self.eol and self.text[self.at] in " \t":
            self.advance(1)

    def _close_unmatched(self) -> None:
        self._close_paragraph()
        self.leaf = _NONE
        del self.containers[self.matched :]
        if self.containers:
            self.containers[-1].empty = False

    # -- block starts

    def _open_blocks(self) -> None:
        opened = False
        while True:
            at, column = self.indent()
            if at == self.eol:
                self._close_paragraph()
                del self.containers[self.matched :]
                return
            if column - self.column >= _CODE_INDENT:
                if self.leaf != _PARAGRAPH:
                    self._close_unmatched()
                    return
                break
            continues = self.leaf == _PARAGRAPH and self.matched == len(self.containers) and not opened
            if self.text[at] == ">" and len(self.containers) < _MAX_NESTING:
                self._open_quote(at, column)
            elif self._open_leaf(at, continues=continues):
                return
            elif not self._open_item(at, column, continues=continues):
                break
            opened = True
        self._text_line(at)

    def _open_quote(self, at: int, column: int) -> None:
        self._close_unmatched()
        self._skip_quote_mark(at, column)
        self._push(_Container(0))

    def _push(self, container: _Container) -> None:
        self.containers.append(container)
        self.matched = len(self.containers)

    def _open_item(self, at: int, column: int, *, continues: bool) -> bool:
        mark = marks.ITEM.match(self.text, at, self.eol)
        if mark is None or len(self.containers) >= _MAX_NESTING:
            return False
        blank = not self.text[mark.end() : self.eol].strip(" \t")
        if continues and (blank or not _interrupts(mark[1] or "")):
            return False
        self._close_unmatched()
        base, self.at, self.column = self.column, mark.end(), column + mark.end() - at
        spaces = self.indent()[1] - self.column
        width = 1 if blank or spaces > _CODE_INDENT else spaces
        indent = self.column + width - base
        self.advance(width)
        self._push(_Container(indent, empty=blank))
        return True

    def _open_leaf(self, at: int, *, continues: bool) -> bool:
        """Open a heading, rule, fence or HTML block at the cursor; tell whether one was there."""
        text, char = self.text, self.text[at]
        if char == "#" and (mark := marks.ATX.match(text, at)):
            self._heading(mark.end(), mark.end() - at)
        elif char in "`~" and (fence := marks.FENCE.match(text, at)):
            self._open_raw(_FENCE)
            self.fence = fence[0]
            self._skip_fence()
        elif char == "<" and (end := marks.html_end(text, at, self.eol, interrupts=self.leaf == _PARAGRAPH)):
            self._open_raw(_HTML)
            self.html_end = end
            self._skip_html(at)
        elif continues and char in "=-" and marks.SETEXT.match(text, at) and self._setext(char, at):
            pass
        elif char in "*-_" and marks.RULE.match(text, at):
            self._close_unmatched()
        else:
            return False
        return True

    # -- code and HTML

    def _open_raw(self, leaf: int) -> None:
        self._close_unmatched()
        self.leaf = leaf

    def _skip_fence(self) -> None:
        """Outside containers a fence is closed by a search, without looking at its lines."""
        if self.containers:
            return
        closing = marks.TOP_FENCE_END[self.fence[0]]
        found = next((m for m in closing.finditer(self.text, self.pos) if len(m[1]) >= len(self.fence)), None)
        self._leave_raw(found.end() if found else self.end)

    def _skip_html(self, at: int) -> None:
        search_from = self.pos if self.html_end is marks.BLANK else at
        if not self.containers:
            found = self.html_end.search(self.text, search_from)
            self._leave_raw(found.end() if found else self.end)
        elif search_from == at and self.html_end.search(self.text, at, self.eol):
            self.leaf = _NONE

    def _leave_raw(self, end: int) -> None:
        eol = self.text.find("\n", end)
        self.pos = self.end if eol < 0 else eol + 1
        self.leaf = _NONE

    def _continue_raw(self) -> None:
        at, column = self.indent()
        if self.leaf == _HTML:
            blank = self.html_end is marks.BLANK
            closed = at == self.eol if blank else self.html_end.search(self.text, self.at, self.eol) is not None
        else:
            closing = marks.FENCE_END[self.fence[0]].match(self.text, at, self.eol)
            closed = closing is not None and column - self.column < _CODE_INDENT and len(closing[1]) >= len(self.fence)
        if closed:
            self.leaf = _NONE

    # -- headings and text

    def _heading(self, content: int, level: int) -> None:
        self._close_unmatched()
        self.comments.hide(content, self.eol, leads=False)
        self.comments.end_paragraph()
        self.outline.inline.append((content, self.eol))
        self._add_heading(level, self.line, marks.heading_text(self.comments.without(content, self.eol)))

    def _setext(self, char: str, at: int) -> bool:
        """Make the paragraph a heading, unless it is nothing but definitions."""
        self._take_definitions()
        if self.paragraph_start >= self.paragraph_end:
            if char == "=":
                self.paragraph_line, self.paragraph_start, self.paragraph_end = self.line, at, self.eol
                return True
            self._close_unmatched()
            return False
        lines = self.comments.without(self.paragraph_start, self.paragraph_end).split("\n")
        self._add_heading(1 if char == "=" else 2, self.paragraph_line, " ".join(line.strip() for line in lines))
        self._close_unmatched()
        return True

    def _add_heading(self, level: int, start: int, text: str) -> None:
        if not self.containers:
            self.outline.headings.append(Heading(level, start, text))

    def _text_line(self, at: int) -> None:
        """A line of text: it goes on with an open paragraph, lazily or not, or opens one."""
        fresh = self.leaf != _PARAGRAPH
        if fresh:
            self._close_unmatched()
            self._open_paragraph(self.line, at)
        rest = self.comments.hide(at, self.eol, leads=True)
        if rest > self.eol:
            self.end_line_after(rest)
        self.paragraph_end = self.eol
        if fresh and rest > at and not self.text[rest : self.eol].strip(" \t"):
            self._close_paragraph()

    def _open_paragraph(self, line: int, start: int) -> None:
        self.leaf = _PARAGRAPH
        self.paragraph_line, self.paragraph_start = line, start

    def _close_paragraph(self) -> None:
        if self.leaf != _PARAGRAPH:
            return
        self._take_definitions()
        if self.paragraph_start < self.paragraph_end:
            self.outline.inline.append((self.paragraph_start, self.paragraph_end))
        self.comments.end_paragraph()
        self.leaf = _NONE

    def _take_definitions(self) -> None:
        """Take link reference definitions off the paragraph's start."""
        while self.text.startswith("[", self.paragraph_start):
            found = marks.DEFINITION.match(self.text, self.paragraph_start, self.paragraph_end)
            if found is None or found["label"].startswith("^"):
                return  # a footnote's text is text, with links and tags of its own
            destination = found["bare"] if found["angled"] is None else found["angled"]
            self.outline.definitions.append(Definition(found["label"], destination, *found.span()))
            self.paragraph_start = found.end()
            self.paragraph_line = self.text.rfind("\n", 0, found.end()) + 1


def _interrupts(number: str) -> bool:
    """Whether a list item may interrupt a paragraph: a bullet, which has no number, or the number 1."""
    return not number or int(number) == 1
