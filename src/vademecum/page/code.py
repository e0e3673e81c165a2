"""Code spans: which backtick runs enclose code. Pure, and linear however the runs are mixed."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict

_RUNS = re.compile("`+")


class CodeRuns:
    """The backtick runs of one stretch of inline text; a span is closed by the next run of the same length."""

    def __init__(self, text: str, start: int, end: int) -> None:
        self._starts: defaultdict[int, list[int]] = defaultdict(list)
        for run in _RUNS.finditer(text, start, end):
            self._starts[run.end() - run.start()].append(run.start())

    def close(self, opening_end: int, length: int) -> int | None:
        """Where the span ends whose opening run of ``length`` ends at ``opening_end``; None when it is no span."""
        starts = self._starts.get(length, ())
        index = bisect_left(starts, opening_end)
        return starts[index] + length if index < len(starts) else None
