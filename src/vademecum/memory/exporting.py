"""Exports: which pages go into one, and the file that it becomes. It reads stores and writes to none.

``json-v1`` and ``markdown`` hold what is live and may be seen; ``json-v2`` and ``tar`` hold all there is, private pages
too, so they are made only when the person has said that this is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO

from vademecum.address import Address, Scope
from vademecum.errors import FilterError, InputError, UnreadableError, VademecumError
from vademecum.library import Library, Mount
from vademecum.store.archive import json_v1, json_v2, markdown
from vademecum.store.archive.exported import Exported, ExportFormat
from vademecum.store.archive.pack import pack
from vademecum.store.archive.target import new_file

_DUMPS: dict[ExportFormat, Callable[[Sequence[Exported]], bytes]] = {
    "json-v1": json_v1.dump,
    "json-v2": json_v2.dump,
    "markdown": markdown.dump,
}
# What an export of all there is gives away that no tool would show.
_UNSEEN = frozenset({"private", "not-exposed"})


@dataclass(frozen=True, slots=True)
class ExportReport:
    """What was exported: ``pages``, how many of them are ``private``, how many pages were ``left_out`` as hidden, and
    what could not be read, of which ``unread`` are pages. ``excluded`` are places of the folder that do not belong to
    its store."""

    format: ExportFormat
    mounts: tuple[str, ...]
    pages: int
    private: int = 0
    left_out: int = 0
    problems: tuple[str, ...] = ()
    excluded: tuple[str, ...] = ()
    unread: int = 0


@dataclass(frozen=True, slots=True)
class Selection:
    """What to export: one mount, those of a scope, or all; ``all_pages`` says that private ones are meant too."""

    format: ExportFormat
    mount: str | None = None
    scope: Scope | None = None
    all_pages: bool = False


class Export:
    """An export that is read and ready to be written. Raises InputError when private pages are in it unsaid."""

    def __init__(self, library: Library, selection: Selection) -> None:
        self._selection = selection
        self._mounts = _mounts(library, selection)
        self._library = library
        problems: list[str] = []
        unread: list[Address] = []
        found = list(_pages(library, self._mounts, problems, unread))
        private = sum(each.hidden in _UNSEEN for each in found)
        keeps_all = selection.format in {"json-v2", "tar"}
        if keeps_all and private and not selection.all_pages:
            raise InputError(
                f"{private} private {'page' if private == 1 else 'pages'} would be in it: {selection.format} holds all",
                hint="--all if that is meant; json-v1 and markdown leave them out",
            )
        self._pages = found if keeps_all else [each for each in found if each.is_live]
        self.report = ExportReport(
            format=selection.format,
            mounts=tuple(mount.name for mount in self._mounts),
            pages=len(self._pages),
            private=private if keeps_all else 0,
            left_out=len(found) - len(self._pages),
            problems=tuple(problems),
            unread=len(unread),
        )

    def write(self, out: IO[bytes]) -> ExportReport:
        """Write it to an open file. Raises StorageError or UnreadableError."""
        if self._selection.format != "tar":
            out.write(_DUMPS[self._selection.format](self._pages))
            return self.report
        mount = self._mounts[0]
        packed = pack(mount.config, mount.exclude, out)
        left = tuple(f"{each.path}: {each.reason}" for each in packed.excluded)
        return replace(self.report, pages=packed.files, excluded=left)

    def save(self, path: Path, *, force: bool = False) -> ExportReport:
        """Write it to a new file outside every store. Raises InputError, ExistsError or StorageError."""
        place = path.absolute()
        within = next((mount for mount in self._library.mounts if _holds(mount, place)), None)
        if within is not None:
            raise InputError(f"{path} lies in the store of {within.name}", hint="name a file outside every mount")
        with new_file(place, force=force) as out:
            return self.write(out)


def _holds(mount: Mount, path: Path) -> bool:
    root = mount.root if mount.config.format == "folder" else mount.root.parent
    return path.parent.resolve().is_relative_to(root)


def _mounts(library: Library, selection: Selection) -> tuple[Mount, ...]:
    if selection.mount is not None:
        return (library.mount(selection.mount),)
    scope = selection.scope or ("global" if selection.format == "tar" else None)
    found = [each for each in library.mounts if scope in {None, each.config.scope} and not each.is_missing]
    if not found:
        raise FilterError(f"no mount of scope {scope} is there" if scope else "no mount is there")
    return tuple(found[:1] if selection.format == "tar" else found)


def _pages(library: Library, mounts: Sequence[Mount], problems: list[str], unread: list[Address]) -> Iterator[Exported]:
    """All pages of these mounts in order of mount and name; what can't be read is named in ``problems``, and pages
    that are there in ``unread`` too."""
    for mount in mounts:
        store, rows, config = library.store(mount.name), library.rows(mount.name), mount.config
        walk = store.walk()
        problems += [f"{mount.name}: {each.place}: {each.message}" for each in walk.problems]
        problems += [f"{mount.name}: {count} pages are over the bound of {why}" for why, count in walk.left_out.items()]
        for name in sorted(walk.stamps):
            try:
                page = store.read(name)
            except VademecumError as error:
                problems.append(error.message)
                unread += [Address(mount.name, name)] if isinstance(error, UnreadableError) else []
                continue
            yield Exported(mount.name, config.scope, config.format, page, rows.why_hidden(page))
