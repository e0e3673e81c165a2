"""Which pages a text names: by path, bare, in backticks or as the target of a link, or by address (P27). Pure.

A name may be in any script. Where a text sets no spaces, as Chinese does, a name ends where the script changes:
``见concepts/tea.md`` names ``concepts/tea``, and ``红茶.md`` does not name ``茶``.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote

SUFFIX = ".md"
# What may stand before a name without being a part of it: the way from the root, and marks of links.
_INSIDE = frozenset("-_/.%~")


def mentioned(text: str, names: Iterable[str], mount: str = "") -> tuple[str, ...]:
    """Those of a store's names that a text mentions, each once, in the order in which they first stand there.

    Paths are told with ``.md``; with a ``mount``, ``mount:name`` is one too.
    """
    plain = unicodedata.normalize("NFC", text)
    decoded = unquote(plain) if "%" in plain else plain
    found: dict[str, int] = {}
    for name in names:
        forms = [name + SUFFIX, *([f"{mount}:{name}"] if mount else [])]
        places = [at for form in forms if (at := _place(decoded, form)) >= 0]
        if places:
            found[name] = min(places)
    return tuple(sorted(found, key=lambda name: (found[name], name)))


def _place(text: str, form: str) -> int:
    """Where a form first stands as a name of its own, -1 for nowhere."""
    at = text.find(form)
    while at >= 0 and not (_begins(text, at) and _ends(text, at + len(form))):
        at = text.find(form, at + 1)
    return at


def _begins(text: str, at: int) -> bool:
    before = text[max(at - 2, 0) : at]
    return before in {"", "/", "./"} or not (before[-1] in _INSIDE or _goes_on(before[-1], text[at]))


def _ends(text: str, at: int) -> bool:
    after = text[at : at + 1]
    return not after or not (after in {"-", "_", "/"} or _goes_on(text[at - 1], after))


def _goes_on(one: str, other: str) -> bool:
    """Whether two signs that follow each other belong to one word."""
    return one.isalnum() and other.isalnum() and one.isascii() == other.isascii()
