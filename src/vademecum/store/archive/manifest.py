"""The manifest of a packed store: which files it holds, each with its size and SHA-256 (P44). Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vademecum.errors import InputError
from vademecum.importers.entry import as_json, mapping

MANIFEST = "memory-manifest.json"
ROOT = "memory/"
VERSION = 1


@dataclass(frozen=True, slots=True)
class PackedFile:
    """One file of the store; ``path`` is relative to it."""

    path: str
    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class Excluded:
    """What of the store's folder is not in the archive, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Manifest:
    """What an archive holds; ``format`` is empty for one that another program packed. ``never`` are names that are left
    out wherever they stand, whether there are any or not."""

    files: tuple[PackedFile, ...]
    excluded: tuple[Excluded, ...] = ()
    mount: str = ""
    scope: str = ""
    format: str = ""
    never: tuple[str, ...] = ()


def dump(manifest: Manifest) -> bytes:
    """The manifest as JSON. No time is in it, so that equal stores give equal bytes."""
    document = {
        "version": VERSION,
        "source": {"mount": manifest.mount, "scope": manifest.scope, "format": manifest.format},
        "file_count": len(manifest.files),
        "files": [{"path": each.path, "sha256": each.sha256, "bytes": each.bytes} for each in manifest.files],
        "never": list(manifest.never),
        "excluded": [{"path": each.path, "why": each.reason} for each in manifest.excluded],
    }
    # Names that are no text come as halves of surrogate pairs, which only an escape can keep.
    return (json.dumps(document, indent=1) + "\n").encode()


def read(data: bytes) -> Manifest:
    """Undo ``dump``, for manifests of other programs too. Raises InputError for what can't be one."""
    document = mapping(as_json(MANIFEST, data.decode("utf-8", "surrogateescape")))
    files = document.get("files")
    if not isinstance(files, list):
        raise InputError(f"{MANIFEST} has no list of files")
    found = tuple(_file(number, mapping(each)) for number, each in enumerate(files, start=1))
    source = mapping(document.get("source"))
    return Manifest(
        files=_below_root(found),
        mount=str(source.get("mount", "")),
        scope=str(source.get("scope", "")),
        format=str(source.get("format", "")),
    )


def _file(number: int, found: Mapping[str, object]) -> PackedFile:
    match found:
        case {"path": str(path), "sha256": str(sha256), "bytes": int(size)}:
            return PackedFile(path, sha256.lower(), size)
        case _:
            raise InputError(f"{MANIFEST}: file {number} lacks path, sha256 or bytes")


def _below_root(files: Sequence[PackedFile]) -> tuple[PackedFile, ...]:
    """Some packers count paths from the archive's root; all of them then begin with its folder."""
    if not files or not all(each.path.startswith(ROOT) for each in files):
        return tuple(files)
    return tuple(PackedFile(each.path.removeprefix(ROOT), each.sha256, each.bytes) for each in files)
