"""Mounts as configured: profile, knobs, and what no single knob can tell (files for folders, paths mounted twice).

It looks at folders, never into them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path

from vademecum.address import check_mount
from vademecum.config.knobs import MOUNT, by_name
from vademecum.config.model import MountConfig, Origin
from vademecum.config.profiles import PROFILES
from vademecum.config.reading import Reading, Spot, build
from vademecum.errors import AddressError

_KNOBS = by_name(MOUNT)


def read_mounts(reading: Reading, value: object, spot: Spot) -> tuple[MountConfig, ...]:
    """The sound mounts in the order of the file; the mistakes of the others are gathered."""
    tables = reading.table(value, spot, "[mounts.NAME]")
    read = {name: _read_mount(reading, table, spot.below(name), name) for name, table in tables.items()}
    mounts = tuple(mount for mount in read.values() if mount is not None)
    _note_duplicates(reading, mounts, spot)
    return mounts


def _read_mount(reading: Reading, value: object, spot: Spot, name: str) -> MountConfig | None:
    before = len(reading.mistakes)
    _check_name(reading, spot, name)
    table = reading.table(value, spot, f'[mounts.{name}] with path = "..." below it')
    if isinstance(value, dict):
        _take_knobs(reading, table, spot)
    if len(reading.mistakes) > before:
        return None
    values = {knob: reading.values[f"{spot.key}.{knob}"] for knob in _KNOBS if f"{spot.key}.{knob}" in reading.values}
    mount = build(MountConfig, {"name": name, **values})
    for knob, fault, hint in _faults(mount):
        reading.note(spot.below(knob), fault, hint=hint)
    return mount


def _check_name(reading: Reading, spot: Spot, name: str) -> None:
    try:
        check_mount(name)
    except AddressError as error:
        reading.note(spot, f"has a name that can't stand in an address: {error.message}", hint=error.hint)


def _take_knobs(reading: Reading, table: Mapping[str, object], spot: Spot) -> None:
    _start_from_profile(reading, table, spot)
    for name, value in table.items():
        if name in _KNOBS:
            reading.take(_KNOBS[name], value, spot.below(name))
        else:
            reading.unknown(spot.below(name), _KNOBS)
    if "path" not in table:
        missing = Spot(spot.document, spot.path, f"{spot.key}.path")
        reading.note(missing, "is not set, and a mount needs it", hint='write path = "~/..." below the name')


def _start_from_profile(reading: Reading, table: Mapping[str, object], spot: Spot) -> None:
    profile = table.get("profile", "default")
    changed = dict(PROFILES.get(profile, {})) if isinstance(profile, str) else {}
    if "inbox" in table:
        changed.pop("writable", None)  # who names an inbox says that all else is for reading
    by_profile = spot.below("profile").origin()
    for name, knob in _KNOBS.items():
        if name in changed:
            reading.set(f"{spot.key}.{name}", changed[name], Origin("profile", by_profile.file, by_profile.line))
        elif name != "path":
            reading.set(f"{spot.key}.{name}", knob.default, Origin("default"))


def _faults(mount: MountConfig) -> Iterator[tuple[str, str, str | None]]:
    """What is wrong between the knobs of a mount, or between it and the disk: knob, fault and hint."""
    fault = _path_fault(mount)
    if fault is not None:
        yield "path", *fault
    if mount.writable and mount.inbox is not None:
        yield "inbox", "has no effect, since the whole mount is writable", "set writable = false, or leave inbox out"
    if mount.max_write_bytes > mount.max_page_bytes:
        told = f"{mount.max_write_bytes} is more than max_page_bytes = {mount.max_page_bytes}"
        yield "max_write_bytes", f"= {told}, so what is written could not be read", "set both"


def _path_fault(mount: MountConfig) -> tuple[str, str | None] | None:
    path = f'"{mount.path}"'
    try:
        is_folder, is_there = mount.path.is_dir(), mount.path.exists()
    except OSError as error:
        return f"= {path} can't be looked at: {error.strerror}", None
    if mount.format == "records":
        told = f"= {path} is a folder, but format is records", "name the JSONL file in it"
        return told if is_folder else None
    # A disk that is not plugged in must not take all other mounts with it; each answer tells that this one is missing.
    if is_folder or not is_there:
        return None
    return f"= {path} is a file, not a folder", 'for a JSONL file set format = "records"'


def _note_duplicates(reading: Reading, mounts: tuple[MountConfig, ...], spot: Spot) -> None:
    first: dict[object, str] = {}
    for mount in mounts:
        other = first.setdefault(_identity(mount.path), mount.name)
        if other != mount.name:
            line = spot.below(other).below("path").origin().line
            fault = f'= "{mount.path}" is the same place as mounts.{other}.path (line {line})'
            reading.note(spot.below(mount.name).below("path"), fault, hint="mount it once")


def _identity(path: Path) -> object:
    """Device and inode, since links and letter case give one folder many paths; a file to be made has its real path."""
    try:
        found = path.stat()
    except OSError:
        return os.path.realpath(path)
    return found.st_dev, found.st_ino
