"""Snapshots: what a session was given at its start, kept by content so that all its processes speak of the same bytes.

``snapshots/<digest>.json`` in the state folder; the session's ledger names the digest. Beside it stands its table of
triggers, of which a prompt reads but a part. The same memory gives the same snapshot, which is then kept once for any
number of sessions (decision 9). Hooks wait for this module: it imports next to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress

from vademecum.lean import NamedTuple, dumps, loads, sha256

FOLDER = "snapshots"
TABLES = "tables"
KEPT = 256
# Tables can be large, and a person works in few places.
KEPT_MADE = 8
# Of one kind in one folder; a table of 100,000 pages takes some 16 MiB. The newest is kept whatever it takes.
MOST_BYTES = 256 * 1024 * 1024
# What is still a draft after a day, in nanoseconds, was left by a process that died.
_DRAFT_AGE = 86_400 * 10**9
_SNAPSHOT, _TRIGGERS = ".json", ".triggers"


class Snapshot(NamedTuple):
    """The text that was given, and the pages given whole in it: address and digest.

    ``boot`` goes with the first words of the person, and tells of ``boot_pages``: address, digest, how many characters
    are given, of how many. ``triggers`` is the digest of the table of what brings pages in, empty for none; ``cap`` is
    how many units of UTF-16 the host passes on with a prompt.
    """

    text: str
    seeds: Sequence[Sequence[str]] = ()
    boot: str = ""
    boot_pages: Sequence[Sequence[str | int]] = ()
    triggers: str = ""
    cap: int = 0


def keep_snapshot(state: str, snapshot: Snapshot) -> str:
    """Keep a snapshot unless it is there, and return its digest. Raises OSError."""
    return _keep(state, dumps(snapshot).encode(), _SNAPSHOT)


def keep_triggers(state: str, table: bytes) -> str:
    """Keep a table of triggers unless it is there, and return its digest, empty for an empty one. Raises OSError."""
    return _keep(state, table, _TRIGGERS) if table else ""


def read_snapshot(state: str, digest: str) -> Snapshot | None:
    """The snapshot of that digest, None when it is gone or was damaged."""
    data = _read(_path(state, digest, _SNAPSHOT))
    if not sha256(data).hexdigest().startswith(digest):
        return None
    # One of an earlier version has fewer fields, one of a later version more.
    return Snapshot(*loads(data.decode())[: len(Snapshot._fields)])


def read_triggers(state: str, digest: str) -> bytes:
    """The table of that digest, empty when there is none; whoever reads it sees whether it was damaged."""
    return _read(_path(state, digest, _TRIGGERS)) if digest else b""


def keep_made(state: str, place: str, made_of: str, table: bytes) -> None:
    """Keep the table of one place for whoever needs it next, with a digest of what it was made of, instead of the one
    before. Raises OSError."""
    path = os.path.join(state, TABLES, place + _TRIGGERS)
    os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
    _write(path, b"".join((_made_head(made_of, table), table)))
    _drop_oldest(os.path.dirname(path), _TRIGGERS, KEPT_MADE)


def table_made(state: str, place: str, made_of: str) -> bytes:
    """The table that was kept of one place, empty when it is gone, was damaged or is made of something else."""
    head, _, table = _read(os.path.join(state, TABLES, place + _TRIGGERS)).partition(b"\n")
    return table if head.startswith(made_of.encode()) and _made_head(made_of, table) == head + b"\n" else b""


def _made_head(made_of: str, table: bytes) -> bytes:
    return f"{made_of} {sha256(table).hexdigest()}\n".encode()


def _read(path: str) -> bytes:
    """What is in a file, empty when it is gone. It counts as in use: sessions go on for weeks."""
    try:
        with open(path, "rb") as file:
            data = file.read()
    except OSError:
        return b""
    with suppress(OSError):  # a state folder that may not be written holds what it holds
        os.utime(path)
    return data


def _keep(state: str, data: bytes, ending: str) -> str:
    digest = sha256(data).hexdigest()[:32]
    path = _path(state, digest, ending)
    try:
        os.utime(path)  # the oldest make room, and this one is in use
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        _write(path, data)
        _drop_oldest(os.path.dirname(path), ending)
    return digest


def _path(state: str, digest: str, ending: str) -> str:
    return os.path.join(state, FOLDER, digest + ending)


def _write(path: str, data: bytes) -> None:
    """Whole or not at all: another process may be reading."""
    draft = f"{path}.{os.getpid()}"
    try:
        descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with open(descriptor, "wb") as file:
            file.write(data)
        os.replace(draft, path)
    except OSError:
        with suppress(OSError):
            os.unlink(draft)
        raise


def _drop_oldest(folder: str, ending: str, kept: int = KEPT) -> None:
    """Keep the newest files of a kind, so many and so many bytes of them, and no old drafts."""
    files, drafts = [], []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):  # another process makes room too
                if entry.name.endswith(ending):
                    files.append((entry.stat().st_mtime_ns, entry.path, entry.stat().st_size))
                elif entry.name.rpartition(".")[0].endswith(ending):
                    drafts.append((entry.stat().st_mtime_ns, entry.path))
    files.sort(reverse=True)
    newest, total, gone = files[0][0] if files else 0, 0, []
    for number, (_, path, size) in enumerate(files):
        total += size
        if number >= kept or (number and total > MOST_BYTES):
            gone.append(path)
    for path in [*gone, *(path for at, path in drafts if newest - at > _DRAFT_AGE)]:
        with suppress(FileNotFoundError):
            os.unlink(path)
