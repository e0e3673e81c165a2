"""The YAML that people write in headers, read without a YAML library: keys, scalars, one-line lists, nesting.

One reader, two tempers. The strict one reads what every YAML reader reads the same way, and gives up on the rest; it
is there because importing a YAML library costs more than a hook may take. The lenient one reads whatever is left of a
broken header, line by line and literally (A01). Scalars stay the text that was typed; a value that begins with a
wikilink is text, not a list in a list (A09).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from vademecum.page.model import MetaValue

# YAML forbids tabs as indent, so how wide one is only the lenient reader has to say.
_TAB = 4
# Words of a key may have spaces between them; no run of spaces is read twice.
_KEY_TEXT = r"\w(?:[\w./+-]++| ++(?=[\w./+-]))*+"
_KEY = re.compile(rf"({_KEY_TEXT}) *+:(?: +(.*)|$)")
_LOOSE_KEY = re.compile(
    r"""("[^"]*"(?=[ \t]*+:)|'[^']*'(?=[ \t]*+:)|(?![\s#:])(?:[^:\s]++|:(?![\s:]|\Z)|[ \t]++(?!:(?:[\s:]|\Z)|\Z))++)"""
    r"[ \t]*+:(?:[ \t]+(.*)|\Z)"
)
_DASH = re.compile(r"-(?: +(.*)|$)")
_PLAIN = re.compile(r"""[^\s,\[\]{}#&*!|>'"%@`?:=<-].*""", re.DOTALL)
_QUOTED = re.compile(r"""(?:"([^"\\]*)"|'((?:[^']|'')*)')(?:[ \t]+#.*)?""")
_COMMENT = re.compile(r"(?:^|[ \t])#")
_ITEM = r"""(?:\w(?:[\w ./+-]*[\w./+-])?|"[^"\\,]*"|'[^',]*')"""
_FLOW = re.compile(rf"(\[ *+(?:{_ITEM}(?: *, *{_ITEM})*+)? *+\])(?:[ \t]+#.*)?")
_FLOW_ITEM = re.compile(_ITEM)
# The commonest header: each line a key with a plain text, a one-line list or nothing; no line minds its neighbours.
_FLAT_LINE = re.compile(
    rf"({_KEY_TEXT}) *+:(?: +(?:"
    r"([^\s,\[\]{}#&*!|>'\"%@`?:=<-](?:[^:#\n]++|:(?=\S)|(?<=\S)#)*+)"
    rf"|(\[ *+(?:{_ITEM}(?: *, *{_ITEM})*+)? *+\])))?+ *(?:\n|\Z)"
)
_WIKI = re.compile(r"\[\[[^\[\]]+\]\]")
_BLOCK_TEXT = re.compile(r"([|>])[+-]?[0-9]?[+-]?")
_MAX_DEPTH = 8


class UncertainError(Exception):
    """The strict reader met a line that a YAML reader may read otherwise."""


@dataclass(slots=True)
class Reading:
    """The values of a header; ``repeated`` are the lines, from 0, whose key stood there before."""

    values: dict[str, MetaValue] = field(default_factory=dict)
    repeated: list[tuple[int, str]] = field(default_factory=list)


def read_strictly(yaml: str) -> Reading | None:
    """The values, when all lines can be read for certain; None otherwise."""
    if flat := _read_flat(yaml):
        return flat
    try:
        return _Reader(yaml, lenient=False).read()
    except UncertainError:
        return None


def read_leniently(yaml: str) -> Reading:
    """Whatever values can be made out, each as it stands on its line."""
    return _Reader(yaml, lenient=True).read()


def is_wikilink_text(value: str, at: int = 0) -> bool:
    """Whether a value begins with a wikilink, which YAML would read as a list in a list."""
    return _WIKI.match(value, at) is not None


class _Line(NamedTuple):
    number: int
    indent: int
    text: str


