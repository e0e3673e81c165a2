"""Reading a packed store: everything in it is checked before one page is given out. It writes nothing anywhere.

The attack is an archive that was made, or changed on its way, to put a file outside the store, over something that is
there, or onto a full disk: paths with ``..``, absolute paths, links, devices, a path twice, bytes that are not those of
the manifest, files that it does not name, and a few kilobytes that unfold to terabytes. Such an archive is refused
whole, and the message names what is wrong in it. Members are never extracted: their bytes are read, and become
proposals for the gateway.
"""

from __future__ import annotations

import gzip
import io
import lzma
import re
import tarfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from vademecum.errors import InputError
from vademecum.importers.entry import Entry, Fault, Item, LeftOut
from vademecum.store.archive.manifest import MANIFEST, ROOT, Manifest, read as read_manifest
from vademecum.store.archive.pack import MAX_FILE
from vademecum.store.files import storage_errors
from vademecum.store.record_lines import Lines
from vademecum.store.walk import is_page_file, page_name

_SHOWN = 5
_DRIVE = re.compile(r"[A-Za-z]:")
_GZIP = b"\x1f\x8b"
_TAR_MAGIC = (257, b"ustar")
_UNREADABLE = (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, gzip.BadGzipFile, UnicodeError, ValueError)
# A member's header and its padding take this much beside its bytes, and long names a little more.
_OVERHEAD = 4096


@dataclass(frozen=True, slots=True)
class Limits:
    """What an archive may unfold to; more is no store of pages, or a trap."""

    files: int = 200_000
    file_bytes: int = MAX_FILE
    total_bytes: int = 4 * 1024 * 1024 * 1024


class _TooMuchError(Exception):
    """The archive unfolds to more than its bounds allow."""


