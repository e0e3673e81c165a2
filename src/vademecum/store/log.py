"""What git kept, read back: the commits that changed a file or a folder, newest first, and who wrote each line.

It reads only. Names, dates and messages are whatever the commits say, so they are shown and never trusted.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import NamedTuple

from vademecum.store.checkout import Checkout
from vademecum.store.commits import AUTHOR
from vademecum.store.git import order

TRAILERS = ("Vade-Actor", "Vade-Session")
_FORMAT = "--format=%H%x00%ct%x00%an%x00%B%x00"
_NONE = "0"
_NO_SUCH_COMMIT = 128
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
    return list(_followed(repository, path) if follow else _log(repository, path, "HEAD", most))


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


def _log(repository: Checkout, path: str, start: str, most: int | None = None) -> Iterator[Kept]:
    options = ["log", "-z", "--raw", "--no-abbrev", "-M", "--no-ext-diff", "--no-textconv", "--no-color", _FORMAT]
    options += [f"--max-count={most}"] if most is not None else []
    options += [start, "--"] + ([path] if path else [])
    yield from _kept(order(repository, options).decode("utf-8", "surrogateescape").split("\0"))


def _followed(repository: Checkout, path: str) -> Iterator[Kept]:
    """The commits that changed a file, on through each name that it had before.

    Git's own ``--follow`` takes any file that is alike for the one before, even one that stays where it is: two short
    pages with equal headers would share one past.
    """
    start: str | None = "HEAD"
    while start is not None:
        found, start = _log(repository, path, start), None
        for kept in found:
            own = next((each for each in kept.files if each.path == path), None)
            if own is None:
                continue
            renamed = None
            if own.before is None:
                renamed = _renamed(repository, kept.commit, path) or _moved_by_hand(repository, kept.commit, own)
            yield kept._replace(files=(renamed or own,))
            if renamed is not None and renamed.was is not None:
                path, start = renamed.was, f"{kept.commit}^"
                break


def _renamed(repository: Checkout, commit: str, path: str) -> FileChange | None:
    """How a commit that made a file took it from another path, which has none since; None where it is a new file."""
    options = ["diff-tree", "-r", "-z", "--raw", "--no-abbrev", "--no-commit-id", "-M", "--diff-filter=R"]
    out = order(repository, [*options, "--no-ext-diff", "--no-textconv", commit])
    changes = _changes(out.decode("utf-8", "surrogateescape").split("\0"))
    return next((change for change in changes if change.path == path), None)


def _moved_by_hand(repository: Checkout, commit: str, made: FileChange) -> FileChange | None:
    """The same for a file that a hand had moved, of which a commit got the new path alone: there was one other file of
    the very same bytes, it is gone from the folder, and no command of ours took it away."""
    before = order(repository, ["ls-tree", "-r", "-z", "--full-tree", f"{commit}^"], fine=(0, _NO_SUCH_COMMIT))
    entries = (entry.partition("\t") for entry in before.decode("utf-8", "surrogateescape").split("\0"))
    alike = [path for facts, _, path in entries if facts.endswith(f" {made.after}")]
    gone = [path for path in alike if not os.path.lexists(repository.root / path)]
    if len(gone) != 1 or not _is_left(repository, gone[0], made.after):
        return None
    return FileChange(made.path, gone[0], made.after, made.after)


def _is_left(repository: Checkout, path: str, blob: str | None) -> bool:
    newest = next(_log(repository, path, "HEAD", 1), None)
    change = None if newest is None else next((each for each in newest.files if each.path == path), None)
    if newest is None or change is None:
        return False
    return change.after == blob if change.after is not None else change.before == blob and not newest.actor


def _has_commits(repository: Checkout) -> bool:
    found = order(repository, ["rev-parse", "--quiet", "--verify", "HEAD^{commit}"], fine=(0, 1))
    return bool(found.strip())


def _kept(words: Sequence[str]) -> Iterator[Kept]:
    at = 0
    while at + 4 <= len(words):
        commit, time, author, message = words[at : at + 4]
        at += 4
        end = at
        while end < len(words) and (words[end].strip("\n").startswith(":") or not words[end].strip("\n")):
            end = _after(words, end)
        files = tuple(_changes(words[at:end]))
        at = end
        yield _made(commit, time, author, message, files)


def _after(words: Sequence[str], at: int) -> int:
    """Where what follows a change begins; it has two paths where the file was renamed or copied."""
    facts = words[at].strip("\n")
    return at + 1 + ((2 if facts.rpartition(" ")[2][0] in "RC" else 1) if facts else 0)


def _changes(words: Sequence[str]) -> Iterator[FileChange]:
    at = 0
    while at < len(words):
        facts, start = words[at].strip("\n"), at + 1
        at = _after(words, at)
        if facts:
            *_, before, after, _ = facts.split(" ")
            yield _change(words[start:at], before, after)


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
