"""Stretches of a text that are words in another writing: base64, hex, percent signs, entities. Pure.

Each stretch is decoded once more when it decodes to another one, up to a depth; noise that decodes to no words, such as
a picture or a digest, gives nothing.
"""

from __future__ import annotations

import codecs
import html
import re
import sys
from base64 import b64decode
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from vademecum.threats.kinds import Kinds
from vademecum.threats.passages import passages

_DEPTH = 2
_SHORTEST_BASE64 = 20
_RUN_OF_BASE64 = "a" * _SHORTEST_BASE64
_LONGEST_BASE64 = 20_000
_OF_BASE64 = Kinds(a="[A-Za-z0-9+/_-]", s="[ \t>=]", n=r"\n")
_NO_BASE64 = " sn"
_IN_ONE_ALPHABET = str.maketrans("-_", "+/")
_PADDING = re.compile("=+")
_BETWEEN = re.compile(r"[\s>]+")
# Lines of nothing else, with the end of the line before them and the beginning of the one behind.
_WRAPPED = re.compile(
    r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]++={0,2}(?:[ \t]{0,9}\n[ \t>]{0,9}[A-Za-z0-9+/_-]++={0,2}){1,1000}"
)
# Groups of one of the usual lengths, of which prose seldom has so many together.
_GROUPS = [f"s{'a' * length}" * (32 // length) for length in (4, 6, 8, 12, 16)]
_GROUPED = re.compile(r"(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{4,}+(?: [A-Za-z0-9+/_-]{2,}+){2,5000}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9A-Fa-f][\s:,;>-]{0,3}){24,16000}(?![0-9A-Za-z])")
# Between twenty-four digits stands nothing else.
_OF_HEX = Kinds(h="[0-9A-Fa-f]")
_BETWEEN_HEX = b" \t\n\v\f\r:,;>-"
_RUN_OF_HEX = "h" * 24
# How many make a stretch.
_FEWEST = {"%": 4, "&#": 3, "\\": 3}
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}[\w.~/:?=&+@-]{0,80}){4,4000}")
_ROT13 = re.compile(r"rot[\s_-]?13", re.IGNORECASE)
_ENTITIES = re.compile(r"(?:&#[xX]?[0-9A-Fa-f]{2,12}+;?[^&<>\n]{0,20}){3,4000}")
_ESCAPE = re.compile(r"\\(?:u\{([0-9A-Fa-f]{1,6})\}|u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|([0-7]{3}))")
_ESCAPES = re.compile(rf"(?:{_ESCAPE.pattern}[^\\\n]{{0,10}}){{3,4000}}")
_OCTAL = 4
# Of a thousand random bytes none are words.
_LEAST_WORDS = 0.85
# Three bytes before the first word may have been made of what stands before it.
_MOST_LOST = 3
_NO_CHARACTER = "\ufffd"
# Of two bytes a character one is none in ASCII: which.
_WIDE = {"utf-16-le": 1, "utf-16-be": 0}
_SHORTEST = 8


def _base64(text: str) -> Iterator[tuple[int, str]]:
    """Runs of its characters that are long enough, very long ones in parts, and those that are wrapped or in groups."""
    marks = _OF_BASE64.of(text)
    start = marks.find(_RUN_OF_BASE64)
    while start >= 0:
        ends = (end for end in (marks.find(other, start) for other in _NO_BASE64) if end >= 0)
        end = min(ends, default=len(marks))
        yield from ((at, text[at : min(end, at + _LONGEST_BASE64)]) for at in range(start, end, _LONGEST_BASE64))
        start = marks.find(_RUN_OF_BASE64, end)
    if any(line.strip("s").isalpha() for line in marks.split("n")[1:]):
        yield from _joined(_WRAPPED.finditer(text))
    if any(groups in marks for groups in _GROUPS):
        yield from _joined(run for run in _GROUPED.finditer(text) if _is_even(run.group().split(" ")))


def _is_even(groups: list[str]) -> bool:
    """Whether all groups but the ends are of one length, as words seldom are."""
    return len({*map(len, groups[1:-1])}) == 1 and len(groups[-1]) <= len(groups[1])


def _joined(runs: Iterable[re.Match[str]]) -> Iterator[tuple[int, str]]:
    joined = ((run.start(), _BETWEEN.sub("", run.group())) for run in runs)
    yield from ((at, run) for at, run in joined if len(run) >= _SHORTEST_BASE64)


def _may_be_hex(text: str) -> bool:
    if "0x" in text or "\\x" in text:
        return True
    return _RUN_OF_HEX in _OF_HEX.of(text, without=_BETWEEN_HEX)


def decoded(text: str, depth: int = _DEPTH) -> Iterator[tuple[int, str]]:
    """The words that stand in a text in another writing, each stretch by itself, with the offset where it begins."""
    for at, found in _once(text):
        yield at, found
        if depth > 1:
            yield from ((at, within) for _, within in decoded(found, depth - 1))


def _once(text: str) -> Iterator[tuple[int, str]]:
    for at, stretch in _base64(text):
        yield from ((at, words) for words in _from_base64(stretch))
    if _may_be_hex(text):
        for run in _HEX.finditer(text):
            yield from ((run.start(), words) for words in _words(_from_hex(run.group())))
    if "13" in text and _ROT13.search(text):
        yield from ((start, codecs.encode(text[start:end], "rot13")) for start, end in passages(text))
    if text.count("%") >= _FEWEST["%"]:
        yield from ((run.start(), unquote(run.group())) for run in _PERCENT.finditer(text))
    if text.count("&#") >= _FEWEST["&#"]:
        yield from ((run.start(), html.unescape(run.group())) for run in _ENTITIES.finditer(text))
    if text.count("\\") >= _FEWEST["\\"]:
        yield from ((run.start(), _ESCAPE.sub(_unescaped, run.group())) for run in _ESCAPES.finditer(text))


def _from_base64(run: str) -> Iterator[str]:
    """The words in a run, which may begin a few characters late: what stands before it may be of the same kind."""
    body = run.translate(_IN_ONE_ALPHABET)
    for late in range(4):
        pieces = [each for each in _PADDING.split(body[late:]) if each]
        words = list(_words(b"".join(map(_bytes_of, pieces))))
        if words:
            yield from words
            return


def _bytes_of(piece: str) -> bytes:
    whole = piece[: len(piece) - 1] if len(piece) % 4 == 1 else piece
    return b64decode(whole + "=" * (-len(whole) % 4))


def _from_hex(run: str) -> bytes:
    digits = re.sub(r"0x|\\x|[^0-9A-Fa-f]", "", run)
    return bytes.fromhex(digits) if len(digits) % 2 == 0 else b""


def _unescaped(escape: re.Match[str]) -> str:
    kind = escape.lastindex or 0
    code = int(escape.group(kind), 8 if kind == _OCTAL else 16)
    return chr(code) if code < sys.maxunicode else ""


def _words(data: bytes) -> Iterator[str]:
    """The text in some bytes, if it is one; a few that came in at the ends or are none of it are let pass."""
    wide = (code for code, zeros in _WIDE.items() if 2 * data[zeros::2].count(0) > _LEAST_WORDS * len(data))
    text = data.decode(next(wide, "utf-8"), errors="replace")
    if text.count(_NO_CHARACTER) > _MOST_LOST + (1 - _LEAST_WORDS) * len(text):
        return
    letters = sum(char.isalnum() or char in " \n.,:;/-_'\"<>|~，。：；" for char in text)
    if len(text) >= _SHORTEST and letters + _MOST_LOST >= _LEAST_WORDS * len(text) + text.count(_NO_CHARACTER):
        yield text
