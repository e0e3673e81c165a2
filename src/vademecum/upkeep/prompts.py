"""Recorded prompts read back, each with the pages that its session opened before the next one. It writes nothing.

Prompts are recorded only where a person asks for it: ``prompts/<host>/<hash of id>.jsonl`` in the state folder, beside
the session's ledger by name, one JSON object a line with ``at``, ``cwd``, ``prompt`` and ``ledger``: how many bytes the
ledger had when the prompt came. The ledger only grows, so what stands in it from there on happened afterwards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

PROMPTS = "prompts"
LEDGERS = "sessions"
# What a session did with a page of its own will; what was handed to it unasked proves nothing.
_OPENED = frozenset({"observed", "read"})


class Opening(NamedTuple):
    """A prompt, and the addresses of the pages that were opened before the next one, each once."""

    prompt: str
    pages: tuple[str, ...]


def read_openings(state: Path) -> Iterator[Opening]:
    """The prompts after which a page was opened, in order of file and line; what is torn or foreign is passed over."""
    for file in sorted((state / PROMPTS).glob("*/*.jsonl")):
        prompts = [(text, at) for line in _objects(_bytes(file)) if (text := _prompt(line)) and (at := _at(line)) >= 0]
        ledger = _bytes(state / LEDGERS / file.parent.name / file.name)
        for (text, start), (_, end) in pairwise([*prompts, ("", len(ledger))]):
            pages = tuple(dict.fromkeys(_opened(_objects(ledger[start:end]))))
            if pages:
                yield Opening(text, pages)


def _prompt(line: Mapping[str, object]) -> str:
    text = line.get("prompt")
    return text if isinstance(text, str) else ""


def _at(line: Mapping[str, object]) -> int:
    at = line.get("ledger")
    return at if isinstance(at, int) else -1


def _opened(events: Iterable[Mapping[str, object]]) -> Iterator[str]:
    for event in events:
        # A page that was looked for and is not there is observed too, as absent.
        is_there = event.get("event") == "read" or isinstance(event.get("digest"), str)
        if event.get("event") in _OPENED and is_there and isinstance(event.get("page"), str):
            yield str(event["page"])


def _objects(lines: bytes) -> Iterator[Mapping[str, object]]:
    for line in lines.split(b"\n"):
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(found, dict):
            yield found


def _bytes(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # no page was opened yet, or a newer session has just made room for itself
        return b""
