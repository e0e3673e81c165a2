"""Profiles: the defaults that one word sets for a mount, after the system whose folder it is (design section 5).

A profile only changes defaults; what a person sets for the mount itself always wins.
"""

from __future__ import annotations

from collections.abc import Mapping

PROFILES: Mapping[str, Mapping[str, object]] = {
    "default": {},
    # M: a folder that people keep, mounted as it is; agents never write to it.
    "markdown-memory": {"index_file": "MEMORY.md"},
    # P: MEMORY.md is the protocol there, and index.md the contents page; who the agent is, is for its owner to say.
    "wiki": {
        "writable": True,
        "index_file": "index.md",
        "protocol_file": "MEMORY.md",
        "approval": ("persona",),
    },
    # D: no path ever reaches an agent (D11); a bare write replaces what was read in full (D17); blocks are found by
    # literal keywords, and diaries leave the search after 45 days (D38).
    "notes": {
        "writable": True,
        "exposure": "address",
        "bare_write": "replace_if_observed",
        "retriever": "blocks",
        "daily_window_days": 45,
    },
    # L: one JSONL file a scope, written by tools only; a file with malformed lines is copied and not written (L4),
    # and one is full at 20,000 characters (L6).
    "records": {"writable": True, "format": "records", "malformed": "refuse", "max_chars": 20_000},
}
