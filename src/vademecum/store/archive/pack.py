"""A store as one ``tar.gz``: its files as they are below ``memory/``, and a manifest with the digest of each (P44).

Equal stores give equal bytes: names are sorted, and no time, owner or right is kept. Links are not followed and not
packed, nor is a place on the mount's ignore list or a folder of another mount, each of which the manifest names; nor
ever ``.git`` or ``.vade``, wherever they are. It only reads.
"""

from __future__ import annotations

import gzip
import os
import stat
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import IO

from vademecum.config.model import MountConfig
from vademecum.errors import StorageError, UnreadableError
from vademecum.store.archive.manifest import MANIFEST, ROOT, Excluded, Manifest, PackedFile, dump
from vademecum.store.files import opened, read_file, storage_errors
from vademecum.store.lock import HIDDEN
from vademecum.store.walk import Bounds

# An archive with more is refused when it is read, so none is made.
MAX_FILE = 256 * 1024 * 1024
# The best that zlib does costs three times the time for some hundredths of the size.
_LEVEL = 6
# The history of the store, and its lock and trash.
NEVER = (".git", HIDDEN)


@dataclass(frozen=True, slots=True)
class Packed:
    """What was packed, and what a person should know was not."""

    files: int
    bytes: int
    excluded: tuple[Excluded, ...]


def pack(config: MountConfig, exclude: frozenset[Path], out: IO[bytes]) -> Packed:
    """Write the archive of a mount's store to ``out``. Raises StorageError or UnreadableError."""
    root = os.path.realpath(config.path)
    excluded: list[Excluded] = []
    packed: list[PackedFile] = []
    with (
        storage_errors("the archive could not be written"),
        gzip.GzipFile("", "wb", _LEVEL, out, mtime=0) as zipped,
        tarfile.open(mode="w", fileobj=zipped, format=tarfile.PAX_FORMAT) as archive,
    ):
        for folder, place in _files(config, root, exclude, excluded):
            data = _read(folder, place)
            packed.append(PackedFile(place, sha256(data).hexdigest(), len(data)))
            _add(archive, ROOT + place, data)
        manifest = Manifest(tuple(packed), tuple(excluded), config.name, config.scope, config.format, NEVER)
        _add(archive, MANIFEST, dump(manifest))
    return Packed(len(packed), sum(each.bytes for each in packed), tuple(excluded))


def _files(
    config: MountConfig, root: str, exclude: frozenset[Path], excluded: list[Excluded]
) -> Iterator[tuple[str, str]]:
    if config.format == "records":
        folder, leaf = os.path.split(root)
        if os.path.isfile(root):
            yield folder, leaf
        return
    if not os.path.isdir(root):
        raise StorageError(f"the store of mount {config.name} is not there: {root}")
    bounds = Bounds.of(config, root, exclude)
    yield from ((root, place) for place in _below(root, "", bounds, excluded))


def _below(root: str, prefix: str, bounds: Bounds, excluded: list[Excluded]) -> Iterator[str]:
    with storage_errors(f"{root}/{prefix} could not be listed", error=UnreadableError):
        entries = sorted(os.scandir(f"{root}/{prefix}"), key=lambda entry: entry.name)
    for entry in entries:
        place = prefix + entry.name
        if entry.name in NEVER:
            continue
        reason = _why_excluded(entry, place, bounds)
        if reason is not None:
            excluded.append(Excluded(place, reason))
        elif entry.is_dir(follow_symlinks=False):
            yield from _below(root, f"{place}/", bounds, excluded)
        else:
            yield place


def _why_excluded(entry: os.DirEntry[str], place: str, bounds: Bounds) -> str | None:
    if entry.is_symlink():
        return "a link"
    if place in bounds.inner:
        return "the store of another mount"
    if bounds.ignores(place):
        return "on the mount's ignore list"
    status = entry.stat(follow_symlinks=False)
    if not stat.S_ISDIR(status.st_mode) and not stat.S_ISREG(status.st_mode):
        return "no regular file"
    return None


def _read(root: str, place: str) -> bytes:
    *folders, leaf = place.split("/")
    with storage_errors(f"{root}/{place} could not be read", error=UnreadableError), opened(root, folders) as folder:
        data = read_file(folder, leaf, MAX_FILE)
    if data is None:
        raise UnreadableError(f"{root}/{place} is over {MAX_FILE:,} bytes", hint="move it out of the store")
    return data


def _add(archive: tarfile.TarFile, name: str, data: bytes) -> None:
    member = tarfile.TarInfo(name)
    member.size, member.mode = len(data), 0o644
    archive.addfile(member, BytesIO(data))
