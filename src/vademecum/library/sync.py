"""Bringing an index in step with its store: by stat first, by digest only where a stamp differs. Stores are only read.

A row keeps the stamp that the walk saw before the body was read, so a file that changes in between differs next time.
A file whose stamp is so fresh that a second change could carry the same one is noted as not settled and looked at
again, as git does for its own index. A page that can't be read keeps a row without blocks that says why, so that it is
reported each time and tried again when its stamp changes (A02, A42).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from vademecum.errors import IndexFailedError, NotFoundError, VademecumError
from vademecum.index.contract import Changes, Index, Known, PageRow
from vademecum.library.rows import RowMaker
from vademecum.page import Page
from vademecum.store.contract import Entry, Stamp, Store, Walk, WalkProblem

# The coarsest clock tick of a file system in use (FAT keeps even seconds); finer ones only gain a little time by less.
SETTLE_NS = 2_000_000_000

# Once would do, but for a person who deletes the index while programs use it.
TRIES = 3

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
    """What a walk found against what the index knows, before any body is read."""

    walk: Walk
    known: Mapping[str, Known]
    suspects: tuple[Entry, ...]
    removed: frozenset[str]
    rebuild: bool

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
            unchanged=len(self.walk.entries) - len(stale),
            rebuilt=self.rebuild and bool(self.known),
            left_out=self.walk.left_out,
            problems=self.walk.problems,
        )


def survey(store: Store, index: Index, rows: RowMaker) -> Survey:
    """Compare a store with its index by stat alone."""
    walk = store.walk()
    with index.view() as view:
        rebuild = view.fingerprint != rows.fingerprint
        known = view.known()
    suspects = tuple(entry for entry in walk.entries if rebuild or _may_differ(entry, known.get(entry.name)))
    removed = frozenset(known).difference(entry.name for entry in walk.entries)
    return Survey(walk, known, suspects, removed, rebuild)


def sync(store: Store, index: Index, rows: RowMaker, *, now_ns: int, progress: Progress | None = None) -> SyncReport:
    """Make the index say what the store says now; ``now_ns`` is the wall clock, ``progress`` gets (done, of).

    Raises IndexFailedError when other programs remake the index again and again meanwhile.
    """
    for _ in range(TRIES):
        report = _sync_once(store, index, rows, now_ns, progress)
        if report is not None:
            return report
    raise IndexFailedError("other programs remake the search index again and again", hint="let them sync first")


def _sync_once(store: Store, index: Index, rows: RowMaker, now_ns: int, progress: Progress | None) -> SyncReport | None:
    """One sync; None when the index was emptied or remade since it was compared with the store."""
    found = survey(store, index, rows)
    same = {} if found.rebuild else _same_bytes(store, found.suspects, found.known)
    stale = [entry for entry in found.suspects if entry.name not in same]
    unsettled = frozenset(entry.name for entry in found.suspects if not _is_settled(entry.stamp, now_ns))
    restamped = {
        name: stamp for name, stamp in same.items() if _is_news(found.known[name], stamp, settled=name not in unsettled)
    }
    if stale or found.removed or restamped or found.rebuild:
        changes = Changes(_rows(store, rows, stale, progress), found.removed, restamped, unsettled)
        if not index.apply(changes, fingerprint=rows.fingerprint, partial=not found.rebuild):
            return None
    return found.report(stale)


def sync_page(store: Store, index: Index, rows: RowMaker, name: str, *, now_ns: int) -> None:
    """Make the index right about one page that was just written, moved or deleted.

    An index that is to be made anew is left to the next sync.
    """
    stamp = store.stamp(name)
    if stamp is None:
        changes = Changes(removed=(name,))
    else:
        unsettled = frozenset() if _is_settled(stamp, now_ns) else frozenset({name})
        changes = Changes(pages=_rows(store, rows, [Entry(name, stamp)], None), unsettled=unsettled)
    index.apply(changes, fingerprint=rows.fingerprint, partial=True)


def _may_differ(entry: Entry, known: Known | None) -> bool:
    return known is None or not known.settled or known.stamp != entry.stamp


def _is_settled(stamp: Stamp, now_ns: int) -> bool:
    return max(stamp.mtime_ns, stamp.ctime_ns) < now_ns - SETTLE_NS


def _is_news(known: Known, stamp: Stamp, *, settled: bool) -> bool:
    return known.stamp != stamp or known.settled != settled


def _same_bytes(store: Store, suspects: Sequence[Entry], known: Mapping[str, Known]) -> dict[str, Stamp]:
    """Those suspects whose bytes are the known ones after all, with the stamp they have now."""
    pages = ((entry, _read(store, entry.name)) for entry in suspects if entry.name in known)
    return {
        entry.name: entry.stamp
        for entry, page in pages
        if isinstance(page, Page) and page.digest == known[entry.name].digest
    }


def _rows(store: Store, rows: RowMaker, stale: Sequence[Entry], progress: Progress | None) -> Iterator[PageRow]:
    for done, entry in enumerate(stale, start=1):
        page = _read(store, entry.name)
        if isinstance(page, Page):
            yield rows.row(page, entry.stamp)
        elif not isinstance(page, NotFoundError):
            yield rows.unreadable(entry, page)
        if progress is not None:
            progress(done, len(stale))


def _read(store: Store, name: str) -> Page | VademecumError:
    try:
        return store.read(name)
    except VademecumError as error:
        return error
