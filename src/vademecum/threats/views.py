"""Other readings of a text: what it says once hiding is undone. Pure; lines stay, so that one can be named.

A reader who is a model sees through widths, unlike scripts, digits for letters, gaps between letters, marks of emphasis
and encodings, so a rule has to as well. Each reading is made only when the text shows a sign of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from vademecum.text.fold import Table, fold, is_plain_alone, plain as without_accents
from vademecum.text.han import one_form
from vademecum.threats.kinds import OTHER, Kinds
from vademecum.threats.unseen import SHOWN, shown_ascii

# Letters of Cherokee that look like a Latin one; in plain form they are the small ones.
_CHEROKEE = dict(zip("ꭰꭱꭲꭵꭹꭺꭻꭼꮃꮇꮋꮍꮐꮓꮞꮟꮢꮤꮩꮪꮮꮯꮲꮶꮷᏼꮜꭴ", "drtiyajewmhygz4brwvslcpkdbuo", strict=True))
# Letters of other scripts that look like a Latin one.
_ALIKE = str.maketrans(
    "аɑαеεєоοσорρсϲуγυхχіιїјѕԁһкκмտтτвβньгʀԛԝνпηɡɩұҽօսցոհ",
    "aaaeeeooooppccyyuxxiiijsdhkkmsttbbnbrrqwvnngiyeouqnh",
) | str.maketrans(_CHEROKEE)
_SIMPLE = Table(one_form)
# All of it at once, for characters that come out the same whatever stands beside them, as most do.
_UNSURE = "\x05"
_TURNED = re.compile("\u202e([^\u202c\n]{2,4000})\u202c?")
_OTHER = "\u0250-\u02af\u0370-\u03ff\u0400-\u052f\u0561-\u0587\u13f8-\u13fd\uab70-\uabbf"
# Of Cherokee it takes no neighbour: whole words can be put together of it.
_LOOKS_MIXED = re.compile(f"[a-z][{_OTHER}]|[{_OTHER}][a-z]|[\uab70-\uabbf]")
_LEET_WORD = re.compile(r"(?<![a-z0-9@$])(?:[a-z]{1,20}[0134578@$]|[0134578@$]{1,20}[a-z])[a-z0134578@$]{0,40}")
_LEET = re.compile(r"[a-z][0134578@$]{1,3}[a-z][^\n]{0,60}[a-z][0134578@$]{1,3}[a-z]")
# The beginnings of what longer expressions look for are found or missed much sooner.
_LEET_SIGNS = "0134578@$"
# Two words of it stand in what the expression looks for.
_LEET_WORDS = ("a0a", "a00a", "a000a")
_OF_LEET = Kinds(**{"0": "[0134578@$]", "a": "[a-z]"})
_OF_SPACED = Kinds(s=r"[.,_\-/|+:]", x=f"[a-z{OTHER}]")
_OF_SPACED_SIGNS = Kinds(x=r"\S", n=r"[^\S ]")
_OTHER_SCRIPT = re.compile(f"[{_OTHER}]")
_LEET_TABLES = (str.maketrans("01345780@$", "oieastboas"), str.maketrans("01345780@$", "oleastboas"))
_SPACED = re.compile(r"(?<![a-z0-9])[^\W\d_]([ .,_\-/|+:·])[^\W\d_](?:\1[^\W\d_]){2,400}(?![a-z0-9])")
# Where longer words are spaced, short ones are too, between wide blanks or by a sign.
_SIGNED_SHORT = re.compile(r"(?<![a-z0-9])[^\W\d_]([.,_\-/|+:·])[^\W\d_](?:\1[^\W\d_])?(?![a-z0-9])")
_SPACED_SHORT = re.compile(
    r"(?:(?<=\s\s)|(?<!.))[^\W\d_](?: [^\W\d_]){1,2}(?=\s\s|[.,:;!?']|\s[.,:;!?]|$)", re.MULTILINE
)
_SPACED_SIGNS = re.compile(r"(?<!\S)\S(?: \S){5,400}(?!\S)")
# A shorter line that ends within a word was cut there; prose that is wrapped has longer ones.
_SHORT_LINE = 29
_LETTER = re.compile(r"[^\W\d]")
# Tags and remarks within a word, which show nothing but cut it.
_CUT = re.compile(r"(?<=\w)(?:<!--[^\n]{0,300}?-->|</?[a-z][^<>\n]{0,80}>){1,9}(?=\w)")
# Signs that nobody sees, by their names.
_UNSEEN_NAMES = re.compile(
    r"&(?:shy|zwn?j|lrm|rlm|nobreak|zerowidthspace|(?:very)?thinspace|applyfunction|invisible\w{4,5});"
)
# An escaped end of a line is one for whoever reads on.
_ESCAPED_END = r"\n"
_EMPHASIS_SIGNS = "*~<_\\"
_EMPHASIS = re.compile(r"\*{1,3}|~~|(?<=\w)__(?=\w)|</?(?:b|i|em|u|s|span|wbr|strong|sub|sup)/?>|\\(?=[^\w\s])")


def in_lines(text: str) -> str:
    """The text with one sign for the end of a line, whatever system it was written on."""
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text


def plain(text: str) -> str:
    """The text in one width, case, script of Han and sort of lines, without accents and signs that nobody sees."""
    text = in_lines(text)
    seen = shown_ascii(text).lower() if text.isascii() else _folded(text)
    seen = _UNSEEN_NAMES.sub("", seen) if "&" in seen else seen
    return _EMPHASIS.sub("", seen) if any(sign in seen for sign in _EMPHASIS_SIGNS) else seen


def _folded(text: str) -> str:
    folded = text.translate(_PLAIN)
    return _folded_with_care(text) if _UNSURE in folded else folded


def _folded_with_care(text: str) -> str:
    return fold(text.translate(SHOWN)).translate(_SIMPLE).lower()


def _plain_alone(character: str) -> str:
    """A character as ``_folded_with_care`` makes it in any text, or a mark for one whose neighbours may matter."""
    shown = character.translate(SHOWN)
    is_alone = all(map(is_plain_alone, (*shown, *without_accents(shown).casefold())))
    return _folded_with_care(character) if is_alone else _UNSURE


_PLAIN = Table(_plain_alone)


def turned_back(text: str) -> str:
    """The text as it shows, where a sign turns the letters after it round. A model may read them as they stand, so this
    is a reading beside the text itself."""
    return _TURNED.sub(lambda run: run.group(1)[::-1], text)


def may_read_otherwise(text: str) -> bool:
    """Whether ``readings`` may have any for a part of a text in plain form."""
    return any(shows(text) for shows in (_is_broken, _is_leet, _is_spaced, _is_mixed, _is_cut, _is_escaped))


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


def _is_cut(text: str) -> bool:
    return "<" in text and _CUT.search(text) is not None


def _is_escaped(text: str) -> bool:
    return "\\" in text and text.count(_ESCAPED_END) > 1


def readings(text: str) -> Iterator[str]:
    """What else ``plain`` text says, each reading a whole text; none of them is the text itself."""
    if _is_broken(text):
        yield text.replace("\n", "")
    if _is_mixed(text):
        yield text.translate(_ALIKE)
    if _is_leet(text):
        yield from (_unleet(text, table) for table in _LEET_TABLES)
    if _is_cut(text):
        yield _CUT.sub("", text)
    if _is_escaped(text):
        yield text.replace(_ESCAPED_END, " ")
    if _is_spaced(text):
        closed = _SPACED.sub(_closed, text.replace(" ' ", "'"))
        short = _SPACED_SHORT.sub(lambda run: run.group().replace(" ", ""), _SIGNED_SHORT.sub(_closed, closed))
        yield _SPACED_SIGNS.sub(lambda run: run.group().replace(" ", ""), short)


def _closed(run: re.Match[str]) -> str:
    return run.group().replace(run.group(1), "")


def _unleet(text: str, table: dict[int, int]) -> str:
    return _LEET_WORD.sub(lambda word: word.group().translate(table), text)
