"""Whether each mount is as its person means it: there, writable, whole, and under the name it says. It only looks."""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import apsw

from vademecum.config import MountConfig
from vademecum.index.contract import Filter
from vademecum.library import Library, Mount
from vademecum.upkeep.finding import BOUNDS, Finding, counted
from vademecum.upkeep.status import MountStatus

EXAMPLES = 3


def of_mounts(library: Library, statuses: Sequence[MountStatus]) -> Iterator[Finding]:
    """The findings of every mount."""
    checks: tuple[Callable[[Mount, MountStatus], Finding | None], ...] = (
        _missing_folder,
        _unwritable_folder,
        _inbox_in_other_case,
        _no_pages,
        _page_problems,
        _left_out,
        _untrusted,
        _quarantined,
        _damaged_index,
    )
    for status in statuses:
        mount = library.mount(status.name)
        yield from filter(None, (check(mount, status) for check in checks))
        yield from _shared_titles(library, mount)
        yield from _trash(library, mount)


def of_configured(library: Library, configured: Sequence[MountConfig]) -> Iterator[Finding]:
    """The findings about mounts that are configured and not in force here."""
    in_force = {mount.name for mount in library.mounts}
    roots = {mount.root: mount.name for mount in library.mounts}
    for mount in configured:
        root = mount.path.expanduser().resolve()
        if mount.name in in_force:
            continue
        if root in roots:
            message = f"mount {mount.name} is left out: {root} is mounted as {roots[root]}"
            yield Finding("warning", "mount-twice", message, "take one of the two out of the configuration")
        elif mount.only_in:
            message = f"mount {mount.name} is not for this folder, only for {', '.join(map(str, mount.only_in))}"
            yield Finding("note", "mount-elsewhere", message, "change its only_in if it should be here too")


def _missing_folder(mount: Mount, status: MountStatus) -> Finding | None:
    if status.exists or not mount.is_named:
        return None
    message = f"the folder of mount {mount.name} is not there: {mount.folder}"
    return Finding("error", "mount-missing", message, "bring the folder back, or correct its path in the configuration")


def _unwritable_folder(mount: Mount, status: MountStatus) -> Finding | None:
    wanted = status.writable or status.inbox is not None
    if not (status.exists and wanted) or os.access(mount.folder, os.W_OK | os.X_OK):
        return None
    message = f"mount {mount.name} should be written, but its folder can't be: {mount.root}"
    return Finding("error", "mount-read-only", message, "change the folder's permissions, or make the mount read-only")


def _inbox_in_other_case(mount: Mount, status: MountStatus) -> Finding | None:
    """A store keeps no two names that differ by case alone, so nothing could be written to such an inbox."""
    inbox = status.inbox
    if inbox is None or not status.exists or (mount.root / inbox).exists():
        return None
    alike = [each.name for each in mount.root.iterdir() if each.name.casefold() == inbox.casefold()]
    if not alike:
        return None
    message = f"the inbox of mount {mount.name} is called {inbox}, but the folder is {alike[0]}"
    remedy = f"write it as the folder is: vade config mounts.{mount.name}.inbox {alike[0]}"
    return Finding("warning", "inbox-case", message, remedy)


def _no_pages(mount: Mount, status: MountStatus) -> Finding | None:
    if not status.exists or status.pages or not mount.is_named or mount.config.format == "records":
        return None  # a file of records comes into being with its first
    return Finding("warning", "mount-empty", f"mount {mount.name} holds no pages: {mount.root}", "check its path")


def _page_problems(mount: Mount, status: MountStatus) -> Finding | None:
    if not status.problems:
        return None
    first = status.problems[0]
    count = counted(len(status.problems), "problem")
    message = f"mount {mount.name} has {count} in pages, first {first.place}: {first.message}"
    remedy = "vade status lists them all; mend the pages in any editor, they are indexed as far as they can be read"
    return Finding("warning", "page-problems", message, remedy)


def _left_out(mount: Mount, status: MountStatus) -> Finding | None:
    """Pages beyond a bound; other pages that are left out are told one by one, as problems."""
    bounded = {code: count for code, count in sorted(status.left_out.items()) if code in BOUNDS}
    if not bounded:
        return None
    counts = ", ".join(f"{counted(count, 'page')} {BOUNDS[code]}" for code, count in bounded.items())
    remedy = "raise the bound in the configuration, or add what should stay out to its ignore list"
    return Finding("warning", "pages-left-out", f"mount {mount.name} leaves out {counts}", remedy)


def _untrusted(mount: Mount, status: MountStatus) -> Finding | None:
    if status.trusted:
        return None
    message = f"the project's own store is not trusted, so it answers explicit recall only: {mount.root}"
    return Finding("note", "mount-untrusted", message, "vade trust shows what it holds, and asks")


def _quarantined(mount: Mount, status: MountStatus) -> Finding | None:
    held = mount.quarantine
    if not status.exists:
        return None
    if held.blind:
        message = f"of mount {mount.name} only what you have seen is given unasked: {held.blind}"
    elif held.names:
        message = f"a pull changed {counted(len(held.names), 'file')} of mount {mount.name}, which wait to be looked at"
    else:
        return None
    return Finding("note", "pages-quarantined", message, "vade trust shows them, and asks")


def _damaged_index(mount: Mount, status: MountStatus) -> Finding | None:
    path = Path(status.index)
    if not path.exists():
        return None
    fault = _fault_in(path)
    if fault is None:
        return None
    message = f"the index of mount {mount.name} is damaged: {fault}"
    return Finding(
        "error", "index-damaged", message, "vade sync --rebuild makes it anew from the pages, which are whole"
    )


def _fault_in(index: Path) -> str | None:
    """What SQLite's own quick check finds first, None when it finds nothing."""
    try:
        connection = apsw.Connection(
            index.resolve().as_uri() + "?mode=ro", apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
        )
        try:
            first = connection.execute("PRAGMA quick_check(1)").fetchone()
        finally:
            connection.close()
    except apsw.BusyError:
        return None  # another program writes it now, so it works
    except apsw.Error as error:
        return str(error)
    return None if first is None or first[0] == "ok" else str(first[0])


def _shared_titles(library: Library, mount: Mount) -> Iterator[Finding]:
    """A title that several pages have opens none of them; their addresses do (A14)."""
    pages = defaultdict[str, list[str]](list)
    with library.index(mount.name).view() as view:
        for row in view.pages(Filter()):
            if row.hidden is None:
                pages[row.title.casefold()].append(row.name)
    shared = {title: names for title, names in pages.items() if len(names) > 1}
    if shared:
        title, names = next(iter(sorted(shared.items())))
        some = ", ".join(names[:EXAMPLES]) + (", …" if len(names) > EXAMPLES else "")
        message = (
            f"mount {mount.name} has {counted(len(shared), 'title')} that several pages share, first {title!r}: {some}"
        )
        yield Finding("note", "titles-shared", message, "open such a page by its address, or give it another title")


def _trash(library: Library, mount: Mount) -> Iterator[Finding]:
    trashed = library.store(mount.name).trash() if mount.folder.is_dir() else ()
    if trashed:
        message = f"mount {mount.name} keeps {counted(len(trashed), 'deleted page')} in its trash"
        yield Finding("note", "trash", message, "vade forget --list shows them, vade forget --restore brings one back")
