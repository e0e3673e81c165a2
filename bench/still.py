"""A library over a store that nobody changes, as the measurements of asking use it. It loads what asking needs."""

from __future__ import annotations

from pathlib import Path

from vademecum.config.model import MountConfig
from vademecum.library import Library, Mount, SyncReport

MOUNT = "bench"
MOST_PAGES = 10_000_000
TOP = 10


class Still(Library):
    """It believes its indexes, so asking is measured without walking the store."""

    def refresh(self, name: str) -> SyncReport:
        """Nothing has changed."""
        return SyncReport()


def library_of(store: Path, cache: Path) -> Library:
    """The library that ``vade sync`` fills with the store as its one mount."""
    return Still([Mount(MountConfig(name=MOUNT, path=store, max_pages=MOST_PAGES))], cache)
