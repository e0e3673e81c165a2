"""Other readings of a text: what it says once hiding is undone. Pure; lines stay, so that one can be named.

A reader who is a model sees through widths, unlike scripts, digits for letters, gaps between letters, marks of emphasis
and encodings, so a rule has to as well. Each reading is made only when the text shows a sign of it. What nobody can
see at all is told apart: there is no honest reason to write words in tag characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from unicodedata import category

from vademecum.text.fold import Table, fold, is_plain_alone, plain as without_accents
from vademecum.text.han import one_form
from vademecum.threats.kinds import OTHER, Kinds

# Letters of other scripts that look like a Latin one.
_ALIKE = str.maketrans(
    "аɑαеεєоοσорρсϲуγυхχіιїјѕԁһкκмտтτвβньгʀԛԝνпηɡɩұҽօսցոհ",
    "aaaeeeooooppccyyuxxiiijsdhkkmsttbbnbrrqwvnngiyeouqnh",
)
_UNSEEN = Table(lambda character: "" if category(character) == "Cf" or _is_selector(character) else character)
_SIMPLE = Table(one_form)
# All of it at once, for characters that come out the same whatever stands beside them, as most do.
_UNSURE = "\x05"
_TAGS = {code: chr(code - 0xE0000) for code in range(0xE0020, 0xE007F)}
_TAG_RUN = re.compile("[\U000e0020-\U000e007e]{4,}")
# Without any of these a text has no words that nobody sees.
_HIDING = re.compile("[\U000e0020-\U000e007e]")
_TURNED = re.compile("\u202e([^\u202c\n]{2,4000})\u202c?")
_LOOKS_MIXED = re.compile(
    "[a-z][\u0370-\u03ff\u0400-\u052f\u0561-\u0587]|[\u0370-\u03ff\u0400-\u052f\u0561-\u0587][a-z]"
)
_LEET_WORD = re.compile(r"(?<![a-z0-9@$])(?:[a-z]{1,20}[0134578@$]|[0134578@$]{1,20}[a-z])[a-z0134578@$]{0,40}")
_LEET = re.compile(r"[a-z][0134578@$]{1,3}[a-z][^\n]{0,60}[a-z][0134578@$]{1,3}[a-z]")
# The beginnings of what longer expressions look for are found or missed much sooner.
_LEET_SIGNS = "0134578@$"
# Two words of it stand in what the expression looks for.
_LEET_WORDS = ("a0a", "a00a", "a000a")
_OF_LEET = Kinds(**{"0": "[0134578@$]", "a": "[a-z]"})
_OF_SPACED = Kinds(s=r"[._\-/]", x=f"[a-z{OTHER}]")
_OF_SPACED_SIGNS = Kinds(x=r"\S", n=r"[^\S ]")
_OTHER_SCRIPT = re.compile("[\u0370-\u03ff\u0400-\u052f\u0561-\u0587]")
_LEET_TABLES = (str.maketrans("01345780@$", "oieastboas"), str.maketrans("01345780@$", "oleastboas"))
_SPACED = re.compile(r"(?<![a-z0-9])[^\W\d_]([ ._\-/·])[^\W\d_](?:\1[^\W\d_]){2,400}(?![a-z0-9])")
# Where longer words are spaced, short ones between wide blanks are too.
_SPACED_SHORT = re.compile(
    r"(?:(?<=\s\s)|(?<!.))[^\W\d_](?: [^\W\d_]){1,2}(?=\s\s|[.,:;!?']|\s[.,:;!?]|$)", re.MULTILINE
)
_SPACED_SIGNS = re.compile(r"(?<!\S)\S(?: \S){5,400}(?!\S)")
# A shorter line that ends within a word was cut there; prose that is wrapped has longer ones.
_SHORT_LINE = 29
_LETTER = re.compile(r"[^\W\d]")
_EMPHASIS_SIGNS = "*~<_\\"
_EMPHASIS = re.compile(r"\*{1,3}|~~|(?<=\w)__(?=\w)|</?(?:b|i|em|u|s|span|wbr|strong|sub|sup)/?>|\\(?=[^\w\s])")


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def in_lines(text: str) -> str:
    """The text with one sign for the end of a line, whatever system it was written on."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def plain(text: str) -> str:
    """The text in one width, case, script of Han and sort of lines, without accents and signs that nobody sees."""
    text = in_lines(text)
    seen = text.lower() if text.isascii() else _folded(text)
    return _EMPHASIS.sub("", seen) if any(sign in seen for sign in _EMPHASIS_SIGNS) else seen


