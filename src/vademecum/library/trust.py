"""Which project stores a person has trusted, kept in the user's state folder; a store can never say so itself.

The attack: a repository comes with a ``.memory`` folder whose pages tell an agent what to do. Until the person who
cloned it says otherwise, such a store answers explicit recall only (design decision 3).
"""

from __future__ import annotations

import json
from pathlib import Path

from vademecum.store.files import write_atomic

TRUST_FILE = "trust.json"


def trusted_stores(state: Path) -> frozenset[str]:
    """Real paths of the project stores that are trusted; a missing or broken file trusts nothing."""
    try:
        found = json.loads((state / TRUST_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return frozenset()
    return frozenset(path for path in found if isinstance(path, str)) if isinstance(found, list) else frozenset()


def trust_store(state: Path, store: Path) -> None:
    """Trust a project store from now on, by its real path."""
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    paths = sorted(trusted_stores(state) | {str(store.resolve())})
    write_atomic(state / TRUST_FILE, json.dumps(paths, ensure_ascii=False, indent=1).encode())
