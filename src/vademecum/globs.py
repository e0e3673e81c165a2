"""Globs over page names, as mounts use them for ``expose``, ``private`` and ``ignore``. Pure.

The rules are those of a ``.gitignore`` line without its ``!``: ``*`` and ``?`` stay inside one component, ``**`` spans
any number of them, a pattern without ``/`` matches a component anywhere, and matching a folder matches all below it.
Matching ignores case and compares in NFC, so that one pattern means the same on every disk.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable


def matcher(patterns: Iterable[str]) -> Callable[[str], bool]:
    """A test whether a name (``/`` between components) matches any of the patterns; none match when there are none."""
    sources = [_source(pattern) for pattern in patterns if pattern.strip("/ ")]
    if not sources:
        return lambda _name: False
    found = re.compile("|".join(sources)).fullmatch
    return lambda name: found(_plain(name)) is not None


def _plain(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()


def _source(pattern: str) -> str:
    parts = _plain(pattern.strip()).strip("/").split("/")
    anchored = "/" in pattern.strip().rstrip("/")
    lead = "" if anchored else r"(?:[^/]+/)*"
    return lead + _joined(parts) + r"(?:/.*)?"


def _joined(parts: list[str]) -> str:
    out = ""
    for position, part in enumerate(parts):
        last = position == len(parts) - 1
        if part == "**":
            out += ".*" if last else r"(?:[^/]+/)*"
        else:
            out += _component(part) + ("" if last else "/")
    return out


def _component(part: str) -> str:
    wild = {"*": "[^/]*", "?": "[^/]"}
    return "".join(wild.get(char) or re.escape(char) for char in part)
