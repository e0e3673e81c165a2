"""Which memory folder a workspace has, also after its repository was moved or renamed on disk.

A repository's first commit stays when its folder moves, so the state folder notes it beside the path where the
workspace was seen. When a workspace has no memory folder, and a noted one with the same first commit is gone from its
place, that one's folder is the workspace's (design decision 2). It writes the note only, never a store.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from vademecum.errors import StorageError
from vademecum.library.workspace import Workspace
from vademecum.store.files import write_atomic

NOTES_FILE = "workspaces.json"
Notes = dict[str, dict[str, str]]


def folder_name(workspaces: Path, state: Path, workspace: Workspace) -> str:
    """The name of the workspace's folder below ``workspaces``; its slug unless the repository was moved."""
    notes = _read(state / NOTES_FILE)
    if os.path.isdir(workspaces / workspace.slug):
        if workspace.slug not in notes:
            # What can't be noted costs nothing until the repository moves.
            with suppress(OSError, StorageError):
                _note(state, notes, workspace)
        return workspace.slug
    gone = {slug: note for slug, note in notes.items() if _is_gone(note) and os.path.isdir(workspaces / slug)}
    first = first_commit(workspace) if gone else None
    return next((slug for slug, note in sorted(gone.items()) if first and note.get("first") == first), workspace.slug)


def first_commit(workspace: Workspace) -> str | None:
    """The repository's first commit by hash, None outside a repository or before its first commit."""
    if workspace.identity == workspace.root:
        return None
    # Inside a git hook these name another repository (A37).
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    command = ["git", "rev-list", "--max-parents=0", "HEAD"]
    try:
        done = subprocess.run(command, cwd=workspace.root, env=env, capture_output=True, check=False, timeout=5)
    except (OSError, subprocess.TimeoutExpired):
        return None
    hashes = done.stdout.decode("ascii", "replace").split()
    return min(hashes) if done.returncode == 0 and hashes else None


def _is_gone(note: Mapping[str, str]) -> bool:
    return "identity" in note and not os.path.exists(note["identity"])


def _note(state: Path, notes: Notes, workspace: Workspace) -> None:
    note = {"identity": str(workspace.identity), "first": first_commit(workspace) or ""}
    state.mkdir(parents=True, exist_ok=True, mode=0o700)
    text = json.dumps({**notes, workspace.slug: note}, ensure_ascii=False, indent=1, sort_keys=True)
    write_atomic(state / NOTES_FILE, text.encode("utf-8", "surrogateescape"))


def _read(file: Path) -> Notes:
    try:
        found = json.loads(file.read_text(encoding="utf-8", errors="surrogateescape"))
    except (OSError, ValueError):
        return {}
    return {slug: note for slug, note in found.items() if isinstance(note, dict)} if isinstance(found, dict) else {}
