"""Programs that write through the gateway, run as processes of their own by the tests beside this file.

It is called as ``writer.py FOLDER WHAT ...``; FOLDER holds the store ``notes`` and a cache of its own.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from vademecum.address import Address
from vademecum.config import MountConfig
from vademecum.errors import ConflictError
from vademecum.gateway import Gateway
from vademecum.guards.changes import Change, Proposal, RawText, Replacement
from vademecum.library import Library, Mount

PAGE = Address("notes", "page")
END = "END"
DISK_CALLS = ("open", "write", "fsync", "replace", "rename", "link", "unlink", "mkdir")
DIED = 137


def gateway_in(folder: Path) -> tuple[Library, Gateway]:
    mount = Mount(MountConfig(name="notes", path=folder / "notes", writable=True))
    library = Library([mount], folder / "cache")
    return library, Gateway(library)


def write(folder: Path, change: Change) -> None:
    library, gateway = gateway_in(folder)
    version = library.store("notes").read("page").digest
    gateway.write(Proposal(PAGE, change, version=version))
    library.close()


def whole(word: str, size: int) -> str:
    """A text that can tell whether all of it is there: its last line is the hash of the rest."""
    body = f"{word}\n" * size
    return f"{body}{sha256(body.encode()).hexdigest()}\n"


def is_whole(text: str) -> bool:
    body, _, last = text.rstrip("\n").rpartition("\n")
    return sha256(f"{body}\n".encode()).hexdigest() == last


def edit_many(folder: Path, who: str, times: int) -> None:
    """Put ``times`` lines before END, each naming the version it was put into; say how many were refused."""
    library, gateway = gateway_in(folder)
    refused = done = 0
    while done < times:
        digest = library.store("notes").read("page").digest
        change = Replacement(END, f"{who}-{done} on {digest[:12]}\n{END}")
        try:
            gateway.write(Proposal(PAGE, change, version=digest))
        except ConflictError:
            refused += 1
        else:
            done += 1
    library.close()
    sys.stdout.write(f"{done} {refused}\n")


def write_for_ever(folder: Path) -> None:
    """Write one whole text after another until killed."""
    library, gateway = gateway_in(folder)
    number = 0
    while True:
        version = library.store("notes").read("page").digest
        gateway.write(Proposal(PAGE, RawText(whole(f"text {number}", 4000)), version=version))
        number += 1
        sys.stdout.write("written\n")
        sys.stdout.flush()


def die_at_each_step(folder: Path) -> None:
    """Write once for each call to the disk and die just before it, then once to the end; say what the page was then."""
    step = 0
    while True:
        child = os.fork()
        if child == 0:
            _die_at(step)
            write(folder, RawText(whole(f"step {step}", 50)))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        code = os.waitstatus_to_exitcode(status)
        text = (folder / "notes" / "page.md").read_text(encoding="utf-8")
        sys.stdout.write(f"{code} {is_whole(text)} {text.partition(chr(10))[0]}\n")
        if code != DIED:
            return
        step += 1


def _die_at(step: int) -> None:
    """Make this process die just before its ``step``-th call to the disk."""
    calls = 0

    def counted(call: Callable[..., object]) -> Callable[..., object]:
        def wrapped(*args: object, **kwargs: object) -> object:
            nonlocal calls
            if calls == step:
                os._exit(DIED)
            calls += 1
            return call(*args, **kwargs)

        return wrapped

    for name in DISK_CALLS:
        setattr(os, name, counted(getattr(os, name)))


if __name__ == "__main__":
    PROGRAMS: dict[str, Callable[..., None]] = {
        "edit": lambda folder, who, times: edit_many(folder, who, int(times)),
        "for-ever": write_for_ever,
        "die": die_at_each_step,
        "once": lambda folder: write(folder, RawText(whole("once", 10))),
    }
    PROGRAMS[sys.argv[2]](Path(sys.argv[1]), *sys.argv[3:])
