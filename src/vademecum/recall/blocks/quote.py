"""What is shown of a block that was found: its own characters, whole or a window of them (D35). Pure.

The seed shows the text that it counts in, in lower case and on one line; what is shown here is one slice of the page,
so that it can be found there again and replaced. The lines of the headings above are not part of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.page import Block, Page, visible_runs
from vademecum.page.lines import line_column
from vademecum.page.model import Span
from vademecum.recall.blocks.keywords import find_first
from vademecum.recall.blocks.rules import RULES, BlockRules
from vademecum.recall.snippet import Snippet
from vademecum.text.graphemes import can_cut


def quote(page: Page, block: Block, words: Sequence[str], most_chars: int, rules: BlockRules = RULES) -> Snippet:
    """The block whole when it is short enough, else a window round the first of the keywords that it holds.

    Where a comment divides the block, what is shown is taken from the side with the keyword.
    """
    runs = [run for run in (_trimmed(page.text, run) for run in visible_runs(page, block)) if run[0] < run[1]]
    of = sum(len(_plain(page.text[start:end])) for start, end in runs)
    whole = min(most_chars, rules.whole_chars)
    run, found = (runs[0], None) if of <= whole and len(runs) == 1 else _best(page.text, runs, words)
    if len(_plain(page.text[run[0] : run[1]])) > whole:
        run = _window(page.text, run, found or (run[0], run[0]), min(most_chars, rules.window_chars))
    text = _plain(page.text[run[0] : run[1]])
    return Snippet(text, *run, line_column(page.text, run[0])[0], cut=len(text) < of, of=of)


def _best(text: str, runs: Sequence[Span], words: Sequence[str]) -> tuple[Span, Span | None]:
    """The run with the first keyword that any of them holds, and where it stands there; else the first run."""
    for word in words if len(runs) > 1 else ():
        for start, end in runs:
            found = find_first(text[start:end], [word])
            if found is not None:
                return (start, end), (start + found[0], start + found[1])
    start, end = runs[0]
    alone = find_first(text[start:end], words)
    return runs[0], None if alone is None else (start + alone[0], start + alone[1])


def _window(text: str, run: Span, found: Span, most: int) -> Span:
    """At most so many characters of a run, the keyword in their middle; no visible character is cut."""
    start, end = run
    middle = found[0] - (most - (found[1] - found[0])) // 2
    first = max(start, min(middle, end - most))
    last = min(end, first + most)
    while first > start and first < last and not can_cut(text, first):
        first += 1
    while last < end and last > first and not can_cut(text, last):
        last -= 1
    return first, last


def _trimmed(text: str, run: Span) -> Span:
    """A run without blank lines at its ends; the indent of its first line stays."""
    start, end = run
    inner = text[start:end]
    end -= len(inner) - len(inner.rstrip())
    blank = len(inner) - len(inner.lstrip())
    line = max(inner.rfind("\n", 0, blank), inner.rfind("\r", 0, blank))
    return min(start + line + 1, end), end


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")
