"""Which workspace a folder belongs to, told from git's own files without running git. It never writes.

All worktrees of a repository are one workspace, because they share git's common folder; outside a repository the
real path of the folder is the workspace. A workspace's memory folder is named after its root's last component and
eight hex digits of its identity, so that names that differ only in odd characters stay apart (A47).
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

SLUG_MAX = 40


@dataclass(frozen=True, slots=True)
class Workspace:
    """A project: its ``root`` folder, and the ``identity`` path that all its worktrees share."""

    root: Path
    identity: Path

    @property
    def slug(self) -> str:
        """The name of its memory folder: readable part, then eight hex digits of the identity."""
        name = unicodedata.normalize("NFC", _named_after(self.identity))
        kept = "".join(c if c.isalnum() or c in "-_." else "-" for c in name).strip("-.")[:SLUG_MAX]
        digest = sha256(str(self.identity).encode("utf-8", "surrogateescape")).hexdigest()
        return f"{kept or 'workspace'}-{digest[:8]}"


def find_workspace(folder: Path) -> Workspace:
    """The workspace that holds a folder; the folder itself when no repository does."""
    start = Path(folder).resolve()
    for root in (start, *start.parents):
        git = _git_folder(root / ".git")
        if git is not None:
            return Workspace(root, _common_folder(git))
    return Workspace(start, start)


def _named_after(identity: Path) -> str:
    return identity.parent.name if identity.name == ".git" else identity.name.removesuffix(".git")


def _git_folder(dot_git: Path) -> Path | None:
    """What ``.git`` stands for: itself when a folder, the folder it names when a file (worktrees, submodules)."""
    if (dot_git / "HEAD").is_file():
        return dot_git
    line = _first_line(dot_git)
    if line is None or not line.startswith("gitdir:"):
        return None
    return (dot_git.parent / line.removeprefix("gitdir:").strip()).resolve()


def _common_folder(git: Path) -> Path:
    line = _first_line(git / "commondir")
    return (git / line).resolve() if line else git.resolve()


def _first_line(file: Path) -> str | None:
    try:
        with file.open(encoding="utf-8", errors="surrogateescape") as text:
            return text.readline(4096).rstrip("\r\n")
    except OSError:
        return None
