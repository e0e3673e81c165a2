"""A folder of Markdown pages as a store: reading, and the five writes that only the gateway calls.

It owns the rules of one mount: which names it serves, which it lets be written, and the store's half of
compare-and-swap, made under the lock from the bytes on disk (rule 4). It never decides who may write, keeps no index,
and changes no byte of a page that it was not given. Errors name a page by its path, or by its address in a mount whose
exposure is ``address``.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

from vademecum.address import Address
from vademecum.config.model import MountConfig
from vademecum.errors import (
    ConflictError,
    ExistsError,
    NameRefusedError,
    NotFoundError,
    ReadOnlyError,
    TooLargeError,
    UnreadableError,
    VademecumError,
)
from vademecum.page import Digest, Page, digest_of, parse
from vademecum.page.names import check_name
from vademecum.store import trash
from vademecum.store.contract import Entry, Stamp, Trashed, Walk
from vademecum.store.files import (
    Folder,
    digest_file,
    opened,
    publish,
    publish_new,
    read_file,
    rename_new,
    staged,
    storage_errors,
    sweep,
    sync_folder,
)
from vademecum.store.lock import WAIT, StoreLock
from vademecum.store.lookup import Found, find, new_place, split_name
from vademecum.store.seen import SeenFiles
from vademecum.store.walk import SUFFIX, Bounds, stamp_of, walk


def _utc_now() -> datetime:
    return datetime.now(UTC)


class FolderStore:
    """The store of one mount; ``exclude`` are the folders of other mounts inside it.

    ``clock`` gives the time in UTC, for the trash; ``wait`` is how many seconds to wait for the lock, unless there is a
    ``lock`` that other stores in the folder share.
    """

    def __init__(
        self,
        config: MountConfig,
        *,
        exclude: frozenset[Path] = frozenset(),
        clock: Callable[[], datetime] = _utc_now,
        wait: float = WAIT,
        lock: StoreLock | None = None,
    ) -> None:
        self._config = config
        self._root = os.path.realpath(config.path)
        self._bounds = Bounds.of(config, self._root, exclude)
        self._clock = clock
        label = f"mount {config.name}" if config.exposure == "address" else None
        self._lock = lock or StoreLock(self._root, label=label, wait=wait)
        # Whoever audits this interpreter can tell from it which folders only the gateway may write to.
        sys.audit("vademecum.store.open", self._root)

    @property
    def mount(self) -> str:
        """The mount's name, first part of each address."""
        return self._config.name

    @property
    def root(self) -> Path:
        """The folder's real path."""
        return Path(self._root)

    def walk(self) -> Walk:
        """All pages by stat alone; never reads a body, never raises for one bad entry."""
        return walk(self._root, self._bounds)

    def stamp(self, name: str) -> Stamp | None:
        """The stamp of one page, None when there is no such page."""
        try:
            found = find(self._root, name, self._bounds)
        except NameRefusedError:
            return None
        return None if found is None else stamp_of(found.stat)

    def read(self, name: str) -> Page:
        """One page, under its own address when a link led to it.

        Raises NotFoundError, NameRefusedError, TooLargeError or UnreadableError.
        """
        found = find(self._root, name, self._bounds)
        raw = b"" if found is None else self._bytes_of(found)
        if found is None or raw is None:
            raise NotFoundError(f"there is no page {self._address(name)}")
        return parse(Address(self.mount, found.name), raw)

    def read_seen(self, entries: Iterable[Entry]) -> Iterator[Page | VademecumError]:
        """What ``read`` gives or raises for each page, asked right after a walk and in its order."""
        with SeenFiles(self._root) as files:
            for entry in entries:
                raw = files.read(entry)
                if raw is not None:
                    yield parse(Address(self.mount, entry.name), raw)
                    continue
                try:
                    yield self.read(entry.name)
                except VademecumError as error:
                    yield error

    def _bytes_of(self, found: Found) -> bytes | None:
        label, limit = self._label(found.name), self._config.max_page_bytes
        with storage_errors(f"{label} could not be read", error=UnreadableError):
            try:
                with opened(self._root, found.folders) as folder:
                    raw = read_file(folder, found.leaf, limit)
            except FileNotFoundError:
                return None
        if raw is None:
            raise TooLargeError(
                f"{label} is over the mount's bound of {limit} bytes", hint="split it, or raise the bound"
            )
        return raw

    def path(self, name: str) -> Path:
        """Where the page is or would be on disk. Raises NameRefusedError."""
        found = find(self._root, name, self._bounds)
        place = "/".join(split_name(name)) + SUFFIX if found is None else found.place
        return Path(self._root, place)

    def check_writable(self, name: str) -> None:
        """Raise ReadOnlyError or NameRefusedError unless a page of that name may be written."""
        name = check_name(name)
        self._check_any_writable()
        inbox = self._inbox
        if not self._config.writable and not name.startswith(f"{inbox}/"):
            raise ReadOnlyError(f"mount {self.mount} is read-only outside its inbox", hint=f"write below {inbox}/")
        reason = self._bounds.why_outside(name + SUFFIX)
        if reason is not None:
            raise NameRefusedError(f"{self._address(name)} {reason}", hint="choose a place that the mount serves")

    @property
    def _inbox(self) -> str:
        return unicodedata.normalize("NFC", self._config.inbox or "").strip("/")

    def _check_any_writable(self) -> None:
        if not self._config.writable and not self._inbox:
            raise ReadOnlyError(f"mount {self.mount} is read-only", hint="make the mount writable, or give it an inbox")

    def lock(self) -> AbstractContextManager[None]:
        """Hold the store against other writers in all processes; re-entrant. Raises StoreBusyError, ReadOnlyError."""
        self._check_any_writable()
        return self._lock.hold()

    def put(self, name: str, data: bytes, *, expect: Digest | None) -> Digest:
        """Write one page whole, atomically; ``expect`` is the digest to replace, None for a new page.

        Raises ConflictError, ExistsError, ReadOnlyError, NameRefusedError, TooLargeError or StorageError; after any
        of them the old bytes are still there.
        """
        self._begin(name)
        limit = min(self._config.max_write_bytes, self._config.max_page_bytes)
        if len(data) > limit:
            raise TooLargeError(
                f"{self._label(name)} would have {len(data)} bytes, over the bound of {limit}",
                hint="split it into several pages, or raise the bound",
            )
        with storage_errors(f"{self._label(name)} could not be written"):
            if expect is None:
                self._create(name, data)
            else:
                self._replace(self._own(name, expect), data, expect)
        return digest_of(data)

    def move(self, name: str, to: str, *, expect: Digest) -> None:
        """Rename a page, case-only renames included, never over another one.

        Raises what ``put`` raises; a page that is not there is a ConflictError.
        """
        self._begin(name, to)
        with storage_errors(f"{self._label(name)} could not be moved"):
            found = self._own(name, expect)
            with opened(self._root, found.folders) as source:
                self._compare(source, found, expect)
                if split_name(name) != split_name(to):
                    self._rename(source, found, to)

    def delete(self, name: str, *, expect: Digest) -> Trashed:
        """Take a page away, into the store's trash. Raises ConflictError, ReadOnlyError, StorageError."""
        self._begin(name)
        with storage_errors(f"{self._label(name)} could not be deleted"):
            found = self._own(name, expect)
            with opened(self._root, found.folders) as folder:
                self._compare(folder, found, expect)
                entry = trash.new_entry(found.name, expect, self._clock())
                trash.discard(self._root, folder, found.leaf, entry)
        return entry

    def restore(self, trash_id: str) -> str:
        """Bring a page back under its old name, and return that name. Raises NotFoundError, ExistsError."""
        self._lock.require()
        entry = self._trashed(trash_id)
        self.check_writable(entry.name)
        with storage_errors(f"{self._label(entry.name)} could not be restored"):
            place = self._free_place(entry.name)
            try:
                with opened(self._root, place.split("/")[:-1], create=True) as folder:
                    trash.recover(self._root, trash_id, folder, place.rpartition("/")[2])
            except FileExistsError:
                raise self._exists(entry.name) from None
        return entry.name

    def read_trashed(self, trash_id: str) -> Page:
        """A deleted page as it was. Raises NotFoundError, TooLargeError or UnreadableError."""
        entry, limit = self._trashed(trash_id), self._config.max_page_bytes
        with storage_errors(f"{trash_id} could not be read in the trash", error=UnreadableError):
            raw = trash.read_page(self._root, trash_id, limit)
        if raw is None:
            raise TooLargeError(f"{trash_id} in the trash is over the mount's bound of {limit} bytes", hint="raise it")
        return parse(Address(self.mount, entry.name), raw)

    def _trashed(self, trash_id: str) -> Trashed:
        entry = trash.entry_of(self._root, trash_id)
        if entry is None:
            raise NotFoundError(f"there is nothing in the trash under {trash_id!r}", hint="list the trash for its ids")
        return entry

    def purge(self, trash_id: str) -> None:
        """Take a deleted page out of the trash for good. Raises NotFoundError."""
        self._lock.require()
        self._check_any_writable()
        if trash.entry_of(self._root, trash_id) is None:
            raise NotFoundError(f"there is nothing in the trash under {trash_id!r}", hint="list the trash for its ids")
        with storage_errors(f"the trash of mount {self.mount} could not be emptied of {trash_id}"):
            trash.purge(self._root, trash_id)

    def trash(self) -> tuple[Trashed, ...]:
        """What can be restored, newest first. Raises StorageError."""
        with storage_errors(f"the trash of mount {self.mount} could not be read"):
            return trash.entries(self._root)

    def _begin(self, *names: str) -> None:
        self._lock.require()
        for name in names:
            self.check_writable(name)

    def _own(self, name: str, expect: Digest) -> Found:
        """The page's file, which no link may lead to, since writes never go through one."""
        found = find(self._root, name, self._bounds)
        if found is None:
            raise self._conflict(name, expect, None)
        if found.linked:
            hint = f"write to {found.name!r}, where it leads"
            raise NameRefusedError(f"{self._address(name)} goes through a link; writes never do", hint=hint)
        return found

    def _replace(self, found: Found, data: bytes, expect: Digest) -> None:
        with opened(self._root, found.folders) as folder:
            self._compare(folder, found, expect)
            sweep(folder)
            if digest_of(data) == expect:
                return
            with staged(folder, data, like=folder.lstat(found.leaf)) as written:
                # Editors don't know our lock: look again when only the last step is left to do.
                self._compare(folder, found, expect)
                publish(folder, written, found.leaf)

    def _create(self, name: str, data: bytes) -> None:
        place = self._free_place(name)
        with opened(self._root, place.split("/")[:-1], create=True) as folder:
            sweep(folder)
            with staged(folder, data) as written:
                try:
                    publish_new(folder, written, place.rpartition("/")[2])
                except FileExistsError:
                    raise self._exists(name) from None

    def _free_place(self, name: str) -> str:
        if find(self._root, name, self._bounds) is not None:
            raise self._exists(name)
        return new_place(self._root, name)

    def _rename(self, source: Folder, found: Found, to: str) -> None:
        if find(self._root, to, self._bounds) is not None:
            raise self._exists(to)
        place = new_place(self._root, to, besides=found.place)
        with opened(self._root, place.split("/")[:-1], create=True) as target:
            try:
                _rename_file(source, found, target, place.rpartition("/")[2])
            except FileExistsError:
                raise self._exists(to) from None
            sync_folder(target)
        sync_folder(source)

    def _compare(self, folder: Folder, found: Found, expect: Digest) -> None:
        digest = digest_file(folder, found.leaf)
        if digest != expect:
            raise self._conflict(found.name, expect, digest)

    def _conflict(self, name: str, expect: Digest, digest: Digest | None) -> ConflictError:
        state = "is no longer there" if digest is None else "has changed since it was read"
        return ConflictError(
            f"{self._label(name)} {state}", expected=expect, found=digest, hint="read it again, then repeat the change"
        )

    def _exists(self, name: str) -> ExistsError:
        return ExistsError(
            f"there is a page {self._address(name)} already", hint="read it and revise it, or choose a name"
        )

    def _address(self, name: str) -> str:
        return str(Address(self.mount, name))

    def _label(self, name: str) -> str:
        return self._address(name) if self._config.exposure == "address" else f"{self._root}/{name}{SUFFIX}"


def _rename_file(source: Folder, found: Found, target: Folder, leaf: str) -> None:
    there = target.lstat(leaf)
    if there is not None and os.path.samestat(there, found.stat):
        # The disk ignores case and takes both names for one, so a direct rename may do nothing. The name between is a
        # page's: should we die here, the page is still seen.
        between = f"renaming-{os.urandom(8).hex()}{SUFFIX}"
        rename_new(source, found.leaf, target, between)
        rename_new(target, between, target, leaf)
    else:
        rename_new(source, found.leaf, target, leaf)
