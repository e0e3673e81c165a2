"""Where the git repository of a folder is, told from git's own files without running git. It reads nothing else of it.

What can't be looked at is as if it were not there: ``os.path`` says so where ``pathlib`` raises.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple


class Checkout(NamedTuple):
    """A working tree's ``root``, its own ``git`` folder, and the ``common`` one that all worktrees share."""

    root: Path
    git: Path
    common: Path


def checkout_of(folder: Path) -> Checkout | None:
    """The innermost repository whose working tree holds a real path, None when there is none."""
    for root in (folder, *folder.parents):
        git = _git_folder(root / ".git")
        if git is not None:
            return Checkout(root, git, _common_folder(git))
    return None


def first_line(file: Path) -> str | None:
    """The first line of one of git's own files, None when it has none that is text."""
    try:
        with file.open(encoding="utf-8", errors="surrogateescape") as text:
            line = text.readline(4096).rstrip("\r\n")
    except OSError:
        return None
    return None if "\0" in line else line


def _git_folder(dot_git: Path) -> Path | None:
    """What ``.git`` stands for: itself when a folder, the folder it names when a file (worktrees, submodules)."""
    if os.path.isfile(dot_git / "HEAD"):
        return dot_git
    line = first_line(dot_git)
    if line is None or not line.startswith("gitdir:"):
        return None
    return Path(os.path.realpath(dot_git.parent / line.removeprefix("gitdir:").strip()))


def _common_folder(git: Path) -> Path:
    line = first_line(git / "commondir")
    return Path(os.path.realpath(git / line if line else git))
