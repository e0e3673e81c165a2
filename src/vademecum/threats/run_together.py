"""Words whose spaces were taken out, apart again by the words that the weights know. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from vademecum.threats.likeness import learned

# Hardly any word is as long; what is much longer is no sentence.
_RUN = re.compile("[a-z]{18,400}")
_LONGEST = 16
# What a word costs that is known, one of few letters, and a letter that no word has: the cheapest reading is taken.
_KNOWN, _SHORT, _UNKNOWN = 10, 16, 30
_FEW = 2
_DEAREST = 5
"""Above so much a letter it is no run of words, but a name, a digest, or another language."""


def apart(text: str) -> str:
    """The text in plain form with blanks between the words of such runs."""
    return _RUN.sub(lambda run: _apart(run.group()), text)


def _apart(run: str) -> str:
    known = _words()
    best: list[tuple[int, int]] = [(0, 0)]
    for end in range(1, len(run) + 1):
        starts = (start for start in range(max(0, end - _LONGEST), end) if run[start:end] in known)
        ways = ((best[start][0] + (_KNOWN if end - start > _FEW else _SHORT), start) for start in starts)
        best.append(min([*ways, (best[end - 1][0] + _UNKNOWN, end - 1)]))
    if best[-1][0] > _DEAREST * len(run):
        return run
    words, end = list[str](), len(run)
    while end:
        start = best[end][1]
        words.append(run[start:end])
        end = start
    return " ".join(reversed(words))


@lru_cache(maxsize=1)
def _words() -> frozenset[str]:
    """The known words; of single letters only those that are words."""
    words = {word for feature in learned().features for word in feature.split(" ")}
    return frozenset(word for word in words if word.isascii() and word.isalpha() and (len(word) > 1 or word in "ai"))
