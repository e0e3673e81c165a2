"""Stretches of a text that are words in another writing: base64, hex, percent signs, entities. Pure.

Each stretch is decoded once more when it decodes to another one, up to a depth; noise that decodes to no words, such as
a picture or a digest, gives nothing.
"""

from __future__ import annotations

import binascii
import codecs
import html
import re
from base64 import b64decode
from collections.abc import Iterator
from urllib.parse import unquote

from vademecum.threats.kinds import Kinds
from vademecum.threats.passages import passages

_DEPTH = 2
_SHORTEST_BASE64 = 20
_RUN_OF_BASE64 = "a" * _SHORTEST_BASE64
_LONGEST_BASE64 = 20_000
_OF_BASE64 = Kinds(a="[A-Za-z0-9+/_-]")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9A-Fa-f]{2}[ :]?){12,8000}(?![0-9A-Za-z])")
# Twelve pairs have three of them together, or else two short runs of pairs between blanks or colons.
_OF_HEX = Kinds(h="[0-9A-Fa-f]", s="[ :]")
_HEX_STARTS = ("hhhhhh", "shhshhs", "shhshhhhs", "shhhhshhs", "shhhhshhhhs")
# How many make a stretch.
_FEWEST = {"%": 4, "&#": 3, "\\u": 3}
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}[\w.~/:?=&+@-]{0,80}){4,4000}")
_ROT13 = re.compile("rot-?13", re.IGNORECASE)
_ENTITIES = re.compile(r"(?:&#x?[0-9A-Fa-f]{2,6};[^&<>\n]{0,20}){3,4000}")
_ESCAPES = re.compile(r"(?:\\u[0-9A-Fa-f]{4}[^\\\n]{0,10}){3,4000}")
# Of a thousand random bytes none are words.
_LEAST_WORDS = 0.85
_SHORTEST = 8


def _base64(text: str) -> Iterator[tuple[int, str]]:
    """Runs of its characters that are long enough, very long ones in parts."""
    marks = _OF_BASE64.of(text)
    start = marks.find(_RUN_OF_BASE64)
    while start >= 0:
        end = marks.find(" ", start)
        end = len(marks) if end < 0 else end
        yield from ((at, text[at : min(end, at + _LONGEST_BASE64)]) for at in range(start, end, _LONGEST_BASE64))
        start = marks.find(_RUN_OF_BASE64, end)


def _may_be_hex(text: str) -> bool:
    if "0x" in text or "\\x" in text:
        return True
    marks = _OF_HEX.of(text)
    return any(start in marks for start in _HEX_STARTS)


def decoded(text: str, depth: int = _DEPTH) -> Iterator[tuple[int, str]]:
    """The words that stand in a text in another writing, each stretch by itself, with the offset where it begins."""
    for at, found in _once(text):
        yield at, found
        if depth > 1:
            yield from ((at, within) for _, within in decoded(found, depth - 1))


def _once(text: str) -> Iterator[tuple[int, str]]:
    for at, stretch in _base64(text):
        yield from ((at, words) for words in _words(_from_base64(stretch)))
    if _may_be_hex(text):
        for run in _HEX.finditer(text):
            yield from ((run.start(), words) for words in _words(_from_hex(run.group())))
    if "13" in text and _ROT13.search(text):
        yield from ((start, codecs.encode(text[start:end], "rot13")) for start, end in passages(text))
    if text.count("%") >= _FEWEST["%"]:
        yield from ((run.start(), unquote(run.group())) for run in _PERCENT.finditer(text))
    if text.count("&#") >= _FEWEST["&#"]:
        yield from ((run.start(), html.unescape(run.group())) for run in _ENTITIES.finditer(text))
    if text.count("\\u") >= _FEWEST["\\u"]:
        yield from ((run.start(), _from_escapes(run.group())) for run in _ESCAPES.finditer(text))


def _from_base64(run: str) -> bytes:
    body = run.replace("-", "+").replace("_", "/")
    if len(body) % 4 == 1:
        return b""
    try:
        return b64decode(body + "=" * (-len(body) % 4), validate=True)
    except binascii.Error:
        return b""


def _from_hex(run: str) -> bytes:
    digits = re.sub(r"0x|\\x|[^0-9A-Fa-f]", "", run)
    return bytes.fromhex(digits) if len(digits) % 2 == 0 else b""


def _from_escapes(run: str) -> str:
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda found: chr(int(found.group(1), 16)), run)


def _words(data: bytes) -> Iterator[str]:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    letters = sum(char.isalnum() or char in " \n.,:;/-_'\"<>|~，。：；" for char in text)
    if len(text) >= _SHORTEST and letters >= _LEAST_WORDS * len(text):
        yield text
