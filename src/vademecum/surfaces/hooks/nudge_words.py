"""What a nudge says, from the stores as they are now; loaded only for a nudge that is likely to be given.

Entries of a log stand in a nudge as records, and one that reads like an order to an agent does not stand there at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from vademecum.config.channels import NudgesChannel
from vademecum.errors import VademecumError
from vademecum.library.mutes import look_at_mutes
from vademecum.memory import Memory
from vademecum.memory.index_pages import index_pages
from vademecum.nudges.stores import Outlook, files_of, outlooks
from vademecum.nudges.texts import DEFAULT, Drift, digest_text, recollection_text
from vademecum.surfaces.hooks.event import Place
from vademecum.text.language import language_of
from vademecum.threats.scan import scan

# Of more pages than these no drift is worked out: it would take longer than a stop has, and the reminder be lost.
MOST_PAGES = 5_000


class Looked(NamedTuple):
    """The stores, the files whose times tell of a write, and the newest entries of all logs, each with its log."""

    stores: Sequence[Outlook]
    files: Sequence[str]
    entries: Sequence[tuple[str, str]]


class Words(NamedTuple):
    """The words for a session at a place, whose person wrote in ``language``, empty where that could not be told."""

    place: Place
    channel: NudgesChannel
    language: str
    stores: Sequence[Outlook]

    def digest(self, minutes: int) -> str:
        """The request to write down what was learnt; how the contents pages have drifted is worked out for it alone,
        where that can be done in time (P33)."""
        is_in_time = sum(each.pages for each in self.stores) <= MOST_PAGES
        written = [each for each in self.stores if each.mount.config.writable]
        return digest_text(
            self._language,
            minutes,
            person=self.channel.person or "",
            log=next((str(each.log.address) for each in written if each.log), ""),
            drifts=_drifts(self.place) if is_in_time else [],
        )

    def recollection(self, entries: Sequence[tuple[str, str]]) -> str:
        """The request to look back at these entries."""
        return recollection_text(self._language, entries, person=self.channel.person or "")

    @property
    def _language(self) -> str:
        if self.channel.language != "auto":
            return self.channel.language
        pages = (language_of(page.body) for each in self.stores for page in (each.contents, each.log) if page)
        return self.language or next(filter(None, pages), DEFAULT)


def _drifts(place: Place) -> list[Drift]:
    """How far contents pages have drifted, as ``vade index`` tells it; only a wiki's is to name every page. None where
    that can't be told."""
    found: list[Drift] = []
    with suppress(VademecumError), closing(Memory.open(cwd=Path(place.cwd), env=place.env)) as memory:
        for each in index_pages(memory):
            told, is_wiki = each.compiled, memory.library.mount(each.address.mount).config.profile == "wiki"
            missing = len(told.missing) if is_wiki else 0
            found.append(Drift(str(each.address), len(told.removed), missing, len(told.changed)))
    return found


def look(place: Place) -> Looked:
    """The stores as a folder's sessions see them. Raises ConfigError."""
    with closing(Memory.open(cwd=Path(place.cwd), env=place.env)) as memory:
        stores = outlooks(memory.library, look_at_mutes(Path(place.state)).pages)
        files = files_of(memory.library, stores)
    heads = [(str(each.log.address), head) for each in stores if each.log for head in each.heads]
    return Looked(stores, files, [(log, head) for log, head in heads if not any(scan(head))])
