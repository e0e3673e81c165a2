"""Bytes to text and back. It never guesses a legacy encoding, and never writes what it could not read exactly."""

from __future__ import annotations

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from typing import Literal

from vademecum.errors import EditError
from vademecum.page.lines import line_column
from vademecum.page.model import Codec, Problem

_MARKS = ((BOM_UTF8, "utf-8"), (BOM_UTF16_LE, "utf-16-le"), (BOM_UTF16_BE, "utf-16-be"))
_ENDS: tuple[Literal["\n", "\r\n", "\r"], ...] = ("\n", "\r\n", "\r")


def decode(raw: bytes) -> tuple[str, Codec, tuple[Problem, ...]]:
    """A file's text without its byte-order mark, how to encode it again, and what is odd about its bytes (A42).

    UTF-8, or UTF-16 with a mark; other bytes become U+FFFD, and ``exact`` is then False. NUL characters stay.
    """
    bom, encoding = _mark(raw)
    data = raw[len(bom) :]
    problems: list[Problem] = []
    if encoding != "utf-8":
        problems.append(Problem("utf-16", 1, 1, "the file is UTF-16, other tools may expect UTF-8"))
    try:
        text, exact = data.decode(encoding), True
    except UnicodeDecodeError as error:
        text, exact = data.decode(encoding, "replace"), False
        problems.append(_undecodable(data, encoding, error))
    if "\0" in text:
        line, column = line_column(text, text.index("\0"))
        problems.append(Problem("nul", line, column, f"the text holds {text.count(chr(0))} NUL character(s)"))
    return text, Codec(encoding, bom, newline_of(text), exact), tuple(problems)


def encode(text: str, codec: Codec) -> bytes:
    """The bytes of a text; undoes ``decode`` when ``codec.exact``.

    Raises EditError when the file was not read exactly, or the text holds half a surrogate pair.
    """
    if not codec.exact:
        raise EditError(
            f"the page is not valid {codec.encoding}, so it can't be written back",
            hint="convert the file to UTF-8 with a text editor first",
        )
    try:
        return codec.bom + text.encode(codec.encoding)
    except UnicodeEncodeError as error:
        line, column = line_column(text, error.start)
        raise EditError(f"line {line}, column {column} holds half a surrogate pair") from error


def _mark(raw: bytes) -> tuple[bytes, str]:
    if not raw.startswith((b"\xef", b"\xff", b"\xfe")):
        return b"", "utf-8"
    return next(((bom, name) for bom, name in _MARKS if raw.startswith(bom)), (b"", "utf-8"))


def _undecodable(data: bytes, encoding: str, error: UnicodeDecodeError) -> Problem:
    before = data[: error.start].decode(encoding)
    line, column = line_column(before, len(before))
    shown = data[error.start : error.end].hex(" ")
    return Problem("undecodable", line, column, f"bytes {shown} are not {encoding}, read as U+FFFD")


def newline_of(text: str) -> Literal["\n", "\r\n", "\r"]:
    """The most frequent line end; an edit of a mixed file follows the majority."""
    if "\r" not in text:
        return "\n"
    pairs = text.count("\r\n")
    counts = (text.count("\n") - pairs, pairs, text.count("\r") - pairs)
    return _ENDS[counts.index(max(counts))]
