"""A library as git kept it at the end of an earlier day: the same mounts and rules, with the pages of then.

It owns which mounts have such a past and where their indexes are kept: in folders of their own in the cache, one for
each set of commits, so that asking again about a day reads nothing twice. It writes to no store and no repository.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time, timedelta
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from vademecum.errors import UnreadableError
from vademecum.library.library import Library, Notice
from vademecum.library.mounts import Mount
from vademecum.store.contract import Store
from vademecum.store.past import Moment, PastStore, moment_of

FOLDER = "past"
# A person compares a few days with each other; each of them costs as much room as the index of today.
KEPT = 8


class PastLibrary(Library):
    """A library whose stores are what ``moments`` say, by mount."""

    def __init__(self, mounts: Sequence[Mount], moments: Mapping[str, Moment], cache: Path, notice: Notice) -> None:
        super().__init__(mounts, cache, notice=notice)
        self._moments = moments

    def _opened(self, mount: Mount) -> Store:
        return PastStore(mount.config, self._moments[mount.name], exclude=mount.exclude)


class Past(NamedTuple):
    """The library of a day, and the mounts that are not in it, each with the reason."""

    library: Library
    left_out: tuple[tuple[str, str], ...]

    @property
    def notices(self) -> tuple[str, ...]:
        """What an answer from the past has to say of what it could not ask."""
        return tuple(f"{name} is left out: {why}" for name, why in self.left_out)


def past_of(mounts: Sequence[Mount], cache: Path, day: date, notice: Notice) -> Past:
    """The library of these mounts as it was when a local day ended. The caller closes it."""
    until = int(datetime.combine(day + timedelta(days=1), time.min).timestamp()) - 1
    moments: dict[str, Moment] = {}
    left_out = []
    for mount in mounts:
        found = _moment(mount, until)
        if isinstance(found, str):
            left_out.append((mount.name, f"{found} {day.isoformat()}" if found.endswith("by") else found))
        else:
            moments[mount.name] = found
    kept = [mount for mount in mounts if mount.name in moments]
    folder = _folder(cache, sorted(f"{moment.commit} {moment.folder}" for moment in moments.values()))
    return Past(PastLibrary(kept, moments, folder, notice), tuple(left_out))


def forget_past(cache: Path) -> None:
    """Drop the indexes of earlier days, which hold pages' words; they are made again when they are asked."""
    shutil.rmtree(cache / FOLDER, ignore_errors=True)


def _moment(mount: Mount, until: int) -> Moment | str:
    """The mount's commit, or why it has none."""
    if mount.config.format != "folder":
        return "records have no past"
    try:
        found = moment_of(mount.root, until)
    except UnreadableError as error:
        return error.message
    return "git kept nothing of it by" if found is None else found


def _folder(cache: Path, moments: Sequence[str]) -> Path:
    """The cache folder for these commits; those that were not asked for the longest make room."""
    past = cache / FOLDER
    own = past / sha256("\n".join(moments).encode("utf-8", "surrogateescape")).hexdigest()[:16]
    try:
        own.mkdir(parents=True, exist_ok=True)
        os.utime(own)
        others = sorted(past.iterdir(), key=lambda each: each.stat().st_mtime_ns)
    except OSError:
        return own  # an index that can't be kept is made in memory
    for old in others[:-KEPT]:
        shutil.rmtree(old, ignore_errors=True)
    return own
