"""Profiles: the defaults that one word sets for a mount, or for the channels, after one system (design section 5).

A profile only changes defaults; what a person sets for the mount or the channel itself always wins.
"""

from __future__ import annotations

from collections.abc import Mapping

PROFILES: Mapping[str, Mapping[str, object]] = {
    "default": {},
    # M: a folder that people keep, mounted as it is; agents never write to it.
    "markdown-memory": {"index_file": "MEMORY.md", "listing": "name", "form": "section"},
    # P: MEMORY.md is the protocol there, and index.md the contents page; who the agent is, is for its owner to say.
    "wiki": {
        "writable": True,
        "index_file": "index.md",
        "protocol_file": "MEMORY.md",
        "listing": "off",
        "approval": ("persona",),
        "stamp_access": True,
    },
    # D: no path ever reaches an agent (D11); a bare write replaces what was read in full (D17); blocks are found by
    # literal keywords, and diaries leave the search after 45 days (D38).
    "notes": {
        "writable": True,
        "listing": "off",
        "exposure": "address",
        "bare_write": "replace_if_observed",
        "retriever": "blocks",
        "daily_window_days": 45,
    },
    # L: one JSONL file a scope, written by tools only; a file with malformed lines is copied and not written (L4),
    # and one is full at 20,000 characters (L6).
    "records": {
        "writable": True,
        "format": "records",
        "listing": "off",
        "malformed": "refuse",
        "max_chars": 20_000,
    },
}

_ALL = ("index", "boot", "seeds", "triggers", "recall", "facts", "reminder", "nudges")


def _only(*names: str) -> dict[str, object]:
    """All other channels are off, and there is no bound but those of each."""
    return {"max_chars": 0, **{f"{name}.on": False for name in _ALL if name not in names}}


CHANNEL_PROFILES: Mapping[str, Mapping[str, object]] = {
    "default": {},
    # M: contents page, seeds and triggers, and nothing else is ever said unasked.
    "markdown-memory": {
        **_only("index", "seeds", "triggers"),
        "index.max_listed": 500,
        "triggers.match": "substring",
    },
    # P: one block with the first message, which holds the contents page too, and both kinds of nudges.
    "wiki": {**_only("boot", "nudges"), "nudges.recollection_max": 3},
    # D: one sentence; what is worth keeping is what is searched.
    "notes": _only("reminder"),
    # L: the newest facts.
    "records": _only("facts"),
}
