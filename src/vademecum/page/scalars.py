"""How a value is written in a header, so that every YAML reader reads the same string back. Pure; it reads no YAML.

Words that other readers give a type (``true``, ``2026-06-29``, ``1.10``) are left bare: readers of ours take all
values as strings, and a person means them as they stand. All else that YAML could take for syntax is quoted (A01).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

Style = Literal["plain", "single", "double"]

# Whatever YAML forbids, folds or takes for a line end; only double quotes can hold these, as escapes.
_SPECIAL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]")
_PLAIN = re.compile(r"""(?:[^\s,\[\]{}#&*!|>'"%@`?:~=<-]|[~=<-](?=[^\s-]))(?:.*\S)?""")
_SYNTAX = re.compile(r":(?:\s|\Z)|\s#")
# Inside brackets readers disagree on more than the standard says, so only plain words go bare.
_PLAIN_IN_FLOW = re.compile(r"[\w+./][\w+./ -]*(?<! )")
_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def scalar(value: str, style: Style = "plain", *, in_list: bool = False, in_flow: bool = False) -> str:
    """One value as YAML, in the wanted style where the value allows it; a wikilink in a list is quoted (A09)."""
    if _SPECIAL.search(value):
        return _double(value)
    plain = _PLAIN_IN_FLOW.fullmatch(value) if in_flow else _is_plain(value)
    if style == "plain" and plain and not (in_list and "[[" in value):
        return value
    escaped = '"' in value or "\\" in value
    if style == "single" or (style == "plain" and escaped and "'" not in value):
        return "'" + value.replace("'", "''") + "'"
    return _double(value)


def flow_list(values: Sequence[str], known: Mapping[str, str]) -> str:
    """A list on one line; ``known`` maps values to how they are written already."""
    return f"[{', '.join(known.get(value) or scalar(value, in_list=True, in_flow=True) for value in values)}]"


def block_list(values: Sequence[str], known: Mapping[str, str], separator: str) -> str:
    """A list with a dash before each value, for the place of the first dash; ``separator`` ends and indents a line."""
    return separator.join(f"- {known.get(value) or scalar(value, in_list=True)}" for value in values)


def _is_plain(value: str) -> bool:
    return _PLAIN.fullmatch(value) is not None and _SYNTAX.search(value) is None


def _double(value: str) -> str:
    quoted = re.sub(r'["\\]', lambda match: _ESCAPES[match[0]], value)
    return f'"{_SPECIAL.sub(_escape, quoted)}"'


def _escape(match: re.Match[str]) -> str:
    return _ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04x}"
