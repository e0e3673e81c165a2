"""A JSONL file of records as a store: each line with an id is a page, and a write puts a whole new file in its place.

It owns which lines are records of the mount, and the store's half of compare-and-swap, made under the lock from the
bytes on disk (rule 4). A write changes one line and keeps every other byte, lines that it can't read among them; with
``malformed = "refuse"`` a file that has such lines is not written at all, and copied once (L4). It never decides who
may write, and never rewrites a file that it only reads.
"""

from __future__ import annotations

import os
import sys
import time
import unicodedata
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from pathlib import Path

from vademecum.address import Address
from vademecum.config.model import MountConfig
from vademecum.errors import (
    ConflictError,
    EditError,
    ExistsError,
    MalformedError,
    NameRefusedError,
    NotFoundError,
    ReadOnlyError,
    TooLargeError,
    UnreadableError,
)
from vademecum.page.model import Digest, Page, digest_of
from vademecum.page.names import check_name
from vademecum.page.record import completed, id_of, parse_record, read_record, stamped
from vademecum.store.contract import Stamp, Trashed, Walk, WalkProblem, Write
from vademecum.store.files import opened, publish_new, staged, storage_errors
from vademecum.store.lock import HIDDEN, WAIT, StoreLock
from vademecum.store.record_file import RecordFile, Seen
from vademecum.store.record_lines import Lines
from vademecum.store.record_trash import RecordTrash

_SHOWN_LINES = 8


def _utc_now() -> datetime:
    return datetime.now(UTC)


