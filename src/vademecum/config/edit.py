"""Edits of a configuration file that keep its comments, order and layout; all but ``write_config`` are pure.

Every edit is checked by reading the new text again: it holds exactly the values asked for, or ConfigError is raised
and the person is told to edit by hand. What the values mean is judged when they are loaded.
"""

from __future__ import annotations

import os
import re
import tempfile
import tomllib
from collections.abc import Callable, Mapping, MutableMapping
from copy import deepcopy
from pathlib import Path
from typing import TypeAlias

import tomlkit
from tomlkit.exceptions import TOMLKitError

from vademecum.config.document import BOM, parse_document
from vademecum.config.kinds import WrongValueError, hint_for
from vademecum.config.knob import Knob
from vademecum.config.knobs import MOUNT, SCALARS
from vademecum.config.locate import KeyPath, locate
from vademecum.config.model import MountConfig
from vademecum.config.profiles import PROFILES
from vademecum.errors import ConfigError, StorageError

Table: TypeAlias = MutableMapping[str, object]
Change: TypeAlias = Callable[[Table], None]
Edit: TypeAlias = Callable[[str], str]


def add_mount(text: str, mount: MountConfig, *, home: Path | None = None) -> str:
    """The text with the mount after all others, only what differs from its profile written out.

    Paths below ``home`` are written with ``~``. Raises ConfigError when a mount of that name is there.
    """
    key = f"mounts.{mount.name}"
    if mount.name in _mount_names(text):
        raise ConfigError(f"{key} is there already", field=key, hint="choose another name, or remove it first")
    written = _written(mount, home)

    def append(plain: str) -> str:
        gap = "" if not plain else "\n" if plain.endswith("\n") else "\n\n"
        return plain + gap + tomlkit.dumps({"mounts": {mount.name: written}})

    def add(document: Table) -> None:
        inline = tomlkit.inline_table()
        inline.update(written)
        _inner(document, "mounts")[mount.name] = inline

    # Only where ``mounts`` is an inline table can no table follow at the end.
    expected = _changed(text, lambda values: _inner(values, "mounts").update({mount.name: written}))
    return _edited(text, expected, append, _by_document(add))


def remove_mount(text: str, name: str) -> str:
    """The text without the mount and the comments inside it. Raises ConfigError when there is none of that name."""
    key = f"mounts.{name}"
    known = _mount_names(text)
    if name not in known:
        hint = hint_for(name, known) if known else None
        raise ConfigError(f"{key} is not in the configuration", field=key, hint=hint)

    def remove(document: Table) -> None:
        del _inner(document, "mounts")[name]

    return _edited(text, _changed(text, remove), lambda plain: _cut(plain, ("mounts", name)), _by_document(remove))


def set_value(text: str, key: str, value: str, env: Mapping[str, str]) -> str:
    """The text with a dotted key set to what ``value`` stands for; a list is written as in TOML.

    Raises ConfigError for a key that can't be set, a value that is not of its kind or a mount that is not there.
    """
    knob, path = _find_knob(text, key)
    setting = knob.kind.parse(value)
    try:
        knob.kind.read(setting, env)
    except WrongValueError as error:
        raise ConfigError(f"{key} {error.fault}", field=key, hint=error.hint) from error

    def put(document: Table) -> None:
        table = document
        for name in path[:-1]:
            table = _inner(table, name)
        table[path[-1]] = setting

    return _edited(text, _changed(text, put), _by_document(put))


def write_config(file: Path, text: str) -> None:
    """Replace the file whole, for its owner's eyes only; through a link, the file that it leads to.

    Raises ConfigError for a text that is no TOML, StorageError when the disk says no; the old file is then untouched.
    """
    parse_document("user", file, text)
    try:
        data = text.encode("utf-8")
    except UnicodeEncodeError as error:
        raise ConfigError("the text has a name that is not UTF-8", file=file) from error
    target = file.resolve()
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _replace(target, data)
    except OSError as error:
        raise StorageError(f"{file} can't be written: {error.strerror}", hint="the old file is as it was") from error


