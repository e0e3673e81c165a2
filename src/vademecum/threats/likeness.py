"""How much a passage reads like an order to an agent that reads it: a weighed sum over its words and pairs of words.

Nobody wrote the weights: ``bench/orders.py`` learned them from the labelled notes in ``bench/notes`` and in
``tests/guards/data``, honest ones and attacks, and ``likeness.tsv`` holds them, a line each, to be read like any other
text. A word that no note had weighs nothing, but counts as one of the passage's, so that what is unknown counts for
neither side.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise
from math import sqrt
from typing import NamedTuple

from vademecum.threats.passages import blocks

ORDER = 0.4
"""From here on a passage is taken for an order. Of 660 notes that nothing was learned from one comes so far, of the 400
attacks beside them 395 are held: docs/concepts/threats.md has the tables."""
ALONE = 4.0
"""From here on a paragraph is one whatever stands around it, so that an order can't be hidden among others; among many
words of its own paragraph it can. Of the same notes no more come so far."""
HINTED = -1.0
"""From here on a passage is held that has a mark that opens another voice, or, when one of its paragraphs comes so far,
that has a known wording: notes on attacks and templates have them too, and seldom come as far."""

OUTRIGHT = -4.0
"""From here on one is held of which a sentence begins with a known wording: of eleven thousand notes nine have that."""

# A word, a number, a sign of a script without spaces, or a mark. Quotation marks count: what is quoted is seldom meant.
_SIGNS = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_SIGNS}]|[^\W\d_{_SIGNS}]+(?:'[a-z]+)?|\d+|[^\w\s]")
# What is quoted is somebody's words: an attack that is told of.
_MARKS = '“‘「『«《"`'
# Within a word it opens nothing.
_APOSTROPHE = re.compile(r"'(?<![\w']')")
_QUOTED = re.compile(
    r"“[^”]{1,400}”|‘[^’]{1,400}’|「[^」]{1,400}」|『[^』]{1,400}』|«[^»]{1,400}»|《[^》]{1,400}》"
    r"|(?<![\w(])\"[^\"\n]{1,400}\"(?!\w)|(?<![\w'])'[^'\n]{1,400}'(?!\w)|`[^`\n]{1,400}`"
)
_WITHIN = "'"
# A paragraph begins with it: an order's first word is its verb.
_START = "^"
# Numbers say how long they are and no more.
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
# Three words or fewer and their pairs are a name, be they as they may, and a rule of a table or a bare heading says
# nothing by itself; the beginning counts as a word.
_FEWEST = 9
_TOLD = 4


class Weights(NamedTuple):
    """What each word and each pair of neighbours weighs, in hundredths of the logarithm of odds, and what none does."""

    features: dict[str, int]
    base: int


class Likeness(NamedTuple):
    """How much a passage is like an order, and the one of its paragraphs that is most so."""

    whole: float
    part: float


def features(text: str) -> set[str]:
    """The different words of a paragraph in plain form and the different pairs of neighbours, with a blank between, and
    those of what it quotes a second time as such."""
    tokens = [_START, *_tokens(text)]
    found = {*tokens, *map(" ".join, pairwise(tokens))}
    for span in _QUOTED.finditer(text) if _may_quote(text) else ():
        quoted = [_WITHIN + token for token in _tokens(span.group()[1:-1])]
        found.update(quoted, map(" ".join, pairwise(quoted)))
    return found


def _may_quote(text: str) -> bool:
    return any(map(text.__contains__, _MARKS)) or _APOSTROPHE.search(text) is not None


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.encode("utf-8", "replace").translate(_DIGITS).decode())


def likeness(text: str, weights: Weights | None = None) -> Likeness:
    """The logarithms of the odds that a passage in plain form is an order, as far as its words tell by these weights,
    or by those that ship."""
    weights = weights or learned()
    found = [features(text[start:end]) for start, end in blocks(text)] or [set[str]()]
    together = found[0].union(*found[1:])
    # The whole table is asked once; what the paragraphs have of it is little.
    near = {each: weights.features[each] for each in weights.features.keys() & together}
    whole = _odds(sum(near.values()) if len(together) >= _FEWEST else 0, len(together), weights.base)
    said = [each for each in found if len(each) >= _FEWEST] if len(found) > 1 else []
    parts = (_odds(sum(map(near.__getitem__, near.keys() & each)), len(each), weights.base) for each in said)
    return Likeness(whole, max(parts, default=whole))


def _odds(known: int, features: int, base: int) -> float:
    return (known / sqrt(features or 1) + base) / 100


def telling(text: str) -> list[str]:
    """What in a passage in plain form speaks most for an order, the heaviest first."""
    weights = learned()
    found = [each for each in features(text) if all(map(str.isalpha, each.split(" ")))]
    weighed = sorted((-weights.features.get(each, 0), joined(each)) for each in found)
    return [said for weight, said in weighed[:_TOLD] if weight < 0]


def joined(feature: str) -> str:
    """A word, or two neighbours as they are written."""
    first, _, second = feature.partition(" ")
    return feature if first.isascii() or second.isascii() else first + second


@lru_cache(maxsize=1)
def learned() -> Weights:
    """The weights of ``likeness.tsv``, of which the first line holds the base and each other one a weight and what has
    it."""
    base, *lines = files(__package__).joinpath("likeness.tsv").read_text(encoding="utf-8").splitlines()
    return Weights({said: int(weight) for weight, said in (line.split("\t") for line in lines)}, int(base))