class RecordStore:
    """The store of one mount; ``clock`` gives the time in UTC, ``clock_ns`` the one that files are stamped by, and
    ``wait`` is how many seconds to wait for the lock, which all stores in one folder share: who holds several of them
    at once gives them the same ``lock``."""

    def __init__(
        self,
        config: MountConfig,
        *,
        clock: Callable[[], datetime] = _utc_now,
        clock_ns: Callable[[], int] = time.time_ns,
        wait: float = WAIT,
        lock: StoreLock | None = None,
    ) -> None:
        self._config = config
        path = os.path.realpath(config.path)
        self._root, self._leaf = os.path.split(path)
        self._clock = clock
        hides = config.exposure == "address"
        self._label = f"mount {config.name}" if hides else path
        self._file = RecordFile(self._root, self._leaf, label=self._label, clock_ns=clock_ns)
        self._trash = RecordTrash(self._root, self._leaf, label=self._label)
        self._lock = lock or StoreLock(self._root, label=self._label if hides else None, wait=wait)
        self._walked: tuple[Lines, Walk] | None = None
        # Whoever audits this interpreter can tell from it which file and folder only the gateway may write to.
        sys.audit("vademecum.store.open", path)
        sys.audit("vademecum.store.open", os.path.join(self._root, HIDDEN))

    @property
    def mount(self) -> str:
        """The mount's name, first part of each address."""
        return self._config.name

    @property
    def root(self) -> Path:
        """The real path of the folder that the file is in."""
        return Path(self._root)

    def walk(self) -> Walk:
        """All records; never raises for a line that is none, nor for a file that is away or can't be read."""
        try:
            lines = self._file.look().lines
        except UnreadableError as error:
            return Walk({}, {}, (WalkProblem("unreadable", self._leaf, error.message),))
        if not lines.lines and not os.path.isdir(self._root):
            return Walk({}, {}, (WalkProblem("unreadable", "", "the folder is not there"),))
        if self._walked is None or self._walked[0] is not lines:
            self._walked = lines, self._walk(lines)
        return self._walked[1]

    def _walk(self, lines: Lines) -> Walk:
        stamps: dict[str, str] = {}
        left_out: dict[str, int] = {}
        for name, (at, nth) in lines.places.items():
            raw = lines.lines[at].pieces[nth].raw
            bound = self._bound(raw, len(stamps))
            if bound is None:
                stamps[name] = _stamp(raw).text
            else:
                left_out[bound] = left_out.get(bound, 0) + 1
        return Walk(dict(sorted(stamps.items())), dict(sorted(left_out.items())), tuple(lines.problems()))

    def _bound(self, raw: bytes, kept: int) -> str | None:
        """The bound that leaves a record out, if one does."""
        if len(raw) > self._config.max_page_bytes:
            return "size"
        return "count" if kept >= self._config.max_pages else None

    def stamp(self, name: str) -> Stamp | None:
        """A stamp that tells one version of a record from another; None when there is no such record.

        It is made of the line alone, so that a change of one record makes no other one look changed.
        """
        raw = self._file.look().lines.raw(_plain(name))
        return None if raw is None else _stamp(raw)

    def read(self, name: str) -> Page:
        """One record. Raises NotFoundError, TooLargeError or UnreadableError."""
        raw = self._file.look().lines.raw(_plain(name))
        if raw is None:
            raise NotFoundError(f"there is no record {self._address(name)}")
        if len(raw) > self._config.max_page_bytes:
            bound = self._config.max_page_bytes
            raise TooLargeError(f"{self._address(name)} is over the mount's bound of {bound} bytes", hint="raise it")
        return parse_record(Address(self.mount, _plain(name)), raw)

    def path(self, name: str) -> Path:
        """The file, which all records share. Raises NameRefusedError for an empty name."""
        if not name.strip():
            raise NameRefusedError("a record needs an id")
        return Path(self._root, self._leaf)

    def check_writable(self, name: str) -> None:
        """Raise ReadOnlyError, or NameRefusedError for a new record whose id could not be the name of a page."""
        self._check_any_writable()
        if self.stamp(name) is None:
            check_name(name)
            if "/" in name:
                raise NameRefusedError(f"the id {name!r} has a slash", hint="use letters, digits and -")

    def _check_any_writable(self) -> None:
        if not self._config.writable:
            raise ReadOnlyError(f"mount {self.mount} is read-only", hint="make the mount writable")

    def lock(self) -> AbstractContextManager[None]:
        """Hold the store against other writers in all processes; re-entrant. Raises StoreBusyError, ReadOnlyError."""
        self._check_any_writable()
        return self._lock.hold()

    def put(self, name: str, data: bytes, *, expect: Digest | None) -> Digest:
        """Write one record; ``data`` is its line, to which the store adds what only it knows.

        A new one gets its id, scope and times, a changed one the time of its change (L7), so the digest that comes
        back is not that of ``data``. Raises ConflictError, ExistsError, ReadOnlyError, NameRefusedError, EditError,
        MalformedError, TooLargeError or StorageError; after any of them the old bytes are still there.
        """
        done = self.put_all([Write(name, data, expect)])[0]
        return done.digest if isinstance(done, Trashed) else done

    def put_all(self, writes: Sequence[Write]) -> tuple[Digest | Trashed, ...]:
        """Do several writes in one step, all or none: the file is written anew once, and takes the old one's place.

        Raises what ``put`` and ``delete`` raise.
        """
        seen = self._begin(*(each.name for each in writes))
        lines, digests = seen.lines, []
        gone: list[tuple[str, Lines]] = []
        for write in writes:
            after, digest = self._after(lines, write)
            if write.data is None:
                gone.append((_plain(write.name), lines))
            lines = Lines.of(after, lines.cache)
            digests.append(digest)
        kept = iter(self._write(seen, lines, gone))
        return tuple(
            next(kept) if write.data is None else digest for write, digest in zip(writes, digests, strict=True)
        )

    def _write(self, seen: Seen, lines: Lines, gone: Sequence[tuple[str, Lines]]) -> list[Trashed]:
        """Put new lines in the place of the old, if they differ, and before that into the trash what goes there.

        A crash in between leaves a record in both places, never in none.
        """
        if gone:
            self._trash.settle(seen.lines)
        kept = [self._trash.keep(name, before, self._clock()) for name, before in gone]
        if lines.data != seen.data:
            self._file.replace(seen, lines)
        return kept

    def _after(self, lines: Lines, write: Write) -> tuple[bytes, Digest]:
        """The file's bytes after a write, and the digest of the record."""
        name, data, expect = _plain(write.name), write.data, write.expect
        if expect is None:
            line = self._new(lines, name, data or b"")
            return lines.added(line), digest_of(line)
        found = self._own(lines, name, expect)
        if data is None:
            return lines.without(name), expect
        if data == found:
            return lines.data, expect
        line = stamped(self._checked(name, data), name, self._now_ms)
        return lines.replaced(name, self._within_bound(name, line)), digest_of(line)

    def _new(self, lines: Lines, name: str, data: bytes) -> bytes:
        if name in lines.places:
            hint = "read it and revise it, or choose another id"
            raise ExistsError(f"there is a record {self._address(name)} already", hint=hint)
        line = completed(self._checked(name, data), name, self._config.scope, self._now_ms)
        return self._within_bound(name, line)

    def _own(self, lines: Lines, name: str, expect: Digest) -> bytes:
        """The bytes of a record that must be at this digest."""
        raw = lines.raw(name)
        if raw is None or digest_of(raw) != expect:
            state = "is no longer there" if raw is None else "has changed since it was read"
            found = None if raw is None else digest_of(raw)
            hint = "read it again, then repeat the change"
            raise ConflictError(f"{self._address(name)} {state}", expected=expect, found=found, hint=hint)
        return raw

    def _checked(self, name: str, data: bytes) -> bytes:
        """The line, when it is one record that is not called otherwise."""
        record = read_record(data)
        if record is None or b"\n" in data or b"\r" in data:
            raise EditError(f"{self._address(name)} would be no JSON object on one line")
        if "id" in record and isinstance(record["id"], str | int) and id_of(data, record) != name:
            raise EditError(f"{self._address(name)} would have the id {record['id']!r}", hint="an id is given once")
        return data

    def _within_bound(self, name: str, line: bytes) -> bytes:
        limit = min(self._config.max_write_bytes, self._config.max_page_bytes)
        if len(line) > limit:
            raise TooLargeError(
                f"{self._address(name)} would have {len(line)} bytes, over the bound of {limit}",
                hint="split it into several records, or raise the bound",
            )
        return line

    def move(self, name: str, to: str, *, expect: Digest) -> None:
        """Raise NameRefusedError: an id is given once, since other records point to it."""
        self._begin(name)
        self._own(self._file.look(anew=True).lines, _plain(name), expect)
        raise NameRefusedError(
            f"{self._address(name)} can't become {to!r}: a record's id is given once, since others may point to it",
            hint="remember the text anew, and forget the old record",
        )

    def delete(self, name: str, *, expect: Digest) -> Trashed:
        """Take a record away, into the store's trash, with all lines of its id. Raises ConflictError, StorageError."""
        seen = self._begin(name)
        self._own(seen.lines, _plain(name), expect)
        lines = Lines.of(seen.lines.without(_plain(name)), seen.lines.cache)
        return self._write(seen, lines, [(_plain(name), seen.lines)])[0]

    def restore(self, trash_id: str) -> str:
        """Bring a record back to the end of the file. Raises NotFoundError, ExistsError."""
        seen = self._begin()
        name, raws = self._trashed(trash_id)
        if name in seen.lines.places:
            hint = "forget that one first, or leave this one in the trash"
            raise ExistsError(f"there is a record {self._address(name)} again", hint=hint)
        lines = Lines.of(seen.lines.added(*raws), seen.lines.cache)
        self._file.replace(seen, lines)
        self._trash.settle(lines)
        return name

    def purge(self, trash_id: str) -> None:
        """Take a deleted record out of the trash for good; the file itself is not touched. Raises NotFoundError."""
        self._lock.require()
        self._check_any_writable()
        self._trashed(trash_id)
        self._trash.drop(trash_id)

    def read_trashed(self, trash_id: str) -> Page:
        """A deleted record as it was. Raises NotFoundError."""
        name, raws = self._trashed(trash_id)
        return parse_record(Address(self.mount, name), raws[0])

    def _trashed(self, trash_id: str) -> tuple[str, tuple[bytes, ...]]:
        found = self._trash.find(trash_id)
        if found is None:
            raise NotFoundError(f"there is nothing in the trash under {trash_id!r}", hint="list the trash for its ids")
        return found

    def trash(self) -> tuple[Trashed, ...]:
        """What can be restored, newest first. Raises StorageError."""
        return self._trash.entries(self._file.look().lines)

    def _begin(self, *names: str) -> Seen:
        """Check what each write needs, and look at the file as it is now."""
        self._lock.require()
        self._check_any_writable()
        seen = self._file.look(anew=True)
        for name in names:
            self.check_writable(name)
        if self._config.malformed == "refuse" and (faulty := seen.lines.faulty()):
            raise self._refused(seen, faulty)
        return seen

    def _refused(self, seen: Seen, faulty: Sequence[int]) -> MalformedError:
        """The refusal to write a file with malformed lines, after a copy of it was made (L4)."""
        copy = self._back_up(seen.data)
        shown = ", ".join(map(str, faulty[:_SHOWN_LINES])) + (", …" if len(faulty) > _SHOWN_LINES else "")
        where = "" if self._config.exposure == "address" else f"; a copy of it is in {copy}"
        return MalformedError(
            f"{self._label} is not written, since it has lines that are not one record each: {shown}{where}",
            hint='mend these lines, or set malformed = "keep" for the mount to have them kept as they are',
        )

    def _back_up(self, data: bytes) -> str:
        """Copy the file beside itself, once for each state that it was in; returns the copy's path."""
        with storage_errors(f"{self._label} could not be copied"), opened(self._root) as folder:
            for leaf in sorted(name for name in folder.names() if name.startswith(f"{self._leaf}.bak.")):
                if self._file.bytes_at(folder, leaf) == data:
                    return os.path.join(self._root, leaf)
            leaf = f"{self._leaf}.bak.{self._now_ms}"
            with staged(folder, data, like=folder.lstat(self._leaf)) as written:
                publish_new(folder, written, leaf)
        return os.path.join(self._root, leaf)

    @property
    def _now_ms(self) -> int:
        return int(self._clock().timestamp() * 1000)

    def _address(self, name: str) -> str:
        return str(Address(self.mount, name))


def _plain(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _stamp(raw: bytes) -> Stamp:
    """Equal lines have equal stamps, and no clock says whether one is settled, so it always is."""
    return Stamp(len(raw), 0, 0, int(digest_of(raw)[:15], 16))
