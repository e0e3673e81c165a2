"""Changes that wait for their commit: a list for each repository, kept in the state folder, never in a store.

Each change is on the list before git is asked to commit it, and leaves it afterwards. So what was put off, or cut off
in the middle, comes with the next commit. The contents lie in git already; the list names their blobs.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from vademecum.store.append import append_lines
from vademecum.store.checkout import Checkout

FOLDER = "history"
_KEPT = 256


class Blobs(NamedTuple):
    """What a file held before and after a change: git's names for both, None for no file."""

    before: str | None
    after: str | None


class Change(NamedTuple):
    """One write: ``at`` is when, as git writes dates; ``files`` are paths in the working tree, with ``/``."""

    at: str
    message: str
    files: Mapping[str, Blobs]


def list_of(state: Path, repository: Checkout) -> Path:
    """The file that holds a repository's list."""
    name = sha256(os.fsencode(os.path.realpath(repository.git))).hexdigest()[:16]
    return state / FOLDER / f"{name}.jsonl"


def read_list(file: Path) -> list[Change]:
    """The changes that wait, oldest first; a torn line is passed over."""
    try:
        lines = file.read_bytes().split(b"\n")
    except OSError:
        return []
    return [found for line in lines if (found := _change(line)) is not None]


def add_to(file: Path, change: Change) -> None:
    """Put a change at the list's end. Raises OSError."""
    append_lines(str(file), _line(change), keep=_KEPT)


def replace_list(file: Path, changes: Sequence[Change]) -> None:
    """Keep only these. Raises OSError."""
    if not changes:
        with suppress(FileNotFoundError):
            file.unlink()
        return
    new = file.with_suffix(f".{os.getpid()}")
    new.write_bytes(b"".join(map(_line, changes)))
    new.replace(file)


def _line(change: Change) -> bytes:
    return (json.dumps({"at": change.at, "message": change.message, "files": change.files}) + "\n").encode()


def _change(line: bytes) -> Change | None:
    try:
        found = json.loads(line)
    except (ValueError, RecursionError):
        return None
    match found:
        case {"at": str(at), "message": str(message), "files": dict(files)}:
            return Change(at, message, {path: Blobs(*pair) for path, pair in files.items() if _is_pair(pair)})
        case _:
            return None


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and len(value) == len(Blobs._fields) and all(_is_blob(each) for each in value)


def _is_blob(value: object) -> bool:
    return value is None or isinstance(value, str)
