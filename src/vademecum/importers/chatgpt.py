"""ChatGPT's saved memories as people have them: the JSON behind its settings page, or a list as text. Pure.

There is no official file of memories. What is read: ``{"memories": [{"content", "updated_at", …}]}`` or such a list, a
list of texts, and lines as an assistant prints them when asked to move out: ``[date] - text``, ``- text``, ``1. text``,
below headings that become tags, in a code fence or not. A line that is indented goes on with the entry above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from vademecum.errors import InputError
from vademecum.importers.entry import Entry, Fault, Files, Item, as_json, as_text, day_of, mapping, tags_of, text_at
from vademecum.page.dates import find_date

KIND = "chatgpt"
_TEXTS = ("content", "memory", "text")
_TIMES = ("created_at", "created_timestamp", "create_time", "updated_at")
_BULLET = re.compile(r"(?:[-*•]|\d{1,4}[.)])\s+")
_DATED = re.compile(r"\[(?P<date>[^\]\n]{0,40})\]\s*(?:[-–—:]\s*)?(?=\S)")
_NO_DATE = re.compile(r"(?i)unknown|n/?a|no date|date .*|none|undated|[-–—]?|\d{4}(?:-\d{2}){0,2}(?:[ T][\d:.+Z-]*)?")
_HEADING = re.compile(r"#{1,6}\s+(.*?)\s*#*\s*|\*\*([^*]+?):?\*\*:?\s*")
_FENCE = re.compile(r"\s*(?:`{3,}|~{3,})[\w-]*\s*")
_JSON = re.compile(r"\s*(?:\{|\[\s*[\[\]{\"])")
_WORD_TAG = 40


def looks_like(document: object) -> bool:
    """Whether a JSON document is such a list: its first entry is a text, or has a ``content``."""
    found = _memories(document)
    if not found:
        return False
    return isinstance(found[0], str) or isinstance(mapping(found[0]).get("content"), str)


def is_json(text: str) -> bool:
    """Whether a text is JSON, and not a list whose first line begins with a date in brackets."""
    return _JSON.match(text) is not None


def looks_like_text(text: str) -> bool:
    """Whether a text is such a list: most of its lines are entries of one."""
    lines = [line for line in text.split("\n") if line.strip() and not _FENCE.fullmatch(line)]
    entries = [line for line in lines if _BULLET.match(line) or _DATED.match(line)]
    return len(entries) * 2 > len(lines)


def read(files: Files) -> Iterator[Item]:
    """The memories of each file. Raises InputError for JSON that holds no list of them."""
    for path, data in files.items():
        text = as_text(path, data)
        yield from _of_json(path, text) if is_json(text) else _of_text(path, text)


def _memories(document: object) -> list[object] | None:
    found = document if isinstance(document, list) else mapping(document).get("memories")
    return found if isinstance(found, list) else None


def _of_json(path: str, text: str) -> Iterator[Item]:
    found = _memories(as_json(path, text))
    if found is None:
        raise InputError(f"{path} holds no list of memories", hint="they are expected as a list, or under memories")
    for number, each in enumerate(found, start=1):
        where = f"{path}: record {number}"
        yield _entry(where, each, {}) if isinstance(each, str) else _item(where, mapping(each))


def _item(where: str, memory: Mapping[str, object]) -> Item:
    return _entry(where, text_at(memory, *_TEXTS), memory)


def _entry(where: str, text: str, memory: Mapping[str, object]) -> Item:
    if not text.strip():
        return Fault(where, "has no text")
    date = next(filter(None, (day_of(memory.get(key)) for key in _TIMES)), "")
    return Entry(where, text.strip(), date=date, source=f"{KIND} {text_at(memory, 'id')}".strip())


def _of_text(path: str, text: str) -> Iterator[Item]:
    tag, start, parts = "", 0, list[str]()
    for number, line in enumerate(text.split("\n"), start=1):
        heading = _HEADING.fullmatch(line)
        if parts and not heading and line.startswith((" ", "\t")) and line.strip():
            parts.append(line.strip())
            continue
        if parts and (line.strip() or heading):
            yield _of_lines(f"{path}:{start}", parts, tag)
            parts = []
        if heading:
            tag = (heading[1] or heading[2] or "")[:_WORD_TAG]
        elif line.strip() and not _FENCE.fullmatch(line):
            start, parts = number, [line.strip()]
    if parts:
        yield _of_lines(f"{path}:{start}", parts, tag)


def _of_lines(where: str, lines: list[str], tag: str) -> Item:
    text = _BULLET.sub("", "\n".join(lines), count=1)
    date = ""
    dated = _DATED.match(text)
    if dated and _NO_DATE.fullmatch(dated["date"].strip()):
        date = find_date(dated["date"]) or ""
        text = _BULLET.sub("", text[dated.end() :], count=1)
    return Entry(where, text.strip(), date=date, tags=tags_of([tag]), source=KIND)