def _replace(target: Path, data: bytes) -> None:
    descriptor, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".tmp")
    temporary = Path(name)
    try:
        with open(descriptor, "wb") as stream:  # noqa: PTH123 - a descriptor is no path
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(target)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return  # only POSIX systems can open a folder
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _edited(text: str, expected: Table, *edits: Edit) -> str:
    """The result of the first edit that gives exactly the expected values; byte-order mark and line ends stay."""
    bom = BOM if text.startswith(BOM) else ""
    plain = text.removeprefix(BOM)
    # New lines get the ends that the file has, when it has one kind only.
    is_crlf = 0 < plain.count("\n") == plain.count("\r\n")
    for edit in edits:
        edited = _tried(edit, plain.replace("\r\n", "\n") if is_crlf else plain, expected)
        if edited is not None:
            return bom + (edited.replace("\n", "\r\n") if is_crlf else edited)
    raise ConfigError("the file is laid out in a way that can't be edited safely", hint="edit it by hand")


def _tried(edit: Edit, plain: str, expected: Table) -> str | None:
    try:
        edited = edit(plain)
        return edited if _ordered(tomllib.loads(edited)) == _ordered(expected) else None
    except (TOMLKitError, ValueError):
        return None


def _ordered(values: Table) -> tuple[Table, list[str]]:
    """Values for comparison: the order of mounts counts, and an empty table of mounts is as good as none."""
    mounts = values.get("mounts")
    order = list(mounts) if isinstance(mounts, dict) else []
    return {name: value for name, value in values.items() if (name, value) != ("mounts", {})}, order


def _by_document(change: Change) -> Edit:
    def edit(plain: str) -> str:
        document = tomlkit.parse(plain)
        change(document)
        return tomlkit.dumps(document)

    return edit


def _cut(plain: str, table: KeyPath) -> str:
    """The text without the lines from a table's first to its last; comments after that belong to what follows."""
    lines = re.split(r"(?<=\n)", plain)
    places = locate(plain)
    start = places[table] - 1
    others = (line - 1 for path, line in places.items() if path[: len(table)] != table)
    end = min((line for line in others if line > start), default=len(lines))
    while end > start + 1 and lines[end - 1].lstrip()[:1] in {"", "#"}:
        end -= 1
    if start > 0 and not (lines[start - 1] + "".join(lines[end : end + 1])).strip():
        start -= 1
    return "".join(lines[:start] + lines[end:])


def _changed(text: str, change: Change) -> Table:
    values = deepcopy(_values(text))
    change(values)
    return values


def _values(text: str) -> Table:
    return dict(parse_document("user", Path("config.toml"), text).values)


def _mount_names(text: str) -> list[str]:
    mounts = _values(text).get("mounts", {})
    return list(mounts) if isinstance(mounts, dict) else []


def _inner(table: Table, name: str) -> Table:
    inner = table.setdefault(name, {})
    if not isinstance(inner, MutableMapping):
        raise ConfigError(f"{name} must be a table", field=name, hint=f"write it as [{name}]")
    return inner


def _find_knob(text: str, key: str) -> tuple[Knob, tuple[str, ...]]:
    path = tuple(key.split("."))
    names = _mount_names(text)
    known = {each.key: each for each in SCALARS}
    known |= {each.within(name): each for name in names for each in MOUNT}
    if key not in known:
        raise ConfigError(f"{key} is no key that can be set", field=key, hint=hint_for(key, known))
    return known[key], path


def _written(mount: MountConfig, home: Path | None) -> dict[str, object]:
    """What a file must say so that the mount is read back: the path, and all that the profile would not give."""
    start = {knob.name: knob.default for knob in MOUNT} | dict(PROFILES[mount.profile])
    values = {knob.name: getattr(mount, knob.name) for knob in MOUNT}
    return {name: _plain(value, home) for name, value in values.items() if value != start[name]}


def _plain(value: object, home: Path | None) -> object:
    """A value as TOML has it; no name at all is the empty text, since TOML has no null."""
    match value:
        case None:
            return ""
        case Path():
            return _short(value, home)
        case tuple():
            return [_plain(each, home) for each in value]
        case _:
            return value


def _short(path: Path, home: Path | None) -> str:
    if home is None or not path.is_relative_to(home):
        return str(path)
    return "~" if path == home else f"~/{path.relative_to(home).as_posix()}"
