"""Excerpts: the piece of a text that is shown for a query. Pure; it quotes the text and never changes a word.

An excerpt is one slice of the text, so that it can be found there again; only the ends of its lines are unified. It
knows no page, since a hook that waits for it has only a file's text and the place of a block in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vademecum.lean import NamedTuple
from vademecum.text import Term, terms
from vademecum.text.graphemes import can_cut

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.page.model import Span  # the model of a page is more than a hook has time for

_SENTENCE_ENDS = frozenset(".!?。！？；…")
_WIDE_ENDS = frozenset("。！？；")
_BLANK = " \t\r\n\f\v\u3000\ufeff"
# What a term says of the place where it stands; a sign alone or a part of a name says little.
_WORTH = {"whole": 3.0, "word": 2.0, "bigram": 2.0, "part": 1.0, "exact": 0.5, "unigram": 0.25}


class Excerpt(NamedTuple):
    """``text[start:end]`` with ``\n`` as its line end. ``of`` is the length of all that may be shown, and ``cut`` says
    that the excerpt is not the whole of it."""

    text: str
    start: int
    end: int
    cut: bool
    of: int


class _Unit(NamedTuple):
    """A line, a sentence or a piece of one, with the query's terms in it."""

    start: int
    end: int
    found: frozenset[str]


def excerpt(text: str, runs: Sequence[Span], query: Iterable[Term], limit: int) -> Excerpt:
    """The stretches of a text that may be shown whole when one of them is all and fits in ``limit`` code points, else
    the lines and sentences round their densest matches, taken from one of them.

    There must be a stretch, though it may be blank. A visible character longer than the limit is left out rather than
    cut, so what is shown may be empty; below 1 nothing is shown.
    """
    limit = max(limit, 0)
    worth = {term.text: _WORTH[term.kind] for term in query}
    filled = [run for run in (_trimmed(text, run) for run in runs) if run[0] < run[1]]
    if not filled:
        start = min(runs[0][0], len(text))
        return Excerpt("", start, start, cut=False, of=0)
    best = max((_window(text, run, worth, limit) for run in filled), key=lambda found: found[0])[1]
    start, end = _trimmed(text, best)
    shown = _shown(text[start:end])
    of = sum(len(_shown(text[a:b])) for a, b in filled)
    return Excerpt(shown, start, end, cut=len(shown) < of, of=of)


def _shown(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _trimmed(text: str, run: Span) -> Span:
    """A run without blank lines before it and blanks after it; the indent of its first line stays."""
    start, end = run
    while start < end and text[end - 1] in _BLANK:
        end -= 1
    at = start
    while at < end and text[at] in _BLANK:
        at += 1
        if text[at - 1] in "\r\n\ufeff":
            start = at
    return start, end


def _window(text: str, run: Span, worth: dict[str, float], limit: int) -> tuple[tuple[float, int], Span]:
    """The best window of one run, before it how good it is: what its terms are worth, then how much it shows."""
    if len(_shown(text[run[0] : run[1]])) <= limit:
        found = worth.keys() & set(terms(text[run[0] : run[1]]))
        return (_sum(found, worth), run[1] - run[0]), run
    units = [_Unit(a, b, frozenset(worth.keys() & set(terms(text[a:b])))) for a, b in _units(text, run, limit)]
    if not units:
        return (0.0, 0), (run[0], run[0])
    first, last = _core(units, worth, limit)
    value = _sum(frozenset[str]().union(*(unit.found for unit in units[first : last + 1])), worth)
    first, last = _widened(units, first, last, limit)
    span = units[first].start, units[last].end
    return (value, span[1] - span[0]), span


def _sum(found: Iterable[str], worth: dict[str, float]) -> float:
    # Sorted, since a sum of floats depends on its order and a set's order on the run of the program.
    return sum(sorted(worth[term] for term in found))


def _core(units: Sequence[_Unit], worth: dict[str, float], limit: int) -> tuple[int, int]:
    """The shortest stretch that holds the most; the first of equals."""
    best, best_key = (0, 0), (0.0, 0.0)
    most = len(frozenset[str]().union(*(unit.found for unit in units)))
    for first, unit in enumerate(units):
        if not unit.found:
            continue
        seen: set[str] = set()
        for last in range(first, len(units)):
            length = units[last].end - unit.start
            if length > limit:
                break
            if units[last].found <= seen:
                continue
            seen |= units[last].found
            key = _sum(seen, worth), -float(length)
            if key > best_key:
                best, best_key = (first, last), key
            if len(seen) == most:
                break
    return best


def _widened(units: Sequence[_Unit], first: int, last: int, limit: int) -> tuple[int, int]:
    """The stretch with as much before and after it as fits, what follows first."""
    grown = True
    while grown:
        grown = False
        if last + 1 < len(units) and units[last + 1].end - units[first].start <= limit:
            last, grown = last + 1, True
        if first > 0 and units[last].end - units[first - 1].start <= limit:
            first, grown = first - 1, True
    return first, last


def _units(text: str, run: Span, limit: int) -> Iterator[Span]:
    """The run in lines, longer lines in sentences, longer sentences in pieces; none is longer than the limit."""
    for line in _split(text, run, _ends_line):
        sentences = [line] if line[1] - line[0] <= limit else _split(text, line, _ends_sentence)
        for sentence in sentences:
            yield from _pieces(text, sentence, limit)


def _split(text: str, run: Span, ends: Callable[[str, int], bool]) -> Iterator[Span]:
    start = run[0]
    for at in range(run[0] + 1, run[1]):
        if ends(text, at) and can_cut(text, at):
            yield start, at
            start = at
    yield start, run[1]


def _ends_line(text: str, at: int) -> bool:
    return text[at - 1] == "\n" or (text[at - 1] == "\r" and text[at] != "\n")


def _ends_sentence(text: str, at: int) -> bool:
    before = text[at - 1]
    return before in _WIDE_ENDS or (before.isspace() and at > 1 and text[at - 2] in _SENTENCE_ENDS)


def _pieces(text: str, span: Span, limit: int) -> Iterator[Span]:
    """A span in pieces of at most ``limit``, cut after a blank where there is one, never inside a visible character."""
    start, end = span
    while end - start > limit:
        cut = _cut_before(text, start, start + limit)
        if cut > start:
            yield start, cut
            start = cut
        else:
            start = next((at for at in range(start + 1, end) if can_cut(text, at)), end)
    if start < end:
        yield start, end


def _cut_before(text: str, start: int, most: int) -> int:
    """The last good place to cut, at most at ``most``; ``start`` when there is none."""
    place = next((at for at in range(most, start, -1) if can_cut(text, at)), start)
    # A blank in the first half would waste the room, and a run of signs has none at all.
    half = start + (most - start) // 2
    return next((at for at in range(place, half, -1) if text[at - 1].isspace() and can_cut(text, at)), place)
