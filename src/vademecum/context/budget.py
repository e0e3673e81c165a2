"""How much fits: texts chosen whole within a limit, and one cut at a line's end. Pure.

Lengths are counted as hosts that run on JavaScript count them, in UTF-16 units, so that no emoji makes a text longer
there than here; nothing is cut inside a character (rule 14).
"""

from __future__ import annotations

from collections.abc import Sequence


def length(text: str) -> int:
    """How long a host takes a text to be."""
    return len(text) if text.isascii() else len(text) + sum(char > "\uffff" for char in text)


def tokens(text: str) -> int:
    """About how many tokens a model takes a text for: four ASCII characters are one, and every other character is one.

    No tokeniser is asked, since each model has its own; the same text always gives the same number.
    """
    others = len(text) - len(text.encode("ascii", "ignore"))
    return others + -((others - len(text)) // 4)


def first_fit(texts: Sequence[str], limit: int, *, between: int = 1) -> list[int]:
    """The places of the texts that fit, each whole, the earlier first; a later one may fit where an earlier did not.

    ``between`` is what stands between two of them, counted with each.
    """
    fitting = []
    for place, text in enumerate(texts):
        size = length(text) + between
        if size <= limit:
            fitting.append(place)
            limit -= size
    return fitting


def cut_at_line(text: str, limit: int) -> str:
    """The first whole lines of a text that fit; all of it when it fits."""
    if length(text) <= limit:
        return text
    kept: list[str] = []
    for line in text.split("\n"):
        limit -= length(line) + 1
        if limit < 0:
            break
        kept.append(line)
    return "\n".join(kept)


def cut(text: str, limit: int) -> str:
    """As many first characters of a text as fit; all of it when it fits."""
    if length(text) <= limit:
        return text
    if text.isascii():
        return text[: max(limit, 0)]
    end = 0
    for char in text:
        limit -= 1 + (char > "\uffff")
        if limit < 0:
            break
        end += 1
    return text[:end]
