"""What a store must do, whatever keeps it: the Store protocol and its values. No disk is touched here.

Reads are free. ``put``, ``put_all``, ``move``, ``delete``, ``restore`` and ``purge`` are the mutating methods: only
``gateway`` calls them (rule 3), inside ``with store.lock():``. Each compares digests again under the lock (rule 4).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol, runtime_checkable

from vademecum.errors import VademecumError
from vademecum.page import Digest, Page


class Stamp(NamedTuple):
    """What the file system says of a file, cheap to ask for; it tells change, never identity of content.

    ``ctime_ns`` and ``inode`` are there because size and mtime can both be set back by another program (A43).
    """

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int

    @property
    def text(self) -> str:
        """The stamp as one text: an inode may be larger than any integer of a database."""
        return f"{self.size} {self.mtime_ns} {self.ctime_ns} {self.inode}"

    @classmethod
    def read(cls, text: str) -> Stamp:
        """Undo ``text``. Raises ValueError."""
        size, mtime_ns, ctime_ns, inode = map(int, text.split(" "))
        return cls(size, mtime_ns, ctime_ns, inode)


class Entry(NamedTuple):
    """One page as a walk sees it, unread: its NFC name, and its stamp."""

    name: str
    stamp: Stamp


@dataclass(frozen=True, slots=True)
class WalkProblem:
    """Something a walk could not enter or would not follow; ``place`` is relative to the store."""

    code: str
    place: str
    message: str


@dataclass(frozen=True, slots=True)
class Walk:
    """All pages of a store: the text of each one's stamp by name; ``left_out`` counts pages by the bound that left them
    out."""

    stamps: Mapping[str, str]
    left_out: Mapping[str, int]
    problems: tuple[WalkProblem, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The pages in order of name; made when asked for, which those who only compare stamps never do."""
        return self.some(self.stamps)

    def some(self, names: Iterable[str]) -> tuple[Entry, ...]:
        """These pages, in order of name."""
        return tuple(Entry(name, Stamp.read(self.stamps[name])) for name in sorted(names))


@dataclass(frozen=True, slots=True)
class Trashed:
    """A deleted page that ``restore`` brings back."""

    id: str
    name: str
    digest: Digest
    deleted: str


class Write(NamedTuple):
    """One of several writes that happen together: ``data`` of None deletes, ``expect`` of None is for a new page."""

    name: str
    data: bytes | None
    expect: Digest | None


class Store(Protocol):
    """A folder of pages, or a file of records."""

    @property
    def mount(self) -> str:
        """The mount's name, first part of each address."""

    @property
    def root(self) -> Path:
        """The folder, or the file's folder."""

    def walk(self) -> Walk:
        """All pages by stat alone; never reads a body, never raises for one bad entry."""

    def stamp(self, name: str) -> Stamp | None:
        """The stamp of one page, None when there is no such page."""

    def read(self, name: str) -> Page:
        """One page. Raises NotFoundError, NameRefusedError, TooLargeError or UnreadableError."""

    def path(self, name: str) -> Path:
        """Where the page is or would be on disk. Raises NameRefusedError."""

    def check_writable(self, name: str) -> None:
        """Raise ReadOnlyError or NameRefusedError unless a page of that name may be written."""

    def lock(self) -> AbstractContextManager[None]:
        """Hold the store against other writers in all processes; re-entrant. Raises StoreBusyError."""

    def put(self, name: str, data: bytes, *, expect: Digest | None) -> Digest:
        """Write one page whole, atomically; ``expect`` is the digest to replace, None for a new page.

        Raises ConflictError, ExistsError, ReadOnlyError, NameRefusedError, TooLargeError or StorageError; after any
        of them the old bytes are still there.
        """

    def move(self, name: str, to: str, *, expect: Digest) -> None:
        """Rename a page, case-only renames included, never over another one."""

    def delete(self, name: str, *, expect: Digest) -> Trashed:
        """Take a page away, into the store's trash."""

    def restore(self, trash_id: str) -> str:
        """Bring a page back under its old name, and return that name. Raises NotFoundError, ExistsError."""

    def purge(self, trash_id: str) -> None:
        """Take a deleted page out of the trash for good. Raises NotFoundError."""

    def read_trashed(self, trash_id: str) -> Page:
        """A deleted page as it was. Raises NotFoundError, TooLargeError or UnreadableError."""

    def trash(self) -> tuple[Trashed, ...]:
        """What can be restored, newest first."""


@runtime_checkable
class OneStepStore(Protocol):
    """A store that can do several writes in one step, as one that keeps all pages in one file can."""

    def put_all(self, writes: Sequence[Write]) -> tuple[Digest | Trashed, ...]:
        """Do several writes, all or none, however this process ends; a digest for each page, for a deleted one where
        it went. Raises what ``put`` and ``delete`` raise."""


@runtime_checkable
class BulkStore(Protocol):
    """A store that reads many pages in less time than it takes to ask for each by its name."""

    def read_seen(self, entries: Iterable[Entry]) -> Iterator[Page | VademecumError]:
        """What ``read`` gives or raises for each page, asked right after a walk and in its order."""
