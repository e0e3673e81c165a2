"""What was written into hosts' files, and what stood there before: so that it can be taken out again to the byte.

One small file and a folder of backups in the person's state folder. Losing both costs exactness only: our entries are
known by their commands. Backups may hold what a host keeps secret, so they are for their owner's eyes alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from vademecum.hosts.plan import FileEdit, digest, target_of
from vademecum.store.files import write_atomic

_FILE = "hosts.json"
_BACKUPS = "backups"
_PRIVATE = 0o600
BACKUPS_KEPT = 20


@dataclass(frozen=True, slots=True)
class Entry:
    """A host's file with entries of ours: its digest with them, and the digest of its backup, None for no file."""

    host: str
    after: str
    base: str | None


class Ledger:
    """The entries by the files that hold them, read once."""

    def __init__(self, state: Path) -> None:
        self._file = state / _FILE
        self._backups = state / _BACKUPS
        self.entries = _read(self._file)

    def base(self, path: Path) -> tuple[bool, bytes | None]:
        """Whether it is known what the file was before us, and that: its bytes, or None for no file."""
        entry = self.entries.get(str(target_of(path)))
        if entry is None:
            return False, None
        if entry.base is None:
            return True, None
        try:
            data = self.backup_file(entry.base).read_bytes()
        except OSError:
            return False, None
        return digest(data) == entry.base, data

    def is_untouched(self, path: Path, data: bytes | None) -> bool:
        """Whether the file is byte for byte as we left it."""
        entry = self.entries.get(str(target_of(path)))
        return entry is not None and entry.after == digest(data)

    def backup_file(self, name: str) -> Path:
        """Where bytes of that digest are kept."""
        return self._backups / name

    def back_up(self, edits: Iterable[FileEdit]) -> None:
        """Keep what the edits will replace, and what the files were before us. Raises StorageError."""
        for edit in edits:
            for data in () if edit.ours else (edit.before if edit.is_change else None, edit.base):
                name = digest(data)
                if data is not None and name is not None and not self.backup_file(name).exists():
                    write_atomic(self.backup_file(name), data, mode=_PRIVATE)

    def note(self, host: str, edits: Iterable[FileEdit], *, connected: bool) -> None:
        """Note what the files hold now that the edits are made, and drop backups that nothing needs."""
        for edit in edits:
            after = digest(edit.after)
            if edit.ours:
                continue
            self.entries.pop(str(target_of(edit.path)), None)
            if connected and after is not None:
                self.entries[str(target_of(edit.path))] = Entry(host, after, digest(edit.base))
        rows = {
            path: {"host": each.host, "after": each.after, "base": each.base} for path, each in self.entries.items()
        }
        write_atomic(self._file, json.dumps(rows, ensure_ascii=False, indent=1).encode(), mode=_PRIVATE)
        self._drop_old_backups()

    def _drop_old_backups(self) -> None:
        needed = {entry.base for entry in self.entries.values()}
        found = [file for file in self._backups.glob("*") if file.name not in needed]
        for old in sorted(found, key=lambda file: file.stat().st_mtime_ns, reverse=True)[BACKUPS_KEPT:]:
            old.unlink(missing_ok=True)


def _read(file: Path) -> dict[str, Entry]:
    """The entries of a ledger; a missing or broken file has none, and a broken row is passed over."""
    try:
        rows = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    named = rows.items() if isinstance(rows, dict) else ()
    return {path: entry for path, row in named if (entry := _entry(row)) is not None}


def _entry(row: object) -> Entry | None:
    if not isinstance(row, dict):
        return None
    host, after, base = row.get("host"), row.get("after"), row.get("base")
    if isinstance(host, str) and isinstance(after, str) and isinstance(base, str | None):
        return Entry(host, after, base)
    return None
