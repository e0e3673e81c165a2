"""What a check finds: a fact with its remedy. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")

BOUNDS = {"depth": "deeper than max_depth", "count": "beyond max_pages", "size": "larger than max_page_bytes"}
"""The bounds by which a walk leaves pages out, in words that name the setting to raise."""

_LEFT_OUT = BOUNDS | {
    "link": "behind links that lead nowhere or out of the mount",
    "twin": "under a name that another file has",
    "encoding": "under a name that is not UTF-8",
    "unreadable": "can't be looked at",
    "not-a-file": "no regular files",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact with its remedy; an ``error`` keeps something from working, a ``note`` is only good to know."""

    severity: Severity
    code: str
    message: str
    remedy: str


def why_left_out(code: str) -> str:
    """Why a walk left pages out, to go on after their count."""
    return _LEFT_OUT.get(code, code)


def counted(count: int, word: str) -> str:
    """``1 page``, ``2 pages``."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
