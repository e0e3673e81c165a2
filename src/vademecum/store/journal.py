"""Groups of writes that were begun, noted in the state folder before the first of them and taken off after the last.

A group that is found there, while nobody holds the locks of its stores, was cut off by the death of its process: some
of its pages may be written and others not. Each page stands there with its bytes before and after, so that whoever
finds the group can tell, page by page, what is left to do. The notes lie in the person's own state folder and never in
a store, since what lies in a store may have come with a clone, and these are done without a question.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from pathlib import Path
from typing import NamedTuple

from vademecum.errors import UnreadableError
from vademecum.store.files import storage_errors, write_atomic

FOLDER = "groups"
_FORMAT = 1
_SUFFIX = ".json"


class Planned(NamedTuple):
    """One page of a group: the real path of its store, the name of its mount, its own name, and its bytes before and
    after, None where there is no page."""

    root: str
    mount: str
    name: str
    before: bytes | None
    after: bytes | None


class Group(NamedTuple):
    """Writes that are made all or none. ``subject`` says what they are for, ``actor`` and ``session`` who asked: a kind
    and a name, a host and an id."""

    id: str
    subject: str
    actor: tuple[str, str]
    session: tuple[str, str] | None
    writes: tuple[Planned, ...]

    @property
    def roots(self) -> frozenset[str]:
        """The real paths of its stores."""
        return frozenset(each.root for each in self.writes)


class Noted(NamedTuple):
    """The groups that are noted, and what is to be said of each file that can't be read."""

    whole: tuple[Group, ...]
    unreadable: tuple[str, ...]


class Journal:
    """The groups of one person that are under way or were cut off."""

    def __init__(self, state: Path) -> None:
        self._folder = state / FOLDER

    def begin(self, group: Group) -> None:
        """Note a group, to outlive this process from now on. Raises StorageError."""
        with storage_errors(f"{self._folder} could not be made"):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_atomic(self._file(group.id), _text_of(group).encode(), mode=0o600)

    def end(self, group: Group) -> None:
        """Take a group off. Raises StorageError."""
        with storage_errors(f"{self._file(group.id)} could not be removed"):
            self._file(group.id).unlink(missing_ok=True)

    def has(self, group: Group) -> bool:
        """Whether a group is still noted."""
        return self._file(group.id).exists()

    def groups(self) -> Noted:
        """All that are noted, the oldest first. Raises StorageError."""
        with storage_errors(f"{self._folder} could not be read"):
            try:
                with os.scandir(self._folder) as found:
                    files = sorted((_begun(each), each.path) for each in found if each.name.endswith(_SUFFIX))
            except (FileNotFoundError, NotADirectoryError):
                return Noted((), ())
        whole: list[Group] = []
        unreadable: list[str] = []
        for _, file in files:
            try:
                group = _read(Path(file))
            except UnreadableError as error:
                unreadable.append(str(error))
            else:
                whole += [] if group is None else [group]
        return Noted(tuple(whole), tuple(unreadable))

    def _file(self, name: str) -> Path:
        return self._folder / f"{name}{_SUFFIX}"


def _text_of(group: Group) -> str:
    return json.dumps(
        {
            "format": _FORMAT,
            "id": group.id,
            "subject": group.subject,
            "actor": group.actor,
            "session": group.session,
            "writes": [
                {**each._asdict(), "before": _to_base64(each.before), "after": _to_base64(each.after)}
                for each in group.writes
            ],
        },
        indent=1,
    )


def _begun(entry: os.DirEntry[str]) -> int:
    try:
        return entry.stat().st_mtime_ns
    except FileNotFoundError:  # another process has just finished it
        return 0


def _read(file: Path) -> Group | None:
    """The group in a file, None when another process has just finished it."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise _unreadable(file) from error
    try:
        group = _group(json.loads(text))
    except (ValueError, RecursionError) as error:
        raise _unreadable(file) from error
    if group.id != file.stem:
        raise _unreadable(file)
    return group


def _unreadable(file: Path) -> UnreadableError:
    hint = "its pages may be half written: look at what the file names, then remove it"
    return UnreadableError(f"{file} can't be read, which notes writes that were cut off", hint=hint)


def _group(found: object) -> Group:
    match found:
        case {
            "format": 1,
            "id": str(name),
            "subject": str(subject),
            "actor": [str(kind), str(who)],
            "session": [str(), str()] | None as session,
            "writes": list(writes),
        }:
            key = None if session is None else (session[0], session[1])
            return Group(name, subject, (kind, who), key, tuple(map(_planned, writes)))
        case _:
            raise ValueError("it holds no group that this version knows")


def _planned(found: object) -> Planned:
    match found:
        case {
            "root": str(root),
            "mount": str(mount),
            "name": str(name),
            "before": str() | None as before,
            "after": str() | None as after,
        }:
            return Planned(root, mount, name, _from_base64(before), _from_base64(after))
        case _:
            raise ValueError("it holds a write that is none")


def _to_base64(data: bytes | None) -> str | None:
    return None if data is None else b64encode(data).decode()


def _from_base64(text: str | None) -> bytes | None:
    return None if text is None else b64decode(text, validate=True)
