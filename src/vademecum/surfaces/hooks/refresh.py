"""Bringing a session's mounts in step by a process of its own, which outlives the hook that found them behind.

Starting it must cost the person nothing, so what it takes is imported by the process itself. One runs at a time: who
does not get the lock at once leaves the work to who has it.
"""

from __future__ import annotations

import os
import sys
import time

from vademecum.surfaces.hooks.event import Place

LOCK = "hooks/refresh.lock"
MARK = "hooks/refresh"
# Seconds between two starts: prompts that come in a row need one sync.
_EVERY = 5.0


def start_refresh(place: Place) -> None:
    """Start a sync of the mounts that a folder's sessions see, and don't wait for it. Raises OSError."""
    mark = os.path.join(place.state, MARK)
    try:
        if 0 <= time.time() - os.stat(mark).st_mtime < _EVERY:
            return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(mark), mode=0o700, exist_ok=True)
    with open(mark, "w", encoding="utf-8"):
        os.utime(mark)
    # -P: it works in the project, where a clone could bring a json.py of its own.
    _spawn([sys.executable, "-P", "-X", "utf8", "-m", __name__, place.cwd])


def _spawn(command: list[str]) -> None:
    if sys.platform == "win32":
        import subprocess  # noqa: PLC0415 - costs more than the hook, and is the only way there

        quiet = {"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        subprocess.Popen(command, creationflags=subprocess.DETACHED_PROCESS, **quiet)
        return
    nowhere = os.open(os.devnull, os.O_RDWR)
    # The host waits until nobody holds its pipes any more, so the child must have none of them.
    streams = [(os.POSIX_SPAWN_DUP2, nowhere, number) for number in range(3)]
    try:
        os.posix_spawn(command[0], command, os.environ, file_actions=streams, setsid=True)
    except NotImplementedError:  # not every system's library can start a session of its own
        os.posix_spawn(command[0], command, os.environ, file_actions=streams)
    os.close(nowhere)


def refresh(cwd: str) -> bool:
    """Bring everything in step, unless another process is at it; whether it was done."""
    from pathlib import Path  # noqa: PLC0415 - for the process alone

    from filelock import FileLock, Timeout  # noqa: PLC0415 - the same

    from vademecum.activity import all_spoken, is_live  # noqa: PLC0415 - the same
    from vademecum.config.places import state_folder  # noqa: PLC0415 - the same
    from vademecum.library.plan_cache import plan_file  # noqa: PLC0415 - the same
    from vademecum.library.planning import keep_plan, keep_synced, make_plan  # noqa: PLC0415 - the same
    from vademecum.memory import Memory  # noqa: PLC0415 - the same
    from vademecum.memory.using import stamp_uses  # noqa: PLC0415 - the same
    from vademecum.surfaces.hooks.replan import as_configured  # noqa: PLC0415 - the same
    from vademecum.surfaces.hooks.tables import make_ahead  # noqa: PLC0415 - the same

    state = state_folder(os.environ)
    try:
        with FileLock(state / LOCK, timeout=0):
            began = time.time_ns()
            memory = Memory.open(cwd=Path(cwd))
            file = plan_file(str(state), cwd, os.environ)
            plan = make_plan(memory.library, memory.setting.workspace, Path(cwd), state, os.environ)
            keep_plan(file, as_configured(plan, memory.setting.config))
            memory.sync()
            # A page that changes under a running session would make its next edit of it fail.
            is_anyone_there = any(is_live(each) for each in all_spoken(str(state)).values())
            stamp_uses(memory, before=memory.today() if is_anyone_there else None)
            keep_synced(file, memory.library, began)
            make_ahead(memory, str(state))
            memory.close()
    except Timeout:
        return False
    return True


if __name__ == "__main__":
    refresh(sys.argv[1])
