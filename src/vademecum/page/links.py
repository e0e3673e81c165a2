"""What a link says: the parts of a wikilink and of a Markdown destination. Where it leads, ``resolve.py`` tells."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote

from vademecum.page.header import Region
from vademecum.page.marks import DESTINATION, TITLE
from vademecum.page.model import LinkKind

WIKILINK = r"\[\[[^\[\]\n]++\]\]"
# What follows the ] of an inline link; groups angled and bare.
TAIL = re.compile(rf"\(\s*+{DESTINATION}(?:\s++{TITLE})?\s*+\)", re.DOTALL)

_WIKILINK = re.compile(f"!?{WIKILINK}")
_EXTERNAL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*+:|//|\\\\")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_VALUE_LINE = re.compile(r"^[ \t]*+[^\s#][^\n\r]*+", re.MULTILINE)


class Found(NamedTuple):
    """A link before its line is known; the fields are those of ``Link``."""

    kind: LinkKind
    target: str
    anchor: str | None
    label: str | None
    start: int
    end: int


def read_wikilink(source: str, start: int) -> Found | None:
    """A wikilink or embed as written at ``start``, ``[[target#anchor|label]]``; None when it names nothing.

    In tables the bar is escaped (A12). ``[[^id]]`` is taken for ``[[#^id]]`` (A13).
    """
    kind: LinkKind = "embed" if source.startswith("!") else "wiki"
    place, bar, label = source.strip("!")[2:-2].partition("|")
    if bar:
        place = place.removesuffix("\\")
    place = place.strip()
    target, _, anchor = place.partition("#") if not place.startswith("^") else ("", "", place)
    target, anchor = target.strip(), anchor.strip()
    if not (target or anchor):
        return None
    return Found(kind, target, anchor or None, label.strip() or None, start, start + len(source))


def read_destination(destination: str) -> tuple[str, str | None] | None:
    """Target and anchor of a Markdown destination, decoded; None for one that leaves the store, or is empty."""
    plain = _ESCAPED.sub(r"\1", destination)
    if _EXTERNAL.match(plain):
        return None
    target, _, anchor = plain.partition("#")
    return (_decoded(target), _decoded(anchor) or None) if target or anchor else None


def header_links(text: str, region: Region) -> Iterator[Found]:
    """The wikilinks in a header's values, quoted or not (A09); comments hold none."""
    if "[[" not in text[region.yaml_start : region.yaml_end]:
        return
    for line in _VALUE_LINE.finditer(text, region.yaml_start, region.yaml_end):
        for match in _WIKILINK.finditer(text, *line.span()):
            if found := read_wikilink(match[0], match.start()):
                yield found


def _decoded(part: str) -> str:
    try:
        return unquote(part, errors="strict")
    except UnicodeDecodeError:
        return part
