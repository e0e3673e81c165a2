"""Chunks: a text cut at blanks and at all that belongs to no word, before any of it is taken apart. Pure.

A chunk is a word or a compound, or a run of signs that begins with the mark of its script. One pass over the characters
does it, by tables that ask what a character is when it is met for the first time.

No regular expressions and no tables made at import: the hook path loads this module.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from unicodedata import category

from vademecum.text.fold import Table, is_plain_alone, plain

JOINERS = "._-/@:+#&'"
SIGNS, UNSPACED = "\x01", "\x03"
"""What a run begins with: signs of Han, kana and Hangul, and those of other scripts without spaces."""

# One pass over the characters finds the runs too: where the end mark of one meets the first of the next, it goes on.
_SIGNS_END, _UNSPACED_END = "\x02", "\x04"
_UNSURE = "\x05"
_NOISE = ("..", "--", "//")
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
_ASCII = bytes(range(0x80))
# Stands between texts that are cut at once; in a text itself it is a blank.
_BOUND = "\x06"
_IN_WORDS = f"{_BOUND}0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz{JOINERS}".encode()
_JOINT = f" {_BOUND} "
_BETWEEN = _ASCII.translate(None, b"\\" + _IN_WORDS)
_IN_ASCII = bytes.maketrans(b"\\" + _BETWEEN, b"/" + b" " * len(_BETWEEN))
# An English page has apostrophes, quotes and dashes of some few kinds; each is put in by a search of its own. They are
# at most one byte of so many.
_FEW, _RARE = 12, 4


def _within(character: str, scripts: Iterable[tuple[int, int]]) -> bool:
    code = ord(character)
    return any(low <= code <= high for low, high in scripts)


def _is_letter(character: str) -> bool:
    return character.isalnum() or category(character)[0] == "M"


def _sign(character: str) -> str:
    """The one form of a sign; empty for any other character."""
    if character.isascii() or not character.isalnum() or not _within(character, _SIGN_SCRIPTS):
        return ""
    from vademecum.text.han import one_form  # noqa: PLC0415 - a prompt without such signs need not wait for it

    return one_form(character)


def _marked(character: str) -> str:
    """A character of a word as it is, one of a run between its script's marks, any other as a blank."""
    if character in JOINERS:
        return character
    if character == "\\":
        return "/"
    if character == _BOUND:
        return _BOUND
    if sign := _sign(character):
        return f"{SIGNS}{sign}{_SIGNS_END}"
    if not character.isascii() and _is_letter(character) and _within(character, _UNSPACED_SCRIPTS):
        return f"{UNSPACED}{character}{_UNSPACED_END}"
    return character if _is_letter(character) else " "


_MARKED = Table(_marked)
# The same with what ``plain`` does, in one pass: most texts hold no character whose form depends on the one before it.
_WRITTEN = Table(lambda c: "".join(map(_marked, plain(c))) if is_plain_alone(c) else _UNSURE)


def is_sign(character: str) -> bool:
    """Whether the character is of a script that puts no spaces between words."""
    return _MARKED[ord(character)][0] in (SIGNS, UNSPACED)


def chunks(text: str) -> list[str]:
    """The text in words and compounds, and in runs that begin with the mark of their script."""
    return chunked(text).split()


def chunked(text: str) -> str:
    """The chunks as one text, with blanks between them."""
    return _cut(text.replace(_BOUND, " ") if _BOUND in text else text)


def all_chunked(texts: Sequence[str]) -> list[str]:
    """The same for each of one or more texts: a page has ten, most of them short, and to cut each by itself takes twice
    as long."""
    joined = _JOINT.join(texts)
    if joined.count(_BOUND) >= len(texts):
        joined = _JOINT.join(text.replace(_BOUND, " ") for text in texts)
    return _cut(joined).split(_BOUND)


def _cut(text: str) -> str:
    cut = _translated(text)
    if _UNSURE in cut:
        cut = plain(text).translate(_MARKED)
    if SIGNS in cut:
        cut = cut.replace(_SIGNS_END + SIGNS, "").replace(SIGNS, " " + SIGNS).replace(_SIGNS_END, " ")
    if UNSPACED in cut:
        cut = cut.replace(_UNSPACED_END + UNSPACED, "")
        cut = cut.replace(UNSPACED, " " + UNSPACED).replace(_UNSPACED_END, " ")
    for noise in _NOISE:
        cut = cut.replace(noise, " ")
    return cut


def _translated(text: str) -> str:
    """The text by the table; ASCII, most of what people write, goes by bytes, which takes a tenth of the time."""
    raw = text.encode("utf-8", "surrogatepass")
    chunked = raw.translate(_IN_ASCII)
    if text.isascii():
        return chunked.decode()
    others = raw.translate(None, _ASCII)
    forms = _forms(others.decode("utf-8", "surrogatepass")) if len(others) * _RARE < len(raw) else None
    return text.translate(_WRITTEN) if forms is None else _replaced(chunked.decode("utf-8", "surrogatepass"), forms)


def _forms(others: str) -> dict[str, str] | None:
    """What few other characters become, None where these are many or become others in turn."""
    met = set(others)
    forms = {other: _WRITTEN[ord(other)] for other in met} if len(met) <= _FEW else {}
    return forms if forms and all(map(str.isascii, forms.values())) else None


def _replaced(chunked: str, forms: Mapping[str, str]) -> str:
    for other, form in forms.items():
        chunked = chunked.replace(other, form)
    return chunked
