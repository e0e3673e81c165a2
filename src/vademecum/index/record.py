"""Term records: which terms a block holds and how often, packed into bytes that are quick to search. Pure.

It owns the layout and never looks at a database or at text that is not cut into terms yet. A record is ::

    " " {term " "} RS " " {term US count*5 " "}

First come the terms that occur once, in the body; then the others with one byte for each of the five fields. Every
term stands between a space and a space or US, so a term is found by one ``bytes.find`` and told from a longer one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from vademecum.index.proposal import Fields
from vademecum.lean import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

Counts: TypeAlias = tuple[int, int, int, int, int]
Found: TypeAlias = list[tuple[int, Counts]]

ONCE: Counts = (0, 0, 0, 0, 1)
MAX_COUNT = 200
"""More occurrences than this count as this many; a ranking with saturation can't tell them apart."""

# A third of all terms stand twice or more in a body. Counts that are there already need no tuple of their own, of
# which a sync would make millions for the garbage collector to look at.
_IN_BODY: tuple[Counts, ...] = tuple((0, 0, 0, 0, n) for n in range(MAX_COUNT + 1))

# Counts start above the separators, so that splitting a record at a space never cuts a count in two.
_BASE = 48
_COUNTS_IN = bytes((n + _BASE) % 256 for n in range(256))
_COUNTS_OUT = bytes((n - _BASE) % 256 for n in range(256))
_SEPARATORS = bytes(range(33))
_RS = b"\x1e"
_US = b"\x1f"
_SPACE, _UNIT = b" \x1f"
_TAIL = 6

# Measured at 70 terms a record: up to this number of asked terms a search for each is quicker than one split.
_FEW = 24


class Tally(NamedTuple):
    """The terms of a block: those that stand ``once``, in the body alone, and the counts of the others."""

    once: Sequence[str]
    often: Mapping[str, Counts]

    @property
    def terms(self) -> list[str]:
        """All terms."""
        return [*self.once, *self.often]


def tally(fields: Fields) -> Tally:
    """How often each term occurs in each field, at most MAX_COUNT times each."""
    body = Counter(fields.body)
    often = {term: _IN_BODY[min(n, MAX_COUNT)] for term, n in body.items() if n > 1}
    named: dict[str, list[int]] = {}
    for place, terms in enumerate(fields[:4]):
        for term in terms:
            if term not in named:
                named[term] = [0, 0, 0, 0, body.get(term, 0)]
            named[term][place] += 1
    for term, counts in named.items():
        often[term] = _bounded(counts)
    # Nothing is sorted: that took a tenth of a build, and the same text has its terms in the same order always.
    return Tally([term for term in body if term not in often], often)


def _bounded(counts: list[int]) -> Counts:
    if max(counts) > MAX_COUNT:
        counts = [min(n, MAX_COUNT) for n in counts]
    title, headings, tags, summary, body = counts
    return title, headings, tags, summary, body


def encode(counted: Tally) -> bytes:
    """The record of a tally.

    Raises ValueError for a term that is empty, holds a space or a control character, or is not valid Unicode.
    """
    terms = counted.terms
    _check_terms(terms)
    once = "".join([" ", *[term + " " for term in counted.once]])
    often = [term.encode() + _US + _written(count) for term, count in counted.often.items()]
    return once.encode() + b" ".join([_RS, *often, b""])


# Few different counts are in use, and to write one takes longer than to look it up.
@lru_cache(maxsize=4096)
def _written(counts: Counts) -> bytes:
    return bytes(counts).translate(_COUNTS_IN)


def _check_terms(terms: Sequence[str]) -> None:
    glued = "".join(terms).encode()
    if not all(terms) or len(glued.translate(None, _SEPARATORS)) < len(glued):
        bad = next(term for term in terms if not is_term(term))
        raise ValueError(f"{bad!r} is no index term")


def is_term(text: str) -> bool:
    """Whether the text can be a term: not empty, no space, nothing below it and no half of a surrogate pair."""
    if text.isascii():  # most are, and a look at each sign would take ten times as long
        return bool(text) and min(text) > " "
    return min(text) > " " and not any("\ud800" <= c <= "\udfff" for c in text)


def pack(fields: Fields) -> bytes:
    """The record of a block's terms. Raises ValueError as ``encode`` does."""
    return encode(tally(fields))


def unpack(record: bytes) -> Tally:
    """All terms of a record with their counts. Raises ValueError for bytes that are no record."""
    once, _, often = record.partition(_RS)
    parts = often.split(b" ")[1:-1]
    counts = {part[:-_TAIL].decode(): _read_counts(part[1 - _TAIL :]) for part in parts}
    return Tally(once.decode().split(" ")[1:-1], counts)


def _read_counts(data: bytes) -> Counts:
    title, headings, tags, summary, body = data.translate(_COUNTS_OUT)
    return title, headings, tags, summary, body


def frequencies(record: bytes, terms: Sequence[str]) -> Found:
    """For each of the distinct ``terms`` that the record holds: its place in ``terms``, and its count per field."""
    return reader(tuple(terms))(record)


@lru_cache(maxsize=16)
def reader(terms: tuple[str, ...]) -> Callable[[bytes], Found]:
    """``frequencies`` for many records and the same terms; what can't be a term is found nowhere."""
    places = {term.encode("utf-8", "surrogatepass"): place for place, term in enumerate(terms) if is_term(term)}
    if len(places) > _FEW:
        return lambda record: _split(record, places)
    needles = [(place, b" " + term) for term, place in places.items()]
    return lambda record: _find(record, needles)


def _find(record: bytes, needles: Sequence[tuple[int, bytes]]) -> Found:
    """What follows the needle tells the term from a longer one, so that a term that is not there costs one search."""
    found: Found = []
    for place, needle in needles:
        at = record.find(needle)
        while at >= 0:
            end = at + len(needle)
            follows = record[end]
            if follows == _SPACE:
                found.append((place, ONCE))
                break
            if follows == _UNIT:
                found.append((place, _read_counts(record[end + 1 : end + _TAIL])))
                break
            at = record.find(needle, end)
    return found


def _split(record: bytes, places: Mapping[bytes, int]) -> Found:
    once, _, often = record.partition(_RS)
    found: Found = [(places[term], ONCE) for term in once.split(b" ") if term in places]
    for part in often.split(b" "):
        place = places.get(part[:-_TAIL])
        if place is not None:
            found.append((place, _read_counts(part[1 - _TAIL :])))
    found.sort()
    return found