def _folded(text: str) -> str:
    folded = text.translate(_PLAIN)
    return _folded_with_care(text) if _UNSURE in folded else folded


def _folded_with_care(text: str) -> str:
    return fold(text.translate(_UNSEEN)).translate(_SIMPLE).lower()


def _plain_alone(character: str) -> str:
    """A character as ``_folded_with_care`` makes it in any text, or a mark for one whose neighbours may matter."""
    is_alone = all(map(is_plain_alone, (character, *without_accents(character).casefold())))
    return _folded_with_care(character) if is_alone else _UNSURE


_PLAIN = Table(_plain_alone)


def may_hide_words(text: str) -> bool:
    """Whether ``unseen_words`` may find anything in a text or a part of it."""
    return not text.isascii() and _HIDING.search(text) is not None


def unseen_words(text: str) -> Iterator[tuple[int, str]]:
    """What stands in a text in characters that nobody sees, each with its offset."""
    for run in _TAG_RUN.finditer(text):
        # A flag of England, Scotland or Wales is a black flag with a few tags behind it.
        if text[run.start() - 1 : run.start()] != "\U0001f3f4":
            yield run.start(), run.group().translate(_TAGS)


def turned_back(text: str) -> str:
    """The text as it shows, where a sign turns the letters after it round. A model may read them as they stand, so this
    is a reading beside the text itself."""
    return _TURNED.sub(lambda run: run.group(1)[::-1], text)


def may_read_otherwise(text: str) -> bool:
    """Whether ``readings`` may have any for a part of a text in plain form."""
    return _is_broken(text) or _is_leet(text) or _is_spaced(text) or _is_mixed(text)


def _is_broken(text: str) -> bool:
    """Whether a short line ends within a word."""
    lines = text.split("\n")
    short = ((line[-1], after[0]) for line, after in pairwise(lines) if after and 0 < len(line) <= _SHORT_LINE)
    return any(_LETTER.match(last) and _LETTER.match(first) for last, first in short)


def _is_leet(text: str) -> bool:
    has_any = any(sign in text for sign in _LEET_SIGNS)
    if not has_any:
        return False
    kinds = _OF_LEET.of(text)
    return sum(map(kinds.count, _LEET_WORDS)) > 1 and _LEET.search(text) is not None


def _is_spaced(text: str) -> bool:
    letters = _OF_SPACED.of(text)
    may_be = "·" in text or "x x x x" in letters or "sxsxs" in letters or " x x x x " in _OF_SPACED_SIGNS.of(text)
    return may_be and bool(_SPACED.search(text) or _SPACED_SIGNS.search(text))


def _is_mixed(text: str) -> bool:
    return not text.isascii() and _OTHER_SCRIPT.search(text) is not None and _LOOKS_MIXED.search(text) is not None


def readings(text: str) -> Iterator[str]:
    """What else ``plain`` text says, each reading a whole text; none of them is the text itself."""
    if _is_broken(text):
        yield text.replace("\n", "")
    if _is_mixed(text):
        yield text.translate(_ALIKE)
    if _is_leet(text):
        yield from (_unleet(text, table) for table in _LEET_TABLES)
    if _is_spaced(text):
        closed = _SPACED.sub(lambda run: re.sub(r"[ ._\-/·]", "", run.group()), text.replace(" ' ", "'"))
        short = _SPACED_SHORT.sub(lambda run: run.group().replace(" ", ""), closed)
        yield _SPACED_SIGNS.sub(lambda run: run.group().replace(" ", ""), short)


def _unleet(text: str, table: dict[int, int]) -> str:
    return _LEET_WORD.sub(lambda word: word.group().translate(table), text)
