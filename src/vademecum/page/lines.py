"""Lines and positions: what ends a line, and where an offset stands. Pure; it knows nothing of Markdown.

Only ``\\n``, ``\\r\\n`` and ``\\r`` end a line. U+2028, U+0085, vertical tab and form feed are ordinary characters
(A29), which is why ``str.splitlines`` is used nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def unify(text: str) -> str:
    """The text with ``\\n`` as its only line end, at the same length, so that offsets hold in both.

    The ``\\r`` of ``\\r\\n`` becomes a space; no Markdown block rule minds trailing spaces.
    """
    return text.replace("\r\n", " \n").replace("\r", "\n") if "\r" in text else text


def line_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column of an offset, both from 1; it reads everything before, so ask it seldom."""
    pairs = text.count("\r\n", 0, offset)
    ends = text.count("\n", 0, offset) + text.count("\r", 0, offset) - pairs
    last = max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset))
    return ends + 1, offset - last


def lines_of(unified: str, offsets: Iterable[int]) -> Iterator[int]:
    """The line of each of the rising ``offsets`` into a unified text, in one pass over it."""
    line, seen = 1, 0
    for offset in offsets:
        line += unified.count("\n", seen, offset)
        seen = offset
        yield line
