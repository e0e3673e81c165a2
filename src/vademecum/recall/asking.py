"""Whom a recall asks, and what kept some pages from being asked: the same for every retriever. It reads no page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vademecum.address import Scope
from vademecum.errors import FilterError
from vademecum.library import Library, Mount, SyncReport

UNREADABLE = "unreadable"


def asked_mounts(library: Library, mount: str | None, scope: Scope | None) -> list[Mount]:
    """The one mount of that name, else all of that scope.

    Raises AddressError for a name that no mount has, and FilterError for a scope without mounts.
    """
    if mount is not None:
        return [library.mount(mount)]
    found = [each for each in library.mounts if scope in (None, each.config.scope)]
    if not found:
        raise FilterError(f"there is no mount of scope {scope}", hint="vade status lists the mounts")
    return found


def what_is_missing(reports: Mapping[Mount, SyncReport]) -> Iterator[str]:
    """What the mounts' bounds, the disk or another program keep from being asked (rule 12)."""
    for mount, report in reports.items():
        if report.late:
            yield f"what changed in {mount.name} of late is not in this answer: {report.late}"
        if report.left_out:
            yield f"pages of {mount.name} left out by its bounds: {sum(report.left_out.values()):,}"
        unread = sum(problem.code == UNREADABLE for problem in report.problems)
        if unread and mount.is_missing:
            # The home store's folders come into being with their first page; one that a person named is missed.
            if mount.is_named or report.removed:
                yield f"the folder of {mount.name} is not there{_place(mount)}"
        elif unread:
            yield f"folders of {mount.name} that can't be read: {unread:,}"


def _place(mount: Mount) -> str:
    """Where a folder was, unless whoever reads the answer is to know addresses only (D11)."""
    return "" if mount.config.exposure == "address" else f": {mount.root}"
