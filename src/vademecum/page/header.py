"""Where a page's header is: the block between ``---`` on the first line and its closing fence.

It decides what is a header and what is only a rule (A04); it never reads values, and never hides text: a block that
can't be a mapping is body.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from vademecum.page.lines import line_column, unify
from vademecum.page.model import Problem

_OPEN = re.compile(r"---[ \t]*(?:\n|\Z)")
_CLOSE = re.compile(r"\n(?:---|\.\.\.)[ \t]*+(?:\n|\Z)")
_KEY = re.compile(r"""(?:"[^"]*"|'[^']*'|[^\s#>|*`~+:{\[-][^:]{0,127}):(?=[ \t]|\Z)""")
# The usual header, told at one look: a key on its first line, and all lines of kinds that a mapping has.
_USUAL = re.compile(r"\w[\w ./+-]*+:(?=[ \t\n])(?:[^\n]*\n(?=\w[\w ./+-]*+:[ \t\n]|[ \t#}\]]|-[ \t]|\Z))*+\Z")
_IN_MAPPING = re.compile(r"[ \t#}\]]|-(?:[ \t]|\Z)")


@dataclass(frozen=True, slots=True)
class Region:
    """Offsets of a header: ``start`` to ``end`` with both fences and the last line end, the YAML text inside."""

    start: int
    end: int
    yaml_start: int
    yaml_end: int


def locate(text: str, start: int = 0) -> Region | None:
    """The header that opens at ``start``, where a line begins; None when there is none."""
    if not text.startswith("---", start):
        return None
    unified = unify(text)
    region = _fenced(unified, start)
    if region is None or not _is_mapping(unified[region.yaml_start : region.yaml_end]):
        return None
    return region


def explain_missing(text: str) -> Problem | None:
    """Why a page that opens like a header has none; None when its first line is a plain rule, or no rule."""
    unified = unify(text)
    opening = _OPEN.match(unified)
    if opening is None or locate(text) is not None:
        return None
    first = unified[opening.end() :].partition("\n")[0].rstrip(" \t")
    if not first:
        return None
    if _KEY.match(first):
        return Problem("header-unclosed", 1, 1, "the header has no closing --- line, so the page is read as text")
    if _fenced(unified, 0) is None:
        return None
    return Problem("header-not-mapping", 2, 1, "what stands between the first --- lines is no mapping, read as text")


def find_second(text: str, first: Region) -> Region | None:
    """A second header right after the first one, left by a tool that could not read it (A03).

    Two rules with prose between them are more likely here than on line 1, so keys must follow its fence at once.
    """
    unified = unify(text)
    start = first.end
    while (end := unified.find("\n", start)) >= 0 and not unified[start:end].strip(" \t"):
        start = end + 1
    region = locate(text, start)
    return region if region is not None and _KEY.match(_line_at(unified, region.yaml_start)) else None


def second_problem(text: str, region: Region) -> Problem:
    """The problem that a second header is."""
    line, column = line_column(text, region.start)
    return Problem("header-doubled", line, column, "a second header follows the first; its keys fill missing ones")


def _line_at(unified: str, start: int) -> str:
    end = unified.find("\n", start)
    return unified[start:] if end < 0 else unified[start:end]


def _fenced(unified: str, start: int) -> Region | None:
    opening = _OPEN.match(unified, start)
    closing = _CLOSE.search(unified, opening.end() - 1) if opening else None
    if opening is None or closing is None:
        return None
    return Region(start, closing.end(), opening.end(), closing.start() + 1)


def _is_mapping(yaml: str) -> bool:
    if _USUAL.match(yaml):
        return True
    lines = [line.rstrip(" \t") for line in yaml.rstrip(" \t\n").split("\n")]
    content = [line for line in lines if line]
    if not content:
        return True
    if not lines[0]:
        # A blank line after the fence is a rule's habit, so all that follows must look like one tidy mapping.
        tidy = "" not in lines[lines.index(content[0]) :]
        return tidy and _KEY.match(content[0]) is not None and all(map(_fits, content))
    cut = lines.index("") if "" in lines else len(lines)
    keyed = lines[0].startswith("{") or any(_KEY.match(line) for line in lines[:cut])
    # Prose after a blank line: the header was never closed, and this fence is a rule further down.
    return keyed and all(_fits(line) for line in lines[cut:] if line)


def _fits(line: str) -> bool:
    return _IN_MAPPING.match(line) is not None or _KEY.match(line) is not None