class _Reader:
    """A recursive descent over lines that are neither blank nor comments."""

    def __init__(self, yaml: str, *, lenient: bool) -> None:
        self.lenient = lenient
        self.reading = Reading()
        self.lines = list(_lines(yaml, lenient=lenient))
        self.next = 0

    def read(self) -> Reading:
        while line := self.peek():
            self.reading.values |= self.mapping(line.indent if self.next == 0 else 0, 0)
            if self.peek():
                self.skip()
        return self.reading

    def peek(self) -> _Line | None:
        return self.lines[self.next] if self.next < len(self.lines) else None

    def skip(self) -> None:
        """Leave a line out, which only the lenient reader may."""
        if not self.lenient:
            raise UncertainError
        self.next += 1

    def mapping(self, indent: int, depth: int) -> dict[str, MetaValue]:
        values: dict[str, MetaValue] = {}
        while (line := self.peek()) and line.indent >= indent:
            pair = self.pair(line) if line.indent == indent else None
            if pair is None:
                self.skip()
                continue
            key, rest = pair
            self.next += 1
            if key in values or (depth == 0 and key in self.reading.values):
                self.reading.repeated.append((line.number, key))
            values[key] = self.value(rest, indent, depth)
        return values

    def pair(self, line: _Line) -> tuple[str, str] | None:
        found = _KEY.match(line.text)
        if found is None and self.lenient and not _DASH.match(line.text):
            found = _LOOSE_KEY.match(line.text)
        return (_unquote(found[1]), found[2] or "") if found else None

    def value(self, rest: str, indent: int, depth: int) -> MetaValue:
        """A key's value: the rest of its line, or the deeper lines that follow."""
        if rest and not _COMMENT.match(rest):
            return self.beside(rest, indent)
        line = self.peek()
        if line is None or line.indent < indent:
            return ""
        if _DASH.match(line.text):
            return self.sequence(line.indent)
        if line.indent == indent:
            return ""
        if depth >= _MAX_DEPTH or self.pair(line) is None:
            return self.folded("", indent)
        return self.mapping(line.indent, depth + 1)

    def beside(self, rest: str, indent: int) -> MetaValue:
        value = self.scalar(rest)
        line = self.peek()
        if line is None or line.indent <= indent:
            return value
        block = _BLOCK_TEXT.fullmatch(rest)
        return self.folded("" if block else rest, indent, "\n" if block and block[1] == "|" else " ")

    def folded(self, first: str, indent: int, joint: str = " ") -> str:
        """Deeper lines as one text; the strict reader leaves them to YAML."""
        if not self.lenient:
            raise UncertainError
        parts = [first] if first else []
        while (line := self.peek()) and line.indent > indent:
            parts.append(line.text)
            self.next += 1
        return joint.join(parts)

    def sequence(self, indent: int) -> list[MetaValue]:
        values: list[MetaValue] = []
        while (line := self.peek()) and line.indent >= indent:
            dash = _DASH.match(line.text) if line.indent == indent else None
            if dash is None and line.indent == indent:
                break
            if dash is None or not (dash[1] and self.is_item(dash[1])):
                self.skip()
                continue
            self.next += 1
            values.append(self.scalar(dash[1]))
        return values

    def is_item(self, text: str) -> bool:
        return self.lenient or not (_KEY.match(text) or _DASH.match(text))

    def scalar(self, text: str) -> MetaValue:
        if _WIKI.match(text):
            tail = _COMMENT.search(text, text.rindex("]]"))
            return (text[: tail.start()] if tail else text).rstrip(" \t")
        if quoted := _QUOTED.fullmatch(text):
            return quoted[1] if quoted[1] is not None else quoted[2].replace("''", "'")
        if flow := _FLOW.fullmatch(text):
            return _flow(flow[1])
        return _loose(text) if self.lenient else _plain(text)


def _read_flat(yaml: str) -> Reading | None:
    values: dict[str, MetaValue] = {}
    at = 0
    while found := _FLAT_LINE.match(yaml, at):
        key, text, items = found.groups()
        if key in values:
            return None
        values[key] = _flow(items) if items else (text or "").rstrip(" \t")
        at = found.end()
    return Reading(values) if at == len(yaml) else None


def _flow(text: str) -> list[MetaValue]:
    return [_unquote(item) for item in _FLOW_ITEM.findall(text)]


def _lines(yaml: str, *, lenient: bool) -> Iterator[_Line]:
    for number, line in enumerate(yaml.split("\n")):
        text = line.strip(" \t")
        lead = line[: line.index(text[0])] if text else ""
        if "\t" in lead and not lenient:
            raise UncertainError
        if text and not text.startswith("#"):
            yield _Line(number, len(lead.expandtabs(_TAB)), text)


def _plain(text: str) -> str:
    comment = _COMMENT.search(text)
    value = (text[: comment.start()] if comment else text).rstrip(" \t")
    if _PLAIN.fullmatch(value) is None or ": " in value or ":\t" in value or value.endswith(":"):
        raise UncertainError
    return value


def _loose(text: str) -> MetaValue:
    """A value as it stands; a list on one line is still a list."""
    if text[0] == "[" and text[-1] == "]":
        return [_unquote(item.strip(" \t")) for item in text[1:-1].split(",") if item.strip(" \t")]
    return _unquote(text)


def _unquote(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" else text
