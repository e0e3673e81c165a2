"""Whether words stand in the order of a rule's chains: "do not" before "tell" before "the user". Pure.

Near words belong together, and none do across a comma, so broad words can be asked for without taking a whole sentence
of honest ones for an order.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from vademecum.threats.meaning import Placed
from vademecum.threats.rule import Chain, Link

# Between two words of a chain; a sign of Chinese, which says as much as a short word, has three bytes.
_GAP_BYTES = 32
_CLAUSE_ENDS = re.compile(r"[,;:.!?](?=\s|$)|[，。；：！？\n]| and | but |并且|但是")


def stands(chain: Chain, sentence: str, words: Sequence[Placed]) -> bool:
    """Whether each link of a chain stands in a sentence behind the one before it."""
    found: Sequence[Placed] = ()
    for number, link in enumerate(chain):
        before, found = found, [word for word in words if not link.group.isdisjoint(word.means)]
        if number:
            found = [word for word in found if any(_follows(link, each, word, sentence) for each in before)]
        if link.is_asserted:
            found = [word for word in found if not _is_negated(word, sentence, words)]
        if not found:
            return False
    return True


def _follows(link: Link, first: Placed, second: Placed, sentence: str) -> bool:
    return first.end <= second.start and (not link.is_close or _is_close(first, second, sentence))


def _is_close(first: Placed, second: Placed, sentence: str) -> bool:
    between = sentence[first.end : second.start]
    return len(between.encode("utf-8", "replace")) <= _GAP_BYTES and _CLAUSE_ENDS.search(between) is None


def _is_negated(word: Placed, sentence: str, words: Sequence[Placed]) -> bool:
    return any("neg" in each.means and each.end <= word.start and _is_close(each, word, sentence) for each in words)
