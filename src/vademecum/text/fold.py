"""Folding: every way of writing a character becomes one. Pure; offsets are not kept, so it is for matching only.

No regular expressions here: the hook path folds its query, and importing ``re`` would cost it more than the search.
"""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import category, normalize


class Table(dict[int, str]):
    """A table for ``str.translate`` that asks ``rule`` once for each character it meets.

    A plain dict without an entry makes ``translate`` raise and catch an error for each character, a hundred times
    the cost of an entry.
    """

    def __init__(self, rule: Callable[[str], str]) -> None:
        super().__init__()
        self._rule = rule

    def __missing__(self, code: int) -> str:
        self[code] = out = self._rule(chr(code))
        return out


# Letters that no Unicode decomposition takes apart, but that people type without their stroke.
_LETTERS = dict(zip("øØłŁđĐħĦŧŦıŀĿ", "oOlLdDhHtTilL", strict=True)) | {"æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE"}
_APOSTROPHES = dict.fromkeys("\u2018\u2019\u02bc\u201b\u05f3", "'")
_HYPHENS = dict.fromkeys("\u2010\u2011\u2212", "-")
_RENAMED = _LETTERS | _APOSTROPHES | _HYPHENS
# Accents, Hebrew points and Arabic vowel signs may be left out in writing; vowel signs of Indic scripts and Thai and
# the voicing of kana may not, so those marks stay. The last two ranges are variation selectors.
_OPTIONAL = (
    (0x300, 0x36F),
    (0x591, 0x5BD),
    (0x64B, 0x65F),
    (0x1AB0, 0x1AFF),
    (0x1DC0, 0x1DFF),
    (0xFE00, 0xFE0F),
    (0xE0100, 0xE01EF),
)
# Soft hyphen, tatweel, superscript alef, zero-width joiners, word joiner and byte-order mark: seen by no reader.
_UNSEEN = "\u00ad\u0640\u0670\u200c\u200d\u2060\ufeff"
_DROPPED = frozenset(_UNSEEN).union(*(map(chr, range(first, last + 1)) for first, last in _OPTIONAL))
_JAMO = (("\u1100", "\u11ff"), ("\ua960", "\ua97f"), ("\ud7b0", "\ud7ff"))
_CHANGED = _DROPPED.union(_RENAMED)
_PLAIN = Table(lambda character: "" if character in _DROPPED else _RENAMED.get(character, character))


def plain(text: str) -> str:
    """The text in NFKC without accents and unseen characters; case stays, and so do unlike scripts."""
    if text.isascii():
        return text
    apart = normalize("NFKD", text)
    # Most text in signs has nothing to change, and asking costs a tenth of translating.
    return normalize("NFKC", apart if _CHANGED.isdisjoint(apart) else apart.translate(_PLAIN))


def is_plain_alone(character: str) -> bool:
    """Whether ``plain`` makes the same of a character whatever stands beside it; where it is unsure it says no.

    Letters of Hangul written apart, voicing marks and the vowel signs of many scripts join what stands before them.
    """
    if character in _DROPPED:
        return True
    first = normalize("NFKC", character)[0]
    if category(first)[0] == "M" or any(low <= first <= high for low, high in _JAMO):
        return False
    return first <= "\uffff" or first >= "\U00020000" or category(first) == "So"


def caseless(text: str) -> str:
    """The form in which tags, kinds and titles are compared: case and how a sign is composed make no difference.

    Accents do: ``été`` is one word however a disk or an editor took it apart, and ``ete`` is another.
    """
    if text.isascii():
        return text.lower()
    # Folding takes some letters apart again.
    return normalize("NFC", normalize("NFC", text).casefold())


def fold(text: str) -> str:
    """The form in which texts are compared: width, case, accents and ligatures make no difference (A21)."""
    if text.isascii():
        return text.lower()
    return plain(plain(text).casefold())
