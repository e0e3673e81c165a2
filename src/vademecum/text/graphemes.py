"""Where a text may be cut without breaking what a person sees as one character (rule 14). Pure; it never adds text.

A small rule instead of the whole of Unicode's annex 29: it needs no tables beyond the standard library's. Where it
is unsure it joins, so that a cut comes earlier than it could, never inside a character.
"""

from __future__ import annotations

import unicodedata

ZWJ = "\u200d"
_VIRAMA = 9
_SKIN_TONES = ("\U0001f3fb", "\U0001f3ff")
_TAGS = ("\U000e0020", "\U000e007f")
_FLAG_LETTERS = ("\U0001f1e6", "\U0001f1ff")
# Vowels and finals of Hangul written as separate letters; whole syllables stand alone.
_HANGUL_TAILS = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7ff"))
# Thai and Lao AM are letters to Unicode's categories, but sit on the letter before them.
_SPACING_VOWELS = "\u0e33\u0eb3"


def cut_bytes(text: str, limit: int) -> str:
    """The longest beginning of at most ``limit`` bytes of UTF-8 that ends on a whole visible character."""
    end = len(text.encode(errors="surrogatepass")[:limit].decode(errors="ignore"))
    while end and not can_cut(text, end):
        end -= 1
    return text[:end]


def can_cut(text: str, at: int) -> bool:
    """Whether two visible characters meet at this offset; both ends of the text are such places."""
    if at <= 0 or at >= len(text):
        return True
    before, after = text[at - 1], text[at]
    if _extends(after) or before == ZWJ or (before, after) == ("\r", "\n"):
        return False
    # A virama ties the next consonant into the same cluster in the scripts of India.
    if unicodedata.combining(before) == _VIRAMA and unicodedata.category(after) == "Lo":
        return False
    return not (_is_flag(after) and _flag_letters_before(text, at) % 2)


def _extends(char: str) -> bool:
    """Whether a character belongs to the one before it, whatever that is."""
    if char < "\u0300":
        return False
    if unicodedata.category(char).startswith("M") or char == ZWJ or char in _SPACING_VOWELS:
        return True
    return any(low <= char <= high for low, high in (_SKIN_TONES, _TAGS, *_HANGUL_TAILS))


def _is_flag(char: str) -> bool:
    return _FLAG_LETTERS[0] <= char <= _FLAG_LETTERS[1]


def _flag_letters_before(text: str, at: int) -> int:
    start = at
    while start and _is_flag(text[start - 1]):
        start -= 1
    return at - start
