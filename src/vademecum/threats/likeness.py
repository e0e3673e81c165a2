"""How much a passage reads like an order to an agent that reads it: a weighed sum over its words and pairs of words.

Nobody wrote the weights: ``bench/orders.py`` learned them from the labelled notes in ``bench/notes`` and in
``tests/guards/data``, honest ones and attacks, and ``likeness.tsv`` holds them, a line each, to be read like any other
text. A word that no note had weighs nothing, but counts as one of the passage's, so that what is unknown counts for
neither side.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from itertools import pairwise, repeat
from math import sqrt
from typing import NamedTuple, TypeAlias

from vademecum.threats.passages import blocks

ORDER = 0.4
"""From here on a passage is taken for an order. Of 620 notes that nothing was learned from one comes so far, of the 260
attacks beside them 230: docs/concepts/threats.md has the tables."""
ALONE = 4.0
"""From here on a paragraph is one whatever stands around it, so that an order can't be hidden among many words. Of the
same notes no more come so far."""
HINTED = -1.0
"""From here on a passage is held that has a known wording or a mark that opens another voice: notes on attacks and
templates have them too, and seldom come as far."""

OUTRIGHT = -4.0
"""From here on one is held of which a sentence begins with a known wording: of seven thousand notes five have that."""

# A word, a number, a sign of a script without spaces, or a mark. Quotation marks count: what is quoted is seldom meant.
_SIGNS = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
_TOKEN = re.compile(rf"[{_SIGNS}]|[^\W\d_{_SIGNS}]+(?:'[a-z]+)?|\d+|[^\w\s]")
# What is quoted is somebody's words: an attack that is told of.
_MARK = re.compile(r"[“‘「『«《`]|(?<![\w(])\"|(?<![\w'])'")
_QUOTED = re.compile(
    r"“[^”]{1,400}”|‘[^’]{1,400}’|「[^」]{1,400}」|『[^』]{1,400}』|«[^»]{1,400}»|《[^》]{1,400}》"
    r"|(?<![\w(])\"[^\"\n]{1,400}\"(?!\w)|(?<![\w'])'[^'\n]{1,400}'(?!\w)|`[^`\n]{1,400}`"
)
_WITHIN = "'"
# A paragraph begins with it: an order's first word is its verb.
_START = "^"
# Numbers say how long they are and no more.
_DIGITS = bytes.maketrans(b"123456789", b"000000000")
# Three words or fewer are a name, be they as they may; the beginning counts as one more.
_FEWEST_AT_ALL = 5
# A rule of a table or a bare heading says nothing by itself.
_FEWEST = 5
# Hardly any word is longer.
_LONG = 17
_TOLD = 4

Pair: TypeAlias = tuple[str, str]
Feature: TypeAlias = str | Pair


class Weights(NamedTuple):
    """What each word and each pair of neighbours weighs, in hundredths of the logarithm of odds, and what none does."""

    words: dict[str, int]
    pairs: dict[Pair, int]
    base: int


class Likeness(NamedTuple):
    """How much a passage is like an order, and the one of its paragraphs that is most so; and whether it has words
    that are too long for one."""

    whole: float
    part: float
    has_long_words: bool


def features(text: str) -> tuple[set[str], set[Pair]]:
    """The different words of a paragraph in plain form and the different pairs of neighbours, those of what it quotes a
    second time as such."""
    tokens = [_START, *_tokens(text)]
    words, pairs = set(tokens), set(pairwise(tokens))
    for span in _QUOTED.finditer(text) if _MARK.search(text) else ():
        quoted = [_WITHIN + token for token in _tokens(span.group()[1:-1])]
        words.update(quoted)
        pairs.update(pairwise(quoted))
    return words, pairs


def _tokens(text: str) -> list[str]:
    return _TOKEN.findall(text.encode("utf-8", "replace").translate(_DIGITS).decode())


def likeness(text: str, weights: Weights | None = None) -> Likeness:
    """The logarithms of the odds that a passage in plain form is an order, as far as its words tell by these weights,
    or by those that ship."""
    weights = weights or learned()
    found = [features(text[start:end]) for start, end in blocks(text)] or [(set[str](), set[Pair]())]
    words, pairs = found[0] if len(found) == 1 else together(found)
    # The whole table is asked once; what the paragraphs have of it is little.
    of_words = {word: weights.words[word] for word in weights.words.keys() & words}
    of_pairs = {pair: weights.pairs[pair] for pair in weights.pairs.keys() & pairs}
    known = sum(of_words.values()) + sum(of_pairs.values()) if len(words) >= _FEWEST_AT_ALL else 0
    whole = _odds(known, len(words) + len(pairs), weights.base)
    said = [each for each in found if len(each[0]) >= _FEWEST] if len(found) > 1 else []
    near = Weights(of_words, of_pairs, weights.base)
    part = max((_odds_of(*each, near) for each in said), default=whole)
    return Likeness(whole, part, any(map(_LONG.__lt__, map(len, words))))


def together(found: Iterable[tuple[set[str], set[Pair]]]) -> tuple[set[str], set[Pair]]:
    """The features of some paragraphs as those of one passage."""
    words, pairs = zip(*found, strict=True)
    return set[str]().union(*words), set[Pair]().union(*pairs)


def _odds_of(words: set[str], pairs: set[Pair], weights: Weights) -> float:
    known = sum(map(weights.words.get, words, repeat(0))) + sum(map(weights.pairs.get, pairs, repeat(0)))
    return _odds(known, len(words) + len(pairs), weights.base)


def _odds(known: int, features: int, base: int) -> float:
    return (known / sqrt(features or 1) + base) / 100


def telling(text: str) -> list[str]:
    """What in a passage in plain form speaks most for an order, the heaviest first."""
    weights = learned()
    words, pairs = features(text)
    weighed: list[tuple[int, str]] = [(weights.words.get(word, 0), word) for word in words if word.isalpha()]
    weighed += [(weights.pairs.get(pair, 0), joined(pair)) for pair in pairs if all(map(str.isalpha, pair))]
    weighed.sort(key=lambda each: (-each[0], each[1]))
    return [said for weight, said in weighed[:_TOLD] if weight > 0]


def joined(pair: Iterable[str]) -> str:
    """Two neighbours as they are written."""
    first, second = pair
    return f"{first} {second}" if first.isascii() or second.isascii() else first + second


@lru_cache(maxsize=1)
def learned() -> Weights:
    """The weights of ``likeness.tsv``, of which the first line holds the base and each other one a weight and what has
    it."""
    words: dict[str, int] = {}
    pairs: dict[Pair, int] = {}
    base, *lines = files(__package__).joinpath("likeness.tsv").read_text(encoding="utf-8").splitlines()
    for line in lines:
        weight, _, said = line.partition("\t")
        first, _, second = said.partition(" ")
        if second:
            pairs[first, second] = int(weight)
        else:
            words[first] = int(weight)
    return Weights(words, pairs, int(base))
