"""Terms: what a text is indexed by and what a query asks for. Pure; the same rules on both sides.

- Words of any script that puts spaces between them. English ones are stemmed (Snowball); the exact form stays beside
  the stem as ``=form`` where the two differ.
- Compounds (``svc-kiln``, ``v0.2.1``, ``a@b.co``, ``src/x.py``, ``openSeaCock``, ``C++``) whole, by their segments
  between slashes, colons and at signs, and by their parts.
- Han, kana and Hangul: each character and each pair of neighbours inside a run; punctuation and Latin end a run. Han
  is taken in its simplified form (``han.py``).
- Thai, Lao, Khmer, Burmese and other scripts without spaces: each pair of neighbours inside a run.

No regular expressions and no stemmer at import: the hook path loads this module.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, islice
from operator import add

from vademecum.lean import NamedTuple
from vademecum.text.chunks import JOINERS, SIGNS, UNSPACED, all_chunked, chunked, chunks
from vademecum.text.fold import fold
from vademecum.text.irregular import IRREGULAR
from vademecum.text.stops import STOP_SIGNS, STOP_WORDS, empty_signs, is_stop_pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal, TypeAlias

_RULES = "text-4"

Kind: TypeAlias = "Literal['whole', 'word', 'bigram', 'part', 'exact', 'unigram']"
# A term met in several roles keeps the strongest, the first of these.
_STRENGTH: dict[Kind, int] = {"whole": 0, "word": 1, "bigram": 2, "part": 3, "exact": 4, "unigram": 5}
EXACT_MARK = "="
# No term holds it. A term of one of these kinds bears it where words are to be counted, but an exact form, which bears
# a mark that is a part of it.
_UNCOUNTED = "\x07"
_MARKED_AS: dict[Kind, str] = dict.fromkeys(_STRENGTH, "") | {"whole": _UNCOUNTED, "unigram": _UNCOUNTED}
# Longer than any word and any identifier that a person types; it bounds what one hostile token can cost.
LONGEST = 64
# An embedded image is one token of a million characters; it is known by its beginning, and the cache keeps none of it.
MOST_PARTS = 64
_KEPT = 256
_MOST_KEPT = 1 << 16
# A query pasted from a page or a log: what it is about stands at its beginning. Databases bound their parameters too.
LONGEST_QUERY = 65_536
MOST_TERMS = 2_000
_MARKED_TAIL = frozenset("+#")
_SEGMENT_ENDS = "/:@"
_VOWELS = frozenset("aeiouy")
_SHORTEST_PLURAL = len("ms")
_CLITICS = frozenset({"s", "t", "d", "m", "ll", "re", "ve"})


class Term(NamedTuple):
    """An index term of a query, the role it plays there, and how often the query says it.

    For a term that a glossary added, ``source`` is what the query says instead, and ``share`` for how many of the
    terms said it stands.
    """

    text: str
    kind: Kind
    times: int = 1
    source: str = ""
    share: float = 1.0


class _Piece(NamedTuple):
    """A term of a text, with the word it stands for as written, folded."""

    text: str
    kind: Kind
    word: str


def rules() -> str:
    """A mark of these rules; an index whose terms were made by other rules has to be rebuilt."""
    from vademecum.text.han import mark  # noqa: PLC0415 - asked where an index is made

    return f"{_RULES}-{mark()}"


def terms(text: str) -> list[str]:
    """The index terms of a text, repeated as often as they occur; none holds white space or a control character."""
    return index_terms(text)[0]


def index_terms(text: str) -> tuple[list[str], int]:
    """The index terms of a text, and its length in words.

    Words are counted once whatever number of terms they give: a compound by its parts, a run of signs by its pairs.
    """
    return _terms_in(chunked(text))


def index_terms_of(texts: Sequence[str]) -> list[tuple[list[str], int]]:
    """The same for each of several texts."""
    return list(map(_terms_in, all_chunked(texts))) if texts else []


def _terms_in(cut: str) -> tuple[list[str], int]:
    """The terms of chunks, and their length in words.

    Each word of a store is met here, and most of the time is the processor's wait for memory: so a word costs one
    look-up of one text, and what is done with its terms is done to fresh ones. A run of signs seldom comes again.
    """
    if SIGNS not in cut:
        return _counted(" ".join(map(_KNOWN.__getitem__, cut.split())))
    found: list[str] = []
    words = 0
    for chunk in cut.split():
        if chunk[0] == SIGNS:
            run = chunk[1:]
            found += run
            found += _pairs(run)
            words += len(run) - 1 or 1
        else:
            said = _KNOWN[chunk]
            if said.isalnum():  # one word and one term, as most are
                found.append(said)
                words += 1
                continue
            terms, count = _counted(said)
            found += terms
            words += count
    return found, words


def _counted(said: str) -> tuple[list[str], int]:
    """The terms in such a text, and how many of them count as words."""
    uncounted = said.count(EXACT_MARK)
    if _UNCOUNTED in said:
        uncounted += said.count(_UNCOUNTED)
        said = said.replace(_UNCOUNTED, "")
    found = said.split()
    return found, len(found) - uncounted


def query_terms(text: str) -> tuple[Term, ...]:
    """The distinct terms of a query, in order of appearance.

    Words that say nothing about a page are left out, unless the query has no others but single signs. Any text is a
    query; one without a word has no terms.
    """
    # A trace or a log says the same words line after line; each is taken apart once.
    counted = Counter(chunks(text[:LONGEST_QUERY]))
    telling = [(piece, times) for chunk, times in counted.items() for piece in _telling(chunk)]
    if all(piece.kind == "unigram" for piece, _ in telling):
        telling = [(piece, times) for chunk, times in counted.items() for piece in _pieces(chunk)]
    said: Counter[str] = Counter()
    kinds: dict[str, Kind] = {}
    for (term, kind, _), times in telling:
        said[term] += times
        kinds[term] = min(kinds.get(term, kind), kind, key=_STRENGTH.__getitem__)
    return tuple(Term(term, kinds[term], times) for term, times in islice(said.items(), MOST_TERMS))


def phrase(text: str) -> str:
    """The text as one line in which phrases can be looked for: the stems of its words, and runs of signs whole.

    A blank stands on either side of each, and every way of writing a word is the same.
    """
    return f" {' '.join(part for chunk in chunks(text) for part in _spoken(chunk))} "


def _spoken(chunk: str) -> list[str]:
    if chunk[0] in (SIGNS, UNSPACED):
        return [chunk[1:]]
    pieces = list(_word_pieces(chunk))
    # ``rate-limit`` is said as its parts are; ``tide_table`` is one thing's name, and ``C++`` is not said as C is.
    parts = [] if "_" in chunk else [piece.text for piece in pieces if piece.kind == "part"]
    return parts or [piece.text for piece in pieces[:1]]


def _pairs(run: str) -> list[str]:
    return list(map(add, run, islice(run, 1, None)))


def _pieces(chunk: str) -> Iterator[_Piece]:
    run = chunk[1:]
    if chunk[0] == SIGNS:
        yield from (_Piece(pair, "bigram", run) for pair in _pairs(run))
        yield from (_Piece(sign, "unigram" if len(run) > 1 else "word", sign) for sign in run)
    elif chunk[0] == UNSPACED:
        yield from (_Piece(pair, "bigram", pair) for pair in _pairs(run) or [run])
    else:
        yield from _word_pieces(chunk)


def _telling(chunk: str) -> list[_Piece]:
    empty = empty_signs(chunk[1:]) if chunk[0] == SIGNS else ()
    return [
        piece
        for piece in _pieces(chunk)
        if not _is_stop(piece) and (piece.kind != "unigram" or piece.text not in empty)
    ]


def _is_stop(piece: _Piece) -> bool:
    if piece.kind == "bigram":
        return is_stop_pair(piece.text, piece.word)
    return piece.word in STOP_WORDS or piece.word in STOP_SIGNS


class _Known(dict[str, str]):
    """The terms of each word and compound that was met, with blanks between them, and a mark for each that is no word
    by itself; exact forms have one already.

    Natural text repeats its words: at a hundred thousand blocks nine chunks of ten are answered from here, and a dict
    answers in half the time of a function with a cache.
    """

    def __missing__(self, chunk: str) -> str:
        made = self._taken(chunk)
        if made == chunk:
            made = chunk  # many words are their own terms, and one text is sooner read from memory than two
        if len(chunk) < _KEPT:
            if len(self) >= _MOST_KEPT:
                self.clear()
            self[chunk] = made
        return made

    def _taken(self, chunk: str) -> str:
        core = chunk.strip(JOINERS)
        if core != chunk and core and _MARKED_TAIL.isdisjoint(chunk):
            return self[core]
        # Most words are plain ones, and to take them apart like the others would take ten times as long.
        if core == chunk and core.isascii():
            if core.isalpha() and (core.islower() or core[1:].islower()):
                return _plain_word(core.lower()[:LONGEST])
            if core.isdecimal():
                return core[:LONGEST]
            if "'" not in core and len(parts := _parts(core)) > 1:
                return _plain_compound(core, parts)
        return " ".join(piece.text + _MARKED_AS[piece.kind] for piece in _pieces(chunk))


_KNOWN = _Known()


def _plain_word(folded: str) -> str:
    stem = _stem(folded)
    return stem if stem == folded else f"{stem} {EXACT_MARK}{folded}"


def _plain_compound(core: str, parts: list[str]) -> str:
    """The terms of a compound of ASCII, as ``_pieces`` has them: a page has one or two that no other page has."""
    folded = [part.lower()[:LONGEST] for part in parts]
    said = [piece.text + _MARKED_AS[piece.kind] for piece in _compound(core)]
    return " ".join(said + [_stem(part) if part.isalpha() else part for part in folded])


def _word_pieces(chunk: str) -> Iterator[_Piece]:
    core = chunk.strip(JOINERS)
    if not core:
        return
    tail = chunk[chunk.rindex(core) + len(core) :]
    marks = tail[: len(tail) - len(tail.lstrip("+#"))]
    if marks:
        yield _whole(core + marks)
    stem, apostrophe, clitic = core.partition("'")
    if apostrophe and clitic.lower() in _CLITICS:
        core = stem if clitic.lower() == "s" else core
        plain_word = stem.isalpha()
    else:
        plain_word = core.isalnum()
    parts = [core] if plain_word and _is_one_case(core) else _parts(core)
    if len(parts) > 1:
        yield from _compound(core)
    for part in parts:
        yield from _word(part, "part" if len(parts) > 1 else "word")


def _is_one_case(word: str) -> bool:
    return word.islower() or word.isupper() or word[1:].islower() or not word.isascii()


def _compound(core: str) -> Iterator[_Piece]:
    whole = core[1:] if core[0] in "vV" and core[1:2].isdigit() and "." in core else core
    yield from [_whole(whole)] if not whole.isalpha() else _word(whole, "whole")
    segments = _cut(core, _SEGMENT_ENDS)
    if len(segments) > 1:
        yield from (_whole(s) for s in map(_trimmed, segments[:MOST_PARTS]) if not s.isalnum() and s)


def _trimmed(segment: str) -> str:
    return segment.strip(JOINERS)


def _whole(text: str) -> _Piece:
    folded = fold(text)[:LONGEST]
    return _Piece(folded, "whole", folded)


def _cut(text: str, ends: str) -> list[str]:
    for end in ends:
        text = text.replace(end, " ")
    return text.split()


def _parts(core: str) -> list[str]:
    return list(islice(chain.from_iterable(map(_humps, _cut(core, JOINERS))), MOST_PARTS))


def _humps(atom: str) -> Iterable[str]:
    """``openSeaCock`` as open, Sea, Cock; ``HTTPServer`` as HTTP, Server; ``PDFs`` as one, the plural of PDF."""
    return (atom,) if atom[1:].islower() or atom.isdecimal() else _cut_humps(atom)


def _cut_humps(atom: str) -> Iterator[str]:
    start = 0
    for at in range(1, len(atom)):
        upper = atom[at].isupper()
        next_lower = atom[at + 1 : at + 2].islower()
        last_is_plural = at == len(atom) - 2 and atom[-1] == "s"
        if upper and (atom[at - 1].islower() or (atom[at - 1].isupper() and next_lower and not last_is_plural)):
            yield atom[start:at]
            start = at
    yield atom[start:]


def _word(text: str, kind: Kind) -> Iterator[_Piece]:
    folded = fold(text)[:LONGEST]
    letters = folded.replace("'", "")
    if not (letters.isascii() and letters.isalpha()):
        yield _Piece(folded, kind, folded)
        return
    stem = _stem(folded)
    yield _Piece(stem, kind, folded)
    if stem != folded and kind != "part":
        yield _Piece(EXACT_MARK + folded, "exact", folded)


@lru_cache(maxsize=1 << 16)
def _stem(word: str) -> str:
    """Snowball's stem; it asks for a vowel before a plural's s, which acronyms lack: ``pdfs`` is ``pdf`` here."""
    stem = _stemmer()(IRREGULAR.get(word, word))
    is_acronym = stem[-1:] == "s" and stem[-2:] != "ss" and len(stem) > _SHORTEST_PLURAL and _VOWELS.isdisjoint(stem)
    return stem[:-1] if is_acronym else stem


@lru_cache(maxsize=1)
def _stemmer() -> Callable[[str], str]:
    # Costs 1.4 ms, and many hooks end before any word is looked for. The C module has no stubs.
    from Stemmer import Stemmer  # type: ignore[import-not-found]  # noqa: PLC0415

    # Its own cache takes longer than it does, and the words that come again are kept here.
    stem: Callable[[str], str] = Stemmer("english", 0).stemWord
    return stem
