"""Other readings of a text: what it says once hiding is undone. Pure; line ends stay, so that a line can be named.

A reader who is a model sees through widths, unlike scripts, digits for letters, gaps between letters, marks of emphasis
and encodings, so a rule has to as well. Each reading is made only when the text shows a sign of it. What nobody can
see at all is told apart: there is no honest reason to write words in tag characters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from unicodedata import category

from vademecum.text.fold import Table, fold
from vademecum.text.han import one_form

# Letters of other scripts that look like a Latin one.
_ALIKE = str.maketrans(
    "аɑαеεєоοσорρсϲуγυхχіιїјѕԁһкκмտтτвβньгʀԛԝνпηɡɩұҽօսցոհ",
    "aaaeeeooooppccyyuxxiiijsdhkkmsttbbnbrrqwvnngiyeouqnh",
)
_UNSEEN = Table(lambda character: "" if category(character) == "Cf" or _is_selector(character) else character)
_SIMPLE = Table(one_form)
_TAGS = {code: chr(code - 0xE0000) for code in range(0xE0020, 0xE007F)}
_TAG_RUN = re.compile("[\U000e0020-\U000e007e]{4,}")
_TURNED = re.compile("[\u202d\u202e]([^\u202c\n]{2,4000})\u202c?")
_LOOKS_MIXED = re.compile(
    "[a-z][\u0370-\u03ff\u0400-\u052f\u0561-\u0587]|[\u0370-\u03ff\u0400-\u052f\u0561-\u0587][a-z]"
)
_LEET_WORD = re.compile(r"(?<![a-z0-9@$])(?:[a-z]{1,20}[0134578@$]|[0134578@$]{1,20}[a-z])[a-z0134578@$]{0,40}")
_LEET = re.compile(r"[a-z][0134578@$]{1,3}[a-z][^\n]{0,60}[a-z][0134578@$]{1,3}[a-z]")
_LEET_TABLES = (str.maketrans("01345780@$", "oieastboas"), str.maketrans("01345780@$", "oleastboas"))
_SPACED = re.compile(r"(?<![a-z0-9])[^\W\d_]([ ._\-/·])[^\W\d_](?:\1[^\W\d_]){2,400}(?![a-z0-9])")
_SPACED_SIGNS = re.compile(r"(?<!\S)\S(?: \S){5,400}(?!\S)")
_BETWEEN_HAN = re.compile("(?<=[\u4e00-\u9fff])[ \t]?\n[ \t]?(?=[\u4e00-\u9fff])")
# The end of a short line within a word; prose that is wrapped has longer ones.
_INNER_END = re.compile(r"(?:^|(?<=\n))[^\n]{0,28}[^\W\d]\n[^\W\d]")
_EMPHASIS = re.compile(r"\*{1,3}|~~|(?<=\w)__(?=\w)|</?(?:b|i|em|u|s|span|wbr|strong|sub|sup)/?>|\\(?=[^\w\s])")


def _is_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def plain(text: str) -> str:
    """The text in one width, case and script of Han, without accents and signs that nobody sees."""
    seen = text if text.isascii() else fold(text.translate(_UNSEEN)).translate(_SIMPLE)
    return _EMPHASIS.sub("", seen.lower())


def unseen_words(text: str) -> Iterator[str]:
    """What stands in a text in characters that nobody sees, or the wrong way round."""
    if text.isascii():
        return
    for run in _TAG_RUN.finditer(text):
        # A flag of England, Scotland or Wales is a black flag with a few tags behind it.
        if text[run.start() - 1 : run.start()] != "\U0001f3f4":
            yield run.group().translate(_TAGS)
    for run in _TURNED.finditer(text):
        yield run.group(1)[::-1]


def turned_back(text: str) -> str:
    """The text as it shows, where a sign turns the letters after it round."""
    return _TURNED.sub(lambda run: run.group(1)[::-1], text)


def may_read_otherwise(text: str) -> bool:
    """Whether ``readings`` may have any for a part of a text in plain form."""
    signs = (_LEET, _SPACED, _SPACED_SIGNS, _INNER_END)
    return any(sign.search(text) for sign in signs) or (not text.isascii() and _LOOKS_MIXED.search(text) is not None)


def readings(text: str) -> Iterator[str]:
    """What else ``plain`` text says, each reading a whole text; none of them is the text itself."""
    if _INNER_END.search(text):
        yield text.replace("\n", "")
    if not text.isascii() and _LOOKS_MIXED.search(text):
        yield text.translate(_ALIKE)
    if _LEET.search(text):
        yield from (_unleet(text, table) for table in _LEET_TABLES)
    if _SPACED.search(text) or _SPACED_SIGNS.search(text):
        closed = _SPACED.sub(lambda run: re.sub(r"[ ._\-/·]", "", run.group()), text)
        yield _SPACED_SIGNS.sub(lambda run: run.group().replace(" ", ""), closed)


def joined(text: str) -> str:
    """The lines of a paragraph as one: Chinese lines meet without a space."""
    return " ".join(_BETWEEN_HAN.sub("", text).split())


def _unleet(text: str, table: dict[int, int]) -> str:
    return _LEET_WORD.sub(lambda word: word.group().translate(table), text)
