"""Counting as use that a page was but named, for mounts that want it so (``track_access = "listed"``; P26, P27).

It happens once a session, with the person's first words: what the session was given at its start and with that prompt
is looked through for names of pages. Most people count openings alone, and never load this module.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from vademecum.access import PlacedPage, note_listed
from vademecum.index.contract import Filter
from vademecum.library.snapshots import read_snapshot
from vademecum.memory import Memory
from vademecum.page.mentions import mentioned
from vademecum.sessions import Session, SessionKey
from vademecum.surfaces.hooks.event import Place


def count_listed(place: Place, key: SessionKey) -> None:
    """Count the pages that a session's snapshot names as used today. Raises StorageError."""
    digest = Session(f"{place.state}/sessions", key).snapshot
    snapshot = read_snapshot(place.state, digest) if digest else None
    if snapshot is None:
        return
    memory = Memory.open(cwd=Path(place.cwd), env=place.env)
    text, pages = f"{snapshot.text}\n{snapshot.boot}", list[PlacedPage]()
    try:
        for mount in memory.library.mounts:
            if mount.trusted and mount.config.track_access == "listed":
                with memory.library.index(mount.name).view() as view:
                    names = [row.name for row in view.pages(Filter()) if row.hidden is None]
                pages += [PlacedPage(str(mount.root), name) for name in mentioned(text, names, mount.name)]
    finally:
        memory.close()
    note_listed(Path(place.state), pages, datetime.now().astimezone().date())
