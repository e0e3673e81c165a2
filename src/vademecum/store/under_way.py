"""Why a repository can't take a commit of ours just now, and the turn that all of Vademecum's processes take there.

It looks at git's own files and changes none: a lock that others made is waited for and told, never taken away (A35).
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from vademecum.errors import HistoryError
from vademecum.store.checkout import Checkout, first_line

if sys.platform != "win32":
    import fcntl

INDEX_LOCK = "index.lock"
# Seconds. Git holds its lock for a moment, a commit of ours takes a tenth of a second.
LOCK_WAIT = 1.0
TURN_WAIT = 30.0
_POLL = 0.02
# What git keeps in its folder while work is under way that a commit would become a part of (A36).
_UNDER_WAY = {
    "MERGE_HEAD": "a merge",
    "rebase-merge": "a rebase",
    "rebase-apply": "a rebase",
    "CHERRY_PICK_HEAD": "a cherry-pick",
    "REVERT_HEAD": "a revert",
    "sequencer": "a sequence of picks",
    "BISECT_LOG": "a bisection",
}
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400


def why_not_now(repository: Checkout, *, wait: float = LOCK_WAIT) -> str | None:
    """What stands in the way of a commit, None when nothing does. A lock on git's index gets ``wait`` seconds."""
    for name, work in _UNDER_WAY.items():
        if os.path.lexists(repository.git / name):
            return f"{work} is under way in {repository.root}"
    head = first_line(repository.git / "HEAD")
    if head is not None and not head.startswith("ref:"):
        return f"no branch is checked out in {repository.root}, and a commit there would be left behind"
    return _lock_in_the_way(repository, wait)


def _lock_in_the_way(repository: Checkout, wait: float) -> str | None:
    lock = repository.git / INDEX_LOCK
    end = time.monotonic() + wait
    while True:
        try:
            made = os.lstat(lock).st_mtime
        except OSError:
            return None
        if time.monotonic() >= end:
            return f"{lock} is there since {_span(time.time() - made)}, so another git is at work or was cut off"
        time.sleep(_POLL)


def _span(seconds: float) -> str:
    for size, word in ((_DAY, "day"), (_HOUR, "hour"), (_MINUTE, "minute")):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {word}{'s' if count > 1 else ''}"
    return "a moment"


@contextmanager
def our_turn(repository: Checkout, *, wait: float = TURN_WAIT) -> Iterator[None]:
    """Be the only process of Vademecum that commits to a repository. Raises HistoryError when others take too long.

    The kernel ends the turn with its process. Git knows nothing of it: against other programs the expected old value
    of the branch decides.
    """
    if sys.platform == "win32":
        yield  # no folder can be locked there; the branch's expected old value alone then has to do
        return
    try:
        descriptor = os.open(repository.git, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError as error:
        raise HistoryError(f"{repository.git} can't be opened: {error.strerror}") from error
    try:
        _wait_for(descriptor, repository, wait)
        yield
    finally:
        os.close(descriptor)


def _wait_for(descriptor: int, repository: Checkout, wait: float) -> None:
    end = time.monotonic() + wait
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                raise HistoryError(f"other commits to {repository.root} took longer than {wait:g} s") from None
            time.sleep(_POLL)
        except OSError:
            return  # network disks lock no folders
        else:
            return
