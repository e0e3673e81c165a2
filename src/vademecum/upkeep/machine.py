"""Whether the computer gives what Vademecum needs: folders that take files, room on the disk, git. It only looks."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from vademecum.library.mutes import look_at_mutes
from vademecum.upkeep.finding import Finding, counted
from vademecum.upkeep.unsaved import kept_texts

# A sync of a large vault writes an index of some tens of megabytes.
LOW_DISK_BYTES = 100 * 1024 * 1024


def of_machine(home: Path, cache: Path, state: Path) -> Iterator[Finding]:
    """All findings that concern no single mount; ``home`` is the home store."""
    for folder in (cache, state):
        yield from _takes_files(folder)
    yield from _is_private(home)
    yield from _has_room(home, cache)
    yield from _unsaved(state)
    yield from of_mutes(state)
    if shutil.which("git") is None:
        message = (
            "git is not installed, so no history is kept: vade log, diff, blame, restore and undo can tell nothing, "
            "and a project that moves on disk is not known again"
        )
        yield Finding("warning", "no-git", message, "install git, and history is kept from then on")


def of_mutes(state: Path) -> Iterator[Finding]:
    """Whether what a person muted can be read; what can't be may be given unasked again."""
    found = look_at_mutes(state)
    if found.fault:
        muted = f"{counted(len(found.pages), 'page')} in it can still be read, and stay muted"
        remedy = (
            "vade mute --list shows which; the next page that you mute writes it anew and keeps the old one beside it"
        )
        yield Finding("warning", "mutes-broken", f"{found.fault}; {muted}", remedy)


def _there(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    return next(place for place in (folder, *folder.parents) if place.exists())


def _takes_files(folder: Path) -> Iterator[Finding]:
    there = _there(folder)
    if not there.is_dir():
        yield Finding(
            "error", "folder-is-file", f"{folder} can't be made: {there} is a file", "move that file elsewhere"
        )
    elif not os.access(there, os.W_OK | os.X_OK):
        remedy = f"give yourself the right to write in {there}"
        yield Finding("error", "folder-read-only", f"{folder} can't be written", remedy)


def _is_private(home: Path) -> Iterator[Finding]:
    """Whoever may write to the home store may tell agents what to believe."""
    if os.name == "posix" and home.is_dir() and home.stat().st_mode & stat.S_IWOTH:
        remedy = f"take that right from them: chmod o-w {home}"
        yield Finding("warning", "folder-open", f"everybody on this computer can write to {home}", remedy)


def _has_room(*folders: Path) -> Iterator[Finding]:
    places = {there.stat().st_dev: there for there in map(_there, folders)}
    for there in places.values():
        free = shutil.disk_usage(there).free
        if free < LOW_DISK_BYTES:
            message = f"the disk that holds {there} has {free // 1024**2} MiB left"
            yield Finding(
                "warning", "disk-low", message, "make room; a write that finds none leaves the page as it was"
            )


def _unsaved(state: Path) -> Iterator[Finding]:
    texts = kept_texts(state)
    if texts:
        message = f"{counted(len(texts), 'text')} that could not be saved: {', '.join(map(str, texts))}"
        yield Finding(
            "note", "unsaved", message, "take over what you need with vade edit, then move the files elsewhere"
        )