class _Bounded(io.RawIOBase):
    """A stream that gives so many bytes and no more, and never very many at once: a header may claim any size."""

    def __init__(self, inner: io.BufferedIOBase, total: int, once: int) -> None:
        super().__init__()
        self._inner, self._total, self._once = inner, total, once

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._inner.tell()

    def seek(self, offset: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET or offset > self._total:
            raise _TooMuchError
        return self._inner.seek(offset)

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= self._once or self._inner.tell() + size > self._total + self._once:
            raise _TooMuchError
        return self._inner.read(size)


def is_archive(path: Path) -> bool:
    """Whether a file is a tar archive, compressed or not, by its first bytes. Raises StorageError."""
    with storage_errors(f"{path} could not be read"), path.open("rb") as file:
        return begins_archive(file.read(512))


def begins_archive(head: bytes) -> bool:
    """Whether these first bytes of a file are those of a tar archive, compressed or not."""
    at, magic = _TAR_MAGIC
    return head.startswith(_GZIP) or head[at : at + len(magic)] == magic


def verify(path: Path, limits: Limits | None = None) -> Manifest:
    """Read an archive to its end and compare each file with the manifest. Raises InputError naming what is wrong."""
    manifest, digests, wrong = None, dict[str, tuple[str, int]](), list[str]()
    with _opened(path, limits or Limits()) as members:
        for name, data in members:
            if name == MANIFEST:
                manifest = read_manifest(data)
            elif name.startswith(ROOT):
                digests[name.removeprefix(ROOT)] = (sha256(data).hexdigest(), len(data))
            else:
                wrong.append(f"{name!r} is neither below {ROOT} nor the manifest")
    if manifest is None:
        raise InputError(f"{path} has no {MANIFEST}", hint="it was not packed by vade export; unpack and mount it")
    wrong += _differences(manifest, digests)
    if wrong:
        more = f" and {len(wrong) - _SHOWN} more" if len(wrong) > _SHOWN else ""
        raise InputError(f"{path} is not what its manifest says: {'; '.join(wrong[:_SHOWN])}{more}", hint=_HINT)
    return manifest


_HINT = "nothing was imported; take a copy that is whole"


def entries(path: Path, manifest: Manifest, limits: Limits | None = None) -> Iterator[Item]:
    """The pages and records of a verified archive; files that are no pages are left out, and named.

    Raises InputError when the archive is no longer the one that was verified.
    """
    wanted = {each.path: each.sha256 for each in manifest.files}
    with _opened(path, limits or Limits()) as members:
        for name, data in members:
            place = name.removeprefix(ROOT)
            if name == MANIFEST:
                continue
            if wanted.get(place) != sha256(data).hexdigest():
                raise InputError(f"{path} was changed while it was read", hint="import it again")
            if manifest.format == "records" and not is_page_file(place):
                yield from _records(place, data)
            elif is_page_file(place) and not _is_hidden(place):
                yield Entry(place, "", name=page_name(place), data=data)
            else:
                yield LeftOut(place, "is no page; tar takes it out of the archive")


def _is_hidden(place: str) -> bool:
    return any(part.startswith(".") for part in place.split("/"))


def _records(place: str, data: bytes) -> Iterator[Item]:
    lines = Lines.of(data)
    for number, line in enumerate(lines.lines, start=1):
        where = f"{place}:{number}"
        for piece in line.pieces:
            if piece.id is not None:
                yield Entry(where, "", name=piece.id, data=piece.raw, is_record=True)
        if line.fault:
            yield Fault(where, line.fault)


def _differences(manifest: Manifest, digests: dict[str, tuple[str, int]]) -> Iterator[str]:
    named: set[str] = set()
    for each in manifest.files:
        found = digests.get(each.path)
        if each.path in named:
            yield f"{each.path!r} is in the manifest twice"
        elif found is None:
            yield f"{each.path!r} is missing"
        elif found != (each.sha256, each.bytes):
            yield f"{each.path!r} has other bytes"
        named.add(each.path)
    yield from (f"{place!r} is not in the manifest" for place in digests if place not in named)


@contextmanager
def _opened(path: Path, limits: Limits) -> Iterator[Iterator[tuple[str, bytes]]]:
    """The regular files of an archive with their bytes, in its order, each checked by itself before it is read."""
    with storage_errors(f"{path} could not be read"), path.open("rb") as file:
        zipped = file.peek(len(_GZIP))[: len(_GZIP)] == _GZIP
        inner: io.BufferedIOBase = gzip.GzipFile(fileobj=file, mode="rb") if zipped else file
        total = limits.total_bytes + limits.files * _OVERHEAD
        stream = _Bounded(inner, total, limits.file_bytes + tarfile.BLOCKSIZE)
        try:
            with tarfile.open(fileobj=stream, mode="r:") as archive:
                yield _members(path, archive, limits)
        except _TooMuchError:
            raise InputError(f"{path} unfolds to more than {limits.total_bytes:,} bytes", hint=_HINT) from None
        except _UNREADABLE as error:
            raise InputError(f"{path} is damaged, or no archive: {error}", hint=_HINT) from error


def _members(path: Path, archive: tarfile.TarFile, limits: Limits) -> Iterator[tuple[str, bytes]]:
    seen: set[str] = set()
    total = 0
    for number, member in enumerate(archive, start=1):
        member.name = member.name.removeprefix("./")  # what tar itself writes for a folder's content
        if member.isdir() and member.name in {"", "."}:
            continue
        reason = _why_refused(member, limits)
        total += member.size
        if reason is None and member.name in seen:
            reason = "is there twice"
        if reason is None and (number > limits.files or total > limits.total_bytes):
            reason = f"is beyond the bounds of {limits.files:,} files and {limits.total_bytes:,} bytes"
        if reason is not None:
            raise InputError(f"{path} is refused: {member.name!r} {reason}", hint="nothing was imported")
        seen.add(member.name)
        if member.isfile():
            content = archive.extractfile(member)
            yield member.name, b"" if content is None else content.read()


def _why_refused(member: tarfile.TarInfo, limits: Limits) -> str | None:
    """Why a member can't be trusted, as the end of a sentence that begins with its name."""
    if member.islnk() or member.issym():
        return f"is a link to {member.linkname!r}"
    if member.issparse() or not (member.isfile() or member.isdir()):
        return "is no regular file"
    if member.name.startswith(("/", "\\")) or _DRIVE.match(member.name):
        return "is an absolute path"
    if "\0" in member.name or any(part in {"", ".", ".."} for part in re.split(r"[/\\]", member.name)):
        return "leaves the folder that it is in, or means another path than it says"
    if member.size > limits.file_bytes or member.size < 0:
        return f"has {member.size:,} bytes, and {limits.file_bytes:,} are the most"
    return None
