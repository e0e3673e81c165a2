"""The library: opens stores and indexes on first use, keeps them in step, and finds pages by what people call them.

It reads stores and writes indexes; it never writes a page. An index that turns out damaged is opened anew, which
rebuilds it, and everything is asked once more.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from vademecum.errors import AddressError, IndexBusyError, IndexDamagedError, IndexFailedError
from vademecum.index.contract import Index, View
from vademecum.index.failure import failed
from vademecum.index.schema import SCHEMA_VERSION
from vademecum.index.sqlite import memory_index, open_index
from vademecum.library.mounts import Mount
from vademecum.library.rows import RowMaker
from vademecum.library.sync import Progress, SyncReport, survey, sync, sync_found, sync_page
from vademecum.nearest import nearest
from vademecum.store.contract import Store
from vademecum.store.folder import FolderStore
from vademecum.store.lock import StoreLock

Notice = Callable[[str], None]
T = TypeVar("T")
# Seconds. A first sync of ten thousand pages takes less; hosts give a tool not much longer to answer.
SYNC_WAIT = 10.0


class Library:
    """The ordered mounts of one session, with their stores and indexes.

    ``cache`` is the folder for index files; ``notice`` gets one line for a person when an index had to be rebuilt;
    ``clock_ns`` is the wall clock in nanoseconds; ``wait`` is how many seconds another program's sync is waited for.
    """

    def __init__(
        self,
        mounts: Sequence[Mount],
        cache: Path,
        *,
        notice: Notice = lambda _line: None,
        clock_ns: Callable[[], int] = time.time_ns,
        wait: float = SYNC_WAIT,
    ) -> None:
        self.mounts = tuple(mounts)
        self._cache = cache
        self._notice = notice
        self._clock_ns = clock_ns
        self._wait = wait
        self._stores: dict[str, Store] = {}
        self._locks: dict[str, StoreLock] = {}
        self._indexes: dict[str, Index] = {}
        self._in_memory: set[str] = set()

    def mount(self, name: str) -> Mount:
        """The mount of that name; raises AddressError with the nearest name."""
        found = next((mount for mount in self.mounts if mount.name == name), None)
        if found is None:
            names = [mount.name for mount in self.mounts]
            close = nearest(name, names)
            hint = f"did you mean {close}?" if close else f"the mounts are {', '.join(names)}"
            raise AddressError(f"there is no mount named {name!r}", hint=hint)
        return found

    def store(self, name: str) -> Store:
        """The store of a mount, opened on first use."""
        if name not in self._stores:
            self._stores[name] = self._opened(self.mount(name))
        return self._stores[name]

    def _opened(self, mount: Mount) -> Store:
        """The store of a mount as it is now; a library of another day has others."""
        lock = self._lock_of(mount)
        if mount.config.format == "folder":
            return FolderStore(mount.config, exclude=mount.exclude, lock=lock)
        from vademecum.store.records import RecordStore  # noqa: PLC0415 - few have one, and all would wait for it

        return RecordStore(mount.config, lock=lock)

    def _lock_of(self, mount: Mount) -> StoreLock:
        """The lock of a mount's folder, one for all stores in it: who writes to several of them holds it once."""
        folder = os.path.realpath(mount.folder)
        if folder not in self._locks:
            hiding = (m.name for m in self.mounts if m.folder == mount.folder and m.config.exposure == "address")
            name = next(hiding, None)
            self._locks[folder] = StoreLock(folder, label=name and f"mount {name}")
        return self._locks[folder]

    def index(self, name: str) -> Index:
        """The index of a mount, opened on first use; in memory when the cache folder can't be written."""
        if name not in self._indexes:
            try:
                self._indexes[name] = open_index(self.index_path(name), on_notice=self._notice)
            except IndexFailedError as error:
                self._notice(f"{error.message}; this answer comes from an index in memory")
                self._indexes[name] = memory_index()
                self._in_memory.add(name)
        return self._indexes[name]

    def index_path(self, name: str) -> Path:
        """Where the index of a mount is kept: one file for each real path and schema."""
        place = sha256(str(self.mount(name).root).encode("utf-8", "surrogateescape")).hexdigest()[:16]
        return self._cache / "index" / f"{place}-v{SCHEMA_VERSION}.db"

    def rows(self, name: str) -> RowMaker:
        """What makes index rows of this mount's pages, by its rules of exposure."""
        return RowMaker.of(self.mount(name).config)

    def sync(self, name: str, progress: Progress | None = None) -> SyncReport:
        """Bring one mount's index in step with its files; raises IndexFailedError when it stays as it was."""
        return self.mended(lambda: self._sync(name, progress))

    def refresh(self, name: str) -> SyncReport:
        """Bring one mount's index in step if that can be done; else the report says why its rows are ``late``."""
        try:
            return self.sync(name)
        except IndexDamagedError:
            raise
        except IndexFailedError as error:
            return SyncReport(late=error.message)

    def sync_all(self) -> dict[str, SyncReport]:
        """Bring every mount's index in step, by mount."""
        return {mount.name: self.sync(mount.name) for mount in self.mounts}

    def sync_page(self, mount: str, name: str) -> None:
        """Bring the index in step with one page that was just written."""
        now = self._clock_ns()
        self.mended(lambda: sync_page(self.store(mount), self.index(mount), self.rows(mount), name, now_ns=now))

    @contextmanager
    def views(self, names: Sequence[str]) -> Iterator[list[View]]:
        """One moment of the index of each of these mounts, in their order."""
        with ExitStack() as stack:
            yield [stack.enter_context(self.index(name).view()) for name in names]

    def mended(self, step: Callable[[], T]) -> T:
        """Take a step that syncs before it asks; when an index turns out damaged, once more on a new one."""
        try:
            return step()
        except IndexDamagedError:
            self.close()
            return step()

    def drop_index(self, name: str) -> None:
        """Forget an opened index, so that the next use opens its file anew."""
        index = self._indexes.pop(name, None)
        if index is not None:
            index.close()

    def close(self) -> None:
        """Give back file handles."""
        for name in list(self._indexes):
            self.drop_index(name)

    def _sync(self, name: str, progress: Progress | None) -> SyncReport:
        store, index, rows = self.store(name), self.index(name), self.rows(name)
        found = survey(store, index, rows, now_ns=self._clock_ns())
        if found.is_clean:
            return found.report()
        with self._one_sync(name) as waited:
            # A second process finds little left to do; the first has no need to walk the store again.
            report = None if waited else sync_found(store, index, rows, found, progress)
            return report or sync(store, index, rows, now_ns=self._clock_ns(), progress=progress)

    @contextmanager
    def _one_sync(self, name: str) -> Iterator[bool]:
        """Keep other programs from making the same rows meanwhile; tells whether one was waited for."""
        waited = False
        if name in self._in_memory:
            yield waited
            return
        from filelock import FileLock, Timeout  # noqa: PLC0415 - an index in step needs no lock, and no import of one

        try:
            lock = FileLock(self.index_path(name).with_suffix(".lock"), timeout=self._wait)
            try:
                lock.acquire(blocking=False)
            except Timeout:
                waited = True
                lock.acquire()
        except Timeout as error:
            hint = "try again when it has ended"
            raise IndexBusyError(f"another program is bringing the index of {name} in step", hint=hint) from error
        except OSError as error:
            raise failed(error) from error
        try:
            yield waited
        finally:
            lock.release()
