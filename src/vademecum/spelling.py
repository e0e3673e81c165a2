"""How the parts of an address are written, as the grammar in ``address.py`` says. Pure.

It is quick to import, because a hook that names pages needs no more of an address than its text.
"""

from __future__ import annotations

CRUMB_JOIN = " > "
NO_TEXT = "%-"
_CONTROLS = (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)
_TURNING = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
UNSEEN = (*_CONTROLS, *_TURNING, 0xAD, 0x200B, *range(0x2060, 0x2065), 0xFEFF)
"""Signs that nobody sees, or that show what stands beside them in another order. Joiners are none of them: Persian, the
scripts of India and emoji need them."""


def _escape(char: str) -> str:
    """One character as UTF-8 in percent escapes, also where a URL would leave it as it is."""
    return "".join(f"%{byte:02X}" for byte in char.encode())


_NAME_ESCAPES = {ord(char): _escape(char) for char in (*"%#:~", *map(chr, UNSEEN))}
_CRUMB_ESCAPES = _NAME_ESCAPES | {ord(">"): "%3E"}
_MEANT = frozenset("%#:~>")


def spell(mount: str, name: str, place: str = "") -> str:
    """The address of a page, or of the part of it at a place that is already written as one."""
    page = f"{mount}:{format_name(name)}"
    return f"{page}#{place}" if place else page


def format_name(name: str) -> str:
    """A page's name as it stands in an address; spaces at its ends and a ``.md`` of its own stay readable back."""
    text = _escape_ends(name, _NAME_ESCAPES)
    return f"{text[:-3]}%2Emd" if text.endswith(".md") else text


def format_place(crumb: tuple[str, ...], nth: int = 1) -> str:
    """A heading path as it stands after ``#``."""
    joined = CRUMB_JOIN.join(_escape_ends(part, _CRUMB_ESCAPES) or NO_TEXT for part in crumb)
    if joined.startswith("^"):
        joined = f"%5E{joined[1:]}"
    return f"{joined}~{nth}" if nth > 1 else joined


def _escape_ends(text: str, escapes: dict[int, str]) -> str:
    inner = text.strip()
    # What nobody sees is not printable, and most names and headings hold none of it.
    if inner == text and text.isprintable() and _MEANT.isdisjoint(text):
        return text
    start = text.find(inner)
    ends = (text[:start], text[start + len(inner) :]) if inner else (text, "")
    before, after = ("".join(map(_escape, end)) for end in ends)
    return before + inner.translate(escapes) + after
