"""The file of a record store on disk: read once a stamp, and replaced whole in one step. It knows no rule of a mount.

What was read is kept for as long as the file's stamp says that it is the same. A stamp so fresh that a second change
could carry the same one says nothing yet, so then the bytes are read again, as the index does with pages.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from vademecum.errors import ConflictError, UnreadableError
from vademecum.page.model import digest_of
from vademecum.store.contract import Stamp
from vademecum.store.files import Folder, opened, publish, publish_new, read_file, staged, storage_errors, sweep
from vademecum.store.record_lines import Lines
from vademecum.store.walk import stamp_of

# A file is read whole, so one larger than this is no store of facts but a mistake in the configuration.
FILE_BYTES = 1024**3
SETTLE_NS = 2_000_000_000
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Seen:
    """A file as it was read; ``stamp`` is None when there is none, ``trusted`` whether an equal stamp proves it."""

    stamp: Stamp | None
    lines: Lines
    trusted: bool = False

    @property
    def data(self) -> bytes:
        """The file's bytes."""
        return self.lines.data


class RecordFile:
    """The file ``leaf`` in the folder ``root``; ``label`` is what errors call it."""

    def __init__(self, root: str, leaf: str, *, label: str, clock_ns: Callable[[], int]) -> None:
        self._root = root
        self._leaf = leaf
        self._label = label
        self._clock_ns = clock_ns
        self._seen = Seen(None, Lines.of(b""))

    def look(self, *, anew: bool = False) -> Seen:
        """The file's lines, empty when there is no file; ``anew`` trusts no stamp. Raises UnreadableError."""
        before = self._stamp()
        seen = self._seen
        if anew or before is None or before != seen.stamp or not seen.trusted:
            # The stamp is that from before the bytes were read: a change in between differs next time.
            trusted = before is not None and max(before.mtime_ns, before.ctime_ns) < self._clock_ns() - SETTLE_NS
            data = self._read()
            same = data == seen.lines.data
            self._seen = seen = Seen(before, seen.lines if same else Lines.of(data, seen.lines.cache), trusted)
        return seen

    def replace(self, seen: Seen, lines: Lines) -> None:
        """Put new lines in the place of those that were seen, whole or not at all.

        Raises ConflictError when another program changed the file meanwhile, StorageError when the disk says no.
        """
        with storage_errors(f"{self._label} could not be written"), opened(self._root) as folder:
            sweep(folder)
            old = folder.lstat(self._leaf)
            with staged(folder, lines.data, like=old) as written:
                # Editors don't know our lock: look again when only the last step is left to do.
                if self.bytes_at(folder, self._leaf) != (None if seen.stamp is None else seen.data):
                    raise self._overtaken(seen)
                if seen.stamp is None:
                    self._publish_new(folder, written, seen)
                else:
                    publish(folder, written, self._leaf)
        self._seen = Seen(self._stamp(), lines)

    def _publish_new(self, folder: Folder, written: str, seen: Seen) -> None:
        try:
            publish_new(folder, written, self._leaf)
        except FileExistsError:
            raise self._overtaken(seen) from None

    def _overtaken(self, seen: Seen) -> ConflictError:
        return ConflictError(
            f"{self._label} was changed by another program a moment ago",
            expected=digest_of(seen.data),
            found=None,
            hint="try again; nothing was written",
        )

    def bytes_at(self, folder: Folder, leaf: str) -> bytes | None:
        """The bytes of a file of this folder, None when there is none."""
        try:
            return read_file(folder, leaf, FILE_BYTES)
        except FileNotFoundError:
            return None

    def _stamp(self) -> Stamp | None:
        with storage_errors(f"{self._label} could not be looked at", error=UnreadableError):
            try:
                return stamp_of(os.lstat(Path(self._root, self._leaf)))
            except (FileNotFoundError, NotADirectoryError):
                return None

    def _read(self) -> bytes:
        with storage_errors(f"{self._label} could not be read", error=UnreadableError):
            try:
                with opened(self._root) as folder:
                    data = read_file(folder, self._leaf, FILE_BYTES)
            except FileNotFoundError:
                return b""
        if data is None:
            raise UnreadableError(f"{self._label} is larger than {FILE_BYTES} bytes", hint="split it into several")
        if data.startswith(_UTF16):
            raise UnreadableError(f"{self._label} is UTF-16, and records are UTF-8", hint="convert it to UTF-8")
        return data
