"""What a mount holds already, as an import looks at it: which texts, which names, and what stands under one. It only
reads, and is told of each page that the import adds."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from hashlib import sha256

from vademecum.address import Address
from vademecum.config.model import Format
from vademecum.errors import NotFoundError, VademecumError
from vademecum.library import Library, Mount
from vademecum.page import Page, parse
from vademecum.page.record import parse_record, read_record

# A store sets these itself, so a record that was exported may lack them.
_GIVEN = frozenset({"id", "scope", "tags", "createdAt"})
# These change while a record says the same.
_COUNTED = frozenset({"updatedAt", "hits"})
_STANDING = frozenset({"superseded", "supersededBy", "superseded_by"})


class Shelf:
    """One mount's pages, read as far as an import asks."""

    def __init__(self, library: Library, mount: Mount) -> None:
        self.mount = mount
        self._store = library.store(mount.name)

    @cached_property
    def names(self) -> dict[str, str]:
        """The name of each page by how a disk without letter case has it."""
        return {name.casefold(): name for name in self._store.walk().stamps}

    @cached_property
    def _texts(self) -> dict[str, dict[str, str]]:
        """For each text the names of the pages that say it, by title."""
        found: dict[str, dict[str, str]] = {}
        for name in sorted(self.names.values()):
            page = self.page(name)
            if page is not None:
                found.setdefault(text_key(page), {}).setdefault(page.title, page.address.name)
        return found

    @property
    def is_empty(self) -> bool:
        """Whether it has no page."""
        return not self.names

    def page(self, name: str) -> Page | None:
        """The page of a name, in any case of letters; None for none, and for one that can't be read."""
        try:
            return self._store.read(self.names.get(name.casefold(), name))
        except (NotFoundError, VademecumError):
            return None

    def is_taken(self, name: str) -> bool:
        """Whether a page has this name, in any case of letters."""
        return name.casefold() in self.names

    def saying(self, page: Page, *, titled: bool) -> str | None:
        """The name of the first page here that says the same text, None when none does; of one that is ``titled``, the
        first that has its title too, since two people may both like tea."""
        known = self._texts.get(text_key(page), {})
        return known.get(page.title) if titled else next(iter(known.values()), None)

    def add(self, page: Page) -> None:
        """Count a page that is there from now on."""
        self.names[page.address.name.casefold()] = page.address.name
        if "_texts" in self.__dict__:
            self._texts.setdefault(text_key(page), {}).setdefault(page.title, page.address.name)

    def drop(self, name: str) -> None:
        """Count a page as gone; what it said may be said by another one, so texts stay until they are read anew."""
        self.names.pop(name.casefold(), None)
        self.__dict__.pop("_texts", None)


def text_key(page: Page) -> str:
    """What two pages have in common that say the same: their text below the header, whatever line ends it has."""
    text = page.body.replace("\r\n", "\n").replace("\r", "\n").strip()
    return sha256(text.encode("utf-8", "replace")).hexdigest()


def page_of(address: Address, data: bytes, kind: Format) -> Page:
    """The page that bytes are in a store of this kind. Raises EditError for a line that is no record."""
    return parse(address, data) if kind == "folder" else parse_record(address, data)


def same_record(data: bytes, there: bytes, *, exactly: bool) -> bool:
    """Whether a record says what the one that is there says; ``exactly`` compares whether it is superseded too."""
    ours, theirs = read_record(data) or {}, read_record(there) or {}
    return _told(ours, theirs, exactly=exactly) == _told(theirs, ours, exactly=exactly)


def _told(record: Mapping[str, object], other: Mapping[str, object], *, exactly: bool) -> dict[str, object]:
    passed_over = _COUNTED if exactly else _COUNTED | _STANDING
    told = {key: value for key, value in record.items() if key not in passed_over}
    if told.get("superseded") is False:
        del told["superseded"]
    return {key: value for key, value in told.items() if key not in _GIVEN or key in other}
