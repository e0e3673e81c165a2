"""What a check finds: a fact with its remedy. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning", "note"]
SEVERITIES: tuple[Severity, ...] = ("error", "warning", "note")


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact with its remedy; an ``error`` keeps something from working, a ``note`` is only good to know."""

    severity: Severity
    code: str
    message: str
    remedy: str


def counted(count: int, word: str) -> str:
    """``1 page``, ``2 pages``."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"
