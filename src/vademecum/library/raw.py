"""A page's bytes for a hook, which opens no store: by its mount's real path and its name, whatever the locale.

It follows no rule of the mount but its bound on size; whoever asks knows that the page is one of the mount's, or
compares what was read with what a store has read before. It imports next to nothing.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Iterator
from stat import S_ISREG

from vademecum.library.plan_cache import PlannedMount

_NO_WAIT = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


def raw_pages(mount: PlannedMount, name: str) -> Iterator[tuple[str, bytes]]:
    """Path and bytes of each file that may be the page: disks spell a name in two ways, and one may hold both."""
    for spelled in dict.fromkeys((name, unicodedata.normalize("NFD", name))):
        path = os.path.join(mount.root, *f"{spelled}.md".split("/"))
        raw = _read(path, mount.max_page_bytes)
        if raw is not None:
            yield path, raw


def is_linked(path: str) -> bool:
    """Whether a part of the way to a page is a link, which may lead anywhere; a mount's own path is a real one."""
    return os.path.realpath(path) != path


def _read(path: str, most: int) -> bytes | None:
    try:
        descriptor = _open(path)
    except (OSError, ValueError):
        return None
    try:
        found = os.fstat(descriptor)
        return os.read(descriptor, found.st_size) if S_ISREG(found.st_mode) and found.st_size <= most else None
    except OSError:
        return None
    finally:
        os.close(descriptor)


def _open(path: str) -> int:
    try:
        return os.open(path, os.O_RDONLY | _NO_WAIT)
    except UnicodeEncodeError:  # a locale that knows no such signs, while names on disk are UTF-8 (A31)
        return os.open(path.encode("utf-8", "surrogateescape"), os.O_RDONLY | _NO_WAIT)
