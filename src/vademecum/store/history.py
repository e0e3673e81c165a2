"""What git did to the files of one folder, in order: local commits, moves of HEAD, and what fetches brought.

It asks git in one way only: ``cat-file`` on object ids that the repository's own logs name. It writes nothing and
judges nothing: whose changes count is for ``library/quarantine``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from vademecum.errors import UnreadableError
from vademecum.store.checkout import Checkout
from vademecum.store.git import ask, objects
from vademecum.store.repository import (
    FETCHED,
    UNDER_WAY,
    Movement,
    head_log,
    head_of,
    heads_in,
    other_head_logs,
    remote_logs,
    remote_tips,
)

# No store serves deeper folders, and a made-up tree may be nested, or repeat itself, without end.
DEPTH_MAX = 66
CHANGES_MAX = 500_000
_TREE, _LINK = b"40000", b"160000"

Files: TypeAlias = Mapping[str, str | None]
Kind: TypeAlias = Literal["arrived", "committed", "moved"]


@dataclass(frozen=True, slots=True)
class Step:
    """One change of the folder's files: paths relative to it, each with its new blob, None where it was taken away.

    ``arrived`` came with a fetch and may be in no file yet; ``committed`` was committed in this repository; ``moved``
    is HEAD set to another commit in any other way. A path that ends in ``/`` is another repository's (a submodule).
    ``mark`` finds the step again in the log of this worktree's HEAD, and ``old`` is the commit that it went from; other
    steps have no mark.
    """

    kind: Kind
    changed: Files
    mark: str | None = None
    old: str = ""


@dataclass(frozen=True, slots=True)
class History:
    """All steps that the logs tell, oldest first. ``under_way`` are moves that a merge or pick has begun, ``head`` are
    the files of HEAD, and ``base`` those of the commit that was asked for, empty when it is not there; ``tip`` is the
    commit of HEAD, to which the steps lead when there are any of this worktree."""

    steps: tuple[Step, ...]
    under_way: tuple[Step, ...]
    head: Files
    base: Files
    tip: str | None = None


class _Raw(NamedTuple):
    """A step before its files are known: its time, and the commits it goes between; empty stands for no files."""

    kind: Kind
    time: int
    old: str
    new: str
    mark: str | None = None
    amends: bool = False


def read_history(repository: Checkout, folder: str, base: str | None = None) -> History:
    """What happened to the files below ``folder``, a relative path in the working tree, empty for its root.

    Raises UnreadableError when the logs or git's answers don't tell it all.
    """
    log, head = head_log(repository), head_of(repository)
    if log and log[-1].new != head:
        raise UnreadableError("git's log of HEAD does not end where HEAD is")
    raws = sorted(_raws(repository, log), key=_order)
    others = [each for name in UNDER_WAY for each in heads_in(repository, name)]
    ids = {each for raw in raws for each in (raw.old, raw.new)} | {*others, head or "", base or ""} - {""}
    objects = _Objects(repository, folder)
    objects.load(each for each in ids if each.strip("0"))
    if head is not None and head not in objects.folders:
        raise UnreadableError("git can't read the commit of HEAD")
    return History(
        tuple(objects.step(raw) for raw in raws),
        tuple(Step("moved", objects.changed(head or "", other)) for other in others),
        objects.changed("", head or ""),
        objects.changed("", base or ""),
        head,
    )


def _order(raw: _Raw) -> tuple[int, int]:
    """Logs count in seconds. Within one, what was fetched comes first, then other worktrees' commits, which a merge may
    bring here at once; the lines of this worktree keep their order."""
    return raw.time, 2 if raw.mark else 0 if raw.kind == "arrived" else 1


def _raws(repository: Checkout, log: Sequence[Movement]) -> Iterator[_Raw]:
    for move, time in _in_order(log):
        kind: Kind = "committed" if move.is_commit else "moved"
        yield _Raw(kind, time, move.old, move.new, move.mark, move.message.startswith("commit (amend)"))
    for other in other_head_logs(repository):
        for move, time in _in_order(other):
            if move.is_commit:
                yield _Raw("committed", time, move.old, move.new, None, move.message.startswith("commit (amend)"))
    logs, tips = remote_logs(repository), remote_tips(repository)
    for name, tip in tips.items():
        if not logs.get(name):
            yield _Raw("arrived", 0, "", tip)
    for moves in filter(None, logs.values()):
        yield _Raw("arrived", 0, "", moves[0].old)
        yield from (_Raw("arrived", time, each.old, each.new) for each, time in _in_order(moves) if not each.is_push)
    # What was fetched into a reference is told by its log, which tells one's own pushes from it.
    known = {*tips.values(), *(move.new for moves in logs.values() for move in moves)}
    fetched = [each for each in heads_in(repository, FETCHED) if each not in known]
    yield from (_Raw("arrived", _fetched_at(repository), "", each) for each in fetched)


def _in_order(moves: Sequence[Movement]) -> Iterable[tuple[Movement, int]]:
    """The movements with times that never run backwards, as a clock that was set back makes them."""
    return zip(moves, accumulate((move.time for move in moves), max), strict=True)


def _fetched_at(repository: Checkout) -> int:
    try:
        return int(os.stat(repository.git / FETCHED).st_mtime)
    except OSError:
        return 0


# Mode and id of what a tree holds under a name, as they stand there: a history has hundreds of thousands of them.
_Entry: TypeAlias = tuple[bytes, bytes]
_ENTRY = {size: re.compile(rb"(\d+) ([^\0]+)\0(.{%d})" % size, re.DOTALL) for size in (20, 32)}


@dataclass(slots=True)
class _Objects:
    """The commits and trees of a history, each read once; a commit that git does not have is in none of the maps."""

    repository: Checkout
    folder: str
    folders: dict[str, str | None] = field(default_factory=dict)  # commit -> tree of the folder
    parents: dict[str, tuple[str, ...]] = field(default_factory=dict)
    trees: dict[str, dict[bytes, _Entry]] = field(default_factory=dict)

    def load(self, commits: Iterable[str]) -> None:
        """Read these commits, and the folder's trees in all of them, a level at a time."""
        wanted = sorted(commits)
        if "\n" in self.folder:
            raise UnreadableError("git can't be asked for a folder with a line break in its name")
        for commit, data in zip(wanted, objects(self.repository, wanted), strict=True):
            if data is not None:
                lines = data.partition(b"\n\n")[0].split(b"\n")
                self.parents[commit] = tuple(line[7:].decode() for line in lines if line.startswith(b"parent "))
        there = [commit for commit in wanted if commit in self.parents]
        places = self._check([f"{commit}:{self.folder}" for commit in there])
        self.folders.update(zip(there, places, strict=True))
        level = {tree for tree in self.folders.values() if tree is not None}
        for _ in range(DEPTH_MAX):
            level = self._load_trees(sorted(level - self.trees.keys()))

    def _load_trees(self, ids: Sequence[str]) -> set[str]:
        inner: set[str] = set()
        for tree, data in zip(ids, objects(self.repository, ids), strict=True):
            if data is None:
                raise UnreadableError("git lacks a part of the folder's history")
            found = _ENTRY[len(tree) // 2].findall(data)
            self.trees[tree] = {name: (mode, id_) for mode, name, id_ in found}
            inner.update(id_.hex() for mode, _, id_ in found if mode == _TREE)
        return inner

    def step(self, raw: _Raw) -> Step:
        """A step with its files. A commit whose parent is not where HEAD was brought more than its own change."""
        kind = raw.kind
        if kind == "committed" and not self._is_plain(raw):
            kind = "moved" if raw.mark else "arrived"
        return Step(kind, self.changed(raw.old, raw.new), raw.mark, raw.old)

    def _is_plain(self, raw: _Raw) -> bool:
        if raw.new not in self.parents:
            return False
        parents = self.parents[raw.new]
        if raw.amends:
            return self.parents.get(raw.old) == parents
        return parents == (() if not raw.old.strip("0") else (raw.old,))

    def changed(self, old: str, new: str) -> Files:
        """The files that differ between two commits; a commit that is not there counts as one without files."""
        found: dict[str, str | None] = {}
        for path, blob in self._changes(self.folders.get(old), self.folders.get(new), "", DEPTH_MAX):
            found[path] = blob
            if len(found) > CHANGES_MAX:
                raise UnreadableError(f"more than {CHANGES_MAX:,} files changed at once")
        return found

    def _changes(self, old: str | None, new: str | None, prefix: str, depth: int) -> Iterator[tuple[str, str | None]]:
        if old == new or not depth:
            return
        before, after = self.trees.get(old or "", {}), self.trees.get(new or "", {})
        for name in sorted({name for name, _ in before.items() ^ after.items()}):
            was, now = before.get(name), after.get(name)
            path = prefix + name.decode("utf-8", "surrogateescape")
            yield from self._changes(_tree_in(was), _tree_in(now), f"{path}/", depth - 1)
            if now is not None and now[0] != _TREE:
                yield (f"{path}/" if now[0] == _LINK else path), now[1].hex()
            elif was is not None and was[0] != _TREE:
                yield (f"{path}/" if was[0] == _LINK else path), None

    def _check(self, names: Sequence[str]) -> list[str | None]:
        """The tree that each name stands for, None where there is no such folder."""
        if not names:
            return []
        question = "--batch-check=%(objectname) %(objecttype)"
        lines = ask(self.repository, ["cat-file", question], names).split(b"\n")[: len(names)]
        return [line[:-5].decode() if line.endswith(b" tree") else None for line in lines]


def _tree_in(entry: _Entry | None) -> str | None:
    return entry[1].hex() if entry is not None and entry[0] == _TREE else None
