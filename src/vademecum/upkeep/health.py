"""Whether Vademecum can do its work here: each finding says what is wrong and what to do. Nothing is changed."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from vademecum.library import Library, Mount
from vademecum.upkeep.status import MountStatus

Severity = Literal["error", "warning", "note"]


@dataclass(frozen=True, slots=True)
class Finding:
    """A fact with its remedy; an ``error`` keeps something from working, a ``note`` is only good to know."""

    severity: Severity
    code: str
    message: str
    remedy: str


def diagnose(library: Library, statuses: Sequence[MountStatus], folders: Sequence[Path]) -> tuple[Finding, ...]:
    """All findings, errors first; ``folders`` are those for cache and state, which must take new files."""
    found = [
        *(finding for folder in folders for finding in _of_folder(folder)),
        *(finding for status in statuses for finding in _of_mount(library, status)),
    ]
    order = ("error", "warning", "note")
    return tuple(sorted(found, key=lambda finding: order.index(finding.severity)))


def _of_folder(folder: Path) -> Iterator[Finding]:
    there = next(place for place in (folder, *folder.parents) if place.exists())
    if not os.access(there, os.W_OK | os.X_OK):
        message = f"{folder} can't be written"
        yield Finding("error", "folder-read-only", message, f"give yourself the right to write in {there}")


def _of_mount(library: Library, status: MountStatus) -> Iterator[Finding]:
    mount = library.mount(status.name)
    checks: tuple[Callable[[Mount, MountStatus], Finding | None], ...] = (
        _missing_folder,
        _unwritable_folder,
        _no_pages,
        _page_problems,
        _left_out,
        _untrusted,
    )
    yield from filter(None, (check(mount, status) for check in checks))
    yield from _leftovers(library, mount)


def _is_configured(mount: Mount) -> bool:
    """Whether a person named this store; the home store's own folders come into being with their first page."""
    return mount.name not in {"user", "workspace", "global"}


def _missing_folder(mount: Mount, status: MountStatus) -> Finding | None:
    if status.exists or not _is_configured(mount):
        return None
    message = f"the folder of mount {mount.name} is not there: {mount.root}"
    return Finding("error", "mount-missing", message, "bring the folder back, or correct its path in the configuration")


def _unwritable_folder(mount: Mount, status: MountStatus) -> Finding | None:
    wanted = status.writable or status.inbox is not None
    if not (status.exists and wanted) or os.access(mount.root, os.W_OK | os.X_OK):
        return None
    message = f"mount {mount.name} should be written, but its folder can't be: {mount.root}"
    return Finding("error", "mount-read-only", message, "change the folder's permissions, or make the mount read-only")


def _no_pages(mount: Mount, status: MountStatus) -> Finding | None:
    if not status.exists or status.pages or not _is_configured(mount):
        return None
    return Finding("warning", "mount-empty", f"mount {mount.name} holds no pages: {mount.root}", "check its path")


def _page_problems(mount: Mount, status: MountStatus) -> Finding | None:
    if not status.problems:
        return None
    first = status.problems[0]
    message = f"mount {mount.name} has {len(status.problems)} problems, first {first.place}: {first.message}"
    return Finding(
        "warning", "page-problems", message, "run vade status to see them all; the pages are indexed all the same"
    )


def _left_out(mount: Mount, status: MountStatus) -> Finding | None:
    if not status.left_out:
        return None
    counts = ", ".join(f"{count} by {bound}" for bound, count in sorted(status.left_out.items()))
    remedy = "raise the bound in the configuration, or add what should stay out to its ignore list"
    return Finding("warning", "pages-left-out", f"mount {mount.name} leaves pages out: {counts}", remedy)


def _untrusted(mount: Mount, status: MountStatus) -> Finding | None:
    if status.trusted:
        return None
    message = f"the project's own store is not trusted, so it answers explicit recall only: {mount.root}"
    return Finding("note", "mount-untrusted", message, "read its pages, then run vade init --project to make it yours")


def _leftovers(library: Library, mount: Mount) -> Iterator[Finding]:
    trashed = library.store(mount.name).trash() if mount.root.is_dir() else ()
    if trashed:
        message = f"mount {mount.name} keeps {len(trashed)} deleted pages in its trash"
        yield Finding("note", "trash", message, "vade forget --list shows them, vade forget --restore brings one back")
