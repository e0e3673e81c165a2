"""What git kept, read back: the commits that changed a file or a folder, newest first, and who wrote each line.

It reads only. Names, dates and messages are whatever the commits say, so they are shown and never trusted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from vademecum.store.checkout import Checkout
from vademecum.store.commits import AUTHOR
from vademecum.store.git import order

TRAILERS = ("Vade-Actor", "Vade-Session")
_FORMAT = "--format=%H%x00%ct%x00%an%x00%B%x00"
_NONE = "0"
PERSON = "person"


class FileChange(NamedTuple):
    """What a commit did to a file: its path after it, the one before where that was another, and both blobs."""

    path: str
    was: str | None
    before: str | None
    after: str | None


class Kept(NamedTuple):
    """One commit: ``message`` is its first line, ``actor`` and ``session`` are what its trailers say."""

    commit: str
    at: datetime
    author: str
    message: str
    actor: str
    session: str
    files: tuple[FileChange, ...]

    @property
    def who(self) -> str:
        """The agent that wrote, else the author, whose name stands there when they gave one to git."""
        if self.actor == PERSON and self.author == AUTHOR[0]:
            return PERSON
        return self.author if self.actor in {"", PERSON} else self.actor


class Line(NamedTuple):
    """One line of a file, and the commit it is from; None for one that no commit has."""

    commit: str | None
    text: bytes


def log(repository: Checkout, path: str, *, most: int | None = None, follow: bool = False) -> list[Kept]:
    """The commits of HEAD that changed what is at a path, newest first; ``follow`` goes on where a file was renamed.

    Raises HistoryError. Without any commit there are none.
    """
    if not _has_commits(repository):
        return []
    options = ["log", "-z", "--raw", "--no-abbrev", "-M", "--no-ext-diff", "--no-textconv", "--no-color", _FORMAT]
    options += ["--follow"] if follow else []
    options += [f"--max-count={most}"] if most is not None else []
    options += ["HEAD", "--"] + ([path] if path else [])
    return list(_kept(order(repository, options).decode("utf-8", "surrogateescape").split("\0")))


def holders(repository: Checkout, path: str) -> list[str]:
    """The commits, on any branch, tag or remote, that changed what is at a path."""
    if not _has_commits(repository):
        return []
    return order(repository, ["rev-list", "--all", "HEAD", "--", path]).decode().split()


def blame(repository: Checkout, path: str, now: bytes) -> list[Line]:
    """The lines of a file as it is ``now``, each with the commit that it is from. Raises HistoryError."""
    out = order(repository, ["blame", "--no-textconv", "--porcelain", "--contents", "-", "--", path], now)
    lines: list[Line] = []
    commit = ""
    for line in out.split(b"\n")[:-1]:
        if line.startswith(b"\t"):
            lines.append(Line(commit if commit.strip(_NONE) else None, line[1:]))
            commit = ""
        elif not commit:
            commit = line.partition(b" ")[0].decode()
    return lines


def commits(repository: Checkout, ids: Sequence[str]) -> dict[str, Kept]:
    """These commits, without their files."""
    if not ids:
        return {}
    out = order(repository, ["log", "-z", "--no-walk=unsorted", "--no-color", _FORMAT, *ids, "--"])
    found = _kept(out.decode("utf-8", "surrogateescape").split("\0"))
    return {each.commit: each for each in found}


def _has_commits(repository: Checkout) -> bool:
    found = order(repository, ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], fine=(0, 1))
    return bool(found.strip())


def _kept(words: Sequence[str]) -> Iterator[Kept]:
    at = 0
    while at + 4 <= len(words):
        commit, time, author, message = words[at : at + 4]
        at += 4
        files = []
        while at < len(words) and (words[at].strip("\n").startswith(":") or not words[at].strip("\n")):
            facts = words[at].strip("\n")
            at += 1
            if facts:
                *_, before, after, kind = facts.split(" ")
                count = 2 if kind[0] in "RC" else 1
                paths = words[at : at + count]
                at += count
                files.append(_change(paths, before, after))
        yield _made(commit, time, author, message, tuple(files))


def _change(paths: Sequence[str], before: str, after: str) -> FileChange:
    was = paths[0] if len(paths) > 1 else None
    return FileChange(paths[-1], was, before if before.strip(_NONE) else None, after if after.strip(_NONE) else None)


def _made(commit: str, time: str, author: str, message: str, files: tuple[FileChange, ...]) -> Kept:
    subject, _, rest = message.partition("\n")
    trailers = dict.fromkeys(TRAILERS, "")
    for line in rest.splitlines():
        name, _, value = line.partition(": ")
        if name in trailers:
            trailers[name] = value.strip()
    when = datetime.fromtimestamp(int(time), UTC).astimezone()
    return Kept(commit, when, author, subject, trailers["Vade-Actor"], trailers["Vade-Session"], files)
