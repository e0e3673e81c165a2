"""Bringing an index in step with its store: by stat first, by digest only where a stamp differs. Stores are only read.

A row keeps the stamp that the walk saw before the body was read, so a file that changes in between differs next time.
A file whose stamp is so fresh that a second change could carry the same one is noted as not settled and looked at
again, as git does for its own index. A page that can't be read keeps a row without blocks that says why, so that it is
reported each time and tried again when its stamp changes (A02, A42).
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import chain

from vademecum.errors import IndexFailedError, NotFoundError, VademecumError
from vademecum.index.contract import Changes, Index, Known, PageRow
from vademecum.library.rows import RowMaker
from vademecum.page import Page
from vademecum.store.contract import BulkStore, Entry, Stamp, Store, Walk, WalkProblem

# The coarsest clock tick of a file system in use (FAT keeps even seconds); finer ones only gain a little time by less.
SETTLE_NS = 2_000_000_000

# Once would do, but for a person who deletes the index while programs use it.
TRIES = 3

_MANY = 200

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class SyncReport:
    """What one sync found, counted in pages; ``late`` says why the index is still as it was before."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0
    rebuilt: bool = False
    left_out: Mapping[str, int] = field(default_factory=dict)
    problems: tuple[WalkProblem, ...] = ()
    late: str = ""


@dataclass(frozen=True, slots=True)
class Survey:
    """What a walk found against what the index knows, before any body is read; ``known`` are the suspects it knows.

    ``was_empty`` is whether the index had no page at all, ``now_ns`` the wall clock before the walk.
    """

    walk: Walk
    known: Mapping[str, Known]
    suspects: tuple[Entry, ...]
    removed: frozenset[str]
    rebuild: bool
    was_empty: bool
    now_ns: int

    @property
    def is_clean(self) -> bool:
        """Whether the index says what the store says, as far as stamps tell."""
        return not (self.suspects or self.removed or self.rebuild)

    def report(self, stale: Sequence[Entry] = ()) -> SyncReport:
        """The report of a sync that wrote these entries anew."""
        added = sum(entry.name not in self.known for entry in stale)
        return SyncReport(
            added=added,
            changed=len(stale) - added,
            removed=len(self.removed),
            unchanged=len(self.walk.stamps) - len(stale),
            rebuilt=self.rebuild and not self.was_empty,
            left_out=self.walk.left_out,
            problems=self.walk.problems,
        )


def survey(store: Store, index: Index, rows: RowMaker, *, now_ns: int) -> Survey:
    """Compare a store with its index by stat alone; ``now_ns`` is the wall clock."""
    walk = store.walk()
    with index.view() as view:
        rebuild = view.fingerprint != rows.fingerprint
        stamps = view.stamps()
        was_empty = not stamps
        # Stamps are compared as texts: to make values of ten thousand of them takes longer than the walk.
        differ = [name for name, stamp in walk.stamps.items() if stamps.get(name) != stamp]
        known = {} if was_empty else view.known(walk.stamps if rebuild else differ)
    suspects = walk.entries if rebuild else walk.some(differ)
    return Survey(walk, known, suspects, frozenset(stamps.keys() - walk.stamps.keys()), rebuild, was_empty, now_ns)


def sync(store: Store, index: Index, rows: RowMaker, *, now_ns: int, progress: Progress | None = None) -> SyncReport:
    """Make the index say what the store says now; ``now_ns`` is the wall clock, ``progress`` gets (done, of).

    Raises IndexFailedError when other programs remake the index again and again meanwhile.
    """
    for _ in range(TRIES):
        found = survey(store, index, rows, now_ns=now_ns)
        report = sync_found(store, index, rows, found, progress)
        if report is not None:
            return report
    raise IndexFailedError("other programs remake the search index again and again", hint="let them sync first")


def sync_found(
    store: Store, index: Index, rows: RowMaker, found: Survey, progress: Progress | None = None
) -> SyncReport | None:
    """One sync of what a survey found; None when the index was emptied or remade since."""
    reading = _Reading(store, rows, found, progress)
    pages = reading.pages()
    first = next(pages, None)
    if first is not None or found.removed or reading.restamped or found.rebuild:
        fresh = () if first is None else chain([first], pages)
        changes = Changes(fresh, found.removed, reading.restamped, reading.unsettled, whole=found.rebuild)
        with _uncollected(len(found.suspects)):
            applied = index.apply(changes, fingerprint=rows.fingerprint, partial=not found.rebuild)
        if not applied:
            return None
    return found.report(reading.stale)


@contextmanager
def _uncollected(pages: int) -> Iterator[None]:
    """Keep the garbage collector from looking at what many pages are made into, again and again: no page refers to
    itself, so that it would find nothing, and it takes a tenth of a first sync."""
    if pages < _MANY or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class _Reading:
    """One pass over the suspects of a survey, in which each file is read once.

    ``stale`` and ``restamped`` grow as ``pages`` is gone through: entries whose rows are made anew, and those whose
    bytes are the known ones after all, by name, with their new stamps.
    """

    def __init__(self, store: Store, rows: RowMaker, found: Survey, progress: Progress | None) -> None:
        self._store = store
        self._rows = rows
        self._found = found
        self._progress = progress
        self.stale: list[Entry] = []
        self.restamped: dict[str, Stamp] = {}
        self.unsettled = frozenset(each.name for each in found.suspects if not _is_settled(each.stamp, found.now_ns))

    def pages(self) -> Iterator[PageRow]:
        """The rows of what has changed."""
        suspects = self._found.suspects
        for done, (entry, page) in enumerate(zip(suspects, _each(self._store, suspects), strict=True), start=1):
            known = None if self._found.rebuild else self._found.known.get(entry.name)
            if isinstance(page, Page) and known is not None and page.digest == known.digest:
                self._note_same(entry, known)
            else:
                self.stale.append(entry)
                yield from _row(self._rows, entry, page)
            if self._progress is not None:
                self._progress(done, len(suspects))

    def _note_same(self, entry: Entry, known: Known) -> None:
        if known.stamp != entry.stamp or known.settled == (entry.name in self.unsettled):
            self.restamped[entry.name] = entry.stamp


def sync_page(store: Store, index: Index, rows: RowMaker, name: str, *, now_ns: int) -> None:
    """Make the index right about one page that was just written, moved or deleted.

    An index that is to be made anew is left to the next sync.
    """
    stamp = store.stamp(name)
    if stamp is None:
        changes = Changes(removed=(name,))
    else:
        unsettled = frozenset() if _is_settled(stamp, now_ns) else frozenset({name})
        changes = Changes(pages=_row(rows, Entry(name, stamp), _read(store, name)), unsettled=unsettled)
    index.apply(changes, fingerprint=rows.fingerprint, partial=True)


def _is_settled(stamp: Stamp, now_ns: int) -> bool:
    return max(stamp.mtime_ns, stamp.ctime_ns) < now_ns - SETTLE_NS


def _row(rows: RowMaker, entry: Entry, page: Page | VademecumError) -> Iterator[PageRow]:
    """The row of what was read; none for a file that has gone since the walk, which the next one notices."""
    if isinstance(page, Page):
        yield rows.row(page, entry.stamp)
    elif not isinstance(page, NotFoundError):
        yield rows.unreadable(entry, page)


def _each(store: Store, entries: Sequence[Entry]) -> Iterator[Page | VademecumError]:
    return store.read_seen(entries) if isinstance(store, BulkStore) else (_read(store, each.name) for each in entries)


def _read(store: Store, name: str) -> Page | VademecumError:
    try:
        return store.read(name)
    except VademecumError as error:
        return error
