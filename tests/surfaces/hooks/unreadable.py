"""Runs vademecum with a folder that can't be read, as after ``chmod 000``, which stops everybody but root.

``python unreadable.py FOLDER hook claude-code SessionStart``. What stands below the folder can't be reached at all; the
folder itself can be looked at, but not into.
"""

from __future__ import annotations

import builtins
import errno
import io
import os
import runpy
import sys
from collections.abc import Callable
from typing import Any, TypeAlias

Call: TypeAlias = Callable[..., Any]


def closed(real: Call, root: str, *, itself: bool) -> Call:
    """A call of the system's that is refused below a folder, and for the folder ``itself``."""

    def call(path: object = ".", *more: object, **named: object) -> object:
        asked = os.fsdecode(path) if isinstance(path, str | bytes | os.PathLike) else ""
        if asked.startswith(f"{root}{os.sep}") or (itself and asked == root):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), asked)
        return real(path, *more, **named)

    return call


def main() -> None:
    """Close the folder, then run."""
    root = sys.argv.pop(1)
    for name in ("open", "scandir", "listdir"):
        setattr(os, name, closed(getattr(os, name), root, itself=True))
    for name in ("stat", "lstat"):
        setattr(os, name, closed(getattr(os, name), root, itself=False))
    builtins.open = io.open = closed(io.open, root, itself=True)
    runpy.run_module("vademecum", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
