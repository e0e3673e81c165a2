"""The row of a contents page that names one page: its label, its summary and how much it matters, on one line. Pure.

What a header says is put down as plain words: by no sign of Markdown can it open a link, comment, tag, code or heading,
and it starts no row of its own (A26). Bare web and mail addresses stay as they are, and GitHub and Obsidian make links
of them. Lengths are those of P36 to P39, in code points.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

LABEL_MAX = 32
SUMMARY_MAX = 48
SUMMARY_MIN = 16
LINE_MAX = 132
# What a row takes beside label, path and summary: its marks and the badge (P38).
_FRAME = 24
_ELLIPSIS = "…"

# A label is cut before these, a summary at those; brackets open what the words before them do without.
_SEPARATOR = re.compile(r"[:：(（\[【]|\s[-–—]\s")
_CLAUSE_END = "。；，"
# Of two %% both are escaped: a comment that begins in a line above ends at the next two that stand together.
_MEANT = re.compile(r"[\\`\[\]<*_]|%(?=%)|(?<=%)%|!(?=\[)|(?<!\S)#(?=\S)")
# A destination takes everything but what ends it, or what links and addresses read as something else.
_ENCODED: Mapping[int, str] = {ord(char): f"%{ord(char):02X}" for char in ' "#%()<>?[\\]^`{|}'}


class Entry(NamedTuple):
    """A page as its row tells it; ``summary`` is what its header says and empty where it says nothing (P37)."""

    name: str
    title: str
    summary: str = ""
    salience: int | None = None


def row_of(entry: Entry, destination: str, words: str = "") -> str:
    """The row's words after its bullet, for a link that is written so; ``words``, which a person wrote behind the link,
    stand where the header has no summary."""
    label = label_of(entry.title or entry.name.rpartition("/")[2])
    room = max(SUMMARY_MIN, min(SUMMARY_MAX, LINE_MAX - _FRAME - len(label) - len(destination)))
    summary = summary_of(entry.summary, room)
    told = f" — {plain(summary)}" if summary else words
    link = f"[{plain(label)}]({destination})"
    return f"{link}{told}" if entry.salience is None else f"{link}{told.rstrip()} `salience:{entry.salience}`"


def destination_of(name: str, folder: str) -> str:
    """The path of a page from a folder of its store, as a Markdown link takes it."""
    parts, above = name.split("/"), folder.split("/") if folder else []
    shared = 0
    while shared < min(len(parts) - 1, len(above)) and parts[shared] == above[shared]:
        shared += 1
    path = "/".join([*[".."] * (len(above) - shared), *parts[shared:]])
    return f"{path.translate(_ENCODED)}.md"


def label_of(title: str) -> str:
    """A title as a label: cut before its last separator, at a word's end, or anywhere, in this order (P39)."""
    line = _one_line(title)
    if len(line) <= LABEL_MAX:
        return line
    head = line[: LABEL_MAX - 1]
    separators = [found.start() for found in _SEPARATOR.finditer(head) if found.start() > LABEL_MAX // 3]
    space = head.rfind(" ")
    end = separators[-1] if separators else space if space > LABEL_MAX // 3 else len(head)
    return head[:end].rstrip() + _ELLIPSIS


def summary_of(summary: str, room: int) -> str:
    """A summary that fits: cut at the end of a clause when that is past the half, else anywhere (P37)."""
    line = _one_line(summary)
    if len(line) <= room:
        return line
    head = line[: room - 1]
    end = max(head.rfind(sign) for sign in _CLAUSE_END)
    return head[:end] if end > room // 2 else head.rstrip() + _ELLIPSIS


def plain(text: str) -> str:
    """The same words for a reader, with every sign escaped that Markdown would make something of."""
    return _MEANT.sub(lambda found: f"\\{found[0]}", text)


def _one_line(text: str) -> str:
    return " ".join(text.split())
