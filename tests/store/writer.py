"""A program of its own that writes to a store, for tests that need a second process or one that dies.

``python writer.py MODE ROOT [ARGUMENT ...]``. It prints what happened; what that proves is for the test to say.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
from collections.abc import Callable
from itertools import count
from pathlib import Path

import filelock  # noqa: F401  # loaded before any fork, so that children start fast

from vademecum.config.model import MountConfig
from vademecum.errors import ConflictError
from vademecum.page import digest_of
from vademecum.store.files import digest_file, opened
from vademecum.store.folder import FolderStore

OLD, NEW = b"old " * 1000, b"new " * 1500
SYSTEM_CALLS = ("open", "write", "fsync", "mkdir", "link", "replace", "rename", "unlink", "rmdir")


def store_at(root: str) -> FolderStore:
    return FolderStore(MountConfig("notes", Path(root), writable=True, max_write_bytes=10**6))


def replace(store: FolderStore) -> None:
    store.put("page", NEW, expect=digest_of(OLD))


def create(store: FolderStore) -> None:
    store.put("folder/new", NEW, expect=None)


def move(store: FolderStore) -> None:
    store.move("page", "folder/moved", expect=digest_of(OLD))


def delete(store: FolderStore) -> None:
    store.delete("page", expect=digest_of(OLD))


WRITES: dict[str, Callable[[FolderStore], None]] = {
    "replace": replace,
    "create": create,
    "move": move,
    "delete": delete,
}


def say(what: object) -> None:
    sys.stdout.write(f"{what}\n")
    sys.stdout.flush()


def die_at(step: int) -> None:
    """Let this process die at the ``step``-th moment before or after a system call that changes the disk."""
    moments = count()

    def dying(call: Callable[..., object]) -> Callable[..., object]:
        def called(*args: object, **options: object) -> object:
            if next(moments) == step:
                os._exit(137)
            result = call(*args, **options)
            if next(moments) == step:
                os._exit(137)
            return result

        return called

    for name in SYSTEM_CALLS:
        setattr(os, name, dying(getattr(os, name)))


def crash(root: str, write: str) -> None:
    """Die at each moment of one write, each time in a fresh store ``ROOT/N``, until a write comes to its end."""
    for step in count():
        place = os.path.join(root, str(step))
        os.mkdir(place)
        Path(place, "page.md").write_bytes(OLD)
        child = os.fork()
        if child == 0:
            store = store_at(place)
            die_at(step)
            with store.lock():
                WRITES[write](store)
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
            say(step)
            return


def kill(root: str, rounds: str) -> None:
    """Kill writers of two versions of one page at arbitrary moments, and print which bytes each left."""
    chance = random.Random(7)  # noqa: S311  # these are moments, not secrets
    for _ in range(int(rounds)):
        ready, tell = os.pipe()
        child = os.fork()
        if child == 0:
            alternate(root, tell)
        os.close(tell)
        os.read(ready, 1)
        for _ in range(chance.randrange(30_000)):
            pass
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(ready)
        with opened(root) as folder:
            say(digest_file(folder, "page.md"))


def alternate(root: str, tell: int) -> None:
    store, page = store_at(root), Path(root, "page.md")
    for turn in count():
        with store.lock():
            store.put("page", (b"A", b"B")[turn % 2] * 200_000, expect=digest_of(page.read_bytes()))
        if turn == 1:
            os.write(tell, b".")


def edit(root: str, label: str, edits: str) -> None:
    """Append lines, each with the digest of all before it, by compare-and-swap; a refused edit is tried again."""
    store, page, refused = store_at(root), Path(root, "page.md"), 0
    for number in range(int(edits)):
        while True:
            raw = page.read_bytes()
            line = f"{label}{number} {digest_of(raw)}\n".encode()
            try:
                with store.lock():
                    store.put("page", raw + line, expect=digest_of(raw))
                break
            except ConflictError:
                refused += 1
    say(json.dumps({"accepted": int(edits), "refused": refused}))


def hold(root: str) -> None:
    """Hold the lock until the standard input ends."""
    with store_at(root).lock():
        say("held")
        sys.stdin.read()


def fork(root: str) -> None:
    """Hold the lock, and print whether a forked child could write as if it held it too."""
    store = store_at(root)
    with store.lock():
        child = os.fork()
        if child == 0:
            os._exit(store._lock.held)
        say(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))


if __name__ == "__main__":
    MODES: dict[str, Callable[..., None]] = {f.__name__: f for f in (crash, kill, edit, hold, fork)}
    MODES[sys.argv[1]](*sys.argv[2:])
