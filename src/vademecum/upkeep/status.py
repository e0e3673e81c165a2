"""What there is: counts, problems and places of every mount, taken from stores and indexes. Nothing is changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from vademecum.address import Address
from vademecum.index.contract import PageRow
from vademecum.library import Library, Mount, SyncReport
from vademecum.visibility import why_hidden


@dataclass(frozen=True, slots=True)
class PageProblem:
    """Something odd in one page, with the file, line and column to look at; line 0 is the file as a whole."""

    address: str
    file: str
    line: int
    column: int
    code: str
    message: str

    @property
    def place(self) -> str:
        """``file:line:column`` as editors read it."""
        return f"{self.file}:{self.line}:{self.column}" if self.line else self.file


@dataclass(frozen=True, slots=True)
class MountStatus:
    """One mount. Sizes are in bytes, ``chars`` in code points; ``hidden`` and ``left_out`` count pages by reason."""

    name: str
    scope: str
    path: str
    exists: bool
    writable: bool
    inbox: str | None
    trusted: bool
    pages: int
    blocks: int
    chars: int
    hidden: Mapping[str, int]
    left_out: Mapping[str, int]
    problems: tuple[PageProblem, ...]
    index: str
    index_bytes: int


def status_of(library: Library, reports: Mapping[str, SyncReport]) -> tuple[MountStatus, ...]:
    """The status of every mount, after a sync that gave these reports."""
    return tuple(_status(library, mount, reports[mount.name]) for mount in library.mounts)


def _status(library: Library, mount: Mount, report: SyncReport) -> MountStatus:
    with library.index(mount.name).view() as view:
        # To make values of all rows would take as long as a tenth of a first sync, which tells of odd pages at its end.
        held, odd = view.held(), view.odd()
        blocks = view.totals(()).blocks
    path = library.index_path(mount.name)
    return MountStatus(
        name=mount.name,
        scope=mount.config.scope,
        path=str(mount.root),
        exists=mount.folder.is_dir(),
        writable=mount.config.writable,
        inbox=mount.config.inbox,
        trusted=mount.trusted,
        pages=sum(each.pages for each in held.values()),
        blocks=blocks,
        chars=sum(each.chars for each in held.values()),
        hidden={reason: each.pages for reason, each in held.items() if reason},
        left_out=dict(report.left_out),
        problems=(*_of_walk(mount, report), *_of_pages(library, mount, odd)),
        index=str(path),
        index_bytes=path.stat().st_size if path.exists() else 0,
    )


def _of_walk(mount: Mount, report: SyncReport) -> Iterable[PageProblem]:
    if not mount.root.exists():
        return  # a store comes into being with its first page
    for problem in report.problems:
        between = ": " if mount.config.format == "records" else "/"
        yield PageProblem("", f"{mount.root}{between}{problem.place}", 0, 0, problem.code, problem.message)


def _of_pages(library: Library, mount: Mount, rows: Iterable[PageRow]) -> Iterable[PageProblem]:
    store, rules = library.store(mount.name), library.rows(mount.name).rules
    for row in rows:
        # A problem may quote its page, so those of pages that are kept from others are kept too.
        if why_hidden(row.name, row.meta, row.tags, rules, "open") is not None:
            continue
        for problem in row.problems:
            address, file = str(Address(mount.name, row.name)), str(store.path(row.name))
            yield PageProblem(address, file, problem.line, problem.column, problem.code, problem.message)
