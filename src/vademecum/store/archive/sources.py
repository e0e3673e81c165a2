"""The files that an import reads: one file, or the Markdown below a folder. Bounded; links are not followed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vademecum.errors import InputError
from vademecum.importers.entry import Files, LeftOut
from vademecum.store.files import opened, read_file, storage_errors
from vademecum.store.walk import is_page_file

MAX_BYTES = 256 * 1024 * 1024
MAX_FILES = 100_000


def files_of(source: Path) -> Files:
    """The bytes of a file under its name, or of all Markdown below a folder under the paths in it.

    Raises InputError for what is not there, is neither or too large, and StorageError.
    """
    if source.is_dir():
        return _below(source)
    if not source.is_file():
        raise InputError(f"there is no file or folder {source}")
    return {source.name: _read(os.path.realpath(source), source)}


def links_of(source: Path) -> tuple[LeftOut, ...]:
    """The links below a folder that would be Markdown or a folder of it: none is followed. Raises StorageError."""
    return tuple(_links(os.path.realpath(source), "")) if source.is_dir() else ()


def _links(root: str, prefix: str) -> Iterator[LeftOut]:
    for entry in _listed(root, prefix):
        if entry.is_symlink() and (is_page_file(entry.name) or entry.is_dir()):
            yield LeftOut(prefix + entry.name, "is a link, and an import follows none")
        elif entry.is_dir(follow_symlinks=False):
            yield from _links(root, f"{prefix}{entry.name}/")


def _below(folder: Path) -> Files:
    root = os.path.realpath(folder)
    files: dict[str, bytes] = {}
    size = 0
    for place in _places(root, ""):
        files[place] = _read(f"{root}/{place}", folder / place)
        size += len(files[place])
        if size > MAX_BYTES or len(files) > MAX_FILES:
            raise InputError(f"{folder} has more than {MAX_FILES:,} pages, or {MAX_BYTES:,} bytes", hint="mount it")
    if not files:
        raise InputError(f"there is no Markdown below {folder}", hint="name the file that holds the export")
    return files


def _places(root: str, prefix: str) -> Iterator[str]:
    for entry in _listed(root, prefix):
        if entry.is_dir(follow_symlinks=False):
            yield from _places(root, f"{prefix}{entry.name}/")
        elif entry.is_file(follow_symlinks=False) and is_page_file(entry.name):
            yield prefix + entry.name


def _listed(root: str, prefix: str) -> list[os.DirEntry[str]]:
    """What is in a folder, hidden files left out, by name."""
    with storage_errors(f"{root}/{prefix} could not be listed"), os.scandir(f"{root}/{prefix}") as found:
        return sorted((each for each in found if not each.name.startswith(".")), key=lambda entry: entry.name)


def _read(path: str, shown: Path) -> bytes:
    folder, leaf = os.path.split(path)
    with storage_errors(f"{shown} could not be read"), opened(folder) as parent:
        data = read_file(parent, leaf, MAX_BYTES)
    if data is None:
        raise InputError(f"{shown} is over {MAX_BYTES:,} bytes", hint="split it")
    return data
