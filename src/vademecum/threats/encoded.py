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

_DEPTH = 2
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{20,20000}={0,2}")
_HEX = re.compile(r"(?<![0-9A-Za-z])(?:(?:0x|\\x)?[0-9A-Fa-f]{2}[ :]?){12,8000}(?![0-9A-Za-z])")
_PERCENT = re.compile(r"(?:%[0-9A-Fa-f]{2}[\w.~/:?=&+@-]{0,80}){4,4000}")
_ENTITIES = re.compile(r"(?:&#x?[0-9A-Fa-f]{2,6};[^&<>\n]{0,20}){3,4000}")
_ESCAPES = re.compile(r"(?:\\u[0-9A-Fa-f]{4}[^\\\n]{0,10}){3,4000}")
# Of a thousand random bytes none are words.
_LEAST_WORDS = 0.85
_SHORTEST = 8


def may_be_encoded(text: str) -> bool:
    """Whether ``decoded`` may give anything for a part of a text."""
    if "%" in text or "&#" in text or "\\u" in text or "rot" in text.lower():
        return True
    return _BASE64.search(text) is not None or _HEX.search(text) is not None


def decoded(text: str, depth: int = _DEPTH) -> Iterator[str]:
    """The words that stand in a text in another writing, each stretch by itself."""
    for found in _once(text):
        yield found
        if depth > 1:
            yield from decoded(found, depth - 1)


def _once(text: str) -> Iterator[str]:
    for run in _BASE64.finditer(text):
        yield from _words(_from_base64(run.group()))
    for run in _HEX.finditer(text):
        yield from _words(_from_hex(run.group()))
    if "rot13" in text.lower() or "rot-13" in text.lower():
        yield codecs.encode(text, "rot13")
    if "%" in text:
        yield from (unquote(run.group()) for run in _PERCENT.finditer(text))
    if "&#" in text:
        yield from (html.unescape(run.group()) for run in _ENTITIES.finditer(text))
    if "\\u" in text:
        yield from (_from_escapes(run.group()) for run in _ESCAPES.finditer(text))


def _from_base64(run: str) -> bytes:
    body = run.rstrip("=").replace("-", "+").replace("_", "/")
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
