"""A git repository told from its own files, without running git: how its HEAD and remotes moved.

The logs of references (``logs/HEAD`` and others) are written by the local git alone: no remote can add a line to them
or choose how one begins. It reads only, and what git would read differently it refuses rather than guesses.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from vademecum.errors import UnreadableError
from vademecum.store.checkout import Checkout, first_line

_ID = rb"[0-9a-f]{40}(?:[0-9a-f]{24})?"
_MOVEMENT = re.compile(rb"(%b) (%b) [^\t]* (\d+) [+-]\d{4}(?:\t(.*))?" % (_ID, _ID))
_FULL_ID = re.compile(_ID.decode())
_COMMIT = re.compile(r"commit(?: \((?:initial|amend)\))?:")
# Heads of work that is under way: what they name may be in the files already, though HEAD has not moved.
UNDER_WAY = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REBASE_HEAD")
FETCHED = "FETCH_HEAD"
HEAD_LOG = Path("logs", "HEAD")
_REMOTES = "refs/remotes/"


@dataclass(frozen=True, slots=True)
class Movement:
    """One line of a reference's log; ``time`` is in seconds since 1970 by the local clock."""

    old: str
    new: str
    time: int
    message: str

    @property
    def mark(self) -> str:
        """What finds the line again; its old commit is left out, since expiring a log may rewrite that."""
        return sha256(f"{self.new} {self.time} {self.message}".encode("utf-8", "surrogateescape")).hexdigest()[:32]

    @property
    def is_commit(self) -> bool:
        """Whether git says that a person or program committed here, and did not merge, pick or check out."""
        return _COMMIT.match(self.message) is not None

    @property
    def is_push(self) -> bool:
        """Whether a remote-tracking reference followed what was sent to the remote from here."""
        return self.message == "update by push"


def head_of(repository: Checkout) -> str | None:
    """The commit that HEAD stands for, None before the first one. Raises UnreadableError."""
    line = first_line(repository.git / "HEAD")
    if line is None:
        raise UnreadableError(f"{repository.git} has no HEAD that can be read")
    if not line.startswith("ref:"):
        return _id_in(line)
    name = line.removeprefix("ref:").strip()
    loose = first_line(repository.common / name)
    return _id_in(loose) if loose is not None else _packed(repository).get(name)


def head_log(repository: Checkout) -> tuple[Movement, ...]:
    """How this worktree's HEAD moved, oldest first. Raises UnreadableError."""
    return movements(repository.git / HEAD_LOG)


def other_head_logs(repository: Checkout) -> Iterator[tuple[Movement, ...]]:
    """How the HEADs of the repository's other worktrees moved. Raises UnreadableError."""
    own = repository.git / HEAD_LOG
    logs = [repository.common / HEAD_LOG, *sorted((repository.common / "worktrees").glob("*/logs/HEAD"))]
    yield from (movements(log) for log in logs if log != own)


def remote_logs(repository: Checkout) -> dict[str, tuple[Movement, ...]]:
    """How each remote-tracking reference moved, by its full name. Raises UnreadableError."""
    base = repository.common / "logs"
    return {name: movements(base / name) for name in _files_below(base, _REMOTES)}


def remote_tips(repository: Checkout) -> dict[str, str]:
    """The commit of each remote-tracking reference, by its full name; symbolic ones are left out."""
    packed = {name: tip for name, tip in _packed(repository).items() if name.startswith(_REMOTES)}
    names = _files_below(repository.common, _REMOTES)
    loose = {name: tip for name in names if (tip := _id_in(first_line(repository.common / name) or ""))}
    return packed | loose


def heads_in(repository: Checkout, name: str) -> tuple[str, ...]:
    """The commits that a file such as ``MERGE_HEAD`` or ``FETCH_HEAD`` names, one a line."""
    try:
        text = (repository.git / name).read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return ()
    return tuple(found for line in text.splitlines() if (found := _id_in(line.partition("\t")[0])))


def movements(log: Path) -> tuple[Movement, ...]:
    """The lines of a reference's log, oldest first, none when there is no log. Raises UnreadableError."""
    try:
        lines = log.read_bytes().split(b"\n")
    except (FileNotFoundError, NotADirectoryError):
        return ()
    except OSError as error:
        raise UnreadableError(f"{log} can't be read: {error.strerror}") from error
    return tuple(_movement(line, log) for line in lines if line)


def _movement(line: bytes, log: Path) -> Movement:
    found = _MOVEMENT.fullmatch(line)
    if found is None:
        raise UnreadableError(f"{log} holds a line that is no movement of a reference")
    old, new, time, message = found.groups(b"")
    return Movement(old.decode(), new.decode(), int(time), message.decode("utf-8", "surrogateescape"))


def _packed(repository: Checkout) -> dict[str, str]:
    try:
        text = (repository.common / "packed-refs").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        return {}
    pairs = (line.partition(" ") for line in text.splitlines())
    return {name: found for id_, _, name in pairs if (found := _id_in(id_))}


def _id_in(line: str) -> str | None:
    return line if _FULL_ID.fullmatch(line) else None


def _files_below(base: Path, folder: str) -> list[str]:
    found = (Path(place, name) for place, _, names in os.walk(base / folder) for name in names)
    return sorted(file.relative_to(base).as_posix() for file in found)
