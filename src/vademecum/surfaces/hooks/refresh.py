"""Bringing a session's mounts in step by a process of its own, which outlives the hook that found them behind.

Starting it must cost the person nothing, so what it takes is imported by the process itself. One runs at a time: who
finds that its own folder is being seen to leaves the work to who is at it, and waits for one that sees to another
folder. What fails is counted like a failed hook: nobody else would ever hear of it.
"""

from __future__ import annotations

import os
import sys
import time
from contextlib import closing

from vademecum.config.folders import state_folder
from vademecum.library.plan_cache import plan_file
from vademecum.surfaces.hooks.event import Place

LOCK = "hooks/refresh.lock"
# Behind the name of a folder's plan: the lock of who sees to it, and when a sync for it was started last.
OWN_LOCK, MARK = ".lock", ".sync"
# The name by which failures are counted.
SYNC = "sync"
# Seconds between two starts: prompts that come in a row need one sync.
_EVERY = 5.0
# Seconds that another folder's sync is waited for; the first one of a large store takes minutes.
_PATIENCE = 900.0
_POLL = 0.2
# Those that this process has started and that may still be at it.
started: list[int] = []


def start_refresh(place: Place) -> None:
    """Start a sync of the mounts that a folder's sessions see, and don't wait for it. Raises OSError."""
    mark = mark_file(place)
    try:
        if 0 <= time.time() - os.stat(mark).st_mtime < _EVERY:
            return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(mark), mode=0o700, exist_ok=True)
    with open(mark, "w", encoding="utf-8"):
        os.utime(mark)
    # -P: it works in the project, where a clone could bring a json.py of its own.
    _spawn([sys.executable, "-P", "-X", "utf8", "-m", __name__, place.cwd])


def mark_file(place: Place) -> str:
    """The file whose time tells when a sync for a folder was started last."""
    return f"{plan_file(place.state, place.cwd, place.env)}{MARK}"


def is_under_way(place: Place) -> bool:
    """Whether such a process is at work now."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - asked where no mount could be alone

    try:
        with FileLock(os.path.join(place.state, LOCK), timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        return False


def _spawn(command: list[str]) -> None:
    if sys.platform == "win32":
        import subprocess  # noqa: PLC0415 - costs more than the hook, and is the only way there

        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.Popen(command, creationflags=subprocess.DETACHED_PROCESS, **quiet)
        return
    _reap()
    nowhere = os.open(os.devnull, os.O_RDWR)
    # The host waits until nobody holds its pipes any more, so the child must have none of them.
    streams = [(os.POSIX_SPAWN_DUP2, nowhere, number) for number in range(3)]
    try:
        child = os.posix_spawn(command[0], command, os.environ, file_actions=streams, setsid=True)
    except NotImplementedError:  # not every system's library can start a session of its own
        child = os.posix_spawn(command[0], command, os.environ, file_actions=streams)
    started.append(child)
    os.close(nowhere)


def _reap() -> None:
    """Let go of those that have ended: a program that answers a plugin runs for days, and would keep them all."""
    for child in list(started):
        try:
            is_over = os.waitpid(child, os.WNOHANG) != (0, 0)
        except ChildProcessError:
            is_over = True
        if is_over:
            started.remove(child)


def refresh(cwd: str) -> bool:
    """Bring everything in step, unless another process is at it for the same folder; whether it was done."""
    from filelock import FileLock, Timeout  # noqa: PLC0415 - for the process alone

    from vademecum.surfaces.hooks.failures import note_failure, note_success  # noqa: PLC0415 - the same

    state = state_folder(os.environ)
    own = FileLock(f"{plan_file(state, cwd, os.environ)}{OWN_LOCK}", timeout=0)
    try:
        with own, FileLock(os.path.join(state, LOCK), timeout=_PATIENCE, poll_interval=_POLL):
            _bring_in_step(cwd, state)
    except Timeout:
        return False
    except Exception as error:
        note_failure(state, SYNC, f"{type(error).__name__}: {error}")
        raise
    note_success(state, SYNC)
    return True


def _bring_in_step(cwd: str, state: str) -> None:
    from pathlib import Path  # noqa: PLC0415 - for the process alone

    from vademecum.activity import all_spoken, is_live  # noqa: PLC0415 - the same
    from vademecum.library.planning import keep_plan, keep_synced, make_plan  # noqa: PLC0415 - the same
    from vademecum.memory import Memory  # noqa: PLC0415 - the same
    from vademecum.memory.using import stamp_uses  # noqa: PLC0415 - the same
    from vademecum.surfaces.hooks.replan import as_configured  # noqa: PLC0415 - the same
    from vademecum.surfaces.hooks.tables import make_ahead  # noqa: PLC0415 - the same

    began = time.time_ns()
    with closing(Memory.open(cwd=Path(cwd))) as memory:
        file = plan_file(state, cwd, os.environ)
        plan = make_plan(memory.library, memory.setting.workspace, Path(cwd), Path(state), os.environ)
        keep_plan(file, as_configured(plan, memory.setting.config))
        memory.sync()
        # A page that changes under a running session would make its next edit of it fail.
        is_anyone_there = any(is_live(each) for each in all_spoken(state).values())
        stamp_uses(memory, before=memory.today() if is_anyone_there else None)
        keep_synced(file, memory.library, began)
        make_ahead(memory, state)


if __name__ == "__main__":
    refresh(sys.argv[1])
