"""What git still holds of a page that is to be gone for good: the commits, and the paths that are the page's alone.

It reads only. A path that another page has had since is not the page's alone, and one that is taken for an earlier
name by likeness may never have been its own: both are told apart from those that can be taken out of history.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import NamedTuple

from vademecum.memory.history import PageHistory, Version
from vademecum.memory.record_history import holders_of
from vademecum.store.log import holders


class Former(NamedTuple):
    """A path that a page left, or may have left, by a commit, and which can't be taken out of history with it:
    ``taken`` when another page has had it since, else it is only alike."""

    path: str
    commit: str
    taken: bool


class Remains(NamedTuple):
    """What git holds of a page: the paths that are its own, others that it had or may have had, and all commits."""

    paths: tuple[str, ...]
    formers: tuple[Former, ...]
    commits: tuple[str, ...]


def remains_of(history: PageHistory) -> Remains:
    """What git holds of a page or record, on any branch, tag or remote. Raises HistoryError."""
    repository = history.repository
    if history.kind == "records":
        found = [each for path in history.paths for each in holders_of(repository, path, history.address.name)]
        return Remains(history.paths, (), tuple(dict.fromkeys(found)))
    own, formers = [history.path], list[Former]()
    commits = holders(repository, history.path)
    for version, path in _left(history):
        of_path = holders(repository, path)
        is_renamed = version.kept.commit in of_path
        is_taken = os.path.lexists(repository.root / path) or (is_renamed and of_path[0] != version.kept.commit)
        # Whatever came before a name that may not be the page's may not be the page's either.
        is_sure = is_renamed and version.change.before == version.change.after and all(each.taken for each in formers)
        if is_sure and not is_taken:
            own.append(path)
            commits += of_path
        else:
            formers.append(Former(path, version.kept.commit, taken=is_taken))
            commits += [each.kept.commit for each in history.versions if each.change.path == path]
    return Remains(tuple(dict.fromkeys(own)), tuple(formers), tuple(dict.fromkeys(commits)))


def _left(history: PageHistory) -> Iterator[tuple[Version, str]]:
    """The commits that renamed a page, newest first, each with the path before it."""
    for version in history.versions:
        if version.change.was is not None:
            yield version, version.change.was
