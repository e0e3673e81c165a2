"""A look at a folder before it is mounted: how many pages each of its folders holds, and what its owner hid. Read only.

Obsidian keeps the files that its owner excluded in ``.obsidian/app.json`` under ``userIgnoreFilters``: paths, which
count as prefixes, and patterns between slashes. Paths become private globs; a pattern can't be told as a glob, so it is
reported for the person to decide (design decision 4).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from vademecum.config import MountConfig
from vademecum.errors import InputError
from vademecum.store.folder import FolderStore

TOP = "."


@dataclass(frozen=True, slots=True)
class Vault:
    """What a folder holds: pages by top folder (``.`` for those in none), what bounds left out, and exclusions."""

    path: Path
    folders: Mapping[str, int]
    left_out: Mapping[str, int]
    excluded: tuple[str, ...]
    unclear: tuple[str, ...]

    @property
    def pages(self) -> int:
        """All pages found."""
        return sum(self.folders.values())


def look_at(path: Path) -> Vault:
    """Survey a folder. Raises InputError when it is none."""
    real = path.expanduser().resolve()
    if not real.is_dir():
        raise InputError(f"{path} is no folder", hint="name the folder that holds the Markdown files")
    walk = FolderStore(MountConfig(name="vault", path=real)).walk()
    counts = Counter(entry.name.partition("/")[0] if "/" in entry.name else TOP for entry in walk.entries)
    filters = _obsidian_filters(real)
    return Vault(
        path=real,
        folders=dict(sorted(counts.items())),
        left_out=walk.left_out,
        excluded=tuple(_as_glob(text) for text in filters if not _is_pattern(text)),
        unclear=tuple(text for text in filters if _is_pattern(text)),
    )


def _obsidian_filters(root: Path) -> tuple[str, ...]:
    try:
        settings = json.loads((root / ".obsidian" / "app.json").read_text(encoding="utf-8-sig"))
    except (OSError, ValueError):
        return ()
    filters = settings.get("userIgnoreFilters") if isinstance(settings, dict) else None
    found = filters if isinstance(filters, list) else []
    return tuple(text.strip() for text in found if isinstance(text, str) and text.strip("/ "))


def _is_pattern(text: str) -> bool:
    return len(text) > 1 and text.startswith("/") and text.endswith("/")


def _as_glob(text: str) -> str:
    return f"/{text.strip('/')}/**" if text.endswith("/") else f"/{text.strip('/')}*"
