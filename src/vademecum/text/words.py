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
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from operator import add
from unicodedata import category

from vademecum.lean import NamedTuple
from vademecum.text.fold import Table, fold, is_plain_alone, plain
from vademecum.text.stops import STOP_SIGNS, STOP_WORDS, empty_signs, is_stop_pair

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal, TypeAlias

_RULES = "text-3"

Kind: TypeAlias = "Literal['whole', 'word', 'bigram', 'part', 'exact', 'unigram']"
# A term met in several roles keeps the strongest, the first of these.
_STRENGTH: dict[Kind, int] = {"whole": 0, "word": 1, "bigram": 2, "part": 3, "exact": 4, "unigram": 5}
_COUNTED: frozenset[Kind] = frozenset({"word", "part", "bigram"})

EXACT_MARK = "="
# Longer than any word and any identifier that a person types; it bounds what one hostile token can cost.
LONGEST = 64
# An embedded image is one token of a million characters; it is known by its beginning, and the cache keeps none of it.
MOST_PARTS = 64
_KEPT = 256
_MOST_KEPT = 1 << 16
# A query pasted from a page or a log: what it is about stands at its beginning. Databases bound their parameters too.
LONGEST_QUERY = 65_536
MOST_TERMS = 2_000
_JOINERS = "._-/@:+#&'"
_MARKED_TAIL = frozenset("+#")
_SEGMENT_ENDS = "/:@"
_VOWELS = frozenset("aeiouy")
_SHORTEST_PLURAL = len("ms")
_CLITICS = frozenset({"s", "t", "d", "m", "ll", "re", "ve"})
# First and last code points; what counts inside is decided by character, so that punctuation among them ends a run.
_SIGN_SCRIPTS = (
    (0x1100, 0x11FF),
    (0x2E80, 0x2FDF),
    (0x3005, 0x3007),
    (0x3031, 0x318F),
    (0x31A0, 0x31FF),
    (0x3400, 0x9FFF),
    (0xA960, 0xA97F),
    (0xAC00, 0xD7FF),
    (0xF900, 0xFAFF),
    (0x1AFF0, 0x1B2FF),
    (0x20000, 0x3FFFF),
)
_UNSPACED_SCRIPTS = (
    (0x0E00, 0x0EFF),
    (0x1000, 0x109F),
    (0x1780, 0x17FF),
    (0x1950, 0x19DF),
    (0x1A20, 0x1AAF),
    (0xA980, 0xA9FF),
    (0xAA60, 0xAADF),
)


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


def _within(character: str, scripts: Iterable[tuple[int, int]]) -> bool:
    code = ord(character)
    return any(low <= code <= high for low, high in scripts)


def _is_letter(character: str) -> bool:
    return character.isalnum() or category(character)[0] == "M"


def _marked(character: str) -> str:
    """A character of a word as it is, one of a run between its script's marks, any other as a blank."""
    if character in _JOINERS:
        return character
    if character == "\\":
        return "/"
    if not character.isascii():
        if character.isalnum() and _within(character, _SIGN_SCRIPTS):
            return f"{_SIGNS}{_one_form(character)}{_SIGNS_END}"
        if _is_letter(character) and _within(character, _UNSPACED_SCRIPTS):
            return f"{_UNSPACED}{character}{_UNSPACED_END}"
    return character if _is_letter(character) else " "


def _one_form(sign: str) -> str:
    from vademecum.text.han import one_form  # noqa: PLC0415 - a prompt without such signs need not wait for it

    return one_form(sign)


# One pass over the characters finds the runs too: where the end mark of one meets the first of the next, it goes on.
_SIGNS, _SIGNS_END, _UNSPACED, _UNSPACED_END = "\x01\x02\x03\x04"
_MARKED = Table(_marked)
# The same with what ``plain`` does, in one pass: most texts hold no character whose form depends on the one before it.
_UNSURE = "\x05"
_WRITTEN = Table(lambda c: "".join(map(_marked, plain(c))) if is_plain_alone(c) else _UNSURE)


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
    chunks = _chunks(text)
    if text.isascii():
        known = [_KNOWN[chunk] for chunk in chunks]
        return [term for texts, _ in known for term in texts], sum([count for _, count in known])
    found: list[str] = []
    words = 0
    for chunk in chunks:
        if chunk[0] == _SIGNS:
            run = chunk[1:]
            found += run
            found += _pairs(run)
            words += len(run) - 1 or 1
        else:
            texts, count = _KNOWN[chunk]
            found += texts
            words += count
    return found, words


def query_terms(text: str) -> tuple[Term, ...]:
    """The distinct terms of a query, in order of appearance.

    Words that say nothing about a page are left out, unless the query has no others but single signs. Any text is a
    query; one without a word has no terms.
    """
    # A trace or a log says the same words line after line; each is taken apart once.
    chunks = Counter(_chunks(text[:LONGEST_QUERY]))
    telling = [(piece, times) for chunk, times in chunks.items() for piece in _telling(chunk)]
    if all(piece.kind == "unigram" for piece, _ in telling):
        telling = [(piece, times) for chunk, times in chunks.items() for piece in _pieces(chunk)]
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
    return f" {' '.join(part for chunk in _chunks(text) for part in _spoken(chunk))} "


