"""Composing: found blocks as the text that goes with a prompt, within its budget and with what was left out. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from vademecum.context.budget import first_fit, length
from vademecum.context.channels import RECALL_CHARS
from vademecum.context.frame import PREFACE, framed, record
from vademecum.lean import NamedTuple
from vademecum.recall.pushing import Told

REST = "to see the rest, recall it with the memory tool"
_OPEN = "To open one: the memory tool, mode recall, its address as topic."


class Composed(NamedTuple):
    """A text to hand over, empty for nothing; the places of what it holds among what was offered."""

    text: str
    kept: tuple[int, ...] = ()


def compose_recall(told: Sequence[Told], *, limit: int = RECALL_CHARS) -> Composed:
    """What a prompt brought up, best first, each whole in its frame; ``limit`` bounds the whole text."""
    records = [record(_facts(one), one.text) for one in told]
    frame = length(PREFACE) + length(_OPEN) + length(_tally(len(told), len(told))) + 8
    each = len(framed(["x"])[0])
    kept = first_fit(records, limit - frame - length(REST), between=each)
    if not kept:
        return Composed("")
    shown = framed([records[place] for place in kept])
    return Composed("\n".join([PREFACE, *shown, _tally(len(kept), len(told)), _OPEN]), tuple(kept))


def _tally(shown: int, of: int) -> str:
    """How many are shown of how many (rule 12)."""
    return f"{shown} of {of} shown; {REST}" if shown < of else f"{shown} of {of} shown"


def _facts(one: Told) -> dict[str, str | None]:
    return {
        "address": one.address,
        "title": " > ".join((one.title, *one.crumb)),
        "date": one.date,
        "author": one.author,
        "version": one.digest[:12],
        "shown": f"{len(one.text)} of {one.of} characters" if len(one.text) < one.of else None,
    }
