"""The trash of a record store: a JSONL file below the hidden folder, one line for each deleted record.

A deleted record's bytes stand in it as they stood in the store. An entry is written before the record is taken away
and removed after it has come back, so that a crash leaves a record in both places and never in none; an entry whose
record is in the store is passed over. What the file says is checked like any other input: it may have come with a
clone.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime

from vademecum.errors import StorageError
from vademecum.page.json_object import dump
from vademecum.page.model import Digest, digest_of
from vademecum.page.record import id_of, read_record
from vademecum.store.contract import Trashed
from vademecum.store.files import opened, publish, read_file, staged, storage_errors, sweep
from vademecum.store.lock import HIDDEN, hidden_exists
from vademecum.store.record_file import FILE_BYTES
from vademecum.store.record_lines import Lines
from vademecum.store.trash import TRASH, new_entry


class RecordTrash:
    """The trash of the store in the file ``leaf`` of the folder ``root``; ``label`` is what errors call the store."""

    def __init__(self, root: str, leaf: str, *, label: str) -> None:
        self._root = root
        self._leaf = leaf
        self._label = label

    def keep(self, name: str, lines: Lines, now: datetime) -> Trashed:
        """Write an entry with all lines of a record, of which the first gives the digest; ``now`` is in UTC."""
        raws = lines.all_raw(name)
        entry = new_entry(name, digest_of(raws[0]), now)
        about = {"id": entry.id, "name": name, "digest": entry.digest, "deleted": entry.deleted}
        line = dump({**about, "lines": [raw.decode() for raw in raws]}).encode()
        kept = self._read()
        self._write(kept.added(line))
        return entry

    def find(self, trash_id: str) -> tuple[str, tuple[bytes, ...]] | None:
        """The name and the lines of a deleted record, None when nothing sound is kept under that id."""
        raw = self._read().raw(trash_id)
        return _record_of(read_record(raw or b""))

    def entries(self, store: Lines) -> tuple[Trashed, ...]:
        """What can be brought back to a store that has these lines now, newest first."""
        kept = self._read()
        found = (_entry(trash_id, kept.raw(trash_id)) for trash_id in kept.places)
        gone = [entry for entry in found if entry is not None and not _is_back(entry, store)]
        return tuple(sorted(gone, key=lambda entry: (entry.deleted, entry.id), reverse=True))

    def drop(self, trash_id: str) -> None:
        """Take one entry away for good. Raises StorageError."""
        self._write(self._read().without(trash_id))

    def settle(self, store: Lines) -> None:
        """Take away the entries of records that are in the store, be it that they came back or never went.

        They are passed over anyway, so a failure must not look like a failed write; the next one settles again.
        """
        with suppress(StorageError):
            kept = self._read()
            back = [each for each in kept.places if (entry := _entry(each, kept.raw(each))) and _is_back(entry, store)]
            for trash_id in back:
                kept = Lines.of(kept.without(trash_id), kept.cache)
            if back:
                self._write(kept.data)

    def _read(self) -> Lines:
        if not hidden_exists(self._root):
            return Lines.of(b"")
        with storage_errors(f"the trash of {self._label} could not be read"):
            try:
                with opened(self._root, (HIDDEN, TRASH)) as folder:
                    return Lines.of(read_file(folder, self._leaf, FILE_BYTES) or b"")
            except FileNotFoundError:
                return Lines.of(b"")

    def _write(self, data: bytes) -> None:
        what = f"the trash of {self._label} could not be written"
        with storage_errors(what), opened(self._root, (HIDDEN, TRASH), create=True) as folder:
            sweep(folder)
            with staged(folder, data, mode=_mode(self._root, self._leaf)) as written:
                publish(folder, written, self._leaf)


def _mode(root: str, leaf: str) -> int | None:
    """The rights of the store's file: what was private there is private in the trash."""
    try:
        return os.stat(os.path.join(root, leaf)).st_mode & 0o777
    except OSError:
        return None


def _entry(trash_id: str, raw: bytes | None) -> Trashed | None:
    about = read_record(raw or b"")
    match about:
        case {"name": str(name), "digest": str(digest), "deleted": str(deleted)} if _record_of(about) is not None:
            return Trashed(trash_id, name, Digest(digest), deleted)
        case _:
            return None


def _record_of(about: Mapping[str, object] | None) -> tuple[str, tuple[bytes, ...]] | None:
    """The name and lines that an entry holds, None unless each is one line with a record of that name."""
    if about is None:
        return None
    name, lines = about.get("name"), about.get("lines")
    if not isinstance(name, str) or not isinstance(lines, list) or not lines:
        return None
    raws = []
    for line in lines:
        if not isinstance(line, str) or "\n" in line:
            return None
        raw = line.encode("utf-8", "surrogatepass")
        record = read_record(raw)
        if record is None or id_of(raw, record) != name:
            return None
        raws.append(raw)
    return name, tuple(raws)


def _is_back(entry: Trashed, store: Lines) -> bool:
    raw = store.raw(entry.name)
    return raw is not None and digest_of(raw) == entry.digest
