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
from itertools import filterfalse
from operator import add

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


# Counts start above the separators, so that splitting a record at a space never cuts a count in two.
_BASE = 48
_COUNTS_IN = bytes((n + _BASE) % 256 for n in range(256))
_COUNTS_OUT = bytes((n - _BASE) % 256 for n in range(256))
_SEPARATORS = bytes(range(33))
_RS = b"\x1e"
_US = b"\x1f"
_SPACE, _UNIT = b" \x1f"
_END_OF_ONCE = _RS.decode()
_SPACE_UNIT = " \x1f"
_MOST_KEPT = 4096
_TAIL = 6

# Measured at 70 terms a record: up to this number of asked terms a search for each is quicker than one split.
_FEW = 24


# Fields' counts are added up in one number, in places so wide that none runs over. The body is the longest, and most
# terms stand there alone: its place is the lowest, so that their numbers are small ones.
_BODY_PLACE, _PLACE = 40, 24
_ONE_TITLE, _ONE_HEADING, _ONE_TAG, _ONE_SUMMARY = (1 << _BODY_PLACE + place * _PLACE for place in range(4))


class _Written(dict[int, str]):
    """How the counts that such a number holds stand behind a term; those above 79 are halves of pairs that stand for a
    byte each. Few different ones are in use, and to look one up takes a tenth of the time of taking it apart."""

    def __missing__(self, added: int) -> str:
        above, body = divmod(added, 1 << _BODY_PLACE)
        parts = [above >> place & ((1 << _PLACE) - 1) for place in range(0, 4 * _PLACE, _PLACE)]
        counts = bytes(min(n, MAX_COUNT) for n in (*parts, body))
        written = (_US + counts.translate(_COUNTS_IN)).decode("ascii", "surrogateescape")
        if len(self) >= _MOST_KEPT:
            self.clear()
        self[added] = written
        return written


_WRITTEN = _Written()


class Counted(NamedTuple):
    """The terms of a block as they are counted: those that stand ``once``, in the body alone, and what the counts of
    the others add up to."""

    once: Sequence[str]
    often: Mapping[str, int]

    @property
    def terms(self) -> list[str]:
        """All terms."""
        return [*self.once, *self.often]


class Tally(NamedTuple):
    """The terms of a block: those that stand ``once``, in the body alone, and the counts of the others."""

    once: Sequence[str]
    often: Mapping[str, Counts]

    @property
    def terms(self) -> list[str]:
        """All terms."""
        return [*self.once, *self.often]


def named(fields: Fields) -> dict[str, int]:
    """How often each term occurs in the fields that all blocks of a page have in common: title, tags and summary."""
    counts: dict[str, int] = {}
    for one, terms in ((_ONE_TITLE, fields.title), (_ONE_TAG, fields.tags), (_ONE_SUMMARY, fields.summary)):
        for term in terms:
            counts[term] = counts.get(term, 0) + one
    return counts


def tally(fields: Fields, common: Mapping[str, int] | None = None) -> Counted:
    """How often each term occurs in each field; ``common`` is ``named`` of these fields, for whoever has counted them
    for another block of the page."""
    body = Counter(fields.body)
    counts = named(fields) if common is None else {**common}
    for term in fields.headings:
        counts[term] = counts.get(term, 0) + _ONE_HEADING
    for term in counts.keys() & body.keys():
        counts[term] += body[term]
    # Nothing is sorted: that took a tenth of a build, and the same text has its terms in the same order always.
    often = {term: n for term, n in body.items() if n > 1} | counts
    return Counted(list(filterfalse(often.__contains__, body)), often)


def encode(counted: Counted) -> bytes:
    """The record of what was counted.

    Raises ValueError for a term that is empty, holds a space or a control character, or is not valid Unicode.
    """
    once, often = counted
    record = " ".join(["", *once, _END_OF_ONCE, *map(add, often, map(_WRITTEN.__getitem__, often.values())), ""])
    # Terms that can be ones leave as many separators as there are terms, and no two of them side by side.
    separators = 3 + len(once) + 2 * len(often)
    try:
        data = record.encode()
    except UnicodeEncodeError:
        # A term that is none, or counts above 79; once the terms are known to be valid, what is escaped are counts.
        _check_terms(counted.terms)
        return record.encode("utf-8", "surrogateescape")
    if len(data) - len(data.translate(None, _SEPARATORS)) > separators or "  " in record or _SPACE_UNIT in record:
        _check_terms(counted.terms)
    return data


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
