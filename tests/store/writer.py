"""A program of its own that writes to a store, for tests that need a second process or one that dies.

``python writer.py MODE ROOT [ARGUMENT ...]``. It prints what happened; what that proves is for the test to say.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import uuid
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import filelock  # noqa: F401  # loaded before any fork, so that children start fast

from vademecum.config.model import MountConfig
from vademecum.errors import ConflictError, StoreBusyError
from vademecum.page import digest_of
from vademecum.store.contract import Write
from vademecum.store.files import digest_file, opened
from vademecum.store.folder import FolderStore
from vademecum.store.records import RecordStore

OLD, NEW = b"old " * 1000, b"new " * 1500
OLD_RECORD = b'{"id": "old", "content": "' + b"old " * 1000 + b'"}'
RECORDS = (
    b'{"id": "first", "content": "x"}\n{"id": "torn", "cont\n%b\n{"id": "last", "content": "no line end"}' % OLD_RECORD
)
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


def records_at(folder: str, wait: float = 60) -> RecordStore:
    return RecordStore(MountConfig("facts", Path(folder, "facts.jsonl"), format="records", writable=True), wait=wait)


def content(text: str) -> bytes:
    return json.dumps({"content": text}).encode()


def replace_record(store: RecordStore) -> None:
    store.put("old", content("new " * 1500), expect=digest_of(OLD_RECORD))


def create_record(store: RecordStore) -> None:
    store.put("new", content("new"), expect=None)


def delete_record(store: RecordStore) -> None:
    store.delete("old", expect=digest_of(OLD_RECORD))


def restore_record(store: RecordStore) -> None:
    store.restore(store.trash()[0].id)


def write_several(store: RecordStore) -> None:
    store.put_all([Write("new", content("new"), None), Write("old", None, digest_of(OLD_RECORD))])


RECORD_WRITES: dict[str, Callable[[RecordStore], None]] = {
    each.__name__: each for each in (replace_record, create_record, delete_record, restore_record, write_several)
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
        lay(place, write)
        child = os.fork()
        if child == 0:
            die_at(step)
            act(place, write)
            os._exit(0)
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0:
            say(step)
            return


def lay(place: str, write: str) -> None:
    """What is there before a write."""
    if write in WRITES:
        Path(place, "page.md").write_bytes(OLD)
        return
    Path(place, "facts.jsonl").write_bytes(RECORDS)
    if write == "restore_record":
        act(place, "delete_record")


def act(place: str, write: str) -> None:
    if write in WRITES:
        store = store_at(place)
        with store.lock():
            WRITES[write](store)
    else:
        records = records_at(place)
        with records.lock():
            RECORD_WRITES[write](records)


def kill(root: str, rounds: str) -> None:
    """Kill writers of two versions of one page at arbitrary moments, and print which bytes each left."""
    for _ in killed(int(rounds), lambda tell: alternate(root, tell)):
        with opened(root) as folder:
            say(digest_file(folder, "page.md"))


def kill_records(folder: str, rounds: str) -> None:
    """The same for two versions of one record; print the words of its text."""
    for _ in killed(int(rounds), lambda tell: alternate_record(folder, tell)):
        say(sorted(set(records_at(folder).read("old").text.split())))


def killed(rounds: int, write: Callable[[int], None]) -> Iterator[None]:
    """Start a child that writes and tells when it is well on its way, and kill it at some moment after that."""
    chance = random.Random(7)  # noqa: S311  # these are moments, not secrets
    for _ in range(rounds):
        ready, tell = os.pipe()
        child = os.fork()
        if child == 0:
            write(tell)
        os.close(tell)
        os.read(ready, 1)
        for _ in range(chance.randrange(30_000)):
            pass
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        os.close(ready)
        yield


def alternate(root: str, tell: int) -> None:
    store, page = store_at(root), Path(root, "page.md")
    for turn in count():
        with store.lock():
            store.put("page", (b"A", b"B")[turn % 2] * 200_000, expect=digest_of(page.read_bytes()))
        if turn == 1:
            os.write(tell, b".")


def alternate_record(folder: str, tell: int) -> None:
    store = records_at(folder)
    for turn in count():
        with store.lock():
            store.put("old", content(("a ", "b ")[turn % 2] * 30_000), expect=store.read("old").digest)
        if turn == 1:
            os.write(tell, b".")


def add(folder: str, label: str, records: str) -> None:
    """Add so many records under ids of their own, and print the ids."""
    store = records_at(folder)
    ids = [f"{label}-{uuid.uuid4()}" for _ in range(int(records))]
    for name in ids:
        with store.lock():
            store.put(name, content(f"{name} remembers"), expect=None)
    say(json.dumps(ids))


def take(folder: str, wait: str) -> None:
    """Add one record while somebody else may hold the lock, and print whether that could be done."""
    store = records_at(folder, wait=float(wait))
    try:
        with store.lock():
            store.put(str(uuid.uuid4()), content("taken"), expect=None)
        say("taken")
    except StoreBusyError:
        say("busy")


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
    MODES: dict[str, Callable[..., None]] = {
        f.__name__: f for f in (crash, kill, kill_records, edit, add, take, hold, fork)
    }
    MODES[sys.argv[1]](*sys.argv[2:])