def _spoken(chunk: str) -> list[str]:
    if chunk[0] in (_SIGNS, _UNSPACED):
        return [chunk[1:]]
    pieces = list(_word_pieces(chunk))
    # ``rate-limit`` is said as its parts are; ``tide_table`` is one thing's name, and ``C++`` is not said as C is.
    parts = [] if "_" in chunk else [piece.text for piece in pieces if piece.kind == "part"]
    return parts or [piece.text for piece in pieces[:1]]


def is_sign(character: str) -> bool:
    """Whether the character is of a script that puts no spaces between words."""
    return _MARKED[ord(character)][0] in (_SIGNS, _UNSPACED)


def _chunks(text: str) -> list[str]:
    """The text in words and compounds, and in runs that begin with the mark of their script."""
    chunked = text.translate(_WRITTEN)
    if _UNSURE in chunked:
        chunked = plain(text).translate(_MARKED)
    if _SIGNS in chunked:
        chunked = chunked.replace(_SIGNS_END + _SIGNS, "").replace(_SIGNS, " " + _SIGNS).replace(_SIGNS_END, " ")
    if _UNSPACED in chunked:
        chunked = chunked.replace(_UNSPACED_END + _UNSPACED, "")
        chunked = chunked.replace(_UNSPACED, " " + _UNSPACED).replace(_UNSPACED_END, " ")
    for noise in ("..", "--", "//"):
        chunked = chunked.replace(noise, " ")
    return chunked.split()


def _pairs(run: str) -> list[str]:
    return list(map(add, run, islice(run, 1, None)))


def _pieces(chunk: str) -> Iterator[_Piece]:
    run = chunk[1:]
    if chunk[0] == _SIGNS:
        yield from (_Piece(pair, "bigram", run) for pair in _pairs(run))
        yield from (_Piece(sign, "unigram" if len(run) > 1 else "word", sign) for sign in run)
    elif chunk[0] == _UNSPACED:
        yield from (_Piece(pair, "bigram", pair) for pair in _pairs(run) or [run])
    else:
        yield from _word_pieces(chunk)


def _telling(chunk: str) -> list[_Piece]:
    empty = empty_signs(chunk[1:]) if chunk[0] == _SIGNS else ()
    return [
        piece
        for piece in _pieces(chunk)
        if not _is_stop(piece) and (piece.kind != "unigram" or piece.text not in empty)
    ]


def _is_stop(piece: _Piece) -> bool:
    if piece.kind == "bigram":
        return is_stop_pair(piece.text, piece.word)
    return piece.word in STOP_WORDS or piece.word in STOP_SIGNS


class _Known(dict[str, tuple[tuple[str, ...], int]]):
    """The terms of each word and compound that was met, and how many words it counts for.

    Natural text repeats its words: at a hundred thousand blocks nine chunks of ten are answered from here, and a dict
    answers in half the time of a function with a cache.
    """

    def __missing__(self, chunk: str) -> tuple[tuple[str, ...], int]:
        core = chunk.strip(_JOINERS)
        if core == chunk and core.isascii() and core.isalpha() and (core.islower() or core[1:].islower()):
            # Most words are plain ones, and to take them apart like the others would take ten times as long.
            made = _plain_word(core.lower()[:LONGEST]), 1
        elif core != chunk and core and _MARKED_TAIL.isdisjoint(chunk):
            made = self[core]
        else:
            pieces = tuple(_pieces(chunk))
            made = tuple(piece.text for piece in pieces), sum(piece.kind in _COUNTED for piece in pieces)
        if len(chunk) < _KEPT:
            if len(self) >= _MOST_KEPT:
                self.clear()
            self[chunk] = made
        return made


_KNOWN = _Known()


def _plain_word(folded: str) -> tuple[str, ...]:
    stem = _stem(folded)
    return (stem,) if stem == folded else (stem, EXACT_MARK + folded)


def _word_pieces(chunk: str) -> Iterator[_Piece]:
    core = chunk.strip(_JOINERS)
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
    return segment.strip(_JOINERS)


def _whole(text: str) -> _Piece:
    folded = fold(text)[:LONGEST]
    return _Piece(folded, "whole", folded)


def _cut(text: str, ends: str) -> list[str]:
    for end in ends:
        text = text.replace(end, " ")
    return text.split()


def _parts(core: str) -> list[str]:
    return list(islice((part for atom in _cut(core, _JOINERS) for part in _humps(atom)), MOST_PARTS))


def _humps(atom: str) -> Iterator[str]:
    """``openSeaCock`` as open, Sea, Cock; ``HTTPServer`` as HTTP, Server; ``PDFs`` as one, the plural of PDF."""
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
    stem = _stemmer()(word)
    is_acronym = stem[-1:] == "s" and stem[-2:] != "ss" and len(stem) > _SHORTEST_PLURAL and _VOWELS.isdisjoint(stem)
    return stem[:-1] if is_acronym else stem


@lru_cache(maxsize=1)
def _stemmer() -> Callable[[str], str]:
    # Costs 1.4 ms, and many hooks end before any word is looked for. The C module has no stubs.
    from Stemmer import Stemmer  # type: ignore[import-not-found]  # noqa: PLC0415

    stem: Callable[[str], str] = Stemmer("english").stemWord
    return stem
