"""A plan: what an installation would change, file by file, shown before it is done and done whole or not at all.

It owns how a host's files are read and replaced: through a link, at once, never over a change that came in between.
What the bytes mean is the host's module's business.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from vademecum.errors import ConflictError, StorageError
from vademecum.store.files import storage_errors, write_atomic

_CONTEXT_LINES = 2
_LONG_FILE = 40
# A file on one line would be shown whole; for a reader it is broken at its brackets and commas, but in no text of it.
_LONG_LINE = 200
_PARTS = re.compile(r"""(?:"(?:\\.|[^"\\])*"|[^\[{,])*(?:[\[{,]|$)""")


@dataclass(frozen=True, slots=True)
class FileEdit:
    """One file's change; None stands for no file.

    ``base`` is what the file would be without us. ``mode`` is for a file that is new, or always when it is ``ours``:
    written by nobody else, so that it needs no backup.
    """

    path: Path
    before: bytes | None
    after: bytes | None
    base: bytes | None = None
    mode: int | None = None
    ours: bool = False

    @property
    def is_change(self) -> bool:
        """Whether there is anything to write."""
        return self.before != self.after

    @property
    def kind(self) -> str:
        """What happens to the file, in one word."""
        if not self.is_change:
            return "none"
        return "create" if self.before is None else "remove" if self.after is None else "edit"


@dataclass(frozen=True, slots=True)
class Plan:
    """What will be changed, in the order in which it is written, and what the person should know beside it."""

    edits: tuple[FileEdit, ...]
    notes: tuple[str, ...] = ()

    @property
    def changes(self) -> tuple[FileEdit, ...]:
        """The edits that change something."""
        return tuple(edit for edit in self.edits if edit.is_change)

    def diff(self) -> Iterator[str]:
        """The lines of a unified diff over all files, without line ends."""
        for edit in self.changes:
            yield from _diff(edit)


def read_target(path: Path) -> bytes | None:
    """The bytes behind a path, links followed, None when there is no file. Raises StorageError."""
    try:
        with storage_errors(f"{path} can't be read"):
            return target_of(path).read_bytes()
    except StorageError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return None
        raise


def target_of(path: Path) -> Path:
    """The file that a path stands for, at the end of all links. Raises StorageError for links that go in a circle."""
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise StorageError(f"{path} is a link that leads nowhere", hint="mend the link and try again") from error


def carry_out(edits: Sequence[FileEdit]) -> None:
    """Make all the changes, or none.

    Raises ConflictError when a file is not as the plan found it, StorageError when the disk says no; what was written
    before that is put back.
    """
    changes = [edit for edit in edits if edit.is_change]
    for edit in changes:
        _check_unchanged(edit)
    done: list[FileEdit] = []
    try:
        for edit in changes:
            _check_unchanged(edit)
            _write(edit, edit.after)
            done.append(edit)
    except (ConflictError, StorageError):
        for edit in reversed(done):
            _put_back(edit)
        raise


def digest(data: bytes | None) -> str | None:
    """The name of a file's bytes; None for no file."""
    return None if data is None else sha256(data).hexdigest()


def _check_unchanged(edit: FileEdit) -> None:
    found = read_target(edit.path)
    if found != edit.before:
        raise ConflictError(
            f"{edit.path} was changed by another program since the plan was made",
            expected=digest(edit.before),
            found=digest(found),
            hint="nothing was changed; try again",
        )


def _write(edit: FileEdit, data: bytes | None) -> None:
    target = target_of(edit.path)
    if data is None:
        with storage_errors(f"{edit.path} can't be removed"):
            target.unlink()
    else:
        write_atomic(target, data, mode=edit.mode if edit.ours or not target.exists() else None)


def _put_back(edit: FileEdit) -> None:
    # Another program's later write counts more than ours; and a disk that fails twice is told of once.
    with suppress(StorageError):
        if read_target(edit.path) == edit.after:
            _write(edit, edit.before)


def _diff(edit: FileEdit) -> Iterator[str]:
    old, new = ("/dev/null" if data is None else str(edit.path) for data in (edit.before, edit.after))
    count = len(_lines(edit.after))
    if edit.ours and count > _LONG_FILE:
        # A program of ours is no news for a person, and would push what is theirs off the screen.
        yield from (f"--- {old}", f"+++ {new}", f"@@ {count} lines that came with Vademecum @@")
        return
    yield from difflib.unified_diff(_lines(edit.before), _lines(edit.after), old, new, n=_CONTEXT_LINES, lineterm="")


def _lines(data: bytes | None) -> list[str]:
    lines = (data or b"").decode("utf-8", "replace").splitlines()
    return [part for line in lines for part in (_parts(line) if len(line) > _LONG_LINE else [line])]


def _parts(line: str) -> list[str]:
    return [part for part in _PARTS.findall(line) if part]
