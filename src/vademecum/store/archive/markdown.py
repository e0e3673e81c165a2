"""The ``markdown`` export: live texts on one page for people to read, by scope (L17). No import reads it back."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vademecum.address import SCOPES
from vademecum.store.archive.exported import Exported

_HEADING = re.compile(r"^(#{1,4})(?=\s)", re.MULTILINE)
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)


def dump(pages: Sequence[Exported]) -> bytes:
    """The live ones among these pages below a heading for each scope; equal pages give equal bytes."""
    parts = ["# Memory"]
    for scope in SCOPES:
        live = [each for each in pages if each.scope == scope and each.is_live]
        if live:
            parts += [f"## {scope}", *map(_section, live)]
    return ("\n\n".join(parts) + "\n").encode("utf-8", "replace")


def _section(each: Exported) -> str:
    page = each.page
    about = [str(page.address), page.date or "", " ".join(f"#{tag}" for tag in page.tags)]
    text = page.body.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
    return "\n\n".join(filter(None, (f"### {page.title}", f"*{' · '.join(filter(None, about))}*", _lowered(text))))


def _lowered(text: str) -> str:
    """The text with its headings below that of its page. One with a code fence stays as it is, where ``#`` is none."""
    return text if _FENCE.search(text) else _HEADING.sub(lambda found: f"##{found[1]}", text)
