"""Marks: what a block's text shows at a glance beside its words, kept as terms that no text has. Pure.

Three things help to rank an answer and can't be read from a bag of words: whose words they are, where a text opens
with a name as transcripts and minutes do; whether it ends by asking, for a question seldom answers one; and whether it
is all that its page says. A hook waits for this module; it has the marks that are asked for as well as those that are
kept.
"""

from __future__ import annotations

from functools import lru_cache

from vademecum.text import index_terms

# No letter and no joiner, so the words of no text hold it.
_MARK = "~"
ASKS = _MARK + "?"
"""The mark of a text that ends in a question."""
ALONE = _MARK + "."
"""The mark of a block that is all its page says."""

_LONGEST_LABEL = 48
_MOST_WORDS = 4
_MOST_SIGNS = 5
_COLONS = ":\uff1a"
_OPENING = " \t\r\n\u3000\ufeff-*+>_`#|\u2022\u201c\"'0123456789:./"
_CLOSING = " \t\r\n\u3000*_`\"'\u201d\u2019)]}\uff09\u300d\u300f\u3011"
_ENDS_ASKING = frozenset("?\uff1f")
_BRACKETS = {"[": "]", "(": ")", "\uff08": "\uff09", "\u3010": "\u3011"}
_IN_NAMES = ".-'\u2019\u00b7"


def voice(term: str) -> str:
    """The mark of a text that a person of this name, or of a name with this word in it, wrote or said."""
    return _MARK + term


def voices_of(name: str) -> list[str]:
    """The marks of a name: one for each of its words, or pairs of signs."""
    return [*_voices(name)]


@lru_cache(maxsize=1024)
def _voices(name: str) -> tuple[str, ...]:
    # A few people write most of a store.
    terms = dict.fromkeys(index_terms(name)[0])
    return tuple(voice(term) for term in terms if not term.startswith("=") and (len(term) > 1 or len(name) == 1))


def marks_of(text: str) -> list[str]:
    """All marks of a text."""
    label = label_of(text)
    marks = voices_of(label) if label and _is_one_speech(text, label) else []
    if text.rstrip(_CLOSING)[-1:] in _ENDS_ASKING:
        marks.append(ASKS)
    return marks


def _is_one_speech(text: str, label: str) -> bool:
    """Whether no line opens with another name: a talk of several is nobody's own words."""
    others = text.split("\n")[1:]
    return all(label_of(line) in ("", label) for line in others if _COLONS[0] in line or _COLONS[1] in line)


def label_of(text: str) -> str:
    """The name before a text's first colon, empty when it opens otherwise: ``[10:32] **Ann Lee** (by phone): yes``."""
    opening = text.lstrip(_OPENING)[: _LONGEST_LABEL + 1]
    line = opening.partition("\n")[0]
    if _COLONS[0] not in line and _COLONS[1] not in line:
        return ""
    words = _outside_brackets(_before_colon(line)).strip(_OPENING + _CLOSING).split()
    is_name = 0 < len(words) <= _MOST_WORDS and all(map(_is_name, words))
    return " ".join(words) if is_name and _is_short(words) else ""


def _before_colon(line: str) -> str:
    """What stands before a line's first colon that is none of a time; nothing without one."""
    at = 0
    for part in line.replace(_COLONS[1], _COLONS[0]).split(_COLONS[0])[:-1]:
        at += len(part)
        if not part[-1:].isdigit():
            return line[:at]
        at += 1
    return ""


def _is_short(words: list[str]) -> bool:
    """Whether a name in signs is as long as people's are; a longer one names a chapter."""
    return all(word[0].isupper() or len(word) <= _MOST_SIGNS for word in words)


def _outside_brackets(text: str) -> str:
    """The text without what stands in brackets; nothing when one is still open, for then its colon is inside."""
    for opens, closes in _BRACKETS.items():
        before, found, rest = text.partition(opens)
        if found:
            _, closed, after = rest.partition(closes)
            text = before + after if closed else ""
    return text


def _is_name(word: str) -> bool:
    """Whether it is written like a name's word: letters alone, the first of them no small one."""
    letters = word.strip(_IN_NAMES)
    return letters[:1].isalpha() and not letters[0].islower() and all(c.isalpha() or c in _IN_NAMES for c in letters)
