"""Recording prompts, for a person who asked for it: ``vade eval --suggest`` drafts questions from them.

``upkeep/prompts.py`` says what is in the files and reads them. They are for their owner's eyes alone, as ledgers are.
Nobody calls this unasked.
"""

from __future__ import annotations

import json
import os
import time

from vademecum.sessions import SESSIONS_KEPT, SessionKey
from vademecum.store.append import append_lines

PROMPTS = "prompts"
LEDGERS = "sessions"
# A longer prompt is a trace or a paste and makes no question; a session that went on for months ends here.
MOST_CHARS = 2_000
MOST_BYTES = 256 * 1024


def keep_prompt(state: str, key: SessionKey, cwd: str, prompt: str) -> None:
    """Append a prompt, before anything that it leads to is noted in the session's ledger. Raises OSError."""
    file = os.path.join(state, PROMPTS, key.file)
    if not prompt.strip() or len(prompt) > MOST_CHARS or _size(file) > MOST_BYTES:
        return
    at = time.strftime("%Y-%m-%dT%H:%M:%S%z")
    line = {"at": at, "cwd": cwd, "ledger": _size(os.path.join(state, LEDGERS, key.file)), "prompt": prompt}
    append_lines(file, (json.dumps(line) + "\n").encode(), keep=SESSIONS_KEPT)


def _size(file: str) -> int:
    try:
        return os.path.getsize(file)
    except OSError:
        return 0
