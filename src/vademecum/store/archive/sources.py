"""The files that an import reads: one file, or the Markdown below a folder. Bounded; links are not followed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from vademecum.errors import InputError
from vademecum.importers.entry import Files
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
    with storage_errors(f"{root}/{prefix} could not be listed"):
        entries = sorted(os.scandir(f"{root}/{prefix}"), key=lambda entry: entry.name)
    for entry in entries:
        if entry.name.startswith("."):
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _places(root, f"{prefix}{entry.name}/")
        elif entry.is_file(follow_symlinks=False) and is_page_file(entry.name):
            yield prefix + entry.name


def _read(path: str, shown: Path) -> bytes:
    folder, leaf = os.path.split(path)
    with storage_errors(f"{shown} could not be read"), opened(folder) as parent:
        data = read_file(parent, leaf, MAX_BYTES)
    if data is None:
        raise InputError(f"{shown} is over {MAX_BYTES:,} bytes", hint="split it")
    return data
