"""Moving memories out and in, as surfaces ask for it: files to entries, entries to the gateway. It decides nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import date
from itertools import chain
from pathlib import Path
from typing import TypeAlias

from vademecum.address import SCOPES
from vademecum.errors import HistoryError, InputError
from vademecum.importers.entry import Files, Item
from vademecum.library import Library
from vademecum.memory.exporting import Export, Selection
from vademecum.memory.facade import Memory
from vademecum.memory.import_report import ImportReport, Request
from vademecum.memory.importing import Import, Progress, Writer
from vademecum.store.archive.kinds import KINDS, READERS, TAR, kind_of
from vademecum.store.archive.sources import files_of, links_of
from vademecum.store.archive.unpack import begins_archive, entries, is_archive, verify

Together: TypeAlias = Callable[[str, str], AbstractContextManager[None]]
"""Makes all writes meanwhile one change of the history, by its subject and who made it."""


@dataclass(frozen=True, slots=True)
class Source:
    """What is imported, read and checked: its kind, its entries, how many there are, and which scope they were in."""

    kind: str
    items: Callable[[], Iterator[Item]]
    total: int
    scope: str = ""


class Exchange:
    """Exports and imports of one memory."""

    def __init__(self, library: Library, writer: Writer, together: Together, today: Callable[[], date]) -> None:
        self._library = library
        self._writer = writer
        self._together = together
        self._today = today

    def export(self, selection: Selection) -> Export:
        """An export, ready to be written. Raises InputError, AddressError or FilterError."""
        return Export(self._library, selection)

    def fills(self, source: Source, request: Request) -> bool:
        """Whether a whole store would be unpacked into a mount that has pages already, which a person should see first.

        Raises AddressError or FilterError.
        """
        if source.kind != TAR:
            return False
        begun = self._begun(source, request)
        return not begun.shelf(begun.target()).is_empty

    def run(self, source: Source, request: Request, progress: Progress = lambda _done, _of: None) -> ImportReport:
        """Import all entries of a source, or say what would become of them. Raises InputError, before any write."""
        begun = self._begun(source, request)
        if request.dry_run:
            return begun.run(source.items(), source.total, progress)
        late = ""
        report = None
        try:
            with self._together(f"Import {source.kind}", str(begun.actor)):
                report = begun.run(source.items(), source.total, progress)
        except HistoryError as error:
            if report is None:
                raise
            late = error.message  # the pages are written
        return replace(report, warnings=(*report.warnings, late)) if late else report

    def _begun(self, source: Source, request: Request) -> Import:
        if request.replace and source.kind != TAR:
            raise InputError("only an archive of a whole store can replace one", hint="import it without --replace")
        scope = request.scope or next((each for each in SCOPES if each == source.scope), None)
        own = replace(request, kind=source.kind, scope=scope)
        begun = Import(self._library, self._writer, own, self._today())
        if request.mount is not None or request.scope is not None:
            begun.target()  # what was asked for wrongly is no entry's fault
        return begun


def exchange_of(memory: Memory) -> Exchange:
    """What moves memories out of this one and into it, through its own gateway."""
    # The facade is this package's own, and has no need of a method that few surfaces call.
    return Exchange(memory.library, memory._gateway, memory.recorder.together, memory.today)  # noqa: SLF001


def source_at(path: Path, kind: str = "") -> Source:
    """A file or folder to import, of this kind or of the one that it tells itself.

    An archive is read to its end here, and checked. Raises InputError naming file, line or member, and StorageError.
    """
    if kind not in {"", *KINDS}:
        raise InputError(f"there is no kind {kind!r}", hint=f"the kinds are {', '.join(KINDS)}")
    if path.is_file() and (kind == TAR or (not kind and is_archive(path))):
        manifest = verify(path)
        return Source(TAR, lambda: entries(path, manifest), len(manifest.files), manifest.scope)
    found = source_of(files_of(path), str(path), kind)
    links = links_of(path)
    return replace(found, items=lambda: chain(found.items(), links), total=found.total + len(links)) if links else found


def source_of(files: Files, shown: str, kind: str = "") -> Source:
    """The same of bytes that were read already. Raises InputError."""
    if kind == TAR or any(map(begins_archive, files.values())):
        raise InputError(f"{shown} can't be read as an archive of a store", hint="name the archive's own file")
    known = kind or kind_of(files, shown)
    items = list(READERS[known](files))
    return Source(known, lambda: iter(items), len(items))
